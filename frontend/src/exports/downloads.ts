import { byOutcome } from '#frontend/analysis/judge/outcome.ts';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import { listRenamed, type AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import { rangeLabel } from '#frontend/analysis/counts/binning.ts';
import { MAX_EXPORTED_COMBINATIONS } from '#frontend/analysis/constants.ts';
import { DATE_PRESETS } from '#frontend/analysis/columns/dates.ts';
import type { JudgedSegment } from '#frontend/analysis/judge/judge-segments.ts';
import {
  bestCombinations,
  countPossibleCombinations,
  type LeadValue,
} from '#frontend/analysis/judge/lead-values.ts';
import { sortNames } from '#frontend/analysis/columns/order.ts';
import { nameMoney } from '#frontend/analysis/judge/settings.ts';
import type { ValueRule } from '#frontend/analysis/judge/value-rules.ts';
import type { Result } from '#frontend/csv/result.ts';
import {
  cleanFileName,
  stampDate,
  type ExportFile,
  joinSections,
  toPercent,
  toRows,
  type Cell,
  type ExportColumns,
  type Section,
  type SectionsFile,
} from './table.ts';

/** The columns and notes of a file with a single table. */
export interface TableParts<Item> {
  columns: ExportColumns<Item>;
  /** Rows below the table, such as the leads that its figures leave out. */
  notes: readonly Cell[][];
  date: Date;
}

/** 'Download CSV' of the Value Rules tab. */
export function exportValueRules(analysis: Analysis, parts: TableParts<ValueRule>): ExportFile {
  return exportTable('practical_value_rules', analysis.valueRules, parts);
}

/** 'Download Analysis Results': all segments, highest adjusted lift first. */
export function exportSegments(analysis: Analysis, parts: TableParts<JudgedSegment>): ExportFile {
  return exportTable('lead_conversion_analysis', analysis.segments, parts);
}

/** 'Export All Combinations': every combination, highest lead value first; refused above 5,000. */
export function exportCombinations(
  analysis: Analysis,
  parts: TableParts<LeadValue>,
): Result<ExportFile, { reason: 'too-many-combinations'; combinations: number }> {
  const combinations = countPossibleCombinations(analysis);
  if (combinations > MAX_EXPORTED_COMBINATIONS) {
    return { ok: false, error: { reason: 'too-many-combinations', combinations } };
  }
  const items = bestCombinations(analysis, combinations);
  return { ok: true, value: exportTable('lead_value_combinations', items, parts) };
}

/** A file with a table and the notes below it. */
function exportTable<Item>(
  name: string,
  items: readonly Item[],
  { columns, notes, date }: TableParts<Item>,
): ExportFile {
  const below = notes.length > 0 ? [[], ...notes] : [];
  return { fileName: `${name}_${stampDate(date)}.csv`, rows: [...toRows(columns, items), ...below] };
}

export interface FullAnalysisParts {
  context: AnalysisContext;
  /** The tables, in their order. */
  sections: readonly Section[];
  date: Date;
  /** The last rows of the metadata: currency and leads that are left out. */
  notes: readonly Cell[][];
}

/** 'Export All': metadata, then the tables, one below the other. */
export function exportFullAnalysis(analysis: Analysis, parts: FullAnalysisParts): SectionsFile {
  const { context, date } = parts;
  const sections: Section[] = [['Metadata', listMetadata(analysis, parts)], ...parts.sections];
  return {
    fileName: `LeadAnalysis_${cleanFileName(context.fileName)}_${stampDate(date)}.csv`,
    rows: joinSections(sections),
    sections,
  };
}

function listMetadata(analysis: Analysis, { context, date, notes }: FullAnalysisParts): Cell[][] {
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
    ...notes,
  ];
}

/** By value: the basis of all figures, and what the leads are worth. Nothing by conversions. */
function listWorth(analysis: Analysis): Cell[][] {
  const { currency } = analysis.settings;
  return byOutcome<Cell[][]>(analysis, {
    conversions: () => [],
    value: ({ total, perLead, shownCap }) => [
      ['Basis', 'Value'],
      [nameMoney('Value', currency), total],
      [nameMoney('Value per Lead', currency), perLead],
      [nameMoney('Cap of Amounts', currency), shownCap],
    ],
  });
}

/** The ranges of a column with label, minimum and maximum, then its renamed values with old and new name. */
function listChanges({ field, ranges, dates, mapping }: AnalysisContext['attributes'][number]): Cell[][] {
  return [
    ...(ranges ?? []).map((range) => [`Range of ${field}`, rangeLabel(range), range.min, range.max ?? '']),
    ...(dates ? [[`Dates of ${field}`, DATE_PRESETS[dates.preset].name, dates.format]] : []),
    ...listRenamed(mapping).map(([value, name]) => [`Renamed in ${field}`, value, name]),
  ];
}
