import { createContext, Suspense, useContext, useState, type ReactNode } from 'react';
import type { OverTime, Unit } from '#frontend/analysis/over-time/over-time.ts';
import { useResults, useShownPart } from '#frontend/features/results/shown-results.tsx';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import type { Task } from '#frontend/ui/use-cancellable.ts';

// This file comes with the results, so that everything else can come later.

/** The answer of the thread, with the rules that it is about. */
export interface CountedRules {
  overTime: OverTime;
  /** One key for each list of parts. */
  keys: readonly string[];
}

/** The count of the rules by period. */
export interface OverTimeRun {
  /** The last answer for this plan; it stays while another unit or threshold is counted. */
  counted: CountedRules | null;
  task: Task<CountedRules | null, never>;
  chooseUnit(unit: Unit): void;
  retry(): void;
}

const OverTimeContext = createContext<OverTimeRun | null | undefined>(null);

/** Without its code nothing is counted, and there is no section. */
const Nothing = () => null;

const count = lazyWithPreload(async () => (await import('./count-rules.tsx')).CountRules, Nothing);

/** Keeps the counts while the view is not shown, and for the report. */
export function OverTimeProvider({ children }: { children: ReactNode }) {
  const isOpen = useShownPart().view === 'over-time';
  const { countPeriods } = useResults();
  const [run, setRun] = useState<OverTimeRun | null>();
  return (
    <OverTimeContext value={countPeriods ? run : null}>
      {countPeriods && (
        <Suspense>
          <count.Component ask={countPeriods} isOpen={isOpen} onRun={setRun} />
        </Suspense>
      )}
      {children}
    </OverTimeContext>
  );
}

/** Null without a column of dates, and without a rule to follow; undefined until its code has come. */
export function useOverTimeRun(): OverTimeRun | null | undefined {
  return useContext(OverTimeContext);
}
