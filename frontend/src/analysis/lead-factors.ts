import type { Analysis } from './analyse.ts';
import { baseValueOf, type ConversionAction } from './base-value.ts';
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

/** How the values of leads are made for platforms, files and look-ups. */
export interface ValueChoices {
  multipliers: Multipliers;
  /** What the conversion action counts. */
  action: ConversionAction;
  /** Values labelled Unclear count with their own multiplier too, not with 1. */
  usesUnclear: boolean;
}

/** What is multiplied, for each value of each attribute. */
export interface LeadFactors {
  /** The value of a lead whose factors are all 1. */
  base: number;
  fields: readonly FieldFactors[];
}

/**
 * The factors behind the values of leads: with suggested multipliers the lifts after the cut, with balanced ones the balanced
 * multipliers, whose constant is in the base. Balanced ones fall back on suggested where combinations are not known, as
 * everywhere. A value labelled Unclear has a factor of 1 unless the choices say otherwise. Where they do, and the action counts
 * every lead, the product is the lead value of the calculator.
 * Example: an average lead worth 20, Source Referral at 1.5: base 20, and the factor of Referral is 1.5.
 */
export function findLeadFactors(
  analysis: Analysis,
  { multipliers, action, usesUnclear }: ValueChoices,
): LeadFactors {
  const { estimates, fields, segments, valueRules } = analysis;
  const balanced = multipliers === 'balanced' ? estimates : null;
  const factors = fields.map(() => new Map<string, number>());
  for (const { field, value, label, liftAfterCut } of segments) {
    const own = balanced?.multiplierOf(field, value) ?? liftAfterCut;
    factors[field]?.set(value, label === 'Unclear' && !usesUnclear ? 1 : own);
  }
  const ruled = fields.map(() => new Set<string>());
  for (const { segment } of valueRules) ruled[segment.field]?.add(segment.value);
  return {
    base: baseValueOf(analysis, action) * (balanced?.tally.balanced.scale ?? 1),
    fields: fields.map(({ name, values }, field) => ({
      name,
      values,
      factors: values.map((value) => factors[field]?.get(value) ?? 1),
      hasRule: values.map((value) => ruled[field]?.has(value) ?? false),
    })),
  };
}

/**
 * The value of a lead by the factors of its values, in the order of the fields: with the factors of the calculator equal bit
 * for bit to its lead value. Example: base 20, factors 1.5 and 1.02: 30.6.
 */
export function multiplyFactors(base: number, factors: readonly number[]): number {
  return base * factors.reduce((product, factor) => product * factor, 1);
}
