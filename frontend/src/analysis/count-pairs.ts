import { compactCodes, joinCodes, pick, sumByCode, type Coding } from './coding.ts';
import type { Counts } from './lift.ts';
import type { Tally } from './tally.ts';

/** Counts of the leads that have two values, of different fields, by the positions of their two segments. */
export interface PairCounts {
  positions: readonly [number, number];
  counts: Counts;
}

/**
 * Every pair of values of different fields that shares at least `minLeads` leads, in no particular order.
 *
 * @param isWanted per position of a segment: pairs of two wanted ones only, which are few where values are many
 */
export function countPairs(tally: Tally, isWanted: ArrayLike<boolean>, minLeads: number): PairCounts[] {
  const fields = tally.fields.map((_, field) => codingOf(tally, field));
  return fields.flatMap((a, index) =>
    fields.slice(index + 1).flatMap((b) => {
      const wanted: number[] = [];
      for (let item = 0; item < tally.leads.length; item++) {
        if (isWanted[positionOf(a, item)] && isWanted[positionOf(b, item)]) wanted.push(item);
      }
      return countPairsOfFields(tally, [a, b], Uint32Array.from(wanted)).filter(
        ({ counts }) => counts.leads >= minLeads,
      );
    }),
  );
}

/** A field's codes, and the position of its first segment in the list of all segments. */
interface FieldCoding extends Coding {
  firstPosition: number;
}

/** @param items those combinations of values that count */
function countPairsOfFields(
  tally: Tally,
  [a, b]: readonly [FieldCoding, FieldCoding],
  items: Uint32Array,
): PairCounts[] {
  const [codesA, codesB] = [pick(a.codes, items), pick(b.codes, items)];
  const groups = compactCodes(joinCodes({ ...a, codes: codesA }, { ...b, codes: codesB }));
  const leads = sumByCode(pick(tally.leads, items), groups.codes, groups.count);
  const conversions = sumByCode(pick(tally.conversions, items), groups.codes, groups.count);
  return Array.from(groups.firstItems, (item, group) => ({
    positions: [a.firstPosition + (codesA[item] ?? 0), b.firstPosition + (codesB[item] ?? 0)],
    counts: { leads: leads[group] ?? 0, conversions: conversions[group] ?? 0 },
  }));
}

function positionOf({ codes, firstPosition }: FieldCoding, item: number): number {
  return firstPosition + (codes[item] ?? 0);
}

function codingOf(tally: Tally, field: number): FieldCoding {
  const firstPosition = tally.fields.slice(0, field).reduce((sum, { values }) => sum + values.length, 0);
  return {
    codes: tally.codes[field] ?? new Uint32Array(),
    count: tally.fields[field]?.values.length ?? 0,
    firstPosition,
  };
}
