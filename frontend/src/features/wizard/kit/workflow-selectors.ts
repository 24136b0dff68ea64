import type { Currency } from '#contract/currencies.ts';
import type { AmountCurrency } from '#frontend/analysis/counts/amount-currency.ts';
import type { LeadFilter } from '#frontend/analysis/counts/lead-filter.ts';
import type { AttributePlan, Plan } from '#frontend/analysis/counts/mapping.ts';
import type { Worth } from '#frontend/analysis/counts/worth.ts';
import { DEFAULT_QUALIFIED, type StatusAmounts, type WorkflowState } from './workflow-state.ts';

const NO_MAPPING: ReadonlyMap<string, string> = new Map();

/** Chosen attribute columns in slot order, without the empty slots. */
export function chosenAttributes(state: WorkflowState): number[] {
  return state.attributeColumns.filter((column) => column !== null);
}

/** The columns that step 3 visits: the status column, then each attribute. */
export function columnsToMap(state: WorkflowState): number[] {
  return state.statusColumn === null ? [] : [state.statusColumn, ...chosenAttributes(state)];
}

export function headerOf(state: WorkflowState, column: number): string {
  return state.file?.headers[column] ?? '';
}

/** Names of the status values that count as converted, whether or not the file has them. */
export function qualifiedValues(state: WorkflowState): ReadonlySet<string> {
  return (
    (state.statusColumn === null ? undefined : state.qualified.get(state.statusColumn)) ?? DEFAULT_QUALIFIED
  );
}

const NONE: ReadonlySet<string> = new Set();

/** Names of the status values whose leads are left out. */
export function leftOutStatuses(state: WorkflowState): ReadonlySet<string> {
  return (state.statusColumn === null ? undefined : state.leftOutStatuses.get(state.statusColumn)) ?? NONE;
}

/** The choices of leads that count; null while there are none. */
export function leadFilter(state: WorkflowState): LeadFilter | null {
  const filter = { leftOutStatuses: leftOutStatuses(state), ...state.dateFilter };
  return filter.leftOutStatuses.size > 0 || filter.dateColumn !== null ? filter : null;
}

/** Steps 3 and 4 need a status column and attribute 1. */
export function hasColumns(state: WorkflowState): boolean {
  return state.statusColumn !== null && state.attributeColumns[0] !== null;
}

/** A step before the results can be visited once the choices that it needs are made. */
export function canVisit(state: WorkflowState, step: 1 | 2 | 3): boolean {
  if (step === 1) return true;
  return state.file !== null && (step === 2 || hasColumns(state));
}

function attributePlan(state: WorkflowState, column: number): AttributePlan {
  const numberFormat = state.numberFormats.get(column);
  return {
    column,
    field: headerOf(state, column),
    ranges: state.ranges.get(column) ?? null,
    dates: state.dates.get(column),
    mapping: state.mappings.get(column) ?? NO_MAPPING,
    ...(numberFormat && { numberFormat }),
  };
}

/** The amounts that the visitor chose; a column wins over amounts per status. Null without any. */
export function worthOf(state: WorkflowState): Worth | null {
  const { valueColumn } = state;
  if (valueColumn !== null) {
    const numberFormat = state.numberFormats.get(valueColumn);
    const currency = currencyChoice(state, valueColumn);
    return {
      kind: 'column',
      column: valueColumn,
      ...(numberFormat && { numberFormat }),
      ...(currency && { currency }),
    };
  }
  const amounts = statusAmountsOf(state);
  const isWorthSomething = amounts !== null && [...amounts.values()].some((amount) => amount > 0);
  return isWorthSomething ? { kind: 'per-status', amounts } : null;
}

/** What the visitor said of the currency of a column of amounts; null for nothing. */
function currencyChoice(
  { currencies, currencyColumns }: WorkflowState,
  valueColumn: number,
): AmountCurrency | null {
  const [code, column] = [currencies.get(valueColumn), currencyColumns.get(valueColumn)];
  if (code === undefined && column === undefined) return null;
  return { ...(column !== undefined && { column }), ...(code && { code }) };
}

/**
 * The currency of amounts that the visitor types, and of a column that names none: the visitor's choice, else the one that the file names, else that of the
 * settings, which begin with the preference.
 */
export function typedCurrency({
  currencies,
  valueColumn,
  file,
  settings,
}: WorkflowState): Currency | undefined {
  return currencies.get(valueColumn) ?? file?.currency?.code ?? settings.currency;
}

/** The amounts per status that apply; null while they are off, or a column has the amounts. */
export function statusAmountsOf(state: WorkflowState): StatusAmounts | null {
  if (state.statusColumn === null || state.valueColumn !== null) return null;
  return state.statusAmounts.get(state.statusColumn) ?? null;
}

/** The plan for the thread; null until the columns are chosen. */
export function planOf(state: WorkflowState): Plan | null {
  if (state.statusColumn === null || !hasColumns(state)) return null;
  const worth = worthOf(state);
  return {
    statusColumn: state.statusColumn,
    qualified: qualifiedValues(state),
    attributes: chosenAttributes(state).map((column) => attributePlan(state, column)),
    ...(worth && { worth }),
    leads: leadFilter(state) ?? undefined,
  };
}
