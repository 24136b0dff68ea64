import type { Analysis } from '#frontend/analysis/analyse.ts';
import { formatCount } from '#frontend/lib/format.ts';

/** For those who hear the page: what a turn of the controls has changed. Silent until something does. */
export function ResultsStatus({ analysis }: { analysis: Analysis }) {
  return (
    <output className="sr-only">
      Value rules: {formatCount(analysis.valueRules.length)}. Significant segments:{' '}
      {formatCount(analysis.significantSegments.length)}.
    </output>
  );
}
