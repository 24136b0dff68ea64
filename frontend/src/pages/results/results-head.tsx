import { ChevronDown } from 'lucide-react';
import { Suspense, type ReactNode } from 'react';
import type { Version } from '#contract/errors.ts';
import type { SettledCurrency } from '#frontend/analysis/counts/amount-currency.ts';
import type { WorthReport } from '#frontend/analysis/counts/mapping.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { PART_MISSING } from '#frontend/lib/prefetch.ts';
import { countNoun, formatCount, formatMoney, formatRate } from '#frontend/lib/format.ts';
import { Button, type ButtonProps } from '#frontend/ui/button.tsx';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { toast } from '#frontend/ui/toast-store.ts';
import { useToEnter } from '#frontend/features/platforms/platform-plans.tsx';
import { CompareAction } from '#frontend/features/compare/compare-action.tsx';
import { exportAll } from '#frontend/features/results/export-all.ts';
import { useStagesRun } from '#frontend/features/stages/stages-run.tsx';
import { downloadExport, describeLeftOut } from '#frontend/features/results/downloads.ts';
import {
  type TabChoice,
  useResults,
  useScreen,
  useTabChoice,
} from '#frontend/features/results/shown-results.tsx';
import { SaveAction } from '#frontend/features/saved/save-action.tsx';
import { RESULTS_TABS } from './tabs.ts';

export function ResultsHead({ headingLevel }: { headingLevel: 1 | 2 }) {
  const { analysis, leftOut } = useResults();
  const { isSmall } = useScreen();
  const { totalLeads, totalConversions, baselineRate, value, settings } = analysis;
  const Heading = headingLevel === 1 ? 'h1' : 'h2';
  const words = describeLeftOut(leftOut);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 max-sm:gap-x-1 max-sm:gap-y-0.5">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-4 max-sm:contents">
        <Heading
          tabIndex={-1}
          className="text-20 font-semibold tracking-[-0.02em] outline-none max-sm:text-16"
        >
          Analysis Complete!
        </Heading>
        <p className="flex flex-wrap gap-x-3 text-14 text-muted tabular-nums max-sm:order-1 max-sm:w-full sm:gap-x-1.5">
          <Figure figure={formatCount(totalLeads)}>{totalLeads === 1 ? 'lead' : 'leads'}</Figure>
          <Dot />
          <Figure figure={formatCount(totalConversions)}>
            {totalConversions === 1 ? 'conversion' : 'conversions'}
          </Figure>
          <Dot />
          <Figure figure={formatRate(baselineRate)}>baseline rate</Figure>
          {value && (
            <>
              <Dot />
              <Figure figure={formatMoney(value.perLead, settings.currency)}>per lead</Figure>
            </>
          )}
        </p>
      </div>
      {!isSmall && <ResultsButtons />}
      {words && (
        <p className="-mt-1 w-full max-sm:order-1 max-sm:mt-0 text-13 wrap-anywhere text-muted tabular-nums">
          {words}
        </p>
      )}
    </div>
  );
}

function Figure({ figure, children }: { figure: string; children: ReactNode }) {
  return (
    <span className="whitespace-nowrap">
      <span className="font-semibold text-text">{figure}</span> {children}
    </span>
  );
}

function Dot() {
  return (
    <span aria-hidden className="max-sm:hidden">
      ·
    </span>
  );
}

function OtherExports(props: Omit<ButtonProps, 'children'>) {
  return (
    <Button
      title="Other exports"
      {...props}
      aria-label="Other exports"
      size="small"
      className="-ml-px rounded-l-none px-1.5"
    >
      <ChevronDown aria-hidden className="size-4 text-muted" />
    </Button>
  );
}

// The results do not wait for the code of the menu.
const exportMenu = lazyWithPreload(
  async () => (await import('#frontend/features/results/export-menu.tsx')).ExportMenu,
  ({ onRetry }) => <OtherExports title={PART_MISSING} onClick={onRetry} />,
);

/** A button is absent where the page has no answer to it. */
function ResultsButtons() {
  const { onBack, onStartOver } = useResults();
  const isLeavable = Boolean(onStartOver ?? onBack);
  return (
    // Beside the title, or as a row below it: actions on the results at the left, links that leave at the right.
    <div className={cx('flex justify-between gap-x-6', isLeavable && 'grow')}>
      <div className="flex gap-2">
        <SaveButtons size="small" />
        <ExportButtons />
        <CompareLink />
      </div>
      {isLeavable && (
        <div className="flex gap-2">
          <BackButton size="small" />
          <StartOverButton />
        </div>
      )}
    </div>
  );
}

function StartOverButton() {
  const { onStartOver } = useResults();
  return (
    onStartOver && (
      <Button size="small" onClick={onStartOver}>
        Start Over
      </Button>
    )
  );
}

