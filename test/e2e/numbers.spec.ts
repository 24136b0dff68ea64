import Papa from 'papaparse';
import { expect, test } from './fixtures.ts';
import { expectMessage } from './pages/account.ts';
import { csvFile } from './pages/wizard.ts';

/** 300 leads from 13,75 € to 4.125,00 €; the dearer ones convert more often. */
const LEADS = Array.from({ length: 300 }, (_, index) => ({
  amount: 13.75 * (index + 1),
  isWon: index < 150 ? index % 10 === 0 : index % 3 === 0,
}));
const euros = (amount: number) =>
  `${Math.floor(amount / 1000) > 0 ? `${Math.floor(amount / 1000)}.` : ''}${(amount % 1000)
    .toFixed(2)
    .padStart(amount >= 1000 ? 6 : 4, '0')
    .replace('.', ',')} €`;
const GERMAN_FILE = `Status;Umsatz\r\n${LEADS.map(
  ({ amount, isWon }) => `${isWon ? 'Qualified' : 'Lost'};${euros(amount)}\r\n`,
).join('')}`;

test.describe('a German file in a German browser', () => {
  test.use({ locale: 'de-DE' });

  test('goes from upload to ranges, results in euros and an export with semicolons', async ({
    page,
    wizard,
    account,
  }) => {
    expect(account.email).toContain('@');
    await wizard.open();
    await wizard.upload(csvFile(GERMAN_FILE, 'kunden.csv'));
    await wizard.expectStep('Select Columns to Analyze');
    await expect(page.getByText(/300 leads, 2 columns, semicolon-separated/)).toBeVisible();
    await wizard.choose('Attribute 1', 'Umsatz');

    const panel = page.getByRole('region', { name: /Numeric Column Detected|Define Ranges/ });
    await expect(panel.getByText('Min 13,75 · Max 4.125')).toBeVisible();
    const way = page.getByRole('combobox', { name: 'How numbers are written' });
    await expect(way).toContainText('Numbers like 1.234,50');
    await wizard.button('Custom Ranges').click();
    const first = panel.getByRole('group', { name: 'Range 1' });
    await first.getByLabel('Max').fill('1.500,5');
    await first.getByLabel('Label').fill('klein');
    const small = LEADS.filter(({ amount }) => amount <= 1500.5);
    await expect(first).toContainText(`${small.length} leads`);
    await wizard.button('Add Range').click();
    const second = panel.getByRole('group', { name: 'Range 2' });
    await expect(second.getByLabel('Min')).toHaveValue('1501,5');
    await second.getByLabel('Min').fill('1500,51');
    await second.getByLabel('Label').fill('groß');
    await wizard.analyze(1);

    await wizard.openMoreControls();
    await wizard.choose('Currency', 'EUR');
    await page.getByLabel('Conversion Value (EUR)').fill('250');
    await page.getByLabel('Conversion Value (EUR)').blur();
    await wizard.button('Semicolon, 1,5').click();
    await wizard.tab('Segment Details').click();
    const { text } = await wizard.download(wizard.button('Download Analysis Results'));
    const { data } = Papa.parse<Record<string, string>>(text.slice(1), {
      header: true,
      delimiter: ';',
      skipEmptyLines: true,
    });
    const row = data.find(({ Value }) => Value === 'klein');
    const won = small.filter(({ isWon }) => isWon).length;
    expect(row).toMatchObject({ Field: 'Umsatz', Leads: String(small.length), Conversions: String(won) });
    expect(row?.['Lead Value (EUR)']).toMatch(/^\d+,\d+$/);
    // The whole file converts at 65 of 300; the lift of 'klein' is shrunk by n / (n + 50).
    const baseline = LEADS.filter(({ isWon }) => isWon).length / LEADS.length;
    const lift = won / small.length / baseline;
    const adjusted = 1 + (lift - 1) * (small.length / (small.length + 50));
    expect(Number(row?.['Lead Value (EUR)']?.replace(',', '.'))).toBeCloseTo(250 * baseline * adjusted, 9);

    // The currency is kept in the saved analysis.
    await wizard.button('Save Analysis').click();
    await expectMessage(page, 'Analysis Saved');
    await page.goto('/saved');
    await expect(page.getByText('250,00 €')).toBeVisible();
    await page.getByRole('link', { name: 'kunden.csv', exact: true }).click();
    await expect(page.getByText(/^EUR/)).toBeVisible();
    await wizard.tab('Segment Details').click();
    await expect(page.getByRole('row', { name: /klein/ })).toContainText(String(small.length));
  });
});
