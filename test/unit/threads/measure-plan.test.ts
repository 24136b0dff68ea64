import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { judge, measure } from '#frontend/analysis/judge/analyse.ts';
import type { DateFormat, DatePreset } from '#frontend/analysis/columns/dates.ts';
import { NUMBER_FORMATS } from '#frontend/analysis/columns/number-format.ts';
import { TextTable } from '#frontend/csv/papaparse-reader.ts';
import {
  amountsOf,
  conversionsPerValue,
  convertedOf,
  foldsOf,
  isSameFit,
} from '#frontend/counting/cached-counts.ts';
import { countedLeads, whyLeftOut } from '#frontend/counting/counted-leads.ts';
import { measurePlan, tallyPlan } from '#frontend/counting/count-plan.ts';
import { leaveOutLeads } from '#frontend/counting/leave-out.ts';
import { createLoadedFile, describeColumn, type LoadedFile } from '#frontend/counting/loaded-file.ts';
import { splitPlanByDate } from '#frontend/counting/split-by-date.ts';
import { completeNames, type NameLists } from '#frontend/counting/sent-measurement.ts';
import {
  NO_DATES,
  type LeadFilter,
  type LeftOutLeads,
  type AttributePlan,
  type Plan,
  type WorthReport,
} from '#frontend/analysis/counts/mapping.ts';
import { readFile, rowsOf } from '#test/support/csv-read.ts';
import { expectSame } from '#test/support/expect-same.ts';

const STATUSES = ['Won', 'Lost', '', 'Open'];
const VALUES = '|2026-03-01|2026-03-09|a|b|c|1|2|2.5|2,5|1.200|10|(Blank)|__proto__'.split('|');
const SETTINGS = { conversionValue: 100, thresholdPercent: 5 };

const AMOUNTS = ['', '0', '12.5', '0.1', '1,5', '700', 'x', '-3'];

/** A status, three attributes and an amount. Values repeat, so that pairs are large enough to be tested. */
const rows = fc
  .array(
    fc.record({
      row: fc.tuple(
        fc.constantFrom(...STATUSES),
        ...[1, 2, 3].map(() => fc.constantFrom(...VALUES)),
        // A negative amount leaves no figures by value, so it is rare.
        fc.oneof({ weight: 30, arbitrary: fc.constantFrom(...AMOUNTS.slice(0, -1)) }, fc.constant('-3')),
      ) as fc.Arbitrary<string[]>,
      times: fc.integer({ min: 1, max: 60 }),
    }),
    { minLength: 2, maxLength: 25 },
  )
  .map((groups) => groups.flatMap(({ row, times }) => Array.from({ length: times }, () => row)));

const attributePlans: fc.Arbitrary<AttributePlan> = fc.record({
  numberFormat: fc.constantFrom(undefined, ...NUMBER_FORMATS),
  column: fc.integer({ min: 1, max: 3 }),
  field: fc.constantFrom('Source', 'Device'),
  ranges: fc.constantFrom(
    null,
    [],
    [
      { min: 0, max: 2, label: 'few' },
      { min: 2.01, max: null, label: 'a' },
    ],
    [{ min: 2, max: 2, label: '' }],
  ),
  dates: fc.constantFrom(null, null, { preset: 'month' as const, format: 'iso' as const }),
  mapping: fc
    .array(fc.tuple(fc.constantFrom(...VALUES, 'few'), fc.constantFrom('', ' ', 'a', 'new', '(Blank)', 'zz')))
    .map((entries) => new Map(entries)),
});

const DAYS = ['2026-01-01', '2026-01-05', '2026-01-09 23:30', '2026-01-09T08:00:00-05:00', '', 'soon'];

const filters: fc.Arbitrary<LeadFilter> = fc.record({
  leftOutStatuses: fc.subarray(['Lost', 'Open', '(Blank)']).map((statuses) => new Set(statuses)),
  dateColumn: fc.constantFrom(5, 5, null),
  dateFormat: fc.constantFrom('iso', null, 'day-first'),
  from: fc.constantFrom(null, Date.UTC(2026, 0, 5), Date.UTC(2026, 0, 6)),
  to: fc.constantFrom(null, Date.UTC(2026, 0, 8), Date.UTC(2026, 0, 9)),
  youngerThanDays: fc.constantFrom(null, 0, 1, 4, 5, 90),
});

