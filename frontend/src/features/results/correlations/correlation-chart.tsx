import type { Analysis } from '#frontend/analysis/analyse.ts';
import type { FieldValue, InteractionTest } from '#frontend/analysis/interactions.ts';
import { formatCount, formatLift, formatPoints } from '#frontend/lib/format.ts';
import { cutText, measureText } from '#frontend/lib/text-width.ts';
import type { RatioRow } from '#frontend/ui/chart-table.tsx';
import type { LiftChartContent, LiftChartKind } from '../charts/lift-chart.tsx';
import { HIGH, LOW, MIDDLE, wordConverted, wordTest, type LiftLook } from '../figures.tsx';
import { namePair } from '../names.tsx';

/** Predicted against actual lift of the tested pairs, significant ones first. */
export const CORRELATION_CHART: LiftChartKind = {
  title: 'Predicted and Actual Lift',
  fileName: 'correlation_chart',
  usualRows: 12,
  mostRows: 300,
  make: drawPairs,
};

function drawPairs({ interactionTests, significantInteractions }: Analysis, limit: number): LiftChartContent {
  const rows = interactionTests.slice(0, limit).map(toRow);
  const shown = formatCount(rows.length);
  const total = formatCount(interactionTests.length);
  return {
    table: {
      groups: rows.map((row) => ({ key: row.key, rows: [row] })),
      rowHeight: 44,
      names: { share: 0.3, most: 320, narrowShare: 0.34 },
      columns: [
        { title: 'Predicted', wide: 84, narrow: 0 },
        { title: 'Actual', wide: 84, narrow: 0 },
        { title: 'Difference', wide: 84, narrow: 68 },
      ],
    },
    total: interactionTests.length,
    summary: `Predicted and actual lift of ${shown} of ${total} pairs of values on a logarithmic axis; ${formatCount(significantInteractions)} differ significantly. The table below has the same figures.`,
    note: 'Lift of the leads with both values. Hollow: predicted from each alone. Full: actual. Faded: not significant.',
    caption: (
      <>
        {limit < interactionTests.length && (
          <p className="text-text">
            The first {shown} of {total} pairs: significant ones first, then by the size of the difference.
          </p>
        )}
        <p>
          The hollow dot is the lift that the two values predict, the full dot the one that their leads really
          have. Pairs that are not significant are faded; an arrow points beyond the axis.
        </p>
      </>
    ),
  };
}

const RADIUS = 5;

function toRow(test: InteractionTest): RatioRow {
  const { attributes, predictedLift, actualLift, isSignificant } = test;
  const look = lookOfDifference(test);
  const predicted = formatLift(predictedLift);
  const actual = formatLift(actualLift);
  const difference = formatPoints(test.difference);
  return {
    key: JSON.stringify(attributes),
    name: namePair(attributes),
    figures: [
      `Predicted lift ${predicted}, actual lift ${actual}, difference ${difference} points`,
      wordConverted(test),
      wordTest(test),
    ],
    lines: (room) => attributes.map((side) => fitName(side, room, isSignificant)),
    isFaded: !isSignificant,
    look,
    line: [predictedLift, actualLift],
    dots: [
      { ratio: predictedLift, radius: RADIUS, isHollow: true },
      { ratio: actualLift, radius: RADIUS, isHollow: false },
    ],
    cells: [
      { text: predicted },
      { text: actual },
      { text: `${look.sign} ${difference}`.trim(), isStrong: isSignificant, className: look.fill },
    ],
  };
}

/** Green for a pair that converts more than predicted, red for less; no colour where the test is not significant. */
function lookOfDifference({ isSignificant, difference }: InteractionTest): LiftLook {
  if (!isSignificant) return MIDDLE;
  return difference > 0 ? HIGH : LOW;
}

const ROOM_FOR_FIELD = 160;
const VALUE_SHARE = 0.75;

/** Cuts the field before the value, since the value tells more. The hint of the row has the whole name. */
function fitName({ field, value }: FieldValue, room: number, isStrong: boolean): string {
  if (room < ROOM_FOR_FIELD) return value;
  const font = { size: 13, weight: isStrong ? 500 : 400 };
  const end = cutText(`: ${value}`, VALUE_SHARE * room, font);
  return `${cutText(field, room - measureText(end, font.size, font.weight), font)}${end}`;
}
