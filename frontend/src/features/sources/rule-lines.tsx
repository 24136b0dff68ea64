import { useState } from 'react';
import { stampDate } from '#frontend/exports/table.ts';
import { lookOfLift, describeConverted, describeInterval } from '#frontend/features/results/figures.tsx';
import { LiftTicks, fitName } from '#frontend/features/results/lift-chart.tsx';
import { countNoun, formatCount, formatLift } from '#frontend/lib/format.ts';
import { Button } from '#frontend/ui/button.tsx';
import { ChartFrame, type ChartRow } from '#frontend/ui/chart-frame.tsx';
import { ChartText } from '#frontend/ui/chart-marks.tsx';
import { NARROW, useMedia } from '#frontend/ui/layout-hooks.ts';
import { findInUse, nameVersion, type RuleLine, type TimedVersion } from './timed-versions.ts';

const AXIS_HEIGHT = 28;
const FOOT = 4;
const ROW = { wide: 76, narrow: 100, plot: 54, foot: 11 };
const NAME = { share: 0.24, most: 240 };
const FIGURE_WIDTH = 92;
const TICK_WIDTH = 40;
/** The number of rules that are charted at first, and on paper. */
export const USUAL_LINES = 6;

export interface RuleLinesProps {
  versions: readonly TimedVersion[];
  rules: readonly RuleLine[];
}

/** Explains the chart. */
export const NOTE =
  'Dot: lift, the rate of the value against that of all leads of the same version. Hollow: not labelled Use. Line: 95% interval. 1x is the average. Grey ground: the version in use. Each row has a scale of its own.';

export const TITLE = 'Lift of Each Rule by Version';

/** Describes the drawing for screen readers. */
export const summariseLines = ({ versions, rules }: RuleLinesProps): string =>
  `Lifts of ${countNoun(rules.length, 'rule')} in ${countNoun(versions.length, 'version')}, with 95% intervals.`;

/** The height of the drawing in pixels. */
export const heightOfLines = ({ length }: RuleLinesProps['rules'], isNarrow: boolean): number =>
  AXIS_HEIGHT + length * (isNarrow ? ROW.narrow : ROW.wide) + FOOT;

/** The lift of each solid rule in each version, a row for each rule. */
export function RuleLines({ versions, rules }: RuleLinesProps) {
  const isNarrow = useMedia(NARROW);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rules : rules.slice(0, USUAL_LINES);
  const rowHeight = isNarrow ? ROW.narrow : ROW.wide;
  return (
    <ChartFrame
      title={TITLE}
      summary={`${summariseLines({ versions, rules: shown })} Each row has the figures of its latest versions.`}
      note={NOTE}
      caption={NOTE}
      height={heightOfLines(shown, isNarrow)}
      draw={(width) => <RuleLinesDrawing {...{ versions, rules: shown, isNarrow, width }} />}
      rows={shown.map((rule, at) => ({ ...describe(rule), top: AXIS_HEIGHT + at * rowHeight }))}
      rowHeight={rowHeight}
      nameFile={() => `rules_by_version_${stampDate(new Date())}`}
      actions={
        rules.length > USUAL_LINES && (
          <Button size="small" onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Chart fewer' : `Chart all ${formatCount(rules.length)}`}
          </Button>
        )
      }
    />
  );
}

/** The most versions that the hint of a row names. */
const MOST_NAMED_VERSIONS = 4;

function describe({ key, name, points }: RuleLine): Omit<ChartRow, 'top'> {
  const figures = points.slice(-MOST_NAMED_VERSIONS).map(({ version, segment }) => {
    const missing = version.isCut ? 'not among its largest values' : 'no such value';
    const words = segment
      ? `${formatLift(segment.lift)} (${describeInterval(segment.interval)}), ${describeConverted(segment)}`
      : missing;
    return `${nameVersion(version)}: ${words}`;
  });
  return { key, name, figures };
}

interface Plot {
  left: number;
  right: number;
  step: number;
}

interface DrawingProps extends RuleLinesProps {
  isNarrow: boolean;
  width: number;
}

export function RuleLinesDrawing({ versions, rules, isNarrow, width }: DrawingProps) {
  const nameWidth = isNarrow ? 0 : Math.min(NAME.most, Math.round(NAME.share * width));
  const left = TICK_WIDTH + nameWidth;
  const right = width - (isNarrow ? 4 : FIGURE_WIDTH);
  const plot: Plot = { left, right, step: (right - left) / Math.max(1, versions.length) };
  const rowHeight = isNarrow ? ROW.narrow : ROW.wide;
  return (
    <>
      <VersionAxis versions={versions} plot={plot} bottom={heightOfLines(rules, isNarrow) - FOOT} />
      {rules.map((rule, at) => (
        <g key={rule.key} transform={`translate(0 ${AXIS_HEIGHT + at * rowHeight})`}>
          <line x1={0} x2={width} y1={0.5} y2={0.5} strokeWidth={1} className="stroke-hairline" />
          <RuleWords {...{ rule, isNarrow, width, nameWidth }} />
          <RuleRow rule={rule} plot={plot} bottom={rowHeight - ROW.foot} />
        </g>
      ))}
    </>
  );
}

const LABEL_ROOM = 28;

