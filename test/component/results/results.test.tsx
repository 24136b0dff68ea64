import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import Papa from 'papaparse';
import { read, utils } from 'xlsx';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readToast } from '#frontend/ui/toast-store.ts';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import { tallyOfCells } from '#test/support/analysis-builders.ts';
import { UNSAVED } from '#test/support/shown-results.tsx';
import { workedCells, workedFields } from '#test/support/analysis-worked-example.ts';
import {
  catchDownloads,
  columnOf,
  copiedRows,
  CONTEXT,
  openTab,
  renderCells,
  renderResults,
  rowsOf,
  pickExport,
  openMoreControls,
} from './results-room.tsx';

installBrowserApis();
const downloads = catchDownloads();

const worked = tallyOfCells(workedFields, workedCells);
const button = (name: string) => screen.getByRole('button', { name });

describe('the head', () => {
  test('says how many leads and conversions, and the baseline rate', () => {
    renderResults(worked);
    expect(screen.getByRole('heading', { level: 1, name: 'Analysis Complete!' })).toBeInTheDocument();
    expect(screen.getByText('leads').textContent).toBe('1,000 leads');
    expect(screen.getByText('conversions').textContent).toBe('200 conversions');
    expect(screen.getByText('baseline rate').textContent).toBe('20.0% baseline rate');
  });

  test('counts one lead as one', () => {
    renderCells(['Source'], [[['Google'], 1, 1]]);
    expect(screen.getByText('lead').textContent).toBe('1 lead');
    expect(screen.getByText('conversion').textContent).toBe('1 conversion');
  });

  test('is a second heading on a page with a title of its own', () => {
    renderResults(worked, { headingLevel: 2 });
    expect(screen.getByRole('heading', { level: 2, name: 'Analysis Complete!' })).toBeInTheDocument();
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
  });

  test('has a button for each thing that can be done, and none for others', async () => {
    const actions = { onBack: vi.fn(), onStartOver: vi.fn() };
    const { user, unmount } = renderResults(worked, { ...actions, work: UNSAVED });
    expect(button('Save Analysis')).toBeInTheDocument();
    await user.click(button('Back'));
    await user.click(button('Start Over'));
    for (const action of Object.values(actions)) expect(action).toHaveBeenCalledOnce();
    unmount();

    renderResults(worked);
    for (const name of ['Back', 'Save Analysis', 'Start Over']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
    expect(button('Export All')).toBeInTheDocument();
  });

  test('downloads the complete analysis and says so', async () => {
    const { user } = renderResults(worked);
    await pickExport(user, 'Export All');
    expect(downloads[0]?.name).toMatch(/^LeadAnalysis_leads_\d{4}-\d{2}-\d{2}\.csv$/);
    const text = await downloads[0]?.blob.text();
    for (const section of ['Metadata', 'Statistically Significant Segments', 'Correlations']) {
      expect(text).toContain(section);
    }
    expect(readToast()).toMatchObject({
      title: 'Export Complete',
      description: 'Your complete analysis has been downloaded.',
    });
  });
});

describe('the other exports', () => {
  test('the workbook has a sheet per section of Export All, with figures as numbers', async () => {
    const { user } = renderResults(worked);
    await pickExport(user, 'Export All as Excel (.xlsx)');
    await waitFor(() => expect(downloads[0]?.name).toMatch(/^LeadAnalysis_leads_\d{4}-\d{2}-\d{2}\.xlsx$/));
    const book = read(await downloads[0]?.blob.arrayBuffer());
    expect(book.SheetNames.slice(0, 2)).toEqual(['Metadata', 'Practical Value Rules']);
    const metadata: unknown[][] = utils.sheet_to_json(book.Sheets['Metadata'] ?? {}, { header: 1 });
    expect(metadata).toContainEqual(['Conversion Value ($)', 100]);
    expect(readToast()).toMatchObject({ title: 'Export Complete' });
  });

  test('the copy for Google Sheets is Export All with tabs between the cells', async () => {
    const { user } = renderResults(worked, { context: { ...CONTEXT, fileName: '=leads.csv' } });
    await pickExport(user, 'Copy for Google Sheets');
    await waitFor(() => expect(readToast()).toMatchObject({ title: 'Copied' }));
    const copied = await navigator.clipboard.readText();
    expect(copied).toMatch(/^Metadata\nFile\t'=leads\.csv\n/);
    await pickExport(user, 'Export All');
    const rows = (text: string, delimiter: string) =>
      Papa.parse<string[]>(text.replace(/^\ufeff/, '').trimEnd(), { delimiter }).data;
    expect(rows(copied, '\t')).toEqual(rows((await downloads[0]?.blob.text()) ?? '', ','));
  });

  test('a clipboard that is refused is said', async () => {
    const { user } = renderResults(worked);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('refused'));
    await pickExport(user, 'Copy for Google Sheets');
    await waitFor(() => expect(readToast()).toMatchObject({ title: 'Copying was refused' }));
  });
});

describe('a download', () => {
  const exportAll = () => fireEvent.click(button('Export All'));

  test('keeps its blob until the browser has begun to read it, and no longer', () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    renderResults(worked);
    exportAll();
    vi.advanceTimersByTime(1_000);
    expect(downloads.map(({ isRevoked }) => isRevoked)).toEqual([false]);
    vi.advanceTimersByTime(60_000);
    expect(downloads.map(({ isRevoked }) => isRevoked)).toEqual([true]);
  });

  test.each([
    [' Q3: Leads.CSV ', 'LeadAnalysis_Q3_ Leads_'],
    ['.csv', 'LeadAnalysis_leads_'],
  ])('of %j is named after it, without .csv and unfit characters', async (fileName, name) => {
    const { user } = renderResults(worked, { context: { ...CONTEXT, fileName } });
    await pickExport(user, 'Export All');
    expect(downloads[0]?.name.replace(/\d{4}-\d{2}-\d{2}\.csv$/, '')).toBe(name);
    // The file inside is the one that was read.
    expect(await rowsOf(downloads[0])).toContainEqual(['File', fileName]);
  });

  test('leaves no link on the page', () => {
    renderResults(worked);
    const before = screen.queryAllByRole('link').length;
    exportAll();
    expect(document.querySelectorAll('a')).toHaveLength(before);
  });
});

