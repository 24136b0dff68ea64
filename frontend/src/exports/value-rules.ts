import type { Analysis } from '#frontend/analysis/analyse.ts';
import type { ValueRule } from '#frontend/analysis/value-rules.ts';
import { stampDate, type ExportFile } from './file-name.ts';
import { nameFieldValue, toPercent, toRows, yesOrNo, type Column } from './table.ts';

/** 'Practical Value Rules' as on the screen. */
export const valueRuleColumns: readonly Column<ValueRule>[] = [
  { title: 'Field', cell: ({ segment }) => segment.fieldName },
  { title: 'Value', cell: ({ segment }) => segment.value },
  { title: 'Suggested Value Rule', cell: ({ suggested }) => suggested },
  { title: 'Confidence', cell: ({ segment }) => toPercent(segment.confidence) },
  { title: 'Status', cell: describeStatus },
  { title: 'Leads', cell: ({ segment }) => segment.leads },
];

/** 'Independent', or 'Overlapping (2): Source: Referral; Device: Mobile'. */
function describeStatus({ partners }: ValueRule): string {
  if (partners.length === 0) return 'Independent';
  return `Overlapping (${partners.length}): ${partners.map(nameFieldValue).join('; ')}`;
}

/** Beside the table's own columns, never instead of them. */
const exportedColumns: readonly Column<ValueRule>[] = [
  ...valueRuleColumns,
  { title: 'Lift Before Cut', cell: ({ liftBeforeCut }) => liftBeforeCut },
  { title: 'Significant', cell: ({ isSignificant }) => yesOrNo(isSignificant) },
];

/** The rules as rows with their titles, as downloads have them. */
export function listValueRules(analysis: Analysis): ExportFile['rows'] {
  return toRows(exportedColumns, analysis.valueRules);
}

/** 'Download CSV' of the Value Rules tab. */
export function exportValueRules(analysis: Analysis, date: Date): ExportFile {
  return { fileName: `practical_value_rules_${stampDate(date)}.csv`, rows: listValueRules(analysis) };
}
