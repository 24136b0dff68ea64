import { describe, expect, it } from 'vitest';
import { cutName, cutText, wrapText } from '#frontend/lib/text-width.ts';

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
