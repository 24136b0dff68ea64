import { useMemo, useState } from 'react';
import { MAX_ATTRIBUTES, MAX_AGE_DAYS } from '#contract/limits.ts';
import { NO_LEADS } from '#frontend/analysis/counts/valued-leads.ts';
import { conversionValueOf } from '#frontend/analysis/measure/choose-basis.ts';
import { useColumnDetail } from '#frontend/features/wizard/thread-answers.tsx';
import { judgeColumn } from '#frontend/features/wizard/column-findings.ts';
import { headerOf } from '#frontend/features/wizard/workflow-selectors.ts';
import { SegmentedControl } from '#frontend/ui/segmented-control.tsx';
import type { FileColumn } from '#frontend/threads/leads/find-file-columns.ts';
import type { ProposedAmounts } from '#frontend/threads/leads/propose-amounts.ts';
import { DAYS_PER_WEEK } from '#frontend/analysis/measure/lead-age.ts';
import type { Undecided } from '#frontend/analysis/preflight/undecided.ts';
import { leftOutStatuses } from '#frontend/choices/leads.ts';
import { formatCount, formatExactMoney, formatNumber, formatRate, countNoun } from '#frontend/lib/format.ts';
import { hasChosenLeads } from '#frontend/features/wizard/undecided.ts';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';
import { NEEDS_CLOSING, useNeedsClosing, useOpenValues } from '#frontend/features/wizard/open-statuses.ts';
import { listStatuses, OnePick, SeveralPicks, StatusPicks } from '#frontend/features/wizard/status-picks.tsx';
import type { UndecidedAnswer } from '#frontend/threads/leads/find-undecided.ts';
import { NumberStepper } from '#frontend/ui/stepper.tsx';
import { listShort, nameColumn } from './found-columns.ts';
import type { Proposal, ProposalPart } from './use-proposal.ts';

/** Over this share of the leads, the converted values are probably not what the visitor means. */
const MOST_LEADS = 0.6;

/** The parts of a proposal in the order of their sentences. */
export function listParts(workflow: Workflow, proposal: Proposal): ProposalPart[] {
  const undecided = undecidedPart(workflow, proposal);
  return [
    convertedPart(workflow, proposal),
    columnsPart(workflow, proposal),
    ...(proposal.offeredAmounts.length > 0 ? [amountsPart(workflow, proposal)] : []),
    ...(undecided ? [undecided] : []),
  ];
}

/** The rate is that of the leads that the click leaves: they may be fewer than those of the search. */
function convertedPart(workflow: Workflow, { statuses, search, undecided }: Proposal): ProposalPart {
  const { leads, conversions } = undecided?.counted ?? search.findings?.total ?? NO_LEADS;
  const isKnown = search.progress === null && leads > 0;
  const rate = isKnown ? conversions / leads : 0;
  const doubt = rate > MOST_LEADS ? ': most leads; please check' : ' of leads';
  return {
    key: 'converted',
    before: 'Converted: ',
    name: listShort(statuses.values),
    after: ` (${isKnown ? `${formatRate(rate)}${doubt}` : '…'}). `,
    change: <ConvertedChoice key={workflow.state.statusColumn} {...{ workflow, statuses }} />,
  };
}

const MOST_STATUSES = 12;

/** The values that count as it opens come first; a press moves none. */
function ConvertedChoice({ workflow, statuses }: { workflow: Workflow; statuses: Proposal['statuses'] }) {
  const detail = useColumnDetail(workflow, workflow.state.statusColumn);
  const [first] = useState(statuses.values);
  if (!detail) return null;
  const chosen = new Set(statuses.values);
  const toggle = (value: string) => {
    const values = new Set(chosen);
    if (!values.delete(value)) values.add(value);
    if (values.size > 0) workflow.dispatch({ type: 'convertedReplaced', values: [...values] });
  };
  return (
    <StatusPicks
      question="Which statuses count as converted?"
      offered={listStatuses(detail, first).slice(0, Math.max(MOST_STATUSES, first.length))}
      chosen={chosen}
      onToggle={toggle}
    />
  );
}

function columnsPart({ state }: Workflow, proposal: Proposal): ProposalPart {
  return {
    key: 'columns',
    before: 'Compared by ',
    name: listShort(proposal.columns.map((found) => nameColumn(found, state))),
    after: '. ',
    change: <ColumnsChoice {...{ state, proposal }} />,
  };
}

