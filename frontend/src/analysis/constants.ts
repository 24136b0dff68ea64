/**
 * The numbers of the analysis that several files use; all others stand with their rule. Names with "percent" run from 0 to
 * 100, all other rates from 0 to 1.
 */

/** The neutral lift of 1 weighs as much as this many leads: confidence = leads / (leads + 50). */
export const CONFIDENCE_PRIOR_LEADS = 50;
/** A segment with fewer leads is not tested; its p-value is 1. */
export const MIN_TESTED_LEADS = 10;
/** A p-value below this is significant, if the threshold is exceeded too. */
export const SIGNIFICANT_P_VALUE = 0.05;
/** A combination of two values with fewer leads is not tested. */
export const MIN_INTERACTION_LEADS = 30;
/** Combination confidence in percent = min(100, round(3 x sqrt(leads))). */
export const INTERACTION_CONFIDENCE_FACTOR = 3;
/** The test caps a predicted rate here, since a rate of 1 or more has no variance. */
export const MAX_PREDICTED_RATE = 1 - 1e-9;
/** Factor on the lift of a segment that takes part in a significant interaction. */
export const OVERLAP_FACTOR = 0.85;

/** The fitting of balanced multipliers stops after this many rounds. */
export const BALANCED_MAX_ROUNDS = 200;
/** In a best estimate a higher predicted rate counts as this. */
export const MAX_ESTIMATED_RATE = 0.999;
/** A combination with fewer leads does not show its own rate. */
export const MIN_COMBINATION_LEADS = 30;
/** In a best estimate the prediction counts for at least this many leads. */
export const MIN_STRENGTH = 1;

/** The check on unseen leads learns rules from this share of the leads. */
export const LEARNING_SHARE = 0.7;
/** The check learns from other leads this many times. */
export const CHECK_REPEATS = 20;
/** The check draws leads with this seed. */
export const CHECK_SEED = 2026;
/** The check needs this many conversions. */
export const MIN_CHECK_CONVERSIONS = 200;
/** A rule with fewer leads is at most Test, and the check does not judge it. */
export const MIN_RULE_LEADS = 30;
/** A rule with fewer expected conversions is at most Test, and the check does not judge it. */
export const MIN_RULE_CONVERSIONS = 5;

/** Weeks of age with fewer leads are merged. */
export const MIN_WEEK_LEADS = 30;
/** Young leads end at the first week whose rate is at least this percentage of the rate of all older leads. */
export const MATURE_PERCENT = 90;
/** Young leads differ from older ones if the p-value of their rates is below this. */
export const YOUNG_LEADS_P_VALUE = 0.01;
/** Young leads are found only with at least this many conversions of older leads, */
export const MIN_AGE_CONVERSIONS = 30;
/** and left out only where they are at most this percentage of the leads. */
export const MAX_YOUNG_PERCENT = 60;
/** The age by which wins have come follows from at least this many of them. */
export const MIN_MATURITY_WINS = 20;
/** It is the first day by which this percentage of all wins that were followed have come. */
export const MATURE_WINS_PERCENT = 95;
/** Wins are followed to the age that this percentage of the leads reach, and at least this many leads, */
export const LEAST_FOLLOWED_PERCENT = 2;
export const LEAST_FOLLOWED_LEADS = 20;
/** which has to be at least this many times the age found. */
export const MIN_FOLLOWED_TIMES = 1.5;
/** The age of a single value, which may be larger, needs this many conversions of older leads. */
export const MIN_VALUE_CUT_CONVERSIONS = 50;
/** Without dates, open leads are left out where at least this many leads and conversions remain. */
export const MIN_DECIDED_LEADS = 100;
export const MIN_DECIDED_CONVERSIONS = 30;
/** A column is the date of the lead if at least this percentage of the leads has a date in it, */
export const MIN_DATED_PERCENT = 95;
/** and one of days of sales if this percentage of the converted leads has one that is not before the lead came. */
export const MIN_WON_DATED_PERCENT = 80;
/** The newest dates may be slips if no lead came for more than this many days before them. */
export const STRAY_GAP_DAYS = 90;
/** The newest dates may be slips if at most this percentage of the leads has them. */
export const MAX_STRAY_PERCENT = 1;

