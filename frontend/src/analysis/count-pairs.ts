import { compactCodes, joinCodes, sumByCode } from './coding.ts';
import type { Counts } from './lift.ts';
import type { Tally } from './tally.ts';

/** Counts of the leads that have two values, of different fields, by the positions of their two segments. */
export interface PairCounts {
  positions: readonly [number, number];
  counts: Counts;
}

/** Every pair of values of different fields that shares at least `minLeads` leads, in no particular order. */
export function countPairs(tally: Tally, minLeads: number): PairCounts[] {
  const fields = tally.fields.map((_, field) => field);
  return fields.flatMap((a) =>
    fields.slice(a + 1).flatMap((b) => countPairsOfFields(tally, [a, b], minLeads)),
  );
}

function countPairsOfFields(tally: Tally, [a, b]: readonly [number, number], minLeads: number): PairCounts[] {
  const [codingA, codingB] = [codingOf(tally, a), codingOf(tally, b)];
  const groups = compactCodes(joinCodes(codingA, codingB));
  const leads = sumByCode(tally.leads, groups.codes, groups.count);
  const conversions = sumByCode(tally.conversions, groups.codes, groups.count);
  const pairs: PairCounts[] = [];
  groups.firstItems.forEach((item, group) => {
    const counts = { leads: leads[group] ?? 0, conversions: conversions[group] ?? 0 };
    if (counts.leads < minLeads) return;
    const positionA = codingA.firstPosition + (codingA.codes[item] ?? 0);
    const positionB = codingB.firstPosition + (codingB.codes[item] ?? 0);
    pairs.push({ positions: [positionA, positionB], counts });
  });
  return pairs;
}

/** A field's codes, and the position of its first segment in the list of all segments. */
function codingOf(tally: Tally, field: number) {
  const firstPosition = tally.fields.slice(0, field).reduce((sum, { values }) => sum + values.length, 0);
  return {
    codes: tally.codes[field] ?? new Uint32Array(),
    count: tally.fields[field]?.values.length ?? 0,
    firstPosition,
  };
}
