import { OUTCOME_WORDS } from '#frontend/features/results/kit/outcome-words.ts';
import { type ReactNode, useState } from 'react';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import { MIN_INTERACTION_LEADS } from '#frontend/analysis/constants.ts';
import { METHOD } from '#frontend/analysis/judge/method.ts';
import { findExplanation } from '#frontend/analysis/judge/mostly-explained.ts';
import type { Segment } from '#frontend/analysis/judge/segments.ts';
import type { ValueRule } from '#frontend/analysis/judge/value-rules.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { countNoun, DECIMALS, formatCount, formatLift } from '#frontend/lib/format.ts';
import { Badge } from '#frontend/ui/badge.tsx';
import {
  type Column,
  type Columns,
  confidenceColumn,
  countColumn,
  downloadColumn,
  notesColumn,
  textColumn,
  wideOnly,
  yesOrNo,
} from '#frontend/features/results/kit/columns.tsx';
import type { ToEnterOf } from '#frontend/features/apply/kit/platform-plans.tsx';
import { findCoverage } from '#frontend/features/results/kit/evidence.tsx';
import {
  drawSegmentLabel,
  segmentEvidenceColumns,
  segmentLabelColumn,
} from '#frontend/features/results/kit/evidence-columns.tsx';
import { Confidence, Lift, wordLargeDeals } from '#frontend/features/results/kit/figures.tsx';
import { FieldValueName, nameFieldValue } from '#frontend/features/results/kit/names.tsx';
import {
  findValueNotes,
  nameColumns,
  valueFileColumns,
} from '#frontend/features/results/kit/value-columns.tsx';
import { explainOutlook, findOutlooks, outlookColumns, RuleOutlook, wordOutlook } from './outlook.tsx';
import { RuleChart, RuleScaleTicks, scaleRules } from './rule-chart.tsx';
import { findCaveats, type RuleCaveat, RuleMark } from './rule-marks.tsx';
import { type PlacesOfRule, RulePlaces } from './rule-places.tsx';
import { toEnterColumn, ToEnterLine } from './to-enter-column.tsx';

interface RuleTable {
  /** True if only names and rules have columns, with the other figures below them, so that the table fits the screen. */
  isNarrow: boolean;
  /** The platforms that take a rule; absent on paper and in files, which don't say it. */
  placesOf?: PlacesOfRule;
  /** The figures that plans enter; null without plans. */
  toEnterOf: ToEnterOf | null;
}

const PRINTED: RuleTable = { isNarrow: false, toEnterOf: null };

