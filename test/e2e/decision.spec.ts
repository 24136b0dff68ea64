import { expect, test } from './fixtures.ts';
import { expectEveryLook } from './look.ts';
import { csvFile } from './pages/wizard.ts';

/** Leads of two sources, of which most are still open. Of the others, 40 % and 12 % have won. */
const LEADS = Array.from({ length: 600 }, (_, lead) => {
  const turn = Math.floor(lead / 2);
  const isWon = (37 * turn) % 100 < (lead % 2 ? 12 : 40);
  return `${turn % 5 < 3 ? 'New' : isWon ? 'Qualified' : 'Lost'},${lead % 2 ? 'Ads' : 'Fair'}`;
});

test('open leads are left out and counted again, which the first sentence and the button follow', async ({
  page,
  wizard,
}) => {
  const open = page.getByText('Most leads are not decided yet: 360 of 600 are New.');
  await wizard.open();
  await wizard.upload(csvFile(['Lead Status,Source', ...LEADS].join('\n')));
  await wizard.choose('Attribute 1', 'Source');
  await wizard.analyze(1);
  await expect(open).toBeVisible();
  await expectEveryLook(page, 'most leads are open');
  await wizard.button('Leave out 360 open leads').click();
  await expect(page.getByText(/^Fair leads convert at \d/)).toBeVisible();
  await expect(wizard.button(/^(Use these values|Look the value up in your form)$/)).toBeVisible();
  // The message about it has such a button too.
  await page.getByRole('region', { name: 'What to Do' }).getByRole('button', { name: /^Undo/ }).click();
  await expect(open).toBeVisible();
});
