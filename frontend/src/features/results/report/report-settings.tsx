import type { Analysis } from '#frontend/analysis/analyse.ts';
import { rangeLabel } from '#frontend/analysis/binning.ts';
import type { AnalysisContext } from '#frontend/exports/analysis-context.ts';
import { formatCount, formatDollars, formatPercent, formatRate } from '#frontend/lib/format.ts';

/** More renamed values than these are counted only. */
const MOST_RENAMED = 20;

/** What the figures were made from and under. */
export function ReportSettings({ analysis, context }: { analysis: Analysis; context: AnalysisContext }) {
  const { settings } = analysis;
  const rows: [name: string, text: string][] = [
    ['Leads', formatCount(analysis.totalLeads)],
    [
      'Conversions',
      `${formatCount(analysis.totalConversions)}, baseline rate ${formatRate(analysis.baselineRate)}`,
    ],
    ['Lead status column', context.statusColumn],
    ['Counts as converted', context.qualifiedValues.join(', ')],
    ['Attributes', analysis.fields.map(({ name }) => name).join(', ')],
    ['Conversion value', formatDollars(settings.conversionValue)],
    ['Significance threshold', `±${formatPercent(settings.thresholdPercent)}`],
    ['Baseline lead value', formatDollars(analysis.baselineLeadValue)],
    ...context.attributes.flatMap(describeChanges),
  ];
  return (
    <dl>
      {rows.map(([name, text]) => (
        <div key={name} className="grid grid-cols-[11rem_minmax(0,1fr)] border-b border-hairline py-1">
          <dt className="text-muted">{name}</dt>
          <dd className="wrap-anywhere">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function describeChanges({
  field,
  ranges,
  mapping,
}: AnalysisContext['attributes'][number]): [string, string][] {
  const renamed = [...mapping].filter(([, name]) => name.trim() !== '');
  const shown = renamed.slice(0, MOST_RENAMED).map(([value, name]) => `${value} → ${name.trim()}`);
  const rest = renamed.length - shown.length;
  return [
    ...(ranges ? [[`Ranges of ${field}`, ranges.map(rangeLabel).join(', ')] satisfies [string, string]] : []),
    ...(renamed.length > 0
      ? [
          [
            `Renamed in ${field}`,
            [...shown, ...(rest > 0 ? [`and ${formatCount(rest)} more`] : [])].join('; '),
          ] satisfies [string, string],
        ]
      : []),
  ];
}
