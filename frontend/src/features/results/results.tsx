import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { judge, pickMeasurement } from '#frontend/analysis/analyse.ts';
import { estimateCombinations } from '#frontend/analysis/estimate-combinations.ts';
import type { Multipliers } from '#frontend/analysis/lead-values.ts';
import type { Platform } from '#frontend/analysis/platforms/limits.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { DECIMAL_MARK, formatCount } from '#frontend/lib/format.ts';
import type { ShownWork } from '#frontend/thread/work.ts';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { Tabs } from '#frontend/ui/tabs.tsx';
import { useMedia } from '#frontend/ui/layout-hooks.ts';
import { AnalysisControls, BasisSwitch, MultiplierSwitch } from './analysis-controls.tsx';
import type { UploadForm } from './apply/upload-form.ts';
import { usePlatformPlans, useUnseenCheck } from './long-work.tsx';
import { CalculatorTab } from './calculator/calculator-tab.tsx';
import type { Picks } from './calculator/lead-value.tsx';
import { CheckTab } from './check/check-tab.tsx';
import { CorrelationsTab } from './correlations/correlations-tab.tsx';
import { listLeftOut } from './downloads.ts';
import { FieldsInView } from './names.tsx';
import { type Bounds, findBounds } from './columns.tsx';
import { usePrintedReport } from './report/use-printed-report.ts';
import { PinnedButtons, type ResultsActions, ResultsHead, WorthNotice } from './results-head.tsx';
import { FIRST_SEGMENT_VIEW, SegmentsTab } from './segments/segments-tab.tsx';
import { Summary } from './summary.tsx';
import { ValueRulesTab } from './value-rules/value-rules-tab.tsx';

export interface ResultsProps extends ShownWork, ResultsActions {}

const applyTab = lazyWithPreload(async () => (await import('./apply/apply-tab.tsx')).ApplyTab);
const fetchReport = async () => (await import('./report/report.tsx')).Report;

type ResultsTab = 'value-rules' | 'apply' | 'segment-details' | 'correlations' | 'lead-calculator' | 'check';

/**
 * Step 4: the figures of a measurement under the settings that the reader chooses. A tab keeps its open parts, its order
 * and its picks while another tab is shown.
 */
