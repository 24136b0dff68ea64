import { expect, test } from 'vitest';
import { NO_DATES, type DateFilter } from '#frontend/analysis/counts/mapping.ts';
import { columnsToFit, fitSettings } from '#frontend/choices/fit-settings.ts';
import { lackedColumns, type KeptSettings } from '#frontend/choices/kept-settings.ts';
import type { SavedChoices } from '#frontend/choices/choices.ts';
import { columnDetail } from '#test/support/column-detail.ts';

const HEADERS = ['Status', 'Age', 'Created', 'Deal'];

function kept(choices: Partial<SavedChoices> = {}, known: KeptSettings['known'] = new Map()): KeptSettings {
  return {
    name: 'October.csv',
    headers: HEADERS,
    settings: { conversionValue: 100, thresholdPercent: 10 },
    known,
    choices: {
      statusColumn: 0,
      attributeColumns: [1],
      qualified: new Set(['Won']),
      ranges: new Map(),
      mappings: new Map(),
      ...choices,
    },
  };
}

/** Fits settings to a file of these columns. */
function fit(settings: KeptSettings, columns: Record<string, string[]>) {
  const headers = Object.keys(columns);
  const cells = Object.values(columns);
  const details = columnsToFit(settings, headers).map(({ column, numberFormat }) =>
    columnDetail(column, cells[column] ?? [], numberFormat),
  );
  return fitSettings(settings, headers, new Map(details.map((detail) => [detail.index, detail])));
}

test('settings fit a file that holds the status column and all attributes, in any order', () => {
  expect(lackedColumns(kept(), ['Age', 'x', 'Status'])).toEqual([]);
  expect(lackedColumns(kept(), ['age', 'Status'])).toEqual(['Age']);
});

test('a column of dates that the file lacks needs no details', () => {
  const dateFilter = { ...NO_DATES, dateColumn: 2 };
  const needed = columnsToFit(kept({ dateFilter }), ['Age', 'Status']);
  expect(needed.map(({ column }) => column)).toEqual([1, 0]);
});

test('columns are found by their names', () => {
  const settings = kept({
    ranges: new Map([[1, [{ min: 0, max: null, label: 'all' }]]]),
    worth: { kind: 'column', column: 3 },
    basis: 'value',
    conversionAction: 'converted-leads',
  });
  const { choices, notes } = fit(settings, { Deal: ['5'], Age: ['30'], Status: ['Won'] });
  expect(choices).toMatchObject({ statusColumn: 2, attributeColumns: [1], basis: 'value' });
  expect(choices.conversionAction).toBe('converted-leads');
  expect(choices.worth).toEqual({ kind: 'column', column: 0 });
  expect([...choices.ranges.keys()]).toEqual([1]);
  expect(notes).toEqual([]);
});

test('a chosen currency and its column go with the amounts, wherever both stand', () => {
  const settings = kept({ worth: { kind: 'column', column: 3, currency: { column: 2, code: 'AUD' } } });
  const moved = { Deal: ['5'], Created: ['AUD'], Age: ['30'], Status: ['Won'] };
  expect(fit(settings, moved).choices.worth).toEqual({
    kind: 'column',
    column: 0,
    currency: { column: 1, code: 'AUD' },
  });
  const { Created: _, ...without } = moved;
  // A column that the file lacks is found anew, and no column stays none.
  expect(fit(settings, without).choices.worth).toMatchObject({ currency: { code: 'AUD' } });
  expect(fit(settings, without).choices.worth).not.toHaveProperty('currency.column');
  const none = kept({ worth: { kind: 'column', column: 3, currency: { column: null } } });
  expect(fit(none, without).choices.worth).toMatchObject({ currency: { column: null } });
  expect(fit(kept({ currency: 'GBP' }), without).choices.currency).toBe('GBP');
});

test('ranges of a column without numbers, and a column of amounts that is gone, do not apply', () => {
  const settings = kept({
    ranges: new Map([[1, [{ min: 0, max: null, label: 'all' }]]]),
    worth: { kind: 'column', column: 3 },
    basis: 'value',
  });
  const { choices, notes } = fit(settings, { Status: ['Won'], Age: ['young'] });
  expect(choices.ranges.size).toBe(0);
  expect(choices).toMatchObject({ worth: null, basis: undefined });
  expect(notes).toEqual([
    { kind: 'column', header: 'Deal' },
    { kind: 'ranges', header: 'Age' },
  ]);
});

