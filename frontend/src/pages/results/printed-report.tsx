import type { ComponentProps } from 'react';
import { LeadValuesSection } from '#frontend/features/calculator/calculator-report.tsx';
import { CheckSection } from '#frontend/features/check/check-report.tsx';
import { CorrelationsSection } from '#frontend/features/correlations/correlations-report.tsx';
import { Report } from '#frontend/features/report/report.tsx';
import { SegmentsSection, TopSegments } from '#frontend/features/segments/segments-report.tsx';
import { RulesSection, RulesToUse } from '#frontend/features/value-rules/rules-report.tsx';

/** The report, with a section of each tab that has one. */
export function PrintedReport(print: Pick<ComponentProps<typeof Report>, 'sheet' | 'date'>) {
  return (
    <Report {...print} chart={<TopSegments />} rules={<RulesToUse />}>
      <RulesSection />
      <SegmentsSection />
      <CorrelationsSection />
      <LeadValuesSection />
      <CheckSection />
    </Report>
  );
}
