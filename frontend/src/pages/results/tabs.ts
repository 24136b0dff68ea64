import { CORRELATIONS_TAB } from '#frontend/features/correlations/correlations-tab.tsx';
import { LateOverTime } from '#frontend/features/over-time/over-time-run.tsx';
import { lateContent, type ResultsTab } from '#frontend/features/results/tab.tsx';
import { makeSegmentsTab } from '#frontend/features/segments/segments-tab.tsx';
import { VALUE_RULES_TAB } from '#frontend/features/value-rules/value-rules-tab.tsx';

/** The tabs of the results. Their order is also the order in 'Export All'. */
export const RESULTS_TABS: readonly ResultsTab[] = [
  VALUE_RULES_TAB,
  {
    value: 'apply',
    label: 'Apply',
    isShown: ({ apply }) => apply !== undefined,
    ...lateContent(async () => (await import('./apply.tsx')).Apply),
  },
  makeSegmentsTab(LateOverTime),
  CORRELATIONS_TAB,
  {
    value: 'lead-calculator',
    label: 'Lead Calculator',
    isShown: ({ measurement }) => measurement.fields.length > 0,
    ...lateContent(async () => (await import('#frontend/features/calculator/calculator-tab.tsx')).Calculator),
  },
  {
    value: 'check',
    label: 'Check',
    isShown: ({ checkUnseen }) => checkUnseen !== undefined,
    ...lateContent(async () => (await import('#frontend/features/check/check-tab.tsx')).Check),
  },
];