const day = (text: string) => Date.parse(`${text}T00:00:00Z`);
const filter = (from: string, to: string): DateFilter => ({
  ...NO_DATES,
  dateColumn: 2,
  from: day(from),
  to: day(to),
  youngerThanDays: 7,
});
const NOVEMBER = { Status: ['Won', 'Lost'], Age: ['1', '2'], Created: ['2026-11-01 10:00', '2026-11-20'] };

test.each([
  ['2026-10-01', '2026-10-31', false],
  ['2026-10-01', '2026-11-01', true],
  ['2026-11-20', '2026-12-31', true],
  ['2026-11-21', '2026-12-31', false],
])('days from %s to %s stay where the file has a lead in them: %s', (from, to, stays) => {
  const { choices, notes } = fit(kept({ dateFilter: filter(from, to) }), NOVEMBER);
  const days = stays ? { from: day(from), to: day(to) } : { from: null, to: null };
  expect(choices.dateFilter).toEqual({ ...filter(from, to), ...days });
  expect(notes).toEqual(stays ? [] : [{ kind: 'days', header: 'Created' }]);
});

test('names of dates follow the way in which the file writes them', () => {
  const settings = kept({
    attributeColumns: [2],
    dates: new Map([[2, { preset: 'month', format: 'iso' } as const]]),
  });
  const { choices } = fit(settings, { Status: ['Won'], Created: ['31.10.2026'] });
  expect(choices.dates?.get(1)).toEqual({ preset: 'month', format: 'day-first' });
});

test('values are compared after renaming', () => {
  const settings = kept(
    { mappings: new Map([[1, new Map([['old', 'Senior']])]]) },
    new Map([
      [0, new Set(['Won', 'Lost', '(Blank)'])],
      [1, new Set(['Senior', 'Junior'])],
    ]),
  );
  const { notes } = fit(settings, { Status: ['Won', '', 'New'], Age: ['old', 'Child', 'Senior'] });
  expect(notes).toEqual([
    { kind: 'missing', header: 'Status', values: ['Lost'] },
    { kind: 'new', header: 'Status', values: ['New'] },
    { kind: 'missing', header: 'Age', values: ['Junior'] },
    { kind: 'new', header: 'Age', values: ['Child'] },
  ]);
});

test('what was chosen for a column follows it to its new place: names of values, ranges, the way of its numbers', () => {
  const ranges = [{ min: 0, max: null, label: 'all' }];
  const settings = kept({
    mappings: new Map([[1, new Map([['30', 'Thirty']])]]),
    ranges: new Map([[1, ranges]]),
    numberFormats: new Map([[1, 'decimal-comma']]),
  });
  const { choices } = fit(settings, { Deal: ['5'], Status: ['Won'], Age: ['30'] });
  expect(choices.mappings).toEqual(new Map([[2, new Map([['30', 'Thirty']])]]));
  expect(choices.ranges).toEqual(new Map([[2, ranges]]));
  expect(choices.numberFormats).toEqual(new Map([[2, 'decimal-comma']]));
});

test('a chosen status that the file lacks is named, also where the earlier values are not known', () => {
  const settings = kept({ leftOutStatuses: new Set(['Spam']) });
  const { notes } = fit(settings, { Status: ['Lost'], Age: ['30'] });
  expect(notes).toEqual([{ kind: 'missing', header: 'Status', values: ['Spam', 'Won'] }]);
});

test('dates are read in the way of the file, wherever its column stands', () => {
  const dates = new Map([[2, { preset: 'month' as const, format: 'month-first' as const }]]);
  const settings = kept({ attributeColumns: [2], dates });
  const { choices } = fit(settings, { Created: ['13.01.2026', '14.02.2026'], Status: ['Won', 'Lost'] });
  expect(choices.dates).toEqual(new Map([[0, { preset: 'month', format: 'day-first' }]]));
});

test.each(['day-first', 'month-first'] as const)('dates that can be read in two ways stay %s', (format) => {
  const dates = new Map([[2, { preset: 'month' as const, format }]]);
  const settings = kept({ attributeColumns: [2], dates });
  const { choices } = fit(settings, { Created: ['01/02/2026', '03/04/2026'], Status: ['Won', 'Lost'] });
  expect(choices.dates?.get(0)?.format).toBe(format);
});

test('the dates that count are read in the way of the file where it is another one', () => {
  const dateFilter = { ...filter('2026-01-01', '2026-12-31'), dateFormat: 'month-first' as const };
  const file = { Status: ['Won', 'Lost'], Age: ['1', '2'], Created: ['13.01.2026', '14.02.2026'] };
  expect(fit(kept({ dateFilter }), file).choices.dateFilter).toEqual({ ...dateFilter, dateFormat: null });
});
