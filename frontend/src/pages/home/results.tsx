import { Suspense, useMemo, useState } from 'react';
import { PlanOf } from '#frontend/features/platforms/plan-of.ts';
import { findSaved } from '#frontend/features/saved/save-action.tsx';
import { ResultsCheck } from '#frontend/features/preflight/results-check.tsx';
import { readUpdate } from '#frontend/features/sources/rules-update.ts';
import { type Counted, useCounted, useWizardInput } from '#frontend/features/wizard/results-input.ts';
import { rememberLast } from '#frontend/features/results/results-source.ts';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';
import { AnalysisResults } from '../results/analysis-results.tsx';

const updateBar = lazyWithPreload(
  async () => (await import('#frontend/features/sources/update-bar.tsx')).UpdateBar,
);

const keepFigures = lazyWithPreload(
  async () => (await import('#frontend/features/reuse/keep-figures.tsx')).KeepFigures,
  // It draws nothing, so nothing is missing without its code.
  () => null,
);

/** Step 4: counts the leads, and shows the results. */
export function WizardResults({ workflow: given }: { workflow: Workflow }) {
  // The same object until a part of it changes: a tab is another place in the browser's history, and no change of the work.
  const [keep] = useState(() => rememberLast((workflow: Workflow) => workflow));
  const workflow = keep(given);
  const counted = useCounted(workflow);
  if (!counted) return <SkeletonLines label="Counting leads…" lines={6} />;
  return <CountedResults workflow={workflow} counted={counted} />;
}

function CountedResults({ workflow, counted }: { workflow: Workflow; counted: Counted }) {
  const input = useWizardInput(workflow, counted);
  const { reuse } = workflow.state;
  const name = reuse?.kind === 'used' ? reuse.name : null;
  // An alert may have led this tab to new rules.
  const [kept, setKept] = useState(() => (name === null ? null : readUpdate(name)));
  const update = kept?.name === name ? kept : null;
  const saved = findSaved({ ...input, ...input.work });
  const findings = useMemo(() => <ResultsCheck workflow={workflow} {...counted} />, [workflow, counted]);
  return (
    <PlanOf value={update ?? (saved && { id: saved.id, version: 0 })}>
      <AnalysisResults
        {...input}
        page={input.context.fileName}
        findings={findings}
        notice={
          <>
            {update && (
              <Suspense>
                <updateBar.Component update={update} onDismiss={() => setKept(null)} />
              </Suspense>
            )}
            <Suspense>
              <keepFigures.Component saved={saved && { id: saved.id, team: saved.team ?? null }} />
            </Suspense>
          </>
        }
      />
    </PlanOf>
  );
}
