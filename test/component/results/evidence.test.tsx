import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import type { Cell } from '#test/support/analysis-builders.ts';
import { independentCells, workedFields } from '#test/support/analysis-worked-example.ts';
import { giveListsRoom } from '#test/support/workflow-room.tsx';
import {
  catchDownloads,
  columnOf,
  copiedRows,
  openTab,
  printReport,
  renderCells,
  rowsOf,
  textsOf,
  pickExport,
} from './results-room.tsx';

installBrowserApis();
giveListsRoom();
const downloads = catchDownloads();

/**
 * 10,000 leads, 2,000 converted. 'Sure' is Use, 'Maybe' is Test (chi-square p 0.044, exact p 0.061), the two large ones
 * show no difference, the three others are unclear.
 */
const CELLS: readonly Cell[] = [
  [['Sure'], 300, 120],
  [['Maybe'], 60, 19],
  [['Even'], 4400, 845],
  [['Also even'], 5000, 962],
  [['Few'], 40, 12],
  [['Fewer'], 100, 20],
  [['Least'], 100, 22],
];

const rules = () => screen.getByRole('table', { name: 'Practical Value Rules' });
const label = (value: string) => {
  const row = screen.getByRole('rowheader', { name: new RegExp(`${value}$`) }).closest('tr');
  return within(row ?? document.body).getByRole('button', { name: /^(Use|Test|Unclear|No difference)$/ });
};
const hintOf = (button: HTMLElement) =>
  document.getElementById(button.getAttribute('aria-describedby') ?? '') ?? document.body;

describe('the label of a segment', () => {
  test('stands first in each row, Use before Test, and the unclear rules stand below', () => {
    renderCells(['Source'], CELLS);
    expect(textsOf(rules())[0]?.[0]).toBe('Label');
    expect(columnOf(rules(), 'Label')).toEqual(['Use', 'Test']);
    const unclear = screen.getByRole('table', { name: '1 more lies outside ±10% but is unclear' });
    expect(textsOf(unclear)[1]?.slice(0, 3)).toEqual(['Unclear', 'Source', 'SourceFew']);
  });

  test('puts Use before a Test of a higher multiplier', () => {
    renderCells(
      ['Source'],
      [
        [['Small'], 24, 6],
        [['Large'], 600, 90],
        ...Array.from({ length: 20 }, (_, i): Cell => [[`Rest ${i}`], 200, 18]),
      ],
    );
    const warned = 'SourceSmall! The open row has a warning.';
    expect(columnOf(rules(), 'Value')).toEqual(['SourceLarge', warned]);
    expect(columnOf(rules(), 'Label')).toEqual(['Use', 'Test']);
  });

  test('explains itself in one sentence', async () => {
    const { user } = renderCells(['Source'], CELLS);
    expect(hintOf(label('Sure')).textContent).toBe(
      'Significant, also among all 7 tested segments (under 0.1% by chance).',
    );
    expect(hintOf(label('Maybe')).textContent).toMatch(
      /^Significant alone, but it may be chance among 7 tested segments \(\d+\.\d% by chance\)\.$/,
    );
    expect(hintOf(label('Few')).textContent).toMatch(/^Not significant; about [1-9]0* leads would tell\.$/);
    await openTab(user, 'Segment Details');
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(hintOf(label('Also even')).textContent).toBe('Any difference is smaller than your ±10%.');
    expect(hintOf(label('Fewer')).textContent).toMatch(
      /^Not significant; about [1-9],?0* leads would tell\.$/,
    );
  });

  test('says that no number of leads would tell where the lift is at the threshold', async () => {
    // 22% against 20% of all leads: the lift is 1.1.
    const { user } = renderCells(
      ['Source'],
      [
        [['Edge'], 100, 22],
        [['Rest'], 900, 178],
      ],
    );
    await openTab(user, 'Segment Details');
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(hintOf(label('Edge')).textContent).toBe('Not significant; too close to ±10% to tell.');
  });

  test('follows the threshold', async () => {
    const { user } = renderCells(['Source'], CELLS, {
      settings: { conversionValue: 100, thresholdPercent: 9 },
    });
    await user.click(screen.getByRole('button', { name: 'Decrease Significance Threshold' }));
    await openTab(user, 'Segment Details');
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(hintOf(label('Also even')).textContent).toBe('Any difference is smaller than your ±8%.');
  });

  test('shows its sentence on hover, focus and tap; Tab goes to one label, arrows go on', async () => {
    const { user } = renderCells(['Source'], CELLS);
    const [first, second] = [label('Sure'), label('Maybe')];
    expect([first.tabIndex, second.tabIndex]).toEqual([0, -1]);
    await user.hover(second);
    await waitFor(() => expect(hintOf(second).hidden).toBe(false));
    await user.unhover(second);
    await waitFor(() => expect(hintOf(second).hidden).toBe(true));
    act(() => first.focus());
    expect(hintOf(first).hidden).toBe(false);
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(second);
    await user.keyboard('{Escape}');
    expect(hintOf(second).hidden).toBe(true);
    await user.pointer({ keys: '[TouchA]', target: second });
    expect(hintOf(second).hidden).toBe(false);
  });

  test('stands above the name on a narrow screen, once', async () => {
    vi.stubGlobal('matchMedia', (query: string) =>
      Object.assign(new EventTarget(), { matches: query === '(width < 48rem)' }),
    );
    const { user } = renderCells(['Source'], CELLS);
    expect(within(rules()).getAllByRole('rowheader')[0]?.textContent).toMatch(/^UseSource/);
    expect(within(rules()).getAllByRole('button', { name: 'Use' })).toHaveLength(1);
    await openTab(user, 'Segment Details');
    const table = screen.getByRole('table', { name: 'Statistically Significant Segments' });
    expect(within(table).getAllByRole('rowheader')[0]?.textContent).toMatch(/^UseSource/);
  });

  test('sorts the segments', async () => {
    const { user } = renderCells(['Source'], CELLS);
    await openTab(user, 'Segment Details');
    const table = screen.getByRole('table', { name: 'Statistically Significant Segments' });
    const sort = within(within(table).getByRole('columnheader', { name: 'Label' })).getByRole('button');
    await user.click(sort);
    expect(columnOf(table, 'Label')).toEqual(['Use', 'Test']);
    await user.click(sort);
    expect(columnOf(table, 'Label')).toEqual(['Test', 'Use']);
  });

  test('is counted beside the first chart', () => {
    const said = () => screen.getByRole('region', { name: 'What to Do' }).textContent;
    const { unmount } = renderCells(['Source'], CELLS);
    expect(said()).toContain('1 difference is clear. More leads would decide 2; 1 is near average');
    unmount();
    renderCells(['Source'], [[['A'], 100, 0]]);
    expect(said()).not.toMatch(/clear|more leads/i);
  });

  test('stands in the legend and in the figures of the chart', async () => {
    const { user } = renderCells(['Source'], CELLS);
    await openTab(user, 'Segment Details');
    await user.click(screen.getByText('With Chart'));
    const chart = await screen.findByRole(
      'figure',
      { name: 'Adjusted Lift by Segment' },
      { timeout: 10_000 },
    );
    for (const word of ['Use', 'Test', 'Unclear', 'No difference'])
      expect(within(chart).getByText(word)).toBeInTheDocument();
    expect(within(chart).getByRole('button', { name: /^Source: Also even\./ }).ariaLabel).toMatch(
      /No difference: any difference is smaller than your ±10%\.$/,
    );
    const drawn = [...chart.querySelectorAll('svg text')].map(({ textContent }) => textContent);
    expect(drawn).toContain('Range after shrinking');
  });

  test('is in Copy, in every file and on paper', async () => {
    const { user } = renderCells(['Source'], CELLS);
    await user.click(screen.getAllByRole('button', { name: 'Copy' })[0] ?? document.body);
    expect((await copiedRows()).map((row) => row[6])).toEqual(['Label', 'Use', 'Test']);
    await pickExport(user, 'Export All');
    const rows = await rowsOf(downloads[0]);
    const from = rows.findIndex(([title]) => title === 'Not Significant (Ignore These)');
    const at = rows[from + 1]?.indexOf('Label') ?? -1;
    expect(rows.slice(from + 2, from + 7).map((row) => row[at])).toEqual(
      expect.arrayContaining(['Unclear', 'No difference']),
    );
    const page = await printReport(user);
    expect(columnOf(within(page).getByRole('table', { name: 'Practical Value Rules' }), 'Label')).toEqual([
      'UseLikely to hold 95%',
      'TestLikely to hold 90%',
    ]);
    const unclear = within(page).getByRole('table', { name: /unclear$/ });
    expect(columnOf(unclear, 'Label')[0]).toMatch(
      /^Unclearabout \d+ leads would tell(May fade|Don.t count on it)/,
    );
  });
});

