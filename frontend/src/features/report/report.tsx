import { createPortal } from 'react-dom';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import { type AnalysisContext, listRenamed } from '#frontend/analysis/counts/analysis-context.ts';
import type { UnseenCheck } from '#frontend/analysis/check/check-unseen.ts';
import {
  bestCombinations,
  countCombinations,
  type Multipliers,
} from '#frontend/analysis/judge/lead-values.ts';
import { LIMITS } from '#frontend/analysis/platforms/limits.ts';
import type { Settings } from '#frontend/analysis/judge/settings.ts';
import { listSteps, noteLimits, type PlanSheet } from '#frontend/exports/plan-sheet.ts';
import { countNoun, formatCount, formatMoney, formatPercent } from '#frontend/lib/format.ts';
import { ChartDrawing } from '#frontend/ui/chart-frame.tsx';
import { combinationColumns } from '#frontend/features/calculator/combinations-table.tsx';
import {
  calculate,
  EstimatesOfLead,
  Formula,
  listValueSteps,
  pickedValues,
  type Picks,
  WATERFALL_ROW_HEIGHT,
  WaterfallDrawing,
} from '#frontend/features/calculator/lead-value.tsx';
import {
  CALIBRATION_CAPTION,
  CALIBRATION_HEIGHT,
  CalibrationDrawing,
  summarise,
} from '#frontend/features/check/calibration-chart.tsx';
import {
  checkedRuleColumns,
  listMethods,
  methodColumns,
  findCheckedWords,
  type FinishedCheck,
  wordChosenAnew,
  wordMeaning,
  wordOrigin,
  wordVerdict,
} from '#frontend/features/check/check-columns.tsx';
import {
  CORRELATION_CHART,
  correlationColumns,
} from '#frontend/features/correlations/correlation-columns.tsx';
import { CorrelationBanner } from '#frontend/features/correlations/correlations-tab.tsx';
import { listLeftOut, wordLeftOut } from '#frontend/features/results/kit/downloads.ts';
import { wordTestedPairs } from '#frontend/features/results/kit/evidence.tsx';
import { PRINTED_WIDTH, PrintedLiftChart } from '#frontend/features/results/kit/lift-chart.tsx';
import { namePair } from '#frontend/features/results/kit/names.tsx';
import { SEGMENT_CHART } from '#frontend/features/segments/segment-chart.tsx';
import { segmentColumns } from '#frontend/features/segments/segment-columns.tsx';
import { PaperHead, ReportTable } from '#frontend/features/results/kit/table-section.tsx';
import { ruleColumns } from '#frontend/features/value-rules/rule-columns.tsx';
import {
  CUT_INTO_BAND,
  groupRules,
  headUnclear,
  wordNoSupported,
} from '#frontend/features/value-rules/value-rules-tab.tsx';
import { FIRST_PAGE_SEGMENTS, FirstPage, type NamedText, NamedTexts } from './first-page.tsx';
import { ReportMethod } from './report-method.tsx';
import './report.css';

interface ReportProps {
  analysis: Analysis;
  context: AnalysisContext;
  /** The multipliers that the reader acts on. */
  multipliers: Multipliers;
  picks: Picks;
  /** Null until the check was run. */
  check: UnseenCheck | null;
  /** Printed instead of the report. */
  sheet: PlanSheet | null;
  date: Date;
}

/** The results for paper: a first page that stands alone, then all tables and charts, renamed values, the method. */
export function Report({ analysis, context, multipliers, picks, check, sheet, date }: ReportProps) {
  if (sheet) return <PrintedSheet sheet={sheet} />;
  const renamed = context.attributes.flatMap(describeRenamed);
  return createPortal(
    <div className="ui-report">
      <FirstPage analysis={analysis} context={context} date={date} />
      <RulesSection analysis={analysis} />
      <SegmentsSection analysis={analysis} />
      <CorrelationsSection analysis={analysis} />
      <LeadValuesSection analysis={analysis} multipliers={multipliers} picks={picks} />
      {check?.kind === 'checked' && <CheckSection check={check} currency={analysis.settings.currency} />}
      {renamed.length > 0 && (
        <section>
          <h2>Renamed Values</h2>
          <NamedTexts texts={renamed} />
        </section>
      )}
      <section className="ui-report-figure">
        <h2>Method</h2>
        <ReportMethod
          thresholdPercent={analysis.settings.thresholdPercent}
          basis={analysis.basis}
          leftOut={wordLeftOut(listLeftOut(analysis.leftOut, context))}
        />
      </section>
    </div>,
    document.body,
  );
}

/** Most renamed values that are listed; the others are only counted. */
const MOST_RENAMED = 20;

function describeRenamed({ field, mapping }: AnalysisContext['attributes'][number]): NamedText[] {
  const renamed = listRenamed(mapping).map(([value, name]) => `${value} → ${name}`);
  const rest = renamed.length - MOST_RENAMED;
  if (rest > 0) renamed.splice(MOST_RENAMED, rest, `and ${formatCount(rest)} more`);
  return renamed.length > 0 ? [[`Renamed in ${field}`, renamed.join('; ')]] : [];
}

