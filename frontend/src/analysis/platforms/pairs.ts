import { sumAmounts, sumByCode } from '../counts/coding.ts';
import { MAX_FALSE_DISCOVERY_RATE, MIN_INTERACTION_LEADS } from '../constants.ts';
import { countPairs } from '../counts/count-pairs.ts';
import { tableAgainstRest } from '../measure/lift.ts';
import { benjaminiHochberg } from '../stats/false-discovery.ts';
import { chiSquareTail } from '../stats/chi-square.ts';
import { fisherExact } from '../stats/fisher.ts';
import { withWorth, type TalliedWorth, type Tally, type ValuedTally, codedField } from '../counts/tally.ts';
import { chiSquareOfMeans } from '../measure/value-figures.ts';
import {
  type Counts,
  findCaps,
  varianceOf,
  type CrosstabSide,
  type ValuedLeads,
} from '../counts/valued-leads.ts';
import type { PlannedLeads } from './planned-leads.ts';

/** Two values of different fields that a rule may have as its conditions. */
export interface FoundPair {
  /** Fields in their order, with the code of the value in each. */
  fields: readonly [number, number];
  codes: readonly [number, number];
  counts: Counts;
  /** The conversions of its leads, or by value their amounts. */
  observed: number;
  /** The sum of the values of its leads. */
  valueSum: number;
  q: number;
}

/** A field with the counts of its values, and the values that have enough leads for a pair. */
interface Side extends CrosstabSide {
  field: number;
  values: readonly SideValue[];
}

interface SideValue {
  code: number;
  counts: Counts;
  /** By value: the sum and the variance (divisor N) of the amounts of its leads, whole and capped. */
  amounts: readonly { sum: number; variance: number }[];
}

/**
 * The pairs of values that differ from both of their values: at least 30 leads, and q below 0.05. The p-value is Fisher's
 * of the pair against the other leads of its first value, or of its second, whichever is larger, so that a pair is found
 * only if it differs from both (the intersection-union test of Berger, Technometrics 24 (1982)). q is Benjamini-Hochberg
 * over all pairs of these fields with at least 30 leads. By value the p-value is that of the means of the amounts, whole or cut
 * to the 95th percentile of the amounts of converted leads, whichever is larger, as for segments: no pair rests on a few
 * large amounts.
 * Degenerate case: a pair that holds all leads of one of its values has p = 1.
 * Example: of 100 leads each, CA + Mobile converts 60, CA + Desktop, TX + Mobile and TX + Desktop 30 each. CA + Desktop
 * differs from CA + Mobile but not from TX + Desktop, so only CA + Mobile is found.
 *
 * @param fieldsUsed indexes of the fields that may be conditions
 */
export function findPairs(
  tally: ValuedTally,
  valued: PlannedLeads,
  fieldsUsed: readonly number[],
): FoundPair[] {
  const worths = listWorths(tally);
  const sides = fieldsUsed.map((field) => toSide(tally, field, worths));
  const items = {
    leads: tally.leads,
    conversions: tally.conversions,
    total: { leads: tally.totalLeads, conversions: tally.totalConversions },
  };
  const countOf = (a: Side, b: Side, worth?: TalliedWorth) =>
    countPairs(a, b, { ...items, valued: worth && sumsAsLeads(worth.sums) }, MIN_INTERACTION_LEADS);
  const tested = sides.flatMap((a, index) =>
    sides.slice(index + 1).flatMap((b) => {
      // The same pairs in the same order for all amounts.
      const countedBy = worths.map((worth) => countOf(a, b, worth));
      return (countedBy[0] ?? countOf(a, b)).map(({ positions, counts }, at) => {
        const [first, second] = [a.values[positions[0]]!, b.values[positions[1]]!]; // positions on these sides
        const sums = Float64Array.from(countedBy, (counted) => counted[at]!.counts.sum);
        return {
          pair: {
            fields: [a.field, b.field] as const,
            codes: [first.code, second.code] as const,
            counts,
            observed: tally.worth ? counts.sum : counts.conversions,
          },
          p: Math.max(differFrom(first, counts, sums), differFrom(second, counts, sums)),
        };
      });
    }),
  );
  const qValues = benjaminiHochberg(
    Float64Array.from(tested, ({ p }) => p),
    new Uint32Array(tested.length).fill(1),
  );
  const found = tested
    .map(({ pair }, at) => ({ ...pair, q: qValues[at]!, valueSum: 0 })) // one per tested pair
    .filter(({ q }) => q < MAX_FALSE_DISCOVERY_RATE);
  addValues(found, valued);
  return found;
}

