import type { ComponentProps, ReactNode } from 'react';
import { decide } from '#frontend/analysis/decision/decide.ts';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import { type ShownResults, ShownResultsProvider } from '#frontend/features/results/kit/shown-results.tsx';

interface ShownRoomProps extends Partial<ShownResults> {
  analysis: Analysis;
  begin?: ComponentProps<typeof ShownResultsProvider>['begin'];
  children: ReactNode;
}

/** A tab of the results alone, over figures that are there already. */
export function ShownRoom({ children, begin, ...shown }: ShownRoomProps) {
  const all: ShownResults = {
    decision: decide({ analysis: shown.analysis, byValue: null }),
    meanDeal: null,
    bounds: new Map(),
    leftOut: [],
    currencyNote: { source: null, isFixed: false, isOfTyped: false, others: 0 },
    isNarrow: false,
    isSmall: false,
    context: { fileName: 'leads.csv', statusColumn: 'Status', qualifiedValues: ['Yes'], attributes: [] },
    openTab: () => {},
    applyWay: null,
    chooseApplyWay: () => {},
    print: () => {},
    ...shown,
  };
  return (
    <ShownResultsProvider shown={all} begin={begin}>
      {children}
    </ShownResultsProvider>
  );
}
