import { afterEach, describe, expect, it, vi } from 'vitest';
import { cutName, cutText, wrapText } from '#frontend/lib/cut-name.ts';

// Nothing can be measured here, so that each character counts 0.55 of the size: 5.5 pixels at 10.
const FONT = { size: 10, weight: 400 };

describe('cutting a text to a width', () => {
  it('leaves what fits as it is', () => {
    expect(cutText('Referral', 44, FONT)).toBe('Referral');
  });

  it('keeps as much as fits with an ellipsis', () => {
    expect(cutText('Referral', 43, FONT)).toBe('Referr…');
    expect(cutText('Paid Search', 34, FONT)).toBe('Paid…');
    // Seven characters with the ellipsis are 38.5 pixels.
    expect(cutText('Referral', 38.5, FONT)).toBe('Referr…');
    expect(cutText('Referral', 38.4, FONT)).toBe('Refer…');
  });

  it('says at least that something is there', () => {
    expect(cutText('Referral', 1, FONT)).toBe('…');
  });

  it('does not cut a character in two', () => {
    expect(cutText('😀😀😀😀', 23, FONT)).toBe('😀…');
  });

  it('cuts a very long text', () => {
    expect(cutText('x'.repeat(100_000), 56, FONT)).toBe(`${'x'.repeat(9)}…`);
  });
});

describe('cutting a name to a width', () => {
  const parts = { start: 'Spring Sale ', end: 'Germany', rest: '', mark: '' };

  it('leaves what fits as it is', () => {
    expect(cutName(parts, 105, FONT)).toBe('Spring Sale Germany');
  });

  it('shows the rest of a name that fits in whole', () => {
    // 30 characters: 165 pixels.
    const whole = { ...parts, rest: ' and France', mark: '…' };
    expect(cutName(whole, 165, FONT)).toBe('Spring Sale Germany and France');
    expect(cutName(whole, 164, FONT)).toBe('Spring Sale Germany…');
  });

  it('keeps its end', () => {
    // 7 characters of the end leave room for 7 more.
    expect(cutName(parts, 77, FONT)).toBe('Spring…Germany');
    expect(cutName({ ...parts, rest: ' and France', mark: '…' }, 82.5, FONT)).toBe('Spring…Germany…');
  });

  it('cuts the end where there is no room for it', () => {
    expect(cutName(parts, 30, FONT)).toBe('Spri…');
    // The end takes 38.5 pixels.
    expect(cutName(parts, 38.5, FONT)).toBe('Spring…');
    expect(cutName(parts, 39, FONT)).toBe('…Germany');
  });

  it('cuts a name without an end as any text', () => {
    const whole = { start: 'Referral', end: '', rest: '', mark: '' };
    expect([44, 43, 1].map((width) => cutName(whole, width, FONT))).toEqual(['Referral', 'Referr…', '…']);
  });
});

describe('breaking a text into lines', () => {
  it('fills each line with whole words', () => {
    // 5.5 pixels a character: 8 characters to a line.
    expect(wrapText('one two three four', 44, FONT)).toEqual(['one two', 'three', 'four']);
    expect(wrapText('one two', 38.5, FONT)).toEqual(['one two']);
    expect(wrapText('one two', 38.4, FONT)).toEqual(['one', 'two']);
  });

  it('has one space between two words, and none around them', () => {
    expect(wrapText(' one  two ', 44, FONT)).toEqual(['one two']);
  });

  it('gives a word longer than a line a line of its own', () => {
    expect(wrapText('a referral b', 22, FONT)).toEqual(['a', 'referral', 'b']);
  });
});

describe('measuring a text', () => {
  afterEach(() => vi.unstubAllGlobals());

  /** The measure of a browser, whose characters are as wide as their font is large, and half as wide again if it is bold. */
  async function openBrowser() {
    const fonts: string[] = [];
    const drawing = {
      set font(font: string) {
        fonts.push(font);
      },
      measureText(text: string) {
        const [weight = '', size = ''] = fonts.at(-1)?.split(' ') ?? [];
        return { width: text.length * parseFloat(size) * (Number(weight) > 500 ? 1.5 : 1) };
      },
    };
    const getContext = vi.fn<(kind: string) => unknown>((kind) => (kind === '2d' ? drawing : null));
    const createElement = vi.fn<(name: string) => unknown>(() => ({ getContext }));
    vi.stubGlobal('OffscreenCanvas', class {});
    vi.stubGlobal('document', { createElement });
    vi.resetModules();
    return { fonts, createElement, ...(await import('#frontend/lib/cut-name.ts')) };
  }

  it('takes the font of the page, in the size and the weight of the text, and one canvas for all', async () => {
    const { fonts, createElement, measureText } = await openBrowser();
    expect([measureText('four', 10, 400), measureText('four', 12, 600)]).toEqual([40, 72]);
    expect(createElement.mock.calls).toEqual([['canvas']]);
    const families = "'Inter Variable', 'Inter Fallback', system-ui, sans-serif";
    expect(fonts).toEqual([`400 10px ${families}`, `600 12px ${families}`]);
  });
});