function ExportButtons() {
  const { analysis, context, currencyNote } = useResults();
  const { print } = useScreen();
  const toEnterOf = useToEnter();
  const added = useStagesRun()?.sections ?? [];
  const makeAll = () =>
    exportAll(RESULTS_TABS, { analysis, context, currency: currencyNote, toEnterOf, added }, new Date());
  const downloadAll = () => {
    downloadExport(makeAll());
    toast({ title: 'Export Complete', description: 'Your complete analysis has been downloaded.' });
  };
  return (
    <div className="flex">
      <Button size="small" className="rounded-r-none" onClick={downloadAll}>
        Export All
      </Button>
      <Suspense fallback={<OtherExports disabled />}>
        <exportMenu.Component trigger={<OtherExports />} makeAll={makeAll} onPrint={() => print()} />
      </Suspense>
    </div>
  );
}

/** The buttons of small screens, below the results. 'Back' and 'Save Analysis' stay in view, as the other steps keep them. */
export function PinnedButtons() {
  const { onBack, work } = useResults();
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <ExportButtons />
        <CompareLink />
        <StartOverButton />
      </div>
      {(onBack ?? work) && <Pinned />}
    </>
  );
}

function Pinned() {
  return (
    <div className="sticky bottom-0 short:static z-20 -mx-4 flex justify-between gap-4 border-t border-hairline bg-canvas px-4 py-3">
      <BackButton />
      <SaveButtons />
    </div>
  );
}

type SizedButton = Pick<ButtonProps, 'size'>;

/** The version that another tab or device has saved meanwhile. Small screens have another button, so the question is kept for both. */
const NEWER: TabChoice<Version | null> = { first: null };

function SaveButtons({ size }: SizedButton) {
  const { work, ...figures } = useResults();
  const [newer, setNewer] = useTabChoice(NEWER);
  return work && <SaveAction work={{ ...figures, ...work }} size={size} newer={newer} onNewer={setNewer} />;
}

/** The link that compares the open results with others. */
function CompareLink() {
  return useResults().work && <CompareAction />;
}

function BackButton({ size }: SizedButton) {
  const { onBack } = useResults();
  return (
    onBack && (
      <Button size={size} onClick={onBack}>
        Back
      </Button>
    )
  );
}

/** Notices about the amounts: those that count as 0, and reasons why there are no figures by value. */
export function WorthNotice() {
  const { amountCurrency: currency, measurement } = useResults();
  const { worth } = measurement;
  if (currency?.question) return <OpenCurrency {...currency} question={currency.question} />;
  if (!worth) return null;
  if (worth.negative > 0) {
    return (
      <Notice tone="error" title="No results by value">
        {countNoun(worth.negative, 'lead')} {worth.negative === 1 ? 'has' : 'have'} a negative amount, such as
        a refund. Leave these leads out or change their amounts to see results by value.
      </Notice>
    );
  }
  const words = describeMissingAmounts(worth);
  if (worth.otherCurrency > 0 && currency?.code) {
    return (
      <Notice tone="caution" title={`Results by value are those of amounts in ${currency.code}`}>
        {countNoun(worth.otherCurrency, 'converted lead has', 'converted leads have')} an amount in another
        currency or in none. Nothing is converted: by value they are worth 0, so segments with many of them
        look worse than they are. By conversions they count. {words}
      </Notice>
    );
  }
  return words === null ? null : <Notice tone="info">{words}</Notice>;
}

/** Names the open question of step 2, without which there are no figures by value. */
function OpenCurrency({ question, findings }: SettledCurrency & { question: 'sign' | 'several' }) {
  const sign = findings.named[0]?.mark ?? findings.header ?? '';
  return (
    <Notice tone="caution" title="No results by value">
      {question === 'sign'
        ? `The amounts have the sign ${sign}, which stands for several currencies. Choose theirs in step 2.`
        : 'The amounts are in several currencies, which are never added up. Choose in step 2 which one counts.'}
    </Notice>
  );
}

/** '12 converted leads have no amount, and 1 has one that is no number: they are worth 0.' Null if all have an amount. */
function describeMissingAmounts({ empty, unreadable }: WorthReport): string | null {
  const [first, second] = [
    empty > 0 && `${countNoun(empty, 'converted lead')} ${empty === 1 ? 'has' : 'have'} no amount or 0`,
    unreadable > 0 &&
      `${countNoun(unreadable, 'converted lead')} ${unreadable === 1 ? 'has an amount' : 'have amounts'} that can't be read`,
  ].filter((part) => part !== false);
  if (first === undefined) return null;
  const count = empty + unreadable;
  return `${[first, second].filter(Boolean).join(', and ')}: ${count === 1 ? 'it is' : 'they are'} worth 0.`;
}
