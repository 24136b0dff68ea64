import type { ReactNode } from 'react';
import type { JudgedSegment } from '#frontend/analysis/judge-segments.ts';
import { segmentColumns } from '#frontend/exports/segments.ts';
import { formatCount, formatDollars, formatPValue, formatRate } from '#frontend/lib/format.ts';
import { SortTh, Td } from '#frontend/ui/table.tsx';
import { Confidence, Lift } from '../figures.tsx';
import { LongTable } from '../long-table.tsx';
import { PINNED_CLASSES, PINNED_HEADER_CLASSES, UNPINNED_CLASSES } from '../table-classes.ts';
import { ValueName } from '../value-name.tsx';
import { sortByColumn, sortedColumn, type SegmentView } from './segment-view.ts';

const ROW_HEIGHT = 40;
const WIDTHS = [132, 176, 76, 108, 116, 84, 108, 108, 152];
const LEAD_VALUE_WIDTH = 104;

const FIGURES: Record<string, (segment: JudgedSegment) => ReactNode> = {
  Leads: ({ leads }) => formatCount(leads),
  Conversions: ({ conversions }) => formatCount(conversions),
  Confidence: ({ confidence }) => <Confidence confidence={confidence} />,
  'P-Value': ({ pValue }) => formatPValue(pValue),
  'Conversion Rate': ({ conversionRate }) => formatRate(conversionRate),
  'Lift vs Baseline': ({ lift }) => <Lift lift={lift} />,
  'Adjusted Lift': ({ adjustedLift }) => <Lift lift={adjustedLift} hasChange />,
  'Lead Value ($)': ({ leadValue }) => formatDollars(leadValue),
};

export interface SegmentTableProps {
  caption: string;
  /** In the order of the view. */
  segments: readonly JudgedSegment[];
  conversionValue: number;
  view: SegmentView;
  onViewChange(view: SegmentView): void;
}

export function SegmentTable({ caption, segments, conversionValue, view, onViewChange }: SegmentTableProps) {
  const titles = segmentColumns(conversionValue).map(({ title }) => title);
  const sorted = sortedColumn(view, conversionValue);
  return (
    <LongTable
      caption={caption}
      widths={conversionValue > 0 ? [...WIDTHS, LEAD_VALUE_WIDTH] : WIDTHS}
      items={segments}
      rowHeight={ROW_HEIGHT}
      header={
        <tr>
          {titles.map((title, column) => (
            <SortTh
              key={title}
              numeric={title in FIGURES}
              direction={title === sorted ? view.direction : null}
              onSort={() => onViewChange(sortByColumn({ ...view, column: sorted }, title))}
              className={HEADER_CLASSES[column]}
            >
              {title}
            </SortTh>
          ))}
        </tr>
      }
      renderRow={(segment, place) => (
        <tr key={`${segment.field} ${segment.value}`} {...place} style={{ height: ROW_HEIGHT }}>
          <Td className={UNPINNED_CLASSES}>
            <ValueName name={segment.fieldName} className="text-muted" />
          </Td>
          <th scope="row" className={PINNED_CLASSES}>
            <ValueName name={segment.value} />
          </th>
          {titles.slice(2).map((title) => (
            <Td key={title} numeric>
              {FIGURES[title]?.(segment)}
            </Td>
          ))}
        </tr>
      )}
    />
  );
}

const HEADER_CLASSES = [UNPINNED_CLASSES, PINNED_HEADER_CLASSES];
