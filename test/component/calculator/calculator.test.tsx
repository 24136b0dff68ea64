import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import type { Cell } from '#test/support/analysis-builders.ts';
import { independentCells, workedCells, workedFields } from '#test/support/analysis-worked-example.ts';
import { giveListsRoom } from '#test/support/workflow-room.tsx';
import {
  catchDownloads,
  copiedRows,
  roundLike,
  openTab,
  renderCells,
  rowsOf,
  textsOf,
} from '../results/results-room.tsx';

installBrowserApis();
giveListsRoom();
const downloads = catchDownloads();

const table = () => screen.getByRole('table', { name: 'All Lead Value Combinations' });
const panelText = () => screen.getByRole('tabpanel').textContent;

/** The table lists its first 100 rows at once, and the others in a later render. */
const tableLists = (rows: number) =>
  waitFor(() => expect(table().getAttribute('aria-rowcount')).toBe(`${rows + 1}`));

async function renderCalculator(
  fields: readonly string[] = workedFields,
  cells: readonly Cell[] = workedCells,
) {
  const view = renderCells(fields, cells);
  await openTab(view.user, 'Lead Calculator');
  const pick = async (attribute: string, value: string) => {
    await view.user.click(screen.getByRole('combobox', { name: attribute }));
    await view.user.click(screen.getByRole('option', { name: value }));
  };
  return { ...view, pick };
}

describe('the value of one lead', () => {
  test('comes once every attribute has a value, with its formula', async () => {
    const { pick } = await renderCalculator();
    expect(screen.getByRole('heading', { name: 'Calculate Individual Lead Values' })).toBeInTheDocument();
    await pick('Source', 'Referral');
    expect(
      screen.getByText('Pick a value for every attribute to see what that lead is worth.'),
    ).toBeInTheDocument();
    await pick('Device', 'Desktop');
    // 100 x 0.2 x (5/3 x 0.85) x (16/11 x 0.85) = 35.03.
    expect(panelText()).toContain('$20.00 × 1.42x × 1.24x = $35');
    expect(panelText()).toContain('$20.00 is the average lead: $100.00 × 20.0% baseline rate.');
    expect(panelText()).toContain('Reduced by 15%: Referral (was 1.67x), Desktop (was 1.45x).');
    // The only table is that of all combinations.
    expect(screen.getAllByRole('table')).toEqual([table()]);
  });

  test('counts lifts of segments that are not significant', async () => {
    const { pick } = await renderCalculator(
      ['Source'],
      [
        [['A'], 50, 10],
        [['B'], 50, 12],
      ],
    );
    expect(screen.getByText('Pick a value to see what that lead is worth.')).toBeInTheDocument();
    await pick('Source', 'B');
    // Baseline 0.22, lift 12/11, weight 1/2: adjusted 23/22; 22 x 23/22 = 23.
    expect(panelText()).toContain('$22.00 × 1.05x = $23');
  });

  test('stays on coming back to the tab, and follows the conversion value', async () => {
    const { user, pick } = await renderCalculator();
    await pick('Source', 'Email');
    await pick('Device', 'Mobile');
    await openTab(user, 'Correlations');
    await openTab(user, 'Lead Calculator');
    // 20 x 1 x 6/11 = 10.9; at 110: 22 x 6/11 = 12.
    expect(panelText()).toContain('$20.00 × 1.00x × 0.55x = $11');
    await user.click(screen.getByRole('button', { name: 'Increase Conversion Value' }));
    expect(panelText()).toContain('$22.00 × 1.00x × 0.55x = $12');
  });

  test('offers each value with its leads and its lift after the cut', async () => {
    const { user } = await renderCalculator();
    await user.click(screen.getByRole('combobox', { name: 'Source' }));
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Ads0.87x · 700 leads',
      'Email1.00x · 200 leads',
      'Referral1.42x · 100 leads',
    ]);
  });

  test('counts one lead as one', async () => {
    const { user } = await renderCalculator(
      ['Source'],
      [
        [['A'], 1, 0],
        [['B'], 50, 12],
      ],
    );
    await user.click(screen.getByRole('combobox', { name: 'Source' }));
    expect(screen.getByRole('option', { name: 'A' }).textContent).toMatch(/ · 1 lead$/);
  });

  test('comes without a warning at 100% conversion itself', async () => {
    const { pick } = await renderCalculator(
      ['Source'],
      [
        [['A'], 40, 40],
        [['B'], 60, 60],
      ],
    );
    await pick('Source', 'A');
    expect(panelText()).toContain('100.0% baseline rate');
    expect(panelText()).not.toContain('impossible');
  });

  test('comes with a warning where it stands for more than 100% conversion', async () => {
    const cells: Cell[] = [
      [['A', 'Y'], 500, 480],
      [['B', 'X'], 500, 480],
      [['B', 'Y'], 1000, 40],
    ];
    const { pick } = await renderCalculator(['Source', 'Device'], cells);
    await pick('Source', 'A');
    await pick('Device', 'Y');
    expect(panelText()).not.toContain('Together these lifts predict');
    await pick('Device', 'X');
    // No lead has both. Lift 1.92 each, adjusted 1 + 10/11 x 0.92 = 1.836, cut 1.561: 0.5 x 1.561² = 1.218.
    expect(panelText()).toContain(
      'Together these lifts predict 121.8% conversion. More than 100% is impossible',
    );
  });
});

