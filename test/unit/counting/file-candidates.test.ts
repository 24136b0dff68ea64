import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AttributePlan, Plan } from '#frontend/analysis/counts/mapping.ts';
import type { ModelLeads } from '#frontend/analysis/model/fit-model.ts';
import { TextTable } from '#frontend/csv/papaparse-reader.ts';
import { NO_DATES } from '#frontend/analysis/counts/mapping.ts';
import { countedLeads } from '#frontend/counting/counted-leads.ts';
import { candidateColumns, candidatesOf, tenthsOf } from '#frontend/counting/file-candidates.ts';
import { createLoadedFile } from '#frontend/counting/loaded-file.ts';

const noPause = () => Promise.resolve();

const HEADERS = ['Status', 'Source', 'Employees', 'Created', 'Deal', 'Currency', 'gclid', 'Id'];
/** 280 leads: every second one is won, with a deal; sources, employees and days tell nothing. */
const ROWS = Array.from({ length: 280 }, (_, lead) => [
  lead % 2 ? 'Won' : 'Lost',
  lead % 4 < 2 ? 'Ads' : 'Web',
  String((lead * 7) % 40),
  `2026-01-${String((lead % 28) + 1).padStart(2, '0')}`,
  lead % 2 ? String(100 + lead) : '',
  'EUR',
  `click${lead}`,
  `id ${lead}`,
]);
const open = () => createLoadedFile(new TextTable(HEADERS, ROWS), 2026);

const PLAN: Plan = {
  statusColumn: 0,
  qualified: new Set(['Won']),
  worth: { kind: 'column', column: 4 },
  attributes: [{ column: 1, field: 'Source', ranges: null, mapping: new Map() }],
};

