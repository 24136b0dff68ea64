import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import {
  HIGH_CONFIDENCE,
  HIGH_LIFT,
  LOW_CONFIDENCE,
  LOW_LIFT,
  OVERLAP_FACTOR,
} from '#frontend/analysis/constants.ts';
import type { JudgedSegment } from '#frontend/analysis/judge/judge-segments.ts';
import { shrinkLift } from '#frontend/analysis/measure/lift.ts';
import { type Interval, wilsonInterval } from '#frontend/analysis/stats/intervals.ts';
import { type Counts, countLargest } from '#frontend/analysis/counts/valued-leads.ts';
import { cx } from '#frontend/lib/class-names.ts';
import {
  countNoun,
  formatConfidence,
  formatCount,
  formatExactMoney,
  formatLift,
  formatLiftChange,
  formatMoney,
  formatPValue,
  formatRate,
  formatRatio,
} from '#frontend/lib/format.ts';
import type { MarkLook } from '#frontend/ui/chart-marks.tsx';
import { type Label, explainSegmentLabel, wordOfLabel } from './evidence.tsx';

/** How much the rule of an overlapping segment is reduced: '15%'. */
export const OVERLAP_CUT = formatConfidence(1 - OVERLAP_FACTOR);

/** The colour of a lift in texts and drawings, and a sign with the same meaning. */
export interface LiftLook extends MarkLook {
  sign: '▲' | '▼' | '';
  text: string;
}

export const HIGH: LiftLook = { sign: '▲', text: 'text-up', fill: 'fill-up', stroke: 'stroke-up' };
export const LOW: LiftLook = { sign: '▼', text: 'text-down', fill: 'fill-down', stroke: 'stroke-down' };
export const MIDDLE: LiftLook = { sign: '', text: '', fill: 'fill-muted', stroke: 'stroke-muted' };

export function lookOfLift(lift: number): LiftLook {
  if (lift >= HIGH_LIFT) return HIGH;
  return lift <= LOW_LIFT ? LOW : MIDDLE;
}

export interface LiftProps {
  lift: number;
  /** True to show the change against the average too: '(+24%)'. */
  hasChange?: boolean;
  isLarge?: boolean;
}

/** A lift with its sign, in its colour. Sign and change have fixed widths, so that the figures of a column line up. */
export function Lift({ lift, hasChange, isLarge }: LiftProps) {
  const { sign, text } = lookOfLift(lift);
  return (
    <span className={cx('inline-flex items-baseline whitespace-nowrap tabular-nums', text)}>
      <span aria-hidden className="w-4 shrink-0 text-12 leading-none">
        {sign}
      </span>
      <span className={cx('text-right', isLarge ? 'min-w-[5ch] text-16 font-semibold' : 'min-w-[5.5ch]')}>
        {formatLift(lift)}
      </span>
      {hasChange && (
        <span className={cx('ml-1.5 text-right text-13 text-muted', isLarge ? 'min-w-[6ch]' : 'min-w-[7ch]')}>
          ({formatLiftChange(lift)})
        </span>
      )}
    </span>
  );
}

const METER_BARS = [0, 1, 2, 3, 4];

function lookOfConfidence(confidence: number): { word: string; colour: string; meter: string } {
  if (confidence >= HIGH_CONFIDENCE) return { word: 'high', colour: 'text-up', meter: 'bg-up' };
  if (confidence < LOW_CONFIDENCE) return { word: 'low', colour: 'text-caution', meter: 'bg-caution' };
  return { word: '', colour: '', meter: 'bg-faint' };
}

export interface ConfidenceProps {
  confidence: number;
  /** True for a percentage without bars and without a word for its colour. */
  isPlain?: boolean;
}

/** A confidence (0 to 1) as a percentage and as bars. Four or five bars are high, none to two are low. */
export function Confidence({ confidence, isPlain }: ConfidenceProps) {
  const { word, colour, meter } = lookOfConfidence(confidence);
  const filled = Math.round(confidence * METER_BARS.length);
  return (
    <span className={cx('inline-flex items-center gap-2 whitespace-nowrap tabular-nums', colour)}>
      <span>
        {formatConfidence(confidence)}
        {word && !isPlain && <span className="sr-only"> ({word})</span>}
      </span>
      {!isPlain && (
        <span aria-hidden className="flex gap-0.5">
          {METER_BARS.map((bar) => (
            <span key={bar} className={cx('h-3 w-1 rounded-[1px]', bar < filled ? meter : 'bg-hairline')} />
          ))}
        </span>
      )}
    </span>
  );
}

/** '40 of 100 leads converted: 40.0%, 95% interval 30.9% to 49.8%'. */
export function describeConverted(part: Counts & { conversionRate: number }): string {
  return `${formatCount(part.conversions)} of ${countNoun(part.leads, 'lead')} converted: ${formatRate(part.conversionRate)}, 95% interval ${describeRateInterval(part)}`;
}

