import Papa from 'papaparse';
import { sampleCsv } from '#frontend/features/open-file/sample-csv.ts';
import {
  hasRealFile,
  NEEDS_REAL_FILE,
  readExpectedFigures,
  readRealLeads,
} from '#test/support/analysis-real-file.ts';
import { expect, test } from './fixtures.ts';
import { catchPrinting, HEADINGS, print, readPages } from './pages/report.ts';
import { csvFile, type Wizard } from './pages/wizard.ts';

const today = new Intl.DateTimeFormat('en-CA').format(new Date());

function parseDownload(text: string): string[][] {
  expect(text.startsWith('\uFEFF')).toBe(true);
  return Papa.parse<string[]>(text.slice(1), { skipEmptyLines: true }).data;
}

/** Leads and conversions of one value, counted the plain way. */
function countSample(field: string, value: string): { leads: number; conversions: number } {
  const { data } = Papa.parse<Record<string, string>>(sampleCsv(), { header: true, skipEmptyLines: true });
  const rows = data.filter((row) => row[field] === value);
  return { leads: rows.length, conversions: rows.filter((row) => row['Lead Status'] === 'Qualified').length };
}

/** Chromium sees more of it in a story of its own. */
async function expectPrinted(wizard: Wizard): Promise<void> {
  const { page } = wizard;
  await print(wizard);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const report = page.locator('.ui-report');
  const headings = await report.getByRole('heading', { includeHidden: true }).allTextContents();
  expect(headings.filter((heading) => HEADINGS.includes(heading))).toEqual(
    HEADINGS.filter((heading) => headings.includes(heading)),
  );
  for (const part of ['Practical Value Rules', 'Correlations', 'Lead Values', 'Data and Settings', 'Method'])
    expect(headings).toContain(part);
  // Of letters in bold, this browser's PDF files hold the shapes alone.
  const pages = await readPages(await page.pdf({ format: 'A4' }));
  expect(pages.length).toBeGreaterThanOrEqual(5);
  const text = pages
    .flat()
    .map((line) => line.text)
    .join('\n');
  expect(text).toContain('2,000 leads, 461 conversions');
  expect(text).toContain('Dot: multiplier. Line: range after shrinking.');
  expect(text).not.toContain('Upload'); // the first of the steps on the screen
}

test('from the sample data to value rules, all files and the report, without a call to the server @every-browser', async ({
  page,
  wizard,
  browserName,
}) => {
  await catchPrinting(page);
  const calls: string[] = [];
  page.on('request', (request) => {
    const call = `${request.method()} ${new URL(request.url()).pathname}`;
    if (!/^GET (?!\/api\/)/.test(call)) calls.push(call);
  });

  await wizard.open();
  // The last to come of the ways to open a file.
  await expect(wizard.button('Import from Google Sheets')).toBeVisible();
  await wizard.button('Try sample data').click();
  await wizard.expectStep('Analysis Complete!');
  await expect(page.getByText('Choices are guessed').last()).toBeVisible();
  await expect(wizard.table('Practical Value Rules')).toContainText('Referral');
  await wizard.button('Start Over').click();
  await wizard.openSample();
  await expect(page.getByText('2,000 leads, 9 columns')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Lead Status Column' })).toContainText('Lead Status');
  await expect(wizard.button('Next: Map Values')).toBeDisabled();
  await wizard.choose('Attribute 1', 'Source');
  await wizard.choose('Attribute 2', 'Device');
  await wizard.choose('Attribute 3', 'Pages Viewed');
  await wizard.button('Quartiles (4 groups)').click();
  await expect(wizard.page.getByRole('group', { name: 'Range 4' })).toBeVisible();
  await wizard.next('Next: Map Values');

  await expect(page.getByText('Column 1 of 4')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^Qualified/ })).toBeChecked();
  await wizard.next('Next');
  await expect(page.getByText('Column 2 of 4')).toBeVisible();
  await page.getByLabel('google ads', { exact: true }).fill('Google Ads');
  await page.keyboard.press('Escape');
  await wizard.next('Next');
  await wizard.next('Next');
  await wizard.next('Analyze');
  await wizard.expectStep('Analysis Complete!');

  const referral = countSample('Source', 'Referral');
  const rules = wizard.table('Practical Value Rules');
  await expect(rules.getByRole('row', { name: /Source Referral/ })).toContainText(String(referral.leads));

  const rulesFile = await wizard.download(wizard.button('Download CSV'));
  expect(rulesFile.name).toBe(`practical_value_rules_${today}.csv`);
  const ruleRows = parseDownload(rulesFile.text);
  expect(ruleRows[0]?.slice(0, 6)).toEqual([
    'Field',
    'Value',
    'Suggested Value Rule',
    'Confidence',
    'Status',
    'Leads',
  ]);
  expect(ruleRows.find((row) => row[1] === 'Referral')?.[5]).toBe(String(referral.leads));

  await wizard.tab('Segment Details').click();
  const segmentsFile = await wizard.download(wizard.button('Download Analysis Results'));
  expect(segmentsFile.name).toBe(`lead_conversion_analysis_${today}.csv`);
  const google = countSample('Source', 'Google Ads');
  const lowerCase = countSample('Source', 'google ads');
  const googleRow = parseDownload(segmentsFile.text).find((row) => row[1] === 'Google Ads');
  expect(googleRow?.[2]).toBe(String(google.leads + lowerCase.leads));
  expect(googleRow?.[3]).toBe(String(google.conversions + lowerCase.conversions));

  await wizard.tab('Correlations').click();
  await expect(page.getByText(/significant correlation\(s\) detected/)).toBeVisible();
  const combinationsFile = await wizard.download(page.getByRole('button', { name: /combinations/i }));
  expect(combinationsFile.name).toBe(`lead_value_combinations_${today}.csv`);
  const combinations = parseDownload(combinationsFile.text);
  expect(combinations[0]?.slice(0, 3)).toEqual(['Source', 'Device', 'Pages Viewed']);
  const values = combinations.slice(1).map((row) => Number(row[3]));
  expect(values).toEqual(values.toSorted((a, b) => b - a));

  await wizard.tab('Lead Calculator').click();
  await wizard.choose('Source', 'Referral');
  await wizard.choose('Device', 'Mobile');
  await wizard.choose('Pages Viewed', 'Q4 (High)');
  const pick = combinations.find(
    (row) => row[0] === 'Referral' && row[1] === 'Mobile' && row[2] === 'Q4 (High)',
  );
  await expect(page.getByText(`$${Math.round(Number(pick?.[3]))}`).first()).toBeVisible();

  const fullFile = await wizard.download(await wizard.exportItem('Export All'));
  expect(fullFile.name).toBe(`LeadAnalysis_sample-leads_${today}.csv`);
  expect(fullFile.text).toContain('Referral');
  await expect(page.getByText('Your complete analysis has been downloaded.', { exact: true })).toBeVisible();

  // Values of leads are as their best estimates to each other, and together what all conversions are worth.
  await wizard.openView('Apply');
  await wizard.button('A value per lead').click();
  await wizard.button('Every form lead').click();
  const leadsFile = await wizard.download(wizard.button('Download leads with values'));
  expect(leadsFile.name).toBe(`sample-leads_lead_values_${today}.csv`);
  const { data: leads } = Papa.parse<Record<string, string>>(leadsFile.text.replace('\uFEFF', ''), {
    header: true,
    skipEmptyLines: true,
  });
  expect(leads).toHaveLength(2000);
  const best = combinations[0]?.indexOf('Best Estimate ($)') ?? -1;
  const estimates = new Map(combinations.map((row) => [row.slice(0, 3).join(), Number(row[best])]));
  const worth = leads.map((lead) => Number(lead['Lead Value ($)']));
  expect(worth.reduce((sum, value) => sum + value, 0)).toBeCloseTo(461 * 100, 4);
  const shares = leads.map((lead, at) => {
    const own = ['Source', 'Device', 'Pages Viewed'].map((field) => lead[`${field} Segment`]).join();
    return ((worth[at] ?? NaN) / (estimates.get(own) ?? NaN)).toFixed(6);
  });
  expect(new Set(shares).size).toBe(1);
  expect(shares[0]).toMatch(/^(0\.9|1\.0)/);

  if (browserName === 'firefox') {
    await wizard.leaveView();
    await expectPrinted(wizard);
  }
  expect(calls).toEqual([]);
});

