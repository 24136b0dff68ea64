import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { Mapping } from '#frontend/analysis/counts/mapping.ts';
import { usePrintedReport } from '#frontend/features/results/use-printed-report.ts';
import { PART_MISSING } from '#frontend/lib/prefetch.ts';
import { readToast } from '#frontend/ui/toast-store.ts';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import type { Cell } from '#test/support/analysis-builders.ts';
import { workedCells, workedFields } from '#test/support/analysis-worked-example.ts';
import { giveListsRoom } from '#test/support/workflow-room.tsx';
import {
  columnOf,
  CONTEXT,
  openTab,
  printReport,
  renderCells,
  report,
  textsOf,
  type RoomOptions,
} from '../results/results-room.tsx';

installBrowserApis();
giveListsRoom();

async function printResults(
  fields: readonly string[] = workedFields,
  cells: readonly Cell[] = workedCells,
  options: RoomOptions = {},
) {
  const context = { ...CONTEXT, fileName: 'march.csv', statusColumn: 'Outcome', qualifiedValues: ['Won'] };
  const { user } = renderCells(fields, cells, { context, ...options });
  return printReport(user);
}

const tableIn = (page: HTMLElement, name: string) => within(page).getByRole('table', { name });

/** The text beside each name in the list of data and settings. */
const settingsIn = (page: HTMLElement) =>
  [...page.querySelectorAll('dt')].map(
    (name) => [name.textContent, name.nextElementSibling?.textContent] as const,
  );

