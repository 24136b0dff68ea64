import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import type { Cell } from '#test/support/analysis-builders.ts';
import { workedCells, workedFields } from '#test/support/analysis-worked-example.ts';
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
  type RoomOptions,
} from '../results/results-room.tsx';

installBrowserApis();
giveListsRoom();
const downloads = catchDownloads();

const SIGNIFICANT = 'Statistically Significant Segments';
const REST = 'Not Significant (Ignore These)';
const table = (name = SIGNIFICANT) => screen.getByRole('table', { name });
const values = (name = SIGNIFICANT) =>
  within(table(name))
    .getAllByRole('rowheader')
    .map((header) => header.lastElementChild?.textContent);
const header = (name: string) => within(table()).getByRole('columnheader', { name });

async function renderSegments(
  fields: readonly string[] = workedFields,
  cells: readonly Cell[] = workedCells,
  options?: RoomOptions,
) {
  const view = renderCells(fields, cells, options);
  await openTab(view.user, 'Segment Details');
  const sortBy = (name: string) => view.user.click(within(header(name)).getByRole('button'));
  return { ...view, sortBy };
}

describe('the significant segments', () => {
  test('have every figure, the highest adjusted lift first', async () => {
    await renderSegments();
    const [titles, ...rows] = textsOf(table());
    expect(titles).toEqual([
      'Label',
      'Field',
      'Value',
      'Leads',
      'Conversions',
      'Confidence sample size',
      'P-Value',
      'Conversion Rate',
      'Lift vs Baseline',
      'Adjusted Lift',
      'Lead Value ($)',
    ]);
    expect(values()).toEqual(['Referral', 'Desktop', 'Ads', 'Mobile']);
    // 40 of 100: weight 100 / 150, lift 2, adjusted 5/3, lead value 100 x 5/3 x 0.2.
    expect(rows[0]?.slice(3)).toEqual([
      '100',
      '40',
      '67%',
      '<0.001',
      '40.0%',
      '▲2.00x',
      '▲1.67x(+67%)',
      '$33.33',
    ]);
    // Mobile: adjusted 6/11.
    expect(rows[3]?.slice(5)).toEqual(['91% (high)', '<0.001', '10.0%', '▼0.50x', '▼0.55x(-45%)', '$10.91']);
  });

  test('have no lead value without a conversion value', async () => {
    await renderSegments(workedFields, workedCells, {
      settings: { conversionValue: 0, thresholdPercent: 10 },
    });
    expect(screen.queryByRole('columnheader', { name: 'Lead Value ($)' })).toBeNull();
  });

  test('have one at the smallest conversion value', async () => {
    await renderSegments(workedFields, workedCells, {
      settings: { conversionValue: 0.01, thresholdPercent: 10 },
    });
    expect(columnOf(table(), 'Lead Value ($)')).toHaveLength(4);
  });

  test('say that there are none', async () => {
    await renderSegments(
      ['Source'],
      [
        [['A'], 100, 20],
        [['B'], 100, 20],
      ],
    );
    expect(screen.queryByRole('table')).toBeNull();
    expect(
      screen.getByText('None: no segment with p below 0.05 is more than 10% above or below average.'),
    ).toBeInTheDocument();
  });
});

describe('sorting', () => {
  test('turns on the same column, and begins descending on another', async () => {
    const { sortBy } = await renderSegments();
    expect(header('Adjusted Lift').ariaSort).toBe('descending');
    await sortBy('Adjusted Lift');
    expect(header('Adjusted Lift').ariaSort).toBe('ascending');
    expect(values()).toEqual(['Mobile', 'Ads', 'Desktop', 'Referral']);
    await sortBy('Leads');
    expect(header('Adjusted Lift').ariaSort).toBe('none');
    expect(header('Leads').ariaSort).toBe('descending');
    // Desktop and Mobile have 500 each: by name.
    expect(columnOf(table(), 'Leads')).toEqual(['700', '500', '500', '100']);
    expect(values()).toEqual(['Ads', 'Desktop', 'Mobile', 'Referral']);
    await sortBy('Value');
    expect(values()).toEqual(['Referral', 'Mobile', 'Desktop', 'Ads']);
  });

  test('explains itself in its header on focus, until Escape', async () => {
    const { user } = await renderSegments();
    const button = within(header('P-Value')).getByRole('button', { name: 'P-Value' });
    const hint = document.getElementById(button.getAttribute('aria-describedby') ?? '');
    expect(hint?.textContent).toContain('How often chance alone would show a difference this large');
    expect(hint?.hidden).toBe(true);
    button.focus();
    await waitFor(() => expect(hint?.hidden).toBe(false));
    await user.keyboard('{Escape}');
    expect(hint?.hidden).toBe(true);
  });

  test('leaves adjusted lift in charge when the column it went by is gone', async () => {
    const { user, sortBy } = await renderSegments(workedFields, workedCells, {
      settings: { conversionValue: 10, thresholdPercent: 10 },
    });
    await sortBy('Lead Value ($)');
    await sortBy('Lead Value ($)');
    expect(header('Lead Value ($)').ariaSort).toBe('ascending');
    await user.click(screen.getByRole('button', { name: 'Decrease Conversion Value' }));
    expect(header('Adjusted Lift').ariaSort).toBe('ascending');
    expect(values()).toEqual(['Mobile', 'Ads', 'Desktop', 'Referral']);
  });
});

