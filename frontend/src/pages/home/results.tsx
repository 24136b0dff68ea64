import { Suspense, useState } from 'react';
import type { Version } from '#contract/errors.ts';
import { AnalysisResults } from '../results/analysis-results.tsx';
import { CompareAction } from '#frontend/features/compare/compare-action.tsx';
import { SaveAction } from '#frontend/features/saved/save-action.tsx';
import { ResultsCheck } from '#frontend/features/preflight/results-check.tsx';
import { UPDATE_KEY } from '#frontend/features/sources/kit/rules-update.ts';
import { ResultsStep, type ResultsSlot } from '#frontend/features/wizard/results-step.tsx';
import { WithServerData } from '#frontend/features/wizard/kit/thread-answers.tsx';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import type { Workflow } from '#frontend/features/wizard/kit/use-workflow.ts';

const updateBar = lazyWithPreload(
  async () => (await import('#frontend/features/sources/update-bar.tsx')).UpdateBar,
);

/** Whether an alert has led this tab to new rules. */
function isUpdateKept(): boolean {
  try {
    return sessionStorage.getItem(UPDATE_KEY) !== null;
  } catch {
    return false; // storage is forbidden
  }
}

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
  const [isUpdate] = useState(isUpdateKept);
  return (
    <AnalysisResults
      {...slot}
      notice={
        isUpdate &&
        reuse?.kind === 'used' && (
          <Suspense>
            <WithServerData>
              <updateBar.Component name={reuse.name} />
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
