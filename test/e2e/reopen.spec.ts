import { expect, test } from './fixtures.ts';
import { csvFile } from './pages/wizard.ts';

test.use({
  launchOptions: ({ launchOptions }, provide) =>
    provide({ ...launchOptions, args: [...(launchOptions.args ?? []), '--js-flags=--expose-gc'] }),
});

const LARGE = csvFile(
  'Lead Status,Source,Campaign,Note\n' + 'Qualified,Google,Spring sale,a longer text\n'.repeat(50_000),
);
/** Between one file and the next the browser also tidies up by itself. */
const PAUSES_MS = [500, 1000, 1500];

test('a file on disk opens every time, also while the thread collects its garbage', async ({
  page,
  wizard,
}) => {
  test.setTimeout(180_000);
  page.on('worker', (thread) => void thread.evaluate('setInterval(gc, 1)'));
  await wizard.open();
  for (let round = 1; round <= 20; round++) {
    await test.step(`round ${round}`, async () => {
      await wizard.upload(LARGE);
      await expect(page.getByText('50,000 leads, 4 columns')).toBeVisible();
      await page.waitForTimeout(PAUSES_MS[round % PAUSES_MS.length] ?? 0);
      await wizard.button('Use Different Data').click();
    });
  }
});
