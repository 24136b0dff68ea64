import { CORRELATIONS_TAB } from '#frontend/features/correlations/correlations-tab.tsx';
import { lateContent, type ResultsTab } from '#frontend/features/results/tab.tsx';
import { SEGMENTS_TAB } from '#frontend/features/segments/segments-tab.tsx';
import { VALUE_RULES_TAB } from '#frontend/features/value-rules/value-rules-tab.tsx';

/** The tabs of the results. Their order is also the order in 'Export All'. */
export const RESULTS_TABS: readonly ResultsTab[] = [
  VALUE_RULES_TAB,
  SEGMENTS_TAB,
  CORRELATIONS_TAB,
  {
    value: 'lead-calculator',
    label: 'Lead Calculator',
    isShown: ({ measurement }) => measurement.fields.length > 0,
    ...lateContent(async () => (await import('#frontend/features/calculator/calculator-tab.tsx')).Calculator),
  },
];
