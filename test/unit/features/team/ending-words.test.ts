import { expect, test } from 'vitest';
import type { EndingConnection } from '#contract/teams.ts';
import { describeEnding } from '#frontend/features/connections/kit/ending-words.ts';

const ending = (more: Partial<EndingConnection>): EndingConnection => ({
  kind: 'sheets',
  account: 'ann@example.com',
  sources: 0,
  pushes: 0,
  ...more,
});

test('where nothing ends there is no sentence', () => {
  expect(describeEnding([])).toBeNull();
});

test('connections that end are named with what uses them', () => {
  expect(
    describeEnding([
      ending({ sources: 2 }),
      ending({ kind: 'google-rules', pushes: 1 }),
      ending({ kind: 'meta', account: 'Ann' }),
    ]),
  ).toBe(
    'These connections end at once: Google Sheets (ann@example.com), with which 2 analyses are kept current; Google Ads (rules) (ann@example.com), with which 1 push can be undone; Meta (Ann). What uses them stops until an admin connects again. Rules that were pushed stay in the ad accounts.',
  );
  expect(describeEnding([ending({})], 'Growth')).toMatch(
    /^These connections of Growth end at once: Google Sheets/,
  );
});
