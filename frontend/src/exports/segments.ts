import type { Analysis } from '#frontend/analysis/analyse.ts';
import { leadValueOf, type JudgedSegment } from '#frontend/analysis/judge-segments.ts';
import { stampDate, type ExportFile } from './file-name.ts';
import { toPercent, toRows, yesOrNo, type Column } from './table.ts';

const figureColumns: readonly Column<JudgedSegment>[] = [
  { title: 'Field', cell: ({ fieldName }) => fieldName },
  { title: 'Value', cell: ({ value }) => value },
  { title: 'Leads', cell: ({ leads }) => leads },
  { title: 'Conversions', cell: ({ conversions }) => conversions },
  { title: 'Confidence', cell: ({ confidence }) => toPercent(confidence) },
  { title: 'P-Value', cell: ({ pValue }) => pValue },
  { title: 'Conversion Rate', cell: ({ conversionRate }) => toPercent(conversionRate) },
  { title: 'Lift vs Baseline', cell: ({ lift }) => lift },
  { title: 'Adjusted Lift', cell: ({ adjustedLift }) => adjustedLift },
];

/** The columns of both segment tables as on the screen: the lead value only at a conversion value above 0. */
export function segmentColumns(conversionValue: number): readonly Column<JudgedSegment>[] {
  if (conversionValue === 0) return figureColumns;
  return [
    ...figureColumns,
    { title: 'Lead Value ($)', cell: (segment) => leadValueOf(segment, conversionValue) },
  ];
}

/** 'Download Analysis Results': all segments, highest adjusted lift first, with their significance. */
export function exportSegments(analysis: Analysis, date: Date): ExportFile {
  const columns: Column<JudgedSegment>[] = [
    ...segmentColumns(analysis.settings.conversionValue),
    { title: 'Significant', cell: ({ isSignificant }) => yesOrNo(isSignificant) },
  ];
  return {
    fileName: `lead_conversion_analysis_${stampDate(date)}.csv`,
    rows: toRows(columns, analysis.segments),
  };
}
