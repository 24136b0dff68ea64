import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import type { PlanSheet } from '#frontend/exports/plan-sheet.ts';
import type { ResultsInput, ResultsSource } from './results-source.ts';

export type TabName = 'value-rules' | 'segment-details' | 'correlations' | 'lead-calculator';

/** A page of the results in place of the decision, the settings and the tabs. */
export type ViewName = 'apply' | 'check' | 'over-time' | 'stages' | 'what-changed';

/** The view with which the results of a work begin, kept in the tab: the one that was left for another page, such as that of signing in. */
export interface LeftView {
  /** The time at which the work was opened. */
  openedAt: number;
  view: ViewName;
}

/** The props of the results, given by their page. */
export interface ResultsProps extends ResultsInput {
  /** The name of the page, where its address and its title say which tab or view is shown. */
  page?: string;
  /** 2 on a page with its own title. */
  headingLevel?: 1 | 2;
  /** The purpose of these results, above the decision. */
  notice?: ReactNode;
  /** Findings that may mislead in the results, with their remedies. */
  findings?: ReactNode;
}

/** The part of the results that is shown. */
export interface ShownPart {
  /** The tab that is shown, or would be shown without a view. */
  tab: TabName;
  /** The view that is shown in place of the tabs; null without one. */
  view: ViewName | null;
}

/** The surroundings of the results on the page. They stay the same object while tabs and views come and go. */
export interface ResultsScreen {
  /** True if tables hide some of their columns. */
  isNarrow: boolean;
  /** True if 'Back' and 'Save Analysis' are pinned to the lower end of the screen. */
  isSmall: boolean;
  /** Opens another tab, and moves the focus there. */
  openTab(tab: TabName): void;
  /** Opens a view, or 'Apply' at the page of a way to use the values, or with null at its question, and moves the focus to its heading. */
  openView(view: ViewName, way?: ApplyWay | null): void;
  /** Leads from a view back to the results. */
  closeView(): void;
  /** The way to use the values whose page 'Apply' shows; null for the question that it begins with. */
  applyWay: ApplyWay | null;
  chooseApplyWay(way: ApplyWay | null): void;
  /** Prints the report, or the given sheet instead. */
  print(sheet?: PlanSheet): void;
}

const Source = createContext<ResultsSource | null>(null);
const Screen = createContext<ResultsScreen | null>(null);
const Part = createContext<ShownPart | null>(null);

const NO_RESULTS = 'No results are shown here';

/** The results that are shown. */
export function useResults(): ResultsSource {
  const source = useContext(Source);
  if (!source) throw new Error(NO_RESULTS);
  return source;
}

export function useScreen(): ResultsScreen {
  const screen = useContext(Screen);
  if (!screen) throw new Error(NO_RESULTS);
  return screen;
}

export function useShownPart(): ShownPart {
  const part = useContext(Part);
  if (!part) throw new Error(NO_RESULTS);
  return part;
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

interface ResultsProviderProps extends ShownPart {
  source: ResultsSource;
  screen: ResultsScreen;
  /** Values for choices that do not begin with their first value. */
  begin?: TabChoices['values'];
  children: ReactNode;
}

const NOTHING_CHOSEN: TabChoices['values'] = new Map();

export function ResultsProvider({
  source,
  screen,
  tab,
  view,
  begin = NOTHING_CHOSEN,
  children,
}: ResultsProviderProps) {
  const [values, setValues] = useState(begin);
  const choices = useMemo(
    (): TabChoices => ({
      values,
      choose: (choice, value) => setValues((others) => new Map(others).set(choice, value)),
    }),
    [values],
  );
  const part = useMemo(() => ({ tab, view }), [tab, view]);
  return (
    <Source value={source}>
      <Screen value={screen}>
        <Part value={part}>
          <Choices value={choices}>{children}</Choices>
        </Part>
      </Screen>
    </Source>
  );
}

/** The value of a choice that stays while another tab is shown, and the function that changes it. */
export function useTabChoice<Value>(choice: TabChoice<Value>): [Value, (value: Value) => void] {
  const choices = useContext(Choices);
  if (!choices) throw new Error(NO_RESULTS);
  const { values, choose } = choices;
  // Only the function below sets this entry, so it has the type of the choice.
  const value = values.has(choice) ? (values.get(choice) as Value) : choice.first;
  return [value, (next) => choose(choice, next)];
}

export type ApplyWay = 'rules' | 'per-lead' | 'form';
