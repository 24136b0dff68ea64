import { lateContent } from '#frontend/features/results/late-content.tsx';
import type { ResultsTab } from '#frontend/features/results/tab.ts';

export const CHECK_TAB: ResultsTab = {
  value: 'check',
  label: 'Check',
  isShown: ({ checkUnseen }) => checkUnseen !== undefined,
  ...lateContent(async () => (await import('./check-tab.tsx')).Check),
};
