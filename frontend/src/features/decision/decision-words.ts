import type { UnseenCheck } from '#frontend/analysis/check/check-unseen.ts';
import { BLANK_LABEL, OUT_OF_RANGE_LABEL, type UnfitValues } from '#frontend/analysis/columns/columns.ts';
import { MAX_DUPLICATES_PERCENT, OTHER_LABEL } from '#frontend/analysis/constants.ts';
import type {
  Decision,
  LikeOutcome,
  MostOpen,
  NamedSegment,
  NextStep,
  NothingSolid,
  NothingToCompare,
  SolidDifferences,
  StrongestPair,
  UnseenMiss,
} from '#frontend/analysis/decision/decide.ts';
import type { RuleTaker } from '#frontend/analysis/decision/rule-takers.ts';
import type { TurnedSegment } from '#frontend/analysis/decision/turned-by-value.ts';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { JudgedSegment } from '#frontend/analysis/judge/judge-segments.ts';
import type { LabelLimit } from '#frontend/analysis/judge/label-limits.ts';
import { measureRate } from '#frontend/analysis/judge/lift.ts';
import { PLATFORMS } from '#frontend/analysis/platforms/platforms.ts';
import { wordMiss } from '#frontend/features/check/kit/miss-words.ts';
import { wordLargeDeals } from '#frontend/features/results/kit/figures.tsx';
import {
  countNoun,
  formatCount,
  formatLift,
  formatMoney,
  formatPercent,
  formatRate,
  formatWholeMoney,
} from '#frontend/lib/format.ts';
import type { Task } from '#frontend/ui/use-cancellable.ts';

/** A part of a sentence: a name of the file, which may be cut, or a figure, which is stressed and stays on one line. */
export interface Part {
  text: string;
  kind?: 'field' | 'value' | 'figure';
}

/** One or two sentences that stand on a line of their own. */
export type Line = readonly Part[];

const plain = (text: string): Part => ({ text });
const figure = (text: string): Part => ({ text, kind: 'figure' });
const fieldName = (text: string): Part => ({ text, kind: 'field' });
const valueName = (text: string): Part => ({ text, kind: 'value' });

/** A decision in words, line by line, without the lines about unseen leads and about platforms. */
export function wordDecision(decision: Decision, analysis: Analysis): Line[] {
  switch (decision.pattern) {
    case 'nothing':
      return [[plain(NOTHING[decision.reason])]];
    case 'most-open':
      return wordMostOpen(decision, analysis);
    case 'like-outcome':
      return wordLikeOutcome(decision, analysis);
    case 'nothing-solid':
      return wordNothingSolid(decision, analysis);
    case 'solid':
      return wordSolid(decision, analysis);
  }
}

const NOTHING: Readonly<Record<NothingToCompare['reason'], string>> = {
  'none-converted': 'No lead counts as converted, so there is nothing to compare.',
  'all-converted': 'Every lead converted, so no segment can differ from the average.',
  'all-alike': 'All leads are worth the same, so there is nothing to compare.',
};

const MOST_STATUSES = 3;

