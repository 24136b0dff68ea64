import { useCallback, useEffect, useMemo, useState } from 'react';
import { MIN_RULE_LEADS } from '#frontend/analysis/constants.ts';
import type { ValueRule } from '#frontend/analysis/judge/value-rules.ts';
import type { Unit } from '#frontend/analysis/over-time/over-time.ts';
import type { AskPeriods } from '#frontend/features/results/results-source.ts';
import { useResults } from '#frontend/features/results/shown-results.tsx';
import { useCancellable } from '#frontend/ui/use-cancellable.ts';
import { useWhenIdle } from '#frontend/ui/use-when-idle.ts';
import type { CountedRules, OverTimeRun } from './over-time-run.tsx';

/** The most rules that are followed over time: those with the most leads. */
const MOST_FOLLOWED_RULES = 200;

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

interface CountRulesProps {
  ask: AskPeriods;
  /** True while the view is shown. */
  isOpen: boolean;
  /** Null where no rule has enough leads to follow. */
  onRun(run: OverTimeRun | null): void;
}

/**
 * Counts the rules by period in idle time after the results are drawn, so that the report has them, or once the view is open. It counts
 * again where the rules, the unit or the plan change; the conversion value changes no count. Draws nothing.
 */
export function CountRules({ ask, isOpen, onRun }: CountRulesProps) {
  const { analysis, combinations } = useResults();
  const { task, start } = useCancellable<CountedRules | null, never>();
  const [unit, chooseUnit] = useState<Unit | null>(null);
  const [known, setKnown] = useState<{ question: object; ask: AskPeriods; counted: CountedRules } | null>(
    null,
  );
  const { valueRules } = analysis;
  // A text, since each move of a slider makes new lists of mostly the same rules.
  const names = useMemo(() => JSON.stringify(listFollowed(valueRules).map(keyOfRule)), [valueRules]);
  const question = useMemo(() => ({ ask, names, unit }), [ask, names, unit]);
  const hasRules = names !== '[]';
  const isIdle = useWhenIdle(hasRules && combinations !== null, question);
  const isDue = hasRules && known?.question !== question && (isOpen || isIdle);
  const retry = useCallback(() => {
    const { ask: askNow, ...asked } = question;
    void start(() => count(askNow, asked)).then(
      (counted) => counted && setKnown({ question, ask: askNow, counted }),
    );
  }, [question, start]);
  useEffect(() => {
    if (isDue) retry();
  }, [isDue, retry]);
  const counted = known?.ask === ask ? known.counted : null;
  useEffect(
    () => onRun(hasRules ? { counted, task, chooseUnit, retry } : null),
    [onRun, hasRules, counted, task, retry],
  );
  return null;
}
