import {
  memo,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import { useNavigationType } from 'react-router-dom';
import { PlansProvider } from '#frontend/features/platforms/platform-plans.tsx';
import { CheckProvider, useCheckRun } from '#frontend/features/check/check-run.tsx';
import { DecisionSection } from '#frontend/features/decision/decision.tsx';
import { OverTimeProvider } from '#frontend/features/over-time/over-time-run.tsx';
import { StagesProvider, WorkItOut } from '#frontend/features/stages/stages-run.tsx';
import { AnalysisControls } from '#frontend/features/results/analysis-controls.tsx';
import type { Bounds } from '#frontend/features/results/columns.tsx';
import { FieldsInView } from '#frontend/features/results/names.tsx';
import { createResultsSource } from '#frontend/features/results/results-source.ts';
import {
  type ApplyWay,
  type ResultsProps,
  ResultsProvider,
  type ResultsScreen,
  type TabName,
  type ViewName,
} from '#frontend/features/results/shown-results.tsx';
import { usePrintedReport } from '#frontend/features/results/use-printed-report.ts';
import { VALUE_RULES_TAB } from '#frontend/features/value-rules/value-rules-tab.tsx';
import { cx } from '#frontend/lib/class-names.ts';
import { DECIMAL_MARK, formatCount } from '#frontend/lib/format.ts';
import { NARROW, SMALL, useMedia } from '#frontend/ui/layout-hooks.ts';
import { PageMeta } from '#frontend/ui/page-meta.tsx';
import { Tabs } from '#frontend/ui/tabs.tsx';
import { type ResultsAddress, useAddressInFragment, useAddressInMemory } from './results-address.ts';
import { PinnedButtons, ResultsHead, WorthNotice } from './results-head.tsx';
import { RESULTS_VIEWS, ShownView } from './shown-view.tsx';
import { RESULTS_TABS } from './tabs.ts';

/**
 * Head, decision, settings and tabs of one source of results, or one view in their place. A tab keeps its open parts, its order and its
 * picks while another tab or a view is shown.
 */
export function AnalysisResults(props: ResultsProps) {
  const Addressed = props.page === undefined ? ResultsInMemory : ResultsInFragment;
  return <Addressed {...props} />;
}

function ResultsInMemory(props: ResultsProps) {
  return <ShownResults {...props} address={useAddressInMemory()} />;
}

function ResultsInFragment(props: ResultsProps) {
  const address = useAddressInFragment(props.work?.openedAt);
  // Back leads to a place that may be in the tab.
  return <ShownResults {...props} address={address} hasTabAtOnce={useNavigationType() === 'POP'} />;
}

interface ShownResultsProps extends ResultsProps {
  address: ResultsAddress;
  /** Whether the tab is drawn with what stands above it, and not in the render after it. */
  hasTabAtOnce?: boolean;
}

function ShownResults({
  address,
  hasTabAtOnce = true,
  page,
  headingLevel = 1,
  notice,
  findings,
  ...input
}: ShownResultsProps) {
  const [read] = useState(createResultsSource);
  const source = read(input);
  const { analysis } = source;
  const container = useRef<HTMLDivElement>(null);
  const { printed, sheet, print } = usePrintedReport(fetchReport, container);
  const tabs = RESULTS_TABS.filter(({ isShown }) => isShown?.(source) ?? true);
  const views = VIEW_NAMES.filter((name) => RESULTS_VIEWS[name].isShown(source));
  const shownTab = tabs.find(({ value }) => value === address.tab) ?? VALUE_RULES_TAB;
  const view = views.find((name) => name === address.view) ?? null;
  const screen = useResultsScreen({ ...address, tab: shownTab.value, view }, container, print);
  const { isSmall } = screen;
  const late = [...tabs, ...views.map((name) => RESULTS_VIEWS[name])];
  const names = late.map(({ label }) => label).join();
  const preload = useEffectEvent(() => {
    for (const part of late) part.preload?.();
  });
  useEffect(() => preload(), [names]);
  const tabItems = useDeferredValue(TAB_ITEMS, hasTabAtOnce ? TAB_ITEMS : EMPTY_TAB_ITEMS);
  return (
    <ResultsProvider source={source} screen={screen} tab={shownTab.value} view={view}>
      <PlansProvider>
        <OverTimeProvider>
          <StagesProvider>
            <CheckProvider>
              <FieldsInView value={analysis.fields}>
                <div ref={container} className={cx('flex flex-col gap-4 sm:gap-8', ABOVE_PINNED)}>
                  {page !== undefined && (
                    <PageMeta title={`${page} · ${view ? RESULTS_VIEWS[view].label : shownTab.label}`} />
                  )}
                  {printed && <printed.Page sheet={sheet} date={printed.date} />}
                  {notice}
                  {view ? (
                    <ShownView view={view} headingLevel={headingLevel} />
                  ) : (
                    <>
                      <Head headingLevel={headingLevel} />
                      <CheckedDecision>{findings}</CheckedDecision>
                      {!isSmall && <RangeLegend bounds={source.bounds} />}
                      <Controls />
                      {/* Screen readers announce it after each change of the controls. */}
                      <output className="sr-only">
                        Value rules: {formatCount(analysis.valueRules.length)}. Significant segments:{' '}
                        {formatCount(analysis.significantSegments.length)}.
                      </output>
                      <Tabs<TabName>
                        label="Results"
                        value={shownTab.value}
                        onChange={address.chooseTab}
                        tabs={tabItems.filter(({ value }) => tabs.some((shown) => shown.value === value))}
                      />
                      {isSmall && <RangeLegend bounds={source.bounds} />}
                      {isSmall && <PinnedButtons />}
                    </>
                  )}
                </div>
              </FieldsInView>
            </CheckProvider>
          </StagesProvider>
        </OverTimeProvider>
      </PlansProvider>
    </ResultsProvider>
  );
}

/** The contents are the same elements each time, so that another tab leaves them as they are. */
const TAB_ITEMS = RESULTS_TABS.map(({ value, label, Content }) => ({ value, label, content: <Content /> }));
/** Their room alone: most of it is below the fold, and the footer stays there. */
const EMPTY_TAB_ITEMS = TAB_ITEMS.map((item) => ({ ...item, content: <div className="min-h-dvh" /> }));
const VIEW_NAMES = Object.keys(RESULTS_VIEWS) as ViewName[]; // its keys

const fetchReport = async () => (await import('./printed-report.tsx')).PrintedReport;

/** The ways to other tabs and views, and the width of the screen. */
function useResultsScreen(
  address: ResultsAddress,
  container: RefObject<Element | null>,
  print: ResultsScreen['print'],
): ResultsScreen {
  const [applyWay, chooseApplyWay] = useState<ApplyWay | null>(null);
  const { expectTab, expectView } = useArrival(address, container);
  const latest = useRef(address);
  useLayoutEffect(() => void (latest.current = address));
  const openTab = useCallback(
    (next: TabName) => {
      expectTab(next, latest.current.tab);
      latest.current.chooseTab(next);
    },
    [expectTab],
  );
  const openView = useCallback(
    (next: ViewName, way?: ApplyWay | null) => {
      expectView();
      if (way !== undefined) chooseApplyWay(way);
      latest.current.openView(next);
    },
    [expectView],
  );
  const closeView = useCallback(() => latest.current.closeView(), []);
  const isNarrow = useMedia(NARROW);
  const isSmall = useMedia(SMALL);
  return useMemo(
    () => ({ openTab, openView, closeView, applyWay, chooseApplyWay, print, isNarrow, isSmall }),
    [openTab, openView, closeView, applyWay, print, isNarrow, isSmall],
  );
}

/**
 * Moves the focus to a tab that a button has opened, since the button may disappear with its own tab, and to the heading of a view or of
 * the results after it. A view begins at the top; the results come back where they were left.
 */
function useArrival(
  { tab, view }: Pick<ResultsAddress, 'tab' | 'view'>,
  container: RefObject<Element | null>,
) {
  const lastView = useRef(view);
  const leftAt = useRef(0);
  const isTabExpected = useRef(false);
  useLayoutEffect(() => {
    if (lastView.current === view) return;
    lastView.current = view;
    focusIn(container, 'h1[tabindex], h2[tabindex]');
    window.scrollTo(0, view ? 0 : leftAt.current);
  }, [view, container]);
  useLayoutEffect(() => {
    if (isTabExpected.current) focusIn(container, SHOWN_TAB);
    isTabExpected.current = false;
  }, [tab, container]);
  const expectTab = useCallback(
    (next: TabName, shown: TabName) => {
      if (next === shown) focusIn(container, SHOWN_TAB);
      else isTabExpected.current = true;
    },
    [container],
  );
  const expectView = useCallback(() => {
    leftAt.current = window.scrollY;
  }, []);
  return { expectTab, expectView };
}

function focusIn({ current }: RefObject<Element | null>, selector: string): void {
  current?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
}

const SHOWN_TAB = '[role=tab][aria-selected=true]';

// Another tab, or another step of the browser's history, leaves the parts below as they are.

const Head = memo(function Head({ headingLevel }: { headingLevel: 1 | 2 }) {
  return (
    <>
      <ResultsHead headingLevel={headingLevel} />
      <WorthNotice />
    </>
  );
});

const Controls = memo(function Controls() {
  return <AnalysisControls workItOut={<WorkItOut />} />;
});

/** The decision with the check on unseen leads, which is another feature. */
const CheckedDecision = memo(function CheckedDecision({ children }: { children: ReactNode }) {
  return <DecisionSection unseen={useCheckRun().unseen}>{children}</DecisionSection>;
});

/** A legend of the bounds of labels such as 'Q4 (High)'. */
const RangeLegend = memo(function RangeLegend({ bounds }: { bounds: Bounds }) {
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
});

/** Class names that scroll a focused control above the pinned buttons, not behind them. */
const ABOVE_PINNED = 'max-sm:[&_:is(input,button)]:scroll-mb-28';
