import { createPortal } from 'react-dom';
import type { Analysis } from '#frontend/analysis/analyse.ts';
import { type AnalysisContext, listRenamed } from '#frontend/analysis/analysis-context.ts';
import type { UnseenCheck } from '#frontend/analysis/check-unseen.ts';
import type { Multipliers } from '#frontend/analysis/lead-values.ts';
import { LIMITS } from '#frontend/analysis/platforms/limits.ts';
import { listSteps, noteLimits, type PlanSheet } from '#frontend/exports/plan-sheet.ts';
import { formatLongDateTime } from '#frontend/lib/format-date.ts';
import { countNoun, formatCount } from '#frontend/lib/format.ts';
import { PRODUCT_NAME } from '#frontend/lib/product.ts';
import type { Picks } from '../calculator/lead-value.ts';
import { listLeftOut, wordLeftOut } from '../left-out-words.ts';
import { FirstPage, type NamedText, NamedTexts } from './first-page.tsx';
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

/** The steps of a plan for paper, with a box to tick for each. */
function PrintedSheet({ sheet }: { sheet: PlanSheet }) {
  const { platform, plan, fileName, date } = sheet;
  return createPortal(
    <div className="ui-report">
      <p className="text-muted">
        {PRODUCT_NAME} · {formatLongDateTime(date)}
      </p>
      <h1 className="mb-2 line-clamp-2 text-20 tracking-[-0.02em] wrap-anywhere">
        {countNoun(plan.rules.length, 'rule')} for {LIMITS[platform].name}: {fileName}
      </h1>
      <ol className="flex flex-col">
        {listSteps(sheet).map(({ where, what }, index) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- a page that is printed does not change
            key={index}
            className="grid break-inside-avoid grid-cols-[1.5rem_2rem_minmax(0,1fr)] border-b border-hairline py-1.5"
          >
            <span aria-hidden className="mt-0.5 size-3 border border-control" />
            <span className="tabular-nums">{index + 1}.</span>
            <span className="min-w-0">
              <span className="block text-muted">{where}</span>
              <span className="wrap-anywhere">{what}</span>
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-3 break-before-avoid text-12 wrap-anywhere text-muted">{noteLimits(platform)}</p>
    </div>,
    document.body,
  );
}
