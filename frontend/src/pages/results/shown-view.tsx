import { useId } from 'react';
import { ArrowLeft } from 'lucide-react';
import { lateContent, type ResultsTab } from '#frontend/features/results/tab.tsx';
import { describeMoney } from '#frontend/features/results/figures.tsx';
import { useResults, useScreen, type ViewName } from '#frontend/features/results/shown-results.tsx';
import { isName } from '#frontend/features/decision/line.ts';
import { FieldValueName, nameSegment, ValueName } from '#frontend/features/results/names.tsx';
import { formatMoney } from '#frontend/lib/format.ts';
import { Button } from '#frontend/ui/button.tsx';

type ResultsView = Pick<ResultsTab, 'label' | 'Content' | 'preload'> & Required<Pick<ResultsTab, 'isShown'>>;

export const RESULTS_VIEWS: Readonly<Record<ViewName, ResultsView>> = {
  apply: {
    label: 'Apply',
    isShown: ({ apply }) => apply !== undefined,
    ...lateContent(async () => (await import('./apply.tsx')).Apply),
  },
  check: {
    label: 'How this was checked',
    isShown: ({ checkUnseen }) => checkUnseen !== undefined,
    ...lateContent(async () => (await import('#frontend/features/check/check-view.tsx')).CheckView),
  },
  'over-time': {
    label: 'Over Time',
    isShown: ({ countPeriods }) => countPeriods !== undefined,
    ...lateContent(
      async () => (await import('#frontend/features/over-time/over-time-view.tsx')).OverTimeView,
    ),
  },
  stages: {
    label: 'Stages',
    isShown: ({ stages, stageFigures }) => stages !== undefined || stageFigures !== undefined,
    ...lateContent(async () => (await import('#frontend/features/stages/stages-view.tsx')).StagesView),
  },
  'what-changed': {
    label: 'What changed',
    isShown: ({ earlier }) => earlier !== undefined,
    ...lateContent(
      async () => (await import('#frontend/features/compare/what-changed-view.tsx')).WhatChangedView,
    ),
  },
};

/** A view in place of the decision, the settings and the tabs, below the way back and the answer in one line. */
export function ShownView({ view, headingLevel }: { view: ViewName; headingLevel: 1 | 2 }) {
  const { closeView } = useScreen();
  const { label, Content } = RESULTS_VIEWS[view];
  const id = useId();
  const Heading = headingLevel === 1 ? 'h1' : 'h2';
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-hairline pb-2">
        <Button variant="ghost" size="small" icon={<ArrowLeft />} onClick={closeView} className="-ml-2.5">
          Back to results
        </Button>
        <AnswerLine />
      </div>
      <section aria-labelledby={id} className="flex flex-col gap-4 sm:gap-6">
        <Heading id={id} tabIndex={-1} className="text-20 font-semibold tracking-[-0.02em] outline-none">
          {label}
        </Heading>
        <Content />
      </section>
    </>
  );
}

/** 'Referral $46 · Facebook Ads $11 · average $23.05', with the attribute where the value alone says little: 'Demo: Yes $46' */
function AnswerLine() {
  const { analysis, decision } = useResults();
  const { currency } = analysis.settings;
  const pair = decision.pattern === 'solid' ? [decision.raise, decision.cut] : [];
  const named = pair.flatMap((one) => (one && one.worth !== null ? [{ ...one, worth: one.worth }] : []));
  return (
    <p className="flex min-w-0 flex-wrap gap-x-1.5 text-14 text-muted tabular-nums">
      {named.map(({ segment, worth }) => (
        <span key={nameSegment(segment)} className="contents">
          <span className="flex min-w-0 gap-x-1.5">
            {isName(segment) ? (
              <ValueName name={segment.value} field={segment.fieldName} />
            ) : (
              <FieldValueName field={segment.fieldName} value={segment.value} />
            )}
            <strong className="font-semibold text-text">{describeMoney(worth, currency)}</strong>
          </span>
          <span aria-hidden>·</span>
        </span>
      ))}
      <span className="whitespace-nowrap">
        average{' '}
        <strong className="font-semibold text-text">
          {formatMoney(analysis.baselineLeadValue, currency)}
        </strong>
      </span>
    </p>
  );
}
