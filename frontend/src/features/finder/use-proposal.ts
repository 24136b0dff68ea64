import { useMemo, useState } from 'react';
import { conversionValueOf } from '#frontend/analysis/counts/choose-basis.ts';
import type { Basis } from '#frontend/analysis/counts/worth.ts';
import { LEADS } from '#frontend/choices/leads.ts';
import type { ColumnSearch, GoodEnds } from '#frontend/features/wizard/kit/column-findings.ts';
import { useSteady } from '#frontend/features/wizard/kit/file-answers.ts';
import { useAnswer } from '#frontend/features/wizard/kit/thread-answers.tsx';
import type { Workflow } from '#frontend/features/wizard/kit/use-workflow.ts';
import { hasNoAmounts, type TakenAmounts } from '#frontend/features/wizard/kit/workflow-state.ts';
import type { FileColumn } from '#frontend/thread/find-file-columns.ts';
import type { ProposedAmounts } from '#frontend/thread/propose-amounts.ts';
import { proposedFilter, useUndecided } from '#frontend/features/wizard/kit/undecided.ts';
import type { LeadFilter } from '#frontend/analysis/counts/lead-filter.ts';
import type { UndecidedAnswer } from '#frontend/thread/find-undecided.ts';
import { describeFound } from './take-columns.ts';
import { takeUndecided } from './undecided-part.tsx';

/** What the bar proposes, and the visitor's changes of it. Nothing of it is part of the work before `take`. */
export interface Proposal {
  ends: GoodEnds;
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
  /** What is proposed about leads that are not decided yet; null where the visitor has chosen. */
  undecided: UndecidedAnswer | null;
  /** Everything is known that the bar says. */
  isReady: boolean;
  take(): Promise<void>;
}

const NO_AMOUNTS: readonly ProposedAmounts[] = [];

/** The proposal for the open file. */
export function useProposal(workflow: Workflow, ends: GoodEnds, search: ColumnSearch): Proposal {
  const [chosenColumns, setColumns] = useState<readonly FileColumn[] | null>(null);
  const [chosenAmounts, setAmounts] = useState<number | null>();
  const [chosenBasis, setBasis] = useState<Basis>();
  const columns = useMemo(() => chosenColumns ?? suggestedIn(search), [chosenColumns, search]);
  const isFound = search.progress === null && columns.length > 0;
  const undecided = useUndecided(workflow, ends.values, isFound ? columns : undefined) ?? search.undecided;
  const leads = useMemo(() => undecided && proposedFilter(undecided), [undecided]);
  const question = useAmountsQuestion(workflow, ends, { columns: isFound ? columns : null, leads });
  const answer = useSteady(useAnswer(workflow, 'proposeAmounts', question));
  const offeredAmounts = (question && answer) ?? NO_AMOUNTS;
  const amounts =
    chosenAmounts === undefined
      ? (offeredAmounts[0] ?? null)
      : (offeredAmounts.find(({ column }) => column === chosenAmounts) ?? null);
  const basis = chosenBasis ?? amounts?.basis ?? 'conversions';
  return {
    ends,
    search,
    columns,
    setColumns,
    offeredAmounts,
    amounts,
    setAmounts,
    basis,
    setBasis,
    undecided,
    isReady: isFound && (question === null || answer !== null),
    take: () =>
      takeProposal(workflow, {
        ends,
        columns,
        amounts: amounts && describeAmounts(amounts, basis),
        undecided,
      }),
  };
}

/** The columns that the search suggests. */
const suggestedIn = ({ findings }: ColumnSearch): FileColumn[] =>
  findings?.columns.filter(({ suggestion }) => suggestion !== null) ?? [];

/** Amounts that the visitor has chosen stay, so that nothing is asked then. */
function useAmountsQuestion(
  { state }: Workflow,
  ends: GoodEnds,
  { columns, leads }: { columns: readonly FileColumn[] | null; leads: LeadFilter | null },
) {
  const { statusColumn, leftOutStatuses, dateFilter, settings } = state;
  const isAsked = hasNoAmounts(state);
  const { values } = ends;
  return useMemo(
    () =>
      statusColumn === null || columns === null || !isAsked
        ? null
        : {
            ...(leads ? { leads } : LEADS.plan?.(state)),
            statusColumn,
            qualified: new Set(values),
            attributes: columns.map(({ column, kind }) => ({ column, kind })),
            currency: settings.currency,
          },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- these are the parts of the state that the question reads
    [statusColumn, values, columns, leads, isAsked, settings.currency, leftOutStatuses, dateFilter],
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
  ends: GoodEnds;
  columns: readonly FileColumn[];
  amounts: TakenAmounts | null;
  undecided: UndecidedAnswer | null;
}

async function takeProposal(workflow: Workflow, { ends, columns, amounts, undecided }: Taken): Promise<void> {
  const { dispatch, goTo, state } = workflow;
  if (state.statusColumn === null) return;
  const found = await describeFound(workflow, columns);
  dispatch({
    type: 'foundTaken',
    converted: { statusColumn: state.statusColumn, values: ends.values, isGuessed: !ends.isChosen },
    ...(amounts && { amounts }),
    ...found,
  });
  if (undecided) takeUndecided(workflow, undecided);
  goTo(4);
}
