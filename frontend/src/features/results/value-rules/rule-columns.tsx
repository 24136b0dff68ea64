import { useState } from 'react';
import type { Analysis } from '#frontend/analysis/analyse.ts';
import { BLANK_LABEL } from '#frontend/analysis/columns.ts';
import { LOW_CONFIDENCE, MIN_INTERACTION_LEADS } from '#frontend/analysis/constants.ts';
import { findOtherSpellings } from '#frontend/analysis/spellings.ts';
import type { ValueRule } from '#frontend/analysis/value-rules.ts';
import { formatCount, formatLift, formatPercent } from '#frontend/lib/format.ts';
import { Badge } from '#frontend/ui/badge.tsx';
import {
  confidenceColumn,
  CONFIDENCE_MEANING,
  countColumn,
  downloadColumn,
  NOTES,
  notesColumn,
  yesOrNo,
  type Column,
  type Columns,
} from '../columns.tsx';
import { findCoverage } from '../coverage.ts';
import { Lift, OVERLAP_CUT } from '../figures.tsx';
import { FieldValueName, nameFieldValue } from '../names.tsx';
import { nameColumns } from '../segments/segment-columns.tsx';
import { RuleChart } from './rule-chart.tsx';
import { RuleScaleTicks, scaleRules } from './rule-scale.tsx';

/** The columns of 'Practical Value Rules'. */
export function ruleColumns(analysis: Analysis, scale = scaleRules(analysis)): Columns<ValueRule> {
  const { isTested } = findCoverage(analysis);
  const spellings = analysis.fields.map(({ values }) => findOtherSpellings(values));
  return [
    ...nameColumns({
      width: 164,
      isWrapped: true,
      noteOf: ({ field, value }) => noteOnValue(value, spellings[field] ?? new Map()),
    }).map(ofSegment),
    {
      key: 'suggested',
      heading: 'Suggested Value Rule',
      meaning: `Multiply the value of a conversion by this when you bid on these leads: the adjusted lift, reduced by ${OVERLAP_CUT} where segments overlap.`,
      isNumeric: true,
      screen: {
        width: { wide: 448, narrow: 220 },
        isSortable: false,
        isLeft: true,
        className: 'md:relative',
        header: (heading) => (
          <>
            {heading}
            <RuleScaleTicks scale={scale} />
          </>
        ),
        cell: (rule, stop) => (
          <>
            <SuggestedRule rule={rule} />
            <RuleChart {...stop} rule={rule} scale={scale} />
          </>
        ),
      },
      exported: ({ suggested }) => suggested,
      report: ({ suggested }) => <Lift lift={suggested} hasChange />,
    },
    {
      key: 'beforeCut',
      heading: 'Before Cut',
      meaning: null,
      isNumeric: true,
      screen: null,
      exported: null,
      report: ({ isCut, liftBeforeCut }) => isCut && formatLift(liftBeforeCut),
    },
    ofSegment(
      confidenceColumn('confidence', {
        heading: 'Confidence',
        meaning: CONFIDENCE_MEANING,
        width: 116,
        isLeft: true,
      }),
    ),
    {
      key: 'status',
      heading: 'Status',
      meaning: `Overlapping: together with a value of another attribute, these leads don't convert as the two lifts predict. Not tested: no pairing has ${MIN_INTERACTION_LEADS} or more leads and two significant values.`,
      isNumeric: false,
      screen: {
        width: { wide: 200, narrow: 240 },
        isSortable: false,
        cell: (rule) => <RuleStatus rule={rule} isTested={isTested(rule)} />,
      },
      exported: (rule) => writeStatus(rule, isTested(rule)),
      report: (rule) => <PrintedStatus rule={rule} isTested={isTested(rule)} />,
    },
    ofSegment(countColumn('leads', { heading: 'Leads', meaning: null, width: 72 })),
    downloadColumn('Lift Before Cut', ({ liftBeforeCut }) => liftBeforeCut),
    downloadColumn('Significant', ({ isSignificant }) => yesOrNo(isSignificant)),
    notesColumn((rule) => [
      rule.isCutIntoBand &&
        `Within ±${formatPercent(analysis.settings.thresholdPercent)} of average after the cut.`,
      rule.turnsRaiseIntoReduction && `${RAISE_TO_REDUCTION}.`,
      rule.segment.confidence < LOW_CONFIDENCE && NOTES.lowConfidence,
      !rule.isSignificant && NOTES.notSignificant,
      !isTested(rule) && 'Not tested for overlaps.',
    ]),
  ];
}

