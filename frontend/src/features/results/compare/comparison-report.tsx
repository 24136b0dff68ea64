import { createPortal } from 'react-dom';
import type { Comparison } from '#frontend/analysis/compare.ts';
import { MAX_FALSE_DISCOVERY_RATE, MIN_TESTED_LEADS } from '#frontend/analysis/constants.ts';
import type { SharedLeads } from '#frontend/analysis/shared-leads.ts';
import type { TotalChange } from '#frontend/exports/comparison.ts';
import { formatLongDateTime } from '#frontend/lib/format.ts';
import { PRODUCT_NAME } from '#frontend/lib/product.ts';
import { PrintedLiftChart } from '../charts/lift-chart.tsx';
import { ReportTable } from '../report/report-table.tsx';
import '../report/report.css';
import { COMPARISON_CHART } from './comparison-chart.tsx';
import { CHANGE_COLUMNS, SPLIT_COLUMNS, TOTAL_COLUMNS } from './comparison-columns.tsx';
import { wordChanges, wordRules, wordUntested, type ComparisonNotice } from './comparison-words.ts';

export interface ComparisonReportProps {
  comparison: Comparison;
  names: { before: string; after: string };
  notices: readonly ComparisonNotice[];
  totals: readonly TotalChange[];
  shared: SharedLeads | null;
  date: Date;
}

/** A comparison for paper: the findings and the chart, then both tables and the method. */
export function ComparisonReport(props: ComparisonReportProps) {
  const { comparison, names, notices, totals, shared, date } = props;
  return createPortal(
    <div className="ui-report">
      <p className="text-muted">
        {PRODUCT_NAME} · {formatLongDateTime(date)}
      </p>
      <h1 className="mb-2 text-20 tracking-[-0.02em] wrap-anywhere">
        Comparison: {names.before} and {names.after}
      </h1>
      <p>
        <strong>{wordChanges(comparison, shared)}</strong> {wordRules(comparison)} {wordUntested(comparison)}
      </p>
      {notices.map(({ title, text }) => (
        <p key={title}>
          <strong>{title}.</strong> {text}
        </p>
      ))}
      <ReportTable title="All Leads" Heading="h2" columns={TOTAL_COLUMNS} items={totals} />
      <ReportTable
        title="Change of the Baseline Rate, in Points"
        Heading="h2"
        columns={SPLIT_COLUMNS}
        items={comparison.splits}
      />
      {comparison.segments.length > 0 && (
        <div className="ui-report-figure">
          <h2>{COMPARISON_CHART.title}</h2>
          <PrintedLiftChart kind={COMPARISON_CHART} source={comparison} />
        </div>
      )}
      <ReportTable
        title="Segments Before and After"
        Heading="h2"
        columns={CHANGE_COLUMNS}
        items={comparison.segments}
      />
      <section className="ui-report-figure">
        <h2>Method</h2>
        <p>
          Changed: |ln L2 − ln L1| &gt; 1.96 √(se1² + se2²) and q &lt; {MAX_FALSE_DISCOVERY_RATE} over all
          tested values (Benjamini-Hochberg); L and se come from the 95% interval of each lift. A value is
          tested with at least {MIN_TESTED_LEADS} leads in both files. Mix and rate: Kitagawa with averaged
          weights, one attribute at a time; a value that only one file has counts as mix. Rules of both follow
          the same threshold.
        </p>
      </section>
    </div>,
    document.body,
  );
}
