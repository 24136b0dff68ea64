import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import type { Decision } from '#frontend/analysis/decision/decide.ts';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { LeftOutCount } from '#frontend/exports/table.ts';
import type { PlanSheet } from '#frontend/exports/plan-sheet.ts';
import type { ApplyWay } from '#frontend/features/apply/apply-way.ts';
import type { ResultsInput } from './results-input.ts';
import type { Bounds } from './columns.tsx';
import type { CurrencyNote } from './currency-note.ts';

export type TabName =
  | 'value-rules'
  | 'apply'
  | 'segment-details'
  | 'correlations'
  | 'lead-calculator'
  | 'check';

/** The data of all tabs and of all sections of the report. */
export interface ShownResults extends Pick<
  ResultsInput,
  | 'context'
  | 'combinations'
  | 'countPeriods'
  | 'checkUnseen'
  | 'apply'
  | 'leadFiles'
  | 'definitions'
  | 'onSettingsChange'
> {
  analysis: Analysis;
  decision: Decision;
  /** The mean of the amounts of won deals; null without a column of amounts. */
  meanDeal: number | null;
  bounds: Bounds;
  leftOut: readonly LeftOutCount[];
  currencyNote: CurrencyNote;
  /** True if tables hide some of their columns. */
  isNarrow: boolean;
  /** True if 'Back' and 'Save Analysis' are pinned to the lower end of the screen. */
  isSmall: boolean;
  /** Opens another tab, or 'Apply' at the page of a way to use the values, and moves the focus there. */
  openTab(tab: TabName, way?: ApplyWay): void;
  /** The way to use the values whose page 'Apply' shows; null for the question that it begins with. */
  applyWay: ApplyWay | null;
  chooseApplyWay(way: ApplyWay | null): void;
  /** Prints the report, or the given sheet instead. */
  print(sheet?: PlanSheet): void;
}

const Shown = createContext<ShownResults | null>(null);

export function useShownResults(): ShownResults {
  const shown = useContext(Shown);
  if (!shown) throw new Error('No results are shown here');
  return shown;
}

/** A choice in one tab that stays while another tab is shown, such as an open part, an order or picked values. */
export interface TabChoice<Value> {
  first: Value;
}

interface TabChoices {
  values: ReadonlyMap<TabChoice<unknown>, unknown>;
  choose(choice: TabChoice<unknown>, value: unknown): void;
}

const Choices = createContext<TabChoices | null>(null);

interface ShownResultsProviderProps {
  shown: ShownResults;
  /** Values for choices that do not begin with their first value. */
  begin?: TabChoices['values'];
  children: ReactNode;
}

const NOTHING_CHOSEN: TabChoices['values'] = new Map();

export function ShownResultsProvider({ shown, begin = NOTHING_CHOSEN, children }: ShownResultsProviderProps) {
  const [values, setValues] = useState(begin);
  const choices = useMemo(
    (): TabChoices => ({
      values,
      choose: (choice, value) => setValues((others) => new Map(others).set(choice, value)),
    }),
    [values],
  );
  return (
    <Shown value={shown}>
      <Choices value={choices}>{children}</Choices>
    </Shown>
  );
}

/** The value of a choice that stays while another tab is shown, and the function that changes it. */
export function useTabChoice<Value>(choice: TabChoice<Value>): [Value, (value: Value) => void] {
  const choices = useContext(Choices);
  if (!choices) throw new Error('No results are shown here');
  const { values, choose } = choices;
  // Only the function below sets this entry, so it has the type of the choice.
  const value = values.has(choice) ? (values.get(choice) as Value) : choice.first;
  return [value, (next) => choose(choice, next)];
}
