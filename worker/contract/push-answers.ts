import './zod-without-eval.ts';
import * as z from 'zod/mini';
import { RULE_KINDS } from './platforms.ts';

// The answers about rules in ad accounts: see `pushes.ts`. The Worker imports only the types.

/** Answer of `GET /api/platforms/{kind}/accounts`. */
export const adAccountsSchema = z.object({
  accounts: z.array(
    z.object({
      id: z.string(),
      /** The account that leads to this one, to be sent along with its id: the manager account at Google, the customer at Microsoft. */
      via: z.nullable(z.string()),
      /** The name to show; the id where the account has none. */
      name: z.string(),
      /** ISO 4217; null where the platform does not say. */
      currency: z.nullable(z.string()),
      /** True for an account that holds other accounts. With cross-account conversion tracking its rules are those that count. */
      isManager: z.boolean(),
      isTest: z.boolean(),
    }),
  ),
  /** How many were not looked at, since they are too many for one call or did not answer. Such an account is named by its id. */
  unread: z._default(z.optional(z.number()), 0),
});

const placeSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Two letters of ISO 3166-1; null where the platform does not say. */
  country: z.nullable(z.string()),
  /** In the platform's words: 'State', 'City', 'Postal Code'. */
  type: z.string(),
  /** The name with what it lies in: 'Texas, United States'. To be sent as the `name` of the value. */
  fullName: z.string(),
});

/** Answer of `POST /api/platforms/{kind}/places`, an entry per name and in their order. */
export const foundPlacesSchema = z.object({
  places: z.array(
    z.object({
      name: z.string(),
      /** Best first. None is chosen for the visitor. */
      candidates: z.array(placeSchema),
      /**
       * The id that this user has pushed for this value before, if it is among the candidates of any name of the call: it need not be confirmed
       * again.
       */
      confirmedId: z.nullable(z.string()),
    }),
  ),
});

/** Answer of `GET /api/platforms/{kind}/accounts/{id}/audiences`. */
export const audiencesSchema = z.object({
  audiences: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** In the platform's words; '' where it says nothing. */
      type: z.string(),
      /** The reason why rules cannot use it; null where they can. */
      problem: z.nullable(z.string()),
      /** Values of the file for which this user has pushed it before. */
      confirmedFor: z.array(z.string()),
    }),
  ),
});

/** Answer of `GET /api/platforms/google-rules/accounts/{id}/conversion-actions`: the enabled ones. */
export const conversionActionsSchema = z.object({
  conversionActions: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Google's words: UPLOAD_CLICKS, WEBPAGE; SUBMIT_LEAD_FORM, QUALIFIED_LEAD. */
      type: z.string(),
      category: z.string(),
      /** True if campaigns can bid by it. */
      isPrimary: z.boolean(),
      /** The account that owns it, where it is another one. */
      ownerId: z.nullable(z.string()),
    }),
  ),
  /** The account where conversions are made and kept; null where it is this one. Values belong there. */
  trackedBy: z.nullable(z.string()),
});

/** `pause`: the rule stays and does nothing. `remove`: it goes, since it cannot stay paused. */
const ACTIONS = ['add', 'change', 'pause', 'remove', 'leave'] as const;

const differenceSchema = z.array(
  z.object({
    action: z.enum(ACTIONS),
    /** Its conditions in words: 'Location: Texas, United States + Device: Mobile'. */
    rule: z.string(),
    /** Its effect in words, 'Multiply by 1.30'; null for a rule that the account does not hold. */
    before: z.nullable(z.string()),
    after: z.nullable(z.string()),
  }),
);

/** Answer of `POST /api/pushes/{kind}/preview`. */
export const previewSchema = z.object({
  /** Hash of all that the account holds of rules. A push sends it back. */
  picture: z.string(),
  accountName: z.string(),
  /** Our rules and those of the plan, in the order of the plan. */
  difference: differenceSchema,
  /** Rules of the account that were not made by this user here, in words. They are never changed. */
  others: z.array(z.object({ rule: z.string(), effect: z.string() })),
  /** Sentences: the campaigns and conversion actions of this account that the rules touch. To be shown before the button. */
  touches: z.array(z.string()),
  /** Sentences: what changes beside the rules, and could not be taken back: a condition type that a rule set then has for good. */
  notes: z.array(z.string()),
  /** The reasons why this cannot be pushed; with one of them there is no button. `rule` counts from 0; null: not about one rule. */
  problems: z.array(z.object({ rule: z.nullable(z.number()), message: z.string() })),
  /** True if the platform itself tested it; false: our own check. */
  isTested: z.boolean(),
});

const listedPushSchema = z.object({
  id: z.string(),
  kind: z.enum(RULE_KINDS),
  account: z.object({ id: z.string(), via: z.nullable(z.string()), name: z.string() }),
  /** E-mail address of the user at that time. */
  by: z.string(),
  /** ISO 8601, as all times here. */
  createdAt: z.string(),
  /**
   * `writing`: under way. `done`: written, and read back to prove it. `stopped`: not all of it was written. `undone`: the effect is that of
   * before. `undo-stopped`: an undo has not written all; it can be tried again.
   */
  state: z.enum(['writing', 'done', 'stopped', 'undone', 'undo-stopped']),
  /** The actions of its difference, each with the number of its rules. */
  changes: z.array(z.object({ action: z.enum(ACTIONS), count: z.number() })),
  undoneAt: z.nullable(z.string()),
  /** True for the last push to the account that has written something. */
  canUndo: z.boolean(),
});

const pushRecordSchema = z.object({
  ...listedPushSchema.shape,
  /** As the visitor approved it. */
  difference: differenceSchema,
  /** The writes that the platform confirmed, in words and in order, those of an undo too. */
  written: z.array(z.string()),
  /** Why it stopped; null where it did not. */
  problem: z.nullable(z.string()),
  /** Sentences: what is left to do in the platform by hand. */
  next: z.array(z.string()),
  /** Sentences: what the platform keeps after an undo. */
  kept: z.array(z.string()),
  /**
   * The rules in use of the analysis that it names. `marked`: it has brought its own into use. `not-marked`: the analysis was changed, moved
   * or deleted while it was under way. `restored`: its undo has brought back those before. `left`: others came into use before its undo,
   * and stay. Null where it names none, or has stopped.
   */
  rulesInUse: z._default(z.nullable(z.enum(['marked', 'not-marked', 'restored', 'left'])), null), // an earlier release sends none
});

/** Answer of `GET /api/pushes/{id}`, `POST /api/pushes/{kind}` and `POST /api/pushes/{id}/undo`. */
export const pushedSchema = z.object({ push: pushRecordSchema });

/** Answer of `GET /api/pushes`. `next` is the id to ask for the pushes before; null where these are all. */
export const pushListSchema = z.object({ pushes: z.array(listedPushSchema), next: z.nullable(z.string()) });

export type AdAccounts = z.infer<typeof adAccountsSchema>;
export type AdAccount = AdAccounts['accounts'][number];
export type FoundPlaces = z.infer<typeof foundPlacesSchema>;
export type AdPlace = z.infer<typeof placeSchema>;
export type Audiences = z.infer<typeof audiencesSchema>;
export type Audience = Audiences['audiences'][number];
export type ConversionActions = z.infer<typeof conversionActionsSchema>;
export type PushPreview = z.infer<typeof previewSchema>;
export type DifferenceRow = PushPreview['difference'][number];
export type ListedPush = z.infer<typeof listedPushSchema>;
export type PushRecord = z.infer<typeof pushRecordSchema>;
export type Pushed = z.infer<typeof pushedSchema>;
export type PushList = z.infer<typeof pushListSchema>;
