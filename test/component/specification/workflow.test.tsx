import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { leaveDocument } from '#frontend/lib/leave-document.ts';
import { HomePage } from '#frontend/pages/home.tsx';
import { readToast } from '#frontend/ui/toast-store.ts';
import { catchDownloads } from '#test/component/results/results-room.tsx';
import { installAccountRoom, SIGNED_OUT } from '#test/support/account-room.tsx';
import { stubBrowserThread } from '#test/support/browser-thread.ts';
import { skipWaits } from '#test/support/clock.ts';
import { emptyDraftStore } from '#test/support/memory-draft-store.ts';
import { giveListsRoom } from '#test/support/workflow-room.tsx';

// Each title is a sentence of the specification of the analysis workflow, sections 2, 4, 5 and 8.

vi.mock('#frontend/drafts/draft-store.ts', () => import('#test/support/memory-draft-store.ts'));
vi.mock('#frontend/lib/leave-document.ts');
const { user, ...room } = installAccountRoom();
giveListsRoom();
const downloads = catchDownloads();

beforeEach(() => {
  stubBrowserThread();
  emptyDraftStore();
  vi.stubGlobal('scrollTo', vi.fn<typeof window.scrollTo>());
});

/** Referral leads convert at 60%, Ads leads at 10%, on both devices; visits are numbers. */
const LEADS = Array.from({ length: 200 }, (_, i) => {
  const source = i % 2 === 0 ? 'Referral' : 'Ads';
  const isQualified = source === 'Referral' ? i % 10 < 6 : i % 20 === 1;
  return [
    isQualified ? 'Qualified' : 'Lost',
    source,
    i % 4 < 2 ? 'Mobile' : 'Desktop',
    String(i % 8),
    i < 3 ? '' : `C${i % 3}`,
  ];
});
const HEADERS = ['Status', 'Source', 'Device', 'Visits', 'Country'];
const csvOf = (lines: readonly (readonly string[])[]) => lines.map((line) => line.join(',')).join('\n');
const FILE = csvOf([HEADERS, ...LEADS]);

const csv = (text: BlobPart, name = 'leads.csv') => new File([text], name, { type: 'text/csv' });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const box = (name: string) => screen.getByRole('combobox', { name });
const ZONE = 'Drop CSV file here or click to browse';
/** A visitor may choose any file, whatever the input accepts. */
const chooser = userEvent.setup({ applyAccept: false });
const upload = (file: File) => chooser.upload(screen.getByLabelText(ZONE), file);
const heading = (name: string) => screen.findByRole('heading', { level: 1, name }, { timeout: 20_000 });

function open() {
  room.open({
    at: '/',
    pages: { '/': <HomePage />, '/auth/login': <p>Sign in</p> },
    answers: { 'GET /api/auth/user': SIGNED_OUT },
  });
}

async function openColumns(text = FILE): Promise<void> {
  open();
  await upload(csv(text));
  await heading('Select Columns to Analyze');
}

async function choose(dropdown: string, option: RegExp): Promise<void> {
  await user.click(box(dropdown));
  await user.click(await screen.findByRole('option', { name: option }));
}

async function openValues(...attributes: RegExp[]): Promise<void> {
  await openColumns();
  for (const [slot, attribute] of attributes.entries()) await choose(`Attribute ${slot + 1}`, attribute);
  await user.click(button('Next: Map Values'));
  await screen.findByText(`Column 1 of ${attributes.length + 1}`);
}

async function openResults(...attributes: RegExp[]): Promise<void> {
  await openValues(...attributes);
  for (const _ of attributes) await user.click(button('Next'));
  await user.click(button('Analyze'));
  await screen.findByText('Analysis Complete!', undefined, { timeout: 20_000 });
}

const openTab = async (name: string) => {
  await user.click(screen.getByRole('tab', { name }));
  await waitFor(() => expect(screen.queryByText('Loading this tab…')).toBeNull(), { timeout: 10_000 });
};
const headingsOf = (table: string | RegExp) =>
  within(screen.getAllByRole('table', { name: table })[0]!) // there is one
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent ?? '');

