import type { ComponentProps } from 'react';
import { useCheckRun } from '#frontend/features/check/check-run.tsx';
import { DecisionSection } from '#frontend/features/decision/decision.tsx';
import { Results } from '#frontend/features/results/results.tsx';
import { RESULTS_TABS } from './tabs.ts';

const fetchReport = async () => (await import('./printed-report.tsx')).PrintedReport;

type Slots = 'tabs' | 'fetchReport' | 'Decision';

/** The results with the decision, all tabs and the report. */
export function AnalysisResults(props: Omit<ComponentProps<typeof Results>, Slots>) {
  return <Results {...props} tabs={RESULTS_TABS} fetchReport={fetchReport} Decision={CheckedDecision} />;
}

/** The decision with the check on unseen leads, which is another feature. */
function CheckedDecision(slot: Omit<ComponentProps<typeof DecisionSection>, 'unseen'>) {
  return <DecisionSection {...slot} unseen={useCheckRun().unseen} />;
}