/** 'Most leads are not decided yet: 2,310 of 4,200 are New or Open.' */
function wordMostOpen({ open }: MostOpen, { totalLeads, totalConversions }: Analysis): Line[] {
  const named = open.statuses.slice(0, MOST_STATUSES);
  const rest = open.statuses.length - named.length;
  const names = listOf(
    [...named.map(valueName), ...(rest > 0 ? [plain(`${formatCount(rest)} more`)] : [])],
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

/** 'A, B or C' */
function listOf(items: readonly Part[], last: 'and' | 'or'): Part[] {
  return items.flatMap((item, at) => {
    if (at === 0) return [item];
    return [plain(at === items.length - 1 ? ` ${last} ` : ', '), item];
  });
}

/** 'All of the 310 leads with Closed in Stage converted, so Stage looks like the outcome itself.' */
function wordLikeOutcome({ segment, others }: LikeOutcome, analysis: Analysis): Line[] {
  const { conversions, leads, fieldName: field, value } = segment;
  const share = conversions > 0 ? 'All' : 'None';
  const rates = wordRates(others, analysis);
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

function wordNothingSolid({ clearest, unfit }: NothingSolid, analysis: Analysis): Line[] {
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
      plain('No solid difference yet. The clearest so far: '),
      ...nameLeads(segment, analysis),
      ...claim(segment, analysis),
      plain(', against '),
      figure(wordAverage(analysis)),
      plain(' overall.'),
    ],
    limit ? [plain(LIMITS[limit])] : wordMoreLeads(moreLeads),
    ...attributes,
  ];
}

function wordMoreLeads(moreLeads: number | null): Line {
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
  stored: 'The file had duplicates, or the outcome chose the ranges, when it was saved: take it as a test.',
};

function wordSolid(decision: SolidDifferences, analysis: Analysis): Line[] {
  const rates = wordRates(decision, analysis);
  const worth = wordWorth(decision, analysis);
  return [
    ...(rates ? [rates] : []),
    ...(worth ? [worth] : []),
    ...(decision.turned ? [wordTurned(decision.turned, analysis)] : []),
    ...wordNamedDeals(decision, analysis),
  ];
}

/** 'Referral leads convert at 26.7%, Paid Social leads at 6.1%. The average is 11.9%.' By value the money of the leads says it. */
function wordRates({ raise, cut }: StrongestPair, analysis: Analysis): Line | null {
  const [first, second] = [raise, cut].filter((named) => named !== null);
  if (!first || analysis.basis === 'value') return null;
  const average = figure(formatRate(analysis.baselineRate));
  const begin = [...nameLeads(first.segment, analysis), ...claim(first.segment, analysis)];
  if (!second) {
    const side = raise ? 'below' : 'above';
    return [...begin, plain('. The average is '), average, plain(`; nothing is solidly ${side} it.`)];
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
    ? [plain(' are worth '), figure(formatMoney(amounts.perLead, settings.currency))]
    : [plain(' convert at '), figure(formatRate(conversionRate))];
}

function wordAverage({ basis, baseline, baselineRate, settings }: Analysis): string {
  return basis === 'value' ? formatMoney(baseline, settings.currency) : formatRate(baselineRate);
}

/** 'A Referral lead is worth about $26, a Paid Social lead about $6, the average lead $11.90.' Null until the worth is known. */
function wordWorth({ raise, cut }: StrongestPair, analysis: Analysis): Line | null {
  const known = [raise, cut].filter(
    (named): named is NamedSegment & { worth: number } => named !== null && named.worth !== null,
  );
  if (known.length === 0) return null;
  const { baselineLeadValue, settings } = analysis;
  const named = known.flatMap(({ segment, worth }, at): Part[] => [
    ...nameLead(segment, analysis, at > 0),
    plain(at > 0 ? ' about ' : ' is worth about '),
    figure(wordMoney(worth, settings.currency)),
    plain(', '),
  ]);
  return [
    ...named,
    plain('the average lead '),
    figure(formatMoney(baselineLeadValue, settings.currency)),
    plain('.'),
  ];
}

/** Money with two significant digits: 26.31 as '$26', 6.14 as '$6.10', 1,284 as '$1,300'. */
function wordMoney(amount: number, currency: Analysis['settings']['currency']): string {
  const rounded = Number(amount.toPrecision(2));
  return Number.isInteger(rounded) ? formatWholeMoney(rounded, currency) : formatMoney(rounded, currency);
}

/** 'Fair: One deal holds over half of the value. ...' for each named segment of which that is true. */
function wordNamedDeals({ raise, cut }: StrongestPair, analysis: Analysis): Line[] {
  return [raise, cut].flatMap((named): Line[] => {
    const deals = named && wordLargeDeals(named.segment, analysis);
    return deals ? [[valueName(named.segment.value), plain(`: ${deals}`)]] : [];
  });
}

/** 'LinkedIn leads convert less (0.74x) but bring larger deals (1.40x by value).' */
function wordTurned({ segment, byConversions, byValue }: TurnedSegment, analysis: Analysis): Line {
  const [often, deals] = byConversions < 1 ? ['less', 'larger'] : ['more often', 'smaller'];
  return [
    ...nameLeads(segment, analysis),
    plain(` convert ${often} (`),
    figure(formatLift(byConversions)),
    plain(`) but bring ${deals} deals (`),
    figure(`${formatLift(byValue)} by value`),
    plain(').'),
  ];
}

/** 'On unseen leads such values were 9% off per tenth (chance alone: 8%).' */
export function wordUnseen({ offBy, byChance }: UnseenMiss): Line {
  return [
    plain('On unseen leads such values were '),
    figure(wordMiss(offBy)),
    plain(` off per tenth (chance alone: ${wordMiss(byChance)}).`),
  ];
}

/** 'Google, Meta and Microsoft take none of these as rules.' or 'Google takes 5 of the 7 as rules, Meta 3, Microsoft none.' */
export function wordTakers(takers: readonly RuleTaker[], count: number): Line {
  const nameOf = ({ id }: RuleTaker) => plain(PLATFORMS[id].shortName);
  const [first] = takers;
  if (!first) return [];
  const all = listOf(takers.map(nameOf), 'and');
  if (takers.every(({ takes }) => takes === first.takes)) {
    const one = count === 1;
    if (first.takes === 0)
      return [...all, plain(one ? ' do not take it as a rule.' : ' take none of these as rules.')];
    if (first.takes < count)
      return [...all, plain(` take ${formatCount(first.takes)} of the ${formatCount(count)} as rules.`)];
    if (first.takes === count)
      return [...all, plain(one ? ' take it as a rule.' : ' take all of these as rules.')];
  }
  const sorted = takers.toSorted((a, b) => b.takes - a.takes);
  return [
    ...sorted.flatMap((taker, at): Part[] => {
      const { takes } = taker;
      if (at > 0) return [plain(', '), nameOf(taker), plain(` ${takes === 0 ? 'none' : formatCount(takes)}`)];
      return [
        nameOf(taker),
        plain(
          count === 1
            ? ' takes it as a rule'
            : ` takes ${formatCount(takes)} of the ${formatCount(count)} as rules`,
        ),
      ];
    }),
    plain('.'),
  ];
}

/** An attribute with one of these words in its name is the origin of a lead. */
const ORIGIN = /\b(source|origin|channel|medium|campaign|country|region|city|referr?er)\b/i;

/** True if the attribute is an origin, the value is a name, and no other attribute has a value of that name. */
function isOrigin({ fieldName: name, value, field }: JudgedSegment, { fields }: Analysis): boolean {
  return (
    ORIGIN.test(name) &&
    value !== OTHER_LABEL &&
    !fields.some(({ values }, other) => other !== field && values.includes(value))
  );
}

/** 'Referral leads', or with the attribute: 'Leads where Device is Mobile'. */
function nameLeads(segment: JudgedSegment, analysis: Analysis, isWithin = false): Part[] {
  if (isSpecial(segment) || !isOrigin(segment, analysis))
    return [plain(isWithin ? 'leads ' : 'Leads '), ...describeLeads(segment)];
  return [valueName(segment.value), plain(' leads')];
}

/** 'A Referral lead', 'an Organic lead', 'a lead where Device is Mobile'. */
function nameLead(segment: JudgedSegment, analysis: Analysis, isWithin: boolean): Part[] {
  if (isSpecial(segment) || !isOrigin(segment, analysis))
    return [plain(isWithin ? 'a lead ' : 'A lead '), ...describeLeads(segment)];
  const article = /^[aeiou]/i.test(segment.value) ? 'an' : 'a';
  return [
    plain(isWithin ? `${article} ` : `A${article.slice(1)} `),
    valueName(segment.value),
    plain(' lead'),
  ];
}

function isSpecial({ value }: JudgedSegment): boolean {
  return value === BLANK_LABEL || value === OUT_OF_RANGE_LABEL;
}

function describeLeads({ fieldName: name, value }: JudgedSegment): Part[] {
  if (value === BLANK_LABEL) return [plain('without '), fieldName(name)];
  if (value === OUT_OF_RANGE_LABEL) return [plain('with '), fieldName(name), plain(' out of range')];
  return [plain('where '), fieldName(name), plain(' is '), valueName(value)];
}

/** What stands in the place of the sentence about unseen leads while there is none: as long, so that nothing moves when it comes. */
export function wordUnchecked(check: Task<UnseenCheck, unknown>): Line {
  switch (check.state) {
    case 'idle':
    case 'running':
      return [plain('Now such values are tried on unseen leads, which takes a moment…')];
    case 'cancelled':
      return [plain('Such values were not tried on unseen leads: the check was cancelled.')];
    case 'failed':
      return [plain('Such values could not be tried on unseen leads: the check failed.')];
    case 'done':
      return [plain(wordNoCheck(check.result))];
  }
}

function wordNoCheck(check: UnseenCheck): string {
  return check.kind === 'too-few-conversions'
    ? `To try such values on unseen leads takes ${formatCount(check.needed)} conversions or more.`
    : 'Such values say nothing about unseen leads: none of them has converted.';
}

/** The words of the button for the next step. */
export function wordNextStep(next: NextStep, openLeads: number): string {
  switch (next.step) {
    case 'apply': {
      const [first, second] = next.platforms;
      if (next.way === 'per-lead' || !first) return 'Upload a value per lead';
      return second ? 'Enter the rules' : `Enter rules in ${PLATFORMS[first].shortName}`;
    }
    case 'leave-out-open':
      return `Leave out ${countNoun(openLeads, 'open lead')}`;
    case 'choose-converted':
      return 'Choose what counts as converted';
    case 'choose-columns':
      return 'Choose other attributes';
  }
}

/** '7 differences are solid.', '3 more are worth a test.', '12 need more leads.' */
export function listLabelCounts({ labelCounts }: Analysis): Line[] {
  const { Use: solid, Test: tests, Unclear: unclear } = labelCounts;
  const are = (count: number) => (count === 1 ? 'is' : 'are');
  const line = (count: number, text: string): Line[] =>
    count > 0 ? [[figure(formatCount(count)), plain(text)]] : [];
  return [
    ...line(solid, ` ${solid === 1 ? 'difference' : 'differences'} ${are(solid)} solid`),
    ...line(tests, ` ${are(tests)} worth a test`),
    ...line(unclear, unclear === 1 ? ' needs more leads' : ' need more leads'),
  ];
}
