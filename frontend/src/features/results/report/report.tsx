import { createPortal } from 'react-dom';
import type { Analysis } from '#frontend/analysis/analyse.ts';
import type { AnalysisContext } from '#frontend/exports/analysis-context.ts';
import { formatLongDateTime } from '#frontend/lib/format-date.ts';
import { PRODUCT_NAME } from '#frontend/lib/product.ts';
import type { Picks } from '../calculator/picks.ts';
import { Summary } from '../summary/summary.tsx';
import { ReportMethod } from './report-method.tsx';
import { CorrelationsSection, LeadValuesSection, RulesSection, SegmentsSection } from './report-sections.tsx';
import { ReportSettings } from './report-settings.tsx';
import './report.css';

export interface ReportProps {
  analysis: Analysis;
  context: AnalysisContext;
  picks: Picks;
  date: Date;
}

/** The results for paper: the answer, what it rests on, all tables and charts, and the method. */
export function Report({ analysis, context, picks, date }: ReportProps) {
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
      <LeadValuesSection analysis={analysis} picks={picks} />
      <section className="ui-report-figure">
        <h2>Method</h2>
        <ReportMethod thresholdPercent={analysis.settings.thresholdPercent} />
      </section>
    </div>,
    document.body,
  );
}
