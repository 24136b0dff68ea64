import { Suspense, useState } from 'react';
import type { Version } from '#contract/errors.ts';
import { AnalysisResults } from '../results/analysis-results.tsx';
import { CompareAction } from '#frontend/features/compare/compare-action.tsx';
import { PlanOf } from '#frontend/features/push/kit/pushed-rules.ts';
import { findSaved, SaveAction } from '#frontend/features/saved/save-action.tsx';
import { ResultsCheck } from '#frontend/features/preflight/results-check.tsx';
import { readUpdate } from '#frontend/features/sources/kit/rules-update.ts';
import { ResultsStep, type ResultsSlot } from '#frontend/features/wizard/results-step.tsx';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import type { Workflow } from '#frontend/features/wizard/kit/use-workflow.ts';

const updateBar = lazyWithPreload(
  async () => (await import('#frontend/features/sources/update-bar.tsx')).UpdateBar,
);

/** Step 4. */
export function WizardResults({ workflow }: { workflow: Workflow }) {
  return (
    <ResultsStep
      workflow={workflow}
      Check={ResultsCheck}
      renderResults={(slot) => <ResultsWithSave {...slot} reuse={workflow.state.reuse} />}
    />
  );
}

/** The results of the wizard, with the button that saves them and the link that compares them. */
function ResultsWithSave({ work, reuse, ...slot }: ResultsSlot & Pick<Workflow['state'], 'reuse'>) {
  // The state is here since small screens have another button: the question must stay open when a phone is turned.
  const [newer, setNewer] = useState<Version | null>(null);
  const name = reuse?.kind === 'used' ? reuse.name : null;
  // An alert may have led this tab to new rules.
  const [kept, setKept] = useState(() => (name === null ? null : readUpdate(name)));
  const update = kept?.name === name ? kept : null;
  const whole = { ...slot, ...work };
  const saved = findSaved(whole);
  return (
    <PlanOf value={update ?? (saved && { id: saved.id, version: 0 })}>
      <AnalysisResults
        {...slot}
        notice={
          update && (
            <Suspense>
              <updateBar.Component update={update} onDismiss={() => setKept(null)} />
            </Suspense>
          )
        }
        renderSave={(size) => <SaveAction work={whole} size={size} newer={newer} onNewer={setNewer} />}
        renderCompare={() => <CompareAction {...slot} />}
      />
    </PlanOf>
  );
}
