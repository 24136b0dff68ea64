import { useMemo } from 'react';
import { MAX_AGE_DAYS } from '#contract/limits.ts';
import { DAYS_PER_WEEK } from '#frontend/analysis/measure/lead-age.ts';
import type { Undecided } from '#frontend/analysis/preflight/undecided.ts';
import { leftOutStatuses } from '#frontend/choices/leads.ts';
import { countNoun } from '#frontend/lib/format.ts';
import { hasChosenLeads } from '#frontend/features/wizard/undecided.ts';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';
import { NEEDS_CLOSING, useNeedsClosing, useOpenValues } from '#frontend/features/wizard/open-statuses.ts';
import { SeveralPicks } from '#frontend/features/wizard/status-picks.tsx';
import type { UndecidedAnswer } from '#frontend/threads/leads/find-undecided.ts';
import { NumberStepper } from '#frontend/ui/stepper.tsx';
import { listShort } from './found-columns.ts';
import type { Proposal, ProposalPart } from './use-proposal.ts';

/**
 * 'Without 183 leads younger than 63 days.' Null where nothing is proposed and nothing was chosen. A change is a choice of the visitor,
 * which the search then goes by.
 */
export function undecidedPart(workflow: Workflow, { undecided, ends }: Proposal): ProposalPart | null {
  const { state } = workflow;
  const isChosen = undecided === null && hasChosenLeads(state);
  const name = isChosen ? describeChosen(state) : undecided && describeExcludedLeads(undecided.undecided);
  if (name === null) return null;
  return {
    key: 'undecided',
    before: '',
    name,
    after: undecided?.undecided.kind === 'unclear' ? ': all leads count. ' : '. ',
    change: <UndecidedChoice {...{ workflow, undecided, values: ends.values }} />,
  };
}

/** 'Without 183 leads younger than 63 days' */
function describeExcludedLeads(undecided: Undecided): string | null {
  switch (undecided.kind) {
    case 'young':
      return `Without ${countNoun(undecided.leads, 'lead')} younger than ${countNoun(undecided.days, 'day')}`;
    case 'open':
      return `Without ${countNoun(undecided.leads, 'lead')} not decided yet: ${listShort(undecided.statuses)}`;
    case 'unclear':
      return 'Not decided yet';
    case 'none':
      return null;
  }
}

/** The visitor's own choice, which replaces the proposal. */
function describeChosen(state: Workflow['state']): string | null {
  const { dateColumn, youngerThanDays } = state.dateFilter;
  const statuses = leftOutStatuses(state);
  if (statuses.size > 0) return `Without ${listShort([...statuses])}`;
  if (hasStatusChoice(state)) return 'With leads that are not decided yet';
  if (dateColumn === null) return null;
  return youngerThanDays === null
    ? 'With leads of every age'
    : `Without leads younger than ${countNoun(youngerThanDays, 'day')}`;
}

/** Also with an empty choice, after which all statuses count. */
const hasStatusChoice = ({ statusColumn, leftOutStatuses: byColumn }: Workflow['state']) =>
  statusColumn !== null && byColumn.has(statusColumn);

interface ChoiceProps {
  workflow: Workflow;
  undecided: UndecidedAnswer | null;
  /** The values that count as converted. */
  values: readonly string[];
}

/** The choice that was proposed or made; both where the file does not tell. */
function UndecidedChoice(props: ChoiceProps) {
  const { workflow, undecided } = props;
  const kind = undecided?.undecided.kind ?? (hasStatusChoice(workflow.state) ? 'open' : 'young');
  const hasDate = undecided === null || undecided.date !== null;
  return (
    <div className="flex flex-col gap-4">
      {kind !== 'young' && <StatusChoice {...props} />}
      {kind !== 'open' && hasDate && <AgeChoice {...props} />}
    </div>
  );
}

/** The age from which leads count; 0 for all. */
function AgeChoice({ workflow: { state, dispatch }, undecided }: ChoiceProps) {
  const proposed = undecided?.undecided.kind === 'young' ? undecided.undecided.days : null;
  const { dateColumn, dateFormat } = undecided?.date ?? state.dateFilter;
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

/** The open statuses, of which those that are left out are pressed. */
function StatusChoice({ workflow, undecided, values }: ChoiceProps) {
  const { state, dispatch } = workflow;
  const proposed = undecided?.undecided;
  const chosen = proposed?.kind === 'open' ? new Set(proposed.statuses) : leftOutStatuses(state);
  const converted = useMemo(() => new Set(values), [values]);
  const open = useOpenValues(workflow, converted).map(({ value }) => value);
  const needsClosing = useNeedsClosing(workflow, converted);
  const offered = [...new Set([...open, ...chosen])];
  if (offered.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      <SeveralPicks
        question="Which statuses are not decided yet, so that their leads are left out?"
        offered={offered.map((value) => ({ key: value, text: value }))}
        isChosen={(value) => chosen.has(value)}
        onToggle={(value) => {
          const next = new Set(chosen);
          if (!next.delete(value)) next.add(value);
          if (state.statusColumn === null) return;
          // An empty choice stands too, so that nothing is proposed in its place.
          const leftOut = new Map([...state.leftOutStatuses, [state.statusColumn, next]]);
          dispatch({ type: 'chosen', choices: { leftOutStatuses: leftOut } });
        }}
      />
      {needsClosing && <p className="text-13 text-caution">{NEEDS_CLOSING}</p>}
    </div>
  );
}
