import { expect, test } from 'vitest';
import { isOlderFile } from '#frontend/features/saved/file-date.ts';

const day = (text: string) => Date.parse(text);

test.each([
  ['leads-2026-09.csv', 'leads-2026-10.csv'],
  ['leads_20260930.csv', 'leads_20261001.csv'],
  ['Leads 30.09.2026.xlsx', 'Leads 01.10.2026.xlsx'],
  ['2026-09-14 export.csv', 'leads-2026-09.csv'], // a month ends with its last day
])('%s is older than %s, whenever they were saved', (older, newer) => {
  const [first, second] = [
    { fileName: older, knownBy: day('2026-11-20') },
    { fileName: newer, knownBy: day('2026-11-10') },
  ];
  expect(isOlderFile(first, second)).toBe(true);
  expect(isOlderFile(second, first)).toBe(false);
});

test.each([
  'leads-20261.csv', // five digits
  '120260930.csv',
  '2026-13.csv',
  '2026-00-10.csv',
  'Leads 32.09.2026.csv',
  'Leads 30.13.2026.csv',
  'Leads 130.09.2026.csv',
  'Leads 30.09.20265.csv',
  'Leads 1.9.2026.csv',
  '1999-09.csv',
])('%s has no date in its name', (fileName) => {
  const other = { fileName: '2026-10.csv', knownBy: 5 };
  expect(isOlderFile({ fileName, knownBy: 6 }, other)).toBe(false);
  expect(isOlderFile({ fileName, knownBy: 4 }, other)).toBe(true);
});

test.each([
  ['2026 09 leads.csv', '2026.10.01.csv'],
  ['202609.csv', '202610.csv'],
  ['leads 01-10-2026.csv', '2026-10-02.csv'],
  ['2026-09-30.csv', '2026-10-01.csv'],
  ['2026-10-09.csv', '10_10_2026.csv'],
  ['2026-10-29.csv', '2026-10-31.csv'],
  ['2026-10-40.csv', '2026-11.csv'], // no day: the whole month
])('%s is older than %s by their names', (older, newer) => {
  expect(isOlderFile({ fileName: older, knownBy: 9 }, { fileName: newer, knownBy: 1 })).toBe(true);
  expect(isOlderFile({ fileName: newer, knownBy: 1 }, { fileName: older, knownBy: 9 })).toBe(false);
});

test('of two files with the same date the time by which they were known decides, and an unknown time is the earliest', () => {
  const fileName = '2026-10.csv';
  expect(isOlderFile({ fileName, knownBy: 1 }, { fileName: '2026-10-31.csv', knownBy: 2 })).toBe(true);
  expect(isOlderFile({ fileName, knownBy: null }, { fileName, knownBy: 1 })).toBe(true);
  expect(isOlderFile({ fileName, knownBy: 1 }, { fileName, knownBy: null })).toBe(false);
});

test('files without a date in both names are as old as the time by which they were known', () => {
  const october = { fileName: 'october.csv', knownBy: day('2026-11-01') };
  const november = { fileName: 'leads-2025-01.csv', knownBy: day('2026-12-01') };
  expect(isOlderFile(october, november)).toBe(true);
  expect(isOlderFile(november, october)).toBe(false);
  expect(isOlderFile(october, october)).toBe(false);
});
