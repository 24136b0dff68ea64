import type { ConversionAction } from '../counts/analysis-context.ts';
import { CONDITION_NAMES } from '#contract/platforms.ts';
import type { PlannedRule, EnteredPlan } from './platform.ts';

/**
 * A name for a rule that says its conditions: 'Lead value 2: CA + Mobile'. Names of data may be long, so it is cut to
 * what platforms take.
 */
export function nameRule({ conditions }: PlannedRule, index: number): string {
  const name = `Lead value ${index + 1}: ${conditions.map((condition) => condition.name).join(' + ')}`;
  return [...name].slice(0, MAX_NAME_CHARACTERS).join('');
}

const MAX_NAME_CHARACTERS = 100;

/** A multiplier as it is typed: two decimals, with a point. */
export function typeMultiplier({ multiplier }: PlannedRule): string {
  return multiplier.toFixed(2);
}

/** 'Primary condition: Location, select CA. Secondary condition: Device, select Mobile.' */
export function describeConditions({ conditions }: PlannedRule): string {
  const sentences = conditions.map(
    ({ kind, name }, index) =>
      `${index === 0 ? 'Primary' : 'Secondary'} condition: ${CONDITION_NAMES[kind]}, select ${name}.`,
  );
  return sentences.join(' ');
}

/** The leads that a conversion action counts, in words. */
export const COUNTED: Readonly<Record<ConversionAction, string>> = {
  'every-lead': 'every lead',
  'converted-leads': 'only customers',
};

const WORTH: Readonly<Record<ConversionAction, string>> = {
  'every-lead': 'what an average lead is worth',
  'converted-leads': 'what a converted lead is worth',
};

/** The base conversion value to type, and why. */
export function describeBase({
  action,
  baseValue,
  isRescaled,
}: Pick<EnteredPlan, 'action' | 'baseValue' | 'isRescaled'>): string {
  const typed = baseValue.toFixed(2);
  return isRescaled
    ? `Type ${typed}: with it the total stays as it is without rules.`
    : `Type ${typed}, ${WORTH[action]}.`;
}
