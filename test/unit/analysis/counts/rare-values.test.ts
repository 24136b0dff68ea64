import { expect, test } from 'vitest';
import {
  findRareValues,
  mergeRareValues,
  restoreRareValues,
} from '#frontend/analysis/counts/group-values.ts';

const listed = (leads: Readonly<Record<string, number>>) =>
  Object.entries(leads).map(([value, count]) => ({ value, leads: count }));

test('values with fewer leads than the least are rare', () => {
  const values = listed({ Google: 90, Bing: 30, Yahoo: 29, Ask: 3 });
  expect(findRareValues(values, new Map(), 30)).toEqual({ values: ['Yahoo', 'Ask'], segments: 2, leads: 32 });
  expect(findRareValues(values, new Map(), 100)?.segments).toBe(4);
});

test('values of one name are rare together', () => {
  const values = listed({ Google: 90, bing: 20, Bing: 20, Ask: 3, Yahoo: 2 });
  const mapping = new Map([['bing', 'Bing']]);
  expect(findRareValues(values, mapping, 30)?.values).toEqual(['Ask', 'Yahoo']);
  expect(findRareValues(values, mapping, 50)).toEqual({
    values: ['bing', 'Bing', 'Ask', 'Yahoo'],
    segments: 3,
    leads: 45,
  });
});

test('blanks, numbers out of range and Other are never rare', () => {
  const values = listed({ Google: 90, '(Blank)': 2, '(Out of range)': 2, Other: 2 });
  expect(findRareValues(values, new Map(), 30)).toBeNull();
});

test('one rare value is merged only where it joins Other', () => {
  expect(findRareValues(listed({ Google: 90, Ask: 3 }), new Map(), 30)).toBeNull();
  expect(findRareValues(listed({ Google: 90, Ask: 3, Other: 40 }), new Map(), 30)?.values).toEqual(['Ask']);
});

test('merging names the rare values Other and leaves the other names', () => {
  const mapping = new Map([
    ['google', 'Google'],
    ['Ask', 'Ask.com'],
  ]);
  const merged = mergeRareValues({ values: ['Ask', 'Yahoo'], segments: 2, leads: 5 }, mapping);
  expect([...merged]).toEqual([
    ['google', 'Google'],
    ['Ask', 'Other'],
    ['Yahoo', 'Other'],
  ]);
  expect(findRareValues(listed({ google: 90, Ask: 3, Yahoo: 2 }), merged, 30)).toBeNull();
});

test('undoing a merge restores the names from before, not those given since', () => {
  const before = new Map([['Ask', 'Ask.com']]);
  const merged = mergeRareValues({ values: ['Ask', 'Yahoo', 'Baidu'], segments: 3, leads: 9 }, before);
  const renamed = new Map([...merged, ['Baidu', 'China']]);
  expect([...restoreRareValues(['Ask', 'Yahoo', 'Baidu'], before, renamed)]).toEqual([
    ['Ask', 'Ask.com'],
    ['Baidu', 'China'],
  ]);
});
