import './zod-without-eval.ts';
import * as z from 'zod/mini';
import { listOf } from './bounded.ts';
import { MAX_ENTERED } from './limits.ts';
import { countSchema, toEnterSchema } from './metrics.ts';
import { CONDITION_KINDS, type ConditionKind } from './platforms.ts';

/**
 * Rules to ad accounts. All calls need a user and that user's connection of the kind in the path, one of `RULE_KINDS`; they answer
 * 404 for another kind, and 409 `DISCONNECTED` or 502 `PROVIDER_UNAVAILABLE` as in `connections.ts`.
 *
 * | call | body | answer (`push-answers.ts`) |
 * |---|---|---|
 * | `GET /api/platforms/{kind}/accounts` | | 200 `adAccountsSchema` |
 * | `POST /api/platforms/{kind}/places` | `placesSchema` | 200 `foundPlacesSchema`: candidates for each name, to be confirmed by the visitor |
 * | `GET /api/platforms/{kind}/accounts/{id}/audiences?via=` | | 200 `audiencesSchema` |
 * | `GET /api/platforms/google-rules/accounts/{id}/conversion-actions?via=` | | 200 `conversionActionsSchema`; 404 for the other kinds |
 * | `POST /api/pushes/{kind}/preview` | `pushRequestSchema` | 200 `previewSchema`: reads, compares and tests, and writes nothing |
 * | `POST /api/pushes/{kind}` | `pushSchema` | 201 `pushedSchema`: writes what the visitor approved, also where it stopped on the way |
 * | `POST /api/pushes/{id}/undo` | | 200 `pushedSchema`: the effect before the push, also where it stopped on the way |
 * | `GET /api/pushes?kind=&before={id}` | | 200 `pushListSchema`: a page of the pushes of that kind, or of all, newest first, or of those before this one |
 * | `GET /api/pushes/{id}` | | 200 `pushedSchema`; 404 for a push of somebody else |
 *
 * Nothing is written unless the account is as the visitor saw it: `POST /api/pushes/{kind}` answers 409 `ACCOUNT_CHANGED` where the
 * picture is another one, and `POST /api/pushes/{id}/undo` where somebody has changed these rules since. Both answer 409
 * `PUSH_RUNNING` while another push of this user to the account is under way. A push with a problem answers 400 `INVALID_INPUT`.
 *
 * A write that gets no answer is read back and not repeated: the push then has the state `stopped`, and says what was
 * written. Another preview shows what is missing, and another push writes it.
 *
 * **Rules in use.** A push may name the saved analysis whose plan it writes: 404 for an unknown one, 400 `INVALID_INPUT` for a version
 * that it does not have, and nothing is written. A push that ends as `done` brings the rules of that version into use as
 * `POST /api/analyses/{id}/rules-in-use` does, in the same transaction; one that stops brings none. Its undo restores the rules that were in use
 * before, with their alerts, unless others came into use since: these stay.
 */

type PushedKind = Exclude<ConditionKind, 'none'>;

const PUSHED_CONDITIONS = CONDITION_KINDS.filter((kind): kind is PushedKind => kind !== 'none');

/**
 * The ids of values that need no look-up, the same for all platforms; each platform takes some of them. Ids of locations come from
 * `places`, those of audiences from `audiences`. Of the other kinds the id is the platform's own word.
 */
export const VALUE_IDS = {
  device: ['mobile', 'tablet', 'desktop'],
  gender: ['women', 'men'],
  'operating-system': ['ios', 'android'],
  age: ['18-24', '25-34', '35-44', '45-54', '55-64', '65+'],
} as const satisfies Partial<Record<PushedKind, readonly string[]>>;

/** Most rules of a push: no platform takes more. */
export const MAX_PUSHED_RULES = 500;
/** Most conditions of a rule, and most values of a condition. */
const MAX_CONDITIONS = 8;
const MAX_VALUES = 50;
/**
 * Names that one call of `places` looks up.
 *
 * @public
 */
export const MAX_PLACE_NAMES = 100;
const MAX_ID_LENGTH = 100;
/** Longest name of a rule, a place or a list, and longest value of the file, in UTF-16 code units. */
export const MAX_PUSHED_NAME_LENGTH = 300;
/** The largest multiplier. Platforms without a limit of their own take it. */
export const MAX_MULTIPLIER = 1000;

// Without words of their own these checks would say 'must be text' as well.
const notEmpty = z.minLength(1, 'must not be empty');
const atMost = (length: number) => z.maxLength(length, `must have at most ${length} characters`);

const idSchema = z.string('must be text').check(notEmpty, atMost(MAX_ID_LENGTH));
const nameSchema = z.string('must be text').check(atMost(MAX_PUSHED_NAME_LENGTH));

const accountSchema = z.object({
  id: idSchema,
  /** As in `adAccountsSchema`: what the account is reached through. */
  via: z.nullable(idSchema),
});

/** Body of `POST /api/platforms/{kind}/places`. */
export const placesSchema = z.object({
  account: accountSchema,
  names: z.array(nameSchema.check(notEmpty)).check(z.minLength(1), z.maxLength(MAX_PLACE_NAMES)),
  /** Two letters of ISO 3166-1; null looks in all countries. */
  country: z.nullable(z.string().check(z.regex(/^[A-Z]{2}$/, 'must be two letters'))),
});

/** One value of a condition: the platform's id, its name there, and the value of the file that it stands for. */
const valueSchema = z.object({ id: idSchema, name: nameSchema, value: nameSchema });

const conditionSchema = z.object({
  kind: z.enum(PUSHED_CONDITIONS),
  /** Any of these. */
  values: z.array(valueSchema).check(z.minLength(1), z.maxLength(MAX_VALUES)),
});

/** A rule of the plan. */
const pushedRuleSchema = z.object({
  /** As in the sheet of steps; used where rules of the platform have names. */
  name: nameSchema.check(notEmpty),
  /** Of the plan, as the platform accepts it: 1.24 is +24% on a platform of percents. */
  multiplier: z.number().check(z.gt(0), z.lte(MAX_MULTIPLIER)),
  /** All of these, the primary one first. */
  conditions: z.array(conditionSchema).check(z.minLength(1), z.maxLength(MAX_CONDITIONS)),
});

/** Body of `POST /api/pushes/{kind}/preview`. */
export const pushRequestSchema = z.object({
  account: accountSchema,
  /** In the order of the plan. */
  rules: z.array(pushedRuleSchema).check(z.minLength(1), z.maxLength(MAX_PUSHED_RULES)),
});

/** Body of `POST /api/pushes/{kind}`. */
export const pushSchema = z.object({
  ...pushRequestSchema.shape,
  /** Of the preview that the visitor approved. */
  picture: idSchema,
  /** The saved analysis and version whose plan it is, and the figures that it enters, as in `rulesInUseSchema`. Earlier pages name none. */
  analysis: z.optional(
    z.object({
      id: idSchema,
      version: countSchema,
      toEnter: z.optional(listOf(toEnterSchema, MAX_ENTERED)),
    }),
  ),
});

/** The analysis that a push names. */
export type PlannedAnalysis = NonNullable<z.infer<typeof pushSchema>['analysis']>;
export type AccountReference = z.infer<typeof accountSchema>;
export type PlacesRequest = z.infer<typeof placesSchema>;
/** @public */
export type PushedValue = z.infer<typeof valueSchema>;
export type PushedCondition = z.infer<typeof conditionSchema>;
export type PushedRule = z.infer<typeof pushedRuleSchema>;
/** @public */
export type PushRequest = z.infer<typeof pushRequestSchema>;
/** @public */
export type PushBody = z.infer<typeof pushSchema>;
