import type { ConversionAction } from '../counts/analysis-context.ts';
import type { ConditionKind } from '#contract/platforms.ts';

/** The visitor's choices in 'Apply'. */
export interface ApplyChoices {
  /** The kind of each field; null for a field with the guessed kind. */
  kinds: readonly (ConditionKind | null)[];
  /** Whether rules labelled Test are entered too. */
  includesTests: boolean;
  /** The leads that the conversion action counts; null until the visitor answers. Until then there are no plans and files. */
  conversionAction: ConversionAction | null;
  /** Whether the offer is about housing, employment, or financial products and services; null until it is answered. */
  isSpecialOffer: boolean | null;
  /** The base conversion value makes up for the rules. */
  isRescaled: boolean;
}

/** The choices before the visitor makes any, without the kinds. */
export const NO_APPLY_CHOICES: Omit<ApplyChoices, 'kinds'> = {
  includesTests: false,
  conversionAction: null,
  isSpecialOffer: null,
  isRescaled: false,
};

interface Totals {
  totalConversions: number;
  totalLeads: number;
}

/** The leads that the conversion action counts; null until it is answered. Where every lead converted nobody is asked. */
export function answeredAction(
  totals: Totals,
  chosen: ConversionAction | null | undefined,
): ConversionAction | null {
  return isActionAsked(totals) ? (chosen ?? null) : 'every-lead';
}

/** The same, with every lead until it is answered. */
export function countedBy(totals: Totals, chosen: ConversionAction | null | undefined): ConversionAction {
  return answeredAction(totals, chosen) ?? 'every-lead';
}

/** Whether the answer changes a figure or a file. It does not where every lead converted. */
export function isActionAsked({ totalConversions, totalLeads }: Totals): boolean {
  return totalConversions < totalLeads;
}
