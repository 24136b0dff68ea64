import type { Analysis } from './analyse.ts';
import type { Multipliers } from './lead-values.ts';

/** One attribute of `LeadFactors`, plain data that one thread can pass to another. */
export interface FieldFactors {
  name: string;
  values: readonly string[];
  /** One per value: what it multiplies the value of a lead by. */
  factors: readonly number[];
  /** One per value: whether the value rules list it. */
  hasRule: readonly boolean[];
}

/** What the calculator multiplies, for each value of each attribute. */
export interface LeadFactors {
  /** The value of a lead whose factors are all 1. */
  base: number;
  fields: readonly FieldFactors[];
}

/**
 * The factors behind the lead values of an analysis: with suggested multipliers the lifts after the cut, with balanced
 * ones the balanced multipliers, whose constant is in the base. Balanced ones fall back on suggested where combinations
 * are not known, as everywhere.
 * Example: baseline lead value 20, Source Referral at 1.5: base 20, and the factor of Referral is 1.5.
 */
export function findLeadFactors(analysis: Analysis, multipliers: Multipliers): LeadFactors {
  const { baselineLeadValue, estimates, fields, segments, valueRules } = analysis;
  const balanced = multipliers === 'balanced' ? estimates : null;
  const lifts = fields.map(() => new Map<string, number>());
  for (const { field, value, liftAfterCut } of segments) lifts[field]?.set(value, liftAfterCut);
  const ruled = fields.map(() => new Set<string>());
  for (const { segment } of valueRules) ruled[segment.field]?.add(segment.value);
  return {
    base: baselineLeadValue * (balanced?.tally.balanced.scale ?? 1),
    fields: fields.map(({ name, values }, field) => ({
      name,
      values,
      factors: values.map((value) => balanced?.multiplierOf(field, value) ?? lifts[field]?.get(value) ?? 1),
      hasRule: values.map((value) => ruled[field]?.has(value) ?? false),
    })),
  };
}

/**
 * The value of a lead by the factors of its values, in the order of the fields: equal bit for bit to that of the
 * calculator. Example: base 20, factors 1.5 and 1.02: 30.6.
 */
export function multiplyFactors(base: number, factors: readonly number[]): number {
  return base * factors.reduce((product, factor) => product * factor, 1);
}
