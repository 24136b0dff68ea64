import type { ReactNode } from 'react';
import { segmentColumns } from '#frontend/exports/segments.ts';
import { CopyButton } from '#frontend/ui/copy-button.tsx';
import { TableSection } from '#frontend/ui/table.tsx';
import { copyRows } from '../copy-rows.ts';
import { SegmentTable, type SegmentTableProps } from './segment-table.tsx';

export interface SegmentSectionProps extends Omit<SegmentTableProps, 'caption'> {
  title: string;
  description: string;
  actions: ReactNode;
  /** Collapsed: the title and its buttons only. */
  isCollapsed?: boolean;
}

export function SegmentSection(props: SegmentSectionProps) {
  const { title, description, actions, isCollapsed, ...table } = props;
  const { segments, conversionValue } = table;
  const isTableShown = !isCollapsed && segments.length > 0;
  return (
    <TableSection
      title={title}
      description={description}
      actions={
        <>
          {actions}
          {isTableShown && <CopyButton getText={() => copyRows(segmentColumns(conversionValue), segments)} />}
        </>
      }
    >
      {isTableShown && <SegmentTable caption={title} {...table} />}
    </TableSection>
  );
}
