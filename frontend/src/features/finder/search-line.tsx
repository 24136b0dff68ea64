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
  return (
    // Its height is that of its buttons, which come late.
    <div className="flex min-h-control-small flex-wrap items-center gap-x-3 gap-y-1 text-13 text-muted tabular-nums">
      {begin ? (
        <Button size="small" onClick={begin}>
          Find the columns that tell most
        </Button>
      ) : (
        !retry && (
          <p>
            <output>{describeSearch(search)}</output>
            {/* Outside of the status: a screen reader would read every count. */}
            {describeProgress(search)}
          </p>
        )
      )}
      {retry && (
        <p role="alert" className="flex flex-wrap items-center gap-x-3">
          The columns could not be compared.
          <Button size="small" variant="ghost" onClick={retry}>
            Try Again
          </Button>
        </p>
      )}
      {findings && (
        <Button
          size="small"
          variant="ghost"
          onPointerEnter={allColumnsDialog.preload}
          onFocus={allColumnsDialog.preload}
          onClick={() => showAll(true)}
        >
          All columns
        </Button>
      )}
      {findings?.hasFewConversions && (
        <p className="text-caution">
          Fewer than {MIN_FINDER_CONVERSIONS} conversions: only strong differences can be found.
        </p>
      )}
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
    : `${countNoun(suggested, 'column')} suggested in the lists, tried on leads that they were not learned from.`;
}

function describeProgress({ findings, progress }: ColumnSearch): string {
  if (findings || progress === null || progress === 'begun') return '';
  return ` ${formatCount(progress.read)} of ${formatCount(progress.columns)} columns`;
}
