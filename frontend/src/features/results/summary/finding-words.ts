import { BLANK_LABEL, OUT_OF_RANGE_LABEL } from '#frontend/analysis/columns.ts';
import type { JudgedSegment } from '#frontend/analysis/judge-segments.ts';
import { countNoun, formatCount, formatLift, formatPercent, formatRate } from '#frontend/lib/format.ts';
import type { Finding } from './findings.ts';

/** A finding in words. Names out of the data, and counts that stay on one line, are separate parts. */
export interface Sentence {
  tone: 'up' | 'down' | 'caution' | 'neutral';
  parts: readonly { text: string; name?: 'field' | 'value' | 'count' }[];
}

type SegmentFinding = Extract<Finding, { kind: 'segment' }>;

/** The sentence for a finding. Few leads turn 'convert' into 'may convert'; every claim has its counts. */
export function wordFinding(finding: Finding): Sentence {
  switch (finding.kind) {
    case 'none-converted':
      return plain('caution', 'No lead counts as converted, so there is nothing to compare.');
    case 'all-converted':
      return plain('caution', 'Every lead converted, so no segment can differ from the average.');
    case 'no-segment':
      return plain(
        'neutral',
        `No segment is clearly more than ${formatPercent(finding.thresholdPercent)} above or below average.`,
      );
    case 'segment':
      return wordSegment(finding.segment, finding);
    case 'overlap':
      return wordOverlap(finding.fields, finding.combinations);
    case 'flat-field':
      return { tone: 'neutral', parts: wordFlatField(finding) };
  }
}

function plain(tone: Sentence['tone'], text: string): Sentence {
  return { tone, parts: [{ text }] };
}

function wordSegment(segment: JudgedSegment, { isSure, isNameShared }: SegmentFinding): Sentence {
  return {
    tone: segment.adjustedLift > 1 ? 'up' : 'down',
    parts: [...nameLeads(segment, isNameShared), ...(isSure ? claim(segment) : guess(segment))],
  };
}

/** Attributes with such a name tell the origin of a lead. */
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

function claim(segment: JudgedSegment): Sentence['parts'] {
  return [{ text: ' convert at ' }, ...giveFigures(segment)];
}

function guess(segment: JudgedSegment): Sentence['parts'] {
  const direction = segment.adjustedLift > 1 ? 'more' : 'less';
  return [
    { text: ` may convert ${direction} often than average: ` },
    ...giveFigures(segment),
    { text: ' Too few leads to be sure.' },
  ];
}

/** The counted rates, then the one figure that every table has too: '10.3% (42 of 407), against 23.1% overall: 0.51x.' */
function giveFigures(segment: JudgedSegment): Sentence['parts'] {
  const { leads, conversions, conversionRate, baselineRate, adjustedLift } = segment;
  return [
    {
      text: `${formatRate(conversionRate)} (${formatCount(conversions)} of ${formatCount(leads)}),`,
      name: 'count',
    },
    { text: ` against ${formatRate(baselineRate)} overall: ${formatLift(adjustedLift)}.` },
  ];
}

function wordOverlap(fields: readonly string[], combinations: number): Sentence {
  const names = new Intl.ListFormat('en', { type: 'conjunction' }).formatToParts(fields);
  const count = `${countNoun(combinations, 'combination')} ${combinations === 1 ? 'converts' : 'convert'}`;
  return {
    tone: 'caution',
    parts: [
      ...names.map(({ type, value }) => ({
        text: value,
        name: type === 'element' ? ('field' as const) : undefined,
      })),
      { text: ` overlap: ${count} differently than the two multipliers suggest.` },
    ],
  };
}

/** No difference was found, which does not mean that there is none. */
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
