import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import type { Cell } from '#test/support/analysis-builders.ts';
import { independentCells, workedCells, workedFields } from '#test/support/analysis-worked-example.ts';
import { giveListsRoom } from '#test/support/workflow-room.tsx';
import {
  catchDownloads,
  columnOf,
  copiedRows,
  roundLike,
  openTab,
  renderCells,
  rowsOf,
  textsOf,
  pickExport,
} from '../results/results-room.tsx';

installBrowserApis();
giveListsRoom();
const downloads = catchDownloads();

const table = () => screen.getByRole('table', { name: 'Correlation Tests' });
const panelText = () => screen.getByRole('tabpanel').textContent;

async function renderCorrelations(
  fields: readonly string[] = workedFields,
  cells: readonly Cell[] = workedCells,
) {
  const view = renderCells(fields, cells);
  await openTab(view.user, 'Correlations');
  return view;
}

describe('what came of the tests', () => {
  test('warns with the number of correlations, and says what to do about them', async () => {
    await renderCorrelations();
    expect(screen.getByText('Warning: 1 significant correlation(s) detected')).toBeInTheDocument();
    expect(panelText()).toContain('4 pairs tested.');
    const advice = screen.getByRole('region', { name: 'How to handle correlated attributes' });
    expect(
      within(advice)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      '1 pair converts better than predicted. Use the reduced rules here too: the cut of 15% applies in both directions, so these bids stay cautious. Source: Referral 1.42x (was 1.67x), Device: Desktop 1.24x (was 1.45x).',
    ]);
  });

  test('gives one advice for pairs that convert worse and one for pairs that convert better', async () => {
    // Big converts less often on half of the devices than predicted, and more often on the others.
    const cells = ['a', 'b', 'c', 'd'].flatMap((name, i): Cell[] => [
      [['Big', name], 100, i % 2 ? 95 : 60],
      [['Small', name], 400, i % 2 ? 20 : 120],
    ]);
    await renderCorrelations(['Source', 'Device'], cells);
    const advice = screen.getByRole('region', { name: 'How to handle correlated attributes' });
    const [worse, better, ...others] = within(advice).getAllByRole('listitem');
    expect(others).toEqual([]);
    expect(worse?.textContent).toMatch(/^\d+ pairs convert worse than predicted\. Use the reduced rules/);
    expect(better?.textContent).toMatch(/^\d+ pairs convert better than predicted\. Use the reduced rules/);
    expect(worse?.textContent).toMatch(/(\(was .*){4}, and \d more\.$/);
  });

  test('says what to do about correlations only where something was tested, and nothing where there are none', async () => {
    const { unmount } = await renderCorrelations(workedFields, independentCells);
    const advice = () => screen.queryByRole('region', { name: 'How to handle correlated attributes' });
    expect(advice()?.textContent).toContain('Nothing to do');
    expect(within(advice() ?? document.body).queryByRole('listitem')).toBeNull();
    unmount();
    await renderCorrelations(['Source'], [[['A'], 100, 50]]);
    expect(advice()).toBeNull();
  });

  test('counts one pair as one', async () => {
    // Values of fewer than 10 leads are not tested.
    const small = Array.from({ length: 20 }, (_, i): Cell => [[`B${i}`, `Y${i}`], 9, 1]);
    await renderCorrelations(['Source', 'Device'], [[['A', 'X'], 100, 60], ...small]);
    expect(panelText()).toContain('1 pair tested');
  });

  test('has good news where the values are independent', async () => {
    await renderCorrelations(workedFields, independentCells);
    expect(screen.getByText('Good News: All factors are independent')).toBeInTheDocument();
    expect(columnOf(table(), 'Significant')).toEqual(['No', 'No', 'No', 'No']);
  });

  test('says that one attribute leaves nothing to test', async () => {
    await renderCorrelations(
      ['Source'],
      [
        [['A'], 100, 50],
        [['B'], 100, 10],
      ],
    );
    expect(panelText()).toContain(
      'No Correlation Analysis Available – Correlation analysis requires at least 2 attributes. Your data has only 1 attribute.',
    );
    expect(screen.getByText('All segment values can be safely used for bidding rules.')).toBeInTheDocument();
    expect(screen.queryByRole('table')).toBeNull();
    expect(panelText()).not.toContain('independent');
  });

  test('says that no pair is large enough, and claims nothing', async () => {
    await renderCorrelations(
      ['Source', 'Device'],
      [
        [['A', 'X'], 29, 20],
        [['A', 'Y'], 10, 5],
        [['B', 'X'], 10, 1],
        [['B', 'Y'], 29, 1],
      ],
    );
    expect(screen.getByText('No pair of significant segments shares at least 30 leads.')).toBeInTheDocument();
    expect(panelText()).not.toMatch(/only 1 attribute|safely used|independent/);
  });
});

