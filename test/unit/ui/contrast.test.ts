import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('../../../frontend/src/ui/tokens.css', import.meta.url), 'utf8');
const light = readColours(/:root \{(.*?)\n\}/s);
const dark = { ...light, ...readColours(/data-theme='dark'\] \{(.*?)\n\}/s) };

function readColours(block: RegExp): Record<string, string> {
  const body = block.exec(css)?.[1] ?? '';
  return Object.fromEntries(
    [...body.matchAll(/--([a-z-]+): oklch\(([\d. ]+)\)/g)].map(([, name, value]) => [name, value]),
  );
}

/** Relative luminance of an oklch colour: Ottosson's OKLab to linear sRGB, then WCAG 2.2's weights. */
function luminance(oklch: string): number {
  const [lightness = 0, chroma = 0, hue = 0] = oklch.split(' ').map(Number);
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s;
  const [r, g, c] = [red, green, blue].map((channel) => Math.min(1, Math.max(0, channel)));
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (c ?? 0);
}

function contrast(one = '', other = ''): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

const GROUNDS = ['canvas', 'surface', 'sunken', 'hover'];
const TEXT_PAIRS = [
  ...GROUNDS.flatMap((ground) =>
    ['text', 'muted', 'faint', 'accent', 'up', 'down', 'caution'].map((text) => [text, ground] as const),
  ),
  ...['up', 'down', 'caution', 'accent'].flatMap((tone) =>
    [tone, 'text', 'muted'].map((text) => [text, `${tone}-wash`] as const),
  ),
  ...['accent', 'accent-strong', 'down', 'down-strong'].map((ground) => ['on-accent', ground] as const),
];

describe.each([
  ['light', light],
  ['dark', dark],
])('in the %s theme', (_, colours) => {
  it('knows white from black', () => {
    expect(contrast('1 0 0', '0 0 0')).toBeCloseTo(21, 5);
  });

  it.each(TEXT_PAIRS)('%s on %s is readable: 4.5 to 1 at least', (text, ground) => {
    expect(contrast(colours[text], colours[ground])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(GROUNDS)('the border of a control is seen on %s: 3 to 1 at least', (ground) => {
    expect(contrast(colours['control'], colours[ground])).toBeGreaterThanOrEqual(3);
  });
});
