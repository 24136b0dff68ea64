import { expect, test } from 'vitest';
import {
  findOtherSpellings,
  findSpellings,
  groupSpellings,
  spellingKey,
  suggestSpellings,
} from '#frontend/analysis/counts/group-values.ts';

function setsOf(...values: string[]): string[][] {
  return findSpellings(values, values.map(spellingKey));
}

test('values that differ only by capitals or spaces are one set, in the order of the list', () => {
  expect(
    setsOf('Google', 'Facebook Ads', 'google', 'GOOGLE ', 'Bing', 'facebook  ads', 'FacebookAds'),
  ).toEqual([
    ['Google', 'google', 'GOOGLE '],
    ['Facebook Ads', 'facebook  ads', 'FacebookAds'],
  ]);
});

test('values with other differences are no set', () => {
  expect(setsOf('Google', 'Googl', 'google-ads', 'google ads', 'İ', 'i', 'Maße', 'Masse')).toEqual([]);
});

test('names like __proto__ are values like any other', () => {
  expect(setsOf('__proto__', '__PROTO__', 'constructor')).toEqual([['__proto__', '__PROTO__']]);
});

test('a set is suggested until its values have one name', () => {
  const sets = setsOf('Google', 'google', 'GOOGLE');
  expect(suggestSpellings(sets, new Map())).toEqual([
    { name: 'Google', values: ['Google', 'google', 'GOOGLE'] },
  ]);
  expect(suggestSpellings(sets, new Map([['google', 'Google']]))).toHaveLength(1);
  const grouped = new Map([
    ['google', 'Google'],
    ['GOOGLE', 'Google'],
  ]);
  expect(suggestSpellings(sets, grouped)).toEqual([]);
});

test('values whose names differ only by spaces around them are one segment already, and a name of spaces is no name', () => {
  const sets = setsOf('Google', 'google');
  expect(suggestSpellings(sets, new Map([['google', ' Google ']]))).toEqual([]);
  expect(suggestSpellings(sets, new Map([['Google', '  ']]))).toEqual([
    { name: 'Google', values: ['Google', 'google'] },
  ]);
});

test('the suggested name is the one that the most frequent spelling has now', () => {
  const sets = setsOf('google', 'Google');
  expect(suggestSpellings(sets, new Map([['google', 'Google Ads']]))).toEqual([
    { name: 'Google Ads', values: ['google', 'Google'] },
  ]);
});

test('following suggestions gives every value the name, keeps other names and needs none for the name itself', () => {
  const mapping = new Map([
    ['Bing', 'Other'],
    ['Google', 'Search'],
  ]);
  const suggestions = [
    { name: 'google', values: ['google', 'Google'] },
    { name: 'Social', values: ['Facebook', 'facebook'] },
  ];
  expect(groupSpellings(suggestions, mapping)).toEqual(
    new Map([
      ['Bing', 'Other'],
      ['Google', 'google'],
      ['Facebook', 'Social'],
      ['facebook', 'Social'],
    ]),
  );
  expect(mapping.get('Google')).toBe('Search');
});

test('a value that becomes the name of its set loses the name that it had', () => {
  const mapping = new Map([
    ['Google', 'google'],
    ['google', 'Bing'],
  ]);
  const suggestions = suggestSpellings(setsOf('Google', 'google'), mapping);
  expect(groupSpellings(suggestions, mapping)).toEqual(new Map([['Google', 'google']]));
});

test('each value knows its other spellings, up to 10,000 values', () => {
  const values = ['Google', 'Bing', 'google', 'GOOGLE'];
  expect([...findOtherSpellings(values)]).toEqual([
    ['Google', ['google', 'GOOGLE']],
    ['google', ['Google', 'GOOGLE']],
    ['GOOGLE', ['Google', 'google']],
  ]);
  const many = Array.from({ length: 9_996 }, (_, index) => `value ${index}`);
  expect(findOtherSpellings([...values, ...many]).size).toBe(3);
  expect(findOtherSpellings([...values, ...many, 'one more']).size).toBe(0);
});
