import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { box, button, csv, csvOf, FILE, heading, headingsOf, installSteps, ZONE } from './steps.tsx';

// Each title is a sentence of the specification of the analysis workflow, section 2.

vi.mock('#frontend/drafts/draft-store.ts', () => import('#test/support/memory-draft-store.ts'));
/** Both attributes double the rate, one whatever the other is: 8, 16, 16 and 32 of 100 leads. */
const INDEPENDENT = csvOf([
  ['Status', 'Source', 'Device'],
  ...[
    ['Ads', 'Mobile', 8],
    ['Ads', 'Desktop', 16],
    ['Referral', 'Mobile', 16],
    ['Referral', 'Desktop', 32],
  ].flatMap(([source, device, qualified]) =>
    Array.from({ length: 100 }, (_, i) => [
      i < Number(qualified) ? 'Qualified' : 'Lost',
      String(source),
      String(device),
    ]),
  ),
]);

const { user, upload, open, openColumns, choose, openValues, openResults, analyze, openTab } = installSteps();

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
    open();
    expect(screen.queryByRole('region', { name: 'Your data' })).toBeNull();
    await upload(csv(FILE));
    await heading('Select Columns to Analyze');
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
    expect(screen.getAllByRole('combobox', { name: /^Attribute / })).toHaveLength(3);
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
    await openValues([/^Source/, /^Device/]);
    expect(screen.getByText('Column 1 of 3')).toBeInTheDocument();
    const rows = screen
      .getAllByRole('checkbox', { name: /^(Qualified|Lost)/ })
      .map((tick) => tick.closest('li')?.textContent);
    expect(rows.find((text) => text?.includes('Qualified'))).toMatch(/70.*Converted/s);
    expect(rows.find((text) => text?.includes('Lost'))).toMatch(/130.*Not Converted/s);
  });

  test('Later columns: one text input per distinct value to rename or group it; blank keeps the original.', async () => {
    await openValues([/^Source/, /^Country/]);
    await user.click(button('Next'));
    const rename = async (value: string, name: string) => {
      const field = await screen.findByLabelText(value);
      await user.clear(field);
      if (name) await user.type(field, name);
      await user.tab();
    };
    expect(await screen.findByLabelText('Referral')).toBeInTheDocument();
    await rename('Ads', 'Paid');
    await rename('Referral', '');
    await user.click(button('Next'));
    for (const value of ['C0', 'C1', 'C2', '(Blank)'])
      expect(await screen.findByLabelText(value)).toBeInTheDocument();
    for (const value of ['C0', 'C1', 'C2']) await rename(value, 'Known');
    await analyze();
    await openTab('Segment Details');
    await user.click(button(/^Show/));
    const rows = screen.getAllByRole('row').map((row) => row.textContent ?? '');
    const has = (pattern: RegExp) => rows.some((text) => pattern.test(text));
    expect(has(/Source.*Paid.*100/)).toBe(true);
    expect(has(/Source.*Referral.*100/)).toBe(true);
    // All leads but the three without a country.
    expect(has(/Country.*Known.*197/)).toBe(true);
    expect(has(/Ads|C\d/)).toBe(false);
  });

  test("Buttons: 'Back to Columns' (on the first column) or 'Previous'; 'Next', which becomes 'Analyze' on the last column.", async () => {
    await openValues([/^Source/]);
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
    await openResults([/^Source/]);
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
    await openResults([/^Source/]);
    const names = screen.getAllByRole('tab').map(({ textContent }) => textContent);
    expect(names).toEqual(['Value Rules', 'Segment Details', 'Correlations', 'Lead Calculator']);
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Value Rules');
  });

  test("'Practical Value Rules' table with columns Field, Value, Suggested Value Rule, Confidence, Status (Independent, or Overlapping (n) with the partner list), Leads. A 'Download CSV' button.", async () => {
    await openResults([/^Source/, /^Device/]);
    const specified = ['Field', 'Value', 'Suggested Value Rule', 'Confidence', 'Status', 'Leads'];
    const shown = headingsOf(/^Practical Value Rules/).map((text) =>
      specified.find((name) => text.startsWith(name)),
    );
    expect(shown.filter(Boolean)).toEqual(specified);
    expect(button('Download CSV')).toBeInTheDocument();
  });

  test("Empty state: 'No segments exceed the ±{threshold}% threshold. Try lowering the significance threshold or uploading a different dataset.'", async () => {
    await openResults([/^Source/]);
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
    await openResults([/^Source/, /^Device/]);
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
    await openResults([/^Source/]);
    await openTab('Correlations');
    const text = screen.getByRole('tabpanel').textContent ?? '';
    expect(text).toContain('No Correlation Analysis Available');
    expect(text).toContain(
      'Correlation analysis requires at least 2 attributes. Your data has only 1 attribute.',
    );
    expect(text).toContain('All segment values can be safely used for bidding rules.');
  });

  test("Lead Calculator tab ('Calculate Individual Lead Values'). One dropdown per attribute. Until every attribute has a selection there is no result; then the computed lead value and its formula appear. Below it, a table 'All Lead Value Combinations', sorted highest first.", async () => {
    await openResults([/^Source/, /^Device/]);
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

  test("A badge 'All segments independent'. Status (Independent). 'Good News: All factors are independent'. A banner says that all factors are independent.", async () => {
    await openResults([/^Source/, /^Device/], INDEPENDENT);
    expect(screen.getByText('All segments independent')).toBeInTheDocument();
    expect(screen.getAllByText('Independent').length).toBeGreaterThan(0);
    await openTab('Correlations');
    expect(screen.getByText('Good News: All factors are independent')).toBeInTheDocument();
    await openTab('Lead Calculator');
    expect(screen.getByText(/^All factors are independent/)).toBeInTheDocument();
  });

  test("'All Lead Value Combinations' is horizontally scrollable with edge fade hints.", async () => {
    await openResults([/^Source/, /^Device/]);
    vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(900);
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(320);
    await openTab('Lead Calculator');
    const scroller = screen
      .getByRole('table', { name: 'All Lead Value Combinations' })
      .closest<HTMLElement>('.ui-table-scroll')!; // a table scrolls in it
    const fades = () => {
      const { before, after } = scroller.closest<HTMLElement>('.ui-fade-container')?.dataset ?? {};
      return [before !== undefined, after !== undefined];
    };
    const scrollTo = (left: number) => fireEvent.scroll(scroller, { target: { scrollLeft: left } });
    scrollTo(0);
    expect(fades()).toEqual([false, true]);
    scrollTo(300);
    expect(fades()).toEqual([true, true]);
    scrollTo(580);
    expect(fades()).toEqual([true, false]);
    expect(screen.getByRole('region', { name: /All Lead Value Combinations/ })).toBe(scroller);
  });
});