describe('the columns that may tell something', () => {
  test('are all but status, amounts, currencies and click ids', () => {
    expect(candidateColumns(open(), PLAN)).toEqual([1, 2, 3, 7]);
    // Without a column of amounts that column is one like any other.
    expect(candidateColumns(open(), { ...PLAN, worth: null })).toEqual([1, 2, 3, 4, 7]);
    const perStatus = { kind: 'per-status', amounts: new Map([['Won', 5]]) } as const;
    expect(candidateColumns(open(), { ...PLAN, worth: perStatus })).toEqual([1, 2, 3, 4, 7]);
  });

  test('are coded once for the same leads, with a pause for the reading and two for each way to look at it', async () => {
    const loaded = open();
    const onSlice = vi.fn(noPause);
    const found = await candidatesOf(loaded, 3, onSlice);
    expect(found).toMatchObject([{ column: 3, kind: 'weekday', isKnownLater: false }]);
    expect(onSlice).toHaveBeenCalledTimes(3);
    expect(await candidatesOf(loaded, 3, onSlice)).toBe(found);
    expect(await candidatesOf(open(), 3, onSlice)).not.toBe(found);
    expect(onSlice).toHaveBeenCalledTimes(6);
    // Texts of a column that nobody has chosen are not kept.
    expect(loaded.coded.size).toBe(0);
  });

  test('are read once for all leads and any part of them', async () => {
    const loaded = open();
    const read = vi.spyOn(loaded.table, 'codeRows');
    for (const column of [1, 2, 3, 7]) await candidatesOf(loaded, column, noPause);
    read.mockClear();
    for (const leftOut of ['Lost', 'Won']) {
      const leads = { ...NO_DATES, leftOutStatuses: new Set([leftOut]) };
      const view = countedLeads(loaded, { ...PLAN, leads });
      const rows = ROWS.filter(([status]) => status !== leftOut);
      const alone = createLoadedFile(new TextTable(HEADERS, rows), 2026);
      // Numbers are cut at the quartiles of all leads.
      for (const column of [1, 3, 7]) {
        const found = await candidatesOf(view, column, noPause);
        expect(found).toEqual(await candidatesOf(alone, column, noPause));
      }
      expect(await candidatesOf(view, 2, noPause)).toMatchObject([
        { kind: 'ranges', codes: { length: 140 } },
      ]);
    }
    // The statuses say which leads are left out.
    expect(read.mock.calls.map(([column]) => column)).toEqual([0]);
  });

  test('are marked where their dates are those of what became of the lead', async () => {
    const headers = HEADERS.with(3, 'Closing Date');
    const closed = createLoadedFile(new TextTable(headers, ROWS), 2026);
    expect(await candidatesOf(closed, 3, noPause)).toMatchObject([{ kind: 'weekday', isKnownLater: true }]);
    // Only dates: 'Closing' may be the name of anything else.
    const named = createLoadedFile(new TextTable(HEADERS.with(1, 'Closing agent'), ROWS), 2026);
    expect(await candidatesOf(named, 1, noPause)).toMatchObject([{ kind: 'values', isKnownLater: false }]);
  });

  test('are marked where their values are of the calendar', async () => {
    const marksOf = async (cellOf: (row: number) => string) => {
      const rows = ROWS.map((row, at) => row.with(3, cellOf(at)));
      const found = await candidatesOf(createLoadedFile(new TextTable(HEADERS, rows), 2026), 3, noPause);
      return typeof found === 'string' ? found : found.map(({ kind, isOfCalendar }) => [kind, isOfCalendar]);
    };
    expect(await marksOf((row) => (row % 2 ? 'März' : 'April'))).toEqual([['values', true]]);
    expect(await marksOf((row) => (row % 2 ? 'Ads' : 'Web'))).toEqual([['values', false]]);
    expect(await marksOf((row) => (row % 2 ? '2025-01-31' : '2026-02-28'))).toEqual([
      ['weekday', false],
      ['calendar-month', true],
    ]);
  });

  test('have numbers in quarters, and in tenths for the model of all columns', async () => {
    const namesOf = (found: Awaited<ReturnType<typeof candidatesOf>>) =>
      typeof found === 'string' ? found : found.map(({ names }) => names.length);
    expect(namesOf(await candidatesOf(open(), 1, noPause))).toEqual([2]);
    expect(namesOf(await candidatesOf(open(), 2, noPause))).toEqual([4]);
    expect(namesOf(await tenthsOf(open(), 2, noPause))).toEqual([10]);
    expect(namesOf(await candidatesOf(open(), 7, noPause))).toBe('almost-unique');
    expect(await tenthsOf(open(), 7, noPause)).toEqual([]);
  });

  test('are read to their end where most texts differ, if they are numbers or dates', async () => {
    const cellsOf = (cell: (lead: number) => string) =>
      candidatesOf(
        createLoadedFile(
          new TextTable(
            ['Status', 'Value'],
            ROWS.map(([status = ''], lead) => [status, cell(lead)]),
          ),
          2026,
        ),
        1,
        noPause,
      );
    expect(await cellsOf((lead) => `text ${lead}`)).toBe('almost-unique');
    const [numbers] = await cellsOf((lead) => String(lead * 1.5));
    expect(numbers).toMatchObject({ kind: 'ranges' });
    const { codes } = numbers as { codes: Uint8Array };
    expect([0, 1, 2, 3].map((code) => codes.filter((own) => own === code).length)).toEqual([70, 70, 70, 70]);
    const dayOf = (lead: number) => new Date(Date.UTC(2026, 0, lead)).toISOString().slice(0, 10);
    expect(await cellsOf(dayOf)).toMatchObject([{ kind: 'weekday' }]);
  });
});

