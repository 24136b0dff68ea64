import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { leaveDocument } from '#frontend/lib/leave-document.ts';
import { readToast } from '#frontend/ui/toast-store.ts';
import { skipWaits } from '#test/support/clock.ts';
import { drag } from '#test/support/wizard-room.tsx';
import { box, button, csv, csvOf, FILE, heading, HEADERS, installSteps } from './steps.tsx';

// Each title is a sentence of the specification of the analysis workflow, sections 4, 5 and 8.

vi.mock('#frontend/drafts/draft-store.ts', () => import('#test/support/memory-draft-store.ts'));
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

describe('4. States and transitions', () => {
  const drop = (...files: File[]) => drag('drop', document.body, { files });

  test('Dropping and browsing use the same validation.', async () => {
    open();
    for (const bring of [drop, upload]) {
      await bring(csv(FILE, 'leads.doc'));
      expect(await screen.findByText('Please upload a CSV file')).toBeInTheDocument();
      await bring(csv('Status\nLost\n'));
      const TEXT = 'CSV must have at least 2 columns (1 for Status + 1 for attribute)';
      expect(await screen.findByText(TEXT)).toBeInTheDocument();
      expect(screen.queryByText('Please upload a CSV file')).toBeNull();
    }
    drop(csv(FILE));
    await heading('Select Columns to Analyze');
  });

  test("1 to 2 via 'Next', with what was chosen. A new file: attribute columns reset; qualified set reset to 'Qualified'; mappings and binning cleared.", async () => {
    await openValues([/^Visits/, /^Source/]);
    await user.click(screen.getByRole('checkbox', { name: /^Lost/ }));
    await user.click(button('Next'));
    await user.click(button('Next'));
    await user.type(await screen.findByLabelText('Ads'), 'Paid');
    await user.tab();
    for (const name of ['Previous', 'Previous', 'Back to Columns']) await user.click(button(name));
    await heading('Select Columns to Analyze');
    await user.click(await screen.findByRole('button', { name: 'Thirds (3 groups)' }));
    await user.click(button('Back'));
    await user.click(await screen.findByRole('button', { name: 'Next: Select Columns' }));
    await heading('Select Columns to Analyze');
    expect(box('Attribute 1').textContent).toContain('Visits');
    expect(box('Attribute 2').textContent).toContain('Source');
    expect(screen.getByRole('region', { name: 'Define Ranges for Visits' })).toBeInTheDocument();

    await user.click(button('Back'));
    await user.click((await screen.findAllByRole('button', { name: 'Use Different Data' }))[0]!); // found
    await upload(csv(FILE, 'other.csv'));
    await heading('Select Columns to Analyze');
    await waitFor(() => expect(box('Attribute 1').textContent).not.toContain('Visits'));
    await choose('Attribute 1', /^Visits/);
    await choose('Attribute 2', /^Source/);
    expect(await screen.findByText('Numeric Column Detected')).toBeInTheDocument();
    await user.click(button('Next: Map Values'));
    expect(await screen.findByRole('checkbox', { name: /^Qualified/ })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: /^Lost/ })).not.toBeChecked();
    await user.click(button('Next'));
    await user.click(button('Next'));
    expect(await screen.findByLabelText('Ads')).toHaveProperty('value', '');
  });

  test('Range panel: starts collapsed (prompt) unless ranges already exist. Choosing a preset or Custom Ranges opens the editor.', async () => {
    await openColumns();
    for (const [name, ranges] of [
      ['Quartiles (4 groups)', 4],
      ['Thirds (3 groups)', 3],
      ['Equal Intervals', 3],
      ['Custom Ranges', 1],
    ] as const) {
      await choose('Attribute 1', /^Visits/);
      await user.click(await screen.findByRole('button', { name }));
      expect(screen.getByRole('region', { name: 'Define Ranges for Visits' })).toBeInTheDocument();
      expect(screen.getAllByRole('group', { name: /^Range \d/ }), name).toHaveLength(ranges);
      await user.click(button('Use single numbers'));
    }
    await user.click(await screen.findByRole('button', { name: 'Thirds (3 groups)' }));
    await user.click(button('Next: Map Values'));
    await user.click(await screen.findByRole('button', { name: 'Back to Columns' }));
    await heading('Select Columns to Analyze');
    expect(screen.getByRole('region', { name: 'Define Ranges for Visits' })).toBeInTheDocument();
    expect(screen.queryByText('Numeric Column Detected')).toBeNull();
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

  test("Any parse failure gives 'Failed to parse CSV file' (also logged).", async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    open();
    const file = csv(FILE);
    file.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
    await upload(file);
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to parse CSV file');
    expect(log).toHaveBeenCalledOnce();
  });

  test('Parsing splits lines, skips blank lines, handles double-quoted fields containing commas, and trims cells.', async () => {
    await openColumns('Status,Source,Device\nLost,  Web ,Phone\n\nQualified,"Ads, paid",Tablet\n  ,,\n');
    expect(screen.getByText(/^2 leads, 3 columns/)).toBeInTheDocument();
    await user.click(box('Attribute 1'));
    expect(screen.getByRole('option', { name: /^Source/ }).textContent).toBe('SourceSample: Web · Ads, paid');
  });

  test('Non-finite values are ignored.', async () => {
    const cells = [...Array.from({ length: 8 }, (_, i) => String(i)), 'Infinity', 'NaN'];
    await openColumns(csvOf([['Status', 'Score'], ...cells.map((cell) => ['Lost', cell])]));
    await choose('Attribute 1', /^Score/);
    expect(await screen.findByText('Min 0 · Max 7')).toBeInTheDocument();
  });

  test("A blank status counts as qualified only if '(Blank)' is selected.", async () => {
    const rows = Array.from({ length: 40 }, (_, i) => [
      i < 10 ? 'Qualified' : i < 20 ? '' : 'Lost',
      i % 2 ? 'Ads' : 'Web',
    ]);
    await openResults([/^Source/], csvOf([['Status', 'Source'], ...rows]));
    const conversions = () => /(\d+) conversions/.exec(document.body.textContent ?? '')?.[1];
    expect(conversions()).toBe('10');
    await user.click(button('Back'));
    await user.click(button('Previous'));
    await user.click(await screen.findByRole('checkbox', { name: /^\(Blank\)/ }));
    await user.click(button('Next'));
    await analyze();
    expect(conversions()).toBe('20');
  });

  test('Min and max accept any decimal. An empty max means open-ended. The last remaining range cannot be removed. Overlap and ordering checks: none apply.', async () => {
    await openColumns();
    await choose('Attribute 1', /^Visits/);
    await user.click(await screen.findByRole('button', { name: 'Custom Ranges' }));
    const range = (name: string) => within(screen.getByRole('group', { name }));
    const type = async (field: HTMLElement, text: string) => {
      await user.clear(field);
      if (text) await user.type(field, text);
      await user.tab();
    };
    expect(screen.getByRole('button', { name: 'Remove range 1' })).toBeDisabled();
    await user.click(button('Add Range'));
    // The second lies within the first and ends before it begins.
    await type(range('Range 1').getByLabelText('Min'), '-1.25');
    await type(range('Range 1').getByLabelText('Max'), '');
    await type(range('Range 2').getByLabelText('Min'), '6.5');
    await type(range('Range 2').getByLabelText('Max'), '0.001');
    for (const field of screen.getAllByRole('textbox', { name: /^(Min|Max)$/ }))
      expect(field).not.toHaveAttribute('aria-invalid', 'true');
    expect(range('Range 1').getByLabelText('Min')).toHaveProperty('value', '-1.25');
    await waitFor(() => expect(screen.getByRole('group', { name: 'Range 1' }).textContent).toContain('200'));
    expect(button('Next: Map Values')).toBeEnabled();
    await user.click(button('Remove range 2'));
    expect(screen.getByRole('button', { name: 'Remove range 1' })).toBeDisabled();
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

  test('Conversion Value input: number, min 0, step 0.01; the +/- buttons change it by 10, never below 0. Significance Threshold input: number, min 1, max 100, step 1; the buttons change it by 1 within 1 to 100.', async () => {
    await openResults([/^Source/]);
    const value = () => screen.getByLabelText<HTMLInputElement>('Conversion Value ($)');
    const threshold = () => screen.getByLabelText<HTMLInputElement>('Significance Threshold (%)');
    const press = async (field: HTMLElement, which: 0 | 1) => {
      const buttons = within(field.parentElement ?? document.body).getAllByRole('button');
      await user.click(buttons[which]!); // minus and plus
    };
    expect(value()).toMatchObject({ type: 'number', min: '0', step: '0.01' });
    expect(threshold()).toMatchObject({ type: 'number', min: '1', max: '100', step: '1' });
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
    await user.clear(threshold());
    await user.type(threshold(), '100');
    await press(threshold(), 1);
    expect(threshold().value).toBe('100');
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
