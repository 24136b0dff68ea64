import type { Analysis } from '#frontend/analysis/analyse.ts';
import { rangeLabel } from '#frontend/analysis/binning.ts';
import { DATE_PRESETS } from '#frontend/analysis/dates.ts';
import type { InteractionTest } from '#frontend/analysis/interactions.ts';
import type { JudgedSegment } from '#frontend/analysis/judge-segments.ts';
import { sortNames } from '#frontend/analysis/order.ts';
import type { ValueRule } from '#frontend/analysis/value-rules.ts';
import { listRenamed, type AnalysisContext } from '#frontend/analysis/analysis-context.ts';
import { nameMoney } from '#frontend/analysis/settings.ts';
import { cleanFileName, stampDate, type ExportFile } from './file-name.ts';
import { joinSections, toPercent, toRows, type Cell, type Columns, type Section } from './table.ts';

export interface FullAnalysisParts {
  context: AnalysisContext;
  valueRules: Columns<ValueRule>;
  segments: Columns<JudgedSegment>;
  correlations: Columns<InteractionTest>;
  date: Date;
  /** How many leads are left out, by reason. */
  leftOut: readonly { leads: number; reason: string }[];
}

/** 'Export All': metadata, value rules, significant and other segments, correlations, one below the other. */
export function exportFullAnalysis(analysis: Analysis, parts: FullAnalysisParts): ExportFile {
  const { context, valueRules, segments, correlations, date } = parts;
  const others = analysis.segments.filter(({ isSignificant }) => !isSignificant);
  const sections: Section[] = [
    ['Metadata', listMetadata(analysis, parts)],
    ['Practical Value Rules', toRows(valueRules, analysis.valueRules)],
    ['Statistically Significant Segments', toRows(segments, analysis.significantSegments)],
    ['Not Significant (Ignore These)', toRows(segments, others)],
    ['Correlations', toRows(correlations, analysis.interactionTests)],
  ];
  return {
    fileName: `LeadAnalysis_${cleanFileName(context.fileName)}_${stampDate(date)}.csv`,
    rows: joinSections(sections),
  };
}

function listMetadata(analysis: Analysis, { context, date, leftOut }: FullAnalysisParts): Cell[][] {
  const { currency } = analysis.settings;
  return [
    ['File', context.fileName],
    ['Date', stampDate(date)],
    ['Lead Status Column', context.statusColumn],
    ['Qualified Values', sortNames(context.qualifiedValues).join('; ')],
    ...analysis.fields.map(({ name }, index) => [`Attribute ${index + 1}`, name]),
    ['Leads', analysis.totalLeads],
    ['Conversions', analysis.totalConversions],
    ['Baseline Rate (%)', toPercent(analysis.baselineRate)],
    [nameMoney('Conversion Value', currency), analysis.settings.conversionValue],
    ['Significance Threshold (%)', analysis.settings.thresholdPercent],
    [nameMoney('Baseline Lead Value', currency), analysis.baselineLeadValue],
    ...(analysis.estimates ? [['Balanced Constant', analysis.estimates.tally.balanced.scale]] : []),
    ...listWorth(analysis),
    ...context.attributes.flatMap(listChanges),
    ...leftOut.map(({ leads, reason }) => ['Leads Left Out', leads, reason]),
  ];
}

/** By value: the basis of all figures, and what the leads are worth. Nothing by conversions. */
function listWorth({ value, settings: { currency } }: Analysis): Cell[][] {
  if (!value) return [];
  return [
    ['Basis', 'Value'],
    [nameMoney('Value', currency), value.total],
    [nameMoney('Value per Lead', currency), value.perLead],
    [nameMoney('Cap of Amounts', currency), value.shownCap],
  ];
}

/** The ranges of a column with label, minimum and maximum, then its renamed values with old and new name. */
function listChanges({ field, ranges, dates, mapping }: AnalysisContext['attributes'][number]): Cell[][] {
  return [
    ...(ranges ?? []).map((range) => [`Range of ${field}`, rangeLabel(range), range.min, range.max ?? '']),
    ...(dates ? [[`Dates of ${field}`, DATE_PRESETS[dates.preset].name, dates.format]] : []),
    ...listRenamed(mapping).map(([value, name]) => [`Renamed in ${field}`, value, name]),
  ];
}