describe('the model of all columns', () => {
  const asked: ModelLeads[] = [];
  beforeEach(() => {
    asked.length = 0;
    vi.resetModules();
    vi.doMock('../../../frontend/src/analysis/model/fit-model.ts', () => ({
      *fitModel(leads: ModelLeads) {
        asked.push(leads);
        // A slice of a search takes 10 ms.
        for (const from = performance.now(); performance.now() - from < 11;);
        yield undefined;
        return { isOffered: false, why: 'not-better' };
      },
    }));
  });
  afterEach(() => {
    vi.doUnmock('../../../frontend/src/analysis/model/fit-model.ts');
    vi.resetModules();
  });

  async function start() {
    const { fitFileModel } = await import('#frontend/threads/leads/fit-file-model.ts');
    const loaded = open();
    const onSlice = vi.fn(noPause);
    const fit = (plan: Plan, basis: 'conversions' | 'value' = 'conversions') =>
      fitFileModel(loaded, { plan, basis }, onSlice);
    return { fit, onSlice };
  }

  test('gives way to other questions before it begins, and after each part of its work', async () => {
    const { LATE_ANSWERS } = await import('#frontend/threads/leads/late-answers.ts');
    const said: string[] = [];
    const loaded = open();
    const asking = {
      loaded: () => loaded,
      pause: async () => void said.push('pause'),
      report: async () => void said.push('report'),
    } as unknown as Parameters<typeof LATE_ANSWERS.fitModel>[1];
    expect(await LATE_ANSWERS.fitModel({ plan: PLAN, basis: 'conversions' }, asking)).toEqual({
      isOffered: false,
      why: 'not-better',
    });
    expect(said[0]).toBe('pause');
    const parts = said.slice(1);
    expect(parts.length).toBeGreaterThan(6);
    expect(parts).toEqual(parts.map((_, at) => (at % 2 === 0 ? 'report' : 'pause')));
  });

  const withAttribute = (change: Partial<AttributePlan>): Plan => ({
    ...PLAN,
    attributes: [{ ...PLAN.attributes[0]!, ...change }], // the plan has one
  });

  test('gets each column that is known when a lead comes, with its outcome', async () => {
    const { fit, onSlice } = await start();
    await fit(PLAN);
    const [{ columns, isConverted, amounts, attributes }] = asked as [ModelLeads];
    // Source, employees in tenths and weekdays; ids tell nothing.
    expect(columns.map(({ values }) => values)).toEqual([2, 10, 7]);
    expect(isConverted.slice(0, 4)).toEqual(Uint8Array.of(0, 1, 0, 1));
    expect(amounts).toBeNull();
    expect(attributes.map(({ count, codes }) => [count, ...codes.slice(0, 4)])).toEqual([[2, 0, 0, 1, 1]]);
    const said = onSlice.mock.calls as unknown as [{ read: number; columns: number }][];
    expect([...new Set(said.map(([{ read, columns: all }]) => `${read} of ${all}`))]).toEqual([
      '0 of 4',
      '1 of 4',
      '2 of 4',
      '3 of 4',
      '4 of 4',
    ]);
  });

  test('gets the amount of each lead by value, and is fitted anew for it', async () => {
    const { fit } = await start();
    await fit(PLAN);
    await fit(PLAN, 'value');
    await fit(PLAN, 'value');
    expect(asked).toHaveLength(2);
    expect([...(asked[1]?.amounts ?? [])].slice(0, 4)).toEqual([0, 101, 0, 103]);
  });

  test('is fitted anew by conversions where another column has the amounts', async () => {
    const { fit } = await start();
    for (const column of [4, 2, 2, 4]) await fit({ ...PLAN, worth: { kind: 'column', column } });
    expect(asked.map(({ columns }) => columns.map(({ values }) => values))).toEqual([
      [2, 10, 7],
      [2, 7],
      [2, 10, 7],
    ]);
  });

  test('gets the combination of the attributes where no column says the same', async () => {
    const { fit } = await start();
    const columnsFor = async (plan: Plan) => {
      await fit(plan);
      return asked.at(-1)?.columns.length;
    };
    expect(await columnsFor(PLAN)).toBe(3);
    expect(await columnsFor(withAttribute({ ranges: [] }))).toBe(3);
    expect(await columnsFor(withAttribute({ mapping: new Map([['Ads', 'Paid']]) }))).toBe(4);
    const ranges = [{ min: 0, max: 20, label: 'few' }];
    expect(await columnsFor(withAttribute({ column: 2, field: 'Employees', ranges }))).toBe(4);
    const dates = { preset: 'weekday', format: 'iso' } as const;
    expect(await columnsFor(withAttribute({ column: 3, field: 'Created', dates }))).toBe(4);
    const again = { column: 1, field: 'Source again', ranges: null, mapping: new Map() };
    expect(await columnsFor({ ...PLAN, attributes: [...PLAN.attributes, again] })).toBe(4);
  });
});
