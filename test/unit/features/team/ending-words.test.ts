import { describe, expect, test } from 'vitest';
import type { EndingConnection } from '#contract/team-answers.ts';
import { listUses, nameSome, NO_USES, describeEnding } from '#frontend/features/connections/what-stops.tsx';

const ending = (more: Partial<EndingConnection>): EndingConnection => ({
  kind: 'sheets',
  account: 'ann@example.com',
  ...NO_USES,
  ...more,
});

test.each<[Partial<EndingConnection>, string]>([
  [{}, 'Google Sheets (ann@example.com)'],
  [{ sources: 1, names: ['May'] }, 'Google Sheets (ann@example.com), with the schedule of 1 analysis: ‘May’'],
  [
    { sources: 2, names: ['June', 'May'] },
    'Google Sheets (ann@example.com), with the schedules of 2 analyses: ‘June’ and ‘May’',
  ],
  [
    { kind: 'google-rules', pushes: 1, names: ['Acme'] },
    'Google Ads (rules) (ann@example.com), with the undo of 1 push to ‘Acme’',
  ],
  [
    { kind: 'google-values', sends: 2, names: ['1234567890'] },
    'Google Ads (send values) (ann@example.com), with the rest of 2 sends to ‘1234567890’',
  ],
  // An earlier release tells no names.
  [{ kind: 'meta', account: 'Ann', pushes: 3 }, 'Meta (Ann), with the undo of 3 pushes'],
])('a connection that ends is named with what uses it', (more, words) => {
  expect(describeEnding(ending(more))).toBe(words);
});

test('a connection that nothing uses stops nothing', () => {
  expect(listUses(NO_USES)).toEqual([]);
});

describe('of several names', () => {
  test.each([
    [[], 0, ''],
    [['A'], 1, '‘A’'],
    [['A', 'B'], 2, '‘A’ and ‘B’'],
    [['A', 'B', 'C'], 3, '‘A’, ‘B’ and ‘C’'],
    [['A', 'B', 'C', 'D', 'E'], 5, '‘A’, ‘B’, ‘C’, ‘D’ and ‘E’'],
    [['A', 'B', 'C', 'D', 'E'], 1205, '‘A’, ‘B’, ‘C’, ‘D’, ‘E’ and 1,200 more'],
    [['A'], 2, '‘A’ and 1 more'],
  ])('%j of %i: "%s"', (names, count, words) => {
    expect(nameSome(names, count)).toBe(words);
  });

  test('long ones are cut to 60 characters', () => {
    expect(nameSome(['x'.repeat(60), 'y'.repeat(61)])).toBe(`‘${'x'.repeat(60)}’ and ‘${'y'.repeat(59)}…’`);
  });
});