describe('2. Screens: step 1', () => {
  test("Headline 'Calculate Lead Values for Smarter Bidding'.", async () => {
    open();
    expect(await heading('Calculate Lead Values for Smarter Bidding')).toBeInTheDocument();
  });

  test("A drag-and-drop zone that can also be clicked to browse. It shows 'Drop CSV file here or click to browse' and 'Supports .csv files up to 10MB'.", () => {
    open();
    expect(screen.getByLabelText(ZONE)).toHaveProperty('type', 'file');
    expect(screen.getByText('Supports .csv files up to 10MB')).toBeInTheDocument();
  });

  test('Drag-over highlights the zone.', () => {
    open();
    const file = csv(FILE);
    const item = {
      kind: 'file',
      type: file.type,
      getAsFile: () => file,
      webkitGetAsEntry: () => ({ isDirectory: false }),
    };
    fireEvent.dragOver(document.body, { dataTransfer: { types: ['Files'], items: [item], files: [file] } });
    expect(document.querySelector('[data-over]')).not.toBeNull();
  });

  test("An 'Expected CSV Format' box: up to 20 columns supported; at least 2 columns (1 Status + 1-3 attributes); first row holds column headers; after upload the user selects which columns to analyse.", () => {
    open();
    const rules = within(screen.getByRole('region', { name: 'Expected CSV Format' })).getAllByRole(
      'listitem',
    );
    expect(rules.map(({ textContent }) => textContent)).toEqual([
      'Up to 20 columns supported',
      'At least 2 columns (1 Status + 1-3 attributes)',
      'First row holds column headers',
      'After upload, you select which columns to analyze',
    ]);
  });

  test('Errors appear in an Error card.', async () => {
    open();
    await upload(csv('Status\nLost\n'));
    const card = await screen.findByRole('alert');
    expect(card.textContent).toContain('leads.csv was not opened');
    expect(card.textContent).toContain('CSV must have at least 2 columns');
  });

  test("After upload: buttons 'Use Different Data' and 'Next: Select Columns'.", async () => {
    await openColumns();
    await user.click(button('Back'));
    expect(await screen.findByRole('button', { name: 'Next: Select Columns' })).toBeInTheDocument();
    expect(screen.getAllByRole('button', { name: 'Use Different Data' }).length).toBeGreaterThan(0);
  });

  test('From step 2 on, a sub-bar under the header shows the file name and the chosen columns.', async () => {
    await openColumns();
    await choose('Attribute 1', /^Source/);
    const bar = await screen.findByRole('region', { name: 'Your data' });
    for (const part of ['leads.csv', 'Status', 'Source']) expect(bar.textContent).toContain(part);
  });
});

