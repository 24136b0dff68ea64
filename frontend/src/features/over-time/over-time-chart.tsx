import { MIN_RULE_CONVERSIONS, MIN_RULE_LEADS } from '#frontend/analysis/constants.ts';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import { type OverTime, namePeriod } from '#frontend/analysis/over-time/over-time.ts';
import { LiftTicks, fitName } from '#frontend/features/results/lift-chart.tsx';
import { lookOfLift, NO_INTERVAL, describeInterval } from '#frontend/features/results/figures.tsx';
import { OUTCOME_WORDS } from '#frontend/features/results/outcome-words.ts';
import { countNoun, formatCount, formatLift } from '#frontend/lib/format.ts';
import { chooseLogAxis, positionOnAxis, type LogAxis } from '#frontend/lib/log-axis.ts';
import { measureText } from '#frontend/lib/cut-name.ts';
import type { ChartRow } from '#frontend/ui/chart-frame.tsx';
import { ChartText } from '#frontend/ui/chart-marks.tsx';
import {
  CHANGE_WORDS,
  HEADINGS,
  UNIT_WORDS,
  describeFollowedChange,
  type FollowedRule,
  type RulePeriod,
} from './followed-rules.ts';

const AXIS_HEIGHT = 32;
const FOOT = 4;
/** The height of a row, and of the plot within it, which ends this far above the next row. */
const ROW = { wide: 88, narrow: 116, plot: 64, foot: 12 };
const NAME = { share: 0.22, most: 220 };
const VERDICT_WIDTH = 132;
const TICK_WIDTH = 40;
const LABEL_GAP = 20;
const MOST_RADIUS = 4;
const LEAST_RADIUS = 1.5;

export interface OverTimeTable {
  rules: readonly FollowedRule[];
  overTime: OverTime;
  analysis: Analysis;
  /** Names and verdicts stand above the plots, not beside them. */
  isNarrow: boolean;
}

export const rowHeightOf = ({ isNarrow }: Pick<OverTimeTable, 'isNarrow'>) =>
  isNarrow ? ROW.narrow : ROW.wide;

/** The height of the drawing. */
export function heightOf(table: OverTimeTable): number {
  return AXIS_HEIGHT + table.rules.length * rowHeightOf(table) + FOOT;
}

/** The most periods that the hint of a row names. */
const MOST_NAMED_PERIODS = 6;

/** The latest ripe periods, or the latest of all. */
function listNamedPeriods({ periods }: FollowedRule): readonly RulePeriod[] {
  const ripe = periods.filter(({ isRipe }) => isRipe);
  return (ripe.length > 0 ? ripe : periods).slice(-MOST_NAMED_PERIODS);
}

/** The rows of the drawing with their figures in words. */
export function listRows(table: OverTimeTable): ChartRow[] {
  return table.rules.map((rule, at) => ({
    key: rule.key,
    name: rule.name,
    figures: [
      describeFollowedChange(rule, table.overTime.testedUnit),
      ...listNamedPeriods(rule).map(describePeriod),
    ],
    top: AXIS_HEIGHT + at * rowHeightOf(table),
  }));
}

/** '2026-03: 1.42x (1.10 – 1.80), 40 of 210' */
function describePeriod({
  name,
  lift,
  interval,
  hasInterval,
  conversions,
  leads,
  isRipe,
}: RulePeriod): string {
  const range = hasInterval ? describeInterval(interval) : `${NO_INTERVAL} for an interval`;
  return `${name}: ${formatLift(lift)} (${range}), ${formatCount(conversions)} of ${formatCount(leads)}${isRipe ? '' : ', too young'}`;
}

/** The axis holds this share of the lifts; the others get an arrow, so that a few do not flatten all rows. */
const SHARE_ON_AXIS = 0.95;

/** An axis for the lifts of periods with enough leads. */
function chooseAxis(rules: readonly FollowedRule[]): LogAxis {
  const all = rules.flatMap(({ periods }) => periods).filter(({ lift }) => lift > 0);
  const enough = all.filter(({ hasFew, isRipe }) => !hasFew && isRipe);
  const distances = (enough.length > 0 ? enough : all)
    .map(({ lift }) => Math.abs(Math.log(lift)))
    .toSorted((a, b) => a - b);
  const furthest = distances[Math.ceil(SHARE_ON_AXIS * distances.length) - 1] ?? 0;
  return chooseLogAxis([Math.exp(furthest)]);
}

interface Plot {
  left: number;
  right: number;
  step: number;
  axis: LogAxis;
  /** The middle of a period. */
  xOf(start: number): number;
}

