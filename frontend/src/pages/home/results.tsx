import { useState, type ReactNode } from 'react';
import { SWRConfig, type useSWRConfig } from 'swr';
import type { Version } from '#contract/errors.ts';
import { AnalysisResults } from '../results/analysis-results.tsx';
import { CompareAction } from '#frontend/features/compare/compare-action.tsx';
import { SaveAction } from '#frontend/features/saved/save-action.tsx';
import type { ResultsSlot } from '#frontend/features/wizard/results-step.tsx';

interface ResultsWithSaveProps extends ResultsSlot {
  /** The cache of the server's data. */
  serverData: ReturnType<typeof useSWRConfig>;
}

/** The results of the wizard, with the button that saves them and the link that compares them. */
export function ResultsWithSave({ serverData, work, ...slot }: ResultsWithSaveProps) {
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
