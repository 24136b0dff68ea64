import type { Currency } from '#contract/currencies.ts';
import { MAX_ATTRIBUTES } from '#contract/limits.ts';
import type { Settings } from '#frontend/analysis/judge/analyse.ts';
import type { Range } from '#frontend/analysis/counts/binning.ts';
import { DEFAULT_QUALIFIED_VALUE } from '#frontend/analysis/constants.ts';
import type { DateNaming } from '#frontend/analysis/columns/dates.ts';
import { NO_DATES, type DateFilter } from '#frontend/analysis/counts/lead-filter.ts';
import type { Mapping } from '#frontend/analysis/counts/mapping.ts';
import { NO_APPLY_CHOICES, type ApplyChoices } from '#frontend/analysis/platforms/apply-choices.ts';
import type { ConditionKind } from '#frontend/analysis/platforms/conditions.ts';
import type { Basis } from '#frontend/analysis/counts/worth.ts';
import type { NumberFormat } from '#frontend/analysis/columns/number-format.ts';
import type { OpenOptions } from '#frontend/thread/leave-out.ts';
import type { OpenedFile } from '#frontend/thread/protocol.ts';
import {
  NOT_SAVED,
  type KeptSettings,
  type SavedChoices,
  type SavedWork,
  type SaveState,
} from '#frontend/thread/work.ts';

export type AttributeSlot = 0 | 1 | 2;

/**
 * The choices of the user, and nothing that can be computed from them. Columns are indices. Ranges, converted values and
 * mappings belong to their column, so that choosing another column and coming back loses nothing.
 */
export interface WorkflowState {
  file: OpenedFile | null;
  /** The time at which the file was opened; it identifies this work among earlier work in the tab. 0 without a file. */
  openedAt: number;
  readOptions: OpenOptions;
  statusColumn: number | null;
  /** True until the user has confirmed or changed the guessed status column. */
  isStatusGuessed: boolean;
  attributeColumns: readonly (number | null)[];
  ranges: ReadonlyMap<number, readonly Range[]>;
  /** How columns write their numbers, where the visitor chose it; the others are read as found. */
  numberFormats: ReadonlyMap<number, NumberFormat>;
  qualified: ReadonlyMap<number, ReadonlySet<string>>;
  /** Statuses whose leads count in no figure; none of them is converted. */
  leftOutStatuses: ReadonlyMap<number, ReadonlySet<string>>;
  /** The names of dates in attributes. */
  dates: ReadonlyMap<number, DateNaming>;
  dateFilter: DateFilter;
  mappings: ReadonlyMap<number, Mapping>;
  /** The column of the amounts that converted leads are worth. */
  valueColumn: number | null;
  /** The currency that the visitor chose by hand, by the value column; null stands for no such column. */
  currencies: ReadonlyMap<number | null, Currency>;
  /** The column that names the currency of each row, where the visitor chose it, by the value column. Null: none. */
  currencyColumns: ReadonlyMap<number, number | null>;
  /** The amount of each status that has one, by status column; a column without an entry has no amounts. */
  statusAmounts: ReadonlyMap<number, StatusAmounts>;
  /** The figures that the results show, where leads have amounts. */
  basis: Basis;
  /** Columns that the dropdowns of attributes leave out. */
  hiddenColumns: ReadonlySet<number>;
  /** True from 'Analyze' until a choice changes the results. */
  hasResults: boolean;
  settings: Settings;
  /** What a column is to ad platforms; an absent one is what it was guessed to be. */
  conditionKinds: ReadonlyMap<number, ConditionKind>;
  apply: Omit<ApplyChoices, 'kinds'>;
  save: SaveState;
  /** What the visitor did with the offer of earlier settings; null while nothing. */
  reuse: Reuse | null;
}

/** The settings of an earlier analysis in this work. */
export type Reuse =
  | { kind: 'dismissed' }
  | {
      kind: 'used';
      /** The name of the earlier analysis. */
      name: string;
      notes: readonly ReuseNote[];
      /** The choices before, for 'Undo'; null once the visitor has changed a choice since. */
      before: Choices | null;
    };

