import { MAX_AGE_DAYS } from '#contract/limits.ts';
import { DAYS_PER_WEEK } from '#frontend/analysis/counts/lead-age.ts';
import type { Undecided } from '#frontend/analysis/preflight/undecided.ts';
import { leftOutStatuses } from '#frontend/choices/leads.ts';
import { countNoun } from '#frontend/lib/format.ts';
import { listNames } from '#frontend/features/wizard/kit/terms.tsx';
import { hasChosenLeads } from '#frontend/features/wizard/kit/undecided.ts';
import type { Workflow } from '#frontend/features/wizard/kit/use-workflow.ts';
import { SeveralPicks } from '#frontend/features/wizard/kit/status-picks.tsx';
import type { UndecidedAnswer } from '#frontend/thread/find-undecided.ts';
import { NumberStepper } from '#frontend/ui/stepper.tsx';
import type { ProposalPart } from './proposal-parts.tsx';

const MOST_NAMES = 3;

/**
 * 'Without 183 leads younger than 63 days.' Null where nothing is proposed and nothing was chosen. A change is a choice of the visitor,
 * which the search then goes by.
 */
export function undecidedPart(workflow: Workflow, answer: UndecidedAnswer | null): ProposalPart | null {
  const { state } = workflow;
  const name = answer ? wordUndecided(answer.undecided) : hasChosenLeads(state) ? wordChosen(state) : null;
  if (name === null) return null;
  const isByAge = answer ? answer.undecided.kind === 'young' : state.dateFilter.dateColumn !== null;
  return {
    key: 'undecided',
    before: '',
    name,
    after: '. ',
    change: isByAge ? <AgeChoice {...{ workflow, answer }} /> : <StatusChoice {...{ workflow, answer }} />,
  };
}

/** 'Without 183 leads younger than 63 days' */
function wordUndecided(undecided: Undecided): string | null {
  switch (undecided.kind) {
    case 'young':
      return `Without ${countNoun(undecided.leads, 'lead')} younger than ${countNoun(undecided.days, 'day')}`;
    case 'open':
      return `Without ${countNoun(undecided.leads, 'lead')} not decided yet: ${listNames(undecided.statuses, MOST_NAMES)}`;
    case 'none':
    case 'unclear':
      return null;
  }
}

/** The visitor's own choice, which replaces the proposal. */
function wordChosen(state: Workflow['state']): string | null {
  const { dateColumn, youngerThanDays } = state.dateFilter;
  const statuses = leftOutStatuses(state);
  if (statuses.size > 0) return `Without ${listNames([...statuses], MOST_NAMES)}`;
  if (dateColumn === null)
    return state.statusColumn !== null && state.leftOutStatuses.has(state.statusColumn)
      ? 'With leads that are not decided yet'
      : null;
  return youngerThanDays === null
    ? 'With leads of every age'
    : `Without leads younger than ${countNoun(youngerThanDays, 'day')}`;
}

interface ChoiceProps {
  workflow: Workflow;
  answer: UndecidedAnswer | null;
}

/** The age from which leads count; 0 for all. */
function AgeChoice({ workflow: { state, dispatch }, answer }: ChoiceProps) {
  const proposed = answer?.undecided.kind === 'young' ? answer.undecided.days : null;
  const { dateColumn, dateFormat } = answer?.date ?? state.dateFilter;
  return (
    <NumberStepper
      label="Leave out leads younger than (days)"
      min={0}
      max={MAX_AGE_DAYS}
      step={1}
      buttonStep={DAYS_PER_WEEK}
      value={proposed ?? state.dateFilter.youngerThanDays ?? 0}
      onChange={(days) =>
        dispatch({
          type: 'dateFilterChanged',
          change: { dateColumn, dateFormat, youngerThanDays: days === 0 ? null : days },
        })
      }
    />
  );
}

/** The open statuses that are left out. */
function StatusChoice({ workflow: { state, dispatch }, answer }: ChoiceProps) {
  const { undecided, open = [] } = answer ?? {};
  const chosen = undecided?.kind === 'open' ? new Set(undecided.statuses) : leftOutStatuses(state);
  const offered = open.length > 0 ? open.map(({ value }) => value) : [...chosen];
  return (
    <SeveralPicks
      question="Which statuses are not decided yet, so that their leads are left out?"
      offered={offered.map((value) => ({ key: value, text: value }))}
      isChosen={(value) => chosen.has(value)}
      onToggle={(value) => {
        const values = new Set(chosen);
        if (!values.delete(value)) values.add(value);
        if (state.statusColumn === null) return;
        // An empty choice stands too, so that nothing is proposed in its place.
        const leftOut = new Map([...state.leftOutStatuses, [state.statusColumn, values]]);
        dispatch({ type: 'chosen', choices: { leftOutStatuses: leftOut } });
      }}
    />
  );
}

/** Takes a proposal over: part of the work from here on. */
export function takeUndecided({ dispatch }: Workflow, { undecided, date }: UndecidedAnswer): void {
  if (undecided.kind === 'open')
    dispatch({ type: 'leftOutChanged', values: undecided.statuses, isLeftOut: true });
  if (undecided.kind === 'young' && date)
    dispatch({
      type: 'dateFilterChanged',
      change: {
        dateColumn: date.dateColumn,
        dateFormat: date.dateFormat,
        youngerThanDays: undecided.days,
      },
    });
}
