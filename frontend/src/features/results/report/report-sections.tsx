import type { Analysis } from '#frontend/analysis/analyse.ts';
import { bestCombinations, countCombinations, type Multipliers } from '#frontend/analysis/lead-values.ts';
import type { Settings } from '#frontend/analysis/settings.ts';
import { formatCount, formatMoney, formatPercent } from '#frontend/lib/format.ts';
import { ChartDrawing } from '#frontend/ui/chart-frame.tsx';
import { combinationColumns } from '../calculator/combinations-table.tsx';
import { EstimatesOfLead, Formula } from '../calculator/lead-value-result.tsx';
import { calculate, listValueSteps, pickedValues, type Picks } from '../calculator/lead-value.ts';
import { WATERFALL_ROW_HEIGHT, WaterfallDrawing } from '../calculator/waterfall.tsx';
import { PRINTED_WIDTH, PrintedLiftChart } from '../charts/lift-chart.tsx';
import {
  CALIBRATION_CAPTION,
  CALIBRATION_HEIGHT,
  CalibrationDrawing,
  summarise,
} from '../check/calibration-chart.tsx';
import { checkedRuleColumns, listMethods, methodColumns } from '../check/check-columns.tsx';
import {
  findCheckedWords,
  type FinishedCheck,
  wordChosenAnew,
  wordMeaning,
  wordOrigin,
  wordVerdict,
} from '../check/check-words.ts';
import { CORRELATION_CHART } from '../correlations/correlation-chart.tsx';
import { correlationColumns } from '../correlations/correlation-columns.tsx';
import { CorrelationBanner } from '../correlations/correlations-tab.tsx';
import { wordTestedPairs } from '../evidence-words.ts';
import { namePair } from '../names.tsx';
import { SEGMENT_CHART } from '../segments/segment-chart.tsx';
import { segmentColumns } from '../segments/segment-columns.tsx';
import { ruleColumns } from '../value-rules/rule-columns.tsx';
import { CUT_INTO_BAND, groupRules, headUnclear, wordNoSupported } from '../value-rules/rule-groups.ts';
import { FIRST_PAGE_SEGMENTS } from './first-page.tsx';
import { ReportTable } from './report-table.tsx';

/** This many fill two pages; the lowest lead values are of little use. */
const MOST_COMBINATIONS = 60;

export function RulesSection({ analysis }: { analysis: Analysis }) {
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

export function SegmentsSection({ analysis }: { analysis: Analysis }) {
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

export function CorrelationsSection({ analysis }: { analysis: Analysis }) {
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

export function LeadValuesSection({ picks, ...shown }: LeadValuesProps & { picks: Picks }) {
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

export function CheckSection({ check, currency }: CheckSectionProps) {
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