/** How the file differs from the earlier one, or a setting that could not be used. */
export type ReuseNote =
  /** Values that the file lacks, or that are new in it. */
  | { kind: 'missing' | 'new'; header: string; values: readonly string[] }
  /** A column of amounts or dates that the file lacks. */
  | { kind: 'column'; header: string }
  /** Ranges without numbers; names of dates without dates; days outside the dates of the file. */
  | { kind: 'ranges' | 'dates' | 'days'; header: string };

/** Settings of an earlier analysis in terms of the open file. */
export interface FittedSettings extends Pick<KeptSettings, 'name' | 'choices' | 'settings'> {
  notes: readonly ReuseNote[];
}

/** What a lead of each status is worth; '(Blank)' for a blank one. A status without an entry is worth 0. */
export type StatusAmounts = ReadonlyMap<string, number>;

/** The choices without the file. A draft or a saved analysis restores them. */
export type Choices = Omit<WorkflowState, 'file'>;

export type WorkflowEvent =
  | { type: 'fileOpened'; file: OpenedFile; readOptions: OpenOptions; openedAt: number }
  | { type: 'fileReread'; file: OpenedFile; readOptions: OpenOptions }
  | { type: 'restored'; file: OpenedFile; choices: Choices }
  | { type: 'analysed' }
  | { type: 'statusChosen'; column: number }
  | { type: 'attributeChosen'; slot: AttributeSlot; column: number | null }
  | { type: 'rangesChanged'; column: number; ranges: readonly Range[] | null }
  | { type: 'numberFormatChosen'; column: number; format: NumberFormat; keepsRanges: boolean }
  | { type: 'columnsHidden'; columns: readonly number[]; isHidden: boolean }
  | { type: 'qualifiedChanged'; values: readonly string[]; isQualified: boolean }
  | { type: 'leftOutChanged'; values: readonly string[]; isLeftOut: boolean }
  | { type: 'datesNamed'; column: number; dates: DateNaming | null }
  | { type: 'dateFilterChanged'; change: Partial<DateFilter> }
  | { type: 'valuesMapped'; column: number; values: readonly string[]; replacement: string }
  | { type: 'mappingReplaced'; column: number; mapping: Mapping }
  | { type: 'valueColumnChosen'; column: number | null }
  | { type: 'currencyChosen'; currency: Currency }
  | { type: 'currencyColumnChosen'; column: number | null }
  | { type: 'statusAmountsSwitched'; isOn: boolean }
  | { type: 'statusAmountTyped'; status: string; amount: number | null }
  | { type: 'basisChosen'; basis: Basis }
  | { type: 'settingsChanged'; settings: Settings }
  | {
      type: 'applyChanged';
      conditionKinds: ReadonlyMap<number, ConditionKind>;
      apply: WorkflowState['apply'];
    }
  | { type: 'defaultsChanged'; from: Settings; to: Settings }
  | { type: 'saveChanged'; fileNumber: number; save: SaveState }
  | { type: 'settingsReused'; openedAt: number; fitted: FittedSettings }
  | { type: 'reuseUndone' }
  | { type: 'reuseDismissed' }
  | { type: 'startedOver'; settings: Settings };

/** The converted values of a status column before the visitor chooses any. */
export const DEFAULT_QUALIFIED: ReadonlySet<string> = new Set([DEFAULT_QUALIFIED_VALUE]);

const NOTHING: ReadonlySet<string> = new Set();

const NO_ATTRIBUTES: readonly null[] = Array.from({ length: MAX_ATTRIBUTES }, () => null);

export function initialState(settings: Settings): WorkflowState {
  return {
    file: null,
    openedAt: 0,
    readOptions: {},
    statusColumn: null,
    isStatusGuessed: false,
    attributeColumns: NO_ATTRIBUTES,
    ranges: new Map(),
    numberFormats: new Map(),
    qualified: new Map(),
    leftOutStatuses: new Map(),
    dates: new Map(),
    dateFilter: NO_DATES,
    mappings: new Map(),
    valueColumn: null,
    currencies: new Map(),
    currencyColumns: new Map(),
    statusAmounts: new Map(),
    basis: 'conversions',
    hiddenColumns: new Set(),
    hasResults: false,
    settings,
    conditionKinds: new Map(),
    apply: NO_APPLY_CHOICES,
    save: NOT_SAVED,
    reuse: null,
  };
}

