import Papa from 'papaparse';
import { expect, test } from './fixtures.ts';
import { expectEveryLook } from './look.ts';
import { catchPrinting, print, readPages, sizeOfTitle, TITLE_SIZE } from './pages/report.ts';
import { csvFile, type Wizard } from './pages/wizard.ts';

const TWO_DECIMALS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

const LINKED_IN = 'LinkedIn Sponsored Content';

interface Deal {
  source: string;
  device: string;
  size: string;
  isWon: boolean;
  /** 0 where the cell is blank. */
  amount: number;
}

/**
 * LinkedIn converts half as often as the others and brings four times as much; one deal makes most of the fairs' value. Deals of six
 * digits in three attributes with long names make the widest tables on paper.
 */
const DEALS: readonly Deal[] = Array.from({ length: 2400 }, (_, lead) => {
  const place = lead % 4;
  const turn = Math.floor(lead / 4);
  const isWon = turn % 100 < ([12, 24, 24, 20][place] ?? 0);
  const usual = ([400_000, 100_000, 100_000, 30_000][place] ?? 0) + 1000 * (turn % 50);
  const amount = place === 3 && turn === 101 ? 6_000_000 : turn % 200 === 3 ? 0 : usual;
  return {
    source: [LINKED_IN, 'Google Ads', 'Referral', 'Fair'][place] ?? '',
    device: ['Desktop', 'Mobile'][turn % 2] ?? '',
    size: ['1-10 employees', '11-50 employees', '51-200 employees'][(turn >> 1) % 3] ?? '',
    isWon,
    amount: isWon ? amount : 0,
  };
});
const DEALS_FILE = `Lead Status,Source,Device,Company Size,Deal Amount\n${DEALS.map(
  ({ source, device, size, isWon, amount }) =>
    `${isWon ? 'Qualified' : 'Lost'},${source},${device},${size},${amount === 0 ? '' : amount}\n`,
).join('')}`;

const won = DEALS.filter(({ isWon }) => isWon);
const sumOf = (deals: readonly Deal[]) => deals.reduce((sum, { amount }) => sum + amount, 0);

/** The parts of the specified figures: the lift, and the lift moved towards 1 by n / (n + 50). */
function liftOf(source: string, totalOf: (deals: readonly Deal[]) => number) {
  const own = DEALS.filter((deal) => deal.source === source);
  const lift = totalOf(own) / own.length / (totalOf(DEALS) / DEALS.length);
  return { lift, adjusted: 1 + (lift - 1) * (own.length / (own.length + 50)) };
}
const byConversions = liftOf(LINKED_IN, (deals) => deals.filter(({ isWon }) => isWon).length);
const byValue = liftOf(LINKED_IN, sumOf);

function readExport(text: string): Record<string, string>[] {
  return Papa.parse<Record<string, string>>(text.slice(1), { header: true, skipEmptyLines: true }).data;
}

/** Pixels between the margins of the paper. */
const ROOM = { A4: 703, Letter: 725 };

/** Browsers print the report in its own size only where each table is as wide as the paper at most. */
async function expectToFitOnPaper(wizard: Wizard): Promise<void> {
  const { page } = wizard;
  await print(wizard);
  const pages = await readPages(await page.pdf({ format: 'A4' }));
  expect(sizeOfTitle(pages)).toBeCloseTo(TITLE_SIZE, 1);
  expect(pages[0]?.map(({ text }) => text)).toContain('Clear rules');
  expect(pages[1]?.[0]?.text).toBe('Practical Value Rules');
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  for (const [format, width] of Object.entries(ROOM)) {
    await page.locator('.ui-report').evaluate((report: HTMLElement, room) => {
      report.style.width = `${room}px`;
    }, width);
    const tooWide = await page.getByRole('table').evaluateAll((tables) =>
      tables.flatMap((table) => {
        const room = table.parentElement?.clientWidth ?? 0;
        return table.clientWidth > room
          ? [`${table.querySelector('caption')?.textContent}: ${table.clientWidth} of ${room} px`]
          : [];
      }),
    );
    expect(tooWide, format).toEqual([]);
  }
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
}

