import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { csvFile } from './pages/wizard.ts';

const columns = (n: number) => Array.from({ length: n }, (_, i) => `c${i + 1}`).join(',');

const refused = [
  { title: 'another file type', file: csvFile('a,b\n1,2\n', 'leads.txt'), text: 'Please upload a CSV file' },
  {
    title: '10 MB in one line',
    file: csvFile(Buffer.alloc(10 * 1024 * 1024, 'abc,')),
    text: 'CSV file must contain at least a header row and one data row',
  },
  {
    title: 'nothing at all',
    file: csvFile(''),
    text: 'CSV file must contain at least a header row and one data row',
  },
  {
    title: 'a header alone',
    file: csvFile('Status,Source\n'),
    text: 'CSV file must contain at least a header row and one data row',
  },
  {
    title: 'too many columns',
    file: csvFile(`${columns(43)}\n${columns(43)}\n`),
    text: 'CSV has 43 columns but maximum is 40. Please remove 3 column(s).',
  },
  {
    title: 'one column',
    file: csvFile('Status\nQualified\n'),
    text: 'CSV must have at least 2 columns (1 for Status + 1 for attribute)',
  },
];

test('every refused file says why, and a good one clears the message', async ({ page, wizard }) => {
  await wizard.open();
  for (const { title, file, text } of refused) {
    await test.step(title, async () => {
      await wizard.upload(file);
      await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
    });
  }
  await test.step('more than 10 MB, with advice from its head', async () => {
    const rows = `Qualified,Google,${'word '.repeat(100)}\n`.repeat(24_000);
    await wizard.upload(csvFile(`Lead Status,Source,Notes\n${rows}`));
    const alert = page.getByRole('alert');
    await expect(alert.getByText('File size must be less than 10MB')).toBeVisible();
    await expect(
      alert.getByText(/^It has 11\.\d MB\. Widest column: Notes \(97% of the text\)\. /),
    ).toBeVisible();
  });
  // Nothing was opened, and the next file is read as ever.
  await wizard.upload(csvFile('Status,Source\nQualified,Google\n'));
  await wizard.expectStep('Select Columns to Analyze');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a file that cannot be read fails with a clear text', async ({ page, wizard }) => {
  const broken =
    'Blob.prototype.stream = () => { throw new TypeError("gone"); };' +
    'Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotReadableError"));';
  await page.addInitScript(broken);
  await page.route('**/*thread*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: broken + (await response.text()) });
  });
  await wizard.open();
  await wizard.upload(csvFile('Status,Source\nQualified,Google\n'));
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to parse CSV file' })).toBeVisible();
});

test('a file dropped anywhere on the page counts, and the browser never opens it', async ({
  page,
  wizard,
}) => {
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
  await drop('footer', 'notes.txt', 'x');
  await expect(page.getByRole('alert').filter({ hasText: 'Please upload a CSV file' })).toBeVisible();
  await drop('footer', 'leads.csv', 'Status,Source\nQualified,Google\n');
  await wizard.expectStep('Select Columns to Analyze');
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
});

test.describe('cells pasted from a spreadsheet', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('are read on the page like a file, and not inside a dialog', async ({ page, wizard }) => {
    await wizard.open();
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'Status\tSource\nQualified\tGoogle\nLost\t"Two\nlines"\n');
      document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    });
    await wizard.expectStep('Select Columns to Analyze');
    await expect(page.getByText('2 leads, 2 columns, tab-separated')).toBeVisible();
    await wizard.button('Back').click();
    await expect(wizard.button('Next: Select Columns')).toBeVisible();

    await page.evaluate(() => navigator.clipboard.writeText('Status\tSource\nQualified\tGoogle\n'));
    await page.keyboard.press('Control+v');
    await wizard.expectStep('Select Columns to Analyze');
    await expect(page.getByText('1 lead, 2 columns, tab-separated')).toBeVisible();
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
  });
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

/** Scripts with this in their name that anything in the page has asked for. */
function watchScripts(page: Page, name: string): string[] {
  const found: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(name)) found.push(request.url());
  });
  return found;
}

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
  await wizard.button('Change').click();
  await wizard.choose('Encoding', 'Windows-1252');
  await expect(page.getByRole('dialog')).toContainText('CafÃ©');
  await page.keyboard.press('Escape');
  await wizard.choose('Attribute 1', 'Source');
  await wizard.analyze(1);
  await expect(wizard.table('Practical Value Rules').getByRole('row', { name: /Web; ads/ })).toContainText(
    '50',
  );
});

const UTF16 = Buffer.concat([
  Buffer.from([0xff, 0xfe]),
  Buffer.from('Status\tPlatform\nQualified\tfb\nLost\tig\n', 'utf16le'),
]);

test('the detected options are shown and can be changed, and PapaParse is never fetched for them', async ({
  page,
  wizard,
}) => {
  const papaParse = watchScripts(page, 'papaparse');
  await wizard.open();
  await wizard.upload(csvFile(UTF16));
  await expect(page.getByText('2 leads, 2 columns, tab-separated, UTF-16')).toBeVisible();
  await wizard.button('Use Different Data').click();
  await wizard.upload(csvFile(Buffer.from('Status;Quelle\nQualified;M\xfcnchen\n', 'latin1')));
  await expect(page.getByText('1 lead, 2 columns, semicolon-separated, Windows-1252')).toBeVisible();
  await wizard.button('Change').click();
  await expect(page.getByRole('dialog')).toContainText('München');
  await page.keyboard.press('Escape');

  // Not even for damaged quotes.
  await wizard.button('Use Different Data').click();
  await wizard.upload(csvFile(`Status,Source\n${'Qualified,"Google\nLost,Bing\nQualified,x\n'.repeat(50)}`));
  await expect(page.getByText(/quotation marks .* never closed/)).toBeVisible();
  await expect(page.getByText(/WebAssembly/)).toHaveCount(0);
  await wizard.button('Change').click();
  await wizard.choose('Encoding', 'Windows-1252');
  await expect(page.getByRole('dialog')).toContainText('Google');
  await page.keyboard.press('Escape');
  await wizard.choose('Attribute 1', 'Source');
  await wizard.analyze(1);
  expect(papaParse).toEqual([]);
});
