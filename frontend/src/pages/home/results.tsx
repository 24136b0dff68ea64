import { Suspense, useState } from 'react';
import type { Version } from '#contract/errors.ts';
import { AnalysisResults } from '../results/analysis-results.tsx';
import { CompareAction } from '#frontend/features/compare/compare-action.tsx';
import { SaveAction } from '#frontend/features/saved/save-action.tsx';
import { ResultsCheck } from '#frontend/features/preflight/results-check.tsx';
import { readUpdate } from '#frontend/features/sources/kit/rules-update.ts';
import { ResultsStep, type ResultsSlot } from '#frontend/features/wizard/results-step.tsx';
import { WithServerData } from '#frontend/features/wizard/kit/thread-answers.tsx';
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
  const [update] = useState(() => readUpdate(reuse?.kind === 'used' ? reuse.name : undefined));
  return (
    <AnalysisResults
      {...slot}
      notice={
        update && (
          <Suspense>
            <WithServerData>
              <updateBar.Component update={update} />
            </WithServerData>
          </Suspense>
        )
      }
      renderSave={(size) => (
        <WithServerData>
          <SaveAction work={{ ...slot, ...work }} size={size} newer={newer} onNewer={setNewer} />
        </WithServerData>
      )}
      renderCompare={() => (
        <WithServerData>
          <CompareAction {...slot} />
        </WithServerData>
      )}
    />
  );
}