describe('unclear rules', () => {
  const unclear = (count: number) => [
    ...Array.from({ length: count }, (_, i): Cell => [[`Few ${i}`], 20, 7]),
    [['Common'], 10_000, 2000] as Cell,
  ];
  const table = () => screen.queryByRole('table', { name: /outside ±10% but are unclear$/ });

  test('are shown up to ten', () => {
    renderCells(['Source'], unclear(10));
    expect(table()?.querySelectorAll('tbody tr')).toHaveLength(10);
    expect(screen.queryByRole('button', { name: 'Show' })).toBeNull();
    expect(screen.getByText('No segment outside ±10% is significant.')).toBeInTheDocument();
  });

  test('are shown on request where they are more, stay open beside another tab, and are all in the file', async () => {
    const { user } = renderCells(['Source'], [...unclear(11), [['Sure'], 300, 180]]);
    expect(
      screen.getByRole('heading', { name: '11 more lie outside ±10% but are unclear' }),
    ).toBeInTheDocument();
    expect(table()).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    expect(await rowsOf(downloads[0])).toHaveLength(13);
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(table()?.querySelectorAll('tbody tr')).toHaveLength(11);
    await openTab(user, 'Correlations');
    await openTab(user, 'Value Rules');
    expect(table()).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Hide' }));
    expect(table()).toBeNull();
  });
});

describe('the label of a pair', () => {
  test('stands first in each row, below the number that chance alone would flag', async () => {
    const { user } = renderCells(workedFields, independentCells);
    await openTab(user, 'Correlations');
    const pairs = screen.getByRole('table', { name: 'Correlation Tests' });
    expect(columnOf(pairs, 'Label')).toEqual(['Unclear', 'Unclear', 'Unclear', 'Unclear']);
    expect(screen.getByText(/^4 pairs tested; chance alone would flag up to 1\./)).toBeInTheDocument();
    const [first] = within(pairs).getAllByRole('button', { name: 'Unclear' });
    expect(hintOf(first ?? document.body).textContent).toBe('Not significant; the difference may be chance.');
    const page = await printReport(user);
    expect(within(page).getByText('4 pairs tested; chance alone would flag up to 1.')).toBeInTheDocument();
  });
});
