import { Suspense, useContext, type ComponentProps } from 'react';
import { EnteredRulesSection } from '#frontend/features/apply/entered-report.tsx';
import { LeadValuesSection } from '#frontend/features/calculator/calculator-report.tsx';
import { useCheckRun } from '#frontend/features/check/check-run.tsx';
import { CheckSection } from '#frontend/features/check/check-report.tsx';
import { CorrelationsSection } from '#frontend/features/correlations/correlations-tab.tsx';
import { PrintedDecisionChart } from '#frontend/features/decision/decision-chart.tsx';
import { PrintedDecision } from '#frontend/features/decision/decision-text.tsx';
import { OverTimePrinted } from '#frontend/features/over-time/over-time-view.tsx';
import { PrintedSheet, Report } from '#frontend/features/report/report.tsx';
import { SegmentsSection } from '#frontend/features/segments/segments-tab.tsx';
import { StagesSection } from '#frontend/features/stages/stages-report.tsx';
import { RulesSection, SolidRules } from '#frontend/features/value-rules/rules-report.tsx';
import { OwnSection } from './own-section.ts';

interface PrintedReportProps {
  /** Printed instead of the report. */
  sheet: ComponentProps<typeof PrintedSheet>['sheet'] | null;
  date: Date;
}

/** The report, with a section of each tab that has one. */
export function PrintedReport({ sheet, date }: PrintedReportProps) {
  const { unseen } = useCheckRun();
  const ownSection = useContext(OwnSection);
  if (sheet) return <PrintedSheet sheet={sheet} />;
  return (
    <Report
      date={date}
      decision={<PrintedDecision unseen={unseen} />}
      chart={<PrintedDecisionChart />}
      rules={<SolidRules />}
    >
      <RulesSection />
      <EnteredRulesSection />
      <SegmentsSection />
      <OverTimePrinted />
      <StagesSection />
      <Suspense>{ownSection}</Suspense>
      <CorrelationsSection />
      <LeadValuesSection />
      <CheckSection />
    </Report>
  );
}