const nameWidthOf = (width: number) => Math.min(NAME.most, Math.round(NAME.share * width));

function layOut({ rules, overTime: { periods }, isNarrow }: OverTimeTable, width: number): Plot {
  const left = TICK_WIDTH + (isNarrow ? 0 : nameWidthOf(width));
  const right = width - (isNarrow ? 4 : VERDICT_WIDTH);
  const step = (right - left) / Math.max(1, periods.length);
  const places = new Map(periods.map(({ start }, at) => [start, at]));
  return {
    left,
    right,
    step,
    axis: chooseAxis(rules),
    xOf: (start) => left + ((places.get(start) ?? 0) + 0.5) * step,
  };
}

/** Lifts by period, a row for each rule. */
export function OverTimeDrawing({ table, width }: { table: OverTimeTable; width: number }) {
  const plot = layOut(table, width);
  const height = rowHeightOf(table);
  return (
    <>
      <TimeAxis table={table} plot={plot} bottom={heightOf(table) - FOOT} />
      {table.rules.map((rule, at) => (
        <g key={rule.key} transform={`translate(0 ${AXIS_HEIGHT + at * height})`}>
          <line x1={0} x2={width} y1={0.5} y2={0.5} strokeWidth={1} className="stroke-hairline" />
          <RuleWords rule={rule} table={table} width={width} />
          <RuleRow rule={rule} plot={plot} bottom={height - ROW.foot} />
        </g>
      ))}
    </>
  );
}

interface TimeAxisProps {
  table: OverTimeTable;
  plot: Plot;
  bottom: number;
}

/** The names of periods above the plots, as many as have room. Periods that are too young have a grey ground. */
function TimeAxis({ table: { overTime }, plot, bottom }: TimeAxisProps) {
  const { periods, unit } = overTime;
  const names = periods.map(({ start }) => namePeriod(start, unit));
  const widest = Math.max(0, ...names.map((name) => measureText(name, 12, 400)));
  const every = Math.max(1, Math.ceil((widest + LABEL_GAP) / plot.step));
  return (
    <g>
      {periods.map(({ start, isRipe }, at) => {
        const x = plot.xOf(start);
        return (
          <g key={start}>
            {!isRipe && (
              <rect
                x={x - plot.step / 2}
                y={AXIS_HEIGHT}
                width={plot.step}
                height={bottom - AXIS_HEIGHT}
                className="fill-sunken forced-colors:stroke-hairline"
              />
            )}
            {at % every === 0 &&
              x - widest / 2 >= plot.left - TICK_WIDTH &&
              x + widest / 2 <= plot.right + 4 && (
                <>
                  <line
                    x1={x}
                    x2={x}
                    y1={AXIS_HEIGHT - 6}
                    y2={AXIS_HEIGHT}
                    strokeWidth={1}
                    className="stroke-strong"
                  />
                  <ChartText
                    x={x}
                    y={AXIS_HEIGHT - 16}
                    size={12}
                    textAnchor="middle"
                    text={names[at] ?? ''}
                    className="fill-faint"
                  />
                </>
              )}
          </g>
        );
      })}
    </g>
  );
}

interface RuleWordsProps {
  rule: FollowedRule;
  table: OverTimeTable;
  width: number;
}

/** The name of a rule, and whether it has changed: beside the plot, or above it. */
function RuleWords({ rule, table: { analysis, isNarrow }, width }: RuleWordsProps) {
  const { change, name } = rule;
  const { fieldName: field, value } = rule.rule.segment;
  const isChanged = change.kind === 'changed';
  const maxWidth = (isNarrow ? width - VERDICT_WIDTH : nameWidthOf(width)) - 8;
  const shown = fitName({ field, value }, { maxWidth, isStrong: true, fields: analysis.fields });
  const top = isNarrow ? 20 : ROW.wide - ROW.foot - ROW.plot / 2;
  const look = isChanged ? 'fill-caution' : 'fill-muted';
  return (
    <>
      <ChartText x={0} y={top} isStrong text={shown} title={name} />
      <ChartText
        x={width}
        y={!isNarrow && isChanged ? top - 9 : top}
        textAnchor="end"
        isStrong={isChanged}
        text={`${isChanged ? '! ' : ''}${CHANGE_WORDS[change.kind]}`}
        className={look}
      />
      {!isNarrow && isChanged && (
        <ChartText
          x={width}
          y={top + 11}
          textAnchor="end"
          size={12}
          text={`${formatLift(change.before)} → ${formatLift(change.after)}`}
          className="fill-muted"
        />
      )}
    </>
  );
}

