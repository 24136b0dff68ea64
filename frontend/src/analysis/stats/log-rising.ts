/** From here on Stirling's series with three terms has an error below 1e-10. */
const SERIES_FROM = 10;

/**
 * log Γ(x + count) - log Γ(x), the logarithm of x (x + 1) ... (x + count - 1), for x > 0 and a whole count of at least 0.
 * Small x are multiplied up to 10; from there on it is the difference of two Stirling series (Abramowitz and Stegun,
 * Handbook of Mathematical Functions, 6.1.40), arranged so that a large x loses no digits. x = 0 gives -Infinity
 * unless the count is 0.
 * Example: x 0.5, count 3: log(0.5 x 1.5 x 2.5) = log 1.875 = 0.6286086594223742.
 */
export function logRising(x: number, count: number): number {
  let from = x;
  let left = count;
  let product = 1;
  for (; left > 0 && from < SERIES_FROM; left--) product *= from++;
  if (left === 0) return Math.log(product);
  const to = from + left;
  const difference = left * Math.log(from) + (to - 0.5) * Math.log1p(left / from) - left;
  return Math.log(product) + difference + remainder(to) - remainder(from);
}

/** The terms of Stirling's series after the leading ones: 1/(12 x) - 1/(360 x³) + 1/(1260 x⁵). */
function remainder(x: number): number {
  const square = 1 / (x * x);
  return (1 / 12 - square * (1 / 360 - square / 1260)) / x;
}
