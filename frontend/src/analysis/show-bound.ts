import { SHOWN_DECIMALS } from './constants.ts';

/** From here on a double has no decimals to cut. */
const WITHOUT_DECIMALS = 1e15;

/**
 * A bound of a range as text, with at most 4 significant decimals and '.' as the decimal point in every
 * locale, because the text becomes the name of a value.
 * Examples: 83.66666666666667 is '83.6667', 0.000123456 is '0.0001235', 5 is '5'.
 */
export function showBound(value: number): string {
  const size = Math.abs(value);
  if (size < 1) return String(Number(value.toPrecision(SHOWN_DECIMALS)));
  return String(size < WITHOUT_DECIMALS ? Number(value.toFixed(SHOWN_DECIMALS)) : value);
}
