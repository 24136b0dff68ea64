import type { Analysis } from '#frontend/analysis/analyse.ts';
import { formatPercent } from '#frontend/lib/format.ts';

/** Nothing lies outside the threshold: what to do, and how far the threshold would have to come down. */
export function NoRules({ analysis }: { analysis: Analysis }) {
  const { segments, settings } = analysis;
  const largest = segments.reduce((max, { adjustedLift }) => Math.max(max, Math.abs(adjustedLift - 1)), 0);
  return (
    <div className="flex flex-col gap-1 border-t border-hairline py-10">
      <p className="max-w-prose text-16">
        No segments exceed the ±{formatPercent(settings.thresholdPercent)} threshold. Try lowering the
        significance threshold or uploading a different dataset.
      </p>
      {largest > 0 && (
        <p className="text-14 text-muted">
          The largest difference from the average is {formatPercent(100 * largest)}.
        </p>
      )}
    </div>
  );
}
