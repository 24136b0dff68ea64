import type { Analysis } from '#frontend/analysis/analyse.ts';
import { MAX_EXPORTED_COMBINATIONS } from '#frontend/analysis/constants.ts';
import { countCombinations } from '#frontend/analysis/lead-values.ts';
import { exportCombinations } from '#frontend/exports/downloads.ts';
import { formatCount } from '#frontend/lib/format.ts';
import { Badge } from '#frontend/ui/badge.tsx';
import { Button } from '#frontend/ui/button.tsx';
import { combinationColumns } from '../calculator/combinations-table.tsx';
import { downloadExport } from '../downloads.ts';
import { withRangePerField, type Bounds } from '../ranges.ts';

/** Offers all combinations of values with their lead values as a file, up to 5,000 of them. */
export function ExportCombinations({ analysis, bounds }: { analysis: Analysis; bounds: Bounds }) {
  const combinations = countCombinations(analysis);
  const isBlocked = combinations > MAX_EXPORTED_COMBINATIONS;
  const download = () => {
    const columns = withRangePerField(combinationColumns(analysis), bounds, analysis.fields);
    const exported = exportCombinations(analysis, columns, new Date());
    if (exported.ok) downloadExport(exported.value);
  };
  return (
    <section
      aria-labelledby="export-combinations"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-hairline pt-5"
    >
      <div className="min-w-0">
        <h2 id="export-combinations" className="text-16 font-semibold">
          Export All Combinations
        </h2>
        <p className="text-13 text-muted">
          {combinations === 1
            ? '1 combination of values with its lead value, as a CSV file.'
            : `${formatCount(combinations)} combinations of values with their lead values, highest first, as a CSV file.`}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {isBlocked && (
          <>
            <Badge tone="caution" sign="!">
              Too many combinations - reduce your data
            </Badge>
            <p role="alert" className="basis-full text-14 text-down">
              Too many combinations ({formatCount(combinations)}). Please limit your data to reduce
              combinations below {formatCount(MAX_EXPORTED_COMBINATIONS)}.
            </p>
          </>
        )}
        <Button disabled={isBlocked} onClick={download}>
          Download All Combinations
        </Button>
      </div>
    </section>
  );
}
