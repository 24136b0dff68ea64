import { NO_APPLY_CHOICES } from '#frontend/analysis/platforms/apply-choices.ts';
import type { PlatformChoices, SavedPlatforms } from './choices.ts';
import type { Choice } from './choice.ts';

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
