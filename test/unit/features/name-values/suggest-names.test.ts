import { describe, expect, test } from 'vitest';
import { spellingKey } from '#frontend/analysis/counts/group-values.ts';
import { suggestNames } from '#frontend/features/name-values/column-names.ts';

const values = ['Google Ads', 'Google', 'Facebook Ads', 'google', 'Referral', 'Website', '(Blank)'];

function suggest(
  own: string,
  typed: string,
  { mapping = new Map<string, string>(), typedNames = [] as string[] } = {},
) {
  return suggestNames({ values, keys: values.map(spellingKey), mapping, typedNames }, own, typed);
}

describe('names', () => {
  test('begin with another spelling of the value itself, so that G is enough for google', () => {
    const { names, completion } = suggest('google', 'G');
    expect(names.slice(0, 2)).toEqual(['Google', 'Google Ads']);
    expect(completion).toBe('Google');
  });

  test('typed before come before values, and values before names that contain the typed text', () => {
    const { names } = suggest('Referral', 'ad', { typedNames: ['Adverts'] });
    expect(names).toEqual(['Adverts', 'Google Ads', 'Facebook Ads']);
  });

  test('are found without regard to capitals and spaces', () => {
    expect(suggest('Referral', 'FACEBOOKa').names).toEqual(['Facebook Ads']);
    expect(suggest('Referral', ' facebook  a').names).toEqual(['Facebook Ads']);
  });

  test('never include the value itself, nor values that have another name now', () => {
    expect(suggest('Google', 'Google').names).toEqual(['google', 'Google Ads']);
    expect(suggest('Referral', 'g', { mapping: new Map([['google', 'Google']]) }).names).toEqual([
      'Google Ads',
      'Google',
    ]);
  });

  test('appear once, also when a value is a typed name too', () => {
    expect(suggest('google', 'goo', { typedNames: ['Google'] }).names).toEqual(['Google', 'Google Ads']);
  });

  test('are the first of the column while nothing is typed, and eight at most', () => {
    const many = Array.from({ length: 1000 }, (_, i) => `v${i}`);
    const known = { values: many, keys: many, mapping: new Map(), typedNames: [] };
    expect(suggestNames(known, 'v0', '')).toEqual({
      names: ['v1', 'v2', 'v3', 'v4', 'v5', 'v6', 'v7', 'v8'],
      completion: null,
    });
  });

  test('contain the typed text only from two characters on, and eight of them at most', () => {
    const many = ['b', ...Array.from({ length: 20 }, (_, i) => `xb${i}`), 'be'];
    const known = { values: many, keys: many.map(spellingKey), mapping: new Map(), typedNames: ['zb'] };
    expect(suggestNames(known, 'y', 'b').names).toEqual(['b', 'be']);
    expect(suggestNames(known, 'y', 'xb').names).toHaveLength(8);
    expect(suggestNames(known, 'y', 'b1').names).toEqual([
      'xb1',
      'xb10',
      'xb11',
      'xb12',
      'xb13',
      'xb14',
      'xb15',
      'xb16',
    ]);
    expect(suggestNames(known, 'y', 'nothing').names).toEqual([]);
  });

  test('that contain the text come behind eight values that begin with it', () => {
    const many = ['an ab', ...Array.from({ length: 9 }, (_, i) => `ab${i}`)];
    const known = { values: many, keys: many.map(spellingKey), mapping: new Map(), typedNames: [] };
    expect(suggestNames(known, 'y', 'ab').names).toEqual(many.slice(1, 9));
  });

  test('find another spelling of the value behind a thousand others', () => {
    const many = [...Array.from({ length: 1000 }, (_, i) => `v${i}`), 'Vienna'];
    const known = { values: many, keys: many.map(spellingKey), mapping: new Map(), typedNames: [] };
    expect(suggestNames(known, 'vienna', 'v').completion).toBe('Vienna');
  });
});

describe('the completion that Enter and Tab take', () => {
  test('is the first name while its beginning is typed', () => {
    expect(suggest('Referral', 'f').completion).toBe('Facebook Ads');
    expect(suggest('Referral', 'facebook a').completion).toBe('Facebook Ads');
  });

  test('is none for whole words', () => {
    expect(suggest('Referral', 'Facebook').completion).toBeNull();
    expect(suggest('Facebook Ads', 'Ads').completion).toBeNull();
  });

  test('is the spelling that exists when another one is typed', () => {
    expect(suggest('Referral', 'website').completion).toBe('Website');
    expect(suggest('Referral', 'FACEBOOK ADS').completion).toBe('Facebook Ads');
  });

  test('goes on behind a mark, and not behind a letter of any script or a digit', () => {
    const complete = (name: string, typed: string) =>
      suggestNames(
        { values: [name], keys: [spellingKey(name)], mapping: new Map(), typedNames: [] },
        'x',
        typed,
      ).completion;
    expect(complete('Google-Ads', 'google')).toBeNull();
    expect(complete('Googlé', 'googl')).toBe('Googlé');
    expect(complete('Top10', 'top')).toBe('Top10');
    expect(complete('Top 10', ' top ')).toBeNull();
  });

  test('is none for a complete name and for an empty field', () => {
    expect(suggest('Referral', 'Website').completion).toBeNull();
    expect(suggest('Referral', '  ').completion).toBeNull();
  });
});