const keyOf = ({ column, kind }: FileColumn) => `${column} ${kind}`;

/** The suggested columns, and others that tell much. A fourth one takes the place of the third. */
function ColumnsChoice({ state, proposal }: { state: Workflow['state']; proposal: Proposal }) {
  const { columns, setColumns, search } = proposal;
  const offered = (search.findings?.columns ?? []).filter(
    (found) => found.suggestion !== null || (found.tellsMuch && !judgeColumn(found).isOut),
  );
  const toggle = (key: string) => {
    const others = columns.filter((found) => keyOf(found) !== key);
    const added = others.length < columns.length ? [] : offered.filter((found) => keyOf(found) === key);
    const next = [...others.slice(0, MAX_ATTRIBUTES - added.length), ...added];
    if (next.length > 0) setColumns(next);
  };
  return (
    <SeveralPicks
      question={`Which columns are compared? At most ${MAX_ATTRIBUTES}.`}
      offered={offered.map((found) => ({ key: keyOf(found), text: nameColumn(found, state) }))}
      isChosen={(key) => columns.some((found) => keyOf(found) === key)}
      onPick={toggle}
    />
  );
}

function amountsPart({ state }: Workflow, proposal: Proposal): ProposalPart {
  const { amounts, offeredAmounts, setAmounts } = proposal;
  return {
    key: 'amounts',
    before: 'Value: ',
    name: amounts ? listShort([headerOf(state, amounts.column)]) : 'none',
    after: amounts ? ` (${describeProposedAmounts(amounts)}). ` : '. ',
    change: (
      <OnePick
        question="Which column has the amounts of deals?"
        offered={[
          ...offeredAmounts.map((one) => ({
            key: String(one.column),
            text: headerOf(state, one.column),
            note: describeProposedAmounts(one),
          })),
          { key: '', text: 'None' },
        ]}
        isChosen={(key) => key === (amounts ? String(amounts.column) : '')}
        onPick={(key) => setAmounts(key === '' ? null : Number(key))}
      />
    ),
  };
}

/** 'EUR, average 4,804 per won deal' */
function describeProposedAmounts({ currency, average }: ProposedAmounts): string {
  return `${currency ? `${currency}, ` : ''}average ${formatNumber(conversionValueOf(average))} per won deal`;
}

/** The basis of a proposal with amounts, and why. */
export function BasisChoice({ workflow, proposal }: { workflow: Workflow; proposal: Proposal }) {
  const { amounts, basis, setBasis } = proposal;
  if (!amounts) return null;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-muted">
      <SegmentedControl
        label="Results"
        options={[
          { value: 'conversions', label: 'By conversions' },
          { value: 'value', label: 'By value' },
        ]}
        value={basis}
        onChange={setBasis}
      />
      <p className="min-w-0 flex-1 basis-48">{describeBasis(workflow, amounts, basis)}</p>
    </div>
  );
}

/** By conversions the mean deal is what a conversion is worth. */
function describeBasis(
  { state }: Workflow,
  { average, basis, currency, deals }: ProposedAmounts,
  shown: string,
): string {
  const why =
    basis === 'value'
      ? 'Deals differ between the values that are compared.'
      : `Deals are about as large everywhere, as far as ${formatCount(deals)} can tell.`;
  if (shown === 'value') return why;
  const money = formatExactMoney(conversionValueOf(average), currency ?? state.settings.currency);
  return `At ${money}, your average deal. ${why}`;
}

/**
 * 'Without 183 leads younger than 63 days.' Null where nothing is proposed and nothing was chosen. A change is a choice of the visitor,
 * which the search then goes by.
 */
function undecidedPart(workflow: Workflow, { undecided, statuses }: Proposal): ProposalPart | null {
  const { state } = workflow;
  const isChosen = undecided === null && hasChosenLeads(state);
  const name = isChosen ? describeChosen(state) : undecided && describeExcludedLeads(undecided.undecided);
  if (name === null) return null;
  return {
    key: 'undecided',
    before: '',
    name,
    after: undecided?.undecided.kind === 'unclear' ? ': all leads count. ' : '. ',
    change: <UndecidedChoice {...{ workflow, undecided, values: statuses.values }} />,
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
        onPick={(value) => {
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