export function Results(props: ResultsProps) {
  const { measurement: all, combinations, checkUnseen, apply, leadFiles, settings, ...others } = props;
  const { onSettingsChange, basis = 'conversions', onBasisChange, amountCurrency = null, ...rest } = others;
  const { fileCurrency = null, ...actions } = rest;
  // The one place that chooses: everything below shows this measurement.
  const measurement = pickMeasurement(all, basis);
  const estimates = useMemo(() => (combinations ? estimateCombinations(combinations) : null), [combinations]);
  const analysis = useMemo(() => judge(measurement, settings, estimates), [measurement, settings, estimates]);
  const bounds = useMemo(() => findBounds(actions.context), [actions.context]);
  const leftOut = useMemo(
    () => listLeftOut(analysis.leftOut, actions.context),
    [analysis.leftOut, actions.context],
  );
  const [tab, setTab] = useState<ResultsTab>('value-rules');
  const [segmentView, setSegmentView] = useState(FIRST_SEGMENT_VIEW);
  const [isUnclearShown, setUnclearShown] = useState(false);
  const [picks, setPicks] = useState<Picks>({});
  const [chosen, setChosen] = useState<Multipliers>('suggested');
  const multipliers = estimates ? chosen : 'suggested';
  const check = useUnseenCheck(checkUnseen, analysis.settings.thresholdPercent, tab === 'check');
  const [platform, setPlatform] = useState<Platform>('google');
  const [uploadForm, setUploadForm] = useState<UploadForm | null>(null);
  const plans = usePlatformPlans(apply, { analysis, multipliers, isOpen: tab === 'apply' });
  const room = useRef<HTMLDivElement>(null);
  const isSmall = useMedia(SMALL);
  const { printed, sheet, print } = usePrintedReport(fetchReport, room);
  const hasApply = apply !== undefined;
  useEffect(() => {
    if (hasApply) applyTab.preload();
  }, [hasApply]);

  // The button disappears with its own tab, so the focus moves to the tab that opens.
  const viewCorrelations = () => {
    flushSync(() => setTab('correlations'));
    room.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus();
  };
  const shown = { analysis, bounds, leftOut };
  return (
    <FieldsInView value={analysis.fields}>
      <div ref={room} className={cx('flex flex-col gap-4', ABOVE_PINNED)}>
        <ResultsHead
          {...actions}
          analysis={analysis}
          leftOut={leftOut}
          isSmall={isSmall}
          onPrint={() => void print()}
        />
        {printed && (
          <printed.Page
            analysis={analysis}
            context={actions.context}
            multipliers={multipliers}
            picks={picks}
            check={check.run.state === 'done' ? check.run.result : null}
            sheet={sheet}
            date={printed.date}
          />
        )}
        <WorthNotice measurement={all} currency={amountCurrency} />
        {all.byValue && onBasisChange && <BasisSwitch value={analysis.basis} onChange={onBasisChange} />}
        <div className="flex flex-col gap-3 border-y border-hairline py-3">
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-5 lg:grid-cols-[minmax(0,1fr)_auto]">
            <Summary analysis={analysis} />
            <AnalysisControls
              analysis={analysis}
              onChange={onSettingsChange}
              source={{ amountCurrency, fileCurrency }}
            />
          </div>
          {combinations !== undefined && (
            <MultiplierSwitch analysis={analysis} value={chosen} onChange={setChosen} />
          )}
          <RangeLegend bounds={bounds} />
        </div>
        {/* Screen readers announce it after each change of the controls. */}
        <output className="sr-only">
          Value rules: {formatCount(analysis.valueRules.length)}. Significant segments:{' '}
          {formatCount(analysis.significantSegments.length)}.
        </output>
        <Tabs<ResultsTab>
          label="Results"
          value={tab}
          onChange={setTab}
          tabs={[
            {
              value: 'value-rules',
              label: 'Value Rules',
              content: (
                <ValueRulesTab
                  {...shown}
                  isUnclearShown={isUnclearShown}
                  onUnclearShownChange={setUnclearShown}
                  multipliers={multipliers}
                  isCounting={combinations === null}
                  onViewCorrelations={viewCorrelations}
                />
              ),
            },
            ...(apply
              ? [
                  {
                    value: 'apply' as const,
                    label: 'Apply',
                    content: (
                      <Suspense fallback={<SkeletonLines label="Loading the plans…" lines={6} />}>
                        <applyTab.Component
                          analysis={analysis}
                          fileName={actions.context.fileName}
                          run={plans}
                          multipliers={multipliers}
                          choices={apply.choices}
                          onChange={apply.onChange}
                          platform={platform}
                          onPlatformChange={setPlatform}
                          onPrint={(planSheet) => void print(planSheet)}
                          perLead={{
                            context: actions.context,
                            files: leadFiles,
                            form: uploadForm,
                            onFormChange: setUploadForm,
                          }}
                        />
                      </Suspense>
                    ),
                  },
                ]
              : []),
            {
              value: 'segment-details',
              label: 'Segment Details',
              content: <SegmentsTab {...shown} view={segmentView} onViewChange={setSegmentView} />,
            },
            {
              value: 'correlations',
              label: 'Correlations',
              content: <CorrelationsTab {...shown} />,
            },
            {
              value: 'lead-calculator',
              label: 'Lead Calculator',
              content: (
                <CalculatorTab
                  analysis={analysis}
                  bounds={bounds}
                  multipliers={multipliers}
                  picks={picks}
                  onPicksChange={setPicks}
                />
              ),
            },
            ...(checkUnseen
              ? [
                  {
                    value: 'check' as const,
                    label: 'Check',
                    content: (
                      <CheckTab
                        {...check}
                        date={actions.context.leads?.date ?? null}
                        currency={settings.currency}
                        leftOut={leftOut}
                      />
                    ),
                  },
                ]
              : []),
          ]}
        />
        {isSmall && <PinnedButtons {...actions} />}
      </div>
    </FieldsInView>
  );
}

/** The bounds that labels such as 'Q4 (High)' stand for. */
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

/** A control that gets the focus is scrolled into view above the pinned buttons, not behind them. */
const ABOVE_PINNED = 'max-sm:[&_:is(input,button)]:scroll-mb-28';

/** 'Back' and 'Save Analysis' are pinned to the lower end of such a screen: `max-sm` in class names. */
const SMALL = '(width < 40rem)';
