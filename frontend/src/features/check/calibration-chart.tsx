import { stampDate } from '#frontend/exports/table.ts';
import type { CalibrationGroup } from '#frontend/analysis/check/tenths.ts';
import { formatRate } from '#frontend/lib/format.ts';
import { measureText } from '#frontend/lib/cut-name.ts';
import { ChartFrame } from '#frontend/ui/chart-frame.tsx';
import { ChartText } from '#frontend/ui/chart-marks.tsx';
import { CHARTED, type CheckedWords, type FinishedCheck } from './check-columns.tsx';

export const CALIBRATION_HEIGHT = 360;

export const captionCalibration = ({ order }: CheckedWords): string =>
  `One dot per tenth of the unseen leads, by predicted ${order}. Hollow: suggested value rules. Full: Balanced. On the dashed line, as much happened as was predicted; above it, more.`;

export interface CalibrationProps {
  check: FinishedCheck;
  words: CheckedWords;
}

/** Predicted against actual conversion rate of each tenth. The tables below have the figures. */
export function CalibrationChart({ check, words }: CalibrationProps) {
  const caption = captionCalibration(words);
  return (
    <ChartFrame
      title={words.chart}
      summary={summariseCalibration(check, words)}
      note={caption}
      caption={caption}
      height={CALIBRATION_HEIGHT}
      draw={(width) => <CalibrationDrawing check={check} words={words} width={width} />}
      nameFile={() => `calibration_chart_${stampDate(new Date())}`}
    />
  );
}

export function summariseCalibration({ methods }: FinishedCheck, { noun, perLead }: CheckedWords): string {
  const parts = CHARTED.map(
    ({ method, name }) => `${name} is off by ${formatRate(methods[method].calibrationError)} of all ${noun}`,
  );
  return `Predicted against actual ${perLead} of each tenth of the unseen leads. ${parts.join('; ')}. A table below has the figures.`;
}

const MARGIN = { top: 16, right: 20, bottom: 48, left: 60 };
/** The title of the axis and a gap take this many pixels left of the ticks. */
const AXIS_TITLE_WIDTH = 24;
const TICK_GAP = 8;
const TICK_SIZE = 12;
const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1];
/** Ticks of money are a multiple of one of these times a power of ten. */
const MONEY_STEPS = [1, 2, 2.5, 5];
const MOST_TICKS = 6;
const RADIUS = 4.5;

const rateOf = (amount: number, { leads }: CalibrationGroup) => (leads > 0 ? amount / leads : 0);

/** Ticks from 0 to just above the highest rate. @internal */
export function chooseTicks(highest: number): number[] {
  const step = STEPS.find((size) => highest / size < MOST_TICKS) ?? moneyStep(highest);
  const count = Math.max(1, Math.ceil(highest / step - 1e-9));
  return Array.from({ length: count + 1 }, (_, tick) => tick * step);
}

/** The step between ticks of money. Values of more than 600% can only be money. */
function moneyStep(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(highest / MOST_TICKS));
  const size = MONEY_STEPS.find((step) => highest / (step * power) < MOST_TICKS) ?? 10;
  return size * power;
}

const widestOf = (texts: readonly string[]) =>
  Math.max(...texts.map((text) => measureText(text, TICK_SIZE, 400)));

export function CalibrationDrawing({ check, words, width }: CalibrationProps & { width: number }) {
  const series = CHARTED.map(({ method, ...look }) => ({
    ...look,
    points: check.methods[method].tenths.map((tenth) => ({
      predicted: rateOf(tenth.predicted, tenth),
      actual: rateOf(tenth.actual, tenth),
    })),
  }));
  const highest = (side: 'predicted' | 'actual') =>
    Math.max(...series.flatMap(({ points }) => points.map((point) => point[side])));
  // Multipliers may predict more than 100%, so the axes differ.
  const [xTicks, yTicks] = [chooseTicks(highest('predicted')), chooseTicks(highest('actual'))];
  const [xMost, yMost] = [xTicks.at(-1) ?? 1, yTicks.at(-1) ?? 1];
  const { perLead, formatPerLead } = words;
  const [xTexts, yTexts] = [words.formatTicks(xTicks), words.formatTicks(yTicks)];
  const left = Math.max(MARGIN.left, AXIS_TITLE_WIDTH + widestOf(yTexts) + TICK_GAP);
  const diagonalEnd = Math.min(xMost, yMost);
  const right = width - Math.max(MARGIN.right, widestOf(xTexts) / 2);
  const bottom = CALIBRATION_HEIGHT - MARGIN.bottom;
  const xOf = (rate: number) => left + (rate / xMost) * (right - left);
  // If there is no room for all amounts, some ticks have no label.
  const worded = Math.ceil((widestOf(xTexts) + TICK_GAP) / (xOf(xTicks[1] ?? xMost) - left));
  const yOf = (rate: number) => bottom - (rate / yMost) * (bottom - MARGIN.top);
  return (
    <>
      {yTicks.map((tick, at) => (
        <g key={tick}>
          <line x1={left} x2={right} y1={yOf(tick)} y2={yOf(tick)} className="stroke-hairline" />
          <ChartText
            x={left - TICK_GAP}
            y={yOf(tick)}
            size={TICK_SIZE}
            textAnchor="end"
            text={yTexts[at] ?? ''}
            className="fill-muted"
          />
        </g>
      ))}
      {xTicks.map((tick, at) => (
        <ChartText
          key={tick}
          x={xOf(tick)}
          y={bottom + 14}
          size={TICK_SIZE}
          textAnchor="middle"
          text={at % worded === 0 ? (xTexts[at] ?? '') : ''}
          className="fill-muted"
        />
      ))}
      <ChartText
        x={(left + right) / 2}
        y={CALIBRATION_HEIGHT - 10}
        size={TICK_SIZE}
        textAnchor="middle"
        text={`Predicted ${perLead}`}
        className="fill-muted"
      />
      <ChartText
        x={0}
        y={0}
        size={TICK_SIZE}
        textAnchor="middle"
        transform={`translate(8 ${(MARGIN.top + bottom) / 2}) rotate(-90)`}
        text={`Actual ${perLead}`}
        className="fill-muted"
      />
      <line
        x1={xOf(0)}
        y1={yOf(0)}
        x2={xOf(diagonalEnd)}
        y2={yOf(diagonalEnd)}
        strokeWidth={1.5}
        strokeDasharray="5 4"
        className="stroke-control"
      />
      {series.map(({ name, isHollow, points }) => (
        <g key={name}>
          <polyline
            points={points.map(({ predicted, actual }) => `${xOf(predicted)},${yOf(actual)}`).join(' ')}
            fill="none"
            strokeWidth={1}
            className="stroke-strong"
          />
          {points.map(({ predicted, actual }, tenth) => (
            <circle
              // oxlint-disable-next-line react/no-array-index-key -- a tenth has only its position
              key={tenth}
              cx={xOf(predicted)}
              cy={yOf(actual)}
              r={RADIUS}
              strokeWidth={1.5}
              className={isHollow ? 'fill-canvas stroke-text' : 'fill-text stroke-text'}
            >
              <title>{`${name}, tenth ${tenth + 1}: ${formatPerLead(predicted)} predicted, ${formatPerLead(actual)} actual`}</title>
            </circle>
          ))}
        </g>
      ))}
    </>
  );
}
