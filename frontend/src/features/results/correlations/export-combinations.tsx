import type { Analysis } from '#frontend/analysis/analyse.ts';
import { MAX_EXPORTED_COMBINATIONS } from '#frontend/analysis/constants.ts';
import { countCombinations } from '#frontend/analysis/lead-values.ts';
import { exportCombinations } from '#frontend/exports/downloads.ts';
import { formatCount } from '#frontend/lib/format.ts';
import { Badge } from '#frontend/ui/badge.tsx';
import { Button } from '#frontend/ui/button.tsx';
import { combinationColumns } from '../calculator/combinations-table.tsx';
import { downloadExport } from '../downloads.ts';

/** Offers all combinations of values with their lead values as a file, up to 5,000 of them. */
export function ExportCombinations({ analysis }: { analysis: Analysis }) {
  const combinations = countCombinations(analysis);
  const isBlocked = combinations > MAX_EXPORTED_COMBINATIONS;
  const download = () => {
    const exported = exportCombinations(analysis, combinationColumns(analysis), new Date());
    if (exported.ok) downloadExport(exported.value);
  };
  return (
    <section aria-labelledby="export-combinations" className="border-t border-hairline pt-6">
      <h2 id="export-combinations" className="text-16 font-semibold">
        Export All Combinations
      </h2>
      <p className="text-14 text-muted">
        {combinations === 1
          ? '1 combination of values with its lead value'
          : `${formatCount(combinations)} combinations of values, each with its lead value, highest first`}
        , as a CSV file.
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button disabled={isBlocked} onClick={download}>
          Download All Combinations
        </Button>
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
      </div>
    </section>
  );
}
