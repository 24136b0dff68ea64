import Papa from 'papaparse';
import { expect, test } from './fixtures.ts';
import { expectEveryLook } from './look.ts';
import { csvFile } from './pages/wizard.ts';

const TWO_DECIMALS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

interface Deal {
  source: string;
  device: string;
  isWon: boolean;
  /** 0 where the cell is blank. */
  amount: number;
}

/** LinkedIn converts half as often as the others and brings four times as much; one deal makes most of the fairs' value. */
const DEALS: readonly Deal[] = Array.from({ length: 2400 }, (_, lead) => {
  const source = ['LinkedIn', 'Google Ads', 'Referral', 'Fair'][lead % 4] ?? '';
  const turn = Math.floor(lead / 4);
  const isWon = turn % 100 < (source === 'LinkedIn' ? 12 : source === 'Fair' ? 20 : 24);
  const usual = (source === 'LinkedIn' ? 4000 : source === 'Fair' ? 300 : 1000) + 10 * (turn % 50);
  const amount = source === 'Fair' && turn === 101 ? 60_000 : turn % 200 === 3 ? 0 : usual;
  return { source, device: ['Desktop', 'Mobile'][turn % 2] ?? '', isWon, amount: isWon ? amount : 0 };
});
const DEALS_FILE = `Lead Status,Source,Device,Deal Amount\n${DEALS.map(
  ({ source, device, isWon, amount }) =>
    `${isWon ? 'Qualified' : 'Lost'},${source},${device},${amount === 0 ? '' : amount}\n`,
).join('')}`;

const won = DEALS.filter(({ isWon }) => isWon);
const sumOf = (deals: readonly Deal[]) => deals.reduce((sum, { amount }) => sum + amount, 0);

/** The parts of the specified figures: the lift, and the lift moved towards 1 by n / (n + 50). */
function liftOf(source: string, totalOf: (deals: readonly Deal[]) => number) {
  const own = DEALS.filter((deal) => deal.source === source);
  const lift = totalOf(own) / own.length / (totalOf(DEALS) / DEALS.length);
  return { lift, adjusted: 1 + (lift - 1) * (own.length / (own.length + 50)) };
}
const byConversions = liftOf('LinkedIn', (deals) => deals.filter(({ isWon }) => isWon).length);
const byValue = liftOf('LinkedIn', sumOf);

function readExport(text: string): Record<string, string>[] {
  return Papa.parse<Record<string, string>>(text.slice(1), { header: true, skipEmptyLines: true }).data;
}

test('deals cut a source by conversions and raise it by value, from upload to a saved analysis', async ({
  page,
  wizard,
  account,
}) => {
  expect(account.email).toContain('@');
  await wizard.open();
  await wizard.upload(csvFile(DEALS_FILE, 'deals.csv'));
  await wizard.choose('Attribute 1', 'Source');
  await wizard.choose('Attribute 2', 'Device');
  await wizard.choose('Value column (optional)', 'Deal Amount');
  const blank = won.filter(({ amount }) => amount === 0).length;
  await expect(
    page.getByText(`${won.length - blank} of ${won.length} converted leads have an amount`),
  ).toBeVisible();
  await expectEveryLook(page, 'the value column');
  await wizard.analyze(2);

  // The chosen column opens the results by value; the switch leads to the specified figures.
  const switchedTo = (name: string) => page.getByText(`${name} · USD`);
  await expect(switchedTo('by value')).toBeVisible();
  await expect(
    page.getByText(`${blank} converted leads have no amount or 0: they are worth 0.`),
  ).toBeVisible();
  const rule = wizard.table(/Value Rules/).getByRole('row', { name: /LinkedIn/ });
  await wizard.openMoreControls();
  await wizard.button('By conversions').click();
  await expect(rule).toContainText(`${byConversions.adjusted.toFixed(2)}x`);
  expect(byConversions.adjusted).toBeLessThan(0.75);
  await wizard.openMoreControls();
  await wizard.button('By value').click();
  await expect(rule).toContainText(`${byValue.adjusted.toFixed(2)}x`);
  expect(byValue.adjusted).toBeGreaterThan(1.1);
  await expect(page.getByLabel('Conversion Value ($)')).toBeHidden();
  await expect(page.getByText('Value per lead overall')).toBeVisible();
  await expectEveryLook(page, 'rules by value');

  await wizard.tab('Segment Details').click();
  const fair = wizard
    .table(/Segments/)
    .getByRole('row', { name: /Fair/ })
    .first();
  await expect(fair).toContainText(/capped 0\.\d\dx/);
  await expectEveryLook(page, 'segments by value');
  const byValueFile = await wizard.download(wizard.button('Download Analysis Results'));
  const row = readExport(byValueFile.text).find(({ Value }) => Value === 'LinkedIn');
  expect(Number(row?.['Value Lift'])).toBeCloseTo(byValue.lift, 9);
  expect(Number(row?.['Adjusted Lift'])).toBeCloseTo(byValue.adjusted, 9);
  const linkedIn = won.filter(({ source }) => source === 'LinkedIn');
  expect(Number(row?.['Average Value per Conversion ($)'])).toBeCloseTo(sumOf(linkedIn) / linkedIn.length, 9);
  expect(Number(row?.['Lead Value ($)'])).toBeCloseTo((sumOf(DEALS) / DEALS.length) * byValue.adjusted, 6);

  // And back: files of conversions have the specified columns only.
  await wizard.openMoreControls();
  await wizard.button('By conversions').click();
  await expect(page.getByLabel('Conversion Value ($)')).toBeVisible();
  const specified = readExport((await wizard.download(wizard.button('Download Analysis Results'))).text);
  const countedRow = specified.find(({ Value }) => Value === 'LinkedIn');
  expect(Number(countedRow?.['Adjusted Lift'])).toBeCloseTo(byConversions.adjusted, 9);
  expect(countedRow).not.toHaveProperty('Value Lift');

  // The draft keeps the column and the switch.
  await wizard.openMoreControls();
  await wizard.button('By value').click();
  await expect(switchedTo('by value')).toBeVisible();
  await page.reload();
  await wizard.expectStep('Analysis Complete!');
  await expect(switchedTo('by value')).toBeVisible();
  await expect(rule).toContainText(`${byValue.adjusted.toFixed(2)}x`);
  await wizard.tab('Lead Calculator').click();
  await expectEveryLook(page, 'the calculator by value');
  await wizard.button('Save Analysis').click();
  await page.getByRole('link', { name: 'View analysis' }).click();
  await expect(page.getByText(/^Saved on/)).toBeVisible();
  await expect(switchedTo('by value')).toBeVisible();
  await expect(rule).toContainText(`${byValue.adjusted.toFixed(2)}x`);
});

