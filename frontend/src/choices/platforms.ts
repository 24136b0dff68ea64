import type { ConversionAction } from '#frontend/analysis/counts/analysis-context.ts';
import { NO_APPLY_CHOICES, type ApplyChoices } from '#frontend/analysis/platforms/apply-choices.ts';
import type { ConditionKind } from '#frontend/analysis/platforms/conditions.ts';
import type { Choice } from './choice.ts';

export interface PlatformChoices {
  /** The kind of condition that ad platforms have for a column. Columns without an entry use the guess. */
  conditionKinds: ReadonlyMap<number, ConditionKind>;
  apply: Omit<ApplyChoices, 'kinds'>;
}

export interface SavedPlatforms {
  /** The leads that the conversion action counts; null or absent until the visitor answers. */
  conversionAction?: ConversionAction | null;
}

/** The choices that are saved. Exports state them too. */
export interface NamedPlatforms {
  conversionAction?: ConversionAction;
}

/** The choices of 'Apply'. Only the conversion action is saved. */
export const APPLY: Choice<PlatformChoices, SavedPlatforms> = {
  empty: { conditionKinds: new Map(), apply: NO_APPLY_CHOICES },
  save: ({ apply }) => ({ conversionAction: apply.conversionAction }),
  restore: ({ conversionAction = null }) => ({ apply: { ...NO_APPLY_CHOICES, conversionAction } }),
  name: ({ conversionAction }) => (conversionAction ? { conversionAction } : {}),
  pack: ({ conversionAction }) => (conversionAction ? { conversionAction } : {}),
  unpack: ({ conversionAction }) => (conversionAction ? { conversionAction } : {}),
  find: ({ conversionAction }) => (conversionAction ? { conversionAction } : {}),
  fit: ({ conversionAction }) => ({ conversionAction }),
  content: ({ conversionAction }) => (conversionAction ? [conversionAction] : []),
  draftSchema: ({ z, column, flag, conditionKind, conversionAction }) => ({
    conditionKinds: z.map(column, conditionKind),
    apply: z.object({
      includesTests: flag,
      conversionAction: z.nullable(conversionAction),
      isSpecialOffer: z.nullable(flag),
      isRescaled: flag,
    }),
  }),
  savedSchema: ({ z, conversionAction }) => ({ conversionAction: z.optional(z.nullable(conversionAction)) }),
};