describe('on a small screen', () => {
  const isAfterTabs = (element: HTMLElement) =>
    Boolean(screen.getByRole('tabpanel').compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING);

  test('the way back and the primary action stand after all else, where they stay in view', () => {
    const actions = { onBack: () => {}, work: UNSAVED };
    const { unmount } = renderResults(worked, actions);
    expect(['Back', 'Save Analysis'].map((name) => isAfterTabs(button(name)))).toEqual([false, false]);
    unmount();
    const media = Object.assign(new EventTarget(), { matches: true });
    vi.stubGlobal('matchMedia', (query: string) =>
      query === '(width < 40rem)' ? media : Object.assign(new EventTarget(), { matches: false }),
    );
    renderResults(worked, actions);
    expect(['Back', 'Save Analysis'].map((name) => isAfterTabs(button(name)))).toEqual([true, true]);
  });

  test.each([
    ['the way back', { onBack: () => {} }, 'Back'],
    ['the primary action', { work: UNSAVED }, 'Save Analysis'],
  ])('%s stands there alone', (_, actions, name) => {
    vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
    renderResults(worked, actions);
    expect(isAfterTabs(button(name))).toBe(true);
  });
});

test('the bounds of ranges stand on the page', () => {
  const ranges = [
    { min: 1, max: 5, label: 'Low' },
    { min: 5.01, max: null, label: 'High' },
  ];
  const attributes = [{ field: 'Pages', ranges, mapping: new Map([['High', 'Many']]) }];
  renderResults(worked, { context: { ...CONTEXT, attributes } });
  const legend = screen.getByText('Ranges of Pages').parentElement ?? document.body;
  expect(
    within(legend)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent),
  ).toEqual(['Low 1 to 5', 'Many 5.01 and above']);
});

