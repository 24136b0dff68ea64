import { expect, test } from 'vitest';
import {
  blankPlaceholders,
  findPlaceholders,
  restorePlaceholders,
} from '#frontend/analysis/counts/group-values.ts';

test('placeholders are found in any case and order, blanks and answers are none', () => {
  expect(findPlaceholders(['Mumbai', 'Select', '', 'N/A', 'None', '--', 'null', 'Other', 'No'])).toEqual([
    'Select',
    'N/A',
    '--',
    'null',
  ]);
});

test('NA is a placeholder, except among codes of two letters', () => {
  expect(findPlaceholders(['High', 'Low', 'NA'])).toEqual(['NA']);
  expect(findPlaceholders(['DE', 'FR', 'NA', ''])).toEqual([]);
  expect(findPlaceholders(['DE', 'FR', 'NA', '-'])).toEqual(['-']);
});

test('placeholders count as blank until they are restored; other names stay', () => {
  const names = new Map([
    ['google', 'Google'],
    ['N/A', 'No reply'],
  ]);
  const blanked = blankPlaceholders(['Select', 'N/A'], names);
  expect([...blanked]).toEqual([
    ['google', 'Google'],
    ['N/A', 'No reply'],
    ['Select', '(Blank)'],
  ]);
  expect(restorePlaceholders(['Select', 'N/A'], blanked)).toEqual(names);
});
