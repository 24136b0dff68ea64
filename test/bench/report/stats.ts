/** Quantile of some numbers by linear interpolation (type 7); NaN of none. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const low = sorted[Math.floor(position)] ?? NaN;
  const high = sorted[Math.ceil(position)] ?? NaN;
  return low + (high - low) * (position % 1);
}

export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}

/**
 * Ratios round by round. Whatever slows the machine for some seconds slows both sides of a round, so their median
 * says more than the ratio of two medians.
 */
export function ratios(numbers: readonly number[], bases: readonly number[]): number[] {
  return numbers.map((number, round) => number / (bases[round] ?? NaN));
}
