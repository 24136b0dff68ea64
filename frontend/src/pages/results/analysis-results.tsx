import type { ComponentProps } from 'react';
import { Results } from '#frontend/features/results/results.tsx';
import { RESULTS_TABS } from './tabs.ts';

const fetchReport = async () => (await import('./printed-report.tsx')).PrintedReport;

/** The results with all tabs and the report. */
export function AnalysisResults(props: Omit<ComponentProps<typeof Results>, 'tabs' | 'fetchReport'>) {
  return <Results {...props} tabs={RESULTS_TABS} fetchReport={fetchReport} />;
}
