import { makeApplyTab } from '#frontend/features/apply/tab.tsx';
import { CALCULATOR_TAB } from '#frontend/features/calculator/tab.tsx';
import { CHECK_TAB } from '#frontend/features/check/tab.tsx';
import { CORRELATIONS_TAB } from '#frontend/features/correlations/correlations-tab.tsx';
import { LateOverTime } from '#frontend/features/over-time/over-time-run.tsx';
import type { ResultsTab } from '#frontend/features/results/tab.ts';
import { makeSegmentsTab } from '#frontend/features/segments/segments-tab.tsx';
import { VALUE_RULES_TAB } from '#frontend/features/value-rules/value-rules-tab.tsx';

/** The tabs of the results. Their order is also the order in 'Export All'. */
export const RESULTS_TABS: readonly ResultsTab[] = [
  VALUE_RULES_TAB,
  makeApplyTab(async () => (await import('./apply.tsx')).Apply),
  makeSegmentsTab(LateOverTime),
  CORRELATIONS_TAB,
  CALCULATOR_TAB,
  CHECK_TAB,
];