interface RuleRowProps {
  rule: FollowedRule;
  plot: Plot;
  /** The lower end of the plot, from the top of the row. */
  bottom: number;
}

const COLOURLESS = { fill: 'fill-faint', stroke: 'stroke-faint' };

/** The periods of a rule: a dot for the lift, a line for its interval; grey where it is too young. */
function RuleRow({ rule, plot, bottom }: RuleRowProps) {
  const { axis, xOf, left, right, step } = plot;
  const yOf = (lift: number) => bottom - positionOnAxis(axis, lift).share * ROW.plot;
  const look = lookOfLift(rule.rule.segment.lift);
  const radius = Math.max(LEAST_RADIUS, Math.min(MOST_RADIUS, step * 0.32));
  return (
    <>
      <LiftTicks {...{ left, right, yOf }} ticks={[axis.max, 1, 1 / axis.max]} />
      <ChangeLine rule={rule} plot={plot} yOf={yOf} />
      {rule.periods.map(({ start, lift, interval, hasInterval, isRipe, hasFew }) => {
        const { fill, stroke } = isRipe ? look : COLOURLESS;
        const [x, y] = [xOf(start), yOf(lift)];
        return (
          <g key={start} opacity={hasFew && isRipe ? 0.6 : undefined}>
            {hasInterval && (
              <line
                x1={x}
                x2={x}
                y1={yOf(interval.low)}
                y2={yOf(interval.high)}
                strokeWidth={step < 8 ? 1 : 1.5}
                className={stroke}
              />
            )}
            {positionOnAxis(axis, lift).isBeyond ? (
              <path
                transform={`translate(${x} ${y})`}
                d={lift < 1 ? 'M0 0 L-4 -6 L4 -6 Z' : 'M0 0 L-4 6 L4 6 Z'}
                className={fill}
              />
            ) : (
              <circle
                cx={x}
                cy={y}
                r={radius}
                strokeWidth={1.5}
                className={`${hasFew || !isRipe ? 'fill-canvas' : fill} ${stroke}`}
              />
            )}
          </g>
        );
      })}
    </>
  );
}

interface ChangeLineProps extends Omit<RuleRowProps, 'bottom'> {
  yOf(lift: number): number;
}

/** The lifts before and since a change, as a step. */
function ChangeLine({ rule: { change, periods }, plot, yOf }: ChangeLineProps) {
  if (change.kind !== 'changed') return null;
  const ripe = periods.filter(({ isRipe }) => isRipe);
  const [first, last] = [ripe[0], ripe.at(-1)];
  // By other units a period may begin before the change.
  const since = ripe.find(({ start }) => start >= change.since);
  if (!first || !last || !since) return null;
  const half = plot.step / 2;
  const [from, cut, to] = [
    plot.xOf(first.start) - half,
    plot.xOf(since.start) - half,
    plot.xOf(last.start) + half,
  ];
  return (
    <path
      d={`M${from} ${yOf(change.before)}H${cut}V${yOf(change.after)}H${to}`}
      fill="none"
      strokeWidth={1.5}
      strokeDasharray="5 4"
      className="stroke-text"
    />
  );
}

/** 'Lift by Month' */
export function titleOf({ overTime: { unit }, analysis: { basis } }: OverTimeTable): string {
  return `${basis === 'value' ? 'Value Lift' : 'Lift'} by ${HEADINGS[unit]}`;
}

/** Describes the drawing for screen readers. */
export function summarise({ rules, overTime }: OverTimeTable, all: readonly FollowedRule[]): string {
  const changed = all.filter(({ change }) => change.kind === 'changed').length;
  return `Lifts of ${formatCount(rules.length)} of ${countNoun(all.length, 'rule')} in ${countNoun(overTime.periods.length, UNIT_WORDS[overTime.unit])}, with 95% intervals, on logarithmic axes; ${formatCount(changed)} changed. The table below has the figures of one rule, the download those of all.`;
}

/** Explains the drawing. */
export function describeChart({ overTime: { cut }, analysis }: OverTimeTable): string {
  return [
    `Dot: ${OUTCOME_WORDS[analysis.basis].lift} of the leads that came then. Line: 95% interval. 1x is the average of the same leads.`,
    `Hollow: under ${MIN_RULE_LEADS} leads or ${MIN_RULE_CONVERSIONS} expected conversions.`,
    cut ? 'Grey ground: too young, not tested.' : '',
    'Dashed: the lifts before and since a change. An arrow points beyond the axis.',
  ]
    .filter(Boolean)
    .join(' ');
}
