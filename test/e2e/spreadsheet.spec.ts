import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { writeWorkbook } from '../support/xlsx-files.ts';
import { expect, test } from './fixtures.ts';
import { expectEveryLook } from './look.ts';

const HEADER = ['Status', 'Source', 'Score'];
const ROWS = Array.from({ length: 240 }, (_, lead) => [
  lead % (lead % 2 ? 3 : 7) ? 'Lost' : 'Qualified',
  lead % 2 ? 'Google' : 'Bing, "Ads"',
  lead % 10 === 0 ? 0.1 + 0.2 : lead,
]);
const WORKBOOK = Buffer.from(
  writeWorkbook({
    sheets: [
      { name: 'Read me', rows: [['Leads of May']] },
      { name: 'Leads', rows: [HEADER, ...ROWS] },
      {
        name: 'Costs',
        rows: [
          ['Channel', 'Cost'],
          ['Paid', 7],
        ],
      },
    ],
  }),
);

/** A cell of a CSV file. */
const quote = (cell: string) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

async function dropFile(page: Page, bytes: Buffer, name: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([content, fileName]) => {
      const transfer = new DataTransfer();
      const text = atob(content ?? '');
      const part = Uint8Array.from(text, (character) => character.charCodeAt(0));
      transfer.items.add(new File([part], fileName ?? ''));
      return transfer;
    },
    [bytes.toString('base64'), name],
  );
  for (const type of ['dragenter', 'dragover', 'drop'])
    await page.dispatchEvent('footer', type, { dataTransfer: data, bubbles: true, cancelable: true });
}

test('a spreadsheet that is dropped lets a sheet be chosen, gives the figures of its cells, and survives a reload @every-browser', async ({
  page,
  wizard,
}) => {
  const code = page.waitForResponse(/unpack-file/);
  await wizard.open();
  await expect(page.getByText('Supports .csv files up to 10MB')).toBeVisible();
  await expect(
    page.getByText('Excel (.xlsx), .tsv, .txt, .zip and several files at once work too'),
  ).toBeVisible();
  await dropFile(page, WORKBOOK, 'leads.xlsx');
  await wizard.expectStep('Select Columns to Analyze');
  await expect(page.getByText('240 leads, 3 columns, sheet “Leads” (1 of 2)')).toBeVisible();
  // The code that unpacks is fetched with the first such file, and stays small.
  expect(gzipSync(await (await code).body()).length).toBeLessThan(25 * 1024);

  await wizard.button('Change').click();
  await expect(page.getByRole('dialog')).toContainText('Bing, "Ads"');
  await expectEveryLook(page, 'the sheets of a spreadsheet');
  await wizard.choose('Sheet', 'Costs');
  await expect(page.getByRole('dialog')).toContainText('Channel');
  await wizard.button('Apply').click();
  await expect(page.getByText('1 lead, 2 columns, sheet “Costs” (2 of 2)')).toBeVisible();
  await wizard.button('Change').click();
  await wizard.choose('Sheet', 'Leads');
  await wizard.button('Apply').click();
  await expect(page.getByText('240 leads, 3 columns, sheet “Leads” (1 of 2)')).toBeVisible();

  await wizard.choose('Attribute 1', 'Source');
  await wizard.choose('Attribute 2', 'Score');
  await wizard.analyze(2);
  const downloadSegments = async () => {
    await wizard.tab('Segment Details').click();
    return (await wizard.download(wizard.button('Download Analysis Results'))).text;
  };
  const segments = await downloadSegments();
  for (const source of ['Google', 'Bing, "Ads"']) {
    const own = ROWS.filter((row) => row[1] === source);
    const won = own.filter(([status]) => status === 'Qualified');
    expect(segments).toContain(`,${quote(source)},${own.length},${won.length},`);
  }
  expect(segments).toContain('0.30000000000000004');
  await page.reload();
  await wizard.expectStep('Analysis Complete!');
  expect(await downloadSegments()).toBe(segments);
});
