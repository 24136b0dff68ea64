import { useMemo } from 'react';
import type { ListedValue } from '#frontend/analysis/mapping.ts';
import { formatCount, formatRate } from '#frontend/lib/format.ts';
import { countConverted } from './count-converted.ts';

interface StatusSummaryProps {
  values: readonly ListedValue[];
  qualified: ReadonlySet<string>;
}

/** How many leads count as converted with the values ticked now. */
export function StatusSummary({ values, qualified }: StatusSummaryProps) {
  const total = useMemo(() => values.reduce((sum, { leads }) => sum + leads, 0), [values]);
  const converted = useMemo(() => countConverted(values, qualified), [values, qualified]);
  return (
    <div className="flex flex-col gap-2">
      <output className="block text-14 text-muted tabular-nums">
        {`${formatCount(converted.leads)} of ${formatCount(total)} leads count as converted: `}
        <strong className="block text-28 font-semibold tracking-tight text-text">
          {formatRate(converted.leads / total)}
        </strong>
      </output>
      {converted.leads === 0 && <p className="text-13 text-caution">No value is ticked yet.</p>}
      {converted.leads === total && (
        <p className="text-13 text-caution">Every lead counts as converted: there is nothing to compare.</p>
      )}
    </div>
  );
}
