import type { Analysis } from './analyse.ts';
import { meanMultiplier, rescaleBase } from './balanced.ts';
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
 * The base for leads of which only some attributes are known, as `LeadFactors.base` is for those of which all are: one per
 * set of known attributes, in money per lead. Bit f of a place in the list says that attribute f is known; an unknown one
 * has the factor 1. With balanced multipliers a base is the baseline lead value / the mean over all leads of the product of
 * the known multipliers, so that the total of all leads is right whichever attributes are known. With suggested ones it is
 * always the baseline lead value, as it is with every kind where nothing is known.
 * Example: baseline 20, two attributes that say the same with 1.5 and 0.5 for half of the leads each: none or one known 20,
 * both known 20 / ((1.5² + 0.5²) / 2) = 16.
 */
export function listBases(analysis: Analysis, multipliers: Multipliers): number[] {
  const { baselineLeadValue, estimates, fields } = analysis;
  const balanced = multipliers === 'balanced' ? estimates?.tally : null;
  const bases = Array.from({ length: 2 ** fields.length }, (_, known) => {
    if (!balanced) return baselineLeadValue;
    const ofKnown = balanced.balanced.multipliers.map((list, field) =>
      (known & (2 ** field)) > 0 ? list : list.map(() => 1),
    );
    return rescaleBase(baselineLeadValue, meanMultiplier(balanced, ofKnown));
  });
  return bases.with(-1, findLeadFactors(analysis, multipliers).base);
}

/**
 * The value of a lead by the factors of its values, in the order of the fields: equal bit for bit to that of the
 * calculator. Example: base 20, factors 1.5 and 1.02: 30.6.
 */
export function multiplyFactors(base: number, factors: readonly number[]): number {
  return base * factors.reduce((product, factor) => product * factor, 1);
}
