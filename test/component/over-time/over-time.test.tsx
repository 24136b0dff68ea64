import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { Change } from '#frontend/analysis/over-time/changed.ts';
import type { OverTime, Unit } from '#frontend/analysis/over-time/over-time.ts';
import type { AskPeriods } from '#frontend/features/results/results-source.ts';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import type { Cell } from '#test/support/analysis-builders.ts';
import { giveListsRoom } from '#test/support/workflow-room.tsx';
import {
  catchDownloads,
  columnOf,
  copiedRows,
  closeView,
  openView,
  printReport,
  renderCells,
  rowsOf,
  type RoomOptions,
} from '../results/results-room.tsx';

installBrowserApis();
giveListsRoom();
const downloads = catchDownloads();

/** Ads converts at 40%, Mail at 10%, Web near the average, and Fair, with 20 leads, at 5%. */
const CELLS: readonly Cell[] = [
  [['Ads'], 600, 240],
  [['Mail'], 600, 60],
  [['Web'], 800, 184],
  [['Fair'], 20, 1],
];
const part = (leads: number, conversions: number) => ({ leads, conversions, sum: 0, sumOfSquares: 0 });
const STARTS = ['2026-01-01', '2026-02-01', '2026-03-01'].map((day) => Date.parse(day));
const CHANGED: Change = {
  kind: 'changed',
  periods: 6,
  p: 0.0005,
  q: 0.001,
  since: STARTS[1]!, // there are three
  before: 2.5,
  after: 1.5,
};
const STEADY: Change = { ...CHANGED, kind: 'no-change', p: 0.41, q: 0.41 };

/** 100 leads of each rule a month, of which 40, 30 and 4 converted, among 1,000 with 200; the last month is too young. */
function answer(rules: number, change: Partial<OverTime> = {}): OverTime {
  const conversions = [40, 30, 4];
  return {
    unit: 'month',
    units: ['week', 'month'],
    testedUnit: 'month',
    cut: { days: 28, isChosen: true },
    periods: STARTS.map((start, at) => ({ start, isRipe: at < 2 })),
    totals: STARTS.map(() => part(1000, 200)),
    parts: Array.from({ length: rules }, () => conversions.map((count) => part(100, count))),
    changes: Array.from({ length: rules }, (_, at) => (at === 0 ? CHANGED : STEADY)),
    undated: 0,
    ...change,
  };
}

type Asked = Parameters<AskPeriods>[0];

async function renderOverTime(change: Partial<OverTime> = {}, options: RoomOptions = {}) {
  const countPeriods = vi.fn(({ rules, unit }: Asked) =>
    Promise.resolve(answer(rules.length, { ...change, ...(unit && { unit }) })),
  );
  const view = renderCells(['Source'], CELLS, { countPeriods, ...options });
  await openView(view.user, 'Over Time');
  return { ...view, countPeriods };
}

const section = () => screen.getByRole('region', { name: 'Over Time' });
const findChart = (unit: 'Month' | 'Week') => screen.findByRole('figure', { name: `Lift by ${unit}` });

