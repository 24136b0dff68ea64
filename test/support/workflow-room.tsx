import { useReducer, useState, type ReactNode } from 'react';
import { act, render } from '@testing-library/react';
import { beforeEach, vi } from 'vitest';
import { measurePlan } from '#frontend/counting/count-plan.ts';
import { countedLeads } from '#frontend/counting/counted-leads.ts';
import { completeNames } from '#frontend/counting/sent-measurement.ts';
import { findDateColumns } from '#frontend/analysis/columns/dates.ts';
import { TextTable } from '#frontend/csv/papaparse-reader.ts';
import { describeCurrency, describeFileCurrency } from '#frontend/counting/amount-currency.ts';
import { countAges } from '#frontend/counting/count-ages.ts';
import { createLoadedFile } from '#frontend/counting/loaded-file.ts';
import { describeUndecided } from '#frontend/threads/leads/find-undecided.ts';
import { proposeAmounts } from '#frontend/threads/leads/propose-amounts.ts';
import type { FindSettings } from '#frontend/choices/kept-settings.ts';
import { looksLikeIds } from '#frontend/analysis/columns/columns.ts';
import { fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import { listOtherSegments } from '#frontend/analysis/finder/other-segments.ts';
import { foldColumn } from '#frontend/analysis/counts/fold-values.ts';
import { flagConverted, tallyLeads } from '#frontend/analysis/counts/tally.ts';
import { ThreadAnswers } from '#frontend/features/wizard/thread-answers.tsx';
import type { WizardStep } from '#frontend/features/wizard/wizard-step.ts';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';
import { reduceWork } from '#frontend/features/wizard/reduce-work.ts';
import type { WorkflowState } from '#frontend/features/wizard/workflow-state.ts';
import type { Answer, Asked, Hooks, LeadThread, QuestionName } from '#frontend/threads/leads/client.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import type { NumberFormat } from '#frontend/analysis/columns/number-format.ts';
import { codeCells, countCells } from './analysis-builders.ts';
import { columnDetail, YEAR } from './column-detail.ts';
import { openedFile } from './opened-file.ts';
import { change, opening, openWork } from './open-work.ts';

/** Gives lists and their rows a height, since jsdom lays nothing out and a virtual list draws only the rows in view. */
export function giveListsRoom(): void {
  beforeEach(() => {
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(360);
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(50);
  });
}

/** Columns of a made-up file: header and one cell per lead. */
export type Columns = Readonly<Record<string, readonly string[]>>;

/** A thread that answers by these functions. A test may replace them. */
export interface FakeThread extends LeadThread {
  answers: { [Q in QuestionName]?: (asked: Asked<Q>) => Promise<Answer<Q>> };
}

/** An answer of the thread that a test releases or lets fail. */
export interface HeldAnswer {
  come(): Promise<void>;
  fail(): Promise<void>;
}

/** Holds back the answers to all later calls of a question, in the order of the calls. */
export function holdAnswers({ answers }: FakeThread, question: QuestionName): readonly HeldAnswer[] {
  const held: HeldAnswer[] = [];
  // The question is passed on unchanged.
  const answer = answers[question] as (asked: unknown) => Promise<unknown>;
  const ask = async (asked: unknown) => {
    const told = Promise.withResolvers<void>();
    held.push({
      come: () => act(async () => told.resolve()),
      fail: () => act(async () => told.reject(new Error('The thread has failed'))),
    });
    await told.promise;
    return answer(asked);
  };
  Object.assign(answers, { [question]: ask });
  return held;
}

/** Keeps nothing. */
const KEEPER = {
  keepSettings: async () => {},
  findSettings: async () => null,
} as unknown as Workflow['draft']; // the only parts that steps use

export type ChoicesAndStep = Partial<WorkflowState & Omit<WizardStep, 'openedAt'>>;

/**
 * Draws a step with the real reducer and a fake thread that knows the columns. `state()` and `at()` return the current
 * ones.
 */
export function renderStep(
  columns: Columns,
  { step = 1, position = 0, ...choices }: ChoicesAndStep,
  drawStep: (workflow: Workflow) => ReactNode,
  findSaved?: FindSettings,
) {
  const headers = Object.keys(columns);
  const cells = Object.values(columns);
  const rows = (cells[0] ?? []).map((_, lead) => cells.map((column) => column[lead] ?? ''));
  const loaded = createLoadedFile(new TextTable(headers, rows), YEAR);
  const describe = (column: number, format?: NumberFormat) =>
    columnDetail(column, cells[column] ?? [], format, headers[column]);
  const details = cells.map((_, column) => describe(column));
  const file = openedFile(headers, {
    dateColumns: findDateColumns(headers, cells.map(countCells), YEAR),
    rowCount: cells[0]?.length ?? 0,
    ...describeFileCurrency(loaded),
    columns: headers.map((header, index) => ({
      index,
      header,
      samples: [...new Set(cells[index])].filter((cell) => cell !== '').slice(0, 3),
      hasBlanks: cells[index]?.includes('') ?? false,
      hasIds: looksLikeIds(details[index]!.values, details[index]!.leads), // a detail per column
      isNumeric: details[index]!.numeric !== null,
    })),
  });
  const tallyPlan = ({ statusColumn, qualified, attributes }: Plan) => {
    const coded = (column: number) => codeCells(cells[column] ?? []);
    const folded = attributes.map((plan) => ({
      name: plan.field,
      column: foldColumn(coded(plan.column), {
        numberFormat: describe(plan.column).numberFormat,
        ...plan,
        dates: plan.dates && { ...plan.dates, year: YEAR },
      }),
    }));
    return tallyLeads(folded, flagConverted(coded(statusColumn), qualified));
  };
  // The questions that steps ask. Any other question fails.
  const answers: FakeThread['answers'] = {
    countReach: () => Promise.withResolvers<never>().promise,
    // For a test of what the columns tell, which takes the place of this answer.
    findColumns: () => new Promise(() => {}),
    describeColumn: async ({ column, numberFormat }) => describe(column, numberFormat),
    countConversions: async ({ column, statusColumn, qualified }) =>
      Uint32Array.from(
        describe(column).values,
        (value) =>
          (cells[column] ?? []).filter(
            (cell, lead) => cell === value && qualified.has(cells[statusColumn]?.[lead] || '(Blank)'),
          ).length,
      ),
    describeCurrency: async ({ column, currencyColumn }) => describeCurrency(loaded, column, currencyColumn),
    findUndecided: (question) => describeUndecided(loaded, question),
    proposeAmounts: (question) => proposeAmounts(loaded, question),
    describeDates: async (column) => describe(column).dates,
    countAges: async (question) => countAges(loaded, question),
    checkFile: async () => ({ testLeads: null, duplicates: null, columns: [] }),
    checkColumns: async () => ({
      total: { leads: 0, conversions: 0 },
      deciding: [],
      unsplit: [],
      alike: [],
    }),
    countLatest: async () => null,
    measure: async (plan) =>
      completeNames(measurePlan(countedLeads(loaded, plan), plan, []), new Map()).measurement,
    testColumns: async () => listOtherSegments([], new Set()),
    tally: async (plan) => fitTally(tallyPlan(plan)),
  };
  const thread: FakeThread = {
    answers,
    ask: ((question: QuestionName, asked: unknown, hooks?: Hooks<QuestionName>) => {
      // The input is that of the question.
      const answer = answers[question] as (asked: unknown) => Promise<unknown>;
      const cancelled = new Promise((_resolve, reject) => {
        hooks?.signal.addEventListener('abort', () => reject(hooks.signal.reason));
      });
      // A question without an answer here throws below, and nobody waits for the end of its task.
      cancelled.catch(() => {});
      return Promise.race([answer(asked), cancelled]);
    }) as LeadThread['ask'],
    close: () => {},
  };
  const seen: Pick<Workflow, 'state' | 'at'>[] = [];

  function Room() {
    const [state, dispatch] = useReducer(reduceWork, {
      ...change(openWork(null), opening(file)),
      ...choices,
    });
    const [at, setAt] = useState<WizardStep>({ openedAt: state.openedAt, step, position });
    seen.push({ state, at });
    const goTo: Workflow['goTo'] = (next, column = at.position) =>
      setAt({ ...at, step: next, position: column });
    // The tested steps do not read files, start over or keep more than settings.
    const workflow = {
      state,
      dispatch,
      at,
      goTo,
      thread: thread as LeadThread,
      draft: KEEPER,
      reuse: { pending: null, findSaved, dropPending: () => {} },
      upload: { status: { kind: 'idle' } },
    } as Workflow;
    return <ThreadAnswers workflow={workflow}>{drawStep(workflow)}</ThreadAnswers>;
  }

  const view = render(<Room />);
  const latest = () => {
    const last = seen.at(-1);
    if (!last) throw new Error('nothing was drawn');
    return last;
  };
  return {
    ...view,
    thread,
    state: () => latest().state,
    at: () => latest().at,
  };
}
