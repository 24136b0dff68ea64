import { describe, expect, it } from 'vitest';
import {
  formatDate,
  formatDateTime,
  formatDay,
  formatHour,
  formatLongDateTime,
} from '#frontend/lib/format-date.ts';

describe('dates of saved analyses', () => {
  // Built from local parts, so that the test does not depend on the machine's time zone.
  const afternoon = new Date(2025, 9, 15, 15, 4);
  const midnight = new Date(2025, 0, 2, 0, 30);

  it('are short in the list: MMM d, yyyy h:mm a', () => {
    expect(formatDateTime(afternoon)).toBe('Oct 15, 2025 3:04 PM');
    expect(formatDateTime(midnight)).toBe('Jan 2, 2025 12:30 AM');
  });

  it('have no time where only the day counts', () => {
    expect([formatDate(afternoon), formatDate(midnight, 'long')]).toEqual([
      'Oct 15, 2025',
      'January 2, 2025',
    ]);
  });

  it('have no minutes where only the hour is known', () => {
    expect([formatHour(afternoon), formatHour(midnight)]).toEqual([
      'Oct 15, 2025, 3 PM',
      'Jan 2, 2025, 12 AM',
    ]);
  });

  it('are long on the page of one: MMMM d, yyyy h:mm a', () => {
    expect(formatLongDateTime(afternoon)).toBe('October 15, 2025 3:04 PM');
  });
});

it('a day is the one in UTC', () => {
  expect(formatDay(Date.UTC(2026, 2, 1))).toBe('2026-03-01');
  expect(formatDay(Date.UTC(2026, 2, 1, 23, 59, 59, 999))).toBe('2026-03-01');
});