/** The 95% interval of a conversion rate: '30.9% to 49.8%'. */
export function describeRateInterval({ leads, conversions }: Counts): string {
  const { low, high } = wilsonInterval(conversions, leads);
  return `${formatRate(low)} to ${formatRate(high)}`;
}

/** 'p 0.028, significant'. */
export function describeTest({ pValue, isSignificant }: { pValue: number; isSignificant: boolean }): string {
  return `p ${formatPValue(pValue)}, ${isSignificant ? 'significant' : 'not significant'}`;
}

/** 'Unclear: not significant; about 400 leads would tell' from a label and the sentence that explains it. */
export function describeLabel(label: Label, sentence: string): string {
  return `${wordOfLabel(label)}: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1, -1)}`;
}

/**
 * The figures and the label of a segment in a chart, line by line.
 *
 * @param factor by which the multiplier is reduced; 1 without a cut
 */
export function listSegmentFigures(segment: JudgedSegment, analysis: Analysis, factor = 1): string[] {
  const { settings } = analysis;
  const { low, high } = rangeAfterShrinking(segment, factor);
  const range = hasInterval(segment)
    ? `range after shrinking ${formatLift(low)} to ${formatLift(high)}`
    : `${NO_INTERVAL} for a range after shrinking`;
  const describeMoney = (amount: number) => formatMoney(amount, settings.currency);
  const deal = describeLargeDeals(segment, analysis);
  const amounts = segment.amounts && [
    `${describeMoney(segment.amounts.perLead)} per lead, against ${describeMoney(analysis.baseline)} overall`,
    `${describeMoney(segment.amounts.perConversion)} per conversion`,
    ...(deal === null ? [] : [deal.slice(0, -1)]),
  ];
  return [
    `Multiplier ${formatLift(factor * segment.adjustedLift)}, ${range}`,
    ...(amounts ?? []),
    `${describeConverted(segment)}; against ${formatRate(segment.baselineRate)} overall`,
    describeTest(segment),
    describeLabel(segment.label, explainSegmentLabel(segment, analysis)),
  ];
}

/** '1.48 – 2.11' */
export function describeInterval({ low, high }: { low: number; high: number }): string {
  return `${formatRatio(low)} – ${formatRatio(high)}`;
}

/** The text for an unknown interval: by value, with fewer than 20 conversions. */
export const NO_INTERVAL = 'too few conversions';

/** A segment or a pair of values with its interval. By conversions it has no amounts. */
export interface WithInterval {
  interval: Interval;
  amounts?: { hasInterval: boolean } | null;
}

export function hasInterval({ amounts }: WithInterval): boolean {
  return amounts?.hasInterval ?? true;
}

/**
 * The range after shrinking of a multiplier in charts: the 95% interval of the lift, moved towards 1 and reduced as the multiplier is, so that
 * both are the same figure. An unknown range begins and ends at the multiplier.
 *
 * @param factor by which the multiplier is reduced; 1 without a cut
 */
export function rangeAfterShrinking(
  segment: Pick<JudgedSegment, 'interval' | 'amounts' | 'confidence' | 'adjustedLift'>,
  factor = 1,
): Interval {
  const { confidence, adjustedLift, interval } = segment;
  const end = (lift: number) => factor * (hasInterval(segment) ? shrinkLift(lift, confidence) : adjustedLift);
  return { low: end(interval.low), high: end(interval.high) };
}

/** How many deals make over half of the value of a segment; 0 if its value does not rest on few deals. */
export function countLargeDeals({ amounts, conversions }: JudgedSegment): number {
  return amounts?.hasLargeDeal ? countLargest(conversions) : 0;
}

/** 'One deal holds over half of the value.'; null where the value of a segment does not rest on few deals. */
export function describeLargeClaim(segment: JudgedSegment): string | null {
  const deals = countLargeDeals(segment);
  if (deals === 0) return null;
  const claim = deals === 1 ? 'One deal holds' : `The ${formatCount(deals)} largest deals hold`;
  return `${claim} over half of the value.`;
}

/**
 * Warns that the value of a segment rests on few deals: 'One deal holds over half of the value. With amounts capped at $2,681 the value lift is
 * 1.36x.' Null for all other segments, and by conversions.
 */
export function describeLargeDeals(segment: JudgedSegment, { value, settings }: Analysis): string | null {
  const claim = describeLargeClaim(segment);
  if (claim === null || !segment.amounts || !value) return null;
  const cap = formatMoney(value.shownCap, settings.currency);
  return `${claim} With amounts capped at ${cap}, the 99th percentile of the file, the value lift is ${formatLift(segment.amounts.cappedLift)}.`;
}

/** Money with two significant digits: 26.31 as '$26', 6.14 as '$6.10', 1,284 as '$1,300'. */
export function describeMoney(amount: number, currency: Analysis['settings']['currency']): string {
  return formatExactMoney(Number(amount.toPrecision(2)), currency);
}
