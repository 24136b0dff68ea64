import { useMemo } from 'react';
import { judge, type Measurement, type Settings } from '#frontend/analysis/analyse.ts';
import type { ResultsActions } from './results-actions.ts';
import { ResultsView } from './results-view.tsx';

export interface ResultsProps extends ResultsActions {
  measurement: Measurement;
  settings: Settings;
}

/** Step 4: the figures of a measurement under the settings that the reader turns. */
export function Results({ measurement, settings, ...actions }: ResultsProps) {
  const analysis = useMemo(() => judge(measurement, settings), [measurement, settings]);
  return <ResultsView {...actions} analysis={analysis} />;
}
