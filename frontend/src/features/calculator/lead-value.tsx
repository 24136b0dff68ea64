import { OUTCOME_WORDS } from '#frontend/features/results/outcome-words.ts';
import type { Analysis, Settings } from '#frontend/analysis/judge/analyse.ts';
import { MIN_COMBINATION_LEADS } from '#frontend/analysis/constants.ts';
import {
  calculateBalancedValue,
  type CalculatedLeadValue,
  calculateLeadValue,
  isImpossible,
  type LeadValueFactor,
  type Multipliers,
} from '#frontend/analysis/judge/lead-values.ts';
import { stampDate } from '#frontend/exports/table.ts';
import { shortName } from '#frontend/lib/cut-name.ts';
import {
  countNoun,
  formatLift,
  formatMoney,
  formatNumber,
  formatRate,
  formatWholeMoney,
} from '#frontend/lib/format.ts';
import { ChartFrame } from '#frontend/ui/chart-frame.tsx';
import { ChartText } from '#frontend/ui/chart-marks.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { Term } from '#frontend/ui/tooltip.tsx';
import { lookOfLift, OVERLAP_CUT, describeRateInterval } from '#frontend/features/results/figures.tsx';
import type { TabChoice } from '#frontend/features/results/shown-results.tsx';
import { fitName } from '#frontend/features/results/lift-chart.tsx';
import { nameFieldValue } from '#frontend/features/results/names.tsx';
import { METHOD } from '#frontend/analysis/judge/method.ts';

/** The lead value by the multipliers that the reader acts on. */
export function calculate(
  analysis: Analysis,
  values: readonly string[],
  multipliers: Multipliers,
): CalculatedLeadValue {
  const { estimates } = analysis;
  return multipliers === 'balanced' && estimates
    ? calculateBalancedValue(analysis, estimates, values)
    : calculateLeadValue(analysis, values);
}

/** The picked value of each attribute, by the position of the attribute. */
export type Picks = Readonly<Record<number, string>>;

/** The picks stay for the report, and while another tab is shown. */
export const PICKS: TabChoice<Picks> = { first: {} };

/** The picked values in the order of the attributes; null while one of them has no picked value. */
export function pickedValues({ fields }: Analysis, picks: Picks): string[] | null {
  const picked = fields.flatMap(({ values }, field) => {
    const value = picks[field];
    return value !== undefined && values.includes(value) ? [value] : [];
  });
  return picked.length === fields.length ? picked : null;
}

/** The properties of components that show a calculated lead value. */
interface LeadValueProps {
  analysis: Analysis;
  result: CalculatedLeadValue;
}

/** One step from the baseline lead value to the lead value, in dollars. */
interface ValueStep {
  name: string;
  /** Null for the baseline lead value and the lead value themselves. */
  factor: LeadValueFactor | null;
  from: number;
  to: number;
}

/**
 * The baseline lead value (times the constant of balanced multipliers), the change by each factor, and the lead value.
 * The bar of each factor starts at the end of the one before.
 */
export function listValueSteps(baselineLeadValue: number, result: CalculatedLeadValue): ValueStep[] {
  const { scale } = result;
  const base = baselineLeadValue * (scale ?? 1);
  let reached = base;
  const factors = result.breakdown.map((factor) => {
    const from = reached;
    reached *= factor.lift;
    return { name: nameFieldValue(factor), factor, from, to: reached };
  });
  return [
    {
      name: scale === null ? 'Baseline lead value' : `Base × ${formatNumber(scale)}`,
      factor: null,
      from: 0,
      to: base,
    },
    ...factors,
    { name: 'Lead value', factor: null, from: 0, to: result.value },
  ];
}