test('the bounds of ranges are in every file and every copy, before the notes', async () => {
  const ranges = [
    { min: 1, max: 5, label: 'Mobile' },
    { min: 5.01, max: null, label: 'Desktop' },
  ];
  const attributes = [
    { field: 'Source', ranges: null, mapping: new Map() },
    { field: 'Device', ranges, mapping: new Map() },
  ];
  const { user } = renderResults(worked, { context: { ...CONTEXT, attributes } });
  const beforeNotes = (row: readonly string[]) => row[row.indexOf('Notes') - 1];
  const expectRange = (rows: string[][], heading = 'Range') => {
    const [headings = []] = rows;
    expect(beforeNotes(headings)).toBe(heading);
    const desktop = rows.find((row) => row[1] === 'Desktop');
    expect(desktop?.[headings.indexOf('Notes') - 1]).toBe('5.01 and above');
  };
  const copyAll = async () => {
    for (const copy of screen.getAllByRole('button', { name: 'Copy' })) {
      await user.click(copy);
      expect(beforeNotes((await copiedRows())[0] ?? [])).toMatch(/^Range/);
    }
  };
  await user.click(button('Download CSV'));
  expectRange(await rowsOf(downloads[0]));
  await copyAll();
  await openTab(user, 'Segment Details');
  await user.click(button('Download Analysis Results'));
  expectRange(await rowsOf(downloads[1]));
  await copyAll();
  await openTab(user, 'Correlations');
  await user.click(button('Download All Combinations'));
  expectRange(await rowsOf(downloads[2]), 'Range of Device');
  await copyAll();
  await openTab(user, 'Lead Calculator');
  await copyAll();
  await pickExport(user, 'Export All');
  const all = await rowsOf(downloads[3]);
  const headings = all.filter((row) => row.includes('Notes'));
  expect(headings.map(beforeNotes)).toEqual(['Range', 'Range', 'Range', 'Range']);
});

