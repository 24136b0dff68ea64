/** The sum of the products of the entries of two lists of equal length. */
export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!; // equal lengths
  return sum;
}

/** The entry farthest from 0, without its sign; 0 without entries. */
export function largestOf(values: Float64Array): number {
  let largest = 0;
  for (let at = 0; at < values.length; at++) largest = Math.max(largest, Math.abs(values[at]!)); // below the length
  return largest;
}
