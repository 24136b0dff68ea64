import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { SAMPLE_FIGURES, SAMPLE_RATE } from '#frontend/features/open-file/sample-figures.ts';
import { ReadingResultsPage } from '#frontend/pages/reading-results.tsx';
import { installBrowserApis } from '../ui/dom.ts';

installBrowserApis();

beforeEach(() => {
  render(
    <MemoryRouter>
      <ReadingResultsPage />
    </MemoryRouter>,
  );
});

const percent = (fraction: number) => `${(100 * fraction).toFixed(1)}%`;

test('the page names the parts of the results in their order', () => {
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('How to Read Your Results');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Begin with the Sentences',
    'The Chart and the Table',
    'What Misleads',
    'Take It to Your Ads',
    'Before You Change a Bid',
  ]);
});

test('its figures are those of the sample data', () => {
  const rows = within(screen.getByRole('table', { name: 'Four sources of the sample data' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
  expect(rows.map(([source, , rate, interval]) => [source, rate, interval])).toEqual(
    SAMPLE_FIGURES.segments.map(({ value, rate, low, high }) => [
      value,
      percent(rate),
      `${percent(low)} to ${percent(high)}`,
    ]),
  );
  // As the results say them: a story reads the same sentence there.
  expect(
    screen.getByRole('region', { name: 'Begin with the Sentences' }).textContent?.replace(/\s+/g, ' '),
  ).toContain(
    `The sample has 2,000 leads, of which 461 converted: ${percent(SAMPLE_RATE)}. Of its Referral leads 50.4% converted (125 of 248), of its Facebook Ads leads 10.3% (42 of 407). At $100 per conversion a Referral lead is worth about $49, a Facebook Ads lead about $11.`,
  );
});

test('it has pictures of the screens for both themes, whose room is kept before they arrive', () => {
  const pictures = [...document.querySelectorAll('img')];
  expect(pictures.map((picture) => picture.getAttribute('src'))).toEqual(
    ['answer', 'table', 'apply'].flatMap((name) =>
      ['light', 'dark'].map((theme) => `/pictures/${name}-${theme}.webp`),
    ),
  );
  for (const picture of pictures) {
    expect(picture.alt.length).toBeGreaterThan(20);
    const { width, height } = readSize(`frontend/public${picture.getAttribute('src')}`);
    // Taken at one and a half times the size.
    expect(Math.abs(width - 1.5 * picture.width)).toBeLessThanOrEqual(1);
    expect(Math.abs(height - 1.5 * picture.height)).toBeLessThanOrEqual(1);
  }
});

/** The size of a picture in WebP's lossy form: two numbers of 14 bits in the header of its frame. */
function readSize(path: string) {
  const bytes = readFileSync(join(import.meta.dirname, '../../..', path));
  const frame = bytes.indexOf(Buffer.from([0x9d, 0x01, 0x2a]));
  return { width: bytes.readUInt16LE(frame + 3) & 0x3fff, height: bytes.readUInt16LE(frame + 5) & 0x3fff };
}