interface Reasons {
  statusColumn: number;
  filter: LeadFilter;
  newest: string;
}

/** The reason for which a lead is left out, told from its own cells. */
function reasonOf(
  row: readonly string[],
  { statusColumn, filter, newest }: Reasons,
): keyof LeftOutLeads | null {
  if (filter.leftOutStatuses.has(row[statusColumn] || '(Blank)')) return 'byStatus';
  const asks = filter.from !== null || filter.to !== null || filter.youngerThanDays !== null;
  if (filter.dateColumn === null || !asks) return null;
  const day = row[5]!.slice(0, 10);
  if (filter.dateFormat === 'day-first' || !day.startsWith('2026')) return 'unreadableDate';
  const ms = Date.parse(day);
  if (ms < (filter.from ?? ms) || ms > (filter.to ?? ms)) return 'byDate';
  const age = (Date.parse(newest) - ms) / 86_400_000;
  return age < (filter.youngerThanDays ?? 0) ? 'young' : null;
}

/** A change by a person: everything, or one choice of the plan before. */
type Change = (before: Plan) => Plan;

const worths: fc.Arbitrary<Plan['worth']> = fc.oneof(
  fc.constant(null),
  fc.record({
    kind: fc.constant('column' as const),
    column: fc.constant(4),
    numberFormat: fc.constantFrom('plain', 'decimal-comma'),
  }),
  fc
    .array(fc.tuple(fc.constantFrom('Won', 'Lost', '(Blank)'), fc.constantFrom(0, 2.5, 100)))
    .map((amounts) => ({ kind: 'per-status' as const, amounts: new Map(amounts) })),
);

const plans: fc.Arbitrary<Plan> = fc.record({
  statusColumn: fc.constantFrom(0, 0, 0, 1),
  qualified: fc.subarray(['Won', 'Open', '(Blank)', 'a']).map((statuses) => new Set(statuses)),
  attributes: fc.array(attributePlans, { minLength: 1, maxLength: 3 }),
  worth: worths,
});

const changes: fc.Arbitrary<Change> = fc.oneof(
  plans.map((plan) => () => plan),
  plans.map(({ qualified }) => (before: Plan) => ({ ...before, qualified })),
  worths.map((worth) => (before: Plan) => ({ ...before, worth })),
  fc
    .tuple(
      attributePlans,
      fc.nat({ max: 2 }),
      fc.constantFrom('column', 'ranges', 'dates', 'mapping', 'numberFormat'),
    )
    .map(([other, place, choice]) => (before: Plan) => ({
      ...before,
      attributes: before.attributes.map((attribute, index) =>
        index === place ? { ...attribute, [choice]: other[choice as 'column'] } : attribute,
      ),
    })),
  fc.constant((before: Plan) => before),
);

async function readTable(cells: readonly string[][]) {
  const lines = [['Status', 'Source', 'Device', 'Visits', 'Amount', 'Day'], ...cells].map(
    (row) => `${row.map((cell) => `"${cell}"`).join(',')}\n`,
  );
  return (
    await readFile(lines.join(''), { encoding: 'utf-8', delimiter: ',', headerRow: 1, keepEmptyRows: true })
  ).table;
}

/** The report on the amounts, lead by lead. */
function worthOf(cells: readonly string[][], { statusColumn, qualified, worth }: Plan): WorthReport | null {
  if (!worth) return null;
  const report = { empty: 0, unreadable: 0, negative: 0, otherCurrency: 0 };
  for (const row of cells) {
    const status = row[statusColumn] || '(Blank)';
    if (!qualified.has(status)) continue;
    const cell = worth.kind === 'column' ? (row[worth.column] ?? '') : String(worth.amounts.get(status) ?? 0);
    const isRead = worth.kind === 'column' && worth.numberFormat !== 'plain';
    const amount = cell === '' ? 0 : Number(isRead ? cell.replace(',', '.') : cell);
    if (cell.includes('.') && isRead) report.unreadable++;
    else if (Number.isNaN(amount)) report.unreadable++;
    else if (amount < 0) report.negative++;
    else if (amount === 0) report.empty++;
  }
  return report;
}

