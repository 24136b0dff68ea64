import { expect, test } from 'vitest';
import { groupNames } from '#frontend/features/name-values/column-names.ts';

const leads = new Map([
  ['Google', 50],
  ['google', 5],
  ['Bing', 20],
  ['Facebook', 30],
  ['(Blank)', 3],
]);

test('without names every value is a group', () => {
  expect(groupNames(leads, new Map())).toEqual({ count: 5, named: [] });
});

test('a value without a new name joins the values that were given its name', () => {
  expect(groupNames(leads, new Map([['google', 'Google']]))).toEqual({
    count: 4,
    named: [{ name: 'Google', values: 2, leads: 55 }],
  });
});

test('names are counted with their values and leads, most leads first', () => {
  const mapping = new Map([
    ['Google', 'Search'],
    ['google', 'Search'],
    ['Bing', 'Search'],
    ['(Blank)', 'Unknown'],
    ['Facebook', 'Social'],
  ]);
  expect(groupNames(leads, mapping)).toEqual({
    count: 3,
    named: [
      { name: 'Search', values: 3, leads: 75 },
      { name: 'Social', values: 1, leads: 30 },
      { name: 'Unknown', values: 1, leads: 3 },
    ],
  });
});

test('two values that swap their names stay two groups', () => {
  const swapped = new Map([
    ['Google', 'Bing'],
    ['Bing', 'Google'],
  ]);
  expect(groupNames(leads, swapped)).toEqual({
    count: 5,
    named: [
      { name: 'Bing', values: 1, leads: 50 },
      { name: 'Google', values: 1, leads: 20 },
    ],
  });
});

test('a name for a value that is no longer in the column is ignored', () => {
  const mapping = new Map([
    ['Q1 (Low)', 'Low'],
    ['google', 'Google'],
  ]);
  expect(groupNames(leads, mapping)).toEqual({
    count: 4,
    named: [{ name: 'Google', values: 2, leads: 55 }],
  });
});

test('names like __proto__ and constructor count like any other', () => {
  const odd = new Map([
    ['__proto__', 2],
    ['constructor', 1],
  ]);
  expect(groupNames(odd, new Map([['constructor', '__proto__']]))).toEqual({
    count: 1,
    named: [{ name: '__proto__', values: 2, leads: 3 }],
  });
});
