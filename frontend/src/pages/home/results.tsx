import { useState, type ReactNode } from 'react';
import { SWRConfig, type useSWRConfig } from 'swr';
import type { Version } from '#contract/errors.ts';
import { AnalysisResults } from '../results/analysis-results.tsx';
import { CompareAction } from '#frontend/features/compare/compare-action.tsx';
import { SaveAction } from '#frontend/features/saved/save-action.tsx';
import { ResultsCheck } from '#frontend/features/preflight/results-check.tsx';
import { ResultsStep, type ResultsSlot } from '#frontend/features/wizard/results-step.tsx';
import type { Workflow } from '#frontend/features/wizard/kit/use-workflow.ts';

interface ServerData {
  /** The cache of the server's data. */
  serverData: ReturnType<typeof useSWRConfig>;
}

/** Step 4. */
export function WizardResults({ workflow, serverData }: { workflow: Workflow } & ServerData) {
  return (
    <ResultsStep
      workflow={workflow}
      Check={ResultsCheck}
      renderResults={(slot) => <ResultsWithSave {...slot} serverData={serverData} />}
    />
  );
}

/** The results of the wizard, with the button that saves them and the link that compares them. */
function ResultsWithSave({ serverData, work, ...slot }: ResultsSlot & ServerData) {
  // The state is here since small screens have another button: the question must stay open when a phone is turned.
  const [newer, setNewer] = useState<Version | null>(null);
  // Inside the wizard SWR caches the answers of the thread. A `provider` here would create a third cache.
  const withServerData = (action: ReactNode) => (
    <SWRConfig value={{ ...serverData, provider: undefined }}>{action}</SWRConfig>
  );
  return (
    <AnalysisResults
      {...slot}
      renderSave={(size) =>
        withServerData(
          <SaveAction work={{ ...slot, ...work }} size={size} newer={newer} onNewer={setNewer} />,
        )
      }
      renderCompare={() => withServerData(<CompareAction {...slot} />)}
    />
  );
}