describe("2. Screens: step 2, 'Select Columns to Analyze'", () => {
  test("A required 'Lead Status Column' dropdown and three attribute dropdowns. Attribute 1 is required (asterisk).", async () => {
    await openColumns();
    const marked = ['Lead Status Column', 'Attribute 1', 'Attribute 2', 'Attribute 3'].map((name) => {
      const field = box(name).closest('div:has(label)');
      return [name, field?.querySelector('label')?.parentElement?.textContent === `${name}*`];
    });
    expect(marked).toEqual([
      ['Lead Status Column', true],
      ['Attribute 1', true],
      ['Attribute 2', false],
      ['Attribute 3', false],
    ]);
  });

  test("Attributes 2 and 3 are optional and offer a 'None' choice.", async () => {
    await openColumns();
    for (const [name, has] of [
      ['Attribute 1', false],
      ['Attribute 2', true],
      ['Attribute 3', true],
    ] as const) {
      await user.click(box(name));
      expect(screen.queryByRole('option', { name: 'None' }) !== null, name).toBe(has);
      await user.keyboard('{Escape}');
    }
  });

  test("Each option shows the header and 'Sample:' with up to 3 distinct sample values from the data; '(Blank)' is shown when blanks exist.", async () => {
    await openColumns();
    await user.click(box('Attribute 1'));
    const option = (name: RegExp) => screen.getByRole('option', { name }).textContent;
    expect(option(/^Source/)).toBe('SourceSample: Referral · Ads');
    expect(option(/^Country/)).toMatch(/^CountrySample: (C\d · ){3}\(Blank\)$/);
  });

  test("An amber warning 'Please select a Status column and at least 1 Attribute column to continue' is shown until a status column and attribute 1 are chosen. 'Next: Map Values' is disabled until then.", async () => {
    await openColumns();
    const WARNING = 'Please select a Status column and at least 1 Attribute column to continue';
    expect(screen.getByText(WARNING)).toBeInTheDocument();
    expect(button('Next: Map Values')).toBeDisabled();
    await choose('Attribute 1', /^Source/);
    expect(screen.queryByText(WARNING)).toBeNull();
    expect(button('Next: Map Values')).toBeEnabled();
    expect(button('Back')).toBeInTheDocument();
  });

  test('A column already used in another slot is disabled in the other dropdowns.', async () => {
    await openColumns();
    await choose('Attribute 1', /^Source/);
    await user.click(box('Attribute 2'));
    expect(screen.getByRole('option', { name: /^Source/ }).getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByRole('option', { name: /^Device/ }).getAttribute('aria-disabled')).not.toBe('true');
  });

  test("Collapsed prompt (when no ranges exist): 'Numeric Column Detected' with the min and max, and buttons Quartiles (4 groups), Thirds (3 groups), Equal Intervals and Custom Ranges.", async () => {
    await openColumns();
    await choose('Attribute 1', /^Visits/);
    const prompt = within(await screen.findByRole('region', { name: 'Numeric Column Detected' }));
    expect(prompt.getByText('Min 0 · Max 7')).toBeInTheDocument();
    for (const name of ['Quartiles (4 groups)', 'Thirds (3 groups)', 'Equal Intervals', 'Custom Ranges'])
      expect(prompt.getByRole('button', { name })).toBeInTheDocument();
  });

  test("Once ranges exist: 'Define Ranges for {column}' with an editable row per range (Min, Max with an infinity placeholder, Label, remove button), an Add Range button, and preset badges Quartiles, Thirds and Equal Intervals.", async () => {
    await openColumns();
    await choose('Attribute 1', /^Visits/);
    await user.click(await screen.findByRole('button', { name: 'Thirds (3 groups)' }));
    const editor = within(screen.getByRole('region', { name: 'Define Ranges for Visits' }));
    const rows = editor.getAllByRole('group', { name: /^Range \d/ });
    expect(rows).toHaveLength(3);
    for (const row of rows)
      for (const label of ['Min', 'Max', 'Label'])
        expect(within(row).getByLabelText(label)).toBeInTheDocument();
    expect(within(rows[2]!).getByPlaceholderText('∞')).toBe(within(rows[2]!).getByLabelText('Max')); // there are three
    for (const name of ['Remove range 1', 'Add Range', 'Quartiles', 'Thirds', 'Equal Intervals'])
      expect(editor.getByRole('button', { name })).toBeInTheDocument();
  });
});

