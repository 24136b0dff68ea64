import { byOutcome } from '#frontend/analysis/judge/outcome.ts';
import { METHOD } from '#frontend/analysis/judge/method.ts';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import { LOW_CONFIDENCE } from '#frontend/analysis/constants.ts';
import type { InteractionTest } from '#frontend/analysis/measure/interactions.ts';
import { nameMoney } from '#frontend/analysis/judge/settings.ts';
import {
  countNoun,
  DECIMALS,
  formatConfidence,
  formatCount,
  formatLift,
  formatMoney,
  formatPoints,
} from '#frontend/lib/format.ts';
import type { RatioRow } from '#frontend/ui/chart-table.tsx';
import {
  type Columns,
  CONFIDENCE_NOTE,
  countColumn,
  downloadColumn,
  figureColumn,
  liftColumn,
  NOTES,
  notesColumn,
  pValueColumn,
  rateColumn,
  textColumn,
  yesOrNo,
} from '#frontend/features/results/columns.tsx';
import {
  drawPairLabel,
  pairEvidenceColumns,
  pairLabelColumn,
} from '#frontend/features/results/evidence-columns.tsx';
import {
  EXPLAINED_PAIR,
  explainPairLabel,
  LabelLegend,
  LabelShape,
} from '#frontend/features/results/evidence.tsx';
import {
  Confidence,
  HIGH,
  type LiftLook,
  LOW,
  MIDDLE,
  describeConverted,
  describeLabel,
  describeTest,
} from '#frontend/features/results/figures.tsx';
import {
  fitName,
  type LiftChartContent,
  type LiftChartKind,
} from '#frontend/features/results/lift-chart.tsx';
import { FieldValueName, nameFieldValue, namePair } from '#frontend/features/results/names.tsx';

/**
 * The columns of 'Correlation Tests'.
 *
 * @param isNarrow the label stands above the name
 */
export function correlationColumns(analysis: Analysis, isNarrow = false): Columns<InteractionTest> {
  const method = METHOD[analysis.basis];
  return [
    pairLabelColumn(analysis, { width: 116, isNarrow }),
    textColumn('combination', {
      heading: 'Combination',
      text: ({ attributes }) => namePair(attributes),
      width: { wide: 236, narrow: 148 },
      isRowName: true,
      cell: (test, stop) => (
        <>
          {isNarrow && drawPairLabel(analysis)(test, stop)}
          {test.attributes.map((side) => (
            <FieldValueName key={side.field} {...side} isStacked />
          ))}
          {test.isExplained && <span className="block text-12 text-muted">{EXPLAINED_PAIR}</span>}
        </>
      ),
      report: ({ attributes }) =>
        attributes.map((side) => (
          <span key={side.field} className="block">
            {nameFieldValue(side)}
          </span>
        )),
    }),
    countColumn('leads', { heading: 'Leads', width: 60 }),
    countColumn('conversions', { heading: 'Conversions', width: 96 }),
    figureColumn('confidence', {
      heading: 'Confidence',
      meaning: method.pairConfidence.words,
      figure: ({ confidencePercent }) => confidencePercent,
      format: (percent) => formatConfidence(percent / 100),
      decimals: DECIMALS.confidence,
      draw: (percent) => <Confidence confidence={percent / 100} />,
      width: 104,
      note: CONFIDENCE_NOTE,
    }),
    rateColumn('conversionRate', { heading: 'Conversion Rate', width: 92 }),
    liftColumn('predictedLift', {
      heading: 'Predicted Lift',
      meaning: method.predictedLift.words,
      width: 104,
    }),
    liftColumn('actualLift', {
      heading: 'Actual Lift',
      meaning: method.actualLift.words,
      width: 88,
    }),
    figureColumn('difference', {
      heading: 'Difference',
      figure: ({ difference }) => difference,
      meaning: method.difference.words,
      width: 92,
      format: formatPoints,
      decimals: DECIMALS.points,
    }),
    pValueColumn('pValue', {
      heading: 'P-Value',
      meaning: method.pairPValue.words,
      width: 72,
    }),
    textColumn('significant', {
      heading: 'Significant',
      text: ({ isSignificant }) => yesOrNo(isSignificant),
      cell: ({ isSignificant }) => (
        <span className={isSignificant ? 'font-medium text-caution' : 'text-muted'}>
          {yesOrNo(isSignificant)}
        </span>
      ),
      width: 92,
      // Paper is narrow, and the label says the same.
      report: null,
    }),
    downloadColumn('attribute1', ({ attributes }) => nameFieldValue(attributes[0])),
    downloadColumn('attribute2', ({ attributes }) => nameFieldValue(attributes[1])),
    downloadColumn('chiSquare', ({ chiSquare }) => chiSquare),
    ...pairEvidenceColumns,
    ...valueFileColumns(analysis),
    notesColumn(({ confidencePercent, isSignificant, isExplained }) => [
      confidencePercent < 100 * LOW_CONFIDENCE && NOTES.lowConfidence,
      !isSignificant && NOTES.notSignificant,
      isExplained === true && 'Explained by how the attributes go together.',
    ]),
  ];
}