describe('the rules over time', () => {
  test('are asked for once, those with at least 30 leads, and say what has changed', async () => {
    const { countPeriods } = await renderOverTime();
    await findChart('Month');
    expect(countPeriods).toHaveBeenCalledOnce();
    // Web is within 10% of the average, and Fair has 20 leads.
    expect(countPeriods).toHaveBeenCalledWith({
      rules: [
        { field: 0, value: 'Ads' },
        { field: 0, value: 'Mail' },
      ],
      unit: null,
    });
    expect(section().textContent).toContain('Source: Ads has changed: 2.50x before 2026-02, 1.50x since.');
    expect(section().textContent).toContain(
      'Grey months have leads younger than 28 days, which count in no other figure; they are not tested.',
    );
  });

  test('have a table of a rule, whose figures are those of each month', async () => {
    await renderOverTime();
    const table = await screen.findByRole('table', { name: 'Source: Ads by Month' });
    expect(columnOf(table, 'Month')).toEqual(['2026-01', '2026-02', '2026-03too young']);
    expect(columnOf(table, 'Leads')).toEqual(['100', '100', '100']);
    expect(columnOf(table, 'Conversion Rate')[0]).toBe('40.0%30.9% – 49.8%');
    // 40 of 100 in 200 of 1,000: lift 2, interval 1.5944 to 2.4801; adjusted 5/3 of $20.
    expect(columnOf(table, 'Lift vs Baseline')[0]).toBe('▲2.00x1.59 – 2.48');
    expect(columnOf(table, 'Lead Value ($)')[0]).toBe('$33.33$27.93 – $39.73');
  });

  test('are drawn with the verdict; a press on a row shows the table of its rule', async () => {
    const { user } = await renderOverTime();
    const chart = within(await findChart('Month'));
    const rows = chart.getAllByRole('button', { name: /^Source: / });
    expect(rows.map((row) => row.ariaLabel)).toEqual([
      'Source: Ads. Changed: 2.50x before 2026-02, 1.50x since; 6 months compared, p <0.001 (0.1% by chance). 2026-01: 2.00x (1.59 – 2.48), 40 of 100. 2026-02: 1.50x (1.13 – 1.97), 30 of 100.',
      'Source: Mail. No clear change: 6 months compared, p 0.410. 2026-01: 2.00x (1.59 – 2.48), 40 of 100. 2026-02: 1.50x (1.13 – 1.97), 30 of 100.',
    ]);
    expect(chart.getByRole('img').ariaLabel).toMatch(/^Lifts of 2 of 2 rules in 3 months, .*; 1 changed\./);
    await user.click(rows[1]!); // there are two
    expect(await screen.findByRole('table', { name: 'Source: Mail by Month' })).toBeInTheDocument();
    expect(screen.queryByRole('table', { name: 'Source: Ads by Month' })).toBeNull();
  });

  test('can be shown by week; other rules are counted again, another conversion value is not', async () => {
    const { user, countPeriods } = await renderOverTime();
    await findChart('Month');
    await user.click(screen.getByRole('button', { name: 'Week' }));
    await findChart('Week');
    expect(countPeriods).toHaveBeenLastCalledWith(expect.objectContaining({ unit: 'week' }));
    expect(countPeriods).toHaveBeenCalledTimes(2);
    await closeView(user);
    const value = screen.getByRole('spinbutton', { name: /^Conversion Value/ });
    await user.clear(value);
    await user.type(value, '200');
    await openView(user, 'Over Time');
    await waitFor(() =>
      expect(columnOf(screen.getByRole('table', { name: /^Source: Ads/ }), 'Lead Value ($)')[0]).toMatch(
        /^\$66\.67/,
      ),
    );
    expect(countPeriods).toHaveBeenCalledTimes(2);
    await closeView(user);
    const threshold = screen.getByRole('spinbutton', { name: /^Significance Threshold/ });
    await user.clear(threshold);
    await user.type(threshold, '60');
    await waitFor(() => expect(countPeriods.mock.lastCall?.[0].rules).toEqual([{ field: 0, value: 'Ads' }]));
  });

  test('are copied and downloaded, with what has changed', async () => {
    const { user } = await renderOverTime();
    const table = await screen.findByRole('table', { name: 'Source: Ads by Month' });
    await user.click(within(section()).getByRole('button', { name: 'Copy' }));
    expect((await copiedRows())[0]?.slice(0, 3)).toEqual(['Month', 'Leads', 'Conversions']);
    expect(table).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Download All Rules by Month' }));
    expect(downloads[0]?.name).toMatch(/^rules_over_time_\d{4}-\d\d-\d\d\.csv$/);
    const rows = await rowsOf(downloads[0]);
    expect(rows.slice(0, 4)).toEqual([
      ['Change of Each Rule, Tested by Month'],
      [
        'Field',
        'Value',
        'Over Time',
        'Lift Before',
        'Lift Since',
        'Since',
        'Periods Compared',
        'p of a Change',
        'q of a Change',
      ],
      ['Source', 'Ads', 'Changed', '2.5', '1.5', '2026-02', '6', '0.0005', '0.001'],
      ['Source', 'Mail', 'No clear change', '', '', '', '6', '0.41', '0.41'],
    ]);
    const [heads = [], ...figures] = rows.slice(5);
    expect(figures.map((row) => row.slice(0, 5))).toEqual([
      ...['2026-01', '2026-02', '2026-03'].map((name, at) => [
        'Source',
        'Ads',
        name,
        '100',
        ['40', '30', '4'][at],
      ]),
      ...['2026-01', '2026-02', '2026-03'].map((name, at) => [
        'Source',
        'Mail',
        name,
        '100',
        ['40', '30', '4'][at],
      ]),
    ]);
    expect(figures[2]?.[heads.indexOf('Past the Age Cut')]).toBe('No');
    expect(figures[2]?.at(-1)).toBe('Too young: some of its leads may still be open.');
  });

  test('stand in the report with chart, verdicts and method', async () => {
    const { user } = await renderOverTime();
    await findChart('Month');
    const page = within(await printReport(user));
    expect(page.getByRole('heading', { name: 'Rules over Time' })).toBeInTheDocument();
    expect(columnOf(page.getByRole('table', { name: 'What Has Changed' }), 'Over Time')).toEqual([
      'Changed',
      'No clear change',
    ]);
  });
});

