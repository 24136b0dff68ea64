import { expect, test } from 'vitest';
import { joinNames, pickName } from '#frontend/analysis/counts/join-names.ts';

test.each([
  [
    'the one with the most leads',
    [
      ['google ads', 40],
      ['Google Ads', 41],
    ],
    'Google Ads',
  ],
  [
    'the other one if it has more',
    [
      ['google ads', 41],
      ['Google Ads', 40],
    ],
    'google ads',
  ],
  [
    'of equals the first by name',
    [
      ['google ads', 40],
      ['Google Ads', 40],
    ],
    'Google Ads',
  ],
] as const)('the name that stays is %s', (_, names, kept) => {
  expect(pickName(names.map(([name, leads]) => ({ name, leads })))).toBe(kept);
});

const SPELLINGS = ['google ads', 'Google Ads', 'GOOGLE ADS'];

test.each<[string, Record<string, string>, Record<string, string>]>([
  ['values with no other name', {}, { 'google ads': 'Google Ads', 'GOOGLE ADS': 'Google Ads' }],
  [
    'values that were given one of the names',
    { Adwords: 'google ads', AdWords: 'Google Ads' },
    { Adwords: 'Google Ads', AdWords: 'Google Ads', 'google ads': 'Google Ads', 'GOOGLE ADS': 'Google Ads' },
  ],
  [
    'not values that were given another name',
    { 'google ads': 'Search', Bing: 'Search' },
    { 'google ads': 'Search', Bing: 'Search', 'GOOGLE ADS': 'Google Ads' },
  ],
  [
    'a value whose new name is blank, which counts under its own',
    { 'google ads': ' ' },
    { 'google ads': 'Google Ads', 'GOOGLE ADS': 'Google Ads' },
  ],
  [
    'a value of the name that stays, which was named otherwise before',
    { 'Google Ads': 'google ads' },
    { 'google ads': 'Google Ads', 'GOOGLE ADS': 'Google Ads' },
  ],
])('names join: %s', (_, before, after) => {
  const joined = joinNames(SPELLINGS, 'Google Ads', new Map(Object.entries(before)));
  expect(Object.fromEntries(joined)).toEqual(after);
});