/** The only function that changes the state of the wizard, besides its form for the results. It is pure. */
export function reduceWorkflow(state: WorkflowState, event: WorkflowEvent): WorkflowState {
  switch (event.type) {
    case 'fileOpened':
      return { ...openFile(state, event.file, event.readOptions), openedAt: event.openedAt };
    case 'fileReread':
      return rereadFile(state, event.file, event.readOptions);
    case 'restored':
      return { ...event.choices, file: event.file };
    case 'analysed':
      return { ...state, hasResults: true };
    case 'statusChosen':
      return chooseStatus(state, event.column);
    case 'attributeChosen':
      return withChoice(state, {
        attributeColumns: state.attributeColumns.with(event.slot, event.column),
      });
    case 'rangesChanged':
      return withChoice(state, { ranges: withEntry(state.ranges, event.column, event.ranges) });
    case 'numberFormatChosen':
      return withChoice(state, {
        numberFormats: withEntry(state.numberFormats, event.column, event.format),
        ranges: event.keepsRanges ? state.ranges : withEntry(state.ranges, event.column, null),
      });
    case 'columnsHidden':
      return hideColumns(state, event.columns, event.isHidden);
    case 'qualifiedChanged':
      return changeStatuses(state, 'qualified', { values: event.values, areIn: event.isQualified });
    case 'leftOutChanged':
      return changeStatuses(state, 'leftOutStatuses', { values: event.values, areIn: event.isLeftOut });
    case 'datesNamed':
      return withChoice(state, { dates: withEntry(state.dates, event.column, event.dates) });
    case 'dateFilterChanged':
      return withChoice(state, { dateFilter: { ...state.dateFilter, ...event.change } });
    case 'valuesMapped':
      return mapValues(state, event);
    case 'mappingReplaced':
      return replaceMapping(state, event.column, event.mapping);
    case 'valueColumnChosen':
      return withChoice(state, { valueColumn: event.column, basis: basisFor(event.column) });
    case 'currencyChosen':
      return chooseCurrency(state, event.currency);
    case 'currencyColumnChosen':
      return chooseCurrencyColumn(state, event.column);
    case 'statusAmountsSwitched':
      return changeStatusAmounts(state, event.isOn ? new Map() : null);
    case 'statusAmountTyped':
      return changeStatusAmounts(state, withEntry(statusAmountsIn(state), event.status, event.amount));
    case 'basisChosen':
      return { ...state, basis: event.basis };
    case 'settingsChanged':
      return { ...state, settings: event.settings };
    case 'applyChanged':
      return { ...state, conditionKinds: event.conditionKinds, apply: event.apply };
    case 'defaultsChanged':
      // The object is another one once the visitor or a draft has set the settings.
      return state.settings === event.from ? { ...state, settings: event.to } : state;
    case 'saveChanged':
      // A save may end after another file was opened, or the same one was read again with other rows.
      return state.file?.number === event.fileNumber ? { ...state, save: event.save } : state;
    case 'settingsReused':
      // The settings may arrive after another file was opened.
      return state.openedAt === event.openedAt ? reuseSettings(state, event.fitted) : state;
    case 'reuseUndone':
      return state.reuse?.kind === 'used' && state.reuse.before
        ? { ...state.reuse.before, file: state.file }
        : state;
    case 'reuseDismissed':
      return { ...state, reuse: { kind: 'dismissed' } };
    case 'startedOver':
      return initialState(event.settings);
  }
}

/** Changes the state while the results are shown: a name that arrives late is part of them already. */
export function reduceResults(state: WorkflowState, event: WorkflowEvent): WorkflowState {
  const next = reduceWorkflow(state, event);
  const keepsResults = state.hasResults && !next.hasResults && next.openedAt === state.openedAt;
  return keepsResults ? { ...next, hasResults: true } : next;
}

