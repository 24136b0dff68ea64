import { mkdir, writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

const SOURCES = new URL('../../../frontend/', import.meta.url).pathname;

/** The column of text in /docs is as wide, so letters have their true size there. */
const WIDTH = 660;
const ROWS_IN_PICTURE = 4;
const MARGIN = 16;

test.use({ viewport: { width: WIDTH, height: 900 }, deviceScaleFactor: 1.5 });

const sizes: Record<string, { width: number; height: number }> = {};

/** A strip of the page from the top of one element to an end, in both themes. */
async function takePicture(
  page: Page,
  name: string,
  from: Locator,
  to: () => Promise<number>,
): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme);
    await page.mouse.move(0, 0);
    await page.evaluate(() => {
      window.scrollTo(0, 0);
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    const top = Math.max(0, Math.floor(((await from.boundingBox())?.y ?? 0) - MARGIN));
    const height = Math.ceil((await to()) - top);
    const png = await page.screenshot({ clip: { x: 0, y: top, width: WIDTH, height }, fullPage: true });
    await writeFile(`${SOURCES}public/pictures/${name}-${theme}.webp`, await toWebp(page, png));
    sizes[name] = { width: WIDTH, height };
  }
}

const QUALITY = 0.75;

/** Playwright writes PNG only, so the browser makes a file of a third of its size. */
async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const text = await page.evaluate(
    async ([base64, quality]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      canvas.getContext('2d')?.drawImage(picture, 0, 0);
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
      const written = new Uint8Array(await blob.arrayBuffer());
      return btoa(Array.from(written, (byte) => String.fromCharCode(byte)).join(''));
    },
    [png.toString('base64'), QUALITY] as const,
  );
  return Buffer.from(text, 'base64');
}

const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? 0;

async function bottomOf(element: Locator): Promise<number> {
  const box = await element.boundingBox();
  return box ? box.y + box.height : 0;
}

test('the pictures of /docs', { tag: '@pictures' }, async ({ page, wizard }) => {
  await mkdir(`${SOURCES}public/pictures`, { recursive: true });
  await wizard.open();
  await wizard.openSample();
  await wizard.choose('Attribute 1', 'Source');
  await wizard.choose('Attribute 2', 'Device');
  // As 'Try sample data' does: the page names figures of these three.
  await wizard.choose('Attribute 3', 'Company Size');
  await wizard.analyze(3);
  await page.waitForLoadState('networkidle');
  // The parts that the idle browser adds to the first screen have come.
  await page.waitForTimeout(5000);
  const tabs = page.getByRole('tablist', { name: 'Results' });
  await takePicture(
    page,
    'answer',
    page.getByRole('heading', { level: 1 }),
    async () => (await topOf(tabs)) - 4,
  );
  const rows = page.getByRole('tabpanel').getByRole('table').first().getByRole('row');
  await takePicture(
    page,
    'table',
    page.getByRole('tabpanel').getByRole('heading').first(),
    async () => (await bottomOf(rows.nth(ROWS_IN_PICTURE))) + 1,
  );
  await wizard.openView('Apply');
  await expect(wizard.heading('How will you use the values?')).toBeVisible();
  const ways = page.getByRole('region', { name: 'How will you use the values?' });
  await takePicture(page, 'apply', ways, async () => (await bottomOf(ways)) + MARGIN);
  await writeFile(`${SOURCES}src/pages/docs/picture-sizes.json`, `${JSON.stringify(sizes, null, 2)}\n`);
});
