import { memo, useDeferredValue, useId, useMemo, type ReactNode } from 'react';
import { DecisionChart, hasChart } from './decision-chart.tsx';
import { findNextStep, type NextStep } from '#frontend/analysis/decision/next-step.ts';
import type { FieldTakers } from '#frontend/analysis/decision/rule-takers.ts';
import { PLATFORMS } from '#frontend/analysis/platforms/platforms.ts';
import type { PlatformId } from '#contract/platforms.ts';
import type { ReachedFormat } from '#frontend/analysis/platforms/upload-reach.ts';
import { useOpenWays } from '#frontend/features/platforms/platform-plans.tsx';
import { SHOWN_PLATFORM } from '#frontend/features/platforms/shown-platform.ts';
import { UPLOAD_FORM } from '#frontend/features/platforms/chosen-upload.ts';
import type { ApplySource } from '#frontend/features/results/results-source.ts';
import {
  useResults,
  useScreen,
  useTabChoice,
  type ViewName,
} from '#frontend/features/results/shown-results.tsx';
import { useStagesRun } from '#frontend/features/stages/stages-run.tsx';
import { Button } from '#frontend/ui/button.tsx';
import {
  BesideChart,
  DecisionLine,
  DecisionText,
  HOW_CHECKED,
  type UnseenState,
  useTakers,
  ViewLink,
} from './decision-text.tsx';
import { describeFewLeads, describeLabelCounts, describeNextStep } from './support-words.ts';

interface DecisionProps {
  /** The check on unseen leads. */
  unseen: UnseenState;
  /** Findings that may mislead in the results, with their remedies. */
  children: ReactNode;
}

/** The first part of the results: what to do in a few sentences with one button, then one chart and what to look at first. */
export const DecisionSection = memo(function DecisionSection({ unseen, children }: DecisionProps) {
  const { analysis, decision } = useResults();
  const links = useViewLinks();
  const id = useId();
  const isDrawn = useMemo(() => hasChart(analysis, decision), [analysis, decision]);
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-3 border-t border-hairline pt-3 sm:gap-5 sm:pt-5"
    >
      <h2 id={id} className="sr-only">
        What to Do
      </h2>
      <div className="max-w-[72rem] text-16 leading-6 tabular-nums">
        <DecisionText unseen={unseen} />
      </div>
      <NextStepButtons />
      {(isDrawn || children || links.length > 0) && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-3 border-hairline sm:border-t sm:pt-4 lg:grid-cols-[minmax(0,1fr)_21rem]">
          {isDrawn && <DecisionChart />}
          <Aside links={links}>{children}</Aside>
        </div>
      )}
    </section>
  );
});

/** The views that the sentences and buttons above do not lead to. */
function useViewLinks(): readonly (readonly [ViewName, string])[] {
  const { decision, apply, checkUnseen, countPeriods, stageFigures } = useResults();
  const plan = useStagesRun()?.plan;
  const { isSmall } = useScreen();
  // Small screens have no room for a link to a view without figures; 'Work it out' leads to it.
  const hasStages = stageFigures || (plan && !(isSmall && plan.shape.kind === 'status'));
  const isSolid = decision.pattern === 'solid';
  const links: [ViewName, string][] = [];
  if (countPeriods) links.push(['over-time', 'Over time']);
  if (hasStages) links.push(['stages', 'Stages']);
  if (checkUnseen && !isSolid) links.push(['check', HOW_CHECKED]);
  if (apply && !isSolid) links.push(['apply', 'Apply']);
  return links;
}

interface AsideProps {
  links: ReturnType<typeof useViewLinks>;
  children: ReactNode;
}