describe('the table', () => {
  test('has every figure of a pair, significant ones first, then by the size of the difference', async () => {
    await renderCorrelations();
    const [titles, first] = textsOf(table());
    expect(titles).toEqual([
      'Label',
      'Combination',
      'Leads',
      'Conversions',
      'Confidence sample size',
      'Conversion Rate',
      'Predicted Lift',
      'Actual Lift',
      'Difference',
      'P-Value',
      'Significant',
    ]);
    // Predicted 80/33, actual 3.5, difference 100 x (3.5 - 80/33); confidence round(3 x sqrt(50)) = 21%.
    expect(first).toEqual([
      'Use',
      'Source: ReferralDevice: Desktop',
      '50',
      '35',
      '21% (low)',
      '70.0%',
      '▲2.42x',
      '▲3.50x',
      '+107.6',
      '0.002',
      'Yes',
    ]);
    expect(columnOf(table(), 'Difference')).toEqual(['+107.6', '-40.9', '-4.6', '+2.7']);
    expect(columnOf(table(), 'Significant')).toEqual(['Yes', 'No', 'No', 'No']);
  });

  test('is copied with its figures as the page shows them', async () => {
    const { user } = await renderCorrelations();
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    const [, first] = (await navigator.clipboard.readText()).split(/\r?\n/);
    expect(first?.split('\t')[0]).toBe('Source: Referral + Device: Desktop');
    // 100 × (3.5 - 80 / 33) is 107.58 points.
    expect(first?.split('\t').slice(7, 9)).toEqual(['107.6', '0.002']);
  });

  test('is copied with every pair that the complete export has', async () => {
    // 15 x 15 pairs of 30 leads: odd values convert far above the average, even ones far below.
    const names = Array.from({ length: 15 }, (_, i) => i);
    const conversions = (i: number) => (i % 2 ? 13 : 2);
    const cells = names.flatMap((a) =>
      names.map((b): Cell => [[`S${a}`, `D${b}`], 30, conversions(a) + conversions(b)]),
    );
    const { user } = await renderCorrelations(['Source', 'Device'], cells);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    const copied = await copiedRows();
    expect(copied).toHaveLength(226);
    await pickExport(user, 'Export All');
    const exported = await rowsOf(downloads[0]);
    const from = exported.findIndex(([title]) => title === 'Correlations') + 1;
    const rows = exported.slice(from).map((row) => [...row.slice(0, 10), row[13]!, row.at(-1)!]);
    expect(copied).toEqual(roundLike(copied, rows));
  });
});

describe('Export All Combinations', () => {
  test('counts one combination as one', async () => {
    await renderCorrelations(['Source'], [[['A'], 100, 50]]);
    expect(panelText()).toContain('1 combination of values with its lead value, as a CSV file.');
  });

  test('downloads every combination, the highest lead value first', async () => {
    const { user } = await renderCorrelations();
    expect(panelText()).toContain('6 combinations of values');
    await user.click(screen.getByRole('button', { name: 'Download All Combinations' }));
    expect(downloads[0]?.name).toMatch(/^lead_value_combinations_\d{4}-\d{2}-\d{2}\.csv$/);
    const lines = (await downloads[0]?.blob.text())?.trim().split('\r\n');
    expect(lines).toHaveLength(7);
    expect(lines?.[1]).toMatch(/^Referral,Desktop,35\.03/);
  });

  test.each([
    [5000, 50, false],
    [5100, 51, true],
  ])('at %i combinations', async (_, sources, isBlocked) => {
    const cells = Array.from({ length: 100 }, (_, i): Cell => [[`S${i % sources}`, `D${i}`], 1, i % 2]);
    await renderCorrelations(['Source', 'Device'], cells.slice(0, 100));
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Download All Combinations' });
    expect(button.disabled).toBe(isBlocked);
    const alert = screen.queryByRole('alert');
    expect(alert?.textContent ?? null).toBe(
      isBlocked
        ? 'Too many combinations (5,100). Please limit your data to reduce combinations below 5,000.'
        : null,
    );
    expect(screen.queryByText('Too many combinations - reduce your data') !== null).toBe(isBlocked);
  });
});