/** Sums up the values of the leads of each pair. */
function addValues(pairs: readonly FoundPair[], planned: PlannedLeads): void {
  const { leads, values } = planned;
  for (const own of Map.groupBy(pairs, (pair) => pair.fields.join(' ')).values()) {
    const [a, b] = own[0]!.fields; // no group is empty
    const [{ codes: codesA }, sideB] = [codedField(planned, a), codedField(planned, b)];
    const [codesB, count] = [sideB.codes, sideB.values.length];
    const pairOf = new Map(own.map((pair) => [pair.codes[0] * count + pair.codes[1], pair]));
    for (let at = 0; at < leads.length; at++) {
      // The `!` here: a code of each field per combination.
      const pair = pairOf.get(codesA[at]! * count + codesB[at]!);
      if (pair) pair.valueSum += leads[at]! * values[at]!;
    }
  }
}

/** The p-value of a pair against the other leads of one of its values. */
function differFrom({ counts, amounts }: SideValue, pair: Counts, sums: Float64Array): number {
  if (amounts.length === 0) return fisherExact(tableAgainstRest(pair, counts));
  const pValues = amounts.map((own, at) =>
    // The `!` here: a sum of the pair for each of its value.
    chiSquareTail(chiSquareOfMeans(pair.leads, sums[at]!, { ...own, leads: counts.leads })),
  );
  return Math.max(...pValues);
}

/** By value the amounts of the combinations, whole and cut to the 95th percentile; by conversions none. */
function listWorths(tally: ValuedTally): TalliedWorth[] {
  const { worth, valued, totalConversions: conversions } = tally;
  if (!worth || !valued) return worth ? [worth] : [];
  const { testCap } = findCaps(valued, conversions);
  const amounts = valued.amounts.map((amount) => Math.min(amount, testCap));
  return [worth, withWorth(tally, { ...valued, amounts }).worth ?? worth];
}

/** The amounts of each combination as if one lead had all of them, which is enough for sums. */
function sumsAsLeads(sums: Float64Array): ValuedLeads {
  return {
    items: Uint32Array.from(sums.keys()),
    amounts: sums,
    converted: new Uint8Array(sums.length),
  };
}

function toSide(tally: Tally, field: number, worths: readonly TalliedWorth[]): Side {
  const { leads, conversions } = tally;
  const { codes: codesOfField, values: names } = codedField(tally, field);
  const count = names.length;
  const leadsOf = sumByCode(leads, codesOfField, count);
  const conversionsOf = sumByCode(conversions, codesOfField, count);
  const sumsBy = worths.map(({ sums, sumsOfSquares }) => ({
    sumOf: sumAmounts(sums, codesOfField, count),
    squaresOf: sumAmounts(sumsOfSquares, codesOfField, count),
  }));
  const positionOf = new Uint32Array(count).fill(count); // a position behind the last
  const values: SideValue[] = [];
  // The `!` here and below: an entry per code.
  const amountsOf = (code: number) =>
    sumsBy.map(({ sumOf, squaresOf }) => ({
      sum: sumOf[code]!,
      variance: varianceOf(leadsOf[code]!, sumOf[code]!, squaresOf[code]!),
    }));
  for (let code = 0; code < count; code++) {
    if (leadsOf[code]! < MIN_INTERACTION_LEADS) continue;
    positionOf[code] = values.length;
    values.push({
      code,
      counts: { leads: leadsOf[code]!, conversions: conversionsOf[code]! },
      amounts: amountsOf(code),
    });
  }
  return { field, codes: codesOfField, positionOf, count: values.length, values };
}
