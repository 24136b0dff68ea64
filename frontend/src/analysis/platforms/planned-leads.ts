import type { FittedTally } from '../balanced/estimate-combinations.ts';
import { valueCombinations } from '../balanced/known-values.ts';
import { codedField } from '../counts/tally.ts';

/** The leads that plans are made for and replayed on: what a lead of each combination of values is worth. */
export interface PlannedLeads {
  fields: FittedTally['fields'];
  codes: FittedTally['codes'];
  leads: Uint32Array;
  totalLeads: number;
  /** The best estimate of each combination, as a multiple of the mean over all leads. */
  values: Float64Array;
}

/** A part of the leads: how many, and the sum of their values. */
export interface LeadGroup {
  leads: number;
  valueSum: number;
}

/** The leads with the best estimates of their combinations over the mean of all, so that a rule of 1.5 aims at a value of 1.5. */
export function planLeadsOf(tally: FittedTally): PlannedLeads {
  const { fields, codes, leads, totalLeads } = tally;
  return { fields, codes, leads, totalLeads, values: valueCombinations(tally).values };
}

/** The sum of the values of all leads with each value of a field. */
export function sumValues(planned: PlannedLeads, field: number): Float64Array {
  const { leads, values } = planned;
  const { codes, values: names } = codedField(planned, field);
  const sums = new Float64Array(names.length);
  for (let at = 0; at < values.length; at++) sums[codes[at]!]! += leads[at]! * values[at]!; // one of each per combination
  return sums;
}

/**
 * By how much the sum of squares of value - multiplier shrinks if a group gets another multiplier: sum n (v - from)² - sum
 * n (v - to)² = (from - to) x ((from + to) leads - 2 sum of values). The squares of the values cancel out.
 * Example: 10 leads worth 1.5 each, from 1 to 1.5: 10 x 0.25 = 2.5.
 */
export function gainOf({ leads, valueSum }: LeadGroup, from: number, to: number): number {
  return (from - to) * ((from + to) * leads - 2 * valueSum);
}

/** Rounding leaves values this far from 1 where all are equal. */
const EQUAL_UP_TO = 1e-9;

/**
 * The sum over all leads of (value - mean)², of which plans explain a share; 0 where all are equal.
 * Example: 10 leads of value 1.5 and 10 of value 0.5: 5.
 */
export function sumDifferences({ leads, values, totalLeads }: PlannedLeads): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += leads[at]! * (values[at]! - 1) ** 2; // one of each per combination
  return sum > totalLeads * EQUAL_UP_TO ** 2 ? sum : 0;
}

/** The conditions of a rule: the code of a value for each field that it has a condition on. */
export interface RuleConditions {
  conditions: readonly { field: number; code: number }[];
}

/** The rules with conditions on the same fields, by the codes of their values. */
interface LookUp {
  /** One list of codes per field, and how many codes there are. */
  fields: readonly { codes: Uint32Array; count: number }[];
  /** For one field the index of the rule per code, or -1. */
  byCode: Int32Array | null;
  /** For several fields 1 for each code of the first one that a rule has: most combinations have none. */
  hasFirst: Uint8Array;
  /** For several fields the index of the rule by the number whose digits are the codes. */
  byKey: ReadonlyMap<number, number>;
}

/**
 * A function that gives the indexes of the rules whose conditions a combination meets, in no particular order. The list is
 * good until the next call, since there may be 100,000 combinations. Of rules with the same conditions the first counts.
 * Example: rules on CA, and on CA + Mobile: both for a lead from CA on a mobile.
 */
export function ruleMatcher(
  planned: Pick<PlannedLeads, 'fields' | 'codes'>,
  rules: readonly RuleConditions[],
): (combination: number) => readonly number[] {
  const sorted = rules.map(({ conditions }, index) => {
    return { index, conditions: conditions.toSorted((a, b) => a.field - b.field) };
  });
  const byFields = Map.groupBy(sorted, ({ conditions }) => conditions.map(({ field }) => field).join(' '));
  const lookUps = Array.from(byFields.values(), (alike): LookUp => {
    const columns = (alike[0]?.conditions ?? []).map(({ field }) => {
      const { codes, values } = codedField(planned, field);
      return { codes, count: values.length };
    });
    const byKey = new Map<number, number>();
    const hasFirst = new Uint8Array(columns[0]?.count ?? 0);
    for (const { index, conditions } of alike) {
      // The `!` here: a condition on each column.
      const key = columns.reduce((number, { count }, at) => number * count + conditions[at]!.code, 0);
      if (!byKey.has(key)) byKey.set(key, index);
      hasFirst[conditions[0]?.code ?? 0] = 1;
    }
    const [only, another] = columns;
    const byCode = only && !another ? toArray(byKey, only.count) : null;
    return { fields: columns, byCode, hasFirst, byKey };
  });
  const matches: number[] = [];
  return (combination) => {
    matches.length = 0;
    // Plain loops, here and below: an iterator takes several times as long.
    for (let at = 0; at < lookUps.length; at++) {
      const index = findRule(lookUps[at]!, combination); // below the length
      if (index !== -1) matches.push(index);
    }
    return matches;
  };
}

function findRule({ fields, byCode, hasFirst, byKey }: LookUp, combination: number): number {
  // The `!` here: a code of each field per combination, an entry per code.
  const first = fields[0] ? fields[0].codes[combination]! : 0;
  if (byCode) return byCode[first]!;
  if (hasFirst[first] === 0) return -1;
  let key = 0;
  for (let at = 0; at < fields.length; at++) {
    const { codes, count } = fields[at]!; // below the length
    key = key * count + codes[combination]!;
  }
  return byKey.get(key) ?? -1;
}

function toArray(byKey: ReadonlyMap<number, number>, count: number): Int32Array {
  const byCode = new Int32Array(count).fill(-1);
  for (const [code, index] of byKey) byCode[code] = index;
  return byCode;
}
