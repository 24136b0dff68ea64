import type { Analysis } from '#frontend/analysis/analyse.ts';
import type { InteractionTest } from '#frontend/analysis/interactions.ts';
import { nameFieldValue, toPercent, toRows, yesOrNo, type Cell, type Column } from './table.ts';

/** The table of the Correlations tab as on the screen. */
export const correlationColumns: readonly Column<InteractionTest>[] = [
  { title: 'Combination', cell: ({ attributes }) => attributes.map(nameFieldValue).join(' + ') },
  { title: 'Leads', cell: ({ leads }) => leads },
  { title: 'Conversions', cell: ({ conversions }) => conversions },
  { title: 'Confidence', cell: ({ confidencePercent }) => confidencePercent },
  { title: 'Conversion Rate', cell: ({ conversionRate }) => toPercent(conversionRate) },
  { title: 'Predicted Lift', cell: ({ predictedLift }) => predictedLift },
  { title: 'Actual Lift', cell: ({ actualLift }) => actualLift },
  { title: 'Difference', cell: ({ difference }) => difference },
  { title: 'P-Value', cell: ({ pValue }) => pValue },
  { title: 'Significant', cell: ({ isSignificant }) => yesOrNo(isSignificant) },
];

const exportedColumns: readonly Column<InteractionTest>[] = [
  ...correlationColumns,
  { title: 'attribute1', cell: ({ attributes }) => nameFieldValue(attributes[0]) },
  { title: 'attribute2', cell: ({ attributes }) => nameFieldValue(attributes[1]) },
  { title: 'chiSquare', cell: ({ chiSquare }) => chiSquare },
];

/** The tests as rows with their titles, as the full export has them. */
export function listCorrelations(analysis: Analysis): Cell[][] {
  return toRows(exportedColumns, analysis.interactionTests);
}
