import { createPortal } from 'react-dom';
import { type AnalysisContext, listRenamed } from '#frontend/analysis/counts/analysis-context.ts';
import { PLATFORMS } from '#frontend/analysis/platforms/platforms.ts';
import { listSteps, noteLimits, type PlanSheet } from '#frontend/exports/plan-sheet.ts';
import { countNoun, formatCount } from '#frontend/lib/format.ts';
import { wordLeftOut } from '#frontend/features/results/kit/downloads.ts';
import { PaperHead } from '#frontend/features/results/kit/table-section.tsx';
import { FirstPage, type NamedText, NamedTexts } from './first-page.tsx';
import { ReportMethod } from './report-method.tsx';
import { useShownResults } from '#frontend/features/results/kit/shown-results.tsx';
import type { ReactNode } from 'react';
import '#frontend/features/results/kit/report.css';

interface ReportProps {
  /** The parts of the first page: a chart, and the rules to use. */
  chart: ReactNode;
  rules: ReactNode;
  /** The sections of the tabs. */
  children: ReactNode;
  /** Printed instead of the report. */
  sheet: PlanSheet | null;
  date: Date;
}

/** The results for paper: a first page that stands alone, then all tables and charts, renamed values, the method. */
export function Report({ chart, rules, children, sheet, date }: ReportProps) {
  const { analysis, context, leftOut, currencyNote } = useShownResults();
  if (sheet) return <PrintedSheet sheet={sheet} />;
  const renamed = context.attributes.flatMap(describeRenamed);
  return createPortal(
    <div className="ui-report">
      <FirstPage {...{ analysis, context, date, chart, rules }} currency={currencyNote} />
      {children}
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
          leftOut={wordLeftOut(leftOut)}
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
      <PaperHead
        date={date}
        title={`${countNoun(plan.rules.length, 'rule')} for ${PLATFORMS[platform].name}: ${fileName}`}
      />
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