describe('there is nothing to follow', () => {
  test.each([
    ['without a column of dates', {}],
    [
      'without a rule of 30 leads',
      { countPeriods: vi.fn(), settings: { conversionValue: 100, thresholdPercent: 99 } },
    ],
  ])('%s', async (_, options: RoomOptions) => {
    const { user } = renderCells(['Source'], CELLS, options);
    const { countPeriods } = options;
    if (!countPeriods) return expect(screen.queryByText('Over time')).toBeNull();
    await openView(user, 'Over Time');
    const words = 'No rule has 30 leads or more, so none is followed over time.';
    expect(await screen.findByText(words, {}, { timeout: 10_000 })).toBeInTheDocument();
    expect(countPeriods).not.toHaveBeenCalled();
  });
});

test('a failure is said, and asking again shows the rules', async () => {
  const countPeriods = vi
    .fn<AskPeriods>()
    .mockRejectedValueOnce(new Error('lost'))
    .mockImplementation(({ rules }) => Promise.resolve(answer(rules.length)));
  const { user } = await renderOverTime({}, { countPeriods });
  expect(await screen.findByText('The rules could not be counted over time')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  await findChart('Month');
});

test.each<[string, readonly Change[], Unit]>([
  ['Too few leads to tell whether a rule has changed.', [{ kind: 'too-few' }, { kind: 'too-few' }], 'month'],
  ['None of 2 rules with enough leads has clearly changed.', [STEADY, STEADY], 'month'],
  ['The one rule with enough leads has not clearly changed.', [STEADY, { kind: 'too-few' }], 'month'],
  ['2 of 2 rules have changed: Source: Ads, Source: Mail.', [CHANGED, CHANGED], 'month'],
  ['Source: Ads has changed: 2.50x before the week of 2026-02-01, 1.50x since.', [CHANGED, STEADY], 'week'],
])('%s', async (words, changes, testedUnit) => {
  await renderOverTime({ changes, testedUnit });
  expect(await within(section()).findByText(words)).toBeInTheDocument();
});

test('more than eight rules are drawn on request, changed ones first', async () => {
  // Values 0 to 4 and 7 to 11 are rules: the average is 27.5%.
  const cells = Array.from({ length: 12 }, (_, at): Cell => [[`Value ${at}`], 200, 10 * at]);
  const countPeriods: AskPeriods = ({ rules }) =>
    Promise.resolve(
      answer(rules.length, { changes: rules.map((_, at) => (at === rules.length - 1 ? CHANGED : STEADY)) }),
    );
  const { user } = renderCells(['Source'], cells, { countPeriods });
  await openView(user, 'Over Time');
  const chart = within(await findChart('Month'));
  const all = Number(
    /\d+/.exec(chart.getByRole('button', { name: /^Chart all \d+ rules$/ }).textContent)?.[0],
  );
  expect(all).toBeGreaterThan(8);
  const rows = () => chart.getAllByRole('button', { name: /Changed: |No clear change: / });
  expect(rows()).toHaveLength(8);
  expect(rows().at(-1)?.ariaLabel).toContain('Changed: ');
  await user.click(chart.getByRole('button', { name: /^Chart all/ }));
  expect(rows()).toHaveLength(all);
  await user.click(chart.getByRole('button', { name: 'Chart fewer rules' }));
  expect(rows()).toHaveLength(8);
});
