import type { Figure, Unit } from './figure.ts';
import { median, quantile } from './stats.ts';

/** Two digits that say something, whatever the size. */
function digitsOf(size: number): number {
  return size > 0 ? Math.min(Math.max(1 - Math.floor(Math.log10(size)), 0), 20) : 0;
}

const DIGITS: Record<Unit, (size: number) => number> = {
  ratio: (size) => Math.max(digitsOf(size), 2),
  ms: digitsOf,
  KB: () => 1,
  MB: () => 1,
  count: () => 0,
};

function formatNumber(number: number, unit: Unit): string {
  const text = number.toFixed(DIGITS[unit](Math.abs(number)));
  return unit === 'ratio' || unit === 'count' ? text : `${text} ${unit}`;
}

export function formatMedian({ values, unit }: Figure): string {
  return formatNumber(median(values), unit);
}

/** The middle half of the rounds; nothing where there was one round. */
export function formatSpread({ values, unit }: Figure): string {
  if (values.length < 2) return '';
  return `${formatNumber(quantile(values, 0.25), unit)} – ${formatNumber(quantile(values, 0.75), unit)}`;
}

/** Judged by the median. */
export function formatVerdict({ values, goal }: Figure): string {
  if (!goal) return '';
  const measured = median(values);
  if (goal.aim !== undefined && measured <= goal.aim) return 'aim reached';
  if (goal.atMost === undefined) return 'aim missed';
  return measured <= goal.atMost ? 'goal reached' : 'goal missed';
}

/** A bound of a goal; nothing where it has none. */
export function formatBound(bound: number | undefined, unit: Unit): string {
  return bound === undefined ? '' : formatNumber(bound, unit);
}
