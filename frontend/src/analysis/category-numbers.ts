import { parseNumber } from './columns.ts';

// Ranges are moved again and again over the same categories.
const parsed = new WeakMap<readonly string[], Float64Array>();

/** The number of each category, NaN where it is none; parsed at the first call for a list. */
export function parseNumbers(categories: readonly string[]): Float64Array {
  const known = parsed.get(categories);
  if (known) return known;
  const numbers = new Float64Array(categories.length);
  for (let code = 0; code < numbers.length; code++)
    numbers[code] = parseNumber(categories[code] ?? '') ?? NaN;
  parsed.set(categories, numbers);
  return numbers;
}