function openFile(state: WorkflowState, file: OpenedFile, readOptions: OpenOptions): WorkflowState {
  return {
    ...initialState(state.settings),
    file,
    readOptions,
    statusColumn: file.guessedStatusColumn,
    isStatusGuessed: file.guessedStatusColumn !== null,
    dateFilter: { ...NO_DATES, dateColumn: file.dateColumns[0] ?? null },
  };
}

/**
 * A file that is read again with other options keeps the choices if its columns are the same. Its rows may be others, so
 * it is no longer the work that was saved.
 */
function rereadFile(state: WorkflowState, file: OpenedFile, readOptions: OpenOptions): WorkflowState {
  const before = state.file?.headers ?? [];
  const isSame = before.length === file.headers.length && before.every((name, i) => name === file.headers[i]);
  return isSame
    ? withChoice(state, { file, readOptions, save: NOT_SAVED })
    : { ...openFile(state, file, readOptions), openedAt: state.openedAt };
}

/** Choosing the guessed column again confirms it. */
function chooseStatus(state: WorkflowState, column: number): WorkflowState {
  return column === state.statusColumn
    ? { ...state, isStatusGuessed: false }
    : withChoice(state, { isStatusGuessed: false, statusColumn: column });
}

/** Puts statuses into one of the two sets, or takes them out. A status that is left out is not converted. */
function changeStatuses(
  state: WorkflowState,
  kind: 'qualified' | 'leftOutStatuses',
  { values, areIn }: { values: readonly string[]; areIn: boolean },
): WorkflowState {
  const { statusColumn: column } = state;
  if (column === null) return state;
  const converted = state.qualified.get(column) ?? DEFAULT_QUALIFIED;
  const leftOut = state.leftOutStatuses.get(column) ?? NOTHING;
  const isAbout = (set: typeof kind) => set === kind || areIn;
  const nextLeftOut = withMembers(leftOut, values, areIn && kind === 'leftOutStatuses');
  const nextConverted = withMembers(converted, values, areIn && kind === 'qualified');
  return withChoice(state, {
    ...(isAbout('qualified') && { qualified: withEntry(state.qualified, column, nextConverted) }),
    ...(isAbout('leftOutStatuses') && {
      leftOutStatuses: withEntry(state.leftOutStatuses, column, nextLeftOut.size > 0 ? nextLeftOut : null),
    }),
  });
}

function withMembers(
  set: ReadonlySet<string>,
  values: readonly string[],
  areIn: boolean,
): ReadonlySet<string> {
  const next = new Set(set);
  for (const value of values) {
    if (areIn) next.add(value);
    else next.delete(value);
  }
  return next;
}

/** A visitor who says what leads are worth wants to see it, so the results begin by value. */
function basisFor(amounts: unknown): Basis {
  return amounts === null ? 'conversions' : 'value';
}

function statusAmountsIn({ statusColumn, statusAmounts }: WorkflowState): StatusAmounts {
  return (statusColumn === null ? undefined : statusAmounts.get(statusColumn)) ?? new Map();
}

function changeStatusAmounts(state: WorkflowState, amounts: StatusAmounts | null): WorkflowState {
  if (state.statusColumn === null) return state;
  const statusAmounts = withEntry(state.statusAmounts, state.statusColumn, amounts);
  return withChoice(state, { statusAmounts, basis: basisFor(amounts) });
}

/** The choice holds for this value column; as a setting it is that of files which name no currency. */
function chooseCurrency(state: WorkflowState, currency: Currency): WorkflowState {
  return withChoice(state, {
    currencies: withEntry(state.currencies, state.valueColumn, currency),
    settings: { ...state.settings, currency },
  });
}

/** Other rows name other currencies then, so that the choice among them is open again. */
function chooseCurrencyColumn(state: WorkflowState, column: number | null): WorkflowState {
  const { valueColumn } = state;
  if (valueColumn === null) return state;
  return withChoice(state, {
    // Null is a choice here: no column.
    currencyColumns: new Map([...state.currencyColumns, [valueColumn, column]]),
    currencies: withEntry(state.currencies, valueColumn, null),
  });
}

