import { useCallback, useEffect, useMemo, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { meanDealOf } from '#frontend/analysis/measure/choose-basis.ts';
import { decide } from '#frontend/analysis/decision/decide.ts';
import { judge, pickMeasurement } from '#frontend/analysis/judge/analyse.ts';
import { estimateCombinations } from '#frontend/analysis/balanced/estimate-combinations.ts';
import type { PlanSheet } from '#frontend/exports/plan-sheet.ts';
import type { ApplyWay } from '#frontend/features/apply/apply-way.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { DECIMAL_MARK, formatCount } from '#frontend/lib/format.ts';
import type { ResultsInput } from './kit/results-input.ts';
import { Tabs } from '#frontend/ui/tabs.tsx';
import { NARROW, useMedia } from '#frontend/ui/layout-hooks.ts';
import { AnalysisControls } from './analysis-controls.tsx';
import { type Bounds, findBounds, SMALL } from './kit/columns.tsx';
import { findCurrencyNote } from './kit/currency-note.ts';
import { listLeftOut } from './kit/downloads.ts';
import { FieldsInView } from './kit/names.tsx';
import type { ResultsTab } from './kit/tab.ts';
import {
  type ShownResults,
  ShownResultsProvider,
  useShownResults,
  type TabName,
} from './kit/shown-results.tsx';
import { usePrintedReport } from './kit/use-printed-report.ts';
import { PinnedButtons, type ResultsActions, ResultsHead, WorthNotice } from './results-head.tsx';

export interface ResultsProps extends ResultsInput, ResultsActions {
  tabs: readonly ResultsTab[];
  /** Draws what to do, above everything else; the same component in each render. */
  Decision: ComponentType<Pick<ResultsInput, 'openLeads' | 'goTo' | 'findings'>>;
  /** A remark above the decision on the purpose of these results. */
  notice?: ReactNode;
  /** Must always be the same function. */
  fetchReport(): Promise<ComponentType<{ sheet: PlanSheet | null; date: Date }>>;
}

/**
 * Step 4: the figures of a measurement under the settings that the reader chooses. A tab keeps its open parts, its order
 * and its picks while another tab is shown.
 */
export function Results(props: ResultsProps) {
  const { tabs, fetchReport, checkUnseen, apply } = props;
  const [tab, setTab] = useState<TabName>('value-rules');
  const room = useRef<HTMLDivElement>(null);
  const { printed, sheet, print } = usePrintedReport(fetchReport, room);
  const [applyWay, chooseApplyWay] = useState<ApplyWay | null>(null);
  const openTab = useCallback((next: TabName, way?: ApplyWay) => {
    // The button that opens a tab may disappear with its own tab, so the focus moves to what it opened.
    flushSync(() => {
      setTab(next);
      if (way) chooseApplyWay(way);
    });
    const find = (selector: string) => room.current?.querySelector<HTMLElement>(selector);
    const heading = way && find('[role=tabpanel] h2[tabindex]');
    (heading ?? find('[role=tab][aria-selected=true]'))?.focus();
  }, []);
  const shell = useMemo(() => ({ openTab, applyWay, chooseApplyWay, print }), [openTab, applyWay, print]);
  const shown = useShown(props, shell);
  const hasAttributes = props.measurement.fields.length > 0;
  const shownTabs = useMemo(
    () => tabs.filter(({ isShown }) => isShown?.({ checkUnseen, apply, hasAttributes }) ?? true),
    [tabs, checkUnseen, apply, hasAttributes],
  );
  useEffect(() => {
    for (const { preload } of shownTabs) preload?.();
  }, [shownTabs]);
  return (
    <ShownResultsProvider shown={shown}>
      <TabProviders tabs={tabs} open={tab}>
        <FieldsInView value={shown.analysis.fields}>
          <div ref={room} className={cx('flex flex-col gap-3 sm:gap-4', ABOVE_PINNED)}>
            {printed && <printed.Page sheet={sheet} date={printed.date} />}
            <ResultsTop {...props} />
            <Tabs<TabName>
              label="Results"
              value={tab}
              onChange={setTab}
              tabs={shownTabs.map(({ value, label, Content }) => ({ value, label, content: <Content /> }))}
            />
            {shown.isSmall && <RangeLegend bounds={shown.bounds} />}
            {shown.isSmall && <PinnedButtons {...props} />}
          </div>
        </FieldsInView>
      </TabProviders>
    </ShownResultsProvider>
  );
}

type Shell = Pick<ShownResults, 'openTab' | 'applyWay' | 'chooseApplyWay' | 'print'>;

/** The data of the tabs: the chosen measurement, judged under the settings. */
function useShown(props: ResultsProps, shell: Shell): ShownResults {
  const { measurement: all, combinations, latest, settings, basis = 'conversions' } = props;
  const { countPeriods, checkUnseen, apply, leadFiles, context, definitions } = props;
  const { amountCurrency, fileCurrency, openLeads, onSettingsChange } = props;
  // The measurement is chosen only here; everything below shows it.
  const measurement = useMemo(() => {
    const picked = pickMeasurement(all, basis);
    return latest ? { ...picked, latest } : picked;
  }, [all, basis, latest]);
  const estimates = useMemo(() => (combinations ? estimateCombinations(combinations) : null), [combinations]);
  const analysis = useMemo(() => judge(measurement, settings, estimates), [measurement, settings, estimates]);
  const { byValue } = all;
  const decision = useMemo(() => {
    const valued = analysis.value ? analysis : byValue && judge(byValue, settings);
    return decide({ analysis, byValue: valued, open: openLeads, apply: apply?.choices });
  }, [analysis, byValue, settings, openLeads, apply?.choices]);
  const isNarrow = useMedia(NARROW);
  const isSmall = useMedia(SMALL);
  const figures = useMemo(
    () => ({
      analysis,
      meanDeal: context.worth?.kind === 'column' ? meanDealOf(all) : null,
      bounds: findBounds(context),
      leftOut: listLeftOut(analysis.leftOut, context),
      currencyNote: findCurrencyNote({ amountCurrency, fileCurrency, basis, measurement: all }, settings),
    }),
    [analysis, context, amountCurrency, fileCurrency, basis, all, settings],
  );
  const sources = useMemo(
    () => ({
      context,
      combinations,
      countPeriods,
      checkUnseen,
      apply,
      leadFiles,
      definitions,
      onSettingsChange,
    }),
    [context, combinations, countPeriods, checkUnseen, apply, leadFiles, definitions, onSettingsChange],
  );
  return useMemo(
    () => ({ ...figures, ...sources, decision, isNarrow, isSmall, ...shell }),
    [figures, sources, decision, isNarrow, isSmall, shell],
  );
}

interface TabProvidersProps {
  tabs: readonly ResultsTab[];
  open: TabName;
  children: ReactNode;
}

/** Nests the providers of all tabs, the first one outermost. The list is always the same, so that no provider is remounted. */
function TabProviders({ tabs, open, children }: TabProvidersProps) {
  return tabs.reduceRight<ReactNode>(
    (inner, { value, Provider }) => (Provider ? <Provider isOpen={value === open}>{inner}</Provider> : inner),
    children,
  );
}

/** The title and its buttons, the decision, and the settings. */
function ResultsTop(props: ResultsProps) {
  const { tabs, Decision, measurement, onSettingsChange, onBasisChange, ...others } = props;
  const { amountCurrency = null, ...actions } = others;
  const { analysis, meanDeal, bounds, currencyNote, isSmall } = useShownResults();
  return (
    <>
      <ResultsHead {...actions} tabs={tabs} />
      <WorthNotice measurement={measurement} currency={amountCurrency} />
      {props.notice}
      <Decision openLeads={props.openLeads} goTo={props.goTo} findings={props.findings} />
      {!isSmall && <RangeLegend bounds={bounds} />}
      <AnalysisControls
        analysis={analysis}
        onChange={onSettingsChange}
        currencyNote={currencyNote}
        onBasisChange={measurement.byValue ? onBasisChange : undefined}
        meanDeal={meanDeal}
      />
      {/* Screen readers announce it after each change of the controls. */}
      <output className="sr-only">
        Value rules: {formatCount(analysis.valueRules.length)}. Significant segments:{' '}
        {formatCount(analysis.significantSegments.length)}.
      </output>
    </>
  );
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
