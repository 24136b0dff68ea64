import { readDate, type DateFormat } from './date-format.ts';
import { WEEKDAYS } from './order.ts';

const twoDigits = (number: number) => String(number).padStart(2, '0');

/** The names that dates get as values of an attribute, in the order of their buttons. */
export const DATE_PRESETS = {
  month: { name: 'Month', nameOf: (date: Date) => date.toISOString().slice(0, 7) },
  quarter: {
    name: 'Quarter',
    nameOf: (date: Date) => `${date.getUTCFullYear()} Q${Math.floor(date.getUTCMonth() / 3) + 1}`,
  },
  weekday: {
    name: 'Weekday',
    // getUTCDay() begins with Sunday.
    nameOf: (date: Date) => WEEKDAYS[(date.getUTCDay() + 6) % 7]!,
  },
  hour: {
    name: 'Hour',
    nameOf: (date: Date) => `${twoDigits(date.getUTCHours())}:00-${twoDigits(date.getUTCHours())}:59`,
  },
} as const satisfies Record<string, { name: string; nameOf(date: Date): string }>;

export type DatePreset = keyof typeof DATE_PRESETS;

/** How the dates of an attribute become values. */
export interface DateNaming {
  preset: DatePreset;
  format: DateFormat;
}

/**
 * The value that a date is counted under; null for a text that is no date, and for a date without a time where the hour
 * is asked for.
 * Examples for '2026-03-01 09:05': '2026-03', '2026 Q1', 'Sunday', '09:00-09:59'.
 */
export function nameDate(cell: string, { preset, format }: DateNaming): string | null {
  const date = readDate(cell, format);
  if (!date || (preset === 'hour' && !date.hasTime)) return null;
  return DATE_PRESETS[preset].nameOf(new Date(date.ms));
}
