import { BLANK_LABEL } from '#frontend/analysis/columns/columns.ts';
import type { ColumnSummary } from '#frontend/counting/file-facts.ts';
import type { DropdownOption } from '#frontend/ui/dropdown-option.tsx';
import { Dropdown, type DropdownProps } from '#frontend/ui/dropdown.tsx';
import type { Verdict } from '#frontend/features/wizard/column-findings.ts';
import { shortText } from '#frontend/lib/format.ts';
import type { AttributeSlot, WorkflowState } from '#frontend/features/wizard/workflow-state.ts';

type Slot = 'status' | AttributeSlot | 'value';

/** The option for no column. The options of columns have numbers as values. */
export const NO_COLUMN: DropdownOption = { value: 'none', label: 'None', isNone: true };

const SAMPLE_LENGTH = 40;

export function slotLabel(slot: Slot): string {
  if (slot === 'status') return 'Lead Status Column';
  return slot === 'value' ? 'Value column (optional)' : `Attribute ${slot + 1}`;
}

export function columnIn(state: WorkflowState, slot: Slot): number | null {
  if (slot === 'status') return state.statusColumn;
  return slot === 'value' ? state.valueColumn : (state.attributeColumns[slot] ?? null);
}

function slotsByColumn(state: WorkflowState): Map<number, Slot> {
  const slots: Slot[] = ['status', 0, 1, 2, 'value'];
  return new Map(
    slots.flatMap((slot) => {
      const column = columnIn(state, slot);
      return column === null ? [] : [[column, slot] as const];
    }),
  );
}

/** 'Sample: Google · Referral · (Blank)', or for a column of ids 'Mostly unique. Sample: L-1 · L-2 · L-3'. */
export function describeSamples({ samples, hasBlanks, hasIds }: ColumnSummary): string {
  const shown = samples.map((sample) => shortText(sample, SAMPLE_LENGTH));
  const text = `Sample: ${[...shown, ...(hasBlanks ? [BLANK_LABEL] : [])].join(' · ')}`;
  return hasIds ? `Mostly unique. ${text}` : text;
}

/** The verdicts of the finder by column, in the order of the options; null until they are known. */
export type Verdicts = ReadonlyMap<number, Verdict> | null;

/**
 * The options of one slot: all columns, ids last, columns of other slots disabled. Attributes have the order of the finder
 * once it is known. The value column is a column of numbers. It and attributes 2 and 3 can be empty.
 */
export function columnOptions(state: WorkflowState, slot: Slot, verdicts: Verdicts = null): DropdownOption[] {
  const used = slotsByColumn(state);
  const isOffered = ({ index, isNumeric }: ColumnSummary) => {
    if (slot === 'status') return true;
    if (slot === 'value') return isNumeric || state.valueColumn === index;
    return used.has(index) || !state.hiddenColumns.has(index);
  };
  const all = (state.file?.columns ?? []).filter(isOffered);
  const rankOf = rankColumns(verdicts);
  const inOrder = all.toSorted((a, b) => Number(a.hasIds) - Number(b.hasIds) || rankOf(a) - rankOf(b));
  const columns = inOrder.map((column) => {
    const usedIn = used.get(column.index);
    const isTaken = usedIn !== undefined && usedIn !== slot;
    return {
      value: String(column.index),
      label: column.header,
      among: state.file?.headers,
      detail: joinDetail(verdicts?.get(column.index), describeSamples(column)),
      isDimmed: column.hasIds,
      disabled: isTaken,
      disabledReason: isTaken
        ? `Used as ${usedIn === 'value' ? 'Value column' : slotLabel(usedIn)}`
        : undefined,
    };
  });
  const isOptional = slot !== 'status' && slot !== 0;
  return isOptional ? [NO_COLUMN, ...columns] : columns;
}

/** The rank of a column by its verdict. Columns without a verdict come before columns that cannot be bid on. */
function rankColumns(verdicts: Verdicts): (column: ColumnSummary) => number {
  const order = [...(verdicts ?? [])];
  const ranks = new Map(
    order.map(([column, { isOut }], rank) => [column, isOut ? order.length + rank : rank]),
  );
  return ({ index }) => ranks.get(index) ?? order.length - 1 / 2;
}

function joinDetail(verdict: Verdict | undefined, samples: string): string {
  return verdict ? `${[verdict.word, verdict.mark].filter(Boolean).join(', ')}. ${samples}` : samples;
}

interface ColumnChoiceProps extends Pick<DropdownProps, 'id' | 'label' | 'options' | 'required'> {
  column: number | null;
  /** Called with null for 'None'. */
  onChoose(column: number | null): void;
}

/** The dropdown of a column. */
export function ColumnChoice({ column, onChoose, ...props }: ColumnChoiceProps) {
  const none = props.options.includes(NO_COLUMN) ? NO_COLUMN.value : null;
  return (
    <Dropdown
      {...props}
      placeholder="Choose a column"
      value={column === null ? none : String(column)}
      onChange={(value) => onChoose(value === NO_COLUMN.value ? null : Number(value))}
    />
  );
}
