import { expect, test } from './fixtures.ts';
import { expectEveryLook } from './look.ts';
import { csvFile, type Wizard } from './pages/wizard.ts';
import { csvOf, CLEAN_FILE } from '../support/lead-files.ts';

/** Leads in turn by source, of which `won` of each hundred have the status, with their deals. */
function file(
  sources: Record<string, { won: number; deal: number }>,
  statusOf: (lead: number, isWon: boolean) => string,
) {
  const names = Object.keys(sources);
  const lines = Array.from({ length: 300 * names.length }, (_, lead) => {
    const name = names[lead % names.length] ?? '';
    const turn = Math.floor(lead / names.length);
    const { won, deal } = sources[name] ?? { won: 0, deal: 0 };
    const isWon = (37 * turn) % 100 < won;
    const status = statusOf(turn, isWon);
    return `${status},${name},${['Berlin', 'Paris', 'Rome'][(turn >> 2) % 3]},${isWon ? deal : ''}`;
  });
  return csvFile(['Lead Status,Source,City,Deal', ...lines].join('\n'));
}

async function analyse(wizard: Wizard, attributes: readonly string[]): Promise<void> {
  await wizard.expectStep('Select Columns to Analyze');
  for (const [at, name] of attributes.entries()) await wizard.choose(`Attribute ${at + 1}`, name);
  await wizard.analyze(attributes.length);
}

test('the first sentences and the button follow the file', async ({ page, wizard }) => {
  await wizard.open();

  await wizard.upload(csvFile(csvOf(CLEAN_FILE)));
  await analyse(wizard, ['Source', 'Country']);
  await expect(
    page.getByText(/^No solid difference yet\. The clearest so far: |^No segment is more than/),
  ).toBeVisible();
  await expectEveryLook(page, 'no solid difference');
  await wizard.button('Choose other attributes').click();
  await wizard.expectStep('Select Columns to Analyze');

  // Most leads are still open. Without them the difference is there.
  await wizard.button('Use Different Data').click();
  await wizard.upload(
    file({ Fair: { won: 40, deal: 100 }, Ads: { won: 12, deal: 100 } }, (turn, isWon) =>
      turn % 5 < 3 ? 'New' : isWon ? 'Qualified' : 'Lost',
    ),
  );
  await analyse(wizard, ['Source']);
  await expect(page.getByText('Most leads are not decided yet: 360 of 600 are New.')).toBeVisible();
  await expectEveryLook(page, 'most leads are open');
  await wizard.button('Leave out 360 open leads').click();
  await expect(page.getByText(/^Fair leads convert at \d/)).toBeVisible();
  await expect(wizard.button(/^(Upload a value per lead|Enter the rules)$/)).toBeVisible();
  await wizard.button(/^Count again/).click();
  await expect(page.getByText('Most leads are not decided yet: 360 of 600 are New.')).toBeVisible();

  // Fewer convert, but they bring larger deals.
  await wizard.button('Start Over').click();
  await wizard.upload(
    file(
      { Fair: { won: 12, deal: 9000 }, Ads: { won: 30, deal: 1000 }, Web: { won: 24, deal: 1000 } },
      (_, isWon) => (isWon ? 'Qualified' : 'Lost'),
    ),
  );
  await wizard.expectStep('Select Columns to Analyze');
  await wizard.choose('Value column (optional)', 'Deal');
  await analyse(wizard, ['Source', 'City']);
  await expect(
    page.getByText(/^Fair leads convert less \(0\.\d\dx\) but bring larger deals \(\d\.\d\dx by value\)\.$/),
  ).toBeVisible();
  await expectEveryLook(page, 'value against conversions');

  // An attribute is the outcome itself.
  await wizard.button('Start Over').click();
  await wizard.upload(
    csvFile(
      [
        'Lead Status,Source,Stage',
        ...Array.from({ length: 400 }, (_, lead) => {
          const isWon = lead % 4 === 0;
          return `${isWon ? 'Qualified' : 'Lost'},${lead % 3 ? 'Ads' : 'Fair'},${isWon && lead % 3 ? 'Customer' : 'Lead'}`;
        }),
      ].join('\n'),
    ),
  );
  await analyse(wizard, ['Source', 'Stage']);
  await expect(
    page.getByText(/looks like the outcome itself\. Use an attribute that is known before\./),
  ).toBeVisible();
  await expectEveryLook(page, 'an attribute that is the outcome');
});