/** The numbers of the versions, as many as have room. A line stands at the version in use. */
function VersionAxis({
  versions,
  plot: { left, step },
  bottom,
}: Pick<RuleLinesProps, 'versions'> & { plot: Plot; bottom: number }) {
  const every = Math.max(1, Math.ceil(LABEL_ROOM / step));
  const inUse = findInUse(versions);
  return versions.map((version, at) => {
    const x = left + (at + 0.5) * step;
    const isInUse = version === inUse;
    return (
      <g key={version.number}>
        {isInUse && (
          <rect
            x={x - Math.min(step, LABEL_ROOM) / 2}
            y={AXIS_HEIGHT}
            width={Math.min(step, LABEL_ROOM)}
            height={bottom - AXIS_HEIGHT}
            className="fill-sunken forced-colors:stroke-hairline"
          />
        )}
        {(versions.length - 1 - at) % every === 0 && (
          <ChartText
            x={x}
            y={AXIS_HEIGHT - 14}
            size={12}
            textAnchor="middle"
            text={version.number === 0 ? 'saved' : String(version.number)}
            className="fill-muted"
          />
        )}
      </g>
    );
  });
}

interface RuleWordsProps {
  rule: RuleLine;
  isNarrow: boolean;
  width: number;
  nameWidth: number;
}

/** The name of a rule, and its lift and interval now: beside the plot, or above it. */
function RuleWords({ rule, isNarrow, width, nameWidth }: RuleWordsProps) {
  const now = rule.points.at(-1)?.segment;
  const middle = isNarrow ? 16 : ROW.wide - ROW.foot - ROW.plot / 2;
  const maxWidth = (isNarrow ? width - 2 * FIGURE_WIDTH : nameWidth) - 8;
  const name = fitName(
    { field: rule.fieldName, value: rule.value },
    { maxWidth, isStrong: true, fields: [] },
  );
  const figure = { x: width, textAnchor: 'end' } as const;
  return (
    <>
      <ChartText x={0} y={middle} isStrong text={name} title={rule.name} />
      {now ? (
        <>
          <ChartText
            {...figure}
            y={isNarrow ? middle : middle - 9}
            x={isNarrow ? width - FIGURE_WIDTH : width}
            isStrong
            text={formatLift(now.lift)}
          />
          <ChartText
            {...figure}
            y={isNarrow ? middle : middle + 9}
            size={12}
            text={describeInterval(now.interval)}
            className="fill-muted"
          />
        </>
      ) : (
        <ChartText {...figure} y={middle} size={12} text="not there now" className="fill-muted" />
      )}
    </>
  );
}

interface RuleRowProps {
  rule: RuleLine;
  plot: Plot;
  /** The lower end of the plot, from the top of the row. */
  bottom: number;
}

const LEAST_RADIUS = 2;
const MOST_RADIUS = 3.5;

/** A lift of 0, or an endless interval, ends here. */
const [LEAST_LIFT, MOST_LIFT] = [0.05, 20];
/** A row spans at least this factor, so that small moves look small. */
const LEAST_SPAN = 1.6;
const TICKS = [0.05, 0.1, 0.2, 0.33, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 5, 10, 20];

interface Scale {
  /** From 0 at the lower end to 1 at the upper end. */
  shareOf(lift: number): number;
  ticks: readonly number[];
}

/** A logarithmic scale for the intervals of a rule, with 1 on it. Its ticks are 1 and the outermost on each side. */
function scaleOf({ points }: RuleLine): Scale {
  const ends = points.flatMap(({ segment }) =>
    segment ? [segment.interval.low, segment.interval.high] : [],
  );
  const low = Math.max(LEAST_LIFT, Math.min(1, ...ends));
  const high = Math.min(MOST_LIFT, Math.max(1, ...ends));
  const spread = Math.max(1, Math.sqrt(LEAST_SPAN / (high / low)));
  const [bottom, top] = [Math.log(low / spread), Math.log(high * spread)];
  const isOn = (tick: number) => Math.log(tick) >= bottom && Math.log(tick) <= top;
  const [below, above] = [
    TICKS.find((tick) => tick < 1 && isOn(tick)),
    TICKS.findLast((tick) => tick > 1 && isOn(tick)),
  ];
  return {
    shareOf: (lift) =>
      Math.min(1, Math.max(0, (Math.log(Math.max(LEAST_LIFT, lift)) - bottom) / (top - bottom))),
    ticks: [above, 1, below].filter((tick) => tick !== undefined),
  };
}

function RuleRow({ rule, plot: { left, right, step }, bottom }: RuleRowProps) {
  const { shareOf, ticks } = scaleOf(rule);
  const yOf = (lift: number) => bottom - shareOf(lift) * ROW.plot;
  const radius = Math.max(LEAST_RADIUS, Math.min(MOST_RADIUS, step * 0.3));
  return (
    <>
      <LiftTicks {...{ left, right, yOf }} ticks={ticks} />
      {rule.points.map(({ version, segment }, at) => {
        if (!segment) return null;
        const { fill, stroke } = lookOfLift(segment.lift);
        const x = left + (at + 0.5) * step;
        return (
          <g key={version.number}>
            <line
              x1={x}
              x2={x}
              y1={yOf(segment.interval.low)}
              y2={yOf(segment.interval.high)}
              strokeWidth={1.5}
              className={stroke}
            />
            <circle
              cx={x}
              cy={yOf(segment.lift)}
              r={radius}
              strokeWidth={1.5}
              className={`${segment.label === 'Use' ? fill : 'fill-canvas'} ${stroke}`}
            />
          </g>
        );
      })}
    </>
  );
}
