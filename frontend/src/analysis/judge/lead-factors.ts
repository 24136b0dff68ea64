import type { Analysis } from './analyse.ts';
import { meanMultiplier, rescaleBase } from '../balanced/balanced.ts';
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
  /** The leads that the conversion action counts. */
  action: ConversionAction;
  /** Values labelled Unclear count with their own multiplier too, not with 1. */
  usesUnclear: boolean;
}

/** The factors of each value of each attribute, and the base that they multiply. */
export interface LeadFactors {
  /** The value of a lead whose factors are all 1. */
  base: number;
  fields: readonly FieldFactors[];
}

/**
 * The factors behind the values of leads: with suggested multipliers the lifts after the cut, with balanced ones the balanced
 * multipliers. Balanced ones fall back on suggested where combinations are not known, as everywhere. A value labelled Unclear
 * has a factor of 1 unless the choices say otherwise; where they do, and the action counts every lead, the product is the lead
 * value of the calculator.
 * Example: an average lead worth 20, Source Referral at 1.5: base 20, and the factor of Referral is 1.5.
 */
export function findLeadFactors(analysis: Analysis, choices: ValueChoices): LeadFactors {
  const { fields, valueRules } = analysis;
  const factors = listFactors(analysis, choices);
  const ruled = fields.map(() => new Set<string>());
  for (const { segment } of valueRules) ruled[segment.field]?.add(segment.value);
  const everything = fields.map(() => true);
  return {
    base: findBase(analysis, choices, { factors, isKnown: everything }),
    fields: fields.map(({ name, values }, field) => ({
      name,
      values,
      factors: values.map((value) => factors[field]?.get(value) ?? 1),
      hasRule: values.map((value) => ruled[field]?.has(value) ?? false),
    })),
  };
}

/** Per field the factor of each value by its name. */
type FactorsByName = readonly ReadonlyMap<string, number>[];

function listFactors(
  { estimates, fields, segments }: Analysis,
  { multipliers, usesUnclear }: ValueChoices,
): FactorsByName {
  const balanced = multipliers === 'balanced' ? estimates : null;
  const factors = fields.map(() => new Map<string, number>());
  for (const { field, value, label, liftAfterCut } of segments) {
    const own = balanced?.multiplierOf(field, value) ?? liftAfterCut;
    factors[field]?.set(value, label === 'Unclear' && !usesUnclear ? 1 : own);
  }
  return factors;
}

/**
 * The base for leads of which only some attributes are known, as `LeadFactors.base` is for those of which all are: one per
 * set of known attributes, in money per lead. Bit f of a place in the list says that attribute f is known; an unknown one
 * has the factor 1. With balanced multipliers a base is the value of the average lead / the mean over all leads of the product
 * of the factors of what is known, so that the total of all leads is right whichever attributes are known. With suggested ones
 * it is always the value of the average lead, as it is with every kind where nothing is known.
 * Example: average 20, two attributes that say the same with 1.5 and 0.5 for half of the leads each: none or one known 20,
 * both known 20 / ((1.5² + 0.5²) / 2) = 16.
 */
export function listBases(analysis: Analysis, choices: ValueChoices): number[] {
  const { fields } = analysis;
  const factors = listFactors(analysis, choices);
  return Array.from({ length: 2 ** fields.length }, (_, known) => {
    const isKnown = fields.map((__, field) => (known & (2 ** field)) > 0);
    return findBase(analysis, choices, { factors, isKnown });
  });
}

function findBase(
  analysis: Analysis,
  { multipliers, action, usesUnclear }: ValueChoices,
  { factors, isKnown }: { factors: FactorsByName; isKnown: readonly boolean[] },
): number {
  const average = baseValueOf(analysis, action);
  const tally = multipliers === 'balanced' ? analysis.estimates?.tally : null;
  if (!tally) return average;
  // The same but for rounding: the calculator multiplies by the scale.
  if (usesUnclear && isKnown.every(Boolean)) return average * tally.balanced.scale;
  const ofKnown = tally.fields.map(({ values }, field) =>
    Float64Array.from(values, (value) => (isKnown[field] ? (factors[field]?.get(value) ?? 1) : 1)),
  );
  return rescaleBase(average, meanMultiplier(tally, ofKnown));
}

/**
 * The value of a lead by the factors of its values, in the order of the fields: with the factors of the calculator equal bit
 * for bit to its lead value. Example: base 20, factors 1.5 and 1.02: 30.6.
 */
export function multiplyFactors(base: number, factors: readonly number[]): number {
  return base * factors.reduce((product, factor) => product * factor, 1);
}
