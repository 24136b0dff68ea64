import type { ReactNode } from 'react';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import { METHOD } from '#frontend/analysis/judge/method.ts';
import {
  drawSegmentLabel,
  segmentEvidenceColumns,
  segmentLabelColumn,
} from '#frontend/features/results/evidence-columns.tsx';
import { Lift } from '#frontend/features/results/figures.tsx';
import { OUTCOME_WORDS } from '#frontend/features/results/outcome-words.ts';
import { nameColumns, valueFileColumns } from '#frontend/features/results/value-columns.tsx';
import { outlookColumns, describeOutlook } from './outlook.tsx';
import { RuleChart, RuleScaleTicks, scaleRules } from './rule-chart.tsx';
import { MergeSpellings } from './merge-spellings.tsx';
import { RuleOpener } from './rule-detail.tsx';
import { describeRules, hasWarningInside } from './rule-facts.ts';
import type { PlacesOfRule } from './rule-places.tsx';
import { isInRow, RuleMark, PrintedStatus, RuleStatus, writeStatus } from './rule-marks.tsx';
import { MIN_INTERACTION_LEADS, OVERLAP_FACTOR } from '#frontend/analysis/constants.ts';
import type { ValueRule } from '#frontend/analysis/judge/value-rules.ts';
import { DECIMALS, formatLift, formatConfidence } from '#frontend/lib/format.ts';
import type { ToEnterOf } from '#frontend/analysis/platforms/to-enter.ts';
import { listToEnter, NOTHING_TO_ENTER } from '#frontend/features/platforms/to-enter-words.ts';
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
} from '#frontend/features/results/columns.tsx';

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
  const facts = describeRules(analysis, toEnterOf);
  const { isTested, noteOf, outlookOf, caveatsOf } = facts;
  const ruleOf = new Map(analysis.valueRules.map((rule) => [rule.segment, rule]));
  return [
    ofSegment(segmentLabelColumn(analysis, { width: 84, isNarrow })),
    ...nameColumns<RuleSegment>({
      width: 176,
      narrow: 118,
      fieldWidth: 104,
      isWrapped: true,
      around: (name, segment, stop) => {
        const rule = ruleOf.get(segment);
        return rule ? (
          <RuleOpener {...{ name, rule, stop }} hasWarning={hasWarningInside(rule, facts)} />
        ) : (
          name
        );
      },
      above: isNarrow ? drawSegmentLabel(analysis) : undefined,
      below: (segment, stop) =>
        !isNarrow && (
          <NoteWord word={noteOf(segment)?.word}>
            <MergeSpellings segment={segment} others={noteOf(segment)?.others} stop={stop} />
          </NoteWord>
        ),
    }).map(ofSegment),
    {
      key: 'suggested',
      heading: 'Suggested Value Rule',
      meaning: method.valueRule.words,
      isNumeric: true,
      screen: {
        width: { wide: toEnterOf ? 348 : 396, narrow: 210 },
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
            <RuleFigures rule={rule}>
              <RuleMark caveats={caveatsOf(rule).filter(isInRow)} />
            </RuleFigures>
            {!isNarrow && (
              <RuleChart {...stop} rule={rule} scale={scale} outlook={describeOutlook(outlookOf(rule))} />
            )}
            {isNarrow && toEnterOf && (
              <ToEnterLine {...{ rule, toEnterOf }} places={placesOf?.(rule.segment) ?? null} />
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
      meaning: `Overlapping: together with a value of another attribute, these leads ${OUTCOME_WORDS[analysis.basis].contradict} the two lifts predict. Not tested: no pairing of significant values has ${MIN_INTERACTION_LEADS} or more leads. The open row names the ad platforms that take the value as a condition, by what the column seems to be.`,
      text: (rule) => writeStatus(rule, isTested(rule)),
      cell: (rule) => !isNarrow && <RuleStatus rule={rule} isTested={isTested(rule)} />,
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

function NoteWord({ word, children }: { word: string | undefined; children: ReactNode }) {
  return (
    word && (
      <span className="flex flex-wrap items-baseline gap-x-2 pl-4 text-12 font-normal">
        <span title={word} className="line-clamp-2 wrap-break-word text-muted">
          {word}
        </span>
        {children}
      </span>
    )
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

/** The column of the balanced multiplier in Copy, files and on paper. 'Compare methods' sets it beside the suggested one. */
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

/** The line above the table. */
export const NOT_WHAT_TO_TYPE = `Suggested rules were each measured alone, are cut by ${formatConfidence(1 - OVERLAP_FACTOR)} where values overlap, and are not what to type.`;

const PLANNING = '…';

/** The multipliers that the plans enter for the value, in parts; null while the plans are made. */
const partsOf = ({ segment }: ValueRule, toEnterOf: ToEnterOf): readonly string[] | null => {
  const entered = toEnterOf(segment);
  return entered && listToEnter(entered);
};

/** The last column: the figures that the plans of the platforms enter. In files it is empty while they are made. */
function toEnterColumn(toEnterOf: ToEnterOf): Column<ValueRule> {
  return {
    ...downloadColumn<ValueRule>('To Enter', (rule) => partsOf(rule, toEnterOf)?.join(' · ') ?? ''),
    key: 'toEnter',
    meaning:
      'The figure to type for each platform, from its plan in Apply: what the leads that get this rule there are worth. Meta takes it as a change of the bid: 0.70x is -30%. “In 2 rules”: only together with a value of another attribute. A dash: no plan enters it. All rules of a platform, also pairs, are in Apply.',
    isCopied: true,
    screen: {
      width: wideOnly(128),
      cell: (rule) => <ToEnterFigures parts={partsOf(rule, toEnterOf)} />,
    },
  };
}

interface ToEnterLineProps {
  rule: ValueRule;
  toEnterOf: ToEnterOf;
  /** The platforms that take the value; null until they are known. */
  places: readonly string[] | null;
}

/**
 * On narrow screens, which have no such column: below the suggested rule. A row that platforms take keeps its line, so that the rows
 * below it and the buttons stay where they are once the figures come; one that none takes never has it.
 * @internal
 */
export function ToEnterLine({ rule, toEnterOf, places }: ToEnterLineProps) {
  const parts = partsOf(rule, toEnterOf);
  const isEntered = parts !== null && parts[0] !== NOTHING_TO_ENTER;
  if (!isEntered && (places?.length === 0 || !rule.isSignificant)) return null;
  return (
    <p className="flex flex-wrap gap-x-1 text-13">
      <span className="text-muted">To Enter</span> <ToEnterFigures parts={parts} />
    </p>
  );
}

function ToEnterFigures({ parts }: { parts: readonly string[] | null }) {
  if (parts === null) return <span title="The plans are being made">{PLANNING}</span>;
  if (parts[0] === NOTHING_TO_ENTER) return <span className="text-faint">{NOTHING_TO_ENTER}</span>;
  return (
    <span className="flex flex-col font-medium tabular-nums md:leading-[1.125rem] max-md:flex-row max-md:flex-wrap max-md:gap-x-1">
      {parts.map((figure, index) => (
        <span key={figure} className="whitespace-normal">
          {index > 0 && <span className="text-faint max-md:inline md:sr-only">· </span>}
          {figure}
        </span>
      ))}
    </span>
  );
}
