/** The 97.5th percentile of the normal distribution: 95% lie within this many standard deviations. */
export const Z_95 = 1.959963984540054;

/** Both ends of an interval of fractions or ratios. */
export interface Interval {
  low: number;
  high: number;
}

/**
 * The 95% score interval of a share (Wilson, "Probable inference, the law of succession, and statistical inference",
 * Journal of the American Statistical Association 22 (1927)): the shares p whose normal approximation does not reject
 * k of n, (p̂ + z²/2n ± z sqrt(p̂(1 - p̂)/n + z²/4n²)) / (1 + z²/n). It always contains k / n and stays within 0 and
 * 1. Without trials it is 0 to 1.
 * Example: 81 of 263: 0.2553 to 0.3662.
 */
export function wilsonInterval(count: number, size: number): Interval {
  if (size === 0) return { low: 0, high: 1 };
  const z2 = Z_95 ** 2;
  const centre = count + z2 / 2;
  const spread = Z_95 * Math.sqrt((count * (size - count)) / size + z2 / 4);
  return {
    // Without successes the lower end is exactly 0, with only successes the upper end is exactly 1: rounding would
    // miss it.
    low: count === 0 ? 0 : (centre - spread) / (size + z2),
    high: count === size ? 1 : (centre + spread) / (size + z2),
  };
}
