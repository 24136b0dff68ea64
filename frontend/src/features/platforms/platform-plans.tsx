import type { OpenWays } from '#frontend/analysis/decision/next-step.ts';
import { countedBy } from '#frontend/analysis/platforms/apply-choices.ts';
import type { PlanChoices } from '#frontend/analysis/platforms/candidates.ts';
import { guessCondition } from '#frontend/analysis/platforms/guess-condition.ts';
import type { PlatformPlans } from '#frontend/analysis/platforms/plan.ts';
import { findToEnter, type ToEnterOf } from '#frontend/analysis/platforms/to-enter.ts';
import type { ApplySource } from '#frontend/features/results/results-source.ts';
import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { ConversionAction } from '#frontend/analysis/counts/analysis-context.ts';
import { findLeadWorth } from '#frontend/analysis/judge/lead-worth.ts';
import { forEachReached, type UploadReach } from '#frontend/analysis/platforms/upload-reach.ts';
import { useResults, useShownPart } from '#frontend/features/results/shown-results.tsx';
import type { LeadFiles } from '#frontend/threads/leads/lead-files.ts';
import { useWhenIdle } from '#frontend/ui/use-when-idle.ts';
import { DEVICE_ZONE } from './chosen-upload.ts';
import { useUploadForm } from './use-upload-form.ts';

interface PlatformPlansRun {
  /** The kind of each field, chosen or guessed. */
  kinds: PlanChoices['kinds'];
  guesses: PlanChoices['kinds'];
  /** The last plans, also while the next ones are made; null before the first. */
  shown: ShownPlans | null;
  /** True until the plans for the present choices have arrived. */
  isWaiting: boolean;
  /** Whether the last plans are for the present choices, if perhaps for another threshold. */
  isOfChoices: boolean;
  /** The reason why the plans could not be made; null without a failure. */
  failure: PlansFailure | null;
  /** False where no value rule is suggested, so that nobody waits for plans. */
  hasRules: boolean;
  retry(): void;
}

interface PlansFailure {
  error: unknown;
}

/** Plans with the input from which they were made. */
export interface ShownPlans {
  plans: PlatformPlans;
  analysis: Analysis;
}

interface PlansOptions {
  analysis: Analysis;
  /** Whether 'Apply' is shown, which waits for the plans. */
  isOpen: boolean;
  /** Whether the plans are wanted as soon as the page has nothing else to do. */
  isWanted: boolean;
}

