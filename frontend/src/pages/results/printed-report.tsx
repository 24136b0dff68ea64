import type { ComponentProps } from 'react';
import { LeadValuesSection } from '#frontend/features/calculator/calculator-report.tsx';
import { CheckSection } from '#frontend/features/check/check-report.tsx';
import { CorrelationsSection } from '#frontend/features/correlations/correlations-report.tsx';
import { PrintedSheet } from '#frontend/features/report/printed-sheet.tsx';
import { Report } from '#frontend/features/report/report.tsx';
import { SegmentsSection, TopSegments } from '#frontend/features/segments/segments-report.tsx';
import { RulesSection, RulesToUse } from '#frontend/features/value-rules/rules-report.tsx';

interface PrintedReportProps {
  /** Printed instead of the report. */
  sheet: ComponentProps<typeof PrintedSheet>['sheet'] | null;
  date: Date;
}

/** The report, with a section of each tab that has one. */
export function PrintedReport({ sheet, date }: PrintedReportProps) {
  if (sheet) return <PrintedSheet sheet={sheet} />;
  return (
    <Report date={date} chart={<TopSegments />} rules={<RulesToUse />}>
      <RulesSection />
      <SegmentsSection />
      <CorrelationsSection />
      <LeadValuesSection />
      <CheckSection />
    </Report>
  );
}
