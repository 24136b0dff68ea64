import { OUTCOME_WORDS } from './outcome-words.ts';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import {
  BLANK_LABEL,
  findUnfitValues,
  OUT_OF_RANGE_LABEL,
  type UnfitValues,
} from '#frontend/analysis/columns/columns.ts';
import { LOW_CONFIDENCE } from '#frontend/analysis/constants.ts';
import type { JudgedSegment } from '#frontend/analysis/judge/judge-segments.ts';
import type { Basis } from '#frontend/analysis/counts/worth.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { shortName } from '#frontend/lib/cut-name.ts';
import {
  countNoun,
  formatCount,
  formatLift,
  formatMoney,
  formatPercent,
  formatRate,
} from '#frontend/lib/format.ts';
import { wordLabelCounts } from './evidence.tsx';
import { wordLargeDeals } from './figures.tsx';

const SIGNS: Record<Sentence['tone'], { sign: string; colour: string }> = {
  up: { sign: '▲', colour: 'text-up' },
  down: { sign: '▼', colour: 'text-down' },
  caution: { sign: '!', colour: 'text-caution' },
  neutral: { sign: '–', colour: 'text-faint' },
};

/** The number of rules to use and to test, then the most important findings in words. */
export function Summary({ analysis }: { analysis: Analysis }) {
  const labels = wordLabelCounts(analysis);
  const sentences = findFindings(analysis).map(wordFinding);
  const values = sentences.flatMap(({ parts }) =>
    parts.flatMap(({ name, text }) => (name === 'value' ? [text] : [])),
  );
  const fields = analysis.fields.map(({ name }) => name);
  return (
    <section aria-labelledby="results-summary" className="min-w-0">
      <h2 id="results-summary" className="sr-only">
        Summary
      </h2>
      {labels && <p className="mb-1.5 text-14 font-medium">{labels}</p>}
      <ul className="flex flex-col gap-1.5 text-14">
        {sentences.map(({ tone, parts }) => (
          <li key={parts.map(({ text }) => text).join('')} className="flex items-baseline gap-3">
            <span
              aria-hidden
              className={`w-3 shrink-0 text-center text-12 font-semibold ${SIGNS[tone].colour}`}
            >
              {SIGNS[tone].sign}
            </span>
            <p className="min-w-0 wrap-break-word">
              {parts.map((part, position) => (
                // oxlint-disable-next-line react/no-array-index-key -- a part of a sentence has only its position
                <Part key={position} {...part} among={part.name === 'field' ? fields : values} />
              ))}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Longer names are cut, so that the sentence stays readable. */
const LONGEST_NAME = 60;

/** A part of a sentence. `among` has the names of the same kind in all sentences. */
function Part({ text, name, among }: Sentence['parts'][number] & { among: readonly string[] }) {
  if (!name) return text;
  if (name === 'count') return <span className="whitespace-nowrap">{text}</span>;
  const shown = shortName(text, LONGEST_NAME, among);
  return (
    <span className={cx(name === 'value' && 'font-semibold')} title={shown === text ? undefined : text}>
      {shown}
    </span>
  );
}

/** A fact about an analysis that the summary tells. */
type Finding =
  | { kind: 'none-converted' }
  | { kind: 'all-converted' }
  /** By value: all leads are worth the same. */
  | { kind: 'all-alike' }
  | { kind: 'no-segment'; thresholdPercent: number }
  /** `isNameShared`: another attribute has a value with this name. */
  | { kind: 'segment'; segment: JudgedSegment; isSure: boolean; isNameShared: boolean; analysis: Analysis }
  | { kind: 'overlap'; fields: readonly string[]; combinations: number; basis: Basis }
  /** `unfit`: values of this kind show no difference in any file. */
  | { kind: 'flat-field'; field: string; leads: number; unfit: UnfitValues | null };

const MAX_FINDINGS = 5;
/** At most this many segments above the average are named, and as many below it. */
const NAMED_PER_SIDE = 2;

/**
 * At most five findings, the most useful first: the two significant segments furthest above the average by adjusted
 * lift, the two furthest below, overlaps, and attributes without any significant segment. Segments of low confidence
 * are named only where there are no others. If no lead converted, or all did, this is the only finding. If no segment is
 * significant, attributes follow only where their values are unfit.
 *
 * @internal
 */
export function findFindings(analysis: Analysis): Finding[] {
  const { totalConversions, totalLeads, settings, value } = analysis;
  if (value?.variance === 0) return [{ kind: 'all-alike' }];
  if (!value && totalConversions === 0) return [{ kind: 'none-converted' }];
  if (!value && totalConversions === totalLeads) return [{ kind: 'all-converted' }];
  const significant = analysis.significantSegments;
  if (significant.length === 0) {
    const unfit = findFlatFields(analysis, []).filter((finding) => finding.unfit);
    return [{ kind: 'no-segment', thresholdPercent: settings.thresholdPercent }, ...unfit];
  }
  const above = significant.filter(({ adjustedLift }) => adjustedLift > 1);
  const below = significant.filter(({ adjustedLift }) => adjustedLift < 1).reverse();
  return [
    ...nameSegments(above, analysis),
    ...nameSegments(below, analysis),
    ...findOverlap(analysis),
    ...findFlatFields(analysis, significant),
  ].slice(0, MAX_FINDINGS);
}

/** The first segments of one side. Segments of low confidence are named only if there are no others. */
function nameSegments(segments: readonly JudgedSegment[], analysis: Analysis): Finding[] {
  const isSure = ({ confidence }: JudgedSegment) => confidence >= LOW_CONFIDENCE;
  const ordered = [...segments.filter(isSure), ...segments.filter((segment) => !isSure(segment))];
  return ordered.slice(0, NAMED_PER_SIDE).map((segment) => {
    const isNameShared = analysis.fields.some(
      ({ values }, field) => field !== segment.field && values.includes(segment.value),
    );
    return { kind: 'segment', segment, isSure: isSure(segment), isNameShared, analysis };
  });
}

/** The attributes that take part in significant interactions, in their order, and the number of interactions. */
function findOverlap({ fields, interactionTests, significantInteractions, basis }: Analysis): Finding[] {
  if (significantInteractions === 0) return [];
  const tests = interactionTests.filter(({ isSignificant }) => isSignificant);
  const involved = new Set(tests.flatMap(({ attributes }) => attributes.map(({ field }) => field)));
  const names = fields.map(({ name }) => name).filter((name) => involved.has(name));
  return [{ kind: 'overlap', fields: names, combinations: significantInteractions, basis }];
}

type FlatField = Extract<Finding, { kind: 'flat-field' }>;

function findFlatFields(
  { fields, totalLeads }: Analysis,
  significant: readonly JudgedSegment[],
): FlatField[] {
  const telling = new Set(significant.map(({ field }) => field));
  return fields.flatMap(({ name, values }, field) => {
    if (telling.has(field)) return [];
    const unfit = findUnfitValues(values, totalLeads);
    return [{ kind: 'flat-field', field: name, leads: totalLeads, unfit }];
  });
}

/** A finding in words. Names, and counts that must stay on one line, are separate parts. */
interface Sentence {
  tone: 'up' | 'down' | 'caution' | 'neutral';
  parts: readonly { text: string; name?: 'field' | 'value' | 'count' }[];
}

type SegmentFinding = Extract<Finding, { kind: 'segment' }>;

/**
 * The sentence for a finding. Few leads turn 'convert' into 'may convert'; every claim has its counts.
 *
 * @internal
 */
export function wordFinding(finding: Finding): Sentence {
  switch (finding.kind) {
    case 'none-converted':
      return plain('caution', 'No lead counts as converted, so there is nothing to compare.');
    case 'all-converted':
      return plain('caution', 'Every lead converted, so no segment can differ from the average.');
    case 'all-alike':
      return plain('caution', 'All leads are worth the same, so there is nothing to compare.');
    case 'no-segment':
      return plain(
        'neutral',
        `No segment is clearly more than ${formatPercent(finding.thresholdPercent)} above or below average.`,
      );
    case 'segment':
      return wordSegment(finding.segment, finding);
    case 'overlap':
      return wordOverlap(finding);
    case 'flat-field':
      return { tone: 'neutral', parts: wordFlatField(finding) };
  }
}

function plain(tone: Sentence['tone'], text: string): Sentence {
  return { tone, parts: [{ text }] };
}

function wordSegment(segment: JudgedSegment, { isSure, isNameShared, analysis }: SegmentFinding): Sentence {
  return {
    tone: segment.adjustedLift > 1 ? 'up' : 'down',
    parts: [
      ...nameLeads(segment, isNameShared),
      ...(isSure ? claim(segment, analysis) : guess(segment, analysis)),
    ],
  };
}

/** An attribute with one of these words in its name is the origin of a lead. */
const ORIGIN = /\b(source|origin|channel|medium|campaign|country|region|city|referr?er)\b/i;

/** 'Referral leads' if the attribute is an origin and no other attribute has that value; else with the attribute. */
function nameLeads({ fieldName, value }: JudgedSegment, isNameShared: boolean): Sentence['parts'] {
  const field = { text: fieldName, name: 'field' } as const;
  const name = { text: value, name: 'value' } as const;
  if (value === BLANK_LABEL) return [{ text: 'Leads without ' }, field];
  if (value === OUT_OF_RANGE_LABEL) return [{ text: 'Leads with ' }, field, { text: ' out of range' }];
  if (ORIGIN.test(fieldName) && !isNameShared) return [name, { text: ' leads' }];
  return [{ text: 'Leads where ' }, field, { text: ' is ' }, name];
}

function claim(segment: JudgedSegment, analysis: Analysis): Sentence['parts'] {
  return [{ text: ` ${OUTCOME_WORDS[analysis.basis].claim} ` }, ...giveFigures(segment, analysis)];
}

function guess(segment: JudgedSegment, analysis: Analysis): Sentence['parts'] {
  const direction = segment.adjustedLift > 1 ? 'more' : 'less';
  return [
    { text: ` may ${OUTCOME_WORDS[analysis.basis].guess(direction)} than average: ` },
    ...giveFigures(segment, analysis),
    { text: ' Too few leads to be sure.' },
  ];
}

/** The counted rates, then the adjusted lift, which all tables have too: '10.3% (42 of 407), against 23.1% overall: 0.51x.' */
function giveFigures(segment: JudgedSegment, analysis: Analysis): Sentence['parts'] {
  const { leads, conversions, conversionRate, baselineRate, adjustedLift, amounts } = segment;
  if (amounts) return giveAmounts(segment, amounts.perLead, analysis);
  return [
    {
      text: `${formatRate(conversionRate)} (${formatCount(conversions)} of ${formatCount(leads)}),`,
      name: 'count',
    },
    { text: ` against ${formatRate(baselineRate)} overall: ${formatLift(adjustedLift)}.` },
  ];
}

/** '$12.30 per lead (42 conversions of 407 leads), against $8.40 overall: 1.40x. One deal holds over half of the value. ...' */
function giveAmounts(segment: JudgedSegment, perLead: number, analysis: Analysis): Sentence['parts'] {
  const { leads, conversions, adjustedLift } = segment;
  const money = (amount: number) => formatMoney(amount, analysis.settings.currency);
  const deal = wordLargeDeals(segment, analysis);
  return [
    { text: `${money(perLead)} per lead`, name: 'count' },
    { text: ' ' },
    { text: `(${countNoun(conversions, 'conversion')} of ${formatCount(leads)}),`, name: 'count' },
    {
      text: ` against ${money(analysis.baseline)} overall: ${formatLift(adjustedLift)}.${deal === null ? '' : ` ${deal}`}`,
    },
  ];
}

function wordOverlap({ fields, combinations, basis }: Extract<Finding, { kind: 'overlap' }>): Sentence {
  const names = new Intl.ListFormat('en', { type: 'conjunction' }).formatToParts(fields);
  const { verb, otherwise } = OUTCOME_WORDS[basis];
  const count = `${countNoun(combinations, 'combination')} ${verb(combinations)}`;
  return {
    tone: 'caution',
    parts: [
      ...names.map(({ type, value }) => ({
        text: value,
        name: type === 'element' ? ('field' as const) : undefined,
      })),
      { text: ` overlap: ${count} ${otherwise} than the two multipliers suggest.` },
    ],
  };
}

/** Says that no difference was found, which does not prove that there is none. */
function wordFlatField({ field, leads, unfit }: Extract<Finding, { kind: 'flat-field' }>): Sentence['parts'] {
  const name = { text: field, name: 'field' } as const;
  const these = `${leads === 1 ? 'this' : 'these'} ${countNoun(leads, 'lead')}`;
  switch (unfit) {
    case null:
      return [{ text: 'No clear difference by ' }, name, { text: ` in ${these}.` }];
    case 'dates':
      return [
        name,
        { text: ` holds dates. Each date is its own segment, with no clear difference in ${these}.` },
      ];
    case 'numbers':
      return [
        name,
        {
          text: ` holds numbers that are read as text. Each number is its own segment, with no clear difference in ${these}.`,
        },
      ];
    case 'mostly-unique':
      return [
        { text: 'Almost every lead has a different ' },
        name,
        { text: ', so there is nothing to compare.' },
      ];
  }
}
