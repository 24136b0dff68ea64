import { useEffect, useRef, useState } from 'react';
import type { Analysis } from '#frontend/analysis/analyse.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { Tabs } from '#frontend/ui/tabs.tsx';
import { AnalysisControls } from './analysis-controls.tsx';
import { CalculatorTab } from './calculator/calculator-tab.tsx';
import type { Picks } from './calculator/picks.ts';
import { fetchCharts } from './charts/late-chart.tsx';
import { CorrelationsTab } from './correlations/correlations-tab.tsx';
import type { ResultsActions } from './results-actions.ts';
import { ABOVE_PINNED, PinnedButtons } from './results-buttons.tsx';
import { ResultsHead } from './results-head.tsx';
import { ResultsStatus } from './results-status.tsx';
import { SegmentsTab } from './segments/segments-tab.tsx';
import { FIRST_SEGMENT_VIEW } from './segments/segment-view.ts';
import { usePrintedReport } from './report/use-printed-report.ts';
import { useSmallScreen } from './use-small-screen.ts';
import { Summary } from './summary/summary.tsx';
import { ValueRulesTab } from './value-rules/value-rules-tab.tsx';

export interface ResultsViewProps extends ResultsActions {
  analysis: Analysis;
}

type ResultsTab = 'value-rules' | 'segment-details' | 'correlations' | 'lead-calculator';

/** The results as computed. What is opened, sorted and picked in a tab is still there on coming back to it. */
export function ResultsView({ analysis, context, onSettingsChange, ...actions }: ResultsViewProps) {
  const [tab, setTab] = useState<ResultsTab>('value-rules');
  const [segmentView, setSegmentView] = useState(FIRST_SEGMENT_VIEW);
  const [picks, setPicks] = useState<Picks>({});
  const { ref, focusTab } = useTabFocus(tab);
  const isSmall = useSmallScreen();
  const { printed, print } = usePrintedReport();
  useEffect(fetchCharts, []);

  const viewCorrelations = () => {
    focusTab();
    setTab('correlations');
  };
  return (
    <div ref={ref} className={cx('flex flex-col gap-6', ABOVE_PINNED)}>
      <ResultsHead
        analysis={analysis}
        context={context}
        isSmall={isSmall}
        onPrint={() => void print()}
        {...actions}
      />
      {printed && <printed.Page analysis={analysis} context={context} picks={picks} date={printed.date} />}
      <div className="grid items-start gap-x-12 gap-y-8 border-y border-hairline py-6 lg:grid-cols-[minmax(0,1fr)_auto]">
        <Summary analysis={analysis} />
        <AnalysisControls settings={analysis.settings} onChange={onSettingsChange} />
      </div>
      <ResultsStatus analysis={analysis} />
      <Tabs<ResultsTab>
        label="Results"
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: 'value-rules',
            label: 'Value Rules',
            content: <ValueRulesTab analysis={analysis} onViewCorrelations={viewCorrelations} />,
          },
          {
            value: 'segment-details',
            label: 'Segment Details',
            content: <SegmentsTab analysis={analysis} view={segmentView} onViewChange={setSegmentView} />,
          },
          {
            value: 'correlations',
            label: 'Correlations',
            content: <CorrelationsTab analysis={analysis} />,
          },
          {
            value: 'lead-calculator',
            label: 'Lead Calculator',
            content: <CalculatorTab analysis={analysis} picks={picks} onPicksChange={setPicks} />,
          },
        ]}
      />
      {isSmall && <PinnedButtons {...actions} />}
    </div>
  );
}

/** A button inside a tab that opens another tab goes away with its own: the focus moves on to the tab opened. */
function useTabFocus(tab: ResultsTab) {
  const ref = useRef<HTMLDivElement>(null);
  const isAsked = useRef(false);
  useEffect(() => {
    if (!isAsked.current) return;
    isAsked.current = false;
    ref.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus();
  }, [tab]);
  const focusTab = () => {
    isAsked.current = true;
  };
  return { ref, focusTab };
}