/** A calculated lead value, its formula on one line, and the origin of the figures in the formula. */
export function LeadValueResult({ analysis, result }: LeadValueProps) {
  const { value, predictedRate } = result;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-14 text-muted">
        <Term
          explanation={`What one lead with these values is worth: the baseline lead value, multiplied by the ${result.scale === null ? 'lift' : 'balanced multiplier'} of each value.`}
        >
          Lead value
        </Term>
        <span className="block text-40 leading-tight font-semibold tracking-[-0.02em] text-text tabular-nums">
          {formatWholeMoney(value, analysis.settings.currency)}
        </span>
      </p>
      <LeadValueFormula analysis={analysis} result={result} />
      <FormulaOrigin analysis={analysis} result={result} />
      {isImpossible(analysis, predictedRate) && (
        <Notice tone="caution" role="note">
          Together these lifts predict {formatRate(predictedRate)} conversion. More than 100% is impossible,
          so take this value with caution.
        </Notice>
      )}
    </div>
  );
}

/** '$38.54 × 1.92x × 1.08x = $80', with the lifts after the cut; or '$38.54 × 0.9841 × ...' with balanced multipliers. */
export function LeadValueFormula({ analysis, result }: LeadValueProps) {
  const { currency } = analysis.settings;
  const lifts = result.breakdown.map(({ lift }) => formatLift(lift));
  if (result.scale !== null) lifts.unshift(formatNumber(result.scale));
  return (
    <p className="text-14 text-muted tabular-nums sm:text-16">
      {[formatMoney(analysis.baselineLeadValue, currency), ...lifts].join(' × ')} ={' '}
      <span className="font-semibold text-text">{formatWholeMoney(result.value, currency)}</span>
    </p>
  );
}

const LONGEST_NAME = 40;

/** The baseline lead value, and the lifts that were cut. */
function FormulaOrigin({ analysis, result }: LeadValueProps) {
  const { basis, baselineLeadValue, settings } = analysis;
  const cuts = result.breakdown.filter(({ isCut }) => isCut);
  const words = cuts.map(
    ({ value, liftBeforeCut }) => `${shortName(value, LONGEST_NAME)} (was ${formatLift(liftBeforeCut)})`,
  );
  return (
    <p className="text-13 wrap-break-word text-muted tabular-nums">
      {formatMoney(baselineLeadValue, settings.currency)} is the average lead:{' '}
      {OUTCOME_WORDS[basis].describeBaseline(analysis)}
      {result.scale !== null &&
        ` ${formatNumber(result.scale)} makes the total over all leads exact; it belongs to no attribute.`}
      {cuts.length > 0 && ` Reduced by ${OVERLAP_CUT}: ${words.join(', ')}.`}
    </p>
  );
}

