import type { Segment } from '#frontend/analysis/segments.ts';
import { Td } from '#frontend/ui/table.tsx';
import { NARROW_HIDDEN } from './long-table.tsx';
import { ValueName } from './names.tsx';

/** The two columns that name a segment. On narrow screens the field stands over the value in one column. */
export const SEGMENT_NAME_COLUMNS = [
  { width: 148, narrow: 0 },
  { width: 180, narrow: 140 },
];

export interface SegmentNameCellsProps {
  segment: Segment;
  /** Names may take two lines. */
  isWrapped?: boolean;
}

export function SegmentNameCells({ segment, isWrapped }: SegmentNameCellsProps) {
  return (
    <>
      <Td className={NARROW_HIDDEN}>
        <ValueName name={segment.fieldName} isWrapped={isWrapped} className="text-muted" />
      </Td>
      <th scope="row" className={PINNED}>
        <ValueName name={segment.fieldName} className="text-12 text-muted md:hidden" />
        <ValueName name={segment.value} isWrapped={isWrapped} className="font-medium" />
      </th>
    </>
  );
}

const LINE_ONCE_SCROLLED = 'max-md:in-data-before:shadow-[1px_0_0_var(--strong)]';
/** The first column is not there on narrow screens, so the second one stays in view. */
const PINNED = `max-md:sticky max-md:left-0 max-md:z-1 ${LINE_ONCE_SCROLLED}`;
/** For the header above; a header is sticky already. */
export const PINNED_HEADER = `max-md:left-0 max-md:z-3! ${LINE_ONCE_SCROLLED}`;
