import { useMemo, useState, type ComponentProps } from 'react';
import type { Range } from '#frontend/analysis/counts/binning.ts';
import { quartilesOfMany } from '#frontend/analysis/counts/range-presets.ts';
import type { Measurement } from '#frontend/analysis/measure/measurement.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { hasManyDuplicates } from '#frontend/analysis/judge/label-limits.ts';
import { findOutcomeValues } from '#frontend/analysis/preflight/result-findings.ts';
import type { Choices } from '#frontend/choices/choices.ts';
import { qualifiedValues } from '#frontend/choices/qualified.ts';
import { describeOpen, describeStatuses } from '#frontend/features/results/not-decided.tsx';
import { useSteady } from '#frontend/features/wizard/file-answers.ts';
import { useUnpressed } from '#frontend/features/wizard/hold-while-pressed.ts';
import { NEEDS_CLOSING, useNeedsClosing, useOpenStatuses } from '#frontend/features/wizard/open-statuses.ts';
import { formatCount, NAME_LENGTH, shortText } from '#frontend/lib/format.ts';
import { quote } from '#frontend/features/wizard/step-layout.tsx';
import { useAnswer, useColumnDetail } from '#frontend/features/wizard/thread-answers.tsx';
import { useReread } from '#frontend/features/wizard/use-reread.ts';
import { useStagesRun } from '#frontend/features/stages/stages-run.tsx';
import { countOpenByChance, leaveOut } from '#frontend/features/wizard/undoable.ts';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';
import { chosenAttributes, headerOf } from '#frontend/features/wizard/workflow-selectors.ts';
import { describeFindings } from './file-findings.ts';
import { FindingLine, FindingList } from './file-check.tsx';

type Line = ComponentProps<typeof FindingLine> & { id: string };

interface ResultsCheckProps {
  workflow: Workflow;
  plan: Plan;
  measurement: Measurement;
}

const NONE: readonly number[] = [];

/** The findings that may mislead in the results: each is mended by one click, and undone in the same place. */
export function ResultsCheck({ workflow, plan, measurement }: ResultsCheckProps) {
  const { dispatch, state } = workflow;
  const [mended, setMended] = useState<readonly Mended[]>([]);
  const mend = (next: Mended, choices: Partial<Choices>) => {
    setMended((others) => [...others.filter(({ id }) => id !== next.id), next]);
    dispatch({ type: 'chosen', choices });
  };
  const [first = null, second = null, third = null] = chosenAttributes(state);
  const unsplit = useSteady(useAnswer(workflow, 'checkColumns', plan))?.unsplit ?? NONE;
  const numbers = [
    useNumbers(workflow, first, unsplit),
    useNumbers(workflow, second, unsplit),
    useNumbers(workflow, third, unsplit),
  ];
  const status = useOpenLine(workflow, measurement);
  const byChance = useChanceLine(workflow, status?.isOffered ?? false);
  const duplicates = useDuplicates(workflow);
  const outcomes = describeOutcomes(workflow, measurement, mend);
  const isKnowing = new Set(outcomes.map(({ id }) => id));
  const lines: Line[] = [
    ...(status ? [status.line] : []),
    ...(byChance ? [byChance] : []),
    ...outcomes,
    ...(duplicates ? [duplicates] : []),
    ...numbers.flatMap((found) =>
      found && !isKnowing.has(`column ${found.column}`) ? [describeNumbers(workflow, found, mend)] : [],
    ),
    ...mended.flatMap(({ id, text, label, undo }) => {
      const choices = undo(state);
      if (!choices) return [];
      const apply = () => dispatch({ type: 'chosen', choices });
      return [{ id: `mended ${id}`, text, remedy: { label, apply } }];
    }),
  ];
  if (lines.length === 0) return null;
  return (
    <FindingList label="What may mislead">
      {lines.map(({ id, ...line }) => (
        <FindingLine key={id} {...line} />
      ))}
    </FindingList>
  );
}

/** A finding that was mended. */
interface Mended {
  id: string;
  text: string;
  label: string;
  /** The choices that undo it and leave all others as they are now; null where nothing is to undo, or there is no room for it. */
  undo(now: Choices): Partial<Choices> | null;
}

type Mend = (done: Mended, choices: Partial<Choices>) => void;

/** The statuses that are not decided yet, or those of them that are left out, and whether they may count by their chance instead. */
function useOpenLine(
  workflow: Workflow,
  measurement: Measurement,
): { line: Line; isOffered: boolean } | null {
  const { state, dispatch } = workflow;
  const { found, leftOut: out } = useOpenStatuses(workflow, measurement);
  const needsClosing = useNeedsClosing(workflow, qualifiedValues(state));
  const change = (values: readonly string[], isLeftOut: boolean) => ({
    label: isLeftOut ? 'Leave out' : 'Undo',
    apply: () =>
      isLeftOut ? leaveOut(workflow, values) : dispatch({ type: 'leftOutChanged', values, isLeftOut }),
  });
  if (found) {
    const { youngerThanDays } = state.dateFilter;
    const text = `Not decided yet: ${describeOpen(found, youngerThanDays)}`;
    const line = { id: 'open', text, remedy: change(found.statuses, true) };
    return { line, isOffered: youngerThanDays === null };
  }
  if (out.length === 0) return null;
  const values = out.map(({ value }) => value);
  const leads = out.reduce((sum, status) => sum + status.leads, 0);
  const text = `Left out as not decided yet: ${describeStatuses(values, leads)}.${needsClosing ? ` ${NEEDS_CLOSING}` : ''}`;
  return { line: { id: 'open', text, remedy: change(values, false) }, isOffered: false };
}

