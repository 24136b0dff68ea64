import { createContext, Suspense, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import type { OverTime } from '#frontend/analysis/over-time/over-time.ts';
import type { Unit } from '#frontend/analysis/over-time/periods.ts';
import type { ValueRule } from '#frontend/analysis/judge/value-rules.ts';
import { MIN_RULE_LEADS } from '#frontend/analysis/constants.ts';
import type { AskPeriods } from '#frontend/features/results/kit/results-input.ts';
import { useShownResults } from '#frontend/features/results/kit/shown-results.tsx';
import type { TabProviderProps } from '#frontend/features/results/kit/tab.ts';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { type Task, useCancellable } from '#frontend/ui/use-cancellable.ts';
import { useWhenIdle } from '#frontend/ui/use-when-idle.ts';

/** At most so many rules are followed over time, those with the most leads. */
const MOST_FOLLOWED_RULES = 200;

/** The answer of the thread, with the rules that it is about. */
export interface CountedRules {
  overTime: OverTime;
  /** One key for each list of parts. */
  keys: readonly string[];
}

/** The count of the rules by period; null without a column of dates, and without a rule that has enough leads. */
interface OverTimeRun {
  /** The last answer for this plan; it stays while another unit or threshold is counted. */
  counted: CountedRules | null;
  task: Task<CountedRules | null, never>;
  chooseUnit(unit: Unit): void;
  retry(): void;
}

export const keyOfRule = ({ segment: { field, value } }: ValueRule) => JSON.stringify([field, value]);

/** The rules with at least 30 leads; of many those with the most. They are in the order of their table. */
function listFollowed(rules: readonly ValueRule[]): readonly ValueRule[] {
  const large = rules.filter(({ segment }) => segment.leads >= MIN_RULE_LEADS);
  if (large.length <= MOST_FOLLOWED_RULES) return large;
  const byLeads = large.toSorted((a, b) => b.segment.leads - a.segment.leads);
  const followed = new Set(byLeads.slice(0, MOST_FOLLOWED_RULES));
  return large.filter((rule) => followed.has(rule));
}

async function count(
  ask: AskPeriods,
  { names, unit }: { names: string; unit: Unit | null },
): Promise<CountedRules | null> {
  const keys: string[] = JSON.parse(names); // as it is made below
  const rules = keys.map((key) => {
    const [field, value]: [number, string] = JSON.parse(key); // of `keyOfRule`
    return { field, value };
  });
  const overTime = await ask({ rules, unit });
  return overTime && { overTime, keys };
}

/**
 * Counts the rules by period in idle time after the results are drawn, so that the report has them, or once the tab is open. It counts
 * again where the rules, the unit or the plan change; the conversion value changes no count.
 */
function useCount(isOpen: boolean): OverTimeRun | null {
  const { analysis, countPeriods: ask, combinations } = useShownResults();
  const { task, start } = useCancellable<CountedRules | null, never>();
  const [unit, chooseUnit] = useState<Unit | null>(null);
  const [known, setKnown] = useState<{ ask: AskPeriods; counted: CountedRules | null } | null>(null);
  const { valueRules } = analysis;
  // A text, since each move of a slider makes new lists of mostly the same rules.
  const names = useMemo(() => JSON.stringify(listFollowed(valueRules).map(keyOfRule)), [valueRules]);
  const question = useMemo(() => ({ ask, names, unit }), [ask, names, unit]);
  const isAsked = ask !== undefined && names !== '[]';
  const isIdle = useWhenIdle(isAsked && combinations !== null, question);
  const isDue = isAsked && (isOpen || isIdle);
  const retry = useCallback(() => {
    const { ask: askNow, ...asked } = question;
    if (!askNow) return;
    void start(() => count(askNow, asked)).then((counted) => counted && setKnown({ ask: askNow, counted }));
  }, [question, start]);
  useEffect(() => {
    if (isDue) retry();
  }, [isDue, retry]);
  const counted = known && known.ask === ask ? known.counted : null;
  return useMemo(
    () => (isAsked ? { counted, task, chooseUnit, retry } : null),
    [isAsked, counted, task, retry],
  );
}

const OverTimeContext = createContext<OverTimeRun | null>(null);

const section = lazyWithPreload(async () => (await import('./over-time-section.tsx')).OverTimeSection);

/** Keeps the counts while other tabs are open, and for the report. */
export function OverTimeProvider({ isOpen, children }: TabProviderProps) {
  const run = useCount(isOpen);
  const hasCounts = Boolean(run?.counted);
  useEffect(() => {
    if (hasCounts) section.preload();
  }, [hasCounts]);
  return <OverTimeContext value={run}>{children}</OverTimeContext>;
}

/** The section in the tab 'Segment Details'; absent without a column of dates. Its code is fetched when there is something to show. */
export function LateOverTime() {
  if (!useOverTimeRun()) return null;
  return (
    <Suspense fallback={<SkeletonLines label="Loading the rules over time…" lines={6} />}>
      <section.Component />
    </Suspense>
  );
}

/** Null without a column of dates, and without a rule to follow. */
export function useOverTimeRun(): OverTimeRun | null {
  return useContext(OverTimeContext);
}
