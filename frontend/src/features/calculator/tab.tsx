import { lateContent } from '#frontend/features/results/late-content.tsx';
import type { ResultsTab } from '#frontend/features/results/tab.ts';

export const CALCULATOR_TAB: ResultsTab = {
  value: 'lead-calculator',
  label: 'Lead Calculator',
  isShown: ({ measurement }) => measurement.fields.length > 0,
  ...lateContent(async () => (await import('./calculator-tab.tsx')).Calculator),
};
