import './zod-without-eval.ts';
import * as z from 'zod/mini';
import { listOf } from './bounded.ts';
import { MAX_ENTERED } from './limits.ts';
import { countSchema, notNegative, toEnterSchema } from './metrics.ts';
import { RULE_KINDS } from './platforms.ts';

/**
 * Alerts of a saved analysis that a source keeps current: a rule in use no longer holds. All calls need a user; they answer 404 where
 * the analysis is unknown or somebody else's.
 *
 * | call | body | answer |
 * |---|---|---|
 * | `GET /api/analyses/{id}/alerts?before={place}` | | 200 `alertsSchema`: a page of the alerts, or of those after this place, then without the rules and their figures |
 * | `POST /api/analyses/{id}/alerts/seen` | `seenAlertsSchema` | 200 `alertsSchema`: alerts up to this version count as seen |
 * | `POST /api/analyses/{id}/rules-in-use` | `rulesInUseSchema` | 200 `alertsSchema`: the rules of a version are in use from now on, and what was raised before is settled. 404 for an unknown number |
 *
 * `POST /api/analyses/{id}/versions/{number}/entered` does the same for the version, as entered by hand. The list of
 * analyses and `GET /api/auth/user` say how many alerts there are.
 *
 * **What raises an alert.** The rules in use are those that Value Rules lists for the version in use, with at least 30 leads and 5
 * expected conversions, the 200 with the most leads. The figures that they have then stay as their reference. The first run freezes the rules
 * of the saved analysis, unless others are in use. Each run counts the leads that are dated after the newest date of the
 * reference and are past the age cut: the last 7 and the last 14 days, of monthly runs the last month and the last two. Runs are judged
 * once a week at most. A rule raises one alert per reference. Alerts go by conversions, also where the analysis goes by value.
 * The latest leads are judged at the mix of the reference: as if the leads of the segment, and all others, were spread over the other attributes as
 * they were then. Rules whose reference does not tell that, those of one attribute and of earlier releases, are judged by the leads as they are.
 */

/** How rules came into use: the first run found them, or their owner entered or pushed them. */
export const IN_USE_BY = ['watched', 'entered', ...RULE_KINDS] as const;

/** Body of `POST /api/analyses/{id}/rules-in-use`: `version` 0 is the analysis as it is saved. */
export const rulesInUseSchema = z.object({
  version: countSchema,
  by: z._default(z.enum(['entered', ...RULE_KINDS]), 'entered'),
  /**
   * The figures that were typed or pushed, where the page knows them; else those of the saved record are taken for `version` 0. They stay
   * with the rules. A push leaves those of other platforms that are in use.
   */
  toEnter: z.optional(listOf(toEnterSchema, MAX_ENTERED)),
});

/** Body of `POST /api/analyses/{id}/alerts/seen`: the newest version that the page has shown. */
export const seenAlertsSchema = z.object({ upTo: countSchema });

const sideSchema = z.enum(['raise', 'cut']);

/** Leads of a segment and of all, and how many of each converted. */
const shareSchema = z.object({
  leads: countSchema,
  converted: countSchema,
  totalLeads: countSchema,
  totalConverted: countSchema,
});

const ruleSchema = z.object({ field: z.string(), value: z.string(), side: sideSchema });

const alertSchema = z.object({
  ...ruleSchema.shape,
  /** The version that raised it. */
  version: countSchema,
  /** ISO 8601, as all times here. */
  madeAt: z.string(),
  seenAt: z.nullable(z.string()),
  /** The figures that the rule was entered with. */
  reference: shareSchema,
  /** The leads since then that raised it, dated from the first to the last of these days, both included: '2026-11-20'. */
  latest: z.object({
    first: z.string(),
    last: z.string(),
    ...shareSchema.shape,
    /** The lift at the mix of the reference; absent where the leads were judged as they are. */
    liftAtMix: z.optional(notNegative),
  }),
  p: z.number(),
  q: z.number(),
});

/**
 * Why no alert can come: no rules are in use, since no file was counted yet; the analysis has no column of dates, which alerts need; it has a last day, and later leads do not
 * count; or no rule has enough leads. Null where alerts can come.
 */
export const NO_ALERTS = ['not-counted', 'no-date', 'last-day', 'no-rules'] as const;

/** @public */
export const alertsSchema = z.object({
  missing: z.nullable(z.enum(NO_ALERTS)),
  /** True where the analysis goes by value: alerts go by conversions nevertheless. */
  isByValue: z.boolean(),
  /** The figures with which the latest leads are compared; null where no rules are in use yet. */
  inUse: z.nullable(
    z.object({
      /** 0: the analysis as it was saved. */
      version: countSchema,
      since: z.string(),
      by: z.enum(IN_USE_BY),
      /** Leads up to this day are not judged: '2026-11-20'. Null without a date. */
      newestDay: z.nullable(z.string()),
      /** When a run was judged last. */
      judgedAt: z.nullable(z.string()),
      /** The figures that were typed or pushed; absent where they are not known, and in all pages but the first. */
      toEnter: z.optional(z.array(toEnterSchema)),
    }),
  ),
  /**
   * The rules in use. `weeks`: if a rule stopped working altogether, an alert would come within about this many weekly runs, in 9
   * of 10 cases, by the leads of the last judged run; null where that takes more than a year, or it has too few leads to be judged.
   * Empty in all pages but the first.
   */
  rules: z.array(z.object({ ...ruleSchema.shape, weeks: z.nullable(countSchema) })),
  /** Of the rules in use, the newest first. */
  alerts: z.array(alertSchema),
  /** The place to ask for the alerts after these; null where these are all. */
  next: z._default(z.nullable(z.string()), null), // an earlier release sends all
});

/** In the list of analyses: the alerts of the rules in use, and how many of them were not seen yet. */
export const alertCountsSchema = z.object({ open: countSchema, unseen: countSchema });

export type Alerts = z.infer<typeof alertsSchema>;
export type Alert = Alerts['alerts'][number];
export type RulesInUse = z.output<typeof rulesInUseSchema>;
