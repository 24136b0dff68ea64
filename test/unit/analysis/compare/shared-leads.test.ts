import { describe, expect, test } from 'vitest';
import { findSharedLeads, type ComparedFile } from '#frontend/analysis/compare/shared-leads.ts';
import { measurementOfCounts } from '#test/support/analysis-builders.ts';

const day = (text: string) => Date.parse(`${text}T00:00:00Z`);

interface Told {
  name?: string;
  values?: [string, number, number][];
  from?: string;
  to?: string;
  column?: string;
  knownBy?: string;
  leftOut?: number;
}

function file(told: Told): ComparedFile {
  const { name = 'a.csv', values = [['A', 10, 1]], from, to, column = 'Created', knownBy, leftOut } = told;
  const date = {
    column,
    dateFormat: null,
    from: from ? day(from) : null,
    to: to ? day(to) : null,
    youngerThanDays: null,
  };
  const none = { byStatus: 0, unreadableDate: 0, byDate: 0, young: 0 };
  return {
    measurement: {
      ...measurementOfCounts([{ name: 'Source', values }]),
      ...(leftOut && { leftOut: { ...none, young: leftOut } }),
    },
    context: {
      fileName: name,
      statusColumn: 'Status',
      qualifiedValues: ['Won'],
      attributes: [{ field: 'Source', ranges: null, mapping: new Map() }],
      leads: { leftOutStatuses: [], date },
    },
    knownBy: knownBy ? Date.parse(knownBy) : null,
  };
}

const other: Told = { name: 'b.csv', values: [['A', 11, 1]] };
const find = (before: Told, after: Told) => findSharedLeads(file(before), file(after));

describe('two files', () => {
  test('with the same name and number of rows are the same file', () => {
    expect(find({}, { values: [['B', 10, 3]] })).toBe('same-file');
    expect(find({}, { values: [['B', 11, 3]] })).toBeNull();
    // 10 leads of 12 rows, and 12 of 12.
    expect(find({ leftOut: 2 }, { values: [['B', 12, 3]] })).toBe('same-file');
    expect(find({}, { name: 'b.csv', values: [['B', 10, 3]] })).toBeNull();
  });

  test('with as many leads in all and in most values seem to hold the same leads', () => {
    const values = (...leads: number[]) =>
      leads.map((count, at): [string, number, number] => [`V${at}`, count, 1]);
    const before = { values: values(10, 20, 30, 40) };
    expect(find(before, { name: 'b.csv', values: values(10, 20, 30, 40) })).toBe('same-counts');
    // The same leads, of which more have converted.
    const later = values(10, 20, 30, 40).map(([name, leads]): [string, number, number] => [name, leads, 9]);
    expect(find(before, { name: 'b.csv', values: later })).toBe('same-counts');
    expect(find(before, { name: 'b.csv', values: values(10, 20, 31, 39) })).toBeNull();
    expect(find(before, { name: 'b.csv', values: values(10, 20, 30, 41) })).toBeNull();
    // Three of five values.
    expect(find({ values: values(1, 2, 3, 4, 5) }, { name: 'b.csv', values: values(1, 2, 3, 5, 4) })).toBe(
      'same-counts',
    );
  });

  test('that were limited to overlapping days of one column share leads', () => {
    const october = { from: '2026-10-01', to: '2026-10-31' };
    expect(find(october, { ...other, from: '2026-10-31', to: '2026-11-30' })).toBe('dates-overlap');
    expect(find(october, { ...other, from: '2026-11-01', to: '2026-11-30' })).toBeNull();
    expect(find({ ...other, from: '2026-11-01' }, october)).toBeNull();
    expect(find(october, { ...other, from: '2026-10-31', column: 'Closed' })).toBeNull();
    expect(find(october, other)).toBeNull();
  });

  test('of which one has no last day: it ends when it was saved', () => {
    const open = { from: '2026-10-01' };
    const november = { ...other, from: '2026-11-01', to: '2026-11-30' };
    expect(find(open, november)).toBe('dates-overlap');
    expect(find({ ...open, knownBy: '2026-10-31T18:00:00Z' }, november)).toBeNull();
    expect(find({ ...open, knownBy: '2026-11-01T08:00:00Z' }, november)).toBe('dates-overlap');
  });
});