function hideColumns(state: WorkflowState, columns: readonly number[], isHidden: boolean): WorkflowState {
  const others = [...state.hiddenColumns].filter((column) => !columns.includes(column));
  return { ...state, hiddenColumns: new Set(isHidden ? [...others, ...columns] : others) };
}

function replaceMapping(state: WorkflowState, column: number, mapping: Mapping): WorkflowState {
  return withChoice(state, { mappings: withEntry(state.mappings, column, mapping.size ? mapping : null) });
}

/** A replacement that is blank or equals the value removes the mapping. */
function mapValues(
  state: WorkflowState,
  event: Extract<WorkflowEvent, { type: 'valuesMapped' }>,
): WorkflowState {
  const mapping = new Map(state.mappings.get(event.column));
  const isEmpty = event.replacement.trim() === '';
  for (const value of event.values) {
    if (isEmpty || event.replacement === value) mapping.delete(value);
    else mapping.set(value, event.replacement);
  }
  return replaceMapping(state, event.column, mapping);
}

function withEntry<K, V>(map: ReadonlyMap<K, V>, key: K, value: V | null): ReadonlyMap<K, V> {
  const next = new Map(map);
  if (value === null) next.delete(key);
  else next.set(key, value);
  return next;
}

/** A changed choice makes the results outdated. */
function withChoice(state: WorkflowState, choice: Partial<WorkflowState>): WorkflowState {
  const { reuse } = state;
  return {
    ...state,
    ...choice,
    hasResults: false,
    reuse: reuse?.kind === 'used' ? { ...reuse, before: null } : reuse,
  };
}

/** Takes over the settings of an earlier analysis. Names that the visitor has given in this file stay in other columns. */
function reuseSettings(
  state: WorkflowState,
  { name, notes, choices, settings }: FittedSettings,
): WorkflowState {
  const { file, ...before } = state;
  const chosen = choicesOf({ readOptions: state.readOptions, choices, settings, save: NOT_SAVED });
  return {
    ...chosen,
    file,
    openedAt: state.openedAt,
    hiddenColumns: state.hiddenColumns,
    mappings: new Map([...state.mappings, ...chosen.mappings]),
    // A file with dates has a column of them chosen from the start.
    dateFilter: chosen.dateFilter.dateColumn === null ? state.dateFilter : chosen.dateFilter,
    reuse: { kind: 'used', name, notes, before },
  };
}

/** The value column, and what the visitor said of its currency. */
function unpackCurrency({
  worth,
  currency,
}: SavedChoices): Pick<WorkflowState, 'valueColumn' | 'currencies' | 'currencyColumns'> {
  const valueColumn = worth?.kind === 'column' ? worth.column : null;
  const { code = currency, column } = (worth?.kind === 'column' && worth.currency) || {};
  return {
    valueColumn,
    currencies: new Map(code && [[valueColumn, code]]),
    currencyColumns: new Map(valueColumn !== null && column !== undefined ? [[valueColumn, column]] : []),
  };
}

/** The wizard's choices for a saved analysis. */
export function choicesOf({ readOptions, choices, settings, save }: Omit<SavedWork, 'file'>): Choices {
  const { file: _, ...initial } = initialState(settings);
  const { statusColumn, attributeColumns, qualified, ranges, mappings, worth, basis } = choices;
  const { leftOutStatuses = NOTHING, dates = initial.dates, dateFilter = NO_DATES } = choices;
  return {
    ...initial,
    readOptions,
    statusColumn,
    attributeColumns: Array.from({ length: MAX_ATTRIBUTES }, (__, slot) => attributeColumns[slot] ?? null),
    qualified: new Map([[statusColumn, qualified]]),
    leftOutStatuses: leftOutStatuses.size > 0 ? new Map([[statusColumn, leftOutStatuses]]) : new Map(),
    dates,
    dateFilter,
    ranges,
    numberFormats: choices.numberFormats ?? initial.numberFormats,
    mappings,
    ...unpackCurrency(choices),
    statusAmounts:
      worth?.kind === 'per-status' ? new Map([[statusColumn, worth.amounts]]) : initial.statusAmounts,
    basis: basis ?? initial.basis,
    apply: { ...initial.apply, conversionAction: choices.conversionAction ?? null },
    save,
  };
}
