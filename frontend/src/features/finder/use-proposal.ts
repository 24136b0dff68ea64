import { dispatchUndoable } from '#frontend/features/wizard/undoable.ts';
import { useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { conversionValueOf } from '#frontend/analysis/measure/choose-basis.ts';
import { LEADS } from '#frontend/choices/leads.ts';
import type { ColumnSearch, ConvertedStatuses } from '#frontend/features/wizard/column-findings.ts';
import { useSteady } from '#frontend/features/wizard/file-answers.ts';
import { useAnswer } from '#frontend/features/wizard/thread-answers.tsx';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';
import { hasNoAmounts } from '#frontend/features/wizard/reduce-work.ts';
import type { TakenAmounts, WorkEvent } from '#frontend/features/wizard/workflow-state.ts';
import type { FileColumn } from '#frontend/threads/leads/find-file-columns.ts';
import type { AmountsQuestion, ProposedAmounts } from '#frontend/threads/leads/propose-amounts.ts';
import { hasChosenLeads, useUndecided } from '#frontend/features/wizard/undecided.ts';
import type { Basis, LeadFilter } from '#frontend/analysis/counts/mapping.ts';
import type { UndecidedAnswer } from '#frontend/threads/leads/find-undecided.ts';
import { describeFound } from './found-columns.ts';

/** A part of the proposal: 'Converted: Won (20.5% of leads).' The name in the middle opens its choices. */
export interface ProposalPart {
  key: string;
  before: string;
  name: string;
  after: string;
  change: ReactNode;
}

/** The proposal of the bar, and the visitor's changes of it. Nothing of it is part of the work before `take`. */
export interface Proposal {
  statuses: ConvertedStatuses;
  search: ColumnSearch;
  columns: readonly FileColumn[];
  setColumns(columns: readonly FileColumn[]): void;
  /** The columns of amounts that may be taken, the likeliest first. */
  offeredAmounts: readonly ProposedAmounts[];
  /** Null where none is proposed or taken. */
  amounts: ProposedAmounts | null;
  setAmounts(column: number | null): void;
  /** The basis with these amounts: as the deals tell, unless the visitor has chosen it. */
  basis: Basis;
  setBasis(basis: Basis): void;
  /** The proposal about leads that are not decided yet; null where the visitor has chosen. */
  undecided: UndecidedAnswer | null;
  /** Everything is known that the bar says. */
  isReady: boolean;
  /** `isAutomatic`: without a click, so that no message says it. */
  take(isAutomatic: boolean): Promise<void>;
}

const NO_AMOUNTS: readonly ProposedAmounts[] = [];

/** The proposal for the open file. */
export function useProposal(workflow: Workflow, statuses: ConvertedStatuses, search: ColumnSearch): Proposal {
  const [chosenColumns, setColumns] = useState<readonly FileColumn[] | null>(null);
  const [chosenAmounts, setAmounts] = useState<number | null>();
  const [chosenBasis, setBasis] = useState<Basis>();
  const { findings } = search;
  const columns = useMemo(() => chosenColumns ?? suggestedIn(findings), [chosenColumns, findings]);
  const isFound = search.progress === null && search.retry === null && columns.length > 0;
  const attributes = useMemo(
    () => (isFound ? columns.map(({ column, kind }) => ({ column, kind })) : null),
    [isFound, columns],
  );
  const isChosen = hasChosenLeads(workflow.state);
  const decided = useUndecided(workflow, statuses.values, attributes);
  const leads = decided?.leads ?? null;
  const isDecided = isChosen || decided !== null;
  const question = useAmountsQuestion(workflow, statuses, {
    attributes: isDecided ? attributes : null,
    leads,
  });
  const answer = useAnswer(workflow, 'proposeAmounts', question);
  const needsAmounts = hasNoAmounts(workflow.state);
  // The last answer stays on the bar until the next one; it can be taken only with the answers to the present question.
  const shownUndecided = useSteady(decided ?? search.undecided);
  const shownAmounts = useSteady(answer);
  const offeredAmounts = (needsAmounts ? shownAmounts : null) ?? NO_AMOUNTS;
  const amounts =
    chosenAmounts === undefined
      ? (offeredAmounts[0] ?? null)
      : (offeredAmounts.find(({ column }) => column === chosenAmounts) ?? null);
  const isStillOpen = useStillOpen(workflow.state.openedAt);
  const basis = chosenBasis ?? amounts?.basis ?? 'conversions';
  return {
    statuses,
    search,
    columns,
    setColumns,
    offeredAmounts,
    amounts,
    setAmounts,
    basis,
    setBasis,
    undecided: isChosen ? null : shownUndecided,
    isReady: isFound && isDecided && (!needsAmounts || answer !== null),
    take: (isAutomatic: boolean) =>
      takeProposal(
        workflow,
        { statuses, columns, amounts: amounts && describeAmounts(amounts, basis), leads, isAutomatic },
        isStillOpen,
      ),
  };
}

/** The columns that the search suggests. */
const suggestedIn = (findings: ColumnSearch['findings']): FileColumn[] =>
  findings?.columns.filter(({ suggestion }) => suggestion !== null) ?? [];

/** Tells later whether the bar still shows the file that was opened at that time. */
function useStillOpen(openedAt: number): (openedAt: number) => boolean {
  const shown = useRef<number>(undefined);
  useLayoutEffect(() => {
    shown.current = openedAt;
    return () => void (shown.current = undefined);
  }, [openedAt]);
  return (asked) => shown.current === asked;
}

/** Amounts that the visitor has chosen stay, so that nothing is asked then. */
function useAmountsQuestion(
  { state }: Workflow,
  statuses: ConvertedStatuses,
  { attributes, leads }: { attributes: AmountsQuestion['attributes'] | null; leads: LeadFilter | null },
) {
  const { statusColumn, leftOutStatuses, dateFilter, settings } = state;
  const isAsked = hasNoAmounts(state);
  const { values } = statuses;
  return useMemo(
    () =>
      statusColumn === null || attributes === null || !isAsked
        ? null
        : {
            ...(leads ? { leads } : LEADS.plan?.(state)),
            statusColumn,
            qualified: new Set(values),
            attributes,
            currency: settings.currency,
          },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- these are the parts of the state that the question reads
    [statusColumn, values, attributes, leads, isAsked, settings.currency, leftOutStatuses, dateFilter],
  );
}

function describeAmounts(
  { column, currency, isCurrencyGuessed, average }: ProposedAmounts,
  basis: Basis,
): TakenAmounts {
  return {
    column,
    basis,
    currency: isCurrencyGuessed ? currency : null,
    conversionValue: conversionValueOf(average),
  };
}

interface Taken {
  statuses: ConvertedStatuses;
  columns: readonly FileColumn[];
  amounts: TakenAmounts | null;
  leads: LeadFilter | null;
  /** Without a click of the visitor there is nothing to undo. */
  isAutomatic: boolean;
}

async function takeProposal(
  workflow: Workflow,
  { statuses, columns, amounts, leads, isAutomatic }: Taken,
  isStillOpen: (openedAt: number) => boolean,
): Promise<void> {
  const { dispatch, goTo, state } = workflow;
  if (state.statusColumn === null) return;
  const found = await describeFound(workflow, columns);
  // Another file may have been opened meanwhile.
  if (!isStillOpen(found.openedAt)) return;
  const event: WorkEvent = {
    type: 'suggestionsAccepted',
    converted: { statusColumn: state.statusColumn, values: statuses.values, isGuessed: !statuses.isChosen },
    ...(amounts && { amounts }),
    ...(leads && { leads }),
    ...found,
  };
  if (isAutomatic) dispatch(event);
  else dispatchUndoable(workflow, 'Proposal taken', event);
  goTo(4);
}
