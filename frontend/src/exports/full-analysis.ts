import type { Analysis } from '#frontend/analysis/analyse.ts';
import { rangeLabel } from '#frontend/analysis/binning.ts';
import { sortNames } from '#frontend/analysis/order.ts';
import type { AnalysisContext } from './analysis-context.ts';
import { listCorrelations } from './correlations.ts';
import { cleanFileName, stampDate, type ExportFile } from './file-name.ts';
import { segmentColumns } from './segments.ts';
import { toPercent, toRows, type Cell } from './table.ts';
import { listValueRules } from './value-rules.ts';

/** 'Export All': metadata, value rules, significant and other segments, correlations, one below the other. */
export function exportFullAnalysis(analysis: Analysis, context: AnalysisContext, date: Date): ExportFile {
  const columns = segmentColumns(analysis.settings.conversionValue);
  const significant = analysis.segments.filter(({ isSignificant }) => isSignificant);
  const others = analysis.segments.filter(({ isSignificant }) => !isSignificant);
  const sections: [title: string, rows: Cell[][]][] = [
    ['Metadata', listMetadata(analysis, context, date)],
    ['Practical Value Rules', listValueRules(analysis)],
    ['Statistically Significant Segments', toRows(columns, significant)],
    ['Not Significant (Ignore These)', toRows(columns, others)],
    ['Correlations', listCorrelations(analysis)],
  ];
  return {
    fileName: `LeadAnalysis_${cleanFileName(context.fileName)}_${stampDate(date)}.csv`,
    rows: sections.flatMap(([title, rows], index) => [...(index === 0 ? [] : [[]]), [title], ...rows]),
  };
}

function listMetadata(
  analysis: Analysis,
  { fileName, statusColumn, qualifiedValues, attributes }: AnalysisContext,
  date: Date,
): Cell[][] {
  return [
    ['File', fileName],
    ['Date', stampDate(date)],
    ['Lead Status Column', statusColumn],
    ['Qualified Values', sortNames(qualifiedValues).join('; ')],
    ...analysis.fields.map(({ name }, index) => [`Attribute ${index + 1}`, name]),
    ['Leads', analysis.totalLeads],
    ['Conversions', analysis.totalConversions],
    ['Baseline Rate (%)', toPercent(analysis.baselineRate)],
    ['Conversion Value ($)', analysis.settings.conversionValue],
    ['Significance Threshold (%)', analysis.settings.thresholdPercent],
    ['Baseline Lead Value ($)', analysis.baselineLeadValue],
    ...attributes.flatMap(listChanges),
  ];
}

/** How a column's values were grouped: label, minimum and maximum per range, then old and new name. */
function listChanges({ field, ranges, mapping }: AnalysisContext['attributes'][number]): Cell[][] {
  const renamed = [...mapping].filter(([, name]) => name.trim() !== '');
  return [
    ...(ranges ?? []).map((range) => [`Range of ${field}`, rangeLabel(range), range.min, range.max ?? '']),
    ...renamed.map(([value, name]) => [`Renamed in ${field}`, value, name.trim()]),
  ];
}
