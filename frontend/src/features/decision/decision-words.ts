import type { UnfitValues } from '#frontend/analysis/columns/columns.ts';
import {
  MAX_DUPLICATES_PERCENT,
  MIN_RULE_CONVERSIONS,
  MIN_RULE_LEADS,
} from '#frontend/analysis/constants.ts';
import type {
  Decision,
  LikeOutcome,
  MostOpen,
  NothingSolid,
  NothingToCompare,
  SolidDifferences,
  StrongestPair,
} from '#frontend/analysis/decision/decide.ts';
import type { TurnedSegment } from '#frontend/analysis/decision/segment-worth.ts';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { JudgedSegment } from '#frontend/analysis/judge/judge-segments.ts';
import { isLasting, type LabelLimit } from '#frontend/analysis/judge/label-limits.ts';
import { measureRate } from '#frontend/analysis/measure/lift.ts';
import { describeLargeClaim } from '#frontend/features/results/figures.tsx';
import { countNoun, formatCount, formatPercent, formatRate } from '#frontend/lib/format.ts';
import { nameLeads, fieldName, figure, listInWords, plain, valueName, type Line, type Part } from './line.ts';
import { describeCounted, describePairWorth } from './worth-words.ts';

/** With that about unseen leads there are at most three sentences above the button. */
const MOST_SENTENCES = { solid: 2, other: 3 };

export interface DescribedDecision {
  /** Above the button. */
  lines: readonly Line[];
  /** The lines that have no room there, beside the chart. */
  beside: readonly Line[];
  /** The one of the lines that says what leads are worth; null without it. */
  worth: Line | null;
}

/**
 * A decision in words, line by line, without the lines about unseen leads and about platforms.
 *
 * @param meanDeal the mean amount of a won deal; null without amounts
 */
export function describeDecision(
  decision: Decision,
  analysis: Analysis,
  meanDeal: number | null,
): DescribedDecision {
  const worth = decision.pattern === 'solid' ? describePairWorth(decision, analysis, meanDeal) : null;
  const all = listDecisionLines(decision, analysis, worth);
  const most = MOST_SENTENCES[decision.pattern === 'solid' ? 'solid' : 'other'];
  return { lines: all.slice(0, most), beside: all.slice(most), worth };
}

function listDecisionLines(decision: Decision, analysis: Analysis, worth: Line | null): Line[] {
  switch (decision.pattern) {
    case 'nothing':
      return [[plain(NOTHING[decision.reason])]];
    case 'most-open':
      return describeMostOpen(decision, analysis);
    case 'like-outcome':
      return describeLikeOutcome(decision, analysis);
    case 'nothing-solid':
      return describeNothingSolid(decision, analysis);
    case 'solid':
      return describeSolidDifferences(decision, analysis, worth);
  }
}

const NOTHING: Readonly<Record<NothingToCompare['reason'], string>> = {
  'none-converted': 'No lead counts as converted, so there is nothing to compare.',
  'all-converted': 'Every lead converted, so no segment can differ from the average.',
  'one-value': 'All leads have the same value here, so there is nothing to compare.',
  'all-alike': 'All leads are worth the same, so there is nothing to compare.',
};

const MOST_STATUSES = 3;

/** 'Most leads are not decided yet: 2,310 of 4,200 are New or Open.' */
function describeMostOpen({ open }: MostOpen, { totalLeads, totalConversions }: Analysis): Line[] {
  const named = open.statuses.slice(0, MOST_STATUSES);
  const rest = open.statuses.length - named.length;
  const names = listInWords(
    [...named.map((name) => [valueName(name)]), ...(rest > 0 ? [[plain(`${formatCount(rest)} more`)]] : [])],
    rest > 0 ? 'and' : 'or',
  );
  const rate = measureRate({ leads: totalLeads, conversions: totalConversions });
  return [
    [
      plain('Most leads are not decided yet: '),
      figure(`${formatCount(open.leads)} of ${formatCount(totalLeads)}`),
      plain(' are '),
      ...names,
      plain('.'),
    ],
    [
      plain('Without them '),
      figure(formatRate(measureRate(open.without))),
      plain(
        ` convert, instead of ${formatRate(rate)}. Leave them out first, and then look at the differences.`,
      ),
    ],
  ];
}

/** 'All of the 310 leads with Closed in Stage converted, so Stage looks like the outcome itself.' */
function describeLikeOutcome({ segment, others }: LikeOutcome, analysis: Analysis): Line[] {
  const { conversions, leads, fieldName: field, value } = segment;
  const share = conversions > 0 ? 'All' : 'None';
  const rates = describeRates(others, analysis);
  return [
    [
      figure(`${share} of the ${formatCount(leads)}`),
      plain(' leads with '),
      valueName(value),
      plain(' in '),
      fieldName(field),
      plain(' converted, so '),
      fieldName(field),
      plain(' looks like the outcome itself. Use an attribute that is known before.'),
    ],
    ...(rates ? [rates] : []),
  ];
}

