import { describe, expect, test } from 'vitest';
import { findStages, type StageCandidate } from '#frontend/analysis/stages/find-stages.ts';

/** The number of equal rows, and their cells. */
type Group = readonly [count: number, ...cells: string[]];

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);

function columnsOf(headers: readonly string[], groups: readonly Group[], leadDate = -1): StageCandidate[] {
  const rows = groups.flatMap(([count, ...cells]) => Array.from({ length: count }, () => cells));
  return headers.map((header, column) => {
    const cells = rows.map((row) => row[column] ?? '');
    const categories = [...new Set(cells)];
    const codes = Uint32Array.from(cells, (cell) => categories.indexOf(cell));
    const leads = Uint32Array.from(categories, (text) => cells.filter((cell) => cell === text).length);
    return {
      column,
      header,
      isLeadDate: column === leadDate,
      some: categories,
      coded: () => ({ codes, categories, leads }),
      hasDates: () => categories.some(isDay) && categories.every((text) => text === '' || isDay(text)),
    };
  });
}

const WON = { statusColumn: 0, qualified: new Set(['Won']) };
const D = '2026-01-05';

describe('one date or flag per stage', () => {
  const HEADERS = ['Status', 'Created', 'SQL date', 'MQL date', 'Won date', 'Lost date', 'SQL reason'];
  const GROUPS: Group[] = [
    [10, 'Won', D, D, D, D, '', 'x'],
    [10, 'Lost', D, '', D, '', D, ''],
    [10, 'New', D, '', '', '', '', ''],
  ];

  test('is found with its ends', () => {
    expect(findStages(columnsOf(HEADERS, GROUPS, 1), WON)).toEqual({
      shape: {
        kind: 'columns',
        stages: [
          { column: 3, holds: 'dates' },
          { column: 2, holds: 'dates' },
        ],
      },
      statusColumn: 0,
      won: new Set(['Won']),
      open: new Set(['New']),
      wonColumn: 4,
      isWonByColumn: true,
      lostColumn: 5,
    });
  });

  test('a day of closing that lost leads have too does not decide', () => {
    const closed = GROUPS.map(([count, status, ...cells]): Group => [
      count,
      status!,
      ...cells.with(3, status === 'New' ? '' : D),
    ]);
    expect(findStages(columnsOf(HEADERS, closed), WON)).toMatchObject({ wonColumn: 4, isWonByColumn: false });
    // Of 20 leads with a day 19 are won: 95%.
    const nearly: Group[] = [[19, 'Won', D, D, D, D, ''], [1, 'Lost', D, '', D, D, D]]; // oxfmt-ignore
    expect(findStages(columnsOf(HEADERS, nearly), WON)!.isWonByColumn).toBe(true);
  });

  test('flags have no day of won, and lose none', () => {
    const flags = ['Status', 'Demo', 'Sold', 'Lost'];
    const rows: Group[] = [[10, 'Won', 'yes', 'TRUE', 'no'], [10, 'Open', 'no', '', 'yes']]; // oxfmt-ignore
    expect(findStages(columnsOf(flags, rows), WON)).toMatchObject({
      shape: { kind: 'columns', stages: [{ column: 1, holds: 'flags' }] },
      wonColumn: null,
      isWonByColumn: false,
      lostColumn: null,
    });
  });

  test('texts, counts, blanks and noes are no stages', () => {
    const of = (...cells: string[]) => {
      const rows = cells.map((cell): Group => [10, 'Won', cell]);
      return findStages(columnsOf(['Status', 'Demo'], [...rows, [5, 'New', '']]), WON)!.shape.kind;
    };
    expect(of('Zoom')).toBe('status');
    expect(of('1', '2', '3')).toBe('status');
    expect(of('')).toBe('status');
    expect(of('no')).toBe('status');
    expect(of('yes')).toBe('columns');
    expect(of('1')).toBe('columns');
  });

  test('the first stage is not the date of the lead', () => {
    const rows: Group[] = [[10, 'Won', D], [10, 'New', D]]; // oxfmt-ignore
    expect(findStages(columnsOf(['Status', 'SQL created'], rows), WON)!.shape.kind).toBe('columns');
    expect(findStages(columnsOf(['Status', 'SQL created'], rows, 1), WON)!.shape.kind).toBe('status');
  });
});

