import type { Analysis } from '#frontend/analysis/analyse.ts';
import {
  INTERACTION_CONFIDENCE_FACTOR,
  LOW_CONFIDENCE,
  SIGNIFICANT_P_VALUE,
} from '#frontend/analysis/constants.ts';
import type { InteractionTest } from '#frontend/analysis/interactions.ts';
import { nameMoney } from '#frontend/analysis/settings.ts';
import { formatConfidence, formatPoints } from '#frontend/lib/format.ts';
import {
  countColumn,
  downloadColumn,
  figureColumn,
  NOTES,
  notesColumn,
  liftColumn,
  pValueColumn,
  rateColumn,
  textColumn,
  yesOrNo,
  type Columns,
} from '../columns.tsx';
import { PairEvidence, pairEvidenceColumns, pairLabelColumn } from '../evidence-columns.tsx';
import { Confidence } from '../figures.tsx';
import { FieldValueName, nameFieldValue, namePair } from '../names.tsx';

/**
 * The columns of 'Correlation Tests'.
 *
 * @param isNarrow the label stands above the name
 */
export function correlationColumns(analysis: Analysis, isNarrow = false): Columns<InteractionTest> {
  return [
    pairLabelColumn(analysis, { width: 116, isNarrow }),
    textColumn('combination', {
      heading: 'Combination',
      text: ({ attributes }) => namePair(attributes),
      width: { wide: 236, narrow: 148 },
      isRowName: true,
      cell: (test, stop) => (
        <>
          {isNarrow && <PairEvidence item={test} analysis={analysis} stop={stop} />}
          {test.attributes.map((side) => (
            <FieldValueName key={side.field} {...side} isStacked />
          ))}
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
      meaning: `By the number of leads that have both values: ${INTERACTION_CONFIDENCE_FACTOR} × the square root of the leads, at most 100%.`,
      figure: ({ confidencePercent }) => confidencePercent,
      format: (percent) => formatConfidence(percent / 100),
      draw: (percent) => <Confidence confidence={percent / 100} />,
      width: 104,
    }),
    rateColumn('conversionRate', { heading: 'Conversion Rate', width: 92 }),
    liftColumn('predictedLift', {
      heading: 'Predicted Lift',
      meaning:
        'The product of the adjusted lifts of the two values: the lift of the pair if they do not overlap.',
      width: 104,
    }),
    liftColumn('actualLift', {
      heading: 'Actual Lift',
      meaning:
        analysis.basis === 'value'
          ? 'Value per lead of the leads with both values, divided by that of all leads.'
          : 'Conversion rate of the leads with both values, divided by the baseline rate.',
      width: 88,
    }),
    figureColumn('difference', {
      heading: 'Difference',
      figure: ({ difference }) => difference,
      meaning: 'Actual minus predicted lift, in points: +20 is a lift 0.20 above the prediction.',
      width: 92,
      format: formatPoints,
    }),
    pValueColumn('pValue', {
      heading: 'P-Value',
      meaning: `How often chance alone would show a difference this large; a pair is significant below ${SIGNIFICANT_P_VALUE}, if the difference also exceeds the threshold.`,
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
      isShort: true,
    }),
    downloadColumn('attribute1', ({ attributes }) => nameFieldValue(attributes[0])),
    downloadColumn('attribute2', ({ attributes }) => nameFieldValue(attributes[1])),
    downloadColumn('chiSquare', ({ chiSquare }) => chiSquare),
    ...pairEvidenceColumns,
    ...valueFileColumns(analysis),
    notesColumn(({ confidencePercent, isSignificant }) => [
      confidencePercent < 100 * LOW_CONFIDENCE && NOTES.lowConfidence,
      !isSignificant && NOTES.notSignificant,
    ]),
  ];
}

/** Figures by value for files, behind the specified columns. */
function valueFileColumns({ value, settings: { currency } }: Analysis): Columns<InteractionTest> {
  if (!value) return [];
  return [
    downloadColumn(nameMoney('Value', currency), ({ amounts }) => amounts?.sum ?? ''),
    downloadColumn(nameMoney('Value per Lead', currency), ({ amounts, leads }) =>
      amounts ? amounts.sum / leads : '',
    ),
  ];
}