/** The columns of 'Practical Value Rules'. */
export function ruleColumns(
  analysis: Analysis,
  scale = scaleRules(analysis),
  { isNarrow, placesOf, toEnterOf }: RuleTable = PRINTED,
): Columns<ValueRule> {
  const { estimates } = analysis;
  const method = METHOD[analysis.basis];
  const balancedOf = ({ segment: { field, value } }: ValueRule) =>
    estimates && estimates.multiplierOf(field, value);
  const { isTested } = findCoverage(analysis);
  const { thresholdPercent } = analysis.settings;
  const noteOf = findValueNotes(analysis.fields);
  const outlookOf = findOutlooks(analysis);
  const caveatsOf = (rule: ValueRule) =>
    findCaveats(rule, {
      isTested: isTested(rule),
      thresholdPercent,
      explanation: findExplanation(rule.segment, analysis),
      largeDeals: wordLargeDeals(rule.segment, analysis),
      hasToEnter: toEnterOf !== null,
    });
  // The label of the row already says that a rule is not significant.
  const marksOf = (rule: ValueRule) => caveatsOf(rule).filter(({ word }) => word !== 'Not significant');
  // The status of the rule already shows 'Not tested'.
  const isStatus = (caveats: readonly RuleCaveat[]) => caveats[0]?.word === 'Not tested';
  const drawMark = (rule: ValueRule) => {
    const caveats = marksOf(rule);
    return !isStatus(caveats) && <RuleMark caveats={caveats} />;
  };
  const drawStatus = (rule: ValueRule) => {
    const caveats = marksOf(rule);
    return (
      <>
        {isStatus(caveats) ? (
          <RuleMark caveats={caveats} />
        ) : (
          <RuleStatus rule={rule} isTested={isTested(rule)} />
        )}
        {placesOf && rule.isSignificant && <RulePlaces places={placesOf(rule.segment)} />}
      </>
    );
  };
  return [
    withBelow(ofSegment(segmentLabelColumn(analysis, { width: 136, isNarrow })), {
      meaning: `Below it, whether the rule is expected to hold. ${explainOutlook(analysis)}`,
      draw: (rule) => !isNarrow && <RuleOutlook {...outlookOf(rule)} />,
    }),
    ...nameColumns<RuleSegment>({
      width: 144,
      narrow: 116,
      fieldWidth: 104,
      isWrapped: true,
      above: isNarrow ? drawSegmentLabel(analysis) : undefined,
      below: (segment) => <BelowValue word={noteOf(segment)?.word} segment={isNarrow ? segment : null} />,
    }).map(ofSegment),
    {
      key: 'suggested',
      heading: 'Suggested Value Rule',
      meaning: method.valueRule.words,
      isNumeric: true,
      screen: {
        width: { wide: toEnterOf ? 328 : 376, narrow: 212 },
        isLeft: true,
        className: 'md:relative max-md:pr-0!',
        header: (heading) => (
          <>
            {heading}
            <RuleScaleTicks scale={scale} />
          </>
        ),
        cell: (rule, stop) => (
          <>
            <RuleFigures rule={rule}>{!isNarrow && drawMark(rule)}</RuleFigures>
            <RuleChart {...stop} rule={rule} scale={scale} outlook={wordOutlook(outlookOf(rule))} />
            {isNarrow && (
              <div className="mt-1 flex flex-col items-start gap-y-0.5">
                {toEnterOf && (
                  <ToEnterLine {...{ rule, toEnterOf }} places={placesOf?.(rule.segment) ?? null} />
                )}
                {drawMark(rule)}
                <div className="flex flex-wrap items-baseline gap-x-2">{drawStatus(rule)}</div>
                <RuleOutlook {...outlookOf(rule)} />
              </div>
            )}
          </>
        ),
      },
      exported: ({ suggested }) => suggested,
      precisionOf: () => ({ decimals: DECIMALS.ratio }),
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
        meaning: method.confidence.words,
        width: wideOnly(92),
        isLeft: true,
      }),
    ),
    textColumn('status', {
      heading: 'Status',
      meaning: `Overlapping: together with a value of another attribute, these leads ${OUTCOME_WORDS[analysis.basis].contradict} the two lifts predict. Not tested: no pairing of significant values has ${MIN_INTERACTION_LEADS} or more leads. Below it, the ad platforms that take the value as a condition, by what the column seems to be.`,
      text: (rule) => writeStatus(rule, isTested(rule)),
      cell: (rule) => !isNarrow && drawStatus(rule),
      report: (rule) => <PrintedStatus rule={rule} isTested={isTested(rule)} />,
      width: wideOnly(160),
    }),
    ofSegment(countColumn('leads', { heading: 'Leads', width: wideOnly(60) })),
    downloadColumn('Lift Before Cut', ({ liftBeforeCut }) => liftBeforeCut),
    downloadColumn('Significant', ({ isSignificant }) => yesOrNo(isSignificant)),
    ...segmentEvidenceColumns(analysis).map(ofSegment),
    ...(estimates ? [balancedColumn((rule) => balancedOf(rule) ?? 1, method.balanced.words)] : []),
    ...valueFileColumns<ValueRule>(analysis, ({ segment }) => segment),
    notesColumn((rule) => [
      noteOf(rule.segment)?.sentence ?? false,
      ...caveatsOf(rule).map(({ sentence }) => sentence),
    ]),
    ...outlookColumns(analysis, outlookOf),
    ...(toEnterOf ? [toEnterColumn(toEnterOf)] : []),
  ];
}

interface BelowValueProps {
  word: string | undefined;
  /** Given on narrow screens, which have no columns for leads and confidence. */
  segment: Segment | null;
}

function BelowValue({ word, segment }: BelowValueProps) {
  return (
    <>
      {word && (
        <span title={word} className="line-clamp-2 text-12 font-normal wrap-break-word text-muted">
          {word}
        </span>
      )}
      {segment && (
        <span className="flex flex-wrap gap-x-1.5 text-12 text-muted tabular-nums">
          {countNoun(segment.leads, 'lead')}
          <span>
            Sample size <Confidence confidence={segment.confidence} isPlain />
          </span>
        </span>
      )}
    </>
  );
}

