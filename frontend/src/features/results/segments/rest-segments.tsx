import { formatCount } from '#frontend/lib/format.ts';
import { Button } from '#frontend/ui/button.tsx';
import { SegmentSection } from './segment-section.tsx';
import type { SegmentTableProps } from './segment-table.tsx';

/** The segments that say nothing: counted, and listed on request. */
export function RestSegments(table: Omit<SegmentTableProps, 'caption'>) {
  const { segments, view, onViewChange } = table;
  return (
    <SegmentSection
      {...table}
      title="Not Significant (Ignore These)"
      description={describe(segments.length)}
      isCollapsed={!view.isRestShown}
      actions={
        segments.length > 0 && (
          <Button
            size="small"
            aria-expanded={view.isRestShown}
            onClick={() => onViewChange({ ...view, isRestShown: !view.isRestShown })}
          >
            {view.isRestShown ? 'Hide' : 'Show'}
          </Button>
        )
      }
    />
  );
}

function describe(count: number): string {
  if (count === 0) return 'None: every segment is significant.';
  if (count === 1) return '1 segment whose difference may be chance, or is too small to matter.';
  return `${formatCount(count)} segments whose difference may be chance, or is too small to matter.`;
}