/** The plans of the ad platforms. The thread makes them once the results are there, and again after a choice that changes them. */
function usePlatformPlans(
  source: ApplySource | undefined,
  { analysis, isOpen, isWanted }: PlansOptions,
): PlatformPlansRun {
  const { fields } = analysis;
  const { thresholdPercent } = analysis.settings;
  const { choices, ask } = source ?? {};
  const { kinds: chosen, includesTests = false, isSpecialOffer = null, conversionAction } = choices ?? {};
  const action = countedBy(analysis, conversionAction);
  const [attempt, setAttempt] = useState(0);
  /** All that the plans depend on. The guessed kinds follow from the fields. */
  const question = useMemo(
    () => ({ ask, thresholdPercent, fields, chosen, includesTests, isSpecialOffer, action, attempt }),
    [ask, thresholdPercent, fields, chosen, includesTests, isSpecialOffer, action, attempt],
  );
  const isIdle = useWhenIdle(isWanted, question);
  const isDue = isOpen || isIdle;
  // Reading the values takes some time, so it begins when they are needed.
  const [wasNeeded, setWasNeeded] = useState(isOpen);
  if (isDue && !wasNeeded) setWasNeeded(true);
  const guesses = useMemo(
    () => (wasNeeded ? fields.map(({ name, values }) => guessCondition(name, values)) : []),
    [fields, wasNeeded],
  );
  const kinds = useMemo(() => guesses.map((guess, field) => chosen?.[field] ?? guess), [guesses, chosen]);
  /** The last answer, with its question. */
  const [answer, setAnswer] = useState<
    ({ question: typeof question } & ({ plans: PlatformPlans } | ({ plans: null } & PlansFailure))) | null
  >(null);
  const isWaiting = answer?.question !== question;
  const [answeredFor, setAnsweredFor] = useState(analysis);
  if (!isWaiting && answeredFor !== analysis) setAnsweredFor(analysis);
  useEffect(() => {
    if (!isDue || !isWaiting || !question.ask) return;
    const { includesTests, isSpecialOffer, action: counts } = question;
    let isLatest = true;
    question.ask(question.thresholdPercent, { kinds, includesTests, isSpecialOffer }, counts).then(
      (plans) => isLatest && setAnswer({ question, plans }),
      (error: unknown) => isLatest && setAnswer({ question, plans: null, error }),
    );
    return () => {
      isLatest = false;
    };
  }, [question, kinds, isDue, isWaiting]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  const hasRules = analysis.valueRules.length > 0;
  return useMemo(
    () => ({
      kinds,
      guesses,
      shown: answer?.plans ? { plans: answer.plans, analysis: answeredFor } : null,
      isWaiting: answer?.question !== question,
      isOfChoices: answer !== null && isForChoices(answer.question, question),
      failure: answer?.question === question && answer.plans === null ? answer : null,
      hasRules,
      retry,
    }),
    [kinds, guesses, answer, answeredFor, question, hasRules, retry],
  );
}

/** Whether a question differs from another one in the threshold alone, if at all. */
function isForChoices<T extends { thresholdPercent: number; attempt: number }>(
  asked: T,
  question: T,
): boolean {
  return (Object.keys(question) as (keyof T)[]).every(
    (key) => key === 'thresholdPercent' || key === 'attempt' || Object.is(asked[key], question[key]),
  );
}

const PlansContext = createContext<PlatformPlansRun | null>(null);
/** Null where nothing can be applied. */
const WaysContext = createContext<OpenWays | null>(null);

/** Keeps the plans in memory while 'Apply' is not shown. */
export function PlansProvider({ children }: { children: ReactNode }) {
  const isOpen = useShownPart().view === 'apply';
  const { analysis, decision, apply, combinations, leadFiles } = useResults();
  // The combinations come first: plans need the same counts, and sentences need no plans.
  const isWanted = Boolean(apply && combinations) && analysis.valueRules.length > 0;
  const run = usePlatformPlans(apply, { analysis, isOpen, isWanted });
  const action = countedBy(analysis, apply?.choices.conversionAction);
  const reach = useUploadReach({
    analysis,
    leadFiles,
    action,
    isWanted: isOpen || (isWanted && decision.pattern === 'solid'),
  });
  const known = run.isOfChoices ? run.shown?.plans : undefined;
  const plans = known ?? (run.failure ? NO_PLANS : null);
  const isOfCustomers = action === 'converted-leads';
  const ways = useMemo(
    () => (apply ? { reach, plans, isOfCustomers } : null),
    [apply, reach, plans, isOfCustomers],
  );
  return (
    <PlansContext value={run}>
      <WaysContext value={ways}>{children}</WaysContext>
    </PlansContext>
  );
}

const NO_PLANS = {};

/** The ways to use clear differences; null where nothing can be applied. */
export const useOpenWays = (): OpenWays | null => useContext(WaysContext);

/** The plans for the present choices; null until they are made, and where none can be. Without a value rule none is made: they have no rules. */
export function usePlannedNow(): Partial<PlatformPlans> | null {
  const run = useContext(PlansContext);
  if (run && !run.hasRules) return NO_PLANS;
  return run && !run.isWaiting ? (run.shown?.plans ?? null) : null;
}

/**
 * The multipliers that the plans enter for each value; null without rows, of which plans could be made, and where they could not be made.
 */
export function useToEnter(): ToEnterOf | null {
  const run = useContext(PlansContext);
  const { apply } = useResults();
  const plans = usePlannedNow();
  const hasColumn = run !== null && apply !== undefined && run.failure === null;
  return useMemo(() => {
    if (!hasColumn) return null;
    return plans ? findToEnter(plans) : () => null;
  }, [hasColumn, plans]);
}

export function usePlansRun(): PlatformPlansRun {
  const run = useContext(PlansContext);
  if (!run) throw new Error('The plans have no provider');
  return run;
}

interface ReachOptions {
  analysis: Analysis;
  leadFiles: LeadFiles | undefined;
  action: ConversionAction;
  isWanted: boolean;
}

const NOTHING_REACHED: UploadReach = {
  leads: 0,
  taken: forEachReached(0),
  missed: forEachReached(null),
  gaps: [],
};

/**
 * How many leads uploads reach, counted by the thread once the page is idle; null until then. Without leads, or where it fails, none.
 * All rows are checked anew only where the answer may differ: for other leads, another base value, or another choice in the form of
 * uploads. The threshold and the name of the conversion decide nothing.
 */
function useUploadReach(options: ReachOptions): UploadReach | null {
  const question = useQuestion(options);
  const isDue = useWhenIdle(options.isWanted, question);
  const [last, setLast] = useState<{ question: typeof question; reach: UploadReach } | null>(null);
  useEffect(() => {
    const { leadFiles, ...asked } = question;
    if (!isDue || !leadFiles) return;
    const counting = new AbortController();
    const { signal } = counting;
    leadFiles.countReach({ ...asked, now: Date.now() }, { signal, onProgress: () => {} }).then(
      (reach) => setLast({ question, reach }),
      () => !signal.aborted && setLast({ question, reach: NOTHING_REACHED }),
    );
    return () => counting.abort();
  }, [isDue, question]);
  const { leadFiles, action } = question;
  if (!leadFiles) return NOTHING_REACHED;
  // While the settings change, the last figures stay.
  const isOfFile = last?.question.leadFiles === leadFiles && last.question.action === action;
  return isOfFile ? last.reach : null;
}

/** The question whose answer is the reach: it is asked again when one of its parts changes. */
function useQuestion({ analysis, leadFiles, action }: ReachOptions) {
  const [{ columns, dateFormat, timeZone, dropsDays, adUserData }] = useUploadForm(leadFiles?.columns);
  const { basis, base, isActual } = useMemo(() => findLeadWorth(analysis, { action }), [analysis, action]);
  return useMemo(
    () => ({
      leadFiles,
      action,
      // Rules are written beside the values only.
      worth: { basis, base, isActual, ruled: [] },
      choices: { columns, dateFormat, timeZone, dropsDays, adUserData, deviceZone: DEVICE_ZONE },
    }),
    [leadFiles, action, basis, base, isActual, columns, dateFormat, timeZone, dropsDays, adUserData],
  );
}
