import { expect, test } from 'vitest';
import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import type { Settings } from '#frontend/analysis/judge/settings.ts';
import { contentOf } from '#frontend/features/saved/content.ts';

const context: AnalysisContext = {
  fileName: 'leads.csv',
  statusColumn: 'Status',
  qualifiedValues: ['Won'],
  attributes: [{ field: 'Source', ranges: null, mapping: new Map() }],
};
const settings: Settings = { conversionValue: 100, thresholdPercent: 10 };
const contentWith = (choices: Partial<AnalysisContext>, changed: Partial<Settings> = {}) =>
  contentOf({ context: { ...context, ...choices }, settings: { ...settings, ...changed } });

const date = { column: 'Created', dateFormat: null, from: 1, to: null, youngerThanDays: null };
const deal = { kind: 'column', column: 'Deal' } as const;

test('a work whose currency, choice of leads, conversion action or column of currencies was changed is another one', () => {
  const contents = [
    contentWith({}),
    contentWith({}, { currency: 'EUR' }),
    contentWith({}, { currency: 'GBP' }),
    contentWith({ leads: { leftOutStatuses: ['Spam'], date: null } }),
    contentWith({ leads: { leftOutStatuses: ['Test'], date: null } }),
    contentWith({ leads: { leftOutStatuses: [], date } }),
    contentWith({ leads: { leftOutStatuses: [], date: { ...date, from: 2 } } }),
    contentWith({ conversionAction: 'every-lead' }),
    contentWith({ conversionAction: 'converted-leads' }),
    contentWith({ worth: deal, basis: 'value' }),
    contentWith({ worth: { ...deal, currency: { column: 'Cur' } }, basis: 'value' }),
    contentWith({ worth: { ...deal, currency: { column: null } }, basis: 'value' }),
  ];
  expect(new Set(contents).size).toBe(contents.length);
  // Dollars are not named, so that analyses of earlier releases stay as they were saved.
  expect(contentWith({}, { currency: 'USD' })).toBe(contents[0]);
  // The code is in the settings, whether it was chosen or found.
  const chosen = contentWith({ worth: { ...deal, currency: { code: 'EUR' } }, basis: 'value' });
  expect(chosen).toBe(contentWith({ worth: deal, basis: 'value' }));
});
