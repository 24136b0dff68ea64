import { describe, expect, test } from 'vitest';
import type { AgeCounts } from '#frontend/analysis/measure/lead-age.ts';
import { findUndecided } from '#frontend/analysis/preflight/undecided.ts';

/** Leads and conversions by age in days. */
function agesOf(groups: readonly (readonly [age: number, leads: number, conversions: number])[]): AgeCounts {
  const oldest = Math.max(...groups.map(([age]) => age));
  const ages = { leads: new Uint32Array(oldest + 1), conversions: new Uint32Array(oldest + 1) };
  for (const [age, leads, conversions] of groups) {
    ages.leads[age] = leads;
    ages.conversions[age] = conversions;
  }
  return ages;
}

const NO_STATUSES = { open: [], hasLost: true };
const TOTAL = { leads: 1000, conversions: 200 };
const OPEN = { open: [{ value: 'New', leads: 300 }], hasLost: true };
const dated = (ages: AgeCounts, maturity?: { all: number | null; values: readonly number[] }) => ({
  ages,
  isDoubtful: false,
  ...(maturity && { maturity }),
});

describe('with the date of each lead', () => {
  const ages = agesOf([
    [5, 400, 10],
    [100, 600, 90],
  ]);

  test('leads are left out by age, never by status', () => {
    expect(findUndecided(dated(ages, { all: 63, values: [] }), OPEN, TOTAL)).toEqual({
      kind: 'young',
      days: 63,
      leads: 400,
    });
    expect(findUndecided(dated(ages, { all: 0, values: [] }), OPEN, TOTAL)).toEqual({ kind: 'none' });
    expect(findUndecided(dated(ages, { all: null, values: [63] }), OPEN, TOTAL)).toEqual({ kind: 'unclear' });
  });

  test('a value that takes longer makes it longer, as long as 40% of the leads and 50 conversions are left', () => {
    const three = agesOf([
      [5, 300, 10],
      [50, 300, 60],
      [100, 400, 50],
    ]);
    const daysOf = (values: readonly number[], of = three) => {
      const leads = of.leads.reduce((sum, count) => sum + count, 0);
      const found = findUndecided(dated(of, { all: 20, values }), NO_STATUSES, { leads, conversions: 200 });
      return found.kind === 'young' ? found.days : found.kind;
    };
    expect(daysOf([10, 60])).toBe(60);
    expect(daysOf([30, 101])).toBe(30);
    expect(daysOf([10])).toBe(20);
    const fewer = agesOf([
      [5, 300, 10],
      [50, 300, 60],
      [100, 400, 49],
    ]);
    expect(daysOf([60], fewer)).toBe(20);
    const smaller = agesOf([
      [5, 301, 10],
      [50, 300, 60],
      [100, 400, 50],
    ]);
    expect(daysOf([60], smaller)).toBe(20);
  });

  test('nothing is proposed where under 30 conversions or 40% of the leads would be left', () => {
    const kindOf = (leads: number, conversions: number) =>
      findUndecided(
        dated(agesOf([[5, 600, 10], [100, leads, conversions]]), { all: 63, values: [] }), // oxfmt-ignore
        NO_STATUSES,
        TOTAL,
      ).kind;
    expect(kindOf(400, 30)).toBe('young');
    expect(kindOf(400, 29)).toBe('unclear');
    expect(kindOf(399, 30)).toBe('unclear');
  });

  test('the 40% are of all leads, also of those without a date', () => {
    const found = (all: number, values: readonly number[]) => {
      const of = agesOf([[5, 550, 10], [100, 400, 90]]); // oxfmt-ignore
      const total = { leads: all, conversions: 100 };
      return findUndecided(dated(of, { all: 5, values }), NO_STATUSES, total);
    };
    expect(found(1000, [63])).toMatchObject({ kind: 'young', days: 63 });
    expect(found(1001, [63])).toMatchObject({ kind: 'young', days: 5 });
    const alone = (all: number) =>
      findUndecided(dated(ages, { all: 63, values: [] }), NO_STATUSES, { leads: all, conversions: 100 }).kind;
    expect(alone(1500)).toBe('young');
    expect(alone(1501)).toBe('unclear');
  });

  test('without days of sales the rate by age tells it', () => {
    const weekly = agesOf([
      [0, 200, 4],
      [8, 200, 12],
      ...Array.from({ length: 8 }, (_, at) => [16 + 7 * at, 200, 40] as const),
    ]);
    expect(findUndecided(dated(weekly), OPEN, TOTAL)).toEqual({ kind: 'young', days: 14, leads: 400 });
    const even = agesOf(Array.from({ length: 8 }, (_, at) => [7 * at, 200, 40] as const));
    expect(findUndecided(dated(even), OPEN, TOTAL)).toEqual({ kind: 'none' });
    expect(findUndecided(dated(agesOf([[3, 100, 20]])), OPEN, TOTAL)).toEqual({ kind: 'unclear' });
  });

  test('doubtful dates tell nothing', () => {
    const doubtful = { ...dated(ages, { all: 63, values: [] }), isDoubtful: true };
    expect(findUndecided(doubtful, OPEN, TOTAL)).toEqual({ kind: 'unclear' });
  });
});

describe('without dates', () => {
  test('open statuses are left out where some leads are lost', () => {
    expect(findUndecided(null, OPEN, TOTAL)).toEqual({ kind: 'open', statuses: ['New'], leads: 300 });
    expect(findUndecided(null, { ...OPEN, hasLost: false }, TOTAL)).toEqual({ kind: 'unclear' });
    expect(findUndecided(null, NO_STATUSES, TOTAL)).toEqual({ kind: 'none' });
  });

  test('100 leads and 30 conversions have to remain', () => {
    const kindOf = (leads: number, conversions: number) =>
      findUndecided(null, OPEN, { leads: 300 + leads, conversions }).kind;
    expect(kindOf(100, 30)).toBe('open');
    expect(kindOf(99, 30)).toBe('unclear');
    expect(kindOf(100, 29)).toBe('unclear');
  });
});