export const DEFAULT_QUALIFIED_VALUE = 'Qualified';

/** Above this many combinations the export is refused. */
export const MAX_EXPORTED_COMBINATIONS = 5_000;
/** The table on the page shows at most this many combinations, best first. */
export const MAX_LISTED_COMBINATIONS = 10_000;
/** The table shows this many combinations at once, and the others shortly after. */
export const FIRST_LISTED_COMBINATIONS = 100;

/** A column is numeric if at least this percentage of its non-empty cells is. */
export const MIN_NUMERIC_PERCENT = 80;
/** A column with at most this many distinct values is never mostly unique. */
export const MAX_ORDINARY_VALUES = 20;
/** A column is mostly unique if its values have fewer leads than this on average. */
export const MIN_LEADS_PER_VALUE = 2;

/** Each range of a preset starts this much above the previous maximum. */
export const RANGE_GAP = 0.01;
/** Rounding may make a gap this much larger than RANGE_GAP. */
export const RANGE_GAP_TOLERANCE = 1e-9;

/** Values with fewer leads are rare, unless the visitor chooses another number. */
export const RARE_VALUE_LEADS = 30;
/** The name of merged rare values. */
export const OTHER_LABEL = 'Other';

/** With fewer conversions, or fewer leads without one, hardly any value has enough of both to compare. */
export const MIN_CONVERSIONS = 50;

/** An attribute whose area under the ROC curve is at least this all but decides the status. */
export const DECIDING_AUC = 0.95;
/** A value with fewer leads is not ranked alone for that area. */
export const MIN_RANKED_LEADS = 30;

/** A segment or pair whose q-value is below this is found: at most 5% of all that are found are due to chance. */
export const MAX_FALSE_DISCOVERY_RATE = 0.05;
/** Labels are at most Test while more than this percentage of the leads are duplicates. */
export const MAX_DUPLICATES_PERCENT = 5;
/** An interval of a lift at least this wide shows nothing, however large the threshold. */
export const MAX_SETTLED_WIDTH = 0.6;
/** A segment that needs more leads than this is too close to tell. */
export const MAX_LEADS_TO_TELL = 100_000;

/** A column with at most this many distinct numbers keeps them single when it is chosen or tried; others are cut at their quartiles. */
export const MAX_SINGLE_NUMBERS = 12;
/** The finder looks at values with at least this many leads, */
export const MIN_FINDER_LEADS = 30;
/** and at most at this many of them, the largest. */
export const MAX_FINDER_VALUES = 50;
/** It looks at calendar months where dates span at least this many months. */
export const MIN_MONTHS_OF_DATES = 13;
/** The most columns that it suggests. */
export const MAX_SUGGESTED_COLUMNS = 3;
/** Beside others a column is suggested only if its p-value within their cells is below this, */
export const MAX_WITHIN_P_VALUE = 0.01;
/** and in any case only where its gain on unseen leads is above this number of standard errors, */
export const MIN_GAIN_Z = 1;
/** or above this one, the upper 5% of a normal distribution, where the file has fewer conversions than the number below. */
export const MIN_GAIN_Z_OF_FEW = 1.645;
export const MIN_SURE_CONVERSIONS = 200;
/** With fewer conversions only strong differences can be found. */
export const MIN_FINDER_CONVERSIONS = 100;
/** Parts of the leads: a model is learned from all but one, and tried on that one. */
export const FINDER_FOLDS = 5;
/** The seed of these parts. */
export const FINDER_SEED = 2026;
/** The assumption that a value shifts no rate weighs as much as this many leads at the baseline rate. */
export const SHIFT_PRIOR_LEADS = 50;
/** The shifted rate of a cell counts for this many leads; each number is tried. */
export const CELL_STRENGTHS = [10, 30, 100, 300, 1e6] as const;
/** The first column has no cells of its own: its values shift one rate. */
export const FIRST_STRENGTHS = [1e6] as const;
/** The order of the columns that are not suggested takes these. */
export const ORDER_STRENGTHS = [300, 1e6] as const;
/** Predicted rates keep this distance from 0 and 1. */
export const MIN_CELL_RATE = 1e-4;
/** A column is not tried where it would give more cells than this, */
export const MAX_SEARCHED_CELLS = 16_000;
/** and has no gain beside the suggested ones above this. */
export const MAX_ORDERED_CELLS = 40_000;
/** A column knows the outcome where at least this share of the conversions lies in values that all but always convert, */
export const KNOWN_CONVERSIONS_SHARE = 0.15;
/** or this share of the other leads in values that all but never do: */
export const KNOWN_OTHERS_SHARE = 0.5;
/** a tenth of the usual share at most is otherwise. */
export const KNOWN_RATE_FACTOR = 10;
/** It knows the outcome too where it takes away this share of the uncertainty about it. */
export const KNOWN_INFORMATION = 0.25;
/** It may be known only later where a value has at least this many leads, all of them converted. */
export const MIN_ALWAYS_LEADS = 100;