test('a tally is the same from a table of the compiled reader and from one of texts', async () => {
  await fc.assert(
    fc.asyncProperty(rows, plans, async (cells, plan) => {
      const table = await readTable(cells);
      const texts = new TextTable(table.headers, rowsOf(table));
      expectSame(
        tallyPlan(createLoadedFile(table, 2026), plan),
        tallyPlan(createLoadedFile(texts, 2026), plan),
      );
    }),
    { numRuns: 100 },
  );
});

/** Cells with amounts as files have them: plain numbers alone, with points of either kind, and with other texts. */
const AMOUNT_CELLS = [
  ['', '0', '-0', '7', '+12', '007', '999999999999999', 'n/a', '-'],
  ['', '0.1', '12.5', '.5', '5.', '0.125', '33.333', '1234.567'],
  ['1.200', '3.500', '12.000', '7', ''],
  ['1.200', '3,5', '1e3', '9999999999999999', '12 %', '$5', '-3'],
];

test('amounts are the same from a table of the compiled reader and from one of texts', async () => {
  const cells = fc.array(fc.constantFrom(...AMOUNT_CELLS), { minLength: 1, maxLength: 2 }).chain((lists) =>
    fc.array(
      fc.tuple(fc.constantFrom('Won', 'Lost'), fc.constantFrom('a', 'b'), fc.constantFrom(...lists.flat())),
      {
        minLength: 1,
        maxLength: 30,
      },
    ),
  );
  await fc.assert(
    fc.asyncProperty(cells, fc.constantFrom(undefined, ...NUMBER_FORMATS), async (leads, numberFormat) => {
      const table = await readTable(
        leads.map(([status, value, amount]) => [status, value, '', '', amount, '']),
      );
      const texts = new TextTable(table.headers, rowsOf(table));
      const plan: Plan = {
        statusColumn: 0,
        qualified: new Set(['Won']),
        attributes: [{ column: 1, field: 'Source', ranges: null, mapping: new Map() }],
        worth: { kind: 'column', column: 4, ...(numberFormat && { numberFormat }) },
      };
      const measureOf = (loaded: LoadedFile) =>
        completeNames(measurePlan(loaded, plan, []), new Map()).measurement;
      expectSame(measureOf(createLoadedFile(table, 2026)), measureOf(createLoadedFile(texts, 2026)));
    }),
    { numRuns: 300 },
  );
});

test('after any changes a measurement is that of a count from scratch, to the last bit', async () => {
  await fc.assert(
    fc.asyncProperty(
      rows,
      plans,
      fc.array(fc.tuple(changes, fc.boolean()), { maxLength: 8 }),
      async (cells, firstPlan, turns) => {
        const table = await readTable(cells);
        const loaded = createLoadedFile(table, 2026);
        let plan = firstPlan;
        let known: NameLists = new Map();
        for (const [change, isFresh] of [[(before: Plan) => before, true] as const, ...turns]) {
          plan = structuredClone(change(plan)); // as it comes from the page
          // A page that has no list of names gets them all.
          const had: NameLists = isFresh ? new Map() : known;
          const sent = structuredClone(measurePlan(loaded, plan, [...had.keys()]));
          const { measurement: measured, names } = completeNames(sent, had);
          // No count: how the rows name currencies, which tests of their own are about.
          // And the statuses that do not count as converted, of which no combination knows.
          const { currencies: _, otherStatuses: __, ...measurement } = measured;
          known = names;
          const scratch = measure(tallyPlan(createLoadedFile(table, 2026), plan));
          expectSame({ ...measurement, worth: null }, scratch);
          expect(measurement.worth).toEqual(worthOf(cells, plan));
          expectSame(judge(measurement, SETTINGS), judge(scratch, SETTINGS));
          if (measurement.byValue && scratch.byValue)
            expectSame(judge(measurement.byValue, SETTINGS), judge(scratch.byValue, SETTINGS));
        }
      },
    ),
  );
});

