import { predictBalanced } from '../balanced/balanced.ts';
import type { FittedTally } from '../balanced/estimate-combinations.ts';
import { MAX_PREDICTED_RATE } from '../constants.ts';
import { codedField, codesByName } from '../counts/tally.ts';
import type { FieldValue, MeasuredPair } from '../measure/interactions.ts';
import { chiSquareTail } from '../stats/chi-square.ts';

/** The conversions that the balanced multipliers predict for the leads of each pair, and Σ p(1 - p) over these leads. */
interface Predicted {
  conversions: Float64Array;
  variances: Float64Array;
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
    // The `!` here: one per pair.
    const [conversions, variance] = [predicted.conversions[at]!, predicted.variances[at]!];
    return variance > 0 ? chiSquareTail((figures.conversions - conversions) ** 2 / variance) : 1;
  });
  lastTests.set(tally, { pairs, pValues });
  return pValues;
}

function predictPairs(pairs: readonly MeasuredPair[], tally: FittedTally): Predicted {
  const { codes, leads, balanced } = tally;
  const conversions = new Float64Array(pairs.length);
  const variances = new Float64Array(pairs.length);
  const rates = predictBalanced(balanced, codes);
  for (const { first, second, at } of groupByFields(pairs, tally)) {
    for (let combination = 0; combination < leads.length; combination++) {
      // The `!` here: codes, leads and a rate per combination, figures per pair.
      const pair = at.get(first.codes[combination]! * second.values.length + second.codes[combination]!);
      if (pair === undefined) continue;
      const rate = Math.min(MAX_PREDICTED_RATE, rates[combination]!);
      conversions[pair]! += leads[combination]! * rate;
      variances[pair]! += leads[combination]! * rate * (1 - rate);
    }
  }
  return { conversions, variances };
}

/** The pairs of the same two fields, each by its two codes in one number. */
function groupByFields(pairs: readonly MeasuredPair[], tally: FittedTally) {
  const codeOf = codesByName(tally.fields);
  const sideOf = ({ field, value }: FieldValue) => {
    const index = tally.fields.findIndex(({ name }) => name === field);
    const code = codeOf[index]?.get(value);
    return code === undefined ? null : { index, code, ...codedField(tally, index) };
  };
  type Side = NonNullable<ReturnType<typeof sideOf>>;
  const groups = new Map<string, { first: Side; second: Side; at: Map<number, number> }>();
  for (const [pair, { figures }] of pairs.entries()) {
    const [first, second] = figures.attributes.map(sideOf);
    if (!first || !second) continue;
    const key = `${first.index} ${second.index}`;
    const group = groups.get(key) ?? { first, second, at: new Map() };
    group.at.set(first.code * second.values.length + second.code, pair);
    groups.set(key, group);
  }
  return groups.values();
}
