import type { ReactNode } from 'react';
import { type AnalysisContext, listRenamed } from '#frontend/analysis/counts/analysis-context.ts';
import { useResults } from '#frontend/features/results/shown-results.tsx';
import { DataAndSettings, FirstPage, type NamedText, NamedTexts } from './first-page.tsx';
import { ReportMethod } from './report-method.tsx';
import '#frontend/features/results/report.css';
import { createPortal } from 'react-dom';
import { PLATFORMS } from '#frontend/analysis/platforms/platforms.ts';
import { listSteps, noteLimits, type PlanSheet } from '#frontend/exports/plan-sheet.ts';
import { formatCount, countNoun } from '#frontend/lib/format.ts';
import { PaperHead } from '#frontend/features/results/table-section.tsx';
import '#frontend/features/results/report.css';

interface ReportProps {
  date: Date;
  /** The parts of the first page: what to do, a chart, and the solid rules. */
  decision: ReactNode;
  chart: ReactNode;
  rules: ReactNode;
  /** The sections of the tabs. */
  children: ReactNode;
}

/** The results for paper: the first page, all tables and charts, the renamed values, the method. */
export function Report({ children, ...firstPage }: ReportProps) {
  return createPortal(
    <div className="ui-report">
      <FirstPage {...firstPage} />
      {children}
      <DataAndSettings />
      <RenamedValues />
      <ReportMethod />
    </div>,
    document.body,
  );
}

function RenamedValues() {
  const renamed = useResults().context.attributes.flatMap(describeRenamed);
  if (renamed.length === 0) return null;
  return (
    <section>
      <h2>Renamed Values</h2>
      <NamedTexts texts={renamed} />
    </section>
  );
}

/** At most this many renamed values are listed; the others are counted. */
const MOST_RENAMED = 20;

function describeRenamed({ field, mapping }: AnalysisContext['attributes'][number]): NamedText[] {
  const renamed = listRenamed(mapping).map(([value, name]) => `${value} → ${name}`);
  const rest = renamed.length - MOST_RENAMED;
  if (rest > 0) renamed.splice(MOST_RENAMED, rest, `and ${formatCount(rest)} more`);
  return renamed.length > 0 ? [[`Renamed in ${field}`, renamed.join('; ')]] : [];
}

/** The steps of a plan for paper, with a box to tick for each. */
export function PrintedSheet({ sheet }: { sheet: PlanSheet }) {
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
            // oxlint-disable-next-line react/no-array-index-key -- a printed page does not change
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