describe('what the columns mean', () => {
  const explained = () =>
    within(table())
      .getAllByRole('columnheader')
      .filter((heading) => within(heading).getByRole('button').hasAttribute('aria-describedby'))
      .map(({ textContent }) => textContent);

  test('is said by the headings that need it', async () => {
    const { user } = await renderSegments(workedFields, workedCells, {
      settings: { conversionValue: 10, thresholdPercent: 10 },
    });
    const always = ['Label', 'Confidence sample size', 'P-Value', 'Lift vs Baseline', 'Adjusted Lift'];
    expect(explained()).toEqual([...always, 'Lead Value ($)']);
    expect(screen.queryByText('What the columns mean')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Decrease Conversion Value' }));
    expect(explained()).toEqual(always);
  });
});

describe('the other segments', () => {
  test('are counted, and shown and hidden by a button', async () => {
    const { user } = await renderSegments();
    expect(screen.queryByRole('table', { name: REST })).toBeNull();
    expect(
      screen.getByText('1 segment. Its difference may be chance, or too small to matter.'),
    ).toBeInTheDocument();
    const show = screen.getByRole('button', { name: 'Show' });
    expect(show.ariaExpanded).toBe('false');
    await user.click(show);
    expect(values(REST)).toEqual(['Email']);
    const hide = screen.getByRole('button', { name: 'Hide' });
    expect(hide.ariaExpanded).toBe('true');
    await user.click(hide);
    expect(screen.queryByRole('table', { name: REST })).toBeNull();
  });

  test('are none where every segment is significant', async () => {
    await renderSegments(
      ['Source'],
      [
        [['A'], 100, 50],
        [['B'], 100, 10],
      ],
    );
    expect(screen.getByText('None: every segment is significant.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Show' })).toBeNull();
    expect(screen.getAllByRole('button', { name: 'Copy' })).toHaveLength(1);
  });

  test('in their thousands are drawn where they are looked at, with the size of the whole said', async () => {
    const many = Array.from({ length: 3000 }, (_, i): Cell => [[`Value ${i}`], 2, 1]);
    const { user } = await renderSegments(['Source'], many);
    expect(screen.getByText(/^3,000 segments\. Their differences/)).toBeInTheDocument();
    // Nothing to copy but what is shown.
    expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(table(REST).getAttribute('aria-rowcount')).toBe('3001');
    const drawn = within(table(REST)).getAllByRole('rowheader');
    expect(drawn.length).toBeLessThan(100);
    expect(drawn[0]?.closest('tr')?.getAttribute('aria-rowindex')).toBe('2');
  });
});

describe('taking them along', () => {
  test('downloads all segments as a file', async () => {
    const { user } = await renderSegments();
    await user.click(screen.getByRole('button', { name: 'Download Analysis Results' }));
    expect(downloads[0]?.name).toMatch(/^lead_conversion_analysis_\d{4}-\d{2}-\d{2}\.csv$/);
    const text = await downloads[0]?.blob.text();
    for (const value of ['Referral', 'Email', 'Ads', 'Mobile', 'Desktop']) expect(text).toContain(value);
  });

  test('copies one table in the order it is sorted by', async () => {
    const { user, sortBy } = await renderSegments();
    await sortBy('Leads');
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    const lines = (await navigator.clipboard.readText()).trim().split(/\r?\n/);
    expect(lines.map((line) => line.split('\t')[1])).toEqual([
      'Value',
      'Ads',
      'Desktop',
      'Mobile',
      'Referral',
    ]);
    const conversionRate = lines[0]?.split('\t').indexOf('Conversion Rate') ?? -1;
    expect(lines[1]?.split('\t')[conversionRate]).toBe('17.1');
  });

  test('copies every row, together those that the file has', async () => {
    // 250 values far above the average, 250 of too few leads.
    const cells = Array.from({ length: 250 }, (_, i): Cell[] => [
      [[`Often ${i}`], 20, 18],
      [[`Few ${i}`], 5, 1],
    ]).flat();
    const { user } = await renderSegments(['Source'], [...cells, [['Seldom'], 5000, 50]]);
    await user.click(screen.getByRole('button', { name: 'Show' }));
    const copied: string[][] = [];
    for (const button of screen.getAllByRole('button', { name: 'Copy' })) {
      await user.click(button);
      copied.push(...(await copiedRows()).slice(1));
    }
    await user.click(screen.getByRole('button', { name: 'Download Analysis Results' }));
    const exported = await rowsOf(downloads[0]);
    const significance = exported[0]?.indexOf('Significant') ?? -1;
    // The columns of the page, the label and the notes; the significance stands before the label.
    const part = (isSignificant: string) =>
      exported
        .filter((row) => row[significance] === isSignificant)
        .map((row) => [...row.slice(0, significance), row[significance + 1]!, row.at(-1)!]);
    expect(copied).toHaveLength(501);
    expect(copied).toEqual(roundLike(copied, [...part('Yes'), ...part('No')]));
  });
});