describe('the banner', () => {
  test('says that correlated segments were reduced', async () => {
    await renderCalculator();
    expect(
      screen.getByText('Some correlations were detected: correlated segments were reduced by 15%.'),
    ).toBeInTheDocument();
  });

  test('says that all factors are independent', async () => {
    await renderCalculator(workedFields, independentCells);
    expect(screen.getByText(/^All factors are independent/)).toBeInTheDocument();
  });

  test('is silent where nothing was tested', async () => {
    await renderCalculator(
      ['Source'],
      [
        [['A'], 100, 50],
        [['B'], 100, 10],
      ],
    );
    expect(screen.queryByText(/independent|correlations/)).toBeNull();
  });
});

describe('All Lead Value Combinations', () => {
  test('lists every combination, also those that no lead has, the highest value first', async () => {
    await renderCalculator();
    expect(panelText()).toContain('All 6 combinations, highest value first.');
    expect(textsOf(table()).map((row) => row.slice(0, 4))).toEqual([
      ['Source', 'Device', 'Lead Value ($)', 'Leads'],
      ['Referral', 'Desktop', '$35', '50'],
      ['Email', 'Desktop', '$25', '100'],
      ['Ads', 'Desktop', '$21', '350'],
      ['Referral', 'Mobile', '$15', '50'],
      ['Email', 'Mobile', '$11', '100'],
      ['Ads', 'Mobile', '$9', '350'],
    ]);
    expect(panelText()).not.toContain('impossible');
  });

  test('warns of combinations that are worth more than a sale, and says how many leads have them', async () => {
    await renderCalculator(
      ['Source', 'Device'],
      [
        [['A', 'Y'], 500, 480],
        [['B', 'X'], 500, 480],
        [['B', 'Y'], 1000, 40],
      ],
    );
    // See above: 121.8% for the pair that no lead has.
    expect(
      textsOf(table())
        .slice(1, 3)
        .map((row) => row.slice(0, 4)),
    ).toEqual([
      ['A', 'X', '$122! predicts 121.8%', '0'],
      ['A', 'Y', expect.stringMatching(/^\$\d+$/), '500'],
    ]);
    expect(panelText()).toContain('predict more than 100% conversion, which is impossible');
  });

  test('says nothing of leads until they are counted', async () => {
    const { user } = renderCells(workedFields, workedCells, { combinations: null });
    await openTab(user, 'Lead Calculator');
    expect(textsOf(table())[0]).toEqual(['Source', 'Device', 'Lead Value ($)']);
  });

  test.each([
    [1, 1, 'The only combination.'],
    [2, 1, 'All 2 combinations, highest value first.'],
    [100, 100, 'All 10,000 combinations, highest value first.'],
    [101, 100, 'Top 10,000 of 10,100 combinations, highest value first.'],
  ])('says how many there are: %i x %i', async (sources, devices, text) => {
    const cells = Array.from({ length: sources }, (_, i): Cell => [[`S${i}`, `D${i % devices}`], 1, i % 2]);
    await renderCalculator(['Source', 'Device'], cells);
    expect(panelText()).toContain(text);
  });

  test('gives the best 10,000 of a million at once, and says how many there are', async () => {
    const cells = Array.from({ length: 1000 }, (_, i): Cell => [[`S${i}`, `D${i}`], 3, i % 4]);
    const { user } = await renderCalculator(['Source', 'Device'], cells);
    expect(panelText()).toContain('Top 10,000 of 1,000,000 combinations, highest value first.');
    await tableLists(10_000);
    expect(textsOf(table()).length).toBeLessThan(100);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await copiedRows()).toHaveLength(10_001);
  });

  test('is copied as a table', async () => {
    const { user } = await renderCalculator();
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    const lines = (await navigator.clipboard.readText()).trim().split(/\r?\n/);
    expect(lines).toHaveLength(7);
    expect(lines[0]).toBe(
      'Source\tDevice\tLead Value ($)\tLeads\tBalanced ($)\tBest Estimate ($)\tActual ($)\tActual Rate (%)\tNotes',
    );
    // 20 × (5 / 3) × 0.85 × (16 / 11) × 0.85 is 35.03.
    expect(lines[1]?.split('\t')[2]).toBe('35');
  });

  test('is copied with every row that its file has', async () => {
    const cells = Array.from({ length: 120 }, (_, i): Cell => [[`S${i}`, `D${i % 3}`], 10, i % 7]);
    const { user } = await renderCalculator(['Source', 'Device'], cells);
    await tableLists(360);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    await openTab(user, 'Correlations');
    await user.click(screen.getByRole('button', { name: 'Download All Combinations' }));
    const exported = await rowsOf(downloads[0]);
    expect(exported).toHaveLength(361);
    const copied = await copiedRows();
    expect(copied).toEqual(roundLike(copied, exported));
  });
});
