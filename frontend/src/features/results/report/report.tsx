import { createPortal } from 'react-dom';
import type { Analysis } from '#frontend/analysis/analyse.ts';
import { describeRange } from '#frontend/analysis/binning.ts';
import type { UnseenCheck } from '#frontend/analysis/check-unseen.ts';
import type { Multipliers } from '#frontend/analysis/lead-values.ts';
import { listRenamed, type AnalysisContext } from '#frontend/analysis/analysis-context.ts';
import { formatCount, formatDollars, formatNumber, formatPercent, formatRate } from '#frontend/lib/format.ts';
import { formatLongDateTime } from '#frontend/lib/format-date.ts';
import { PRODUCT_NAME } from '#frontend/lib/product.ts';
import type { Picks } from '../calculator/picks.ts';
import { Summary } from '../summary/summary.tsx';
import { ReportMethod } from './report-method.tsx';
import {
  CheckSection,
  CorrelationsSection,
  LeadValuesSection,
  RulesSection,
  SegmentsSection,
} from './report-sections.tsx';
import './report.css';

export interface ReportProps {
  analysis: Analysis;
  context: AnalysisContext;
  /** The multipliers that the reader acts on. */
  multipliers: Multipliers;
  picks: Picks;
  /** Null until the check was run. */
  check: UnseenCheck | null;
  date: Date;
}

/** The results for paper: the summary, the data and settings, all tables and charts, the method. */
export function Report({ analysis, context, multipliers, picks, check, date }: ReportProps) {
  return createPortal(
    <div className="ui-report">
      <p className="text-muted">
        {PRODUCT_NAME} · {formatLongDateTime(date)}
      </p>
      <h1 className="mb-4 text-28 tracking-[-0.02em] wrap-anywhere">Lead values of {context.fileName}</h1>
      <Summary analysis={analysis} />
      <h2>Data and settings</h2>
      <ReportSettings analysis={analysis} context={context} />
      <RulesSection analysis={analysis} />
      <SegmentsSection analysis={analysis} />
      <CorrelationsSection analysis={analysis} />
      <LeadValuesSection analysis={analysis} multipliers={multipliers} picks={picks} />
      {check?.kind === 'checked' && <CheckSection check={check} />}
      <section className="ui-report-figure">
        <h2>Method</h2>
        <ReportMethod thresholdPercent={analysis.settings.thresholdPercent} />
      </section>
    </div>,
    document.body,
  );
}

/** Most renamed values that are listed; the others are only counted. */
const MOST_RENAMED = 20;

type NamedText = [name: string, text: string];

/** The data and the settings behind the figures. */
function ReportSettings({ analysis, context }: { analysis: Analysis; context: AnalysisContext }) {
  const { settings } = analysis;
  const rows: NamedText[] = [
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
    ...describeBalanced(analysis),
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

function describeBalanced({ baselineLeadValue, estimates }: Analysis): NamedText[] {
  if (!estimates) return [];
  const { scale, converged } = estimates.tally.balanced;
  const doubt = converged ? '' : '. It did not converge, so take its figures with caution';
  return [
    [
      'Balanced lead value',
      `base value ${formatDollars(baselineLeadValue)} × ${formatNumber(scale)} × the balanced multipliers${doubt}`,
    ],
  ];
}

function describeChanges({ field, ranges, mapping }: AnalysisContext['attributes'][number]): NamedText[] {
  const renamed = listRenamed(mapping).map(([value, name]) => `${value} → ${name}`);
  const rest = renamed.length - MOST_RENAMED;
  const changes: NamedText[] = [];
  if (ranges) changes.push([`Ranges of ${field}`, ranges.map(describeRange).join(', ')]);
  if (rest > 0) renamed.splice(MOST_RENAMED, rest, `and ${formatCount(rest)} more`);
  if (renamed.length > 0) changes.push([`Renamed in ${field}`, renamed.join('; ')]);
  return changes;
}
