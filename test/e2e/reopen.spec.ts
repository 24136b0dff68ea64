import { expect, test } from './fixtures.ts';
import { csvFile } from './pages/wizard.ts';

test.use({
  launchOptions: ({ launchOptions }, provide) =>
    provide({ ...launchOptions, args: [...(launchOptions.args ?? []), '--js-flags=--expose-gc'] }),
});

const LARGE = csvFile(
  'Lead Status,Source,Campaign,Note\n' + 'Qualified,Google,Spring sale,a longer text\n'.repeat(50_000),
);

test('a file on disk opens every time, also while the thread collects its garbage', async ({
  page,
  wizard,
}) => {
  page.on('worker', (thread) => void thread.evaluate('setInterval(gc, 1)'));
  await wizard.open();
  for (let round = 1; round <= 4; round++) {
    await test.step(`round ${round}`, async () => {
      await wizard.upload(LARGE);
      await expect(page.getByText('50,000 leads, 4 columns')).toBeVisible();
      await wizard.button('Use Different Data').click();
    });
  }
});