/** Values from all columns need at least this many conversions, */
export const MIN_MODEL_CONVERSIONS = 200;
/** and to be better on unseen leads by more than this number of standard errors, the upper 5% of a normal distribution. */
export const MIN_OFFER_Z = 1.645;
/** Their model cuts a column of numbers into this number of parts with about as many leads each, */
export const MODEL_RANGES = 10;
/** and tries these penalties, in this order, on a sample of at most MAX_MODEL_SAMPLE leads. */
export const MODEL_PENALTIES: readonly number[] = [1000, 300, 100, 30, 10, 3, 1];
export const MAX_MODEL_SAMPLE = 20_000;

/** How far the log ratios of a column's values may be spread around 0; 0 is a column without effect. */
export const SPREADS: readonly number[] = [0, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28];
/** How common each of them is follows from a file's own columns where it has at least this many, */
export const MIN_PRIOR_COLUMNS = 8;
/** in this number of rounds. */
export const PRIOR_ROUNDS = 50;
/** A rule is likely to hold on as many fresh leads with at least this chance, */
export const LIKELY_TO_HOLD = 0.8;
/** and may fade with at least this one. */
export const MAY_FADE = 0.5;
/** Chances are shown to the nearest 5%, and never above 95%. */
export const SHOWN_CHANCE_STEP_PERCENT = 5;
export const MAX_SHOWN_CHANCE_PERCENT = 95;

/** A smaller amount counts as 0, so that the squares of amounts stay within the range of numbers. */
export const MIN_AMOUNT = 1e-9;
/** By value, q also depends on amounts cut to this percentile of the amounts of converted leads. */
export const TEST_CAP_PERCENT = 95;
/** A segment with one large deal also shows its lift with amounts cut to this percentile. */
export const SHOWN_CAP_PERCENT = 99;
/** A segment has one large deal where this share of its conversions, at least one, holds over half of its value. */
export const LARGE_DEAL_PERCENT = 1;
/** By value, an interval needs this many conversions in the segment, and as many outside. */
export const MIN_INTERVAL_CONVERSIONS = 20;

/** A proposed column of amounts has one above 0 on this many converted leads, */
export const MIN_PROPOSED_AMOUNTS = 10;
/** and on this share of them. */
export const MIN_PROPOSED_SHARE = 0.5;
/** The basis of a proposal is by value from this many amounts on. */
export const MIN_BASIS_DEALS = 30;

/** A lift of at least this is green. */
export const HIGH_LIFT = 1.2;
/** A lift of at most this is red. */
export const LOW_LIFT = 0.8;
/** A confidence of at least this is green. */
export const HIGH_CONFIDENCE = 0.7;
/** A lower confidence is amber and has a warning. */
export const LOW_CONFIDENCE = 0.5;

/** The name of a blank cell as a value. */
export const BLANK_LABEL = '(Blank)';
/** The value of numbers outside all ranges of their column. */
export const OUT_OF_RANGE_LABEL = '(Out of range)';
