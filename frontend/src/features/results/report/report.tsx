import { createPortal } from 'react-dom';
import type { Analysis } from '#frontend/analysis/analyse.ts';
import type { UnseenCheck } from '#frontend/analysis/check-unseen.ts';
import type { Multipliers } from '#frontend/analysis/lead-values.ts';
import { listRenamed, type AnalysisContext } from '#frontend/analysis/analysis-context.ts';
import type { PlanSheet } from '#frontend/exports/plan-sheet.ts';
import { formatCount } from '#frontend/lib/format.ts';
import type { Picks } from '../calculator/picks.ts';
import { listLeftOut, wordLeftOut } from '../left-out-words.ts';
import { FirstPage, NamedTexts, type NamedText } from './first-page.tsx';
import { PrintedSheet } from './printed-sheet.tsx';
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
  /** Printed instead of the report. */
  sheet: PlanSheet | null;
  date: Date;
}

/** The results for paper: a first page that stands alone, then all tables and charts, renamed values, the method. */
export function Report({ analysis, context, multipliers, picks, check, sheet, date }: ReportProps) {
  if (sheet) return <PrintedSheet sheet={sheet} />;
  const renamed = context.attributes.flatMap(describeRenamed);
  return createPortal(
    <div className="ui-report">
      <FirstPage analysis={analysis} context={context} date={date} />
      <RulesSection analysis={analysis} />
      <SegmentsSection analysis={analysis} />
      <CorrelationsSection analysis={analysis} />
      <LeadValuesSection analysis={analysis} multipliers={multipliers} picks={picks} />
      {check?.kind === 'checked' && <CheckSection check={check} currency={analysis.settings.currency} />}
      {renamed.length > 0 && (
        <section>
          <h2>Renamed Values</h2>
          <NamedTexts texts={renamed} />
        </section>
      )}
      <section className="ui-report-figure">
        <h2>Method</h2>
        <ReportMethod
          thresholdPercent={analysis.settings.thresholdPercent}
          basis={analysis.basis}
          leftOut={wordLeftOut(listLeftOut(analysis.leftOut, context))}
        />
      </section>
    </div>,
    document.body,
  );
}

/** Most renamed values that are listed; the others are only counted. */
const MOST_RENAMED = 20;

function describeRenamed({ field, mapping }: AnalysisContext['attributes'][number]): NamedText[] {
  const renamed = listRenamed(mapping).map(([value, name]) => `${value} → ${name}`);
  const rest = renamed.length - MOST_RENAMED;
  if (rest > 0) renamed.splice(MOST_RENAMED, rest, `and ${formatCount(rest)} more`);
  return renamed.length > 0 ? [[`Renamed in ${field}`, renamed.join('; ')]] : [];
}
