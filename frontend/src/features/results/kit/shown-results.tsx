import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { Multipliers } from '#frontend/analysis/judge/lead-values.ts';
import type { LeftOutCount } from '#frontend/exports/table.ts';
import type { PlanSheet } from '#frontend/exports/plan-sheet.ts';
import type { ResultsInput } from './results-input.ts';
import type { Bounds } from './columns.tsx';
import type { CurrencyNote } from './currency-note.ts';
import type { TabName } from './tab.ts';

/** What every tab and every section of the report shows a part of. */
export interface ShownResults extends Pick<
  ResultsInput,
  'context' | 'combinations' | 'checkUnseen' | 'apply' | 'leadFiles'
> {
  analysis: Analysis;
  bounds: Bounds;
  leftOut: readonly LeftOutCount[];
  currencyNote: CurrencyNote;
  /** The multipliers that the reader acts on. */
  multipliers: Multipliers;
  /** Tables leave columns out. */
  isNarrow: boolean;
  /** 'Back' and 'Save Analysis' are pinned to the lower end of the screen. */
  isSmall: boolean;
  /** Opens another tab, and moves the focus to it. */
  openTab(tab: TabName): void;
  /** Prints the report, or a sheet in its place. */
  print(sheet?: PlanSheet): void;
}

const Shown = createContext<ShownResults | null>(null);

export function useShownResults(): ShownResults {
  const shown = useContext(Shown);
  if (!shown) throw new Error('No results are shown here');
  return shown;
}

/** A choice of one tab that stays while another tab is shown: an open part, an order, picked values. */
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
  /** What tabs begin with, where that is not the first value of a choice. */
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

/** The value of a choice that stays while another tab is shown, and what changes it. */
export function useTabChoice<Value>(choice: TabChoice<Value>): [Value, (value: Value) => void] {
  const choices = useContext(Choices);
  if (!choices) throw new Error('No results are shown here');
  const { values, choose } = choices;
  // Only the function below sets the entry of this choice.
  const value = values.has(choice) ? (values.get(choice) as Value) : choice.first;
  return [value, (next) => choose(choice, next)];
}
