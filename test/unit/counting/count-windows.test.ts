import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DAY } from '#contract/limits.ts';
import { NO_DATES, type LeadFilter, type Plan } from '#frontend/analysis/counts/mapping.ts';
import { TextTable } from '#frontend/csv/papaparse-reader.ts';
import { countWindows, type RulesToWatch } from '#frontend/counting/count-windows.ts';
import { createLoadedFile } from '#frontend/counting/loaded-file.ts';

const TODAY = Date.UTC(2026, 10, 26) / DAY;

// No age is found in a file whose newest date has not come yet.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: TODAY * DAY }));
afterEach(() => void vi.useRealTimers());

/** Status, source, device, and the day of the lead counted from today; null for none. */
type Lead = readonly [status: string, source: string, device: string, day: number | null];

const dayOf = (day: number | null) =>
  day === null ? 'soon' : new Date((TODAY + day) * DAY).toISOString().slice(0, 10);

const attribute = (column: number, field: string) => ({ column, field, ranges: null, mapping: new Map() });
const PLAN: Plan = {
  statusColumn: 0,
  qualified: new Set(['Won']),
  attributes: [attribute(1, 'Source'), attribute(2, 'Device')],
};
const WATCHED: RulesToWatch = {
  rules: [
    { field: 'Device', value: 'Phone', leads: 100 },
    { field: 'Source', value: 'Ads', leads: 100 },
  ],
  totalLeads: 500,
  mixes: [],
  reference: TODAY - 400,
  isMonthly: false,
};

function count(
  leads: readonly Lead[],
  watched: Partial<RulesToWatch> | null = {},
  filter: Partial<LeadFilter> = {},
  more: Partial<Plan> = {},
) {
  const rows = leads.map(([status, source, device, day]) => [status, source, device, dayOf(day)]);
  const loaded = createLoadedFile(new TextTable(['Status', 'Source', 'Device', 'Created'], rows), 2026);
  const plan = {
    ...PLAN,
    ...more,
    leads: { ...NO_DATES, leftOutStatuses: new Set(''), dateColumn: 3, ...filter },
  };
  const latest = countWindows(loaded, plan, { today: TODAY, watched: watched && { ...WATCHED, ...watched } });
  return (
    latest && {
      newest: latest.newest === null ? null : latest.newest - TODAY,
      windows:
        latest.windows?.map(({ first, last, ...counts }) => ({
          days: [first - TODAY, last - TODAY],
          ...counts,
        })) ?? null,
    }
  );
}

/** Leads of one day, none of which has converted. */
const leadsOf = (count: number, day: number): Lead[] =>
  Array.from({ length: count }, () => ['Lost', 'Web', 'Desk', day]);

test('the leads of the last 7 and of the last 14 days are counted, all of them and those of each rule', () => {
  const { newest, windows } = count([
    ['Won', 'Ads', 'Phone', 0],
    ['Lost', 'Ads', 'Desk', -6],
    ['Won', 'Web', 'Phone', -7],
    ['Lost', 'Web', 'Desk', -13],
    ['Won', 'Ads', 'Phone', -14],
    ['Won', 'Ads', 'Phone', null],
  ])!; // the plan has dates
  expect(newest).toBe(0);
  expect(windows).toEqual([
    {
      days: [-6, 0],
      total: { leads: 2, conversions: 1 },
      parts: [
        { leads: 1, conversions: 1 },
        { leads: 2, conversions: 1 },
      ],
      atMix: [],
    },
    {
      days: [-13, 0],
      total: { leads: 4, conversions: 2 },
      parts: [
        { leads: 2, conversions: 2 },
        { leads: 2, conversions: 1 },
      ],
      atMix: [],
    },
  ]);
});

