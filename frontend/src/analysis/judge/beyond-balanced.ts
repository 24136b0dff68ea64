import { predictBalanced } from '../balanced/balanced.ts';
import type { FittedTally } from '../balanced/estimate-combinations.ts';
import { MAX_PREDICTED_RATE } from '../constants.ts';
import { codesByName } from '../counts/tally.ts';
import type { MeasuredPair } from '../measure/interactions.ts';
import { chiSquareTail } from '../stats/chi-square.ts';

/** The conversions that the balanced multipliers predict for the leads of a pair. */
interface Predicted {
  conversions: number;
  /** Σ p(1 - p) over its leads. */
  variance: number;
}

const lastTests = new WeakMap<FittedTally, { pairs: readonly MeasuredPair[]; pValues: Float64Array }>();

/**
 * For each pair the p-value of its conversions against those that the balanced multipliers predict for its leads: chi-square with 1 degree of
 * freedom, (k - Σp)² / Σp(1 - p), p = the balanced rate of a lead's combination, capped just under 1 (methods L.2). Where it is high, the
 * way in which the attributes go together explains the pair. The answer for the same pairs and tally is kept, since each threshold asks.
 * Degenerate cases: 1 where the tally lacks a value of the pair, and without variance.
 * Example: 40 leads at 0.5 and 60 at 0.25, of which 47 converted: predicted 35, variance 10 + 11.25, chi-square 12²/21.25 = 6.776.
 */
export function testBeyondBalanced(pairs: readonly MeasuredPair[], tally: FittedTally): Float64Array {
  const last = lastTests.get(tally);
  if (last?.pairs === pairs) return last.pValues;
  const predicted = predictPairs(pairs, tally);
  const pValues = Float64Array.from(pairs, ({ figures }, at) => {
    const { conversions, variance } = predicted[at]!; // one per pair
    return variance > 0 ? chiSquareTail((figures.conversions - conversions) ** 2 / variance) : 1;
  });
  lastTests.set(tally, { pairs, pValues });
  return pValues;
}

function predictPairs(pairs: readonly MeasuredPair[], tally: FittedTally): Predicted[] {
  const { fields, codes, leads, balanced } = tally;
  const predicted = pairs.map(() => ({ conversions: 0, variance: 0 }));
  const rates = predictBalanced(balanced, codes);
  for (const {
    fields: [a, b],
    at,
  } of groupByFields(pairs, fields)) {
    const [codesOfA, codesOfB, values] = [codes[a]!, codes[b]!, fields[b]!.values.length]; // both are fields of the tally
    for (let combination = 0; combination < leads.length; combination++) {
      // The `!` here: codes, leads and a rate per combination, figures per pair.
      const pair = at.get(codesOfA[combination]! * values + codesOfB[combination]!);
      if (pair === undefined) continue;
      const rate = Math.min(MAX_PREDICTED_RATE, rates[combination]!);
      predicted[pair]!.conversions += leads[combination]! * rate;
      predicted[pair]!.variance += leads[combination]! * rate * (1 - rate);
    }
  }
  return predicted;
}

/** The pairs of the same two fields, each by its two codes in one number. */
function groupByFields(pairs: readonly MeasuredPair[], fields: FittedTally['fields']) {
  const codeOf = codesByName(fields);
  const groups = new Map<string, { fields: readonly [number, number]; at: Map<number, number> }>();
  for (const [pair, { figures }] of pairs.entries()) {
    const [first, second] = figures.attributes.map(({ field, value }) => {
      const index = fields.findIndex(({ name }) => name === field);
      return { index, code: codeOf[index]?.get(value) ?? -1 };
    });
    if (!first || !second || first.code < 0 || second.code < 0) continue;
    const key = `${first.index} ${second.index}`;
    const group = groups.get(key) ?? { fields: [first.index, second.index] as const, at: new Map() };
    group.at.set(first.code * fields[second.index]!.values.length + second.code, pair); // a field of the tally
    groups.set(key, group);
  }
  return groups.values();
}
