import { expect, test } from 'vitest';
import { compareEntered } from '#frontend/analysis/platforms/moved-figures.ts';
import { PLATFORM_IDS, type PlatformId } from '#contract/platforms.ts';
import type { ToEnter } from '#frontend/analysis/platforms/to-enter.ts';

const enter = (figures: Partial<Record<PlatformId, number>>, pairRules = 0): ToEnter => ({
  figures: Object.entries(figures).map(([platform, multiplier]) => ({
    platform: platform as PlatformId, // the keys of the record
    multiplier,
  })),
  pairRules,
});
const moved = (before: ToEnter, after: ToEnter, threshold = 10) =>
  compareEntered(before, after, { thresholdPercent: threshold, platforms: PLATFORM_IDS }).movedOn;

test.each([
  [1, 1.1, []],
  [1, 1.11, ['google']],
  [1, 0.9, []],
  [1, 0.89, ['google']],
  [0.5, 0.55, []],
  [0.5, 0.56, ['google']],
  [0.67, 0.7, []],
])('from %s to %s at a threshold of 10%: moved on %j', (before, after, on) => {
  expect(moved(enter({ google: before }), enter({ google: after }))).toEqual(on);
});

test('each platform is compared with itself, in the order of the platforms', () => {
  expect(moved(enter({ meta: 0.5, google: 2 }), enter({ google: 1.5, meta: 0.7 }))).toEqual([
    'google',
    'meta',
  ]);
  expect(moved(enter({ google: 0.7, meta: 0.5 }), enter({ google: 0.7, meta: 0.5 }))).toEqual([]);
});

test('no rule is a figure of 1, and rules of two conditions say nothing of a value alone', () => {
  expect(moved(enter({ google: 0.67 }), enter({}))).toEqual(['google']);
  expect(moved(enter({}), enter({ google: 1.05 }))).toEqual([]);
  expect(moved(enter({}), enter({ google: 1.05 }), 4)).toEqual(['google']);
  expect(moved(enter({ google: 0.67 }), enter({}, 2))).toEqual([]);
  expect(moved(enter({}, 1), enter({ google: 0.5 }))).toEqual([]);
});
