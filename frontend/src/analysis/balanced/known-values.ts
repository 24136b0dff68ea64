import { gather, groupItems, sumAmounts, sumByCode } from '../counts/coding.ts';
import { type Tally, codedField } from '../counts/tally.ts';
import { MAX_ESTIMATED_RATE } from '../constants.ts';
import { toRate } from './main-effects.ts';
import { estimateAll, fitTally, type FittedTally } from './estimate-combinations.ts';

/** The values of leads of which some attributes are known, as multiples of the mean of all leads. */
export interface KnownValues {
  /** Only the attributes that are known; the same tally where all are. */
  tally: FittedTally;
  /** The value of each combination of them that occurs: its best estimate. */
  values: Float64Array;
  /** The value of a new combination is x, this times the multipliers of its values, */
  constant: number;
  /** per field one of each value; */
  multipliers: readonly Float64Array[];
  /** or where it is not null, the rate of the odds x, over this mean rate; */
  mean: number | null;
  /** and at most this. */
  most: number;
}

/**
 * The best estimate of each combination, of its rate or by value of its amount per lead, divided by the mean of all leads, so that the
 * total over the leads of the file is exact. A new combination has the estimate of no leads: the prediction.
 * Where no lead or each lead converted, each value is 1.
 * Example: 10 leads estimated at 30% and 10 at 10%: values 1.5 and 0.5.
 */
export function valueCombinations(tally: FittedTally): KnownValues {
  const { leads, totalLeads, balanced, effects, worth } = tally;
  const { multipliers } = balanced;
  const values = estimateAll(tally, tally);
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += leads[at]! * values[at]!; // one per combination
  const mean = totalLeads > 0 ? sum / totalLeads : 0;
  if (!(mean > 0) || effects?.intercept === Infinity)
    return { tally, values: values.fill(1), constant: 1, multipliers, mean: null, most: 1 };
  for (let at = 0; at < values.length; at++) values[at]! /= mean; // as above
  const most = worth ? Infinity : MAX_ESTIMATED_RATE / mean;
  if (!effects) {
    const constant = (balanced.baselineRate * balanced.scale) / mean;
    return { tally, values, constant, multipliers, mean: null, most };
  }
  return {
    tally,
    values,
    constant: Math.exp(effects.intercept),
    multipliers: effects.effects.map((list) => list.map(Math.exp)),
    mean,
    most,
  };
}

/** The value of a new combination, by the codes of its values: the best estimate of no leads. */
export function valueOfNew(
  { constant, multipliers, mean, most }: KnownValues,
  codes: readonly number[],
): number {
  // A value that no lead has counts as the average one.
  const product = codes.reduce((part, code, field) => part * (multipliers[field]?.[code] ?? 1), constant);
  return Math.min(most, mean === null ? product : toRate(product) / mean);
}

/** The values of leads of which these attributes are known. */
export interface KnownSet extends KnownValues {
  /** Indexes of the attributes. */
  known: readonly number[];
}

/**
 * The values for each set of known attributes, without the empty one, whose value is the mean. Bit f of a place in the list, plus 1,
 * says that attribute f is known. All of each set is fitted to its own counts, so that the
 * total over all leads is right whichever attributes are known.
 * Example: two attributes that say the same: either alone gives what both give.
 */
export function valueEverySet(tally: FittedTally): KnownSet[] {
  const all = tally.fields.map((_, field) => field);
  return Array.from({ length: 2 ** all.length - 1 }, (_, index) => {
    const known = all.filter((field) => ((index + 1) & (2 ** field)) > 0);
    const isAll = known.length === all.length;
    return { known, ...valueCombinations(isAll ? tally : fitTally(keepFields(tally, known))) };
  });
}

/** The counts of some fields only. */
function keepFields(tally: Tally, kept: readonly number[]): Tally {
  const { leads, conversions, worth } = tally;
  const fields = kept.map((field) => codedField(tally, field));
  const codings = fields.map(({ codes, values }) => ({ codes, count: values.length }));
  const { codes: groups, count, firstItems } = groupItems(codings);
  return {
    ...tally,
    fields: fields.map(({ name, values }) => ({ name, values })),
    codes: codings.map((coding) => gather(coding.codes, firstItems)),
    leads: sumByCode(leads, groups, count),
    conversions: sumByCode(conversions, groups, count),
    worth: worth
      ? {
          sums: sumAmounts(worth.sums, groups, count),
          sumsOfSquares: sumAmounts(worth.sumsOfSquares, groups, count),
          total: worth.total,
        }
      : null,
  };
}