describe('the report', () => {
  test('has title, decision, all tables, settings, the charts and the method', async () => {
    const page = await printResults();
    const headings = within(page).getAllByRole('heading', { level: 2 });
    expect(within(page).getByRole('heading', { level: 1 }).textContent).toBe('Lead value report: march.csv');
    expect(headings.map((heading) => heading.textContent)).toEqual([
      'Clear rules',
      'Practical Value Rules',
      'Segment Details',
      'Correlations',
      'Lead Values',
      'Data and Settings',
      'Method',
    ]);
    expect(page.textContent).toContain(
      'Referral leads convert at 40.0%, Mobile leads (Device) at 10.0%. The average is 20.0%.',
    );
    const settings = settingsIn(page);
    expect(settings).toContainEqual(['Lead status column', 'Outcome']);
    expect(settings).toContainEqual(['Counts as converted', 'Won']);
    expect(settings).toContainEqual(['Significance threshold', '±10%']);
    expect(settings).toContainEqual(['Conversions', '200, baseline rate 20.0%']);
    const table = (name: string) => tableIn(page, name);
    expect(columnOf(table('Statistically Significant Segments'), 'Value')).toEqual([
      'Referral',
      'Desktop',
      'Ads',
      'Mobile',
    ]);
    expect(columnOf(table('Not Significant (Ignore These)'), 'Value')).toEqual(['Email']);
    expect(columnOf(table('Correlation Tests'), 'Difference')).toEqual(['+107.6', '-40.9', '-4.6', '+2.7']);
    expect(columnOf(table('All Lead Value Combinations'), 'Source')).toHaveLength(6);
    expect(within(page).getAllByRole('img')).toHaveLength(3);
    expect(page.textContent).toContain('confidence = leads / (leads + 50)');
  });

  test('begins with all solid rules in the order of their table', async () => {
    // All are significant but the rare one; the average is 25.5%.
    const cells = [500, 450, 400, 360, 60, 50, 20, 200].map((converted, n): Cell => [
      [`S${n}`],
      1000,
      converted,
    ]);
    const page = await printResults(['Source'], [...cells, [['Rare'], 12, 5]]);
    const table = tableIn(page, 'Clear rules');
    const first = page.querySelector('.ui-report-first')!; // the report has a first page
    expect(columnOf(table, 'Value')).toEqual(['S0', 'S1', 'S2', 'S3', 'S7', 'S4', 'S5', 'S6']);
    expect(columnOf(table, 'Rate').slice(0, 2)).toEqual(['50.0%', '45.0%']);
    // 1,000 leads of one column: their best estimate is near their rate.
    expect(columnOf(table, 'Worth')[0]).toMatch(/^\$(49|50)$/);
    expect(first.textContent).not.toMatch(/\d\.\d\dx/);
    expect(columnOf(tableIn(page, '1 more lies outside ±10% but is unclear'), 'Value')).toEqual(['Rare']);
  });

  test('prints many solid rules in two columns, and counts those that do not fit on the page', async () => {
    const page = await printResults(
      ['Source'],
      Array.from({ length: 36 }, (_, n): Cell => [[`S${n}`], 1000, n % 2 ? 100 + n : 500 + n]),
    );
    const first = columnOf(tableIn(page, 'Clear rules'), 'Value');
    const second = columnOf(tableIn(page, 'Clear rules, continued'), 'Value');
    expect([first.length, second.length]).toEqual([15, 15]);
    expect(first[0]).toBe('S34');
    expect(page.textContent).toContain('and 6 more under Practical Value Rules');
  });

  test('has every figure of every table', async () => {
    const page = await printResults();
    const rows = (name: string) => textsOf(tableIn(page, name)).slice(1);
    const BALANCED = expect.stringMatching(/^\d\.\d\dx$/);
    // The figures of the worked example; the cut of the first two is 15%.
    expect(rows('Practical Value Rules')).toEqual([
      [
        'UseLikely to hold 95%',
        'Source',
        'Referral',
        '▲1.42x(+42%)',
        '1.67x',
        '67%',
        'Overlapping (1)Device: Desktop',
        '100',
        BALANCED,
      ],
      [
        'UseLikely to hold 95%',
        'Device',
        'Desktop',
        '▲1.24x(+24%)',
        '1.45x',
        '91%',
        'Overlapping (1)Source: Referral',
        '500',
        BALANCED,
      ],
      ['UseLikely to hold 90%', 'Source', 'Ads', '0.87x(-13%)', '', '93%', 'Independent', '700', BALANCED],
      [
        'UseLikely to hold 95%',
        'Device',
        'Mobile',
        '▼0.55x(-45%)',
        '',
        '91%',
        'Independent',
        '500',
        BALANCED,
      ],
    ]);
    expect(rows('Statistically Significant Segments')[0]).toEqual(
      ['Use', 'Source', 'Referral', '100', '40', '<0.001', '40.0%', '▲2.00x', '▲1.67x', '$33.33', 'Overlapping (1): the value rule is reduced by 15%.'], // oxfmt-ignore
    );
    expect(rows('Correlation Tests').slice(0, 2)).toEqual([
      [
        'Use',
        'Source: ReferralDevice: Desktop',
        '50',
        '35',
        '21%',
        '70.0%',
        '2.42x',
        '3.50x',
        '+107.6',
        '0.002',
        'Low confidence due to small sample size. Use conservative value shown.',
      ],
      [
        'Unclear',
        'Source: ReferralDevice: Mobile',
        '50',
        '5',
        '21%',
        '10.0%',
        '0.91x',
        '0.50x',
        '-40.9',
        '0.134',
        'Low confidence due to small sample size. Use conservative value shown. Not significant.',
      ],
    ]);
    expect(rows('All Lead Value Combinations')[0]).toEqual([
      'Referral',
      'Desktop',
      '$35',
      '50',
      '$55',
      '$70',
    ]);
    expect(page.textContent).not.toContain('the CSV exports have more');
  });

  test('says which rules are not significant, and leaves lead values out where a conversion is worth nothing', async () => {
    const page = await printResults(
      ['Source'],
      [
        [['Rare'], 20, 7],
        [['Common'], 980, 193],
      ],
      { settings: { conversionValue: 0, thresholdPercent: 10 } },
    );
    const unclear = tableIn(page, '1 lies outside ±10% but is unclear');
    expect(columnOf(unclear, 'Notes')).toEqual([
      'Low confidence due to small sample size. Use conservative value shown. Not significant.',
    ]);
    const [titles] = textsOf(tableIn(page, 'Not Significant (Ignore These)'));
    expect(titles?.slice(-2)).toEqual(['Adjusted Lift', 'Notes']);
    // Only that of the segments: no difference has a row on the first page, and no pair was tested.
    expect(within(page).getAllByRole('img')).toHaveLength(1);
    expect(within(page).queryByRole('table', { name: 'Correlation Tests' })).toBeNull();
    expect(page.textContent).toContain('Your data has only 1 attribute.');
  });

  test('says so where nothing stands out', async () => {
    const page = await printResults(
      ['Source'],
      [
        [['A'], 100, 20],
        [['B'], 100, 20],
      ],
    );
    expect(page.textContent).toContain('No segments exceed the ±10% threshold.');
    expect(page.textContent).toContain('No difference is clear in these leads yet.');
    expect(within(page).queryByRole('table', { name: 'Practical Value Rules' })).toBeNull();
    expect(
      within(page).getByRole('heading', { name: 'Statistically Significant Segments' }).nextElementSibling
        ?.textContent,
    ).toBe('None.');
  });

  test('says so where every segment is significant', async () => {
    const page = await printResults(
      ['Source'],
      [
        [['A'], 100, 50],
        [['B'], 100, 10],
      ],
    );
    expect(
      within(page).getByRole('heading', { name: 'Not Significant (Ignore These)' }).nextElementSibling
        ?.textContent,
    ).toBe('None.');
  });

  test('has the lead that was put together in the calculator, with its formula', async () => {
    const { user } = renderCells(workedFields, workedCells);
    await openTab(user, 'Lead Calculator');
    for (const [attribute, value] of [
      ['Source', 'Referral'],
      ['Device', 'Desktop'],
    ] as const) {
      await user.click(screen.getByRole('combobox', { name: attribute }));
      await user.click(screen.getByRole('option', { name: value }));
    }
    const page = await printReport(user);
    expect(
      within(page).getByRole('heading', { name: 'Source: Referral + Device: Desktop' }),
    ).toBeInTheDocument();
    expect(page.textContent).toContain('$20.00 × 1.42x × 1.24x = $35');
    expect(within(page).getByRole('img', { name: 'From $20.00 to $35.03 in 2 factors' })).toBeInTheDocument();
  });

  test('names ranges and renamed values, the first twenty of many', async () => {
    const renamed = (count: number): Mapping =>
      new Map([['kept', '  '], ...Array.from({ length: count }, (_, i) => [`v${i}`, ` n${i} `] as const)]);
    const context = {
      ...CONTEXT,
      attributes: [
        { field: 'Source', ranges: null, mapping: renamed(21) },
        { field: 'Device', ranges: null, mapping: renamed(20) },
        {
          field: 'Age',
          ranges: [
            { min: 0, max: 30, label: 'Young' },
            { min: 30.01, max: null, label: '' },
          ],
          mapping: renamed(0),
        },
      ],
    };
    const settings = new Map(settingsIn(await printResults(workedFields, workedCells, { context })));
    const shown = Array.from({ length: 20 }, (_, i) => `v${i} → n${i}`).join('; ');
    expect(settings.get('Renamed in Source')).toBe(`${shown}; and 1 more`);
    expect(settings.get('Renamed in Device')).toBe(shown);
    expect(settings.get('Ranges of Age')).toBe('Young: 0 to 30, 30.01 and above');
    expect(settings.has('Renamed in Age')).toBe(false);
    expect(settings.has('Ranges of Source')).toBe(false);
  });

  test.each([
    [150, null],
    [151, 'The first 150 of 151 rows'],
  ])('prints %i rows of a table', async (count, note) => {
    const cells = Array.from({ length: count }, (_, i): Cell => [[`Value ${i}`], 2, 1]);
    const page = await printResults(['Source'], cells);
    const rest = tableIn(page, 'Not Significant (Ignore These)');
    expect(textsOf(rest)).toHaveLength(151);
    expect(rest.nextElementSibling?.textContent.slice(0, note?.length) ?? null).toBe(note);
  });

  test('draws the top 24 segments, and the largest differences where no pair is significant', async () => {
    // 25 sources of 90 leads and 3 devices; all pairs are tested.
    const cells = Array.from({ length: 25 }, (_, a) =>
      [0, 1, 2].map((b): Cell => [[`S${a}`, `D${b}`], 30, (a % 2 ? 12 : 1) + (b === 0 ? 12 : 2)]),
    ).flat();
    const page = await printResults(workedFields, cells);
    expect(page.textContent).toContain('Top 24 of 28 segments');
    expect(page.textContent).toContain('The 6 largest differences of 75 tested pairs');
    expect(
      within(page).getByRole('img', { name: /^Adjusted lift of 24 of 28 segments/ }),
    ).toBeInTheDocument();
    expect(
      within(page).getByRole('img', { name: /^Predicted and actual lift of 6 of 75 tested pairs/ }),
    ).toBeInTheDocument();
  });

  test('prints the first rows of a long table, and says how many there are', async () => {
    const many = Array.from({ length: 400 }, (_, i): Cell => [[`Value ${i}`], 2, 1]);
    const page = await printResults(['Source'], many);
    const rest = within(page).getByRole('table', { name: 'Not Significant (Ignore These)' });
    expect(within(rest).getAllByRole('row')).toHaveLength(151);
    expect(page.textContent).toContain('The first 150 of 400 rows');
    expect(page.textContent).toContain('The first 15 of 400 rows');
  });

  test.each([
    ['Ctrl+P', { key: 'p', ctrlKey: true }],
    ['⌘P', { key: 'p', metaKey: true }],
  ])('is what the browser prints at its own command, and %s waits for it', async (_, keys) => {
    const print = vi.fn(() => void fireEvent(window, new Event('beforeprint')));
    vi.stubGlobal('print', print);
    renderCells(workedFields, workedCells);
    // The report has just been asked for.
    expect(fireEvent.keyDown(document.body, keys)).toBe(false);
    await waitFor(() => expect(print).toHaveBeenCalledOnce(), { timeout: 10_000 });
    expect(report()).not.toBeNull();
    act(() => void fireEvent(window, new Event('afterprint')));
    expect(report()).toBeNull();

    expect(fireEvent.keyDown(document.body, keys)).toBe(true);
    act(() => void fireEvent(window, new Event('beforeprint')));
    expect(report()?.textContent).toContain('Lead value report: leads.csv');
  });

  test('whose code could not be fetched is named, and printed once it can be', async () => {
    const print = vi.fn<() => void>();
    vi.stubGlobal('print', print);
    let isReachable = false;
    const fetchReport = async () => {
      if (!isReachable) throw new TypeError('Failed to fetch dynamically imported module');
      return () => 'The report';
    };
    const { result } = renderHook(() => usePrintedReport(fetchReport, { current: null }));
    result.current.print();
    await waitFor(() => expect(readToast()?.description).toBe(PART_MISSING));
    expect(print).not.toHaveBeenCalled();
    // At its own command the browser would print the screen.
    fireEvent.keyDown(document.body, { key: 'p', ctrlKey: true });
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    isReachable = true;
    await act(async () => result.current.print());
    await waitFor(() => expect(print).toHaveBeenCalledTimes(2));
  });

  test.each([
    ['p alone', { key: 'p' }],
    ['Ctrl+Shift+P', { key: 'P', ctrlKey: true, shiftKey: true }],
    ['Ctrl+F', { key: 'f', ctrlKey: true }],
  ])('leaves %s to the browser', (_, keys) => {
    renderCells(workedFields, workedCells);
    expect(fireEvent.keyDown(document.body, keys)).toBe(true);
  });

  test('is gone after printing', async () => {
    await printResults();
    act(() => void fireEvent(window, new Event('afterprint')));
    expect(report()).toBeNull();
  });
});