const RAISE_TO_REDUCTION = 'The cut turns a raise into a reduction';

/** 'no answer given' for a blank, 'also written google ads' where another spelling is a segment of its own. */
function noteOnValue(value: string, spellings: ReadonlyMap<string, readonly string[]>): string | null {
  if (value === BLANK_LABEL) return 'no answer given';
  const others = spellings.get(value);
  return others ? `also written ${others.join(', ')}` : null;
}

type RuleSegment = ValueRule['segment'];

/** A column of segments as a column of rules: it shows the segment of each rule. */
function ofSegment({ screen, exported, report, ...names }: Column<RuleSegment>): Column<ValueRule> {
  return {
    ...names,
    screen: screen && { ...screen, cell: ({ segment }, stop) => screen.cell(segment, stop) },
    exported: exported && (({ segment }) => exported(segment)),
    report: report && (({ segment }) => report(segment)),
  };
}

/** The status of a rule without partners. Independence is claimed only after a test. */
function nameAlone(isTested: boolean): string {
  return isTested ? 'Independent' : 'Not tested';
}

/** 'Independent', 'Not tested', or 'Overlapping (2): Source: Referral; Device: Mobile'. */
function writeStatus({ partners }: ValueRule, isTested: boolean): string {
  if (partners.length === 0) return nameAlone(isTested);
  return `Overlapping (${partners.length}): ${partners.map(nameFieldValue).join('; ')}`;
}

/** The multiplier, the lift before the cut, and warnings. */
function SuggestedRule({ rule }: { rule: ValueRule }) {
  const { suggested, liftBeforeCut, isCut, turnsRaiseIntoReduction, isSignificant, segment } = rule;
  return (
    <div className="md:w-58">
      <div className="flex items-baseline gap-x-2 whitespace-nowrap max-md:flex-wrap">
        <Lift lift={suggested} isLarge hasChange />
        {isCut && (
          <span className="text-13 text-muted tabular-nums max-md:ml-4">
            (was {formatLift(liftBeforeCut)})
          </span>
        )}
      </div>
      <div className="mt-1 ml-4 flex flex-wrap gap-1 empty:hidden">
        {turnsRaiseIntoReduction && (
          <Badge tone="caution" sign="!" className="whitespace-normal">
            {RAISE_TO_REDUCTION}
          </Badge>
        )}
        {!isSignificant && <Badge>Not significant</Badge>}
      </div>
      {segment.confidence < LOW_CONFIDENCE && (
        <p className="mt-1 ml-4 text-12 text-caution">
          <span aria-hidden>! </span>
          {NOTES.lowConfidence}
        </p>
      )}
    </div>
  );
}

/** A list shows this many partners until the reader opens it. */
const SHOWN_PARTNERS = 2;

interface StatusProps {
  rule: ValueRule;
  /** Whether a pair of this value and a value of another attribute was tested. */
  isTested: boolean;
}

function RuleStatus({ rule: { partners }, isTested }: StatusProps) {
  const [isOpen, setOpen] = useState(false);
  if (partners.length === 0) {
    return <span className="text-muted">{nameAlone(isTested)}</span>;
  }
  const isLong = partners.length > SHOWN_PARTNERS + 1;
  const shown = isLong && !isOpen ? partners.slice(0, SHOWN_PARTNERS) : partners;
  return (
    <>
      <Badge tone="caution" sign="!">
        Overlapping ({formatCount(partners.length)})
      </Badge>
      <ul className="mt-1 text-12 text-muted">
        {shown.map((partner) => (
          <li key={nameFieldValue(partner)}>
            <FieldValueName {...partner} />
          </li>
        ))}
      </ul>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="min-h-6 rounded-[3px] text-12 text-accent hover:underline"
        >
          {isOpen ? 'Fewer' : `${formatCount(partners.length - SHOWN_PARTNERS)} more`}
        </button>
      )}
    </>
  );
}

function PrintedStatus({ rule: { partners }, isTested }: StatusProps) {
  const overlap =
    partners.length === 0 ? nameAlone(isTested) : `Overlapping (${formatCount(partners.length)})`;
  return (
    <>
      {overlap}
      {partners.length > 0 && (
        <span className="block text-muted">{partners.map(nameFieldValue).join(', ')}</span>
      )}
    </>
  );
}