const withoutAbsent = ({ numberFormat, ...attribute }: AttributePlan): AttributePlan =>
  numberFormat ? { ...attribute, numberFormat } : attribute;

test('a measurement of the leads that count is that of a file without the others', async () => {
  const dated = fc.tuple(rows, fc.array(fc.constantFrom(...DAYS), { minLength: 1, maxLength: 9 }));
  await fc.assert(
    fc.asyncProperty(
      dated,
      plans,
      fc.array(filters, { minLength: 1, maxLength: 3 }),
      async (file, anyPlan, turns) => {
        const [cells, days] = file;
        // A way of writing that is not chosen is found in the whole file.
        const attributes = anyPlan.attributes.map((attribute) => ({
          numberFormat: 'plain' as const,
          ...withoutAbsent(attribute),
        }));
        const plan = { ...anyPlan, attributes };
        const whole = cells.map((row, lead) => [...row, days[lead % days.length]!]);
        const newest =
          whole
            .map((row) => row[5]!.slice(0, 10))
            .filter((day) => day.startsWith('2026'))
            .toSorted()
            .at(-1) ?? '';
        const loaded = createLoadedFile(await readTable(whole), 2026);
        for (const leads of turns) {
          const counted = countedLeads(loaded, structuredClone({ ...plan, leads }));
          const sent = structuredClone(measurePlan(counted, plan, []));
          // How rows name currencies is that of the whole file.
          const { leftOut, currencies: _, ...measurement } = completeNames(sent, new Map()).measurement;
          const reasons = whole.map((row) =>
            reasonOf(row, { statusColumn: plan.statusColumn, filter: leads, newest }),
          );
          const table = new TextTable(
            ['Status', 'Source', 'Device', 'Visits', 'Amount', 'Day'],
            whole.filter((_, lead) => reasons[lead] === null),
          );
          const { currencies: __, ...alone } = measurePlan(createLoadedFile(table, 2026), plan, []);
          expectSame(measurement, completeNames(structuredClone(alone), new Map()).measurement);
          expectSame(tallyPlan(counted, plan), tallyPlan(createLoadedFile(table, 2026), plan));
          const countOf = (reason: string) => reasons.filter((one) => one === reason).length;
          expect(leftOut ?? { byStatus: 0, unreadableDate: 0, byDate: 0, young: 0 }).toEqual({
            byStatus: countOf('byStatus'),
            unreadableDate: countOf('unreadableDate'),
            byDate: countOf('byDate'),
            young: countOf('young'),
          });
        }
      },
    ),
    { numRuns: 80 },
  );
});

test('the leads that count are found once for a filter', async () => {
  const loaded = createLoadedFile(
    await readTable([
      ['Won', 'a', 'b', '1'],
      ['Lost', 'a', 'c', '2'],
    ]),
    2026,
  );
  const leads: LeadFilter = {
    leftOutStatuses: new Set(['Lost']),
    dateColumn: null,
    dateFormat: 'iso',
    from: null,
    to: null,
    youngerThanDays: null,
  };
  const plan: Plan = { statusColumn: 0, qualified: new Set(['Won']), attributes: [], leads };
  const counted = countedLeads(loaded, plan);
  expect(counted.table.rowCount).toBe(1);
  expect(countedLeads(loaded, structuredClone({ ...plan, qualified: new Set(['Lost']) }))).toBe(counted);
  expect(countedLeads(loaded, { ...plan, leads: { ...leads, leftOutStatuses: new Set() } })).toBe(loaded);
  expect(countedLeads(loaded, { ...plan, leads: null })).toBe(loaded);
  expect(whyLeftOut(loaded, plan).reasonOf(1)).toBe('left-out-status');
  expect(whyLeftOut(loaded, { ...plan, leads: null }).reasonOf(1)).toBeNull();
});

