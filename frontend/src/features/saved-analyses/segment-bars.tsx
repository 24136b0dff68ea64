import type { AnalysisSummary } from '#contract/analyses.ts';
import { formatRate } from '#frontend/lib/format.ts';
import { topSegments } from './top-segments.ts';

/** The best segments as bars from 0 to the best rate, with a mark at the overall rate. */
export function SegmentBars({ data }: { data: AnalysisSummary['analysisData'] }) {
  const segments = topSegments(data);
  const best = segments[0]?.conversionRate ?? 0;
  if (segments.length === 0) return <p className="text-13 text-faint">None above the overall rate</p>;
  return (
    <ol className="flex flex-col gap-1">
      {segments.map(({ fieldName, fieldValue, conversionRate }) => (
        <li key={`${fieldName}\n${fieldValue}`} className="text-13">
          <span className="flex items-baseline justify-between gap-3">
            <span className="min-w-0 truncate" title={`${fieldName}: ${fieldValue}`}>
              {fieldValue}
            </span>
            <span className="tabular-nums">{formatRate(conversionRate / 100)}</span>
          </span>
          <span aria-hidden className="relative mt-0.5 block h-1 bg-hairline">
            <span
              className="absolute inset-y-0 left-0 bg-control"
              style={{ width: `${(100 * conversionRate) / best}%` }}
            />
            <span
              className="absolute -inset-y-0.5 w-px bg-text"
              style={{ left: `${(100 * data.overallRate) / best}%` }}
            />
          </span>
        </li>
      ))}
    </ol>
  );
}