type RuleSegment = ValueRule['segment'];

/** Turns a column of segments into a column of rules, which shows the segment of each rule. */
function ofSegment({
  screen,
  exported,
  copied,
  report,
  precisionOf,
  ...names
}: Column<RuleSegment>): Column<ValueRule> {
  return {
    ...names,
    screen: screen && { ...screen, cell: ({ segment }, stop) => screen.cell(segment, stop) },
    exported: exported && (({ segment }) => exported(segment)),
    copied: copied && { ...copied, exported: ({ segment }) => copied.exported(segment) },
    report: report && (({ segment }) => report(segment)),
    precisionOf: precisionOf && (({ segment }) => precisionOf(segment)),
  };
}

/** Adds a part to each cell of a column on the page, and its meaning to that of the column. */
function withBelow(
  { screen, ...column }: Column<ValueRule>,
  { meaning, draw }: { meaning: string; draw(rule: ValueRule): ReactNode },
): Column<ValueRule> {
  return {
    ...column,
    meaning: `${column.meaning} ${meaning}`,
    screen: screen && {
      ...screen,
      cell: (rule, stop) => (
        <>
          {screen.cell(rule, stop)}
          {draw(rule)}
        </>
      ),
    },
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

/** The column of the balanced multiplier in Copy, files and on paper. The tab 'Check' compares it with the suggested one. */
function balancedColumn(balancedOf: (rule: ValueRule) => number, meaning: string): Column<ValueRule> {
  return {
    ...downloadColumn('Balanced', balancedOf),
    key: 'balanced',
    meaning,
    isNumeric: true,
    isCopied: true,
    precisionOf: () => ({ decimals: DECIMALS.ratio }),
    report: (rule) => formatLift(balancedOf(rule)),
  };
}

interface RuleFiguresProps {
  rule: ValueRule;
  /** The mark of the row. */
  children: ReactNode;
}

/** The suggested rule with the lift before its cut. */
function RuleFigures({ rule, children }: RuleFiguresProps) {
  const { suggested, liftBeforeCut, isCut, segment } = rule;
  return (
    <div className="md:w-52">
      <div className="flex items-baseline gap-x-1 whitespace-nowrap">
        <Lift lift={suggested} isLarge hasChange />
        {isCut && <span className="text-13 text-muted tabular-nums">(was {formatLift(liftBeforeCut)})</span>}
      </div>
      <div className="mt-0.5 ml-4 flex flex-wrap items-center gap-x-2 empty:hidden">
        {segment.amounts?.hasLargeDeal && (
          <span className="text-13 whitespace-nowrap text-caution tabular-nums">
            capped {formatLift(segment.amounts.cappedLift)}
          </span>
        )}
        {children}
      </div>
    </div>
  );
}

interface StatusProps {
  rule: ValueRule;
  /** Whether a pair of this value and a value of another attribute was tested. */
  isTested: boolean;
}

/** The status, and the partners of an overlap on one line that opens. */
function RuleStatus({ rule: { partners }, isTested }: StatusProps) {
  const [isOpen, setOpen] = useState(false);
  if (partners.length === 0) {
    return <span className="text-muted max-md:text-13">{nameAlone(isTested)}</span>;
  }
  const rest = partners.length - 1;
  return (
    <div className="min-w-0 max-md:flex max-md:flex-wrap max-md:items-baseline max-md:gap-x-2">
      <Badge tone="caution" sign="!">
        Overlapping ({formatCount(partners.length)})
      </Badge>
      <div className={cx('mt-0.5 text-12 text-muted', !isOpen && 'flex items-baseline gap-1')}>
        <ul className="min-w-0">
          {partners.slice(0, isOpen ? partners.length : 1).map((partner) => (
            <li key={nameFieldValue(partner)}>
              <FieldValueName {...partner} />
            </li>
          ))}
        </ul>
        {rest > 0 && (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="-my-1 min-h-6 shrink-0 rounded-[3px] text-accent hover:underline"
          >
            {isOpen ? 'Fewer' : `and ${formatCount(rest)} more`}
          </button>
        )}
      </div>
    </div>
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