test('values and conversions are counted once for the same names, ranges and statuses', async () => {
  const table = await readTable([
    ['Won', 'a', 'b', '1'],
    ['Lost', 'c', 'b', '7'],
  ]);
  const loaded = createLoadedFile(table, 2026);
  const attributes: AttributePlan[] = [
    { column: 1, field: 'Source', ranges: null, mapping: new Map([['a', 'x']]) },
    { column: 3, field: 'Visits', ranges: [{ min: 0, max: 5, label: 'few' }], mapping: new Map() },
  ];
  const plan: Plan = { statusColumn: 0, qualified: new Set(['Won']), attributes };
  const [folds, converted] = [foldsOf(loaded, plan), convertedOf(loaded, plan)];
  const [source, visits] = foldsOf(loaded, structuredClone(plan));
  expect([source === folds[0], visits === folds[1]]).toEqual([true, true]);
  expect(convertedOf(loaded, structuredClone(plan))).toBe(converted);
});

test('the texts of plain amounts are not told apart, and conversions are counted once for the same statuses', async () => {
  const cells = [
    ['Won', 'a', '', '', '12.5'],
    ['Lost', 'a', '', '', '7'],
  ];
  const loaded = createLoadedFile(await readTable(cells), 2026);
  const worth = { kind: 'column', column: 4 } as const;
  const plan: Plan = { statusColumn: 0, qualified: new Set(['Won']), attributes: [], worth };
  const converted = convertedOf(loaded, plan);
  expect([...(amountsOf(loaded, plan, converted)?.valued?.amounts ?? [])]).toEqual([12.5]);
  expect(loaded.coded.has(4)).toBe(false);
  const conversions = conversionsPerValue(loaded, converted, 1);
  expect([...conversions]).toEqual([1]);
  expect(conversionsPerValue(loaded, converted, 1)).toBe(conversions);
});

test('amounts are read once for the same worth, and anew for another one', async () => {
  const cells = [
    ['Won', 'a', '1', '7'],
    ['Lost', 'a', '', ''],
  ];
  const loaded = createLoadedFile(await readTable(cells), 2026);
  const plan: Plan = { statusColumn: 0, qualified: new Set(['Won', 'Lost']), attributes: [] };
  const amountsFor = (worth: Plan['worth']) => {
    const read = () =>
      amountsOf(loaded, { ...plan, worth: structuredClone(worth) }, convertedOf(loaded, plan));
    return [read(), read()];
  };
  for (const [worth, amounts] of [
    [{ kind: 'column', column: 2 }, [1]],
    [{ kind: 'column', column: 3 }, [7]],
    [{ kind: 'per-status', amounts: new Map([['Won', 5]]) }, [5]],
    [{ kind: 'per-status', amounts: new Map([['Won', 6]]) }, [6]],
    [
      {
        kind: 'per-status',
        amounts: new Map([
          ['Won', 6],
          ['Lost', 2],
        ]),
      },
      [6, 2],
    ],
    [{ kind: 'per-status', amounts: new Map([['Lost', 2]]) }, [2]],
    [{ kind: 'column', column: 3 }, [7]],
  ] as const) {
    const [once, again] = amountsFor(worth);
    expect(once).toBe(again);
    expect([...(once?.valued?.amounts ?? [])]).toEqual(amounts);
  }
});

test('leads are not split by date where the plan says nothing of which leads count', async () => {
  const loaded = createLoadedFile(await readTable([['Won', 'a', '1', '7']]), 2026);
  const plan: Plan = { statusColumn: 0, qualified: new Set(['Won']), attributes: [] };
  expect(splitPlanByDate(loaded, plan)).toBeUndefined();
  expect(splitPlanByDate(loaded, { ...plan, leads: null })).toBeUndefined();
});