function describeNothingSolid({ clearest, unfit }: NothingSolid, analysis: Analysis): Line[] {
  const { thresholdPercent } = analysis.settings;
  const attributes = unfit.map(({ field, unfit: kind }) => [fieldName(field), plain(UNFIT[kind])]);
  if (!clearest)
    return [
      [plain(`No segment is more than ${formatPercent(thresholdPercent)} above or below average.`)],
      ...attributes,
    ];
  const { segment, moreLeads, limit } = clearest;
  return [
    [
      plain('No clear difference yet. The clearest so far: '),
      ...nameLeads(segment, analysis),
      ...claim(segment, analysis),
      plain(', against '),
      figure(describeAverage(analysis)),
      plain(' overall.'),
    ],
    ...(limit ? [[plain(LIMITS[limit])]] : []),
    ...(isLasting(limit) ? [] : [describeMoreLeads(moreLeads)]),
    ...attributes,
  ];
}

function describeMoreLeads(moreLeads: number | null): Line {
  if (moreLeads === null) return [plain('More leads alone would hardly show it.')];
  return [
    plain('If the difference is as large as it looks, about '),
    figure(countNoun(moreLeads, 'more lead')),
    plain(' would show it.'),
  ];
}

const UNFIT: Readonly<Record<UnfitValues, string>> = {
  dates: ' holds dates, and each date is its own segment.',
  numbers: ' holds numbers that are read as text, and each is its own segment.',
  'mostly-unique': ' has a different value for almost every lead, so there is nothing to compare.',
};

const LIMITS: Readonly<Record<LabelLimit, string>> = {
  split: 'The outcome chose its ranges, so later leads may differ less: take it as a test.',
  duplicates: `Over ${MAX_DUPLICATES_PERCENT}% of the leads are duplicates, which make chance look sure. Leave them out first.`,
  'few-leads': `It takes ${MIN_RULE_LEADS} leads and ${MIN_RULE_CONVERSIONS} expected conversions to be clear.`,
  'few-amounts': `By value it takes ${MIN_RULE_CONVERSIONS} conversions with amounts.`,
  'few-values': 'Too few other values to say whether it holds.',
  'may-fade': 'It is not likely to hold on new leads.',
  younger: 'Its leads are younger; among leads of the same age the difference may be chance.',
  older: 'Its leads are older; among leads of the same age the difference may be chance.',
  stored: 'It was labelled Test when it was saved.',
};

function describeSolidDifferences(
  decision: SolidDifferences,
  analysis: Analysis,
  worth: Line | null,
): Line[] {
  const rates = describeRates(decision, analysis);
  return [
    ...(rates ? [rates] : []),
    ...(worth ? [worth] : []),
    ...(decision.turned ? [describeTurnedSegment(decision.turned, analysis)] : []),
    ...describeNamedDeals(decision),
  ];
}

/** 'Referral leads convert at 26.7%, Paid Social leads at 6.1%. The average is 11.9%.' Null by value, where the money of the leads says it. */
function describeRates({ raise, cut }: StrongestPair, analysis: Analysis): Line | null {
  const [first, second] = [raise, cut].filter((named) => named !== null);
  if (!first || analysis.basis === 'value') return null;
  const average = figure(formatRate(analysis.baselineRate));
  const begin = [...nameLeads(first.segment, analysis), ...claim(first.segment, analysis)];
  if (!second) {
    const side = raise ? 'below' : 'above';
    return [...begin, plain('. The average is '), average, plain(`; nothing is clearly ${side} it.`)];
  }
  const { conversions, leads } = second.segment;
  const end =
    conversions === 0
      ? [
          plain(', '),
          figure(`none of ${formatCount(leads)}`),
          plain(' '),
          ...nameLeads(second.segment, analysis, true),
        ]
      : [
          plain(', '),
          ...nameLeads(second.segment, analysis, true),
          plain(' at '),
          figure(formatRate(second.segment.conversionRate)),
        ];
  return [...begin, ...end, plain('. The average is '), average, plain('.')];
}

/** ' convert at 26.7%' */
function claim({ conversionRate, amounts }: JudgedSegment, { settings }: Analysis): Part[] {
  return amounts
    ? [plain(' are worth '), figure(describeCounted(amounts.perLead, settings.currency))]
    : [plain(' convert at '), figure(formatRate(conversionRate))];
}

function describeAverage({ basis, baseline, baselineRate, settings }: Analysis): string {
  return basis === 'value' ? describeCounted(baseline, settings.currency) : formatRate(baselineRate);
}

/** 'Fair: One deal holds over half of the value.' for each named segment of which that is true. */
function describeNamedDeals({ raise, cut }: StrongestPair): Line[] {
  return [raise, cut].flatMap((named): Line[] => {
    const claim = named && describeLargeClaim(named.segment);
    return claim ? [[valueName(named.segment.value), plain(`: ${claim}`)]] : [];
  });
}

/** 'LinkedIn leads convert at 8.5%, less than the average of 11.9%, but bring larger deals: $49.20 per lead, against $26.87.' */
function describeTurnedSegment({ segment, byConversions }: TurnedSegment, analysis: Analysis): Line {
  const [often, deals] = byConversions < 1 ? ['less', 'larger'] : ['more', 'smaller'];
  const { conversionRate, baselineRate, amounts, lift } = segment;
  const perLead = amounts?.perLead ?? 0; // a segment by value has amounts
  return [
    ...nameLeads(segment, analysis),
    plain(' convert at '),
    figure(formatRate(conversionRate)),
    plain(`, ${often} than the average of ${formatRate(baselineRate)}, but bring ${deals} deals: `),
    figure(describeCounted(perLead, analysis.settings.currency)),
    plain(` per lead, against ${describeCounted(perLead / lift, analysis.settings.currency)}.`),
  ];
}