/** Open leads by their chance: the offer beside that to leave them out, or the choice. */
function useChanceLine(workflow: Workflow, isOffered: boolean): Line | null {
  const open = useUnpressed(useStagesRun()?.open ?? null, null);
  if (!open || (open.kind === 'offered' && !isOffered)) return null;
  const isNew = open.kind === 'offered';
  return {
    id: 'by chance',
    text: open.text,
    ...('limits' in open && { example: open.limits }),
    remedy: { label: isNew ? 'Count by chance' : 'Undo', apply: () => countOpenByChance(workflow, isNew) },
  };
}

/** The values that look like the outcome itself. Their column is taken out, unless it is the only attribute. */
function describeOutcomes(workflow: Workflow, measurement: Measurement, mend: Mend): Line[] {
  const columns = chosenAttributes(workflow.state);
  return findOutcomeValues(measurement).flatMap(({ field, value, leads, conversions }) => {
    const column = columns[field];
    // While other columns are counted, the measurement is that of the columns before.
    if (column === undefined || headerOf(workflow.state, column) !== measurement.fields[field]?.name)
      return [];
    const share = conversions === 0 ? 'None' : 'All';
    return [
      {
        id: `column ${column}`,
        text: `${share} of the ${formatCount(leads)} leads with ${quote(value)} in ${nameOf(workflow, column)} converted: it looks like the outcome itself.`,
        isCaution: true,
        remedy: takeOut(workflow, column, mend),
      },
    ];
  });
}

function nameOf({ state }: Workflow, column: number): string {
  return shortText(headerOf(state, column), NAME_LENGTH);
}

/** Takes a column out of the attributes. The only attribute can only be exchanged. */
function takeOut(workflow: Workflow, column: number, mend: Mend): Line['remedy'] {
  const { attributeColumns } = workflow.state;
  const columns = chosenAttributes(workflow.state);
  const others = columns.filter((other) => other !== column);
  const inSlots = (chosen: readonly number[]) => ({
    attributeColumns: attributeColumns.map((_, slot) => chosen[slot] ?? null),
  });
  if (others.length === 0) return { label: 'Choose another column', apply: () => workflow.goTo(2) };
  return {
    label: 'Leave it out',
    apply: () =>
      mend(
        {
          id: `column ${column}`,
          text: `${nameOf(workflow, column)} is left out.`,
          label: 'Put back',
          undo(now) {
            const present = chosenAttributes(now);
            return present.includes(column) || present.length === attributeColumns.length
              ? null
              : inSlots(present.toSpliced(columns.indexOf(column), 0, column));
          },
        },
        inSlots(others),
      ),
  };
}

/** Duplicates while labels are limited by them, or once they are left out. */
function useDuplicates(workflow: Workflow): Line | null {
  const { state } = workflow;
  const findings = useSteady(useAnswer(workflow, 'checkFile', undefined));
  const reread = useReread(workflow);
  const { file } = state;
  if (!findings || !file) return null;
  const found = describeFindings(findings, file.leftOut, state).find(({ id }) => id === 'duplicates');
  if (!found) return null;
  const { isDone } = found.remedy;
  if (!isDone && !hasManyDuplicates(findings.duplicates?.leads ?? 0, file.rowCount)) return null;
  const others = (state.readOptions.leaveOut ?? []).filter((rows) => rows !== 'duplicates');
  return {
    id: 'duplicates',
    text: found.text,
    example: found.example,
    remedy: {
      label: isDone ? 'Put back' : 'Leave out',
      isBusy: reread.isBusy,
      apply: () => void reread.reread({ leaveOut: isDone ? others : [...others, 'duplicates'] }),
    },
  };
}

/** An attribute of numbers of which no split holds. */
interface Numbers {
  column: number;
  /** The quartiles, if each of its numbers is a segment. */
  quartiles: readonly Range[] | null;
}

function useNumbers(workflow: Workflow, column: number | null, unsplit: readonly number[]): Numbers | null {
  const detail = useColumnDetail(workflow, column);
  const hasRanges = column !== null && (workflow.state.ranges.get(column)?.length ?? 0) > 0;
  return useMemo(() => {
    if (!detail?.numeric || !unsplit.includes(detail.index)) return null;
    return { column: detail.index, quartiles: hasRanges ? null : quartilesOfMany(detail.numeric) };
  }, [detail, unsplit, hasRanges]);
}

function describeNumbers(workflow: Workflow, { column, quartiles }: Numbers, mend: Mend): Line {
  const { state } = workflow;
  const name = nameOf(workflow, column);
  const text = `No split of ${name} holds: its numbers tell too little about the outcome.`;
  const id = `column ${column}`;
  if (!quartiles) return { id, text, remedy: takeOut(workflow, column, mend) };
  return {
    id,
    text: `${text} Each of them is a segment.`,
    remedy: {
      label: 'Use quartiles',
      apply: () =>
        mend(
          {
            id: `ranges ${column}`,
            text: `${name} has its quartiles.`,
            label: 'Use single numbers',
            undo: ({ ranges }) =>
              ranges.get(column) === quartiles
                ? { ranges: new Map([...ranges].filter(([other]) => other !== column)) }
                : null,
          },
          { ranges: new Map([...state.ranges, [column, quartiles]]) },
        ),
    },
  };
}