test('deals cut a source by conversions and raise it by value, from upload to a saved analysis', async ({
  page,
  wizard,
  account,
}) => {
  expect(account.email).toContain('@');
  await catchPrinting(page);
  await wizard.open();
  await wizard.upload(csvFile(DEALS_FILE, 'deals.csv'));
  await wizard.choose('Attribute 1', 'Source');
  await wizard.choose('Attribute 2', 'Device');
  await wizard.choose('Attribute 3', 'Company Size');
  await wizard.choose('Value column (optional)', 'Deal Amount');
  const blank = won.filter(({ amount }) => amount === 0).length;
  await expect(
    page.getByText(`${won.length - blank} of ${won.length} converted leads have an amount`),
  ).toBeVisible();
  await expectEveryLook(page, 'the value column');
  await wizard.analyze(3);

  // The chosen column opens the results by value; the switch leads to the specified figures.
  const switchedTo = (name: string) => page.getByRole('button', { name, pressed: true });
  await expect(switchedTo('By value')).toBeVisible();
  // Few large deals: by value the difference is not likely to hold, so that it is no Use.
  await expect(
    page.getByText(/^No clear difference yet\. The clearest so far: LinkedIn Sponsored/),
  ).toBeVisible();
  await expect(page.getByText('It is not likely to hold on new leads.').first()).toBeVisible();
  await expect(
    page.getByText(`${blank} converted leads have no amount or 0: they are worth 0.`),
  ).toBeVisible();
  const rule = wizard.table(/Value Rules/).getByRole('row', { name: /LinkedIn/ });
  await wizard.button('By conversions').click();
  await expect(rule).toContainText(`${byConversions.adjusted.toFixed(2)}x`);
  expect(byConversions.adjusted).toBeLessThan(0.75);
  await wizard.button('By value').click();
  await expect(rule).toContainText(`${byValue.adjusted.toFixed(2)}x`);
  expect(byValue.adjusted).toBeGreaterThan(1.1);
  await expect(page.getByLabel('Conversion Value ($)')).toBeDisabled();
  await expect(page.getByText('not used by value')).toBeVisible();
  await expect(page.getByText('Value per lead overall')).toBeVisible();

  await wizard.tab('Segment Details').click();
  const fair = wizard
    .table(/Segments/)
    .getByRole('row', { name: /Fair/ })
    .first();
  await expect(fair).toContainText(/capped 0\.\d\dx/);
  await expectEveryLook(page, 'segments by value', wizard.openPanel());
  const byValueFile = await wizard.download(wizard.button('Download Analysis Results'));
  const row = readExport(byValueFile.text).find(({ Value }) => Value === LINKED_IN);
  expect(Number(row?.['Value Lift'])).toBeCloseTo(byValue.lift, 9);
  expect(Number(row?.['Adjusted Lift'])).toBeCloseTo(byValue.adjusted, 9);
  const linkedIn = won.filter(({ source }) => source === LINKED_IN);
  expect(Number(row?.['Average Value per Conversion ($)'])).toBeCloseTo(sumOf(linkedIn) / linkedIn.length, 9);
  expect(Number(row?.['Lead Value ($)'])).toBeCloseTo((sumOf(DEALS) / DEALS.length) * byValue.adjusted, 6);

  // And back: files of conversions have the specified columns only.
  await wizard.button('By conversions').click();
  await expect(page.getByLabel('Conversion Value ($)')).toBeEnabled();
  const specified = readExport((await wizard.download(wizard.button('Download Analysis Results'))).text);
  const countedRow = specified.find(({ Value }) => Value === LINKED_IN);
  expect(Number(countedRow?.['Adjusted Lift'])).toBeCloseTo(byConversions.adjusted, 9);
  expect(countedRow).not.toHaveProperty('Value Lift');

  // The draft keeps the column and the switch.
  await wizard.button('By value').click();
  await expect(switchedTo('By value')).toBeVisible();
  await page.reload();
  await wizard.expectStep('Analysis Complete!');
  await expect(switchedTo('By value')).toBeVisible();
  // The address keeps the tab.
  await expect(fair).toBeVisible();
  await wizard.tab('Value Rules').click();
  await expect(rule).toContainText(`${byValue.adjusted.toFixed(2)}x`);
  await expectToFitOnPaper(wizard);
  await wizard.button('Save Analysis').click();
  await page.getByRole('link', { name: 'View analysis' }).click();
  await expect(page.getByText(/^Saved on/)).toBeVisible();
  await expect(switchedTo('By value')).toBeVisible();
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

/** LinkedIn wins half as often, and its deals are about four times as large. */
const EXPORTED = Array.from({ length: 1500 }, (_, lead) => {
  const channel = ['LinkedIn', 'Google', 'Referral'][lead % 3] ?? '';
  const turn = Math.floor(lead / 3);
  const isWon = turn % 50 < (channel === 'LinkedIn' ? 6 : 14);
  const amount = (channel === 'LinkedIn' ? 13_000 : 3000) + 50 * (turn % 7);
  return { channel, isWon, amount: isWon ? amount : 0 };
});

test('one click takes the amounts that the file has, by value where deals differ', async ({
  page,
  wizard,
}) => {
  await wizard.open();
  const lines = EXPORTED.map(
    ({ channel, isWon, amount }) => `${isWon ? 'Won' : 'Lost'},${channel},${isWon ? `€${amount}` : ''}\n`,
  );
  await wizard.upload(csvFile(`Deal - Status,Source channel,Deal - Value\n${lines.join('')}`, 'export.csv'));
  const deals = EXPORTED.filter(({ isWon }) => isWon);
  const total = deals.reduce((sum, { amount }) => sum + amount, 0);
  const rate = ((100 * deals.length) / EXPORTED.length).toFixed(1);
  const average = Math.round(total / deals.length).toLocaleString('en');
  const bar = page.getByRole('region', { name: 'Quick start' });
  await expect(bar).toContainText(
    `Converted: Won (${rate}% of leads). Compared by Source channel. Value: Deal - Value (EUR, average ${average} per won deal).`,
  );
  await expectEveryLook(page, 'the proposal');
  await bar.getByRole('button', { name: 'Deal - Value' }).click();
  await expect(page.getByRole('group', { name: 'Which column has the amounts of deals?' })).toBeVisible();
  await expectEveryLook(page, 'the amounts of the proposal');
  await bar.getByRole('button', { name: 'Show results' }).click();
  await wizard.expectStep('Analysis Complete!');
  await expect(page.getByRole('button', { name: 'By value', pressed: true })).toBeVisible();
  await expect(page.getByLabel('Conversion Value (EUR)')).toBeDisabled();
  const perLead = (total / EXPORTED.length).toLocaleString('en', TWO_DECIMALS);
  await expect(page.getByText('Value per lead overall').locator('xpath=following-sibling::dd')).toHaveText(
    `€${perLead}`,
  );
  // Recomputed: the value per lead of a source by the overall one, moved towards 1 by n / (n + 50).
  for (const source of ['LinkedIn', 'Google']) {
    const own = EXPORTED.filter(({ channel }) => channel === source);
    const sum = own.reduce((all, { amount }) => all + amount, 0);
    const adjusted =
      1 + (sum / own.length / (total / EXPORTED.length) - 1) * (own.length / (own.length + 50));
    const row = wizard.table(/Value Rules/).getByRole('row', { name: new RegExp(source) });
    await expect(row).toContainText(`${adjusted.toFixed(2)}x`);
  }
});
