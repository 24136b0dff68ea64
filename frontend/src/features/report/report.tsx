import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { type AnalysisContext, listRenamed } from '#frontend/analysis/counts/analysis-context.ts';
import { useResults } from '#frontend/features/results/shown-results.tsx';
import { formatCount } from '#frontend/lib/format.ts';
import { DataAndSettings, FirstPage, type NamedText, NamedTexts } from './first-page.tsx';
import { ReportMethod } from './report-method.tsx';
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