/** The columns of figures by value in files, after the specified columns. */
function valueFileColumns(analysis: Analysis): Columns<InteractionTest> {
  const { currency } = analysis.settings;
  return byOutcome<Columns<InteractionTest>>(analysis, {
    conversions: () => [],
    value: () => [
      downloadColumn(nameMoney('Value', currency), ({ amounts }) => amounts?.sum ?? ''),
      downloadColumn(nameMoney('Value per Lead', currency), ({ amounts, leads }) =>
        amounts ? amounts.sum / leads : '',
      ),
    ],
  });
}

/** If no pair is significant, the chart shows this many pairs with the largest differences. */
const MOST_OTHERS = 6;
const MOST_SIGNIFICANT = 24;

/** Predicted against actual lift of the significant pairs. The table below has the figures of all tested pairs. */
export const CORRELATION_CHART: LiftChartKind = {
  title: 'Predicted and Actual Lift',
  fileName: 'correlation_chart',
  verb: 'Show',
  countUsual: ({ interactionTests, significantInteractions }) =>
    Math.min(interactionTests.length, significantInteractions || MOST_OTHERS, MOST_SIGNIFICANT),
  mostRows: 300,
  make: drawPairs,
};

function drawPairs(analysis: Analysis, limit: number): LiftChartContent {
  const { interactionTests, significantInteractions } = analysis;
  const rows = interactionTests.slice(0, limit).map((test) => toRow(test, analysis));
  const shown = formatCount(rows.length);
  const total = countNoun(interactionTests.length, 'tested pair');
  return {
    table: {
      groups: rows.map((row) => ({ key: row.key, rows: [row] })),
      rowHeight: 44,
      names: { share: 0.34, most: 400, narrowShare: 0.36 },
      columns: [{ title: 'Difference', wide: 96, narrow: 68 }],
    },
    total: interactionTests.length,
    summary: `Predicted and actual lift of ${shown} of ${total} on a logarithmic axis; ${formatCount(significantInteractions)} differ significantly. The table below has the figures.`,
    note: 'Lift of the leads with both values. Hollow: predicted from each alone. Full: actual. Faded: not significant. Before the name: full Real, half Possible, ring Unclear, dash No difference.',
    caption: (
      <>
        <LabelLegend labels={LABELS} />
        {limit < interactionTests.length && (
          <p className="text-text">
            {describePart(rows.length, significantInteractions)} of {total}.
          </p>
        )}
        <p>
          Hollow dot: the lift that the two values predict. Full dot: the actual lift of their leads. Faded:
          not significant. An arrow points beyond the axis.
        </p>
      </>
    ),
  };
}

/** 'The 14 significant pairs', 'The first 24 significant pairs', 'The 6 largest differences'. */
function describePart(shown: number, significant: number): string {
  if (significant === 0) return `The ${countNoun(shown, 'largest difference')}`;
  if (shown < significant) return `The first ${countNoun(shown, 'significant pair')}`;
  return `The ${countNoun(shown, 'significant pair')}`;
}

const LABELS = ['Real', 'Possible', 'Unclear', 'No difference'] as const;
const RADIUS = 5;

function toRow(test: InteractionTest, analysis: Analysis): RatioRow {
  const { attributes, predictedLift, actualLift, isSignificant, label } = test;
  const { fields } = analysis;
  const look = lookOfDifference(test);
  const predicted = formatLift(predictedLift);
  const actual = formatLift(actualLift);
  const difference = formatPoints(test.difference);
  return {
    key: JSON.stringify(attributes),
    name: namePair(attributes),
    figures: [
      `Predicted lift ${predicted}, actual lift ${actual}, difference ${difference} points`,
      ...(test.amounts
        ? [`${formatMoney(test.amounts.sum / test.leads, analysis.settings.currency)} per lead`]
        : []),
      describeConverted(test),
      describeTest(test),
      describeLabel(label, explainPairLabel(test, analysis)),
    ],
    lines: (maxWidth) =>
      attributes.map((side) => fitName(side, { maxWidth, isStrong: isSignificant, fields })),
    isFaded: !isSignificant,
    look,
    sign: <LabelShape label={label} />,
    line: [predictedLift, actualLift],
    dots: [
      { ratio: predictedLift, radius: RADIUS, isHollow: true },
      { ratio: actualLift, radius: RADIUS, isHollow: false },
    ],
    cells: [{ text: `${look.sign} ${difference}`.trim(), isStrong: isSignificant, className: look.fill }],
  };
}

/** Green for a pair that converts more than predicted, red for less; no colour if the test is not significant. */
function lookOfDifference({ isSignificant, difference }: InteractionTest): LiftLook {
  if (!isSignificant) return MIDDLE;
  return difference > 0 ? HIGH : LOW;
}