/** Fairs bring early stages only, LinkedIn late ones. */
const STAGES = Array.from({ length: 1200 }, (_, lead) => {
  const source = ['LinkedIn', 'Google Ads', 'Fair'][lead % 3] ?? '';
  const turn = Math.floor(lead / 3) % 20;
  const early = source === 'Fair' ? 12 : 4;
  const late = source === 'LinkedIn' ? 10 : early + 3;
  return { source, status: turn < early ? 'MQL' : turn < late ? 'SQL' : turn < late + 2 ? 'Won' : 'Lost' };
});
const WORTH: Readonly<Record<string, number>> = { MQL: 10, SQL: 50.5, Won: 500, Lost: 0 };

test('a lead is worth the amount of its status, ticked or not', async ({ page, wizard }) => {
  await wizard.open();
  await wizard.upload(
    csvFile(`Stage,Source\n${STAGES.map(({ status, source }) => `${status},${source}\n`).join('')}`),
  );
  await wizard.choose('Lead Status Column', 'Stage');
  await wizard.choose('Attribute 1', 'Source');
  await wizard.next('Next: Map Values');
  await page.getByRole('checkbox', { name: /^Won/ }).check();
  await page.getByRole('checkbox', { name: 'Different values per status' }).check();
  const summary = page.getByRole('complementary', { name: 'Summary' });
  await expect(summary).toContainText('Type what a lead of each status is worth, ticked or not.');
  for (const status of ['MQL', 'SQL', 'Won'])
    await page.getByLabel(`Value of ${status}`).fill(String(WORTH[status]));
  // Lost leads are left out: they count in no figure.
  await page.getByRole('button', { name: 'Leave out Lost' }).click();
  const counted = STAGES.filter(({ status }) => status !== 'Lost');
  const leads = counted.length;
  const total = counted.reduce((sum, { status }) => sum + (WORTH[status] ?? 0), 0);
  const money = (amount: number) => amount.toLocaleString('en', TWO_DECIMALS);
  await expect(summary).toContainText(
    `All ${leads} leads are worth $${money(total)}: $${money(total / leads)} per lead.`,
  );
  await page.getByLabel('Value of Lost').fill('-5');
  await expect(page.getByText('Not below 0')).toBeVisible();
  await page.getByLabel('Value of Lost').fill('');
  await expectEveryLook(page, 'amounts per status');

  await page.reload();
  await expect(page.getByLabel('Value of SQL')).toHaveValue('50.5');
  await page.getByRole('button', { name: 'Skip renaming and analyze' }).click();
  await wizard.expectStep('Analysis Complete!');
  await wizard.openMoreControls();
  await wizard.button('By value').click();
  await wizard.tab('Segment Details').click();
  const { text } = await wizard.download(wizard.button('Download Analysis Results'));
  for (const source of ['LinkedIn', 'Fair']) {
    const own = counted.filter((lead) => lead.source === source);
    const sum = own.reduce((all, { status }) => all + (WORTH[status] ?? 0), 0);
    const row = readExport(text).find(({ Value }) => Value === source);
    expect(Number(row?.['Value ($)'])).toBeCloseTo(sum, 6);
    expect(Number(row?.['Value Lift'])).toBeCloseTo(sum / own.length / (total / leads), 9);
  }
});

test('amounts with three digits behind every point count only once their meaning is chosen', async ({
  page,
  wizard,
}) => {
  const deals = Array.from({ length: 400 }, (_, lead) => ({
    source: ['Mail', 'Search'][lead % 2],
    amount: lead % 5 === 0 ? `${1 + (lead % 7)}.${200 + 10 * (lead % 9)}` : '',
  }));
  await wizard.open();
  await wizard.upload(
    csvFile(
      `Status,Source,Deal\n${deals.map(({ source, amount }) => `${amount ? 'Qualified' : 'Lost'},${source},${amount}\n`).join('')}`,
    ),
  );
  await wizard.choose('Attribute 1', 'Source');
  await wizard.choose('Value column (optional)', 'Deal');
  await expect(page.getByText('What does 1.200 mean?')).toBeVisible();
  await expectEveryLook(page, 'the question about thousands');
  await wizard.button('1,200').click();
  const total = deals.reduce((sum, { amount }) => sum + Number(amount.replace('.', '')), 0);
  await expect(page.getByText('80 of 80 converted leads have an amount.')).toBeVisible();
  await expect(page.getByText(`$${total.toLocaleString('en')}.00 in all`)).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'How numbers are written' })).toContainText('1.234,50');
  await wizard.analyze(1);
  await expect(page.getByText(/^by value · /)).toBeVisible();
  await expect(
    page.getByText(`$${(total / deals.length).toLocaleString('en', TWO_DECIMALS)}`).first(),
  ).toBeVisible();
});
