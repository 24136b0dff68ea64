import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectEveryLook } from './look.ts';
import type { Wizard } from './pages/wizard.ts';

const today = new Intl.DateTimeFormat('en-CA').format(new Date());

/** The contents of the file for a drawing program. */
async function inspectSvg(page: Page, text: string) {
  // The site's own pages refuse to parse a text.
  const viewer = await page.context().newPage();
  const found = await viewer.evaluate((source) => {
    const file = new DOMParser().parseFromString(source, 'image/svg+xml');
    const root = file.documentElement;
    const elements = [...file.querySelectorAll('*')];
    const inks = elements.flatMap((element) =>
      ['fill', 'stroke'].flatMap((name) => element.getAttribute(name) ?? []),
    );
    return {
      isWellFormed: file.querySelector('parsererror') === null && root.tagName === 'svg',
      size: [Number(root.getAttribute('width')), Number(root.getAttribute('height'))],
      font: root.getAttribute('font-family') ?? '',
      fontFiles: file.querySelector('style')?.textContent.split('data:font/woff2;base64,').length ?? 0,
      ground: root.querySelector(':scope > rect')?.getAttribute('fill') ?? '',
      strangeInks: inks.filter((ink) => ink !== 'none' && !/^#[0-9a-f]{6}$/.test(ink)),
      classes: elements.filter((element) => element.hasAttribute('class')).length,
      texts: [...file.querySelectorAll('text')].map((element) => element.textContent),
    };
  }, text);
  await viewer.close();
  return found;
}

/** The picture as a viewer shows it: its size, its corner, and how much of it is not ground. */
async function inspectPng(page: Page, bytes: Buffer) {
  return page.evaluate(async (base64) => {
    const data = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([data], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(bitmap, 0, 0);
    const pixels = context.getImageData(0, 0, bitmap.width, bitmap.height).data;
    const corner = [...pixels.subarray(0, 4)];
    let drawn = 0;
    for (let at = 0; at < pixels.length; at += 4) {
      if (Math.abs((pixels[at] ?? 0) - (corner[0] ?? 0)) > 24) drawn += 1;
    }
    return { size: [bitmap.width, bitmap.height], corner, drawnShare: (4 * drawn) / pixels.length };
  }, bytes.toString('base64'));
}

interface ExpectedChart {
  title: string;
  name: string;
  texts: string[];
  /** Under the drawing, in as many lines as it takes. */
  note: string;
}

async function expectFiles(wizard: Wizard, expected: ExpectedChart) {
  const { page } = wizard;
  const chart = page.getByRole('figure', { name: expected.title });
  const theme = await page.evaluate(() => document.documentElement.dataset.theme);
  const [lightest, darkest] = theme === 'dark' ? [0x40, 0] : [0xff, 0xf0];

  const svg = await wizard.download(chart.getByRole('button', { name: 'Download SVG' }));
  expect(svg.name).toBe(`${expected.name}_${today}.svg`);
  expect(svg.text).not.toMatch(/var\(|oklch|currentColor/);
  const file = await inspectSvg(page, svg.text);
  expect(file).toMatchObject({ isWellFormed: true, strangeInks: [], classes: 0, fontFiles: 2 });
  expect(file.font).toContain('Inter');
  expect(file.texts).toEqual(expect.arrayContaining([expected.title, ...expected.texts]));
  expect(file.texts.join(' ')).toContain(expected.note);
  const ground = parseInt(file.ground.slice(1, 3), 16);
  expect(ground).toBeLessThanOrEqual(lightest ?? 0);
  expect(ground).toBeGreaterThanOrEqual(darkest ?? 0);

  const downloading = page.waitForEvent('download');
  await chart.getByRole('button', { name: 'Download PNG' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`${expected.name}_${today}.png`);
  const picture = await inspectPng(page, await readFile(await download.path()));
  expect(picture.size).toEqual(file.size.map((side) => Math.round(2 * side)));
  expect(picture.size[0]).toBeGreaterThan(1000);
  expect(picture.corner).toEqual([...hexToRgb(file.ground), 255]);
  expect(picture.drawnShare).toBeGreaterThan(0.005);
}

function hexToRgb(hex: string): number[] {
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
}

test('each chart can be downloaded as SVG and PNG, methods are compared and the rules checked on unseen leads', async ({
  page,
  wizard,
}) => {
  await wizard.open();
  await wizard.openSample();
  await wizard.choose('Attribute 1', 'Source');
  await wizard.choose('Attribute 2', 'Device');
  await wizard.analyze(2);

  await wizard.tab('Segment Details').click();
  await wizard.button('With Chart').click();
  const segments = {
    title: 'Adjusted Lift by Segment',
    name: 'segment_chart',
    texts: ['Referral', '1x', '▲'],
    note: 'Grey band: within 10% of average.',
  };
  await expectFiles(wizard, segments);
  await wizard.button('Switch to dark theme').click();
  await expectFiles(wizard, segments);

  await wizard.tab('Correlations').click();
  await expectFiles(wizard, {
    title: 'Predicted and Actual Lift',
    name: 'correlation_chart',
    texts: ['Source: Referral', 'Device: Mobile', 'Difference'],
    note: 'Hollow: predicted',
  });
  await wizard.tab('Lead Calculator').click();
  await wizard.choose('Source', 'Referral');
  await wizard.choose('Device', 'Mobile');
  await expectFiles(wizard, {
    title: 'From Baseline to Lead Value',
    name: 'lead_value_chart',
    texts: ['Baseline lead value', 'Source: Referral', 'Device: Mobile', 'Lead value'],
    note: 'Each factor multiplies',
  });

  await wizard.button('Advanced').click();
  await wizard.button('Balanced').click();
  await expect(
    page
      .getByRole('tabpanel', { name: 'Lead Calculator' })
      .getByText('Corrects for overlap. Use this when attributes are related.'),
  ).toBeVisible();
  await expect(page.getByText(/^Actual \(\d+ leads\)$/)).toBeVisible();
  await expectEveryLook(page, 'estimates of a lead', wizard.openPanel());

  await wizard.openView('How this was checked');
  const verdict = wizard.heading(
    /^On unseen leads, values per lead were .* off \(chance alone: .*\); the suggested rules, multiplied, .*\.$/,
  );
  await expect(verdict).toBeVisible();
  await wizard.button('Show').click();
  await expectEveryLook(page, 'a finished check', wizard.openedView());
  const check = await wizard.download(wizard.button('Download CSV'));
  expect(check.name).toMatch(/^check_on_unseen_leads_/);
  expect(check.text).toContain(await verdict.textContent());
});
