import type { Analysis } from '#frontend/analysis/analyse.ts';
import { rangeLabel } from '#frontend/analysis/binning.ts';
import type { AttributePlan, Plan } from '#frontend/analysis/mapping.ts';
import { sortNames } from '#frontend/analysis/names.ts';
import { listCorrelations } from './correlations.ts';
import { cleanFileName, stampDate, type ExportFile } from './file-name.ts';
import { segmentColumns } from './segments.ts';
import { toPercent, toRows, type Cell } from './table.ts';
import { listValueRules } from './value-rules.ts';

/** What the analysis itself does not know: where its counts came from. */
export interface AnalysisSource {
  fileName: string;
  /** The header of the status column. */
  statusColumn: string;
  plan: Plan;
}

/** 'Export All': metadata, value rules, significant and other segments, correlations, one below the other. */
export function exportFullAnalysis(analysis: Analysis, source: AnalysisSource, date: Date): ExportFile {
  const columns = segmentColumns(analysis.settings.conversionValue);
  const significant = analysis.segments.filter(({ isSignificant }) => isSignificant);
  const others = analysis.segments.filter(({ isSignificant }) => !isSignificant);
  const sections: [title: string, rows: Cell[][]][] = [
    ['Metadata', listMetadata(analysis, source, date)],
    ['Practical Value Rules', listValueRules(analysis)],
    ['Statistically Significant Segments', toRows(columns, significant)],
    ['Not Significant (Ignore These)', toRows(columns, others)],
    ['Correlations', listCorrelations(analysis)],
  ];
  return {
    fileName: `LeadAnalysis_${cleanFileName(source.fileName)}_${stampDate(date)}.csv`,
    rows: sections.flatMap(([title, rows], index) => [...(index === 0 ? [] : [[]]), [title], ...rows]),
  };
}

function listMetadata(
  analysis: Analysis,
  { fileName, statusColumn, plan }: AnalysisSource,
  date: Date,
): Cell[][] {
  return [
    ['File', fileName],
    ['Date', stampDate(date)],
    ['Lead Status Column', statusColumn],
    ['Qualified Values', sortNames([...plan.qualified]).join('; ')],
    ...analysis.fields.map(({ name }, index) => [`Attribute ${index + 1}`, name]),
    ['Leads', analysis.totalLeads],
    ['Conversions', analysis.totalConversions],
    ['Baseline Rate (%)', toPercent(analysis.baselineRate)],
    ['Conversion Value ($)', analysis.settings.conversionValue],
    ['Significance Threshold (%)', analysis.settings.thresholdPercent],
    ['Baseline Lead Value ($)', analysis.baselineLeadValue],
    ...plan.attributes.flatMap(listChanges),
  ];
}

/** How a column's values were grouped: label, minimum and maximum per range, then old and new name. */
function listChanges({ field, ranges, mapping }: AttributePlan): Cell[][] {
  const renamed = [...mapping].filter(([, name]) => name.trim() !== '');
  return [
    ...(ranges ?? []).map((range) => [`Range of ${field}`, rangeLabel(range), range.min, range.max ?? '']),
    ...renamed.map(([value, name]) => [`Renamed in ${field}`, value, name.trim()]),
  ];
}
