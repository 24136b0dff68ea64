/**
 * Draws the picture that other sites show beside a link to this site, from the figures of the sample data:
 *
 *     node frontend/build/make-preview.ts
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from '@playwright/test';
import {
  SAMPLE_FIGURES,
  SAMPLE_RATE,
  type SampleSegment,
} from '#frontend/features/open-file/sample-figures.ts';
import { findBrowser } from '../../test/support/find-browser.ts';

const SIZE = { width: 1200, height: 630 };
const FONT = createRequire(import.meta.url).resolve(
  '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
);
/** The light theme of ui/tokens.css. */
const COLOURS = {
  canvas: '#f9fafc',
  text: '#191e2b',
  muted: '#4b5060',
  hairline: '#dfe2e8',
  strong: '#b9bec8',
  accent: '#304ec8',
  up: '#0f6f3d',
  down: '#b3221f',
};
const AXIS = { left: 790, width: 220, end: 0.6 };
const ROWS = { top: 214, height: 72 };

const place = (rate: number) => AXIS.left + (AXIS.width * rate) / AXIS.end;

function drawRow({ value, rate, low, high }: SampleSegment, row: number): string {
  const y = ROWS.top + row * ROWS.height;
  const colour = low > SAMPLE_RATE ? COLOURS.up : high < SAMPLE_RATE ? COLOURS.down : COLOURS.muted;
  return `
    <text x="770" y="${y + 8}" font-size="22" fill="${COLOURS.muted}" text-anchor="end">${value}</text>
    <rect x="${place(low)}" y="${y - 2}" width="${place(high) - place(low)}" height="4" rx="2" fill="${colour}"/>
    <circle cx="${place(rate)}" cy="${y}" r="8" fill="${colour}"/>
    <text x="1120" y="${y + 9}" font-size="26" font-weight="600" fill="${colour}" text-anchor="end">${(100 * rate).toFixed(1)}%</text>`;
}

function previewSvg(): string {
  const bottom = ROWS.top + (SAMPLE_FIGURES.segments.length - 0.5) * ROWS.height;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}" font-family="Inter Variable">
    <rect width="100%" height="100%" fill="${COLOURS.canvas}"/>
    <svg x="80" y="72" width="56" height="56" viewBox="0 0 24 24">
      <rect width="24" height="24" rx="6" fill="${COLOURS.accent}"/>
      <path fill="#fff" d="M6 5h3v8H6zM10.5 9h3v4h-3zM15 15h3v4h-3zM4 13.5h16v1H4z"/>
    </svg>
    <text x="156" y="111" font-size="31" font-weight="600" fill="${COLOURS.text}" letter-spacing="-0.3">Lead Value Analyzer</text>
    <g font-size="58" font-weight="600" fill="${COLOURS.text}" letter-spacing="-1.4">
      <text x="80" y="250">Which leads</text>
      <text x="80" y="326">convert, and what</text>
      <text x="80" y="402">to bid for them</text>
    </g>
    <text x="80" y="476" font-size="28" fill="${COLOURS.muted}">Your file stays in your browser.</text>
    <rect x="${place(SAMPLE_RATE)}" y="${ROWS.top - 36}" width="2" height="${bottom - ROWS.top + 36}" fill="${COLOURS.strong}"/>
    ${SAMPLE_FIGURES.segments.map(drawRow).join('')}
    <text x="${place(SAMPLE_RATE)}" y="${bottom + 34}" font-size="20" fill="${COLOURS.muted}" text-anchor="middle">average</text>
    <text x="1120" y="${bottom + 34}" font-size="20" fill="${COLOURS.muted}" text-anchor="end">sample data</text>
    <rect x="80" y="565" width="1040" height="2" fill="${COLOURS.hairline}"/>
  </svg>`;
}

const browser = await chromium.launch({ executablePath: findBrowser() ?? undefined, args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: SIZE });
const font = readFileSync(FONT).toString('base64');
await page.setContent(`<style>
  @font-face { font-family: 'Inter Variable'; font-weight: 100 900; src: url(data:font/woff2;base64,${font}); }
  body { margin: 0; }
</style>${previewSvg()}`);
await page.evaluate(() => document.fonts.ready);
await page.screenshot({ path: new URL('../public/preview.png', import.meta.url).pathname });
await browser.close();