/** The steps of a plan for paper, with a box to tick for each. */
function PrintedSheet({ sheet }: { sheet: PlanSheet }) {
  const { platform, plan, fileName, date } = sheet;
  return createPortal(
    <div className="ui-report">
      <PaperHead
        date={date}
        title={`${countNoun(plan.rules.length, 'rule')} for ${LIMITS[platform].name}: ${fileName}`}
      />
      <ol className="flex flex-col">
        {listSteps(sheet).map(({ where, what }, index) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- a page that is printed does not change
            key={index}
            className="grid break-inside-avoid grid-cols-[1.5rem_2rem_minmax(0,1fr)] border-b border-hairline py-1.5"
          >
            <span aria-hidden className="mt-0.5 size-3 border border-control" />
            <span className="tabular-nums">{index + 1}.</span>
            <span className="min-w-0">
              <span className="block text-muted">{where}</span>
              <span className="wrap-anywhere">{what}</span>
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-3 break-before-avoid text-12 wrap-anywhere text-muted">{noteLimits(platform)}</p>
    </div>,
    document.body,
  );
}

/** This many fill two pages; the lowest lead values are of little use. */
const MOST_COMBINATIONS = 60;

function RulesSection({ analysis }: { analysis: Analysis }) {
  const { valueRules, settings } = analysis;
  const columns = ruleColumns(analysis);
  const groups = groupRules(valueRules);
  const { outside, inside, unclear } = groups;
  return (
    <section>
      <ReportTable
        title="Practical Value Rules"
        Heading="h2"
        columns={columns}
        items={outside}
        empty={
          valueRules.length > 0
            ? wordNoSupported(groups, settings.thresholdPercent)
            : `No segments exceed the ±${formatPercent(settings.thresholdPercent)} threshold.`
        }
      />
      {inside.length > 0 && <ReportTable title={CUT_INTO_BAND} columns={columns} items={inside} />}
      {unclear.length > 0 && (
        <ReportTable
          title={headUnclear(groups, settings.thresholdPercent)}
          columns={columns}
          items={unclear}
        />
      )}
    </section>
  );
}

function SegmentsSection({ analysis }: { analysis: Analysis }) {
  const { segments, significantSegments } = analysis;
  const columns = segmentColumns(analysis);
  const rest = segments.filter(({ isSignificant }) => !isSignificant);
  return (
    <section>
      <div className="ui-report-figure">
        <h2>Segment Details</h2>
        {segments.length > FIRST_PAGE_SEGMENTS && <PrintedLiftChart kind={SEGMENT_CHART} source={analysis} />}
      </div>
      <ReportTable title="Statistically Significant Segments" columns={columns} items={significantSegments} />
      <ReportTable title="Not Significant (Ignore These)" columns={columns} items={rest} />
    </section>
  );
}

function CorrelationsSection({ analysis }: { analysis: Analysis }) {
  const { interactionTests } = analysis;
  const hasTests = interactionTests.length > 0;
  return (
    <section>
      <div className="ui-report-figure">
        <h2>Correlations</h2>
        <CorrelationBanner analysis={analysis} />
        {hasTests && <PrintedLiftChart kind={CORRELATION_CHART} source={analysis} />}
      </div>
      {hasTests && (
        <>
          <p>{wordTestedPairs(analysis)}.</p>
          <ReportTable
            title="Correlation Tests"
            columns={correlationColumns(analysis)}
            items={interactionTests}
          />
        </>
      )}
    </section>
  );
}

interface LeadValuesProps {
  analysis: Analysis;
  multipliers: Multipliers;
}

function LeadValuesSection({ picks, ...shown }: LeadValuesProps & { picks: Picks }) {
  const { analysis, multipliers } = shown;
  const values = pickedValues(analysis, picks);
  return (
    <section>
      <h2>Lead Values</h2>
      {values && <PickedLead {...shown} values={values} />}
      <ReportTable
        title="All Lead Value Combinations"
        columns={combinationColumns(analysis, multipliers)}
        items={bestCombinations(analysis, MOST_COMBINATIONS, multipliers)}
        total={countCombinations(analysis)}
      />
    </section>
  );
}

interface CheckSectionProps {
  check: FinishedCheck;
  currency: Settings['currency'];
}

function CheckSection({ check, currency }: CheckSectionProps) {
  const words = findCheckedWords(check, currency);
  return (
    <section>
      <div className="ui-report-figure">
        <h2>Check on Unseen Leads</h2>
        <p className="font-semibold">{wordVerdict(check)}</p>
        <p>
          {wordMeaning(check)} {wordChosenAnew(check)}
        </p>
        <ChartDrawing
          summary={summarise(check, words)}
          width={PRINTED_WIDTH}
          height={CALIBRATION_HEIGHT}
          draw={(width) => <CalibrationDrawing check={check} words={words} width={width} />}
        />
        <div className="text-muted">{CALIBRATION_CAPTION}</div>
      </div>
      <ReportTable title="Rules on Unseen Leads" columns={checkedRuleColumns} items={check.rules} />
      <ReportTable title={words.amounts} columns={methodColumns(words)} items={listMethods(check)} />
      <p className="mt-2 text-muted">{wordOrigin(check, words)}</p>
    </section>
  );
}

function PickedLead({ analysis, multipliers, values }: LeadValuesProps & { values: readonly string[] }) {
  const { baselineLeadValue, settings } = analysis;
  const { currency } = settings;
  const result = calculate(analysis, values, multipliers);
  const steps = listValueSteps(baselineLeadValue, result);
  return (
    <div className="ui-report-figure">
      <h3>{namePair(result.breakdown)}</h3>
      <Formula analysis={analysis} result={result} />
      {baselineLeadValue > 0 && (
        <ChartDrawing
          summary={`From ${formatMoney(baselineLeadValue, currency)} to ${formatMoney(result.value, currency)} in ${formatCount(result.breakdown.length)} factors`}
          width={PRINTED_WIDTH}
          height={steps.length * WATERFALL_ROW_HEIGHT}
          draw={(width) => <WaterfallDrawing {...{ analysis, steps, width }} />}
        />
      )}
      <EstimatesOfLead analysis={analysis} values={values} />
    </div>
  );
}
