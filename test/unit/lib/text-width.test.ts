import { describe, expect, it } from 'vitest';
import { cutText, wrapText } from '#frontend/lib/text-width.ts';

// Nothing can be measured here, so that each character counts 0.55 of the size: 5.5 pixels at 10.
const FONT = { size: 10, weight: 400 };

describe('cutting a text to a width', () => {
  it('leaves what fits as it is', () => {
    expect(cutText('Referral', 44, FONT)).toBe('Referral');
  });

  it('keeps as much as fits with an ellipsis', () => {
    expect(cutText('Referral', 43, FONT)).toBe('Referr…');
    expect(cutText('Paid Search', 34, FONT)).toBe('Paid…');
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

describe('breaking a text into lines', () => {
  it('fills each line with whole words', () => {
    // 5.5 pixels a character: 8 characters to a line.
    expect(wrapText('one two three four', 44, FONT)).toEqual(['one two', 'three', 'four']);
  });

  it('gives a word longer than a line a line of its own', () => {
    expect(wrapText('a referral b', 22, FONT)).toEqual(['a', 'referral', 'b']);
  });
});