describe('the controls', () => {
  beforeEach(() => localStorage.clear());

  test('change what all tabs say, and leave the open tab open', async () => {
    const { user } = renderResults(worked);
    await openTab(user, 'Segment Details');
    const leadValues = () => columnOf(screen.getByRole('table'), 'Lead Value ($)');
    // 100 x 0.2 x 16/11 for Desktop.
    expect(leadValues()[1]).toBe('$29.09');
    await user.click(button('Increase Conversion Value'));
    expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Conversion Value ($)' }).value).toBe(
      '110',
    );
    expect(leadValues()[1]).toBe('$32.00');
    expect(screen.getByRole('tab', { name: 'Segment Details' }).ariaSelected).toBe('true');
  });

  test('say aloud how many rules and segments are left', async () => {
    const { user } = renderResults(worked, { settings: { conversionValue: 100, thresholdPercent: 13 } });
    const status = screen.getByText(/^Value rules:/);
    // Ads, at 13/15, is 13.3 points away from 1.
    expect(status.textContent).toBe('Value rules: 4. Significant segments: 4.');
    await user.click(button('Increase Significance Threshold'));
    expect(status.textContent).toBe('Value rules: 3. Significant segments: 3.');
  });

  test('move the threshold by one within 1 to 100', async () => {
    const { user } = renderResults(worked, { settings: { conversionValue: 100, thresholdPercent: 2 } });
    const threshold = screen.getByRole<HTMLInputElement>('spinbutton', {
      name: 'Significance Threshold (%)',
    });
    for (let press = 0; press < 3; press++) await user.click(button('Decrease Significance Threshold'));
    expect(threshold.value).toBe('1');
    await user.clear(threshold);
    await user.type(threshold, '100');
    await user.click(button('Increase Significance Threshold'));
    expect(threshold.value).toBe('100');
  });

  test('move the conversion value by ten and never below 0', async () => {
    const { user } = renderResults(worked, { settings: { conversionValue: 15, thresholdPercent: 10 } });
    const value = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Conversion Value ($)' });
    await user.click(button('Decrease Conversion Value'));
    expect(value.value).toBe('5');
    await user.click(button('Decrease Conversion Value'));
    expect(value.value).toBe('0');
    await user.clear(value);
    await user.type(value, '12.34');
    expect(value.value).toBe('12.34');
  });

  test('choose a currency, which all money and the headings follow', async () => {
    const { user } = renderResults(worked);
    await openTab(user, 'Segment Details');
    await openMoreControls(user);
    await user.click(screen.getByRole('combobox', { name: 'Currency' }));
    await user.click(await screen.findByRole('option', { name: 'EUR' }));
    expect(screen.getByRole('spinbutton', { name: 'Conversion Value (EUR)' })).toBeInTheDocument();
    // 100 x 0.2 x 16/11 for Desktop; a currency changes no amount.
    expect(columnOf(screen.getByRole('table'), 'Lead Value (EUR)')[1]).toBe('€29.09');
    await openTab(user, 'Lead Calculator');
    expect(document.body.textContent).toContain('€');
    expect(document.body.textContent).not.toContain('$');
  });

  test('choose the format of CSV exports for this browser', async () => {
    const { user, unmount } = renderResults(worked);
    await openMoreControls(user);
    const pressed = (name: string) => button(name).getAttribute('aria-pressed');
    expect([pressed('Comma, 1.5'), pressed('Semicolon, 1,5')]).toEqual(['true', 'false']);
    await user.click(button('Semicolon, 1,5'));
    expect([pressed('Comma, 1.5'), pressed('Semicolon, 1,5')]).toEqual(['false', 'true']);
    unmount();
    renderResults(worked);
    await openMoreControls(user);
    expect(pressed('Semicolon, 1,5')).toBe('true');
  });

  test('are at rest, with a word why, where the figures are shown as stored', () => {
    renderResults(worked, { hasFixedSettings: true });
    for (const control of screen.getAllByRole<HTMLInputElement>('spinbutton'))
      expect(control.disabled).toBe(true);
    expect(screen.getByText(/can't be computed again without the dataset/)).toBeInTheDocument();
  });
});

describe('the files of single tables', () => {
  const leftOut = { byStatus: 400, unreadableDate: 0, byDate: 0, young: 12 };
  const context = {
    ...CONTEXT,
    leads: {
      leftOutStatuses: ['Open'],
      date: { column: 'Created', dateFormat: null, from: null, to: null, youngerThanDays: 28 },
    },
  };
  const notes = [
    ['Leads Left Out', '400', 'by status (Open)'],
    ['Leads Left Out', '12', 'younger than 28 days'],
  ];
  const files = [
    ['Value Rules', 'Download CSV'],
    ['Segment Details', 'Download Analysis Results'],
    ['Correlations', 'Download All Combinations'],
  ] as const;

  test.each(files)('of %s end with the leads that are left out, below their table', async (tab, name) => {
    const { user, unmount } = renderResults(worked, { context });
    await openTab(user, tab);
    await user.click(button(name));
    unmount();
    renderResults(worked, { context, leftOut });
    await openTab(user, tab);
    await user.click(button(name));
    const [without, rows] = await Promise.all(downloads.map(rowsOf));
    expect(rows).toEqual([...(without ?? []), ...notes]);
    // An empty row parts them from the table.
    expect(await downloads[1]?.blob.text()).toContain('\r\n\r\nLeads Left Out,400,');
  });
});

describe('the tabs', () => {
  test('begin with the value rules, in the order of the work', () => {
    renderResults(worked);
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Value Rules',
      'Segment Details',
      'Correlations',
      'Lead Calculator',
    ]);
    expect(screen.getByRole('table', { name: 'Practical Value Rules' })).toBeInTheDocument();
  });

  test('keep what was sorted and opened in them', async () => {
    const { user } = renderResults(worked);
    await openTab(user, 'Segment Details');
    await user.click(button('Leads'));
    await user.click(button('Show'));
    await openTab(user, 'Value Rules');
    await openTab(user, 'Segment Details');
    expect(screen.getAllByRole('columnheader', { name: 'Leads' })[0]?.ariaSort).toBe('descending');
    expect(screen.getByRole('table', { name: 'Not Significant (Ignore These)' })).toBeInTheDocument();
  });

  test.each([
    [
      'none converted',
      [
        [['A', 'X'], 40, 0],
        [['B', 'Y'], 60, 0],
      ],
    ],
    [
      'all converted',
      [
        [['A', 'X'], 40, 40],
        [['B', 'Y'], 60, 60],
      ],
    ],
    ['one lead', [[['A', 'X'], 1, 0]]],
    ['no leads', []],
  ] as const)('show no broken figure: %s', async (_, cells) => {
    const { user, container } = renderCells(
      ['Source', 'Device'],
      cells.map(([values, leads, conversions]) => [[...values], leads, conversions]),
    );
    for (const tab of ['Segment Details', 'Correlations', 'Lead Calculator', 'Value Rules'] as const) {
      await openTab(user, tab);
      expect(container.textContent).not.toMatch(/NaN|Infinity|∞|undefined/);
    }
    expect(screen.getByText(/^No segments exceed the ±10% threshold\./)).toBeInTheDocument();
  });
});
