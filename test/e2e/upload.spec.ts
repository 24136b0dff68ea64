import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { csvFile } from './pages/wizard.ts';

/** Scripts with this in their name that anything in the page has asked for. */
function watchScripts(page: Page, name: string): string[] {
  const found: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(name)) found.push(request.url());
  });
  return found;
}

test.describe('a file dropped anywhere on the page, and cells pasted from a spreadsheet', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('are read, the browser never opens the file, and no cell is read inside a dialog', async ({
    page,
    wizard,
  }) => {
    const papaParse = watchScripts(page, 'papaparse');
    await wizard.open();
    const drop = async (target: string, name: string, text: string) => {
      const data = await page.evaluateHandle(
        ([fileName, content]) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([content ?? ''], fileName ?? '', { type: 'text/csv' }));
          return transfer;
        },
        [name, text],
      );
      for (const type of ['dragenter', 'dragover', 'drop'])
        await page.dispatchEvent(target, type, { dataTransfer: data, bubbles: true, cancelable: true });
    };
    await drop('footer', 'notes.png', 'x');
    await expect(page.getByRole('alert').filter({ hasText: 'Please upload a CSV file' })).toBeVisible();
    // The compiled reader reads even damaged quotes, and nothing else is fetched for them.
    await drop('footer', 'leads.csv', `Status,Source\n${'Qualified,"Google\nLost,Bing\n'.repeat(50)}`);
    await wizard.expectStep('Select Columns to Analyze');
    await expect(page.getByText(/quotation marks .* never closed/)).toBeVisible();
    await expect(page.getByText(/WebAssembly/)).toHaveCount(0);
    const isPrevented = await page.evaluate(() => {
      const event = new DragEvent('drop', {
        bubbles: true,
        cancelable: true,
        dataTransfer: new DataTransfer(),
      });
      document.body.dispatchEvent(event);
      return event.defaultPrevented;
    });
    expect(isPrevented).toBe(true);
    await wizard.button('Back').click();
    await expect(wizard.button('Next: Select Columns')).toBeVisible();

    await page.evaluate(() => navigator.clipboard.writeText('Status\tSource\nQualified\tGoogle\n'));
    await page.keyboard.press('Control+v');
    await wizard.expectStep('Select Columns to Analyze');
    await expect(page.getByText('1 lead, 2 columns, tab-separated')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await wizard.button('Back').click();

    await page.evaluate(() => navigator.clipboard.writeText('Stage\tPlace\nWon\tParis\nLost\tRome\n'));
    await wizard.button('Change').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Control+v');
    await page.getByRole('dialog').getByText('The row with the column names.').click();
    await page.keyboard.press('Control+v');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByText('1 lead, 2 columns, tab-separated')).toBeVisible();
    await page.keyboard.press('Control+v');
    await wizard.expectStep('Select Columns to Analyze');
    await expect(page.getByText('2 leads, 2 columns, tab-separated')).toBeVisible();
    expect(papaParse).toEqual([]);
  });
});

test("'Expected CSV Format' stands open from 1,024 x 800 pixels, with all of it in view", async ({
  page,
  wizard,
}) => {
  await wizard.open();
  const box = page.getByRole('region', { name: 'Expected CSV Format' });
  const line = page.getByText('Expected CSV Format').and(page.locator('summary'));
  await page.setViewportSize({ width: 1024, height: 800 });
  await expect(box.getByRole('listitem').last()).toBeInViewport({ ratio: 1 });
  await expect(line).toBeHidden();
  for (const size of [
    { width: 1023, height: 800 },
    { width: 1024, height: 799 },
  ]) {
    await page.setViewportSize(size);
    await expect(box).toBeHidden();
    await expect(line).toBeVisible();
  }
});

test('reading a large file can be cancelled', async ({ page, wizard }) => {
  await page.route('**/*thread*', async (route) => {
    const response = await route.fetch();
    // Between two parts of the file the thread sends a message to itself.
    const slow =
      'const now=MessagePort.prototype.postMessage;MessagePort.prototype.postMessage=function(m){setTimeout(()=>now.call(this,m),1000)};';
    await route.fulfill({ response, body: slow + (await response.text()) });
  });
  await wizard.open();
  await wizard.upload(csvFile('Status,Source\n' + 'Qualified,somewhere else\n'.repeat(300_000)));
  await expect(page.getByText('Processing file...')).toBeVisible();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(page.getByText(/rows read/)).toBeVisible();
  await wizard.button('Cancel').click();
  await expect(page.getByText('Drop CSV file here or click to browse')).toBeVisible();
});

test('where WebAssembly is switched off PapaParse reads, and the page says so', async ({ page, wizard }) => {
  const switchOff = 'delete globalThis.WebAssembly;';
  await page.addInitScript(switchOff);
  await page.route('**/assets/thread-*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: switchOff + (await response.text()) });
  });
  const papaParse = watchScripts(page, 'papaparse');
  await wizard.open();
  expect(papaParse).toEqual([]);
  await wizard.upload(csvFile(`Status;Source\n${'Qualified;"Web; ads"\nLost;"Café\nvisit"\n'.repeat(50)}`));
  await expect(page.getByText('100 leads, 2 columns, semicolon-separated, UTF-8')).toBeVisible();
  await expect(
    page.getByText('Read without WebAssembly, so damaged quotes may be read differently.'),
  ).toBeVisible();
  expect(papaParse).toHaveLength(1);
  await wizard.choose('Attribute 1', 'Source');
  await wizard.analyze(1);
  await expect(wizard.table('Practical Value Rules').getByRole('row', { name: /Web; ads/ })).toContainText(
    '50',
  );
});
