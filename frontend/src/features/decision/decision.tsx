import { useDeferredValue, useId, useMemo, type ReactNode } from 'react';
import { useResults } from '#frontend/features/results/shown-results.tsx';
import { DecisionChart, hasChart } from './decision-chart.tsx';
import { BesideChart, DecisionLine, DecisionText, type UnseenState } from './decision-text.tsx';
import { NextStepButtons } from './next-step-buttons.tsx';
import { describeFewLeads, describeLabelCounts } from './support-words.ts';

interface DecisionProps {
  /** The check on unseen leads. */
  unseen: UnseenState;
  /** Findings that may mislead in the results, with their remedies. */
  children: ReactNode;
}

/** The first part of the results: what to do in a few sentences with one button, then one chart and what to look at first. */
export function DecisionSection({ unseen, children }: DecisionProps) {
  const { analysis, decision } = useResults();
  const id = useId();
  const isDrawn = useMemo(() => hasChart(analysis, decision), [analysis, decision]);
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-2 border-t border-hairline pt-2.5 sm:gap-4 sm:pt-4"
    >
      <h2 id={id} className="sr-only">
        What to Do
      </h2>
      <div className="max-w-[72rem] text-16 leading-6 tabular-nums max-sm:text-14 max-sm:leading-[1.4]">
        <DecisionText unseen={unseen} />
      </div>
      <NextStepButtons />
      {(isDrawn || children) && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-2 border-hairline sm:gap-y-3 sm:border-t sm:pt-3 lg:grid-cols-[minmax(0,1fr)_21rem]">
          {isDrawn && <DecisionChart />}
          <Aside>{children}</Aside>
        </div>
      )}
    </section>
  );
}

/** How many differences are clear, and what may mislead. */
function Aside({ children }: { children: ReactNode }) {
  const { analysis, decision } = useResults();
  // Counting takes longer than a step of the slider.
  const counted = useDeferredValue(analysis);
  const labels = useMemo(() => describeLabelCounts(counted), [counted]);
  const few = describeFewLeads(analysis);
  return (
    <div className="flex min-w-0 flex-col gap-2 sm:gap-3 lg:pt-8">
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