describe('a stage beside the outcome', () => {
  const find = (stagesOfLost: readonly (readonly [number, string])[], header = 'Stage') =>
    findStages(
      columnsOf(
        ['Status', header],
        [[5, 'Won', 'Proposal'], ...stagesOfLost.map(([count, stage]): Group => [count, 'Lost', stage])],
      ),
      WON,
    );

  test('is found where lost leads stand at different stages', () => {
    const found = find([[8, 'Demo'], [3, 'Proposal'], [2, 'Blue']]); // oxfmt-ignore
    expect(found).toMatchObject({
      shape: { kind: 'beside-outcome', column: 1, stages: ['Demo', 'Proposal', 'Blue'] },
    });
    expect(find([[10, 'Demo']])).toBeNull();
  });

  test('tells most lost leads apart', () => {
    expect(find([[5, 'Demo'], [3, 'Proposal'], [2, 'Closed Lost']])!.shape.kind).toBe('beside-outcome'); // oxfmt-ignore
    expect(find([[5, 'Demo'], [2, 'Proposal'], [3, 'Closed Lost']])).toBeNull(); // oxfmt-ignore
    expect(find([[5, 'Demo'], [2, 'Proposal'], [3, '']])).toBeNull(); // oxfmt-ignore
  });

  test('needs two known stages, or one under a header that says stage', () => {
    const one = [[8, 'Demo'], [3, 'Blue'], [3, 'Red']] as const; // oxfmt-ignore
    const find1 = (header: string) =>
      findStages(
        columnsOf(
          ['Status', header],
          [[5, 'Won', 'Demo'], ...one.map(([count, stage]): Group => [count, 'Lost', stage])],
        ),
        WON,
      );
    expect(find1('Phase')?.shape.kind).toBe('beside-outcome');
    expect(find1('Product')).toBeNull();
  });

  test('is found where the stage was taken for the status, without a day of won among its values', () => {
    const rows: Group[] = [[5, 'Proposal', 'Won'], [5, 'Demo', 'Lost'], [5, 'Proposal', 'Lost']]; // oxfmt-ignore
    const question = { statusColumn: 0, qualified: new Set(['Proposal']) };
    expect(findStages(columnsOf(['Stage', 'Result'], rows), question)).toMatchObject({
      shape: { kind: 'beside-outcome', column: 0, stages: ['Demo', 'Proposal'] },
      statusColumn: 1,
      won: new Set(['Won']),
    });
  });

  test('a column of many values is none', () => {
    const many = Array.from({ length: 31 }, (_, at): Group => [
      1,
      'Lost',
      at % 2 ? `Demo ${at}` : `Proposal ${at}`,
    ]);
    const found = (rows: Group[]) =>
      findStages(columnsOf(['Status', 'Stage'], [[5, 'Won', 'Demo 1'], ...rows]), WON);
    expect(found(many)).toBeNull();
    expect(found(many.slice(0, 30))?.shape.kind).toBe('beside-outcome');
  });
});

describe('one status column', () => {
  test('tells open statuses', () => {
    const found = findStages(columnsOf(['Status'], [[5, 'Won'], [5, 'Lost'], [5, ' Contacted'], [9, 'New'], [2, '']]), WON); // oxfmt-ignore
    expect(found).toMatchObject({
      shape: { kind: 'status', stages: ['New', 'Contacted'] },
      open: new Set(['New', 'Contacted']),
    });
  });

  test('a final status is the end, else the chosen ones are', () => {
    const question = { statusColumn: 0, qualified: new Set(['Qualified']) };
    const final = findStages(columnsOf(['Status'], [[5, 'Won'], [5, 'Qualified'], [5, 'New']]), question); // oxfmt-ignore
    expect(final!.won).toEqual(new Set(['Won']));
    const chosen = findStages(columnsOf(['Status'], [[5, 'Qualified'], [5, 'New']]), question); // oxfmt-ignore
    expect(chosen!.won).toEqual(new Set(['Qualified']));
  });

  test('without an end, a stage or a column tells nothing', () => {
    expect(findStages(columnsOf(['Status'], [[5, 'New'], [5, 'Lost']]), WON)).toBeNull(); // oxfmt-ignore
    expect(findStages(columnsOf(['Status'], [[5, 'Won'], [5, 'Lost']]), WON)).toBeNull(); // oxfmt-ignore
    expect(findStages([], WON)).toBeNull();
  });
});