test('a real lead export gives the figures of an independent implementation', async ({ page, wizard }) => {
  test.skip(!hasRealFile, NEEDS_REAL_FILE);
  const figures = readExpectedFigures();
  await wizard.open();
  await wizard.upload(csvFile(readRealLeads(), 'x-education-leads.csv'));
  await expect(page.getByText('9,240 leads, 37 columns, comma-separated, UTF-8')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Lead Status Column' })).toContainText('Converted');
  await wizard.choose('Attribute 1', 'Lead Origin');
  await wizard.choose('Attribute 2', 'Lead Source');
  await wizard.choose('Attribute 3', 'What is your current occupation');
  await wizard.next('Next: Map Values');
  await page.getByRole('checkbox', { name: /^1/ }).check();
  for (let column = 0; column < 3; column++) await wizard.next('Next');
  await wizard.next('Analyze');
  await wizard.expectStep('Analysis Complete!');

  const rules = parseDownload((await wizard.download(wizard.button('Download CSV'))).text).slice(1);
  expect(rules.map((row) => row.slice(0, 2))).toEqual(
    figures.valueRules.map(({ field, value }) => [field, value]),
  );
  figures.valueRules.forEach((rule, i) => expect(Number(rules[i]?.[2])).toBeCloseTo(rule.suggested, 6));

  await wizard.tab('Segment Details').click();
  const segments = parseDownload((await wizard.download(wizard.button('Download Analysis Results'))).text);
  expect(segments.length - 1).toBe(figures.segments.length);
  for (const { field, value, leads, qualified, adjustedLift } of figures.segments) {
    const row = segments.find((cells) => cells[0] === field && cells[1] === value);
    expect(row?.slice(2, 4)).toEqual([String(leads), String(qualified)]);
    expect(row?.some((cell) => Math.abs(Number(cell) - adjustedLift) < 1e-6)).toBe(true);
  }

  await wizard.tab('Correlations').click();
  const significant = figures.interactionTests.filter((test) => test.significant).length;
  await expect(page.getByText(`${significant} significant correlation(s) detected`)).toBeVisible();
  const combinations = await wizard.download(page.getByRole('button', { name: /combinations/i }));
  expect(parseDownload(combinations.text).length - 1).toBe(figures.combinations);
  const full = await wizard.download(await wizard.exportItem('Export All'));
  expect(full.name).toBe(`LeadAnalysis_x-education-leads_${today}.csv`);
});
