import type { ConversionAction } from '../counts/analysis-context.ts';
import type { Analysis } from './analyse.ts';

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
