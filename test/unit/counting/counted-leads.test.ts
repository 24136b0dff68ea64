import { expect, test } from 'vitest';
import { NO_DATES, type LeadFilter, type Plan } from '#frontend/analysis/counts/mapping.ts';
import { TextTable } from '#frontend/csv/papaparse-reader.ts';
import { countedLeads, whyLeftOut } from '#frontend/counting/counted-leads.ts';
import { createLoadedFile, describeColumn } from '#frontend/counting/loaded-file.ts';

/** Two columns of statuses, and two of days: the first can be read with the day or the month first. */
const ROWS = [
  ['Won', 'New', '05/01/2026', '2026-01-01'],
  ['Lost', 'Won', '05/02/2026', '2026-01-02'],
  ['Spam', 'New', '05/03/2026', '2026-01-03'],
  ['Open', 'Spam', '05/04/2026', '2026-01-04'],
  ['Won', 'Won', '05/05/2026', '2026-01-05'],
  ['Lost', 'New', '05/06/2026', '2026-01-06'],
  ['Won', 'New', '05/07/2026', '2026-01-07'],
];
const open = () => createLoadedFile(new TextTable(['Status', 'Stage', 'Created', 'Closed'], ROWS), 2026);

const day = (text: string) => Date.parse(text);
const FILTER: LeadFilter = {
  leftOutStatuses: new Set(['Spam', 'Open']),
  dateColumn: 2,
  dateFormat: 'month-first',
  from: day('2026-05-02'),
  to: day('2026-05-07'),
  youngerThanDays: 1,
};
const PLAN: Plan = { statusColumn: 0, qualified: new Set(['Won']), attributes: [], leads: FILTER };

const rowsOf = ({ table }: ReturnType<typeof open>) =>
  table.readRows(0, table.rowCount).map(([, , at]) => at);

test('the leads that count are those between the chosen days, old enough and of other statuses', () => {
  const counted = countedLeads(open(), PLAN);
  expect(rowsOf(counted)).toEqual(['05/02/2026', '05/05/2026', '05/06/2026']);
  expect(counted.selection?.leftOut).toEqual({ byStatus: 2, unreadableDate: 0, byDate: 1, young: 1 });
  // Nothing of the other leads is in its columns, nor counted yet.
  const { values, leads } = describeColumn(counted, 0);
  expect([values, [...leads]]).toEqual([
    ['Lost', 'Won'],
    [2, 1],
  ]);
  expect(counted.counts).toEqual({ folds: [], converted: null, amounts: null, fitted: null });
});

test.each<[string, Partial<Plan>]>([
  ['column of statuses', { statusColumn: 1 }],
  ['status more', { leads: { ...FILTER, leftOutStatuses: new Set(['Spam', 'Open', 'Lost']) } }],
  ['status in the place of another', { leads: { ...FILTER, leftOutStatuses: new Set(['Spam', 'Lost']) } }],
  ['column of dates', { leads: { ...FILTER, dateColumn: 3 } }],
  ['way to read dates', { leads: { ...FILTER, dateFormat: 'day-first' } }],
  ['first day', { leads: { ...FILTER, from: day('2026-05-03') } }],
  ['last day', { leads: { ...FILTER, to: day('2026-05-05') } }],
  ['age', { leads: { ...FILTER, youngerThanDays: 2 } }],
])('another %s gives other leads, and the choice before gives its own again', (_, change) => {
  const loaded = open();
  const before = rowsOf(countedLeads(loaded, PLAN));
  const changed = { ...PLAN, ...change };
  expect(rowsOf(countedLeads(loaded, changed))).toEqual(rowsOf(countedLeads(open(), changed)));
  expect(rowsOf(countedLeads(loaded, changed))).not.toEqual(before);
  expect(rowsOf(countedLeads(loaded, PLAN))).toEqual(before);
});

test('a filter that leaves no lead out has none with a reason, and the file itself counts', () => {
  const leads = { ...NO_DATES, leftOutStatuses: new Set(['Unheard of']) };
  const loaded = open();
  expect(whyLeftOut(loaded, { ...PLAN, leads }).hasLeftOut).toBe(false);
  expect(countedLeads(loaded, { ...PLAN, leads })).toBe(loaded);
  expect(whyLeftOut(loaded, PLAN).hasLeftOut).toBe(true);
});

test('of several reasons the status comes first, then a date that cannot be read, then the days, then the age', () => {
  const rows = [
    ['Spam', 'soon'],
    ['Won', 'soon'],
    ['Won', '2026-05-09'],
    ['Won', '2026-05-08'],
    ['Won', '2026-05-07'],
  ];
  const loaded = createLoadedFile(new TextTable(['Status', 'Created'], rows), 2026);
  const leads: LeadFilter = {
    ...FILTER,
    dateColumn: 1,
    dateFormat: null,
    to: day('2026-05-08'),
    youngerThanDays: 2,
  };
  const { reasonOf } = whyLeftOut(loaded, { ...PLAN, leads });
  expect([...rows.keys(), rows.length].map((row) => reasonOf(row))).toEqual([
    'left-out-status',
    'left-out-unreadable-date',
    'left-out-date',
    'left-out-young',
    null,
    null,
  ]);
});