describe('2. Screens: step 3, Map Values', () => {
  test("One column at a time, labelled 'Column N of M'. Column 1 (status): a checklist of the distinct status values, each badged 'Converted' or 'Not Converted', with counts shown.", async () => {
    await openValues(/^Source/, /^Device/);
    expect(screen.getByText('Column 1 of 3')).toBeInTheDocument();
    const rows = screen
      .getAllByRole('checkbox', { name: /^(Qualified|Lost)/ })
      .map((tick) => tick.closest('li')?.textContent);
    expect(rows.find((text) => text?.includes('Qualified'))).toMatch(/70.*Converted/s);
    expect(rows.find((text) => text?.includes('Lost'))).toMatch(/130.*Not Converted/s);
  });

  test('Later columns: one text input per distinct value to rename or group it; blank keeps the original.', async () => {
    await openValues(/^Source/);
    await user.click(button('Next'));
    const field = await screen.findByLabelText('Ads');
    expect(screen.getByLabelText('Referral')).toBeInTheDocument();
    await user.clear(field);
    await user.tab();
    await user.click(button('Analyze'));
    await screen.findByText('Analysis Complete!', undefined, { timeout: 20_000 });
    expect(screen.getAllByText('Ads').length).toBeGreaterThan(0);
  });

  test("Buttons: 'Back to Columns' (on the first column) or 'Previous'; 'Next', which becomes 'Analyze' on the last column.", async () => {
    await openValues(/^Source/);
    expect(button('Back to Columns')).toBeInTheDocument();
    await user.click(button('Next'));
    expect(await screen.findByText('Column 2 of 2')).toBeInTheDocument();
    expect(button('Previous')).toBeInTheDocument();
    expect(button('Analyze')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  });
});

describe('2. Screens: step 4, Results', () => {
  test("'Analysis Complete!' with leads, conversions and baseline rate. Buttons: Back, Export All, Save Analysis, Start Over. An 'Analysis Controls' card with inputs Conversion Value ($) and Significance Threshold (%).", async () => {
    await openResults(/^Source/);
    const page = document.body;
    for (const figure of ['200 leads', '70 conversions', '35.0% baseline rate'])
      expect(page.textContent?.replaceAll('·', '')).toContain(figure);
    for (const name of ['Back', 'Export All', 'Save Analysis', 'Start Over'])
      expect(button(name)).toBeVisible();
    expect(screen.getByRole('region', { name: 'Analysis Controls' })).toBeInTheDocument();
    expect(screen.getByLabelText('Conversion Value ($)')).toBeInTheDocument();
    expect(screen.getByLabelText('Significance Threshold (%)')).toBeInTheDocument();
  });

  test('Tabs: Value Rules (default), Segment Details, Correlations, and Lead Calculator.', async () => {
    await openResults(/^Source/);
    const names = screen.getAllByRole('tab').map(({ textContent }) => textContent);
    for (const name of ['Value Rules', 'Segment Details', 'Correlations', 'Lead Calculator'])
      expect(names).toContain(name);
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Value Rules');
  });

  test("'Practical Value Rules' table with columns Field, Value, Suggested Value Rule, Confidence, Status (Independent, or Overlapping (n) with the partner list), Leads. A 'Download CSV' button.", async () => {
    await openResults(/^Source/, /^Device/);
    const specified = ['Field', 'Value', 'Suggested Value Rule', 'Confidence', 'Status', 'Leads'];
    const shown = headingsOf(/^Practical Value Rules/).map((text) =>
      specified.find((name) => text.startsWith(name)),
    );
    expect(shown.filter(Boolean)).toEqual(specified);
    expect(button('Download CSV')).toBeInTheDocument();
  });

  test("Empty state: 'No segments exceed the ±{threshold}% threshold. Try lowering the significance threshold or uploading a different dataset.'", async () => {
    await openResults(/^Source/);
    const threshold = screen.getByLabelText('Significance Threshold (%)');
    await user.clear(threshold);
    await user.type(threshold, '100');
    expect(
      await screen.findByText(
        'No segments exceed the ±100% threshold. Try lowering the significance threshold or uploading a different dataset.',
      ),
    ).toBeInTheDocument();
  });

  test("A 'Download Analysis Results' button. A table 'Statistically Significant Segments' and a collapsed 'Not Significant (Ignore These)' table with a Show/Hide toggle. Sortable columns: Field, Value, Leads, Conversions, Confidence, P-Value, Conversion Rate, Lift vs Baseline, Adjusted Lift, and Lead Value ($) only when the conversion value is above 0.", async () => {
    await openResults(/^Source/, /^Device/);
    await openTab('Segment Details');
    expect(button('Download Analysis Results')).toBeInTheDocument();
    const specified = [
      'Field',
      'Value',
      'Leads',
      'Conversions',
      'Confidence',
      'P-Value',
      'Conversion Rate',
      'Lift vs Baseline',
      'Adjusted Lift',
      'Lead Value ($)',
    ];
    const shown = () =>
      headingsOf(/^Statistically Significant Segments/).map((text) =>
        specified.find((name) => text.startsWith(name)),
      );
    expect(shown().filter(Boolean)).toEqual(specified);
    expect(screen.getByText('Not Significant (Ignore These)')).toBeInTheDocument();
    expect(screen.queryByRole('table', { name: /^Not Significant/ })).toBeNull();
    await user.click(button(/^Show/));
    expect(screen.getByRole('table', { name: /^Not Significant/ })).toBeInTheDocument();
    expect(button(/^Hide/)).toBeInTheDocument();
    const value = screen.getByLabelText('Conversion Value ($)');
    await user.clear(value);
    await user.type(value, '0');
    await waitFor(() => expect(shown().filter(Boolean)).toEqual(specified.slice(0, -1)));
  });

  test("With no tests: 'No Correlation Analysis Available – Correlation analysis requires at least 2 attributes. Your data has only 1 attribute.' and 'All segment values can be safely used for bidding rules.'", async () => {
    await openResults(/^Source/);
    await openTab('Correlations');
    const text = screen.getByRole('tabpanel').textContent ?? '';
    expect(text).toContain('No Correlation Analysis Available');
    expect(text).toContain(
      'Correlation analysis requires at least 2 attributes. Your data has only 1 attribute.',
    );
    expect(text).toContain('All segment values can be safely used for bidding rules.');
  });

  test("Lead Calculator tab ('Calculate Individual Lead Values'). One dropdown per attribute. Until every attribute has a selection there is no result; then the computed lead value and its formula appear. Below it, a table 'All Lead Value Combinations', sorted highest first.", async () => {
    await openResults(/^Source/, /^Device/);
    await openTab('Lead Calculator');
    expect(screen.getByRole('heading', { name: 'Calculate Individual Lead Values' })).toBeInTheDocument();
    await choose('Source', /^Referral/);
    expect(
      screen.getByText('Pick a value for every attribute to see what that lead is worth.'),
    ).toBeInTheDocument();
    await choose('Device', /^Mobile/);
    expect(screen.queryByText(/^Pick a value/)).toBeNull();
    // 35 × 1.4762 (Referral, 100 leads) × the lift of Mobile: the baseline lead value stands first in the formula.
    expect(screen.getByRole('tabpanel').textContent).toMatch(/\$35\.00 × /);
    const rows = within(screen.getByRole('table', { name: 'All Lead Value Combinations' }))
      .getAllByRole('row')
      .slice(1);
    const values = rows.map((row) => Number(/\$(\d+)/.exec(row.textContent ?? '')?.[1]));
    expect(values).toHaveLength(4);
    expect(values).toEqual(values.toSorted((a, b) => b - a));
  });
});

describe('4. States and transitions', () => {
  test('The error message is cleared at the start of each new upload.', async () => {
    open();
    await upload(csv(FILE, 'leads.doc'));
    expect(await screen.findByText('Please upload a CSV file')).toBeInTheDocument();
    await upload(csv(FILE));
    await heading('Select Columns to Analyze');
    expect(screen.queryByText('Please upload a CSV file')).toBeNull();
  });

  test('Status column auto-guessed as the first header containing, case-insensitively, status, lead, qualified, stage or disposition; attribute columns reset; mappings and binning cleared.', async () => {
    await openColumns(
      csvOf([
        ['Source', 'LIFECYCLE STAGE'],
        ['Ads', 'Lost'],
        ['Web', 'Won'],
      ]),
    );
    expect(box('Lead Status Column').textContent).toContain('LIFECYCLE STAGE');
    for (const slot of [1, 2, 3]) expect(box(`Attribute ${slot}`).textContent).not.toContain('Sample:');
  });

  test("Step 3 moves column by column; Previous goes back one column; 'Back to Columns' returns to step 2 from the first column.", async () => {
    await openValues(/^Source/);
    await user.click(button('Next'));
    await user.click(button('Previous'));
    expect(await screen.findByText('Column 1 of 2')).toBeInTheDocument();
    await user.click(button('Back to Columns'));
    await heading('Select Columns to Analyze');
  });

  test('Back on step 4 returns to step 3. Start Over resets everything to step 1 with defaults (conversion value 100, threshold 10, qualified values {Qualified}).', async () => {
    await openResults(/^Source/);
    const threshold = () => screen.getByLabelText('Significance Threshold (%)');
    await user.clear(threshold());
    await user.type(threshold(), '25');
    await user.click(button('Back'));
    expect(await screen.findByText('Column 2 of 2')).toBeInTheDocument();
    await user.click(button('Analyze'));
    await user.click(await screen.findByRole('button', { name: 'Start Over' }, { timeout: 20_000 }));
    await heading('Calculate Lead Values for Smarter Bidding');
    await upload(csv(FILE));
    await heading('Select Columns to Analyze');
    await choose('Attribute 1', /^Source/);
    await user.click(button('Next: Map Values'));
    expect(await screen.findByRole('checkbox', { name: /^Qualified/ })).toBeChecked();
    await user.click(button('Next'));
    await user.click(button('Analyze'));
    await screen.findByText('Analysis Complete!', undefined, { timeout: 20_000 });
    expect(screen.getByLabelText('Conversion Value ($)')).toHaveProperty('value', '100');
    expect(threshold()).toHaveProperty('value', '10');
  });

  test('Custom starts with a single range from the data minimum to open-ended.', async () => {
    await openColumns();
    await choose('Attribute 1', /^Visits/);
    await user.click(await screen.findByRole('button', { name: 'Custom Ranges' }));
    const rows = screen.getAllByRole('group', { name: /^Range \d/ });
    expect(rows).toHaveLength(1);
    expect(within(rows[0]!).getByLabelText('Min')).toHaveProperty('value', '0'); // there is one
    expect(within(rows[0]!).getByLabelText('Max')).toHaveProperty('value', '');
  });

  test('Sort defaults to adjusted lift descending; clicking the same column toggles direction, a new column starts descending.', async () => {
    await openResults(/^Source/);
    await openTab('Segment Details');
    const sorted = () =>
      within(screen.getAllByRole('table', { name: /^Statistically Significant Segments/ })[0]!) // there is one
        .getAllByRole('columnheader')
        .flatMap((header) => {
          const order = header.getAttribute('aria-sort');
          return order === null || order === 'none'
            ? []
            : [[header.textContent?.replace(/[^A-Za-z ]/g, '').trim(), order]];
        });
    const press = async (name: RegExp) => user.click(screen.getAllByRole('button', { name })[0]!); // one per table
    expect(sorted()).toEqual([['Adjusted Lift', 'descending']]);
    await press(/^Adjusted Lift/);
    expect(sorted()).toEqual([['Adjusted Lift', 'ascending']]);
    await press(/^Leads/);
    expect(sorted()).toEqual([['Leads', 'descending']]);
  });

  test('Notifications: at most 1 shown at a time; a new one replaces the previous.', async () => {
    await openResults(/^Source/);
    await user.click(button('Export All'));
    await user.click(button('Save Analysis'));
    await waitFor(() => expect(readToast()?.title).toBe('Login Required'));
    expect(screen.queryByText('Export Complete')).toBeNull();
  });
});

describe('5. Validation rules', () => {
  const columns = (count: number) => Array.from({ length: count }, (_, i) => `Column${i}`);
  test.each([
    [
      "File name must end in .csv, else 'Please upload a CSV file'.",
      csv(FILE, 'leads.doc'),
      'Please upload a CSV file',
    ],
    [
      "Size at most 10MB, else 'File size must be less than 10MB'.",
      csv(new Uint8Array(10 * 1024 * 1024 + 1)),
      'File size must be less than 10MB',
    ],
    [
      "A header row plus at least one data row, else 'CSV file must contain at least a header row and one data row'.",
      csv('Status,Source\n'),
      'CSV file must contain at least a header row and one data row',
    ],
    [
      "At most 40 columns, else 'CSV has N columns but maximum is 40. Please remove M column(s).'",
      csv(csvOf([columns(43), columns(43)])),
      'CSV has 43 columns but maximum is 40. Please remove 3 column(s).',
    ],
    [
      "At least 2 columns, else 'CSV must have at least 2 columns (1 for Status + 1 for attribute)'.",
      csv('Status\nLost\n'),
      'CSV must have at least 2 columns (1 for Status + 1 for attribute)',
    ],
  ])('%s', async (_, file, text) => {
    open();
    await upload(file);
    expect((await screen.findByRole('alert')).textContent).toContain(text);
  });

  test('Exactly 40 columns and exactly 2 are taken.', async () => {
    await openColumns(csvOf([columns(40), columns(40)]));
    expect(screen.getByText(/^1 lead, 40 columns/)).toBeInTheDocument();
  });

  test('A column is treated as numeric (and offered ranges) when at least 80% of its non-empty values parse as finite numbers.', async () => {
    const cells = (numbers: number) =>
      Array.from({ length: 10 }, (_, i) => (i < numbers ? String(i) : 'text'));
    const [enough, few] = [cells(8), cells(7)];
    await openColumns(
      csvOf([['Status', 'Enough', 'Few'], ...enough.map((cell, i) => ['Lost', cell, few[i] ?? ''])]),
    );
    await choose('Attribute 1', /^Enough/);
    expect(await screen.findByText('Numeric Column Detected')).toBeInTheDocument();
    await choose('Attribute 1', /^Few/);
    await waitFor(() => expect(screen.queryByText('Numeric Column Detected')).toBeNull());
  });

  test("Blank attribute values are grouped under '(Blank)'. An emptied mapping input removes that mapping.", async () => {
    await openValues(/^Country/);
    await user.click(button('Next'));
    const field = await screen.findByLabelText('(Blank)');
    await user.clear(field);
    await user.type(field, 'None given');
    await user.tab();
    await user.clear(field);
    await user.tab();
    await user.click(button('Analyze'));
    await screen.findByText('Analysis Complete!', undefined, { timeout: 20_000 });
    await openTab('Segment Details');
    if (screen.queryByRole('button', { name: /^Show/ })) await user.click(button(/^Show/));
    expect(screen.getAllByText('(Blank)').length).toBeGreaterThan(0);
    expect(screen.queryByText('None given')).toBeNull();
  });

  test('Analyze needs at least one status value marked qualified, else the alert \'Please select at least one status value as "Qualified"\'.', async () => {
    await openValues(/^Source/);
    await user.click(screen.getByRole('checkbox', { name: /^Qualified/ }));
    await user.click(button('Next'));
    await user.click(button('Analyze'));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Please select at least one status value as "Qualified"',
    );
    expect(screen.queryByText('Analysis Complete!')).toBeNull();
  });

  test('Conversion Value input: number, min 0; the +/- buttons change it by 10, never below 0. Significance Threshold input: min 1, max 100; the buttons change it by 1 within 1 to 100.', async () => {
    await openResults(/^Source/);
    const value = () => screen.getByLabelText<HTMLInputElement>('Conversion Value ($)');
    const threshold = () => screen.getByLabelText<HTMLInputElement>('Significance Threshold (%)');
    const press = async (field: HTMLElement, which: 0 | 1) => {
      const buttons = within(field.parentElement ?? document.body).getAllByRole('button');
      await user.click(buttons[which]!); // minus and plus
    };
    await press(value(), 1);
    expect(value().value).toBe('110');
    await user.clear(value());
    await user.type(value(), '5');
    await press(value(), 0);
    expect(Number(value().value)).toBe(0);
    await press(threshold(), 1);
    expect(threshold().value).toBe('11');
    await user.clear(threshold());
    await user.type(threshold(), '1');
    await press(threshold(), 0);
    expect(threshold().value).toBe('1');
  });
});

