import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { leaveDocument } from '#frontend/lib/leave-document.ts';
import { readToast } from '#frontend/ui/toast-store.ts';
import { skipWaits } from '#test/support/clock.ts';
import { box, button, csv, csvOf, FILE, heading, HEADERS, installSteps } from './steps.tsx';

// Each title is a sentence of the specification of the analysis workflow, sections 4, 5 and 8.

vi.mock('#frontend/drafts/draft-store.ts', () => import('#test/support/memory-draft-store.ts'));
vi.mock('#frontend/lib/leave-document.ts');
const steps = installSteps();
const { user, downloads, upload, open, openColumns, choose, openValues, openResults, analyze, openTab } =
  steps;

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
    await openValues([/^Source/]);
    await user.click(button('Next'));
    await user.click(button('Previous'));
    expect(await screen.findByText('Column 1 of 2')).toBeInTheDocument();
    await user.click(button('Back to Columns'));
    await heading('Select Columns to Analyze');
  });

  test('Back on step 4 returns to step 3. Start Over resets everything to step 1 with defaults (conversion value 100, threshold 10, qualified values {Qualified}).', async () => {
    await openResults([/^Source/]);
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
    await analyze();
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
    await openResults([/^Source/]);
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
    await openResults([/^Source/]);
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
    await openValues([/^Country/]);
    await user.click(button('Next'));
    const field = await screen.findByLabelText('(Blank)');
    await user.clear(field);
    await user.type(field, 'None given');
    await user.tab();
    await user.clear(field);
    await user.tab();
    await analyze();
    await openTab('Segment Details');
    if (screen.queryByRole('button', { name: /^Show/ })) await user.click(button(/^Show/));
    expect(screen.getAllByText('(Blank)').length).toBeGreaterThan(0);
    expect(screen.queryByText('None given')).toBeNull();
  });

  test('Analyze needs at least one status value marked qualified, else the alert \'Please select at least one status value as "Qualified"\'.', async () => {
    await openValues([/^Source/]);
    await user.click(screen.getByRole('checkbox', { name: /^Qualified/ }));
    await user.click(button('Next'));
    await user.click(button('Analyze'));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Please select at least one status value as "Qualified"',
    );
    expect(screen.queryByText('Analysis Complete!')).toBeNull();
  });

  test('Conversion Value input: number, min 0; the +/- buttons change it by 10, never below 0. Significance Threshold input: min 1, max 100; the buttons change it by 1 within 1 to 100.', async () => {
    await openResults([/^Source/]);
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
    await openResults([/^Source/]);
    await user.click(button('Export All'));
    expect(readToast()).toMatchObject({
      title: 'Export Complete',
      description: 'Your complete analysis has been downloaded.',
    });
    expect(downloads[0]?.name).toMatch(/^LeadAnalysis_leads_\d{4}-\d\d-\d\d\.csv$/);
  });

  test("Save, not logged in: 'Login Required': 'Please log in to save your analysis.'; redirect to /api/login after 1 s", async () => {
    await openResults([/^Source/]);
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
    await analyze();
    await user.click(screen.getAllByRole('button', { name: 'Download CSV' })[0]!);
    expect(await downloads[0]?.blob.text()).toContain(
      'Low confidence due to small sample size. Use conservative value shown.',
    );
  });
});
