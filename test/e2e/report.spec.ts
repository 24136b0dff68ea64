import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { catchPrinting, HEADINGS, print, readPages, sizeOfTitle, TITLE_SIZE } from './pages/report.ts';
import type { Wizard } from './pages/wizard.ts';

/** Millimetres of A4, and of the margins that the report asks for, in points. */
const POINTS_PER_MM = 72 / 25.4;
const PAPER = { width: 210 * POINTS_PER_MM, side: 12 * POINTS_PER_MM };
/** Pixels: more than the height of a bar, less than that of anything with a ground of its own. */
const SQUARE = 24;
const TABLE_HEADER = /^(Label Field Value|Label Combination|Source Device) /;

async function openResults(wizard: Wizard): Promise<void> {
  await wizard.open();
  await wizard.openSample();
  await wizard.choose('Attribute 1', 'Source');
  await wizard.choose('Attribute 2', 'Device');
  await wizard.choose('Attribute 3', 'Pages Viewed');
  await wizard.button('Quartiles (4 groups)').click();
  await expect(wizard.page.getByRole('group', { name: 'Range 4' })).toBeVisible();
  await wizard.analyze(3);
}

/** The lightness of the darkest square of the page, 0 to 1: a dark area has nothing but dark in it, text has not. */
async function darkestSquare(page: Page, side: number): Promise<number> {
  const picture = (await page.screenshot({ fullPage: true })).toString('base64');
  return page.evaluate(
    async ([base64, size]) => {
      const data = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([data], { type: 'image/png' }));
      const small = [Math.floor(bitmap.width / size), Math.floor(bitmap.height / size)] as const;
      const context = new OffscreenCanvas(...small).getContext('2d');
      if (!context) throw new Error('no canvas');
      context.imageSmoothingQuality = 'high';
      context.drawImage(bitmap, 0, 0, small[0] * size, small[1] * size, 0, 0, ...small);
      const pixels = context.getImageData(0, 0, ...small).data;
      let darkest = 255;
      for (let at = 0; at < pixels.length; at += 4) darkest = Math.min(darkest, pixels[at + 1] ?? 0);
      return darkest / 255;
    },
    [picture, side] as const,
  );
}

test('the report has every part on numbered pages, none beyond their margins, dark on white', async ({
  page,
  wizard,
}) => {
  await catchPrinting(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const fetched = page.waitForResponse(/\/assets\/printed-report-.*\.js$/);
  await openResults(wizard);
  await (await fetched).finished();
  // The command of the browser prints it, too, on Letter. Until its code runs, the browser prints the screen.
  let letter: Awaited<ReturnType<typeof readPages>> = [];
  await expect
    .poll(async () => {
      letter = await readPages(await page.pdf({ format: 'Letter' }));
      return letter[0]?.map(({ text }) => text);
    })
    .toContain('Lead value report: sample-leads.csv');
  expect(sizeOfTitle(letter)).toBeCloseTo(TITLE_SIZE, 1);
  // Its summary is on one page.
  expect(letter[1]?.[0]?.text).toBe('Practical Value Rules');

  const rules = await wizard.table('Practical Value Rules').getByRole('rowheader').allTextContents();
  await wizard.tab('Lead Calculator').click();
  await wizard.choose('Source', 'Referral');
  await wizard.choose('Device', 'Mobile');
  await wizard.choose('Pages Viewed', 'Q4 (High)');
  await print(wizard);

  const pages = await readPages(await page.pdf({ format: 'A4' }));
  expect(sizeOfTitle(pages)).toBeCloseTo(TITLE_SIZE, 1);
  expect(pages.length).toBeGreaterThanOrEqual(5);
  // One of them is the check on unseen leads, which runs by itself, and one the rules over time.
  expect(pages.length).toBeLessThanOrEqual(12);
  pages.forEach((lines, position) => {
    expect(lines.at(-1)?.text).toBe(`Lead Value Analyzer ${position + 1} / ${pages.length}`);
    for (const { text, left, right } of lines) {
      expect(left, text).toBeGreaterThan(PAPER.side - 1);
      // The widths of letters are rounded.
      expect(right, text).toBeLessThan(PAPER.width - PAPER.side + 2);
    }
    // The last line above the page number is no heading of what comes on the next page.
    expect(HEADINGS).not.toContain(lines.at(-2)?.text);
    expect(lines.at(-2)?.text).not.toMatch(TABLE_HEADER);
    expect(lines.length, `page ${position + 1}`).toBeGreaterThan(8);
  });

  const all = pages.flat().map(({ text }) => text);
  const places = HEADINGS.map((heading) => all.indexOf(heading));
  expect(places.toSorted((a, b) => a - b)).toEqual(places);
  expect(places).not.toContain(-1);
  const first = pages[0]?.map(({ text }) => text).join('\n') ?? '';
  expect(first).toContain('Lead value report: sample-leads.csv');
  expect(first).toMatch(/Referral leads convert at 50\.4% ?, .*The average is 23\.1% ?\./);
  // It stands alone: the chart, the rules and the settings are on it, and the tables begin on the next page.
  expect(first).toContain('Lines show the 95% interval. Ring: all other leads.');
  expect(first).toContain('Clear rules');
  for (const setting of ['2,000 leads, 461 conversions (23.1%).', 'Conversion value: $100.00.'])
    expect(first.replaceAll('\n', ' ')).toContain(setting);
  expect(first.replaceAll('\n', ' ')).toContain('Significance threshold: ±10%.');
  expect(pages[1]?.[0]?.text).toBe('Practical Value Rules');

  const text = all.join('\n');
  expect(rules.length).toBeGreaterThan(5);
  for (const rule of rules) {
    // Field and value stand together in the name of a row, after its label; the screen adds a word on some values.
    const name = rule.replace(/also written .*|no answer given/, '').replaceAll(' ', '');
    expect(
      all.some((line) =>
        line
          .replaceAll(' ', '')
          .replace(/^(Use|Test)/, '')
          .startsWith(name),
      ),
      `${name} in\n${text}`,
    ).toBe(true);
  }
  expect(all.join(' ')).toMatch(/Ranges of Pages Viewed Q1 \(Low\): .* Q4 \(High\): 9\.01/);
  // Both charts and the waterfall are drawn with their axes and figures.
  expect(text).toMatch(/0\.33x 0\.5x 1x 2x 3x Adjusted lift Range after shrinking Leads/);
  expect(text).toMatch(/1x .*x Difference/);
  expect(text).toMatch(/Baseline lead value \$23\.05/);
  expect(text).toContain('p < 0.05 (chi-square of segment against all other leads');

  // On paper, both themes print dark on white.
  expect(await darkestSquare(page, SQUARE)).toBeLessThan(0.2);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await expect(page.getByText('Lead value report: sample-leads.csv')).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  expect(await darkestSquare(page, SQUARE)).toBeGreaterThan(0.4);
});