describe('8. Error catalogue', () => {
  test("Success toast 'Export Complete' ('Your complete analysis has been downloaded.').", async () => {
    await openResults(/^Source/);
    await user.click(button('Export All'));
    expect(readToast()).toMatchObject({
      title: 'Export Complete',
      description: 'Your complete analysis has been downloaded.',
    });
    expect(downloads[0]?.name).toMatch(/^LeadAnalysis_leads_\d{4}-\d\d-\d\d\.csv$/);
  });

  test("Save, not logged in: 'Login Required': 'Please log in to save your analysis.'; redirect to /api/login after 1 s", async () => {
    await openResults(/^Source/);
    const waits = skipWaits();
    await user.click(button('Save Analysis'));
    await waitFor(() =>
      expect(readToast()).toMatchObject({
        title: 'Login Required',
        description: 'Please log in to save your analysis.',
      }),
    );
    await waitFor(() => expect(vi.mocked(leaveDocument).mock.calls).toEqual([['/api/login']]));
    expect(waits).toContain(1000);
  });

  test("Low confidence (under 50%): 'Low confidence due to small sample size. Use conservative value shown.'", async () => {
    const few = Array.from({ length: 49 }, (_, i) => [
      'Qualified',
      i % 7 === 0 ? 'Ads' : 'Referral',
      'Mobile',
      '1',
      'C',
    ]);
    const others = Array.from({ length: 200 }, () => ['Lost', 'Web', 'Mobile', '1', 'C']);
    open();
    await upload(csv(csvOf([HEADERS, ...few, ...others])));
    await heading('Select Columns to Analyze');
    await choose('Attribute 1', /^Source/);
    await user.click(button('Next: Map Values'));
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    await user.click(button('Analyze'));
    await screen.findByText('Analysis Complete!', undefined, { timeout: 20_000 });
    await user.click(screen.getAllByRole('button', { name: 'Download CSV' })[0]!);
    expect(await downloads[0]?.blob.text()).toContain(
      'Low confidence due to small sample size. Use conservative value shown.',
    );
  });
});
