import { Suspense, useState } from 'react';
import { MIN_FINDER_CONVERSIONS } from '#frontend/analysis/constants.ts';
import { countNoun, formatCount } from '#frontend/lib/format.ts';
import { Button } from '#frontend/ui/button.tsx';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import type { ColumnSearch, ConvertedStatuses } from '#frontend/features/wizard/column-findings.ts';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';

/** Its table is code of the results. */
const allColumnsDialog = lazyWithPreload(
  async () => (await import('./all-columns-dialog.tsx')).AllColumnsDialog,
);

interface SearchLineProps {
  workflow: Workflow;
  statuses: ConvertedStatuses | null;
  search: ColumnSearch;
}

/** The line above the fields of step 2: how far the search for columns has come. Its findings are marks in the lists of the fields. */
export function SearchLine({ workflow, statuses, search }: SearchLineProps) {
  const [areAllShown, showAll] = useState(false);
  if (!statuses || statuses.values.length === 0) return null;
  const { findings, begin, retry } = search;
  if (begin)
    return (
      <Button size="small" className="self-start" onClick={begin}>
        Find the columns that tell most
      </Button>
    );
  return (
    // The height of the longest text, so that the fields below do not move.
    <div className="flex min-h-10 items-start justify-between gap-x-4 text-13 text-muted tabular-nums max-sm:min-h-20">
      {retry ? (
        <p role="alert" className="flex flex-wrap items-center gap-x-3">
          The columns could not be compared.
          <Button size="small" variant="ghost" onClick={retry}>
            Try Again
          </Button>
        </p>
      ) : (
        <p>
          <output>{describeSearch(search)}</output>
          {/* Outside of the status: a screen reader would read every count. */}
          {describeProgress(search)}
          {findings?.hasFewConversions && (
            <span className="text-caution">
              {` Fewer than ${MIN_FINDER_CONVERSIONS} conversions: only strong differences can be found.`}
            </span>
          )}
        </p>
      )}
      <Button
        size="small"
        variant="ghost"
        className="-mt-1.5 shrink-0"
        disabled={findings === null}
        onPointerEnter={allColumnsDialog.preload}
        onFocus={allColumnsDialog.preload}
        onClick={() => showAll(true)}
      >
        All columns
      </Button>
      {findings && areAllShown && (
        <Suspense>
          <allColumnsDialog.Component {...{ workflow, findings }} onClose={() => showAll(false)} />
        </Suspense>
      )}
    </div>
  );
}

function describeSearch({ findings, progress }: ColumnSearch): string {
  if (progress !== null)
    return findings ? 'Looking again: the leads or the converted values have changed…' : 'Looking…';
  if (!findings) return '';
  const suggested = findings.columns.filter(({ suggestion }) => suggestion !== null).length;
  return suggested === 0
    ? 'No column of this file tells converted leads from others beyond chance.'
    : `${countNoun(suggested, 'column')} suggested in the lists, tried on leads that were held back.`;
}

function describeProgress({ findings, progress }: ColumnSearch): string {
  if (findings || progress === null || progress === 'begun') return '';
  return ` ${formatCount(progress.read)} of ${formatCount(progress.columns)} columns`;
}
