import type { UnseenCheck } from '#frontend/analysis/check-unseen.ts';
import { CHECK_REPEATS, LEARNING_SHARE } from '#frontend/analysis/constants.ts';
import type { RuleCheck, Method } from '#frontend/analysis/learn-rules.ts';
import type { Basis } from '#frontend/analysis/worth.ts';
import { countNoun, formatConfidence, formatCount } from '#frontend/lib/format.ts';

/** A check that had enough conversions. */
export type FinishedCheck = Extract<UnseenCheck, { kind: 'checked' }>;

export const METHOD_NAMES: Readonly<Record<Method, string>> = {
  rules: 'Suggested value rules',
  product: 'All lifts multiplied',
  balanced: 'Balanced',
  best: 'Best estimate',
};

/** The words for what a check predicts, by basis. */
export const CHECKED: Readonly<
  Record<Basis, { noun: string; amounts: string; byTenth: string; perLead: string }>
> = {
  conversions: {
    noun: 'conversions',
    amounts: 'Predicted and Actual Conversions',
    byTenth: 'Conversions by Tenth',
    perLead: 'conversion rate',
  },
  value: {
    noun: 'value',
    amounts: 'Predicted and Actual Value',
    byTenth: 'Value by Tenth',
    perLead: 'value per lead',
  },
};

export const OUTCOMES: Readonly<Record<RuleCheck['outcome'], { word: string; sign: string }>> = {
  held: { word: 'Held', sign: '●' },
  faded: { word: 'Faded', sign: '○' },
  'too-few': { word: 'Too few', sign: '–' },
};

/** What the check does. */
export function wordMeaning({ part }: FinishedCheck): string {
  return part === 'latest' ? LATEST_MEANING : RANDOM_MEANING;
}

const LATEST_MEANING = `Rules were learned on the older ${formatConfidence(LEARNING_SHARE)} of the leads and tried on the latest ${formatConfidence(1 - LEARNING_SHARE)}, once. Leads without a date took no part, and none left this browser.`;

const RANDOM_MEANING = `Rules were learned on ${formatConfidence(LEARNING_SHARE)} of the leads and tried on the other ${formatConfidence(1 - LEARNING_SHARE)}, ${CHECK_REPEATS} times. No lead was used for both at once, and none left this browser.`;

/** Which values each repeat chose for itself; null where none were. */
export function wordChosenAnew({ chosenAnew }: FinishedCheck): string | null {
  if (chosenAnew.length === 0) return null;
  const fields = new Intl.ListFormat('en', { type: 'conjunction' }).format(chosenAnew);
  return `The best-split ranges or merged rare values of ${fields} were chosen anew each time, from the leads that the rules were learned on. A range goes by the name of the one here that shares most of its leads.`;
}

/**
 * The verdict in one sentence.
 * Example: bias -14% outside its band, balanced 1.2%: 'With these rules, predicted value was 14% below what happened;
 * Balanced was 1% off.'
 */
export function wordVerdict({ methods: { rules, balanced } }: FinishedCheck): string {
  const chance = rules.isChance ? ', which chance alone can do' : '';
  return `With these rules, predicted value was ${wordBias(rules.bias)}${chance}; Balanced was ${wordSize(balanced.bias)} off.`;
}

function wordBias(bias: number): string {
  if (Math.abs(bias) < LEAST_SHOWN) return `${wordSize(bias)} off`;
  return `${wordSize(bias)} ${bias < 0 ? 'below' : 'above'} what happened`;
}

/** Smaller shares are 0% when they are rounded. */
const LEAST_SHOWN = 0.005;

function wordSize(bias: number): string {
  const size = Math.abs(bias);
  return size < LEAST_SHOWN ? 'less than 1%' : formatConfidence(size);
}

/** '6 of 9 rules held, 2 faded, 1 has too few leads to tell.' */
export function wordOutcomes(rules: readonly RuleCheck[]): string {
  if (rules.length === 0) return 'No rule was found on the learning part of the leads.';
  const countOf = (outcome: RuleCheck['outcome']) => rules.filter((rule) => rule.outcome === outcome).length;
  const few = countOf('too-few');
  const parts = [
    `${formatCount(countOf('held'))} of ${countNoun(rules.length, 'rule')} held`,
    `${formatCount(countOf('faded'))} faded`,
    few > 0 && `${formatCount(few)} ${few === 1 ? 'has' : 'have'} too few leads to tell`,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

/** 'Seed 2026, 20 repeats, 2,772 unseen leads each, 1,068 of them converted on average. ...' */
export function wordOrigin({ part, seed, repeats, leads, actual, basis }: FinishedCheck): string {
  const happened =
    basis === 'value' ? `worth ${formatCount(actual)}` : `of which ${formatCount(actual)} converted`;
  if (part === 'latest')
    return `The latest ${countNoun(leads, 'lead')}, ${happened}. The same file and settings give the same figures.`;
  return `Seed ${seed}, ${countNoun(repeats, 'repeat')}, ${countNoun(leads, 'unseen lead')} each, ${happened} on average. The same file and settings give the same figures.`;
}