test('the leads of each window are also counted at the mix of the reference', () => {
  // By hand: by phone 50 of 100 reference leads of Ads, 100 of 400 others. Later 1 of 1 and 0 of 3 of Ads, 0 of 2 and 2 of 2 of the others.
  const mixes = [
    {
      fieldName: 'Source',
      others: ['Device'],
      cells: [
        { values: ['Desk'], leads: 350 },
        { values: ['Phone'], leads: 150 },
      ],
      values: [{ fieldValue: 'Ads', leads: [50, 50] }],
    },
  ];
  const leads: Lead[] = [
    ['Won', 'Ads', 'Phone', 0],
    ...[0, -1, -2].map((day): Lead => ['Lost', 'Ads', 'Desk', day]),
    ...[0, -3].map((day): Lead => ['Lost', 'Web', 'Phone', day]),
    ...[0, -6].map((day): Lead => ['Won', 'Web', 'Desk', day]),
    ['Won', 'Ads', 'Desk', -20],
  ];
  const { windows } = count(leads, { mixes })!; // the plan has dates
  const [part, others] = [100 ** 2 / (50 ** 2 / 1 + 50 ** 2 / 3), 400 ** 2 / (100 ** 2 / 2 + 300 ** 2 / 2)];
  for (const { atMix } of windows ?? []) {
    expect(atMix[0]).toBeNull();
    expect(atMix[1]?.part.leads).toBeCloseTo(part, 9);
    expect(atMix[1]?.part.conversions).toBeCloseTo(part / 2, 9);
    expect(atMix[1]!.total.leads - part).toBeCloseTo(others, 9);
    expect(atMix[1]!.total.conversions - part / 2).toBeCloseTo(0.75 * others, 9);
  }
  expect(windows).toHaveLength(2);
  // By value as well: alerts go by conversions.
  const worth = { kind: 'per-status', amounts: new Map([['Won', 500]]) } as const;
  expect(count(leads, { mixes }, {}, { worth })?.windows).toEqual(windows);
});

test('a rule of a column or a value that the file lacks has no leads', () => {
  const rules = [
    { field: 'Campaign', value: 'Phone', leads: 100 },
    { field: 'Source', value: 'Radio', leads: 100 },
  ];
  expect(count([['Won', 'Ads', 'Phone', 0]], { rules })?.windows?.[0]).toMatchObject({
    total: { leads: 1, conversions: 1 },
    parts: [
      { leads: 0, conversions: 0 },
      { leads: 0, conversions: 0 },
    ],
  });
});

test('a lead of tomorrow is the newest one, since tomorrow has begun somewhere, and one of a later day is not', () => {
  expect(count([...leadsOf(1, 1), ...leadsOf(1, -3)])?.newest).toBe(1);
  expect(count([...leadsOf(1, 2), ...leadsOf(1, -3)])?.newest).toBe(-3);
  expect(count(leadsOf(1, 2))).toEqual({ newest: null, windows: null });
});

test('the newest leads are slips where they are few and far from the others, and the windows end before them', () => {
  const few = count([...leadsOf(1, 0), ...leadsOf(99, -100), ...leadsOf(10, -101)])!; // the plan has dates
  expect(few.newest).toBe(-100);
  expect(few.windows?.map(({ days, total }) => [days, total.leads])).toEqual([
    [[-106, -100], 109],
    [[-113, -100], 109],
  ]);
  expect(count([...leadsOf(2, 0), ...leadsOf(99, -100)])?.newest).toBe(0);
});

test('leads that do not count are in no window, though the newest of them says how old the others are', () => {
  const leads: Lead[] = [['Open', 'Ads', 'Phone', 0], ...leadsOf(3, -2)];
  const { newest, windows } = count(leads, {}, { leftOutStatuses: new Set(['Open']) })!; // the plan has dates
  expect([newest, windows?.[0]?.total.leads]).toEqual([0, 3]);
});

test('the windows end before young leads, as the visitor chose or as the file shows', () => {
  const chosen = count([...leadsOf(1, 0), ...leadsOf(4, -10)], {}, { youngerThanDays: 10 });
  expect(chosen?.windows?.map(({ days, total }) => [days, total.leads])).toEqual([
    [[-16, -10], 4],
    [[-23, -10], 4],
  ]);
  // Of the leads of the last four weeks none has converted, before that every second.
  const rising = Array.from({ length: 1000 }, (_, at): Lead => [
    at >= 280 && at % 2 === 0 ? 'Won' : 'Lost',
    'Web',
    'Desk',
    -Math.floor(at / 10),
  ]);
  expect(count(rising)?.windows?.map(({ days }) => days)).toEqual([
    [-34, -28],
    [-41, -28],
  ]);
});

test('without rules to watch only the newest day is found, and without dates nothing', () => {
  expect(count(leadsOf(2, -1), null)).toEqual({ newest: -1, windows: null });
  expect(count([['Won', 'Ads', 'Phone', null]])).toEqual({ newest: null, windows: null });
  expect(count(leadsOf(2, -1), {}, { dateColumn: null })).toBeNull();
});