/** The value of the leads of one combination by each method. Empty if combinations are not known. */
export function EstimatesOfLead({ analysis, values }: { analysis: Analysis; values: readonly string[] }) {
  const { settings, basis, rateValue } = analysis;
  const { rateBeside, conversionRate } = OUTCOME_WORDS[basis];
  const estimate = analysis.estimates?.estimate(values);
  if (!estimate) return null;
  const { counts, actualRate, balancedRate, bestRate } = estimate;
  const rates: [name: string, rate: number | null][] = [
    ['Suggested', calculateLeadValue(analysis, values).predictedRate],
    ['Balanced', balancedRate],
    [`Actual (${countNoun(counts.leads, 'lead')})`, actualRate],
    ['Best estimate', bestRate],
  ];
  return (
    <div className="flex flex-col gap-2">
      <dl className="max-w-100 text-14 tabular-nums">
        {rates.map(([name, rate]) => (
          <div key={name} className="flex justify-between gap-4 border-b border-hairline py-1.5">
            <dt className="text-muted">{name}</dt>
            <dd className="flex gap-3 whitespace-nowrap">
              {rate === null ? (
                <span className="text-muted">fewer than {MIN_COMBINATION_LEADS} leads</span>
              ) : (
                <>
                  {rateBeside(rate) !== null && <span className="text-muted">{formatRate(rate)}</span>}{' '}
                  <span className="min-w-16 text-right font-medium">
                    {formatWholeMoney(rateValue * rate, settings.currency)}
                  </span>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {actualRate !== null && (
        <p className="text-13 text-muted tabular-nums">
          95% interval of the {conversionRate}: {describeRateInterval(counts)}.
        </p>
      )}
      <p className="max-w-prose text-13 text-muted">{METHOD[basis].bestEstimate.words}</p>
    </div>
  );
}

export const WATERFALL_ROW_HEIGHT = 36;
const CAPTION = 'Each factor multiplies the running total.';

/** Draws the steps from the baseline lead value to the lead value, factor by factor. */
export function Waterfall({ analysis, result }: LeadValueProps) {
  const steps = listValueSteps(analysis.baselineLeadValue, result);
  return (
    <ChartFrame
      title="From Baseline to Lead Value"
      summary={steps.map((step) => describeStep(step, analysis.settings.currency)).join('; ')}
      note={CAPTION}
      caption={CAPTION}
      height={steps.length * WATERFALL_ROW_HEIGHT}
      draw={(width) => <WaterfallDrawing {...{ analysis, steps, width }} />}
      nameFile={() => `lead_value_chart_${stampDate(new Date())}`}
    />
  );
}

function describeStep({ name, factor, to }: ValueStep, currency: Settings['currency']): string {
  return `${name} ${factor ? `${formatLift(factor.lift)} to ` : ''}${formatMoney(to, currency)}`;
}

const WIDE = 560;
const FIGURES = { wide: 152, narrow: 84 };
const LIFT_END = 88;
const BAR_HEIGHT = 16;
const LEAST_BAR_WIDTH = 2;

interface WaterfallDrawingProps {
  analysis: Analysis;
  steps: readonly ValueStep[];
  width: number;
}

/** Each step has a name, a bar and figures. A line joins the end of each bar with the next bar. */
export function WaterfallDrawing({ analysis: { fields, settings }, steps, width }: WaterfallDrawingProps) {
  const isWide = width >= WIDE;
  const nameWidth = Math.round(width * 0.32);
  const most = Math.max(...steps.map(({ to }) => to));
  const plotWidth = width - nameWidth - 16 - (isWide ? FIGURES.wide : FIGURES.narrow);
  const xOf = (dollars: number) => nameWidth + 8 + (most > 0 ? (dollars / most) * plotWidth : 0);
  return steps.map(({ name, factor, from, to }, position) => {
    const middle = (position + 0.5) * WATERFALL_ROW_HEIGHT;
    const [start, end] = [xOf(Math.min(from, to)), xOf(Math.max(from, to))];
    const look = factor && lookOfLift(factor.lift);
    // A lift near 1 has no colour. Its bar is lighter than those of the two lead values.
    const bar = look?.sign === '' ? 'fill-control' : (look?.fill ?? 'fill-muted');
    return (
      <g key={name}>
        <ChartText
          x={0}
          y={middle}
          title={name}
          text={factor ? fitName(factor, { maxWidth: nameWidth, isStrong: false, fields }) : name}
          isStrong={!factor}
        />
        <rect
          x={start}
          y={middle - BAR_HEIGHT / 2}
          width={Math.max(LEAST_BAR_WIDTH, end - start)}
          height={BAR_HEIGHT}
          rx={2}
          className={bar}
        />
        {position < steps.length - 1 && (
          <line
            x1={xOf(to)}
            x2={xOf(to)}
            y1={middle + BAR_HEIGHT / 2}
            y2={middle - BAR_HEIGHT / 2 + WATERFALL_ROW_HEIGHT}
            strokeWidth={1}
            className="stroke-control"
          />
        )}
        {look && isWide && (
          <ChartText
            x={width - LIFT_END}
            y={middle}
            textAnchor="end"
            text={`${look.sign} ${formatLift(factor.lift)}`.trim()}
            className={look.fill}
          />
        )}
        <ChartText
          x={width}
          y={middle}
          textAnchor="end"
          text={formatMoney(to, settings.currency)}
          isStrong={!factor}
        />
      </g>
    );
  });
}
