import { expect, test } from 'vitest';
import { isOlderFile } from '#frontend/features/saved/kit/file-date.ts';

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

test('files without a date in both names are as old as the time by which they were known', () => {
  const october = { fileName: 'october.csv', knownBy: day('2026-11-01') };
  const november = { fileName: 'leads-2025-01.csv', knownBy: day('2026-12-01') };
  expect(isOlderFile(october, november)).toBe(true);
  expect(isOlderFile(november, october)).toBe(false);
  expect(isOlderFile(october, october)).toBe(false);
});
