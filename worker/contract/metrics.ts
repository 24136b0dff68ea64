import './zod-without-eval.ts';
import * as z from 'zod/mini';
import { PLATFORM_IDS } from './platforms.ts';
import { listOf, textSchema, wholeNumber } from './bounded.ts';
import {
  MAX_ATTRIBUTES,
  MAX_COUNTED_STATUSES,
  MAX_ENTERED,
  MAX_LEADS,
  MAX_LISTED_NAME_LENGTH,
  MAX_MIX_CELLS,
  MAX_MIX_VALUES,
  MAX_RATIO,
} from './limits.ts';

const COUNT = 'must be a whole number of at least 0';
const PERCENT = 'must be a number from 0 to 100';
const PROBABILITY = 'must be a number from 0 to 1';
const RATIO = 'must be a number of at least 0';
const TOO_LARGE = 'is larger than any file can make it';

export const countSchema = wholeNumber(COUNT).check(z.minimum(0, COUNT), z.maximum(MAX_LEADS, TOO_LARGE));
export const percentSchema = z.number(PERCENT).check(z.minimum(0, PERCENT), z.maximum(100, PERCENT));
export const probability = z.number(PROBABILITY).check(z.minimum(0, PROBABILITY), z.maximum(1, PROBABILITY));
export const notNegative = z.number(RATIO).check(z.minimum(0, RATIO));
export const ratio = z.number(RATIO).check(z.minimum(0, RATIO), z.maximum(MAX_RATIO, TOO_LARGE));

export const SEGMENT_LABELS = ['Use', 'Test', 'No difference', 'Unclear'] as const;
const PAIR_LABELS = ['Real', 'Possible', 'No difference', 'Unclear'] as const;

/**
 * The figures of a segment. Rates and confidence are percent, unrounded; lifts are ratios (1 = no effect). The optional
 * figures follow from the counts.
 */
export const metricSchema = z.object({
  fieldName: textSchema,
  fieldValue: textSchema,
  totalLeads: countSchema,
  qualifiedLeads: countSchema,
  conversionRate: percentSchema,
  confidence: z.optional(percentSchema),
  rawLift: z.optional(ratio),
  adjustedLift: z.optional(ratio),
  pValue: z.optional(probability),
  /** How far the data support the lift of the segment, by conversions: 'Use', 'Test', 'No difference' or 'Unclear'. */
  label: z.optional(z.enum(SEGMENT_LABELS)),
  q: z.optional(probability),
  /**
   * Only in versions, where the age of the leads alone keeps a segment from the label Use: its q among leads of any age, while `q` is
   * that among leads of the same age, and the statistic of that test.
   */
  sameAge: z.optional(z.object({ qOfAnyAge: probability, statistic: notNegative })),
  /** Only in shared figures: the suggested rule if there is one, and for a value in a tested pair the number of significant pairs. */
  rule: z.optional(ratio),
  overlaps: z.optional(countSchema),
  /** 95% interval of the raw lift. */
  interval: z.optional(z.object({ low: ratio, high: ratio })),
  /** The balanced multiplier, by value where `basis` is so, and the amounts of the leads: their sum, and that of squares. */
  balanced: z.optional(ratio),
  amountSum: z.optional(notNegative),
  amountSquares: z.optional(notNegative),
});

const attribute = z.object({ field: textSchema, value: textSchema });

type Attribute = z.infer<typeof attribute>;

/** Two values. Zod's own tuple would add more code than two equal items need. */
const attributePair = z.pipe(
  z.array(attribute).check(z.minLength(2), z.maxLength(2)),
  z.transform((pair) => pair as [Attribute, Attribute]), // there are two of them, no more and no less
);

/**
 * A test of two values together. Rate and confidence are percent, lifts are ratios, the difference is in percentage points
 * with its sign, and `chiSquare` is the statistic of the p-value.
 */
export const correlationTestSchema = z.object({
  attributes: attributePair,
  leads: countSchema,
  qualifiedLeads: countSchema,
  conversionRate: percentSchema,
  confidence: percentSchema,
  predictedLift: ratio,
  actualLift: ratio,
  difference: z.number('must be a finite number'),
  chiSquare: z.optional(ratio),
  pValue: probability,
  isSignificant: z.boolean(),
  /** Only in shared figures: the share of chance findings, and how far the data support the difference of the pair. */
  q: z.optional(probability),
  label: z.optional(z.enum(PAIR_LABELS)),
});

export type Metric = z.infer<typeof metricSchema>;
export type CorrelationTest = z.infer<typeof correlationTestSchema>;

/** How many leads are left out of all figures, by reason. */
export const leftOutLeadsSchema = z.object({
  byStatus: countSchema,
  unreadableDate: countSchema,
  byDate: countSchema,
  young: countSchema,
});

/**
 * The statuses that do not count as converted with their leads, of those that count: the `MAX_COUNTED_STATUSES` with the most leads. The page
 * tells which of them are not decided yet.
 */