/** Links to views, how many differences are clear, and what may mislead. */
function Aside({ links, children }: AsideProps) {
  const { analysis, decision, stages } = useResults();
  const { isSmall } = useScreen();
  // Counting takes longer than a step of the slider.
  const counted = useDeferredValue(analysis);
  const labels = useMemo(() => describeLabelCounts(counted, isSmall), [counted, isSmall]);
  const few = describeFewLeads(analysis);
  return (
    <div className="flex min-w-0 flex-col gap-2 sm:gap-3 lg:pt-8">
      {/* The link to the stages comes late, into room that is there. */}
      {(links.length > 0 || stages) && (
        <p className="flex min-h-5 flex-wrap gap-x-4 text-14 max-sm:text-13">
          {links.map(([view, label]) => (
            <ViewLink key={view} view={view}>
              {label}
            </ViewLink>
          ))}
        </p>
      )}
      {decision.pattern !== 'nothing' && (
        <div className="text-14 text-muted tabular-nums max-sm:text-13">
          <DecisionLine line={labels} />
          {few && <DecisionLine line={few} />}
          <BesideChart />
        </div>
      )}
      {children}
    </div>
  );
}

const NOTHING_KNOWN = { reach: null, plans: null };

/** The button for the next step, if it can be done here, and a line with what platforms can use. */
function NextStepButtons() {
  const { apply, decision, goTo, openLeads, stages } = useResults();
  const open = useStagesRun()?.open;
  const { openView } = useScreen();
  const ways = useOpenWays();
  const [form, changeForm] = useTabChoice(UPLOAD_FORM);
  const [, choosePlatform] = useTabChoice(SHOWN_PLATFORM);
  const next = findNextStep(decision, ways ?? NOTHING_KNOWN);
  const act = findAction(next);
  const isSolid = decision.pattern === 'solid';
  const { takers, line } = useTakers();
  if (!act) return null;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {/* Its words come late for some steps, so its width is that of the longest. */}
        <Button
          variant="primary"
          onClick={act}
          className={isSolid ? 'w-full tabular-nums sm:w-[23rem]' : undefined}
        >
          {describeNextStep(next, openLeads?.leads ?? 0)}
        </Button>
        {next.step === 'leave-out-open' && open?.kind === 'offered' && stages?.countOpenByChance && (
          <Button variant="ghost" onClick={() => stages.countOpenByChance?.(true)}>
            {open.label}
          </Button>
        )}
        {isSolid && (
          <Button variant="ghost" className="max-sm:w-full" onClick={() => openView('apply', null)}>
            Other ways to use this
          </Button>
        )}
      </div>
      {line.length > 0 && (
        <div className="max-w-[60rem] text-14 text-muted max-sm:text-13 max-sm:leading-[1.35]">
          <DecisionLine line={line} />
        </div>
      )}
      {takers && apply && <OfferQuestion takers={takers} apply={apply} />}
    </div>
  );

  function findAction(step: NextStep): (() => void) | undefined {
    switch (step.step) {
      case 'upload':
        return apply && (() => openUpload(step.format));
      case 'rules':
        return apply && (() => openRules(step.platform));
      case 'form':
        return apply && (() => openView('apply', 'form'));
      case 'add-to-export':
      case 'choose-way':
        return apply && (() => openView('apply'));
      case 'leave-out-open':
        return openLeads ? () => openLeads.leaveOut() : undefined;
      case 'choose-converted':
        return goTo && (() => goTo('converted'));
      case 'choose-columns':
        return goTo && (() => goTo('columns'));
    }
  }

  function openUpload(kind: ReachedFormat): void {
    changeForm({ ...form, kind });
    openView('apply', 'per-lead');
  }

  function openRules(platform: PlatformId): void {
    choosePlatform(platform);
    openView('apply', 'rules');
  }
}

/** Asks what the offer is, where the line above leaves a platform out until that is known. */
function OfferQuestion({ takers, apply }: { takers: readonly FieldTakers[]; apply: ApplySource }) {
  const asking = [...new Set(takers.flatMap(({ unanswered }) => unanswered))];
  if (asking.length === 0) return null;
  const answer = (isSpecialOffer: boolean) => () => apply.onChange({ ...apply.choices, isSpecialOffer });
  const question = 'is your offer about housing, employment, or financial products and services?';
  return (
    <fieldset
      aria-label="The offer"
      className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-14 text-muted max-sm:text-13"
    >
      <p>
        {asking.map((id) => PLATFORMS[id].shortName).join(' and ')} asks first: {question}
      </p>
      <Button size="small" onClick={answer(false)}>
        No, it is not
      </Button>
      <Button size="small" onClick={answer(true)}>
        Yes, it is
      </Button>
    </fieldset>
  );
}
