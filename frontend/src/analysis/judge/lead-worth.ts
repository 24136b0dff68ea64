import type { Analysis } from './analyse.ts';
import type { ConversionAction } from '../counts/analysis-context.ts';
import type { Basis } from '../counts/mapping.ts';

/**
 * The value that multipliers are applied to on a platform: what the conversion action counts is worth this on average.
 * For every lead it is the value of an average lead, for converted leads that of a converted lead.
 * Example: conversion value 100, 13% convert: 13 for every lead, 100 for converted leads.
 */
export function baseValueOf(analysis: Analysis, action: ConversionAction): number {
  return action === 'every-lead' ? analysis.baselineLeadValue : convertedLeadValue(analysis);
}

/** The conversion value; by value the mean amount of the converted leads, 0 without any. */
function convertedLeadValue({ value, settings, segments, totalConversions }: Analysis): number {
  if (!value) return settings.conversionValue;
  let sum = 0;
  // Each lead is in one segment of the first field.
  for (const { field, conversions, amounts } of segments)
    if (field === 0 && amounts) sum += amounts.perConversion * conversions;
  return totalConversions > 0 ? sum / totalConversions : 0;
}

/** How the values of leads are made for platforms, files and look-ups. */
export interface ValueChoices {
  /** The leads that the conversion action counts. */
  action: ConversionAction;
  /** The value of a lead comes from the model of all columns, where it is offered. */
  usesAllColumns?: boolean;
}

/** The worth of leads, as plain data that one thread can pass to another: the values of leads are multiples of the base. */
export interface LeadWorth extends Pick<ValueChoices, 'usesAllColumns'> {
  basis: Basis;
  /** A converted lead has what it brought, and no estimate: its conversion action counts how often leads convert already. */
  isActual?: boolean;
  /** The value of an average lead, or where the action counts only converted leads, of a converted one. */
  base: number;
  /** Per attribute the values that the value rules list. */
  ruled: readonly (readonly string[])[];
}

/**
 * Finds the base that the values of leads are multiples of, and the attribute values that have a rule. Example: conversion value 100, 13%
 * convert: base 13 for every lead, 100 for converted leads.
 */
export function findLeadWorth(
  analysis: Analysis,
  { action, usesAllColumns = false }: ValueChoices,
): LeadWorth {
  const { fields, valueRules, basis } = analysis;
  return {
    basis,
    ...(action === 'converted-leads' ? { isActual: true } : usesAllColumns && { usesAllColumns }),
    base: baseValueOf(analysis, action),
    ruled: fields.map((_, field) =>
      valueRules.flatMap(({ segment }) => (segment.field === field ? [segment.value] : [])),
    ),
  };
}