export const otherStatusesSchema = listOf(
  z.object({ value: textSchema, leads: countSchema }),
  MAX_COUNTED_STATUSES,
);

/**
 * The multipliers that the plans of the ad platforms enter for a value, as 'To Enter' shows them: a figure on each platform that has a rule for it alone, and
 * in how many rules of two conditions it is. The figures that can be typed, other than those of `metricSchema`.
 */
export const toEnterSchema = z.object({
  fieldName: textSchema,
  fieldValue: textSchema,
  figures: z
    .array(z.object({ platform: z.enum(PLATFORM_IDS), multiplier: ratio }))
    .check(z.maxLength(PLATFORM_IDS.length)),
  pairRules: countSchema,
  /**
   * The rules of two conditions that somebody has ticked as entered, each once: with the value of its first condition, and here the other
   * value. Absent where none was ticked: then `pairRules` alone tells of them.
   */
  pairs: z.optional(
    z
      .array(
        z.object({
          platform: z.enum(PLATFORM_IDS),
          fieldName: textSchema,
          fieldValue: textSchema,
          multiplier: ratio,
        }),
      )
      .check(z.maxLength(MAX_ENTERED)),
  ),
});

export type StoredToEnter = z.infer<typeof toEnterSchema>;

const MAX_SPREADS = 32;

/**
 * How the values of a column are spread: how many of them say something of it, and how likely each spread is. The chance of its rules to
 * hold follows from it and from their counts.
 */
export const spreadsSchema = z.object({
  fieldName: textSchema,
  values: countSchema,
  weights: z.array(probability).check(z.maxLength(MAX_SPREADS)),
});

export type StoredSpreads = z.infer<typeof spreadsSchema>;

const mixedName = textSchema.check(
  z.maxLength(MAX_LISTED_NAME_LENGTH, `must have at most ${MAX_LISTED_NAME_LENGTH} characters`),
);
const mixedNames = listOf(mixedName, MAX_ATTRIBUTES - 1);

/**
 * How the leads of an attribute's values were spread over the combinations of the other attributes, so that alerts can judge later leads as if
 * they were spread alike. Leads of combinations that are not listed are the rest.
 */
export const mixSchema = z.object({
  fieldName: mixedName,
  /** The names of the other attributes. */
  others: mixedNames,
  /** Of each combination the values of the other attributes, and its leads. */
  cells: listOf(z.object({ values: mixedNames, leads: countSchema }), MAX_MIX_CELLS),
  /** Of each value the leads in each of these combinations. */
  values: listOf(
    z.object({ fieldValue: mixedName, leads: listOf(countSchema, MAX_MIX_CELLS) }),
    MAX_MIX_VALUES,
  ),
});

export type StoredMix = z.infer<typeof mixSchema>;

/** Refuses mixes with more leads in a combination than there are, or whose lists do not belong together. */
export const possibleMixes = z.check<{ totalLeads: number; mixes?: StoredMix[] | undefined }>(
  ({ value: { totalLeads, mixes = [] }, issues }) => {
    const isPossible = ({ others, cells, values }: StoredMix) =>
      cells.reduce((sum, { leads }) => sum + leads, 0) <= totalLeads &&
      cells.every((cell) => cell.values.length === others.length) &&
      values.every(
        ({ leads }) =>
          leads.length === cells.length && leads.every((count, cell) => count <= (cells[cell]?.leads ?? 0)),
      );
    const wrong = mixes.findIndex((mix) => !isPossible(mix));
    if (wrong < 0) return;
    const message = 'must have a count for each combination, and no more leads than there are';
    issues.push({ code: 'custom', input: mixes, path: ['mixes', wrong], message });
  },
);

interface CountedResults {
  totalLeads: number;
  totalQualified: number;
  metrics: readonly Metric[];
  correlationTests: readonly CorrelationTest[];
}

/**
 * Refuses impossible counts in results that are saved or shared: more conversions than leads, or more of either in a value or
 * a pair than in all. Stored results of earlier releases are not checked.
 */
export const possibleCounts = z.check<CountedResults>(({ value, issues }) => {
  const { totalLeads, totalQualified, metrics, correlationTests } = value;
  const isPossible = (leads: number, qualified: number) =>
    qualified <= leads && leads <= totalLeads && qualified <= totalQualified;
  const wrong = [
    ['totalQualified', isPossible(totalLeads, totalQualified)],
    ['metrics', metrics.every((metric) => isPossible(metric.totalLeads, metric.qualifiedLeads))],
    [
      'correlationTests',
      correlationTests.every(({ leads, qualifiedLeads }) => isPossible(leads, qualifiedLeads)),
    ],
  ] as const;
  const [path] = wrong.find(([, isRight]) => !isRight) ?? [];
  if (path) issues.push({ code: 'custom', input: value, path: [path], message: 'has more than there are' });
});
