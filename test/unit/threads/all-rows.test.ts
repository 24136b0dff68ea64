import { expect, test } from 'vitest';
import { NO_DATES, type Plan } from '#frontend/analysis/counts/mapping.ts';
import { TextTable } from '#frontend/csv/papaparse-reader.ts';
import { allRows } from '#frontend/threads/leads/all-rows.ts';
import { fitOf } from '#frontend/counting/fit-plan.ts';
import { createLoadedFile, type LoadedFile } from '#frontend/counting/loaded-file.ts';
import { describeFile } from '#frontend/threads/leads/describe-file.ts';
import type { Asking } from '#frontend/threads/leads/questions.ts';
import { SEND_ANSWERS, type RowsQuestion } from '#frontend/threads/leads/send-answers.ts';

const ROWS = [
  ['Won', 'Ads', '5 €'],
  ['Won', 'Ads', '5 €'],
  ['Spam', 'Web', ''],
  ['Lost', 'Web', '$7'],
];
const HEADERS = ['Status', 'Source', 'Deal'];
const PLAN: Plan = {
  statusColumn: 0,
  qualified: new Set(['Won']),
  attributes: [{ column: 1, field: 'Source', ranges: null, mapping: new Map() }],
};

/** A file of which the second row was left out as a duplicate, or nothing. */
function open(marks: number[] | null) {
  const whole = new TextTable(HEADERS, ROWS);
  if (marks === null) return createLoadedFile(whole, 2026);
  const table = new TextTable(
    HEADERS,
    ROWS.filter((_, row) => marks[row] === 0),
  );
  return createLoadedFile(table, 2026, { table: whole, marks: Uint8Array.from(marks) });
}

test('all rows of the dropped file are read, each with the lead that it is or the reason why it is none', () => {
  const leads = { ...NO_DATES, leftOutStatuses: new Set(['Spam']) };
  const worth = { kind: 'column', column: 2, currency: { code: 'EUR' } } as const;
  const { rowCount, hasLeftOut, read } = allRows(open([0, 2, 0, 0]), { ...PLAN, leads, worth });
  expect([rowCount, hasLeftOut]).toEqual([4, true]);
  expect([...read(0, 2), ...read(2, 9)]).toEqual([
    { cells: ROWS[0], leftOut: null, lead: 0 },
    { cells: ROWS[1], leftOut: 'left-out-duplicate' },
    { cells: ROWS[2], leftOut: 'left-out-status' },
    { cells: ROWS[3], leftOut: 'other-currency' },
  ]);
});

test('each way to leave rows out is told, and where none is left out nothing is', () => {
  const leftOut = (marks: number[] | null, change: Partial<Plan> = {}) =>
    allRows(open(marks), { ...PLAN, ...change }).hasLeftOut;
  expect(leftOut(null)).toBe(false);
  expect(leftOut([0, 0, 0, 0])).toBe(false);
  expect(leftOut([0, 0, 1, 0])).toBe(true);
  expect(leftOut(null, { leads: { ...NO_DATES, leftOutStatuses: new Set(['Spam']) } })).toBe(true);
  expect(leftOut(null, { worth: { kind: 'column', column: 2, currency: { code: 'EUR' } } })).toBe(true);
  expect(leftOut(null, { worth: { kind: 'per-status', amounts: new Map([['Won', 5]]) } })).toBe(false);
});

// The other tools are not used.
const makeRowsFile = (loaded: LoadedFile, asked: RowsQuestion) =>
  SEND_ANSWERS.makeRowsFile(asked, { loaded: () => loaded } as Asking);

test('a file of rows has those of the dropped file, with a reason behind each', async () => {
  const rows = [3, 1, 0, 2, 3, 0].map((row) => ({ row, reason: `row ${row}` }));
  const { blob, headings, preview } = makeRowsFile(open([0, 2, 0, 0]), { rows, heading: 'Source' });
  expect(headings).toEqual([...HEADERS, 'Source (2)']);
  expect(preview).toEqual(rows.slice(0, 5).map(({ row, reason }) => [...(ROWS[row] ?? []), reason]));
  const lines = (await blob.text()).trim().split('\r\n');
  expect(lines).toHaveLength(7);
  expect(lines.at(-1)).toBe('Won,Ads,5 €,row 0');
  expect(blob.type).toBe('text/csv');
  expect(makeRowsFile(open(null), { rows: rows.slice(0, 1), heading: 'Why' }).preview).toEqual([
    [...(ROWS[3] ?? []), 'row 3'],
  ]);
});

test('an opened file shows its first five rows and how it was read', () => {
  const rows = Array.from({ length: 9 }, (_, row) => ['Won', `${row}`, '']);
  const loaded = createLoadedFile(new TextTable(HEADERS, rows), 2026);
  const leftOut = { testLeads: 0, duplicates: 0 };
  const report = { encoding: 'utf-8' } as Parameters<typeof describeFile>[1]['report'];
  const opened = describeFile(loaded, { number: 7, file: new File(['abc'], 'leads.csv'), report, leftOut });
  expect(opened).toMatchObject({
    number: 7,
    fileName: 'leads.csv',
    sizeBytes: 3,
    rowCount: 9,
    report,
    leftOut,
  });
  expect(opened.preview).toEqual(rows.slice(0, 5));
});

test('a fit is that of the last plan as long as its choices are the same, by conversions or by value', () => {
  const loaded = open(null);
  const byValue: Plan = { ...PLAN, worth: { kind: 'per-status', amounts: new Map([['Won', 5]]) } };
  const first = fitOf(loaded, PLAN);
  expect(fitOf(loaded, structuredClone(PLAN))).toBe(first);
  expect([first.tally.worth, first.tally.valued]).toEqual([undefined, undefined]);
  const second = fitOf(loaded, byValue);
  expect(second).not.toBe(first);
  expect(second.measurement.value?.total).toBe(10);
  expect(second.tally.valued).toBeDefined();
  expect(first.measurement.value).toBeFalsy();
  expect(fitOf(loaded, byValue)).toBe(second);
});
