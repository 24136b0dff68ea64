import { useMemo } from 'react';
import { formatCount } from '#frontend/lib/format.ts';
import type { ColumnDetail } from '#frontend/thread/protocol.ts';
import { Notice } from '#frontend/ui/notice.tsx';

interface UniqueWarningProps {
  use: 'status' | 'attribute';
  detail: ColumnDetail;
}

/** Said where nearly every lead has a value of its own: an id, an e-mail address, an exact amount. */
export function UniqueWarning({ use, detail }: UniqueWarningProps) {
  const distinct = useMemo(() => detail.values.filter((value) => value.trim() !== '').length, [detail]);
  return (
    <Notice tone="caution" title={`Mostly unique: ${formatCount(distinct)} different values`}>
      {adviceFor(use, detail)}
    </Notice>
  );
}

function adviceFor(use: 'status' | 'attribute', detail: ColumnDetail): string {
  if (use === 'status') return 'A status column usually has a few values that many leads share.';
  if (detail.numeric) return 'Make ranges, so that each group has enough leads to compare.';
  return 'Like an ID or an e-mail address, it makes no useful attribute: no value has enough leads to compare.';
}