test('a fit is that of a plan with the same values, conversions and amounts, and of no other', () => {
  const plan: AttributePlan = { column: 1, field: 'Source', ranges: null, mapping: new Map() };
  const foldOf = (id: number) => ({ id, fold: { names: [], codeOf: new Uint32Array() }, plan });
  const [source, visits] = [foldOf(1), foldOf(2)];
  const converted = { statusColumn: 0, qualified: new Set(''), flags: new Uint8Array(), perValue: new Map() };
  const amounts = { report: { empty: 0, unreadable: 0, negative: 0, otherCurrency: 0 }, valued: null };
  const fit = { folds: [source, visits], converted, amounts };
  expect(isSameFit(fit, { ...fit, folds: [source, visits] })).toBe(true);
  expect(isSameFit(null, fit)).toBe(false);
  for (const other of [
    { folds: [source] },
    { folds: [source, visits, foldOf(3)] },
    { folds: [visits, source] },
    { folds: [source, foldOf(3)] },
    { converted: { ...converted } },
    { amounts: null },
  ])
    expect(isSameFit(fit, { ...fit, ...other })).toBe(false);
});

test('a column of ids has more than half as many values as filled cells, whatever is blank', async () => {
  const ids = Array.from({ length: 60 }, (_, lead) => [
    'Won',
    lead < 30 ? `id ${lead}` : '',
    '',
    `${lead % 25}`,
  ]);
  const loaded = createLoadedFile(await readTable(ids), 2026);
  expect([1, 2, 3].map((column) => describeColumn(loaded, column).isMostlyUnique)).toEqual([
    true,
    false,
    false,
  ]);
});

test('a file of which no leads are left out is not looked through', async () => {
  const table = await readTable([['Won', 'a', 'b', '1']]);
  const onSlice = vi.fn<() => Promise<void>>(async () => {});
  const left = await leaveOutLeads(table, {}, onSlice);
  expect(left).toEqual({ table, leftOut: { testLeads: 0, duplicates: 0 }, read: null });
  expect(onSlice).not.toHaveBeenCalled();
});

test('ranges that have moved or have another label have other values', async () => {
  const table = await readTable([
    ['Won', 'a', 'b', '1'],
    ['Lost', 'a', 'b', '7'],
  ]);
  const loaded = createLoadedFile(table, 2026);
  const leadsOf = (range: { min: number; max: number | null; label: string }) => {
    const attributes = [{ column: 3, field: 'Visits', ranges: [range], mapping: new Map<string, string>() }];
    const plan = { statusColumn: 0, qualified: new Set(['Won']), attributes };
    const { measurement } = completeNames(measurePlan(loaded, plan, []), new Map());
    const { segments } = judge(measurement, SETTINGS);
    return segments.find(({ value }) => value === range.label)?.leads;
  };
  expect(leadsOf({ min: 0, max: 5, label: 'few' })).toBe(1);
  expect(leadsOf({ min: 0, max: null, label: 'few' })).toBe(2);
  expect(leadsOf({ min: 0, max: null, label: 'all' })).toBe(2);
  expect(leadsOf({ min: 8, max: null, label: 'all' })).toBeUndefined();
});

test('the way of writing numbers is that of the whole file, whichever leads count', async () => {
  // The comma of the lead that is left out says that the point separates thousands.
  const loaded = createLoadedFile(
    await readTable([
      ['Won', 'a', 'b', '1.200'],
      ['Lost', 'a', 'b', '3,5'],
    ]),
    2026,
  );
  const leads: LeadFilter = { ...NO_DATES, leftOutStatuses: new Set(['Lost']) };
  const ranges = [
    { min: 0, max: 10, label: 'few' },
    { min: 11, max: null, label: 'many' },
  ];
  const plan: Plan = {
    statusColumn: 0,
    qualified: new Set(['Won']),
    attributes: [{ column: 3, field: 'Visits', ranges, mapping: new Map() }],
    leads,
    worth: { kind: 'column', column: 3 },
  };
  const counted = countedLeads(loaded, plan);
  const { measurement } = completeNames(measurePlan(counted, plan, []), new Map());
  expect(measurement.fields.map(({ values }) => values)).toEqual([['many']]);
  expect(measurement.byValue?.value?.total).toBe(1200);
});

