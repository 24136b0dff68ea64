import { describe, expect, test, vi } from 'vitest';
import type { DateNaming } from '#frontend/analysis/columns/dates.ts';
import { presetRanges } from '#frontend/analysis/counts/range-presets.ts';
import { nameColumn, describeFound } from '#frontend/features/finder/found-columns.ts';
import { judgeColumn, listVerdicts } from '#frontend/features/wizard/column-findings.ts';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';
import type { ColumnFindings, FileColumn } from '#frontend/threads/leads/find-file-columns.ts';
import { columnDetail, repeat } from '#test/support/column-detail.ts';
import { openWork } from '#test/support/open-work.ts';
import { openedFile } from '#test/support/opened-file.ts';

const found = (fields: Partial<FileColumn> = {}) =>
  ({
    column: 1,
    suggestion: null,
    tellsMuch: false,
    knows: null,
    isKnownLater: false,
    alwaysConverts: null,
    ...fields,
  }) as FileColumn; // only what is read
const state = openWork(openedFile(['Status', 'Created', 'Pages']));

describe('the verdict on a column', () => {
  test('is a word by what it tells', () => {
    const describeOf = (fields: Partial<FileColumn>) => {
      const { word, why, isOut } = judgeColumn(found(fields));
      return [word, why, isOut];
    };
    expect(describeOf({ suggestion: 1, tellsMuch: true })).toEqual(['Suggested', null, false]);
    expect(describeOf({ suggestion: 0 })[0]).toBe('Suggested');
    expect(describeOf({ tellsMuch: true })).toEqual(['Tells much', null, false]);
    expect(describeOf({})).toEqual(['Tells little', null, false]);
  });

  test('of one that may be known only later is out, with the reason', () => {
    expect(judgeColumn(found({ isKnownLater: true, suggestion: 1 }))).toEqual({
      word: 'May be known only later',
      why: "By its name it may be known only later. Then you can't bid on it.",
      isOut: true,
    });
    const counts = [
      { leads: 1500, conversions: 10 },
      { leads: 1200, conversions: 1200 },
    ];
    expect(judgeColumn(found({ alwaysConverts: 1, names: ['No', 'Yes'], counts, suggestion: 1 }))).toEqual({
      word: 'May be known only later',
      why: "All 1,200 leads with 'Yes' converted, so it may be known only later. Then you can't bid on it.",
      isOut: true,
    });
  });

  test.each([
    [{ why: 'separates', auc: 0.97 }, /^Its values separate converted leads from others almost perfectly/],
    [
      { why: 'converts', share: 0.6 },
      /^60% of the conversions have values with which all but every lead converted\.$/,
    ],
    [
      { why: 'never-converts', share: 0.5 },
      /^50% of the other leads have values with which all but no lead converted\.$/,
    ],
    [{ why: 'informs', share: 0.3 }, /^It tells 30% of all there is to know about the outcome/],
  ] as const)('of one that knows the outcome is out: %j', (knows, why) => {
    const verdict = judgeColumn(found({ knows, isKnownLater: true, suggestion: 1 }));
    expect(verdict).toMatchObject({ word: 'Knows the outcome', isOut: true });
    expect(verdict.why).toMatch(why);
  });

  test('of a column of dates is that of its best part, and unfit columns are out', () => {
    const findings = {
      columns: [found({ column: 4, suggestion: 1 }), found({ column: 2 }), found({ column: 4 })],
      unfit: [
        { column: 7, why: 'constant' },
        { column: 3, why: 'almost-unique' },
      ],
    } as unknown as ColumnFindings; // only what is read
    expect(
      [...listVerdicts(findings)].map(([column, { word, why, isOut }]) => [column, word, why, isOut]),
    ).toEqual([
      [4, 'Suggested', null, false],
      [2, 'Tells little', null, false],
      [7, 'Constant', null, true],
      [3, 'Almost unique', null, true],
    ]);
  });
});

test.each([
  [{ suggestion: 0, rates: { low: 0.031, high: 0.412 } }, 'separates 3% to 41%'],
  [{ tellsMuch: true, rates: { low: 0.011, high: 0.099 } }, 'separates 1.1% to 9.9%'],
  [{ tellsMuch: true, rates: { low: 0.031, high: 0.1 } }, 'separates 3% to 10%'],
  [{ tellsMuch: true, rates: null }, undefined],
  [{ rates: { low: 0.1, high: 0.2 } }, undefined],
  [{ tellsMuch: true, isKnownLater: true, rates: { low: 0.1, high: 0.9 } }, undefined],
])('a column in the lists of the fields, %j, has the mark %s', (fields, mark) => {
  const findings = { columns: [found({ column: 4, ...fields })], unfit: [] } as unknown as ColumnFindings; // only what is read
  expect(listVerdicts(findings).get(4)?.mark).toBe(mark);
});

test('a column of dates is named with its part, others by their header', () => {
  expect(nameColumn({ column: 1, kind: 'weekday' }, state)).toBe('Created (weekday)');
  expect(nameColumn({ column: 2, kind: 'ranges' }, state)).toBe('Pages');
  expect(nameColumn({ column: 2, kind: 'values' }, state)).toBe('Pages');
});

describe('columns that are taken', () => {
  const cells = [
    columnDetail(0, repeat({ Won: 2 })),
    columnDetail(1, ['2026-01-01', '2026-02-01', '2026-03-01'], undefined, 'Created'),
    columnDetail(2, repeat({ 1: 9, 2: 4, 3: 4, 9: 2, 20: 5 })),
  ];
  const ask = vi.fn(async (_kind: string, { column }: { column: number }) => cells[column]);
  const workflow = {
    thread: { ask },
    state: { ...state, openedAt: 5, numberFormats: new Map([[2, 'plain']]) },
  } as unknown as Workflow; // only what is read

  test('have the quartiles or the part of dates with which they were tried', async () => {
    const taken = await describeFound(workflow, [
      { column: 2, kind: 'ranges' },
      { column: 0, kind: 'values' },
      { column: 1, kind: 'hour' },
    ]);
    const { numeric, dates } = { numeric: cells[2]?.numeric, dates: cells[1]?.dates };
    if (!numeric || !dates?.[0]) throw new Error('There are numbers and dates');
    const naming: DateNaming = { preset: 'hour', format: dates[0].format };
    expect(taken).toEqual({
      openedAt: 5,
      columns: [2, 0, 1],
      ranges: new Map([[2, presetRanges('quartiles', numeric).ranges]]),
      dates: new Map([[1, naming]]),
    });
    expect(ask.mock.calls).toEqual([
      ['describeColumn', { column: 2, numberFormat: 'plain' }],
      ['describeColumn', { column: 1, numberFormat: undefined }],
    ]);
  });

  test('have neither where the column is read in another way now', async () => {
    const taken = await describeFound(workflow, [
      { column: 0, kind: 'ranges' },
      { column: 2, kind: 'weekday' },
      { column: 1, kind: 'ranges' },
    ]);
    expect([taken.columns, taken.ranges.size, taken.dates.size]).toEqual([[0, 2, 1], 0, 0]);
  });
});
