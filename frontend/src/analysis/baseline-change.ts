import { measureRate, type Counts } from './lift.ts';

/** The leads with one value of an attribute in two files; zeros where a file has none. */
export interface CountsOfTwo {
  before: Counts;
  after: Counts;
}

/** Two parts of a change of the baseline rate, as fractions: together they are the change. */
export interface ChangeParts {
  /** From more or fewer leads with some values. */
  mix: number;
  /** From values that convert better or worse than before. */
  rate: number;
}

export interface SplitChange extends ChangeParts {
  /** The parts of each value, in the order of the values. */
  values: readonly ChangeParts[];
}

/**
 * Splits the change of the baseline rate by one attribute into mix and rate, with averaged weights (Kitagawa, "Components of a
 * difference between two rates", Journal of the American Statistical Association 50 (1955)). With w = share of a value in
 * all leads, r = its rate, m = the mean of both baseline rates:
 * mix = (w2 - w1) ((r1 + r2) / 2 - m), rate = (r2 - r1) (w1 + w2) / 2, summed over the values.
 * Subtracting m changes no sum, because the shares add up to 1 in both files; it makes the mix of a value with an average rate 0.
 * A value that only one file has, has no rate in the other: its rate is taken as unchanged, so all of it is mix. Without
 * leads in a file nothing can be split, and all parts are 0.
 * Example: A 100 leads at 40% and B 100 at 10%, then A 150 at 40% and B 50 at 20%: from 25% to 35%. Mix 0.25 (0.4 - 0.3)
 * - 0.25 (0.15 - 0.3) = 6.25 points, rate 0.375 x 0.1 = 3.75 points.
 */
export function splitBaselineChange(groups: readonly CountsOfTwo[]): SplitChange {
  const before = sumCounts(groups.map((group) => group.before));
  const after = sumCounts(groups.map((group) => group.after));
  const isMeasured = before.leads > 0 && after.leads > 0;
  const mean = (measureRate(before) + measureRate(after)) / 2;
  const values = groups.map((group): ChangeParts => {
    if (!isMeasured) return { mix: 0, rate: 0 };
    const [share1, share2] = [group.before.leads / before.leads, group.after.leads / after.leads];
    const rate1 = measureRate(group.before.leads > 0 ? group.before : group.after);
    const rate2 = measureRate(group.after.leads > 0 ? group.after : group.before);
    return {
      mix: (share2 - share1) * ((rate1 + rate2) / 2 - mean),
      rate: ((rate2 - rate1) * (share1 + share2)) / 2,
    };
  });
  const sum = (part: keyof ChangeParts) => values.reduce((total, parts) => total + parts[part], 0);
  return { mix: sum('mix'), rate: sum('rate'), values };
}

export function sumCounts(parts: readonly Counts[]): Counts {
  return parts.reduce<Counts>(
    (sum, { leads, conversions }) => ({
      leads: sum.leads + leads,
      conversions: sum.conversions + conversions,
    }),
    { leads: 0, conversions: 0 },
  );
}
