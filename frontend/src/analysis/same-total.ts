import type { Analysis } from './analyse.ts';
import { meanMultiplier, rescaleBase } from './balanced.ts';
import type { Estimates } from './estimate-combinations.ts';
import type { Multipliers } from './lead-values.ts';
import { listMultipliers } from './learn-rules.ts';

/** The value that the rules multiply: the conversion value, or by value the value per lead. */
export function baseValueOf({ value, settings }: Pick<Analysis, 'value' | 'settings'>): number {
  return value ? value.perLead : settings.conversionValue;
}

/**
 * The base conversion value with which the value rules leave the total reported value as it is: conversion value, or by
 * value the value per lead, / mean multiplier over all leads. A lead without a rule has a multiplier of 1, so only the base can make up for the rules.
 * Example: conversion value 100; 100 of 400 leads have a rule of 1.5: 100 / 1.125 = 88.89.
 */
export function baseForSameTotal(
  { valueRules, ...analysis }: Analysis,
  { tally, multiplierOf }: Estimates,
  multipliers: Multipliers,
): number {
  const rules = valueRules.map(({ segment: { field, value }, suggested }) => ({
    field,
    value,
    multiplier: multipliers === 'balanced' ? multiplierOf(field, value) : suggested,
  }));
  const mean = meanMultiplier(tally, listMultipliers(tally.fields, rules));
  return rescaleBase(baseValueOf(analysis), mean);
}
