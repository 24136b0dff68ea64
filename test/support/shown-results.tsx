import type { ComponentProps, ReactNode } from 'react';
import { decide } from '#frontend/analysis/decision/decide.ts';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { Measurement } from '#frontend/analysis/measure/measurement.ts';
import { NOT_SAVED } from '#frontend/features/results/save-state.ts';
import type { OpenWork, ResultsSource } from '#frontend/features/results/results-source.ts';
import {
  type ResultsScreen,
  ResultsProvider,
  type ShownPart,
} from '#frontend/features/results/shown-results.tsx';

/** An open file that was not saved yet. */
export const UNSAVED: OpenWork = {
  openedAt: 1,
  save: NOT_SAVED,
  onSaveChange: () => {},
  listStatusValues: async () => ['Yes', 'No'],
  exportDataset: () => new Promise(() => {}),
  keepFigures: () => {},
  keepDraft: async () => {},
};

interface ShownRoomProps extends Partial<ResultsSource>, Partial<ResultsScreen>, Partial<ShownPart> {
  analysis: Analysis;
  begin?: ComponentProps<typeof ResultsProvider>['begin'];
  children: ReactNode;
}

/** A tab of the results alone, over figures that are there already. */
export function ShownRoom({ children, begin, tab = 'value-rules', view = null, ...shown }: ShownRoomProps) {
  const source: ResultsSource = {
    // No tab asks for it.
    measurement: {} as Measurement,
    settings: shown.analysis.settings,
    decision: decide({ analysis: shown.analysis, byValue: null }),
    meanDeal: null,
    bounds: new Map(),
    leftOut: [],
    currencyNote: { source: null, isFixed: false, isOfTyped: false, others: 0 },
    context: { fileName: 'leads.csv', statusColumn: 'Status', qualifiedValues: ['Yes'], attributes: [] },
    ...shown,
  };
  const screen: ResultsScreen = {
    isNarrow: false,
    isSmall: false,
    openTab: () => {},
    openView: () => {},
    closeView: () => {},
    applyWay: null,
    chooseApplyWay: () => {},
    print: () => {},
    ...shown,
  };
  return (
    <ResultsProvider source={source} screen={screen} tab={tab} view={view} begin={begin}>
      {children}
    </ResultsProvider>
  );
}