test('dates that are read or named in another way than before have other values', async () => {
  const loaded = createLoadedFile(
    await readTable(
      Array.from({ length: 40 }, (_, lead) => ['Won', lead < 30 ? '01/02/2026' : '02/01/2026']),
    ),
    2026,
  );
  const leadsOf = (format: DateFormat, preset: DatePreset = 'month') => {
    const dates = { preset, format };
    const attributes = [
      { column: 1, field: 'Source', ranges: null, mapping: new Map<string, string>(), dates },
    ];
    const plan = { statusColumn: 0, qualified: new Set(['Won']), attributes };
    const { measurement } = completeNames(measurePlan(loaded, plan, []), new Map());
    return judge(measurement, SETTINGS).segments.map(({ value, leads }) => [value, leads]);
  };
  const [first, second] = [leadsOf('day-first'), leadsOf('month-first')];
  expect(Object.fromEntries(first)).toEqual({ '2026-02': 30, '2026-01': 10 });
  expect(Object.fromEntries(second)).toEqual({ '2026-01': 30, '2026-02': 10 });
  expect(Object.fromEntries(leadsOf('month-first', 'quarter'))).toEqual({ '2026 Q1': 40 });
  expect(leadsOf('day-first')).toEqual(first);
});

test('a list of names that the page has does not come again', async () => {
  const table = await readTable(STATUSES.map((status) => [status, 'a', 'b', '1']));
  const loaded = createLoadedFile(table, 2026);
  const attribute = (column: number, mapping: [string, string][] = []) => ({
    column,
    field: `field ${column}`,
    ranges: null,
    mapping: new Map(mapping),
  });
  const plan = { statusColumn: 0, qualified: new Set(['Won']), attributes: [attribute(1), attribute(2)] };
  const namesOf = (change: Partial<Plan>, known: readonly number[]) =>
    measurePlan(loaded, { ...plan, ...change }, known).fields.map(({ values }) => values.names);
  const ids = measurePlan(loaded, plan, []).fields.map(({ values }) => values.id);
  expect(namesOf({ qualified: new Set(['Lost']) }, ids)).toEqual([null, null]);
  expect(namesOf({ attributes: [attribute(1, [['a', 'x']]), attribute(2)] }, ids)).toEqual([['x'], null]);
  expect(namesOf({}, [])).toEqual([['a'], ['b']]);
});

test('a measurement has the statuses that do not count as converted, of the leads that count', async () => {
  const many = Array.from({ length: 120 }, (_, at) => [`Stage ${at}`, 'a']);
  const cells = [
    ...['Won', 'Lost', 'New', 'New', '', '', ''].map((status) => [status, 'a']),
    ...many,
    ['x'.repeat(201), 'a'],
    ...Array.from({ length: 4 }, () => ['y'.repeat(200), 'a']),
  ];
  const loaded = createLoadedFile(await readTable(cells.map((row) => [...row, '', '', '', ''])), 2026);
  const plan: Plan = {
    statusColumn: 0,
    qualified: new Set(['Won']),
    attributes: [{ column: 1, field: 'Source', ranges: null, mapping: new Map() }],
  };
  const statuses = measurePlan(loaded, plan, []).otherStatuses ?? [];
  expect(statuses.slice(0, 4)).toEqual([
    { value: 'y'.repeat(200), leads: 4 },
    { value: '(Blank)', leads: 3 },
    { value: 'New', leads: 2 },
    { value: 'Lost', leads: 1 },
  ]);
  expect([statuses.length, statuses.some(({ value }) => value.length > 200)]).toEqual([100, false]);
  const leads: LeadFilter = { ...NO_DATES, leftOutStatuses: new Set(['New']) };
  const counted = measurePlan(countedLeads(loaded, { ...plan, leads }), plan, []);
  expect(counted.otherStatuses?.map(({ value }) => value)).not.toContain('New');
});
