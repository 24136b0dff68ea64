import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { PlansProvider } from '#frontend/features/platforms/platform-plans.tsx';
import { CheckProvider, useCheckRun } from '#frontend/features/check/check-run.tsx';
import { DecisionSection } from '#frontend/features/decision/decision.tsx';
import { OverTimeProvider } from '#frontend/features/over-time/over-time-run.tsx';
import { AnalysisControls } from '#frontend/features/results/analysis-controls.tsx';
import { type Bounds, SMALL } from '#frontend/features/results/columns.tsx';
import { FieldsInView } from '#frontend/features/results/names.tsx';
import { createResultsSource } from '#frontend/features/results/results-source.ts';
import {
  type ApplyWay,
  type ResultsProps,
  ResultsProvider,
  type ResultsScreen,
  type TabName,
} from '#frontend/features/results/shown-results.tsx';
import { usePrintedReport } from '#frontend/features/results/use-printed-report.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { DECIMAL_MARK, formatCount } from '#frontend/lib/format.ts';
import { NARROW, useMedia } from '#frontend/ui/layout-hooks.ts';
import { Tabs } from '#frontend/ui/tabs.tsx';
import { PinnedButtons, ResultsHead, WorthNotice } from './results-head.tsx';
import { RESULTS_TABS } from './tabs.ts';

/**
 * Head, decision, settings and tabs of one source of results. A tab keeps its open parts, its order and its picks while another tab is
 * shown.
 */
export function AnalysisResults({ headingLevel, notice, findings, ...input }: ResultsProps) {
  const [read] = useState(createResultsSource);
  const source = read(input);
  const { analysis } = source;
  const container = useRef<HTMLDivElement>(null);
  const { printed, sheet, print } = usePrintedReport(fetchReport, container);
  const { screen, setTab } = useResultsScreen(container, print);
  const { tab, isSmall } = screen;
  const tabs = RESULTS_TABS.filter(({ isShown }) => isShown?.(source) ?? true);
  const names = tabs.map(({ value }) => value).join(' ');
  useEffect(() => {
    for (const { value, preload } of RESULTS_TABS) if (names.split(' ').includes(value)) preload?.();
  }, [names]);
  return (
    <ResultsProvider source={source} screen={screen}>
      <PlansProvider>
        <OverTimeProvider>
          <CheckProvider>
            <FieldsInView value={analysis.fields}>
              <div ref={container} className={cx('flex flex-col gap-3 sm:gap-4', ABOVE_PINNED)}>
                {printed && <printed.Page sheet={sheet} date={printed.date} />}
                <ResultsHead headingLevel={headingLevel} />
                <WorthNotice />
                {notice}
                <CheckedDecision>{findings}</CheckedDecision>
                {!isSmall && <RangeLegend bounds={source.bounds} />}
                <AnalysisControls />
                {/* Screen readers announce it after each change of the controls. */}
                <output className="sr-only">
                  Value rules: {formatCount(analysis.valueRules.length)}. Significant segments:{' '}
                  {formatCount(analysis.significantSegments.length)}.
                </output>
                <Tabs<TabName>
                  label="Results"
                  value={tab}
                  onChange={setTab}
                  tabs={tabs.map(({ value, label, Content }) => ({ value, label, content: <Content /> }))}
                />
                {isSmall && <RangeLegend bounds={source.bounds} />}
                {isSmall && <PinnedButtons />}
              </div>
            </FieldsInView>
          </CheckProvider>
        </OverTimeProvider>
      </PlansProvider>
    </ResultsProvider>
  );
}

const fetchReport = async () => (await import('./printed-report.tsx')).PrintedReport;

/** The tab that is shown, the ways to others, and the width of the screen. */
function useResultsScreen(container: RefObject<Element | null>, print: ResultsScreen['print']) {
  const [tab, setTab] = useState<TabName>('value-rules');
  const [applyWay, chooseApplyWay] = useState<ApplyWay | null>(null);
  const openTab = useCallback(
    (next: TabName, way?: ApplyWay) => {
      // The button that opens a tab may disappear with its own tab, so the focus moves to what it opened.
      flushSync(() => {
        setTab(next);
        if (way) chooseApplyWay(way);
      });
      const find = (selector: string) => container.current?.querySelector<HTMLElement>(selector);
      const heading = way && find('[role=tabpanel] h2[tabindex]');
      (heading ?? find('[role=tab][aria-selected=true]'))?.focus();
    },
    [container],
  );
  const isNarrow = useMedia(NARROW);
  const isSmall = useMedia(SMALL);
  const screen = useMemo(
    (): ResultsScreen => ({ tab, openTab, applyWay, chooseApplyWay, print, isNarrow, isSmall }),
    [tab, openTab, applyWay, print, isNarrow, isSmall],
  );
  return { screen, setTab };
}

/** The decision with the check on unseen leads, which is another feature. */
function CheckedDecision({ children }: { children: ReactNode }) {
  return <DecisionSection unseen={useCheckRun().unseen}>{children}</DecisionSection>;
}

/** A legend of the bounds of labels such as 'Q4 (High)'. */
function RangeLegend({ bounds }: { bounds: Bounds }) {
  return [...bounds].map(([field, ranges]) => (
    <dl key={field} className="flex flex-wrap gap-x-4 text-13 text-muted">
      <dt className="wrap-anywhere">Ranges of {field}</dt>
      {[...ranges].map(([name, own]) => (
        <dd key={name} className="wrap-anywhere">
          {name === own ? (
            own
          ) : (
            <>
              <span className="text-text">{name}</span> {own.replaceAll('.', DECIMAL_MARK)}
            </>
          )}
        </dd>
      ))}
    </dl>
  ));
}

/** Class names that scroll a focused control above the pinned buttons, not behind them. */
const ABOVE_PINNED = 'max-sm:[&_:is(input,button)]:scroll-mb-28';
