import { expect, test } from 'vitest';
import { keptSettingsOf } from '#frontend/choices/kept-of-saved.ts';
import { holdsColumns } from '#frontend/features/saved/saved-work.tsx';
import { readRecord } from '#frontend/features/saved/read-record.ts';
import { savedAnswer, summary } from '#test/support/saved-analysis.ts';

const configuration = {
  statusColumn: 'Status',
  attributeColumns: ['Source', 'Age'],
  qualifiedValues: ['Yes'],
  notQualifiedValues: ['No', '(Blank)'],
  valueMappings: { Source: { ads: 'Ads' } },
  binningConfig: { Age: { type: 'numeric', bins: [{ min: 0, max: null, label: 'all' }] } },
  worth: { kind: 'column', column: 'Deal' },
  basis: 'value',
  dateFilter: { column: 'Created', format: null, from: '2026-10-01', to: null, youngerThanDays: 7 },
};

const metric = (fieldName: string, fieldValue: string) => {
  return { fieldName, fieldValue, totalLeads: 2, qualifiedLeads: 1, conversionRate: 50 };
};

const read = (metrics: object[], rest: object = {}) =>
  keptSettingsOf(readRecord(savedAnswer({ metrics }, { configurationData: configuration, ...rest })));

test('the settings of a saved analysis have the columns by their names, and the values that the file had', () => {
  const kept = read([metric('Source', 'Ads'), metric('Source', 'Mail'), metric('Age', 'all')], {
    name: 'October',
  });
  expect(kept).toMatchObject({ name: 'October', settings: { conversionValue: 250, thresholdPercent: 12 } });
  const { headers = [], choices, known } = kept ?? {};
  const named = (column: number | null | undefined) => headers[column ?? -1];
  expect(named(choices?.statusColumn)).toBe('Status');
  expect(choices?.attributeColumns.map(named)).toEqual(['Source', 'Age']);
  expect(choices?.worth).toEqual({ kind: 'column', column: headers.indexOf('Deal') });
  expect(named(choices?.dateFilter?.dateColumn)).toBe('Created');
  expect(choices?.mappings.get(headers.indexOf('Source'))).toEqual(new Map([['ads', 'Ads']]));
  expect([...(known ?? [])].map(([column, values]) => [named(column), [...values]])).toEqual([
    ['Status', ['Yes', 'No', '(Blank)']],
    ['Source', ['Ads', 'Mail']],
  ]);
});

test('a chosen currency is kept with its column by its name', () => {
  const worth = { kind: 'column', column: 'Deal', currency: { column: 'Cur', code: 'CAD' } };
  const { headers = [], choices } = read([], { configurationData: { ...configuration, worth } }) ?? {};
  expect(choices?.worth).toMatchObject({ currency: { column: headers.indexOf('Cur'), code: 'CAD' } });
  expect(headers).toContain('Cur');
});

test('an analysis without a name of its own is called like its file', () => {
  expect(read([])?.name).toBe('worked.csv');
});

test('a record that may have lost segments says nothing about values', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => metric(at === 0 ? 'Source' : 'Other', `v${at}`));
  expect(read(many(4999))?.known.size).toBe(2);
  expect(read(many(5000))?.known.size).toBe(1);
});

test('a record that names no other statuses than the converted ones does not know all of them', () => {
  const configurationData = { ...configuration, notQualifiedValues: [] };
  const { known, headers = [] } = read([metric('Source', 'Ads')], { configurationData }) ?? {};
  expect([...(known?.keys() ?? [])].map((column) => headers[column])).toEqual(['Source']);
});

test('a record without choices has no settings', () => {
  expect(read([], { configurationData: null })).toBeNull();
});

test('a file has the columns of an analysis only if it has all of them', () => {
  expect(holdsColumns(['Device', 'x', 'Stage', 'Source'], summary())).toBe(true);
  expect(holdsColumns(['Device', 'Stage'], summary())).toBe(false);
  expect(holdsColumns(['Device', 'Source'], summary())).toBe(false);
  expect(holdsColumns(['Device', 'Stage', 'Source'], summary({ choices: null }))).toBe(false);
});
