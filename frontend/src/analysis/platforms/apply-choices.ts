import type { ConversionAction } from '../base-value.ts';
import type { ConditionKind } from './conditions.ts';

/** What the visitor chose in 'Apply'. */
export interface ApplyChoices {
  /** What each field is; null where the guess stands. */
  kinds: readonly (ConditionKind | null)[];
  /** Rules labelled Test are entered too. */
  includesTests: boolean;
  /** What the conversion action counts; null until it is answered: before that there are no plans and no files. */
  conversionAction: ConversionAction | null;
  /** Values labelled Unclear count with their own multiplier too, not with 1. */
  usesUnclear: boolean;
  /** Whether the offer is about housing, employment, or financial products and services; null until it is answered. */
  isSpecialOffer: boolean | null;
  /** The base conversion value makes up for the rules. */
  isRescaled: boolean;
}

/** The choices before the visitor makes any, but for the kinds. */
export const NO_APPLY_CHOICES: Omit<ApplyChoices, 'kinds'> = {
  includesTests: false,
  conversionAction: null,
  usesUnclear: false,
  isSpecialOffer: null,
  isRescaled: false,
};
