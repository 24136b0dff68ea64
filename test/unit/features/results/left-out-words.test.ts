import { expect, test } from 'vitest';
import { listLeftOut, describeLeftOut } from '#frontend/features/results/downloads.ts';

const ONE = { byStatus: 0, unreadableDate: 0, byDate: 1000, young: 0 };
const [FROM, TO] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 11, 31)];

const chosen = (date: object = {}) => ({
  leads: {
    leftOutStatuses: ['Open', '(Blank)'],
    date: { column: 'Created', dateFormat: null, from: null, to: null, youngerThanDays: null, ...date },
  },
});
const word = (...asked: Parameters<typeof listLeftOut>) => describeLeftOut(listLeftOut(...asked));

test('says how many leads are left out, and why', () => {
  const leftOut = { byStatus: 1, unreadableDate: 2, byDate: 1000, young: 4 };
  expect(word(leftOut, chosen({ from: FROM, to: TO, youngerThanDays: 28 }))).toBe(
    '1,007 leads left out: 1 by status (Open, (Blank)), 2 without a date in Created, 1,000 not from 2026-01-01 to 2026-12-31, 4 younger than 28 days.',
  );
  expect(word({ ...ONE, byDate: 1 }, chosen({ from: FROM }))).toBe('1 lead left out: 1 before 2026-01-01.');
  expect(word(ONE, chosen({ to: TO }))).toBe('1,000 leads left out: 1,000 after 2026-12-31.');
});

test('says nothing where all leads count', () => {
  expect(word(undefined, chosen({ from: FROM }))).toBeNull();
  expect(word({ ...ONE, byDate: 0 }, chosen({ from: FROM }))).toBeNull();
});
