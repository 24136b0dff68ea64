import type { OpenedFile } from '#frontend/counting/file-facts.ts';
import type { Choices, GuessedPart, StatusAmounts } from '#frontend/choices/choices.ts';
import type { Range, RangeOrigin } from '#frontend/analysis/counts/binning.ts';
import { isOpenStatus } from '#frontend/analysis/columns/statuses.ts';
import type { LeadFilter, Mapping, Basis } from '#frontend/analysis/counts/mapping.ts';
import type { Currency } from '#contract/currencies.ts';
import { NOT_SAVED } from '#frontend/features/results/save-state.ts';
import { DEFAULT_QUALIFIED, qualifiedValues } from '#frontend/choices/qualified.ts';
import { hasColumns } from './workflow-selectors.ts';
import {
  isOpen,
  reduceStart,
  type KeptWork,
  type MadeChange,
  type TakenAmounts,
  type WizardState,
  type WorkEvent,
  type WorkflowEvent,
  type WorkflowState,
} from './workflow-state.ts';

type EventOf<Type extends WorkflowEvent['type']> = Extract<WorkflowEvent, { type: Type }>;

const NOTHING: ReadonlySet<string> = new Set();

/** A new work with these choices. */
export const beginWork = (
  choices: Choices,
  { openedAt = 0, readOptions = {}, save = NOT_SAVED, definitions = NOTHING }: Partial<KeptWork> = {},
): KeptWork => ({ ...choices, openedAt, readOptions, save, definitions, hasResults: false, reuse: null });

/** The pure function that changes the state of the wizard. While results are shown, `reduceResults` wraps it. */
export function reduceWorkflow(state: WizardState, event: WorkflowEvent): WizardState {
  switch (event.type) {
    case 'fileOpened':
      return openFile(state, event);
    case 'restored':
      return withFile(event.choices, event.file);
    case 'defaultsChanged':
    case 'startedOver':
      return reduceStart(state, event);
    default:
      return isOpen(state) ? reduceWork(state, event) : state;
  }
}

/** Changes the work on an open file. */
export function reduceWork(state: WorkflowState, event: WorkEvent): WorkflowState {
  return keepOneChoice(state, reduceEvent(state, event));
}

/**
 * Open leads count by their chance, or are left out by their status or age, and never both: the later choice ends the earlier one.
 */
function keepOneChoice(before: WorkflowState, next: WorkflowState): WorkflowState {
  const { openByChance, ...stages } = next.stages;
  if (!openByChance || !leavesOutOpen(next)) return next;
  if (before.stages.openByChance) return { ...next, stages };
  const counted = [...leftOutOf(next)].filter(isOpenStatus);
  return {
    ...changeStatuses(next, 'leftOutStatuses', { values: counted, areIn: false }),
    dateFilter: { ...next.dateFilter, youngerThanDays: null },
  };
}

const leavesOutOpen = (state: WorkflowState) =>
  state.dateFilter.youngerThanDays !== null || [...leftOutOf(state)].some(isOpenStatus);

const leftOutOf = ({ statusColumn, leftOutStatuses }: WorkflowState) =>
  (statusColumn === null ? undefined : leftOutStatuses.get(statusColumn)) ?? NOTHING;

function reduceEvent(state: WorkflowState, event: WorkEvent): WorkflowState {
  switch (event.type) {
    case 'fileReread':
      return rereadFile(state, event);
    case 'analysed':
      return { ...state, hasResults: true, definitions: withDefinition(state) };
    case 'chosen':
      return choose(state, event);
    case 'statusChosen':
      return chooseStatus(state, event.column);
    case 'guessesConfirmed':
      return {
        ...state,
        isStatusGuessed: state.isStatusGuessed && !event.parts.includes('status'),
        guessed: withoutGuesses(state, ...event.parts),
      };
    case 'attributeChosen':
      return withChoice(state, {
        attributeColumns: state.attributeColumns.with(event.slot, event.column),
        guessed: withoutGuesses(state, 'columns'),
      });
    case 'suggestionsAccepted':
      return state.openedAt === event.openedAt ? takeFound(state, event) : state;
    case 'rangesChanged':
      return withChoice(state, changedRanges(state, event));
    case 'numberFormatChosen':
      return withChoice(state, {
        numberFormats: withEntry(state.numberFormats, event.column, event.format),
        ...(event.ranges !== undefined &&
          changedRanges(state, { column: event.column, ranges: event.ranges, by: null })),
      });
    case 'columnsHidden':
      return hideColumns(state, event.columns, event.isHidden);
    case 'convertedReplaced':
      return replaceConverted(state, event.values);
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
      return withChoice(state, {
        ...(event.column !== state.valueColumn && withOwnValue(state)),
        valueColumn: event.column,
        basis: basisFor(event.column),
        guessed: withoutGuesses(state, 'amounts'),
      });
    case 'currencyChosen':
      return chooseCurrency(state, event.currency);
    case 'currencyColumnChosen':
      return chooseCurrencyColumn(state, event.column);
    case 'statusAmountsSwitched':
      return changeStatusAmounts(state, event.isOn ? new Map() : null);
    case 'statusAmountTyped':
      return changeStatusAmounts(state, withEntry(statusAmountsIn(state), event.status, event.amount));
    case 'saveChanged':
      // A save may end after another file was opened, or after the file was read again with other rows.
      return state.file?.number === event.fileNumber ? { ...state, save: event.save } : state;
    case 'settingsReused':
      // The settings may arrive after another file was opened.
      return state.openedAt === event.openedAt ? reuseSettings(state, event) : state;
    case 'reuseUndone':
      return undoReuse(state, event);
    case 'reuseDismissed':
      return { ...state, reuse: { kind: 'dismissed' } };
    case 'undone':
      return state.file?.number === event.fileNumber
        ? event.changes.reduceRight(takeBack, withChoice(state, {}))
        : state;
  }
}

/** Changes the state while the results are shown. A name that arrives late is already part of them. Undone columns end them. */
export function reduceResults(state: WizardState, event: WorkflowEvent): WizardState {
  const next = reduceWorkflow(state, event);
  if (!isOpen(state) || !isOpen(next)) return next;
  const keepsResults = state.hasResults && !next.hasResults && next.openedAt === state.openedAt;
  return keepsResults && hasColumns(next) ? reduceWork(next, { type: 'analysed' }) : next;
}

const withFile = (work: KeptWork, file: OpenedFile | null): WorkflowState => ({ ...work, file });

function openFile(
  state: WizardState,
  { file, empty, ...opened }: Omit<EventOf<'fileOpened'>, 'type'>,
): WorkflowState {
  const choices = {
    ...empty,
    settings: isOpen(state) ? withOwnValue(state).settings : state.settings,
    statusColumn: file.guessedStatusColumn,
    isStatusGuessed: file.guessedStatusColumn !== null,
    dateFilter: { ...empty.dateFilter, dateColumn: file.dateColumns[0] ?? null },
  };
  return withFile(beginWork(choices, opened), file);
}

/**
 * A file that is read again with other options keeps the choices if its columns are the same, or if only columns of yes and no come or
 * go behind them and none of these is chosen. Its rows may differ, so the work no longer counts as saved.
 */
function rereadFile(state: WorkflowState, event: EventOf<'fileReread'>): WorkflowState {
  const { file, readOptions, empty } = event;
  const before = state.file?.headers ?? [];
  const isOfChoices = readOptions.choiceColumns !== state.readOptions.choiceColumns;
  const length = isOfChoices ? Math.min(before.length, file.headers.length) : before.length;
  const isSame =
    (isOfChoices || length === file.headers.length) &&
    before.slice(0, length).every((name, column) => name === file.headers[column]) &&
    !usesColumnFrom(state, length);
  return isSame
    ? withChoice(state, { file, readOptions, reading: empty.reading, save: NOT_SAVED })
    : openFile(state, { file, readOptions, empty, openedAt: state.openedAt });
}

/** Whether a choice is about a column from this one on. */
function usesColumnFrom(state: WorkflowState, first: number): boolean {
  const { ranges, rangeOrigins, mappings, numberFormats, dates } = state;
  const columns = [
    state.statusColumn,
    ...state.attributeColumns,
    ...state.hiddenColumns,
    ...[ranges, rangeOrigins, mappings, numberFormats, dates].flatMap((choices) => [...choices.keys()]),
  ];
  return columns.some((column) => column !== null && column >= first);
}

/** The mean deal belongs to a column of a file. After it the conversion value is that of the visitor again. */
function withOwnValue({
  settings,
  ownConversionValue: own,
}: WorkflowState): Pick<WorkflowState, 'settings' | 'ownConversionValue'> {
  return {
    settings: own === undefined ? settings : { ...settings, conversionValue: own },
    ownConversionValue: undefined,
  };
}

function choose(state: WorkflowState, { choices, keepsResults }: EventOf<'chosen'>): WorkflowState {
  const value = choices.settings?.conversionValue ?? state.settings.conversionValue;
  const chosen =
    value === state.settings.conversionValue ? choices : { ...choices, ownConversionValue: undefined };
  return keepsResults ? { ...state, ...chosen } : withChoice(state, chosen);
}

function withDefinition(state: WorkflowState): ReadonlySet<string> {
  return new Set(state.definitions).add(
    JSON.stringify([state.statusColumn, ...[...qualifiedValues(state)].sort()]),
  );
}

/** Chooses the status column. Choosing the guessed column again confirms it. */
function chooseStatus(state: WorkflowState, column: number): WorkflowState {
  const { plan: _, ...stages } = state.stages;
  return column === state.statusColumn
    ? { ...state, isStatusGuessed: false }
    : withChoice(state, { isStatusGuessed: false, statusColumn: column, stages });
}

function changedRanges(
  state: WorkflowState,
  { column, ranges, by }: { column: number; ranges: readonly Range[] | null; by?: RangeOrigin | null },
): Partial<WorkflowState> {
  return {
    ranges: withEntry(state.ranges, column, ranges),
    ...(by !== undefined && { rangeOrigins: withEntry(state.rangeOrigins, column, by) }),
  };
}

/** Ranges, parts of dates and amounts that the visitor has chosen stay. */
function takeFound(state: WorkflowState, event: EventOf<'suggestionsAccepted'>): WorkflowState {
  const { columns, isOneMore, converted, amounts, leads } = event;
  const taken = withChoice(state, {
    attributeColumns: isOneMore
      ? columns.reduce(addAttribute, state.attributeColumns)
      : state.attributeColumns.map((_, slot) => columns[slot] ?? null),
    ranges: new Map([...event.ranges, ...[...state.ranges].filter(([, { length }]) => length > 0)]),
    dates: new Map([...event.dates, ...state.dates]),
  });
  if (!converted || converted.statusColumn !== state.statusColumn) return taken;
  const takesAmounts = amounts !== undefined && hasNoAmounts(state);
  const next = replaceConverted(takesAmounts ? takeAmounts(taken, amounts) : taken, converted.values);
  return {
    ...(leads ? takeLeads(next, leads) : next),
    guessed: new Set([
      ...(converted.isGuessed ? (['converted'] as const) : []),
      'columns',
      ...(takesAmounts ? (['amounts'] as const) : []),
    ]),
  };
}

function takeLeads(state: WorkflowState, { leftOutStatuses, ...dateFilter }: LeadFilter): WorkflowState {
  return dateFilter.dateColumn === null
    ? changeStatuses(state, 'leftOutStatuses', { values: [...leftOutStatuses], areIn: true })
    : withChoice(state, { dateFilter });
}

/** Whether the visitor has chosen amounts neither in a column nor per status. */
export function hasNoAmounts(state: WorkflowState): boolean {
  return state.valueColumn === null && statusAmountsIn(state).size === 0;
}

function takeAmounts(
  state: WorkflowState,
  { column, basis, currency, conversionValue }: TakenAmounts,
): WorkflowState {
  return withChoice(state, {
    valueColumn: column,
    basis,
    currencies: currency === null ? state.currencies : withEntry(state.currencies, column, currency),
    ...(basis === 'conversions' && {
      settings: { ...state.settings, conversionValue },
      ownConversionValue: state.ownConversionValue ?? state.settings.conversionValue,
    }),
  });
}

function replaceConverted(state: WorkflowState, values: readonly string[]): WorkflowState {
  const { statusColumn, qualified } = state;
  if (statusColumn === null) return state;
  const none = { ...state, qualified: withEntry(qualified, statusColumn, NOTHING) };
  return changeStatuses(none, 'qualified', { values, areIn: true });
}

/** The attributes with one more column: in the first free slot, or in place of the last column. */
function addAttribute(
  columns: WorkflowState['attributeColumns'],
  column: number,
): WorkflowState['attributeColumns'] {
  if (columns.includes(column)) return columns;
  const free = columns.indexOf(null);
  return columns.with(free === -1 ? columns.length - 1 : free, column);
}

/** Adds statuses to one of the two sets, or removes them. A status that is left out does not count as converted. */
function changeStatuses(
  state: WorkflowState,
  kind: 'qualified' | 'leftOutStatuses',
  { values, areIn }: { values: readonly string[]; areIn: boolean },
): WorkflowState {
  const { statusColumn: column } = state;
  if (column === null) return state;
  const converted = state.qualified.get(column) ?? DEFAULT_QUALIFIED;
  const leftOut = leftOutOf(state);
  const isAbout = (set: typeof kind) => set === kind || areIn;
  const nextLeftOut = withMembers(leftOut, values, areIn && kind === 'leftOutStatuses');
  const nextConverted = withMembers(converted, values, areIn && kind === 'qualified');
  return withChoice(state, {
    ...(isAbout('qualified') && {
      qualified: withEntry(state.qualified, column, nextConverted),
      guessed: withoutGuesses(state, 'converted'),
    }),
    ...(isAbout('leftOutStatuses') && {
      leftOutStatuses: withEntry(state.leftOutStatuses, column, nextLeftOut.size > 0 ? nextLeftOut : null),
    }),
  });
}

function withoutGuesses({ guessed }: WorkflowState, ...parts: readonly string[]): ReadonlySet<GuessedPart> {
  return new Set([...guessed].filter((part) => !parts.includes(part)));
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

/** The first basis of the results: by value once the visitor has chosen amounts. */
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

/** Chooses the currency of this value column. It also becomes the setting, for files that name no currency. */
function chooseCurrency(state: WorkflowState, currency: Currency): WorkflowState {
  return withChoice(state, {
    currencies: withEntry(state.currencies, state.valueColumn, currency),
    settings: { ...state.settings, currency },
  });
}

/** Chooses the column of currencies. It may name other currencies, so the choice of one is open again. */
function chooseCurrencyColumn(state: WorkflowState, column: number | null): WorkflowState {
  const { valueColumn } = state;
  if (valueColumn === null) return state;
  return withChoice(state, {
    // Null is the choice of no column.
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

/** Maps values to a replacement. A blank replacement, or the value itself, removes the mapping. */
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

/** The work without a change. Whether results are shown is no choice. */
const takeBack = (state: WorkflowState, { before, after }: MadeChange) =>
  withoutChange(state, { ...before, hasResults: after.hasResults }, after, NOTHING) as WorkflowState; // of the same kind

/**
 * A part of the work without a change. In objects, maps and sets only what the change has changed goes back, and a name that was given since
 * stays. `none`: the members of a set that is absent.
 */
function withoutChange(now: unknown, before: unknown, after: unknown, none: ReadonlySet<string>): unknown {
  const parts = [now, before, after];
  const group = parts.find((part) => part instanceof Map || part instanceof Set);
  if (!group && !parts.every(isObject)) return before;
  const [next, was, became] = [entriesOf(now ?? none), entriesOf(before ?? none), entriesOf(after ?? none)];
  for (const key of new Map([...was, ...became]).keys()) {
    const [present, earlier, later] = [next.get(key), was.get(key), became.get(key)];
    if (earlier === later || (group && typeof present === 'string' && present !== later)) continue;
    const back = withoutChange(present, earlier, later, key === 'qualified' ? DEFAULT_QUALIFIED : none);
    if (back === undefined) next.delete(key);
    else next.set(key, back);
  }
  if (!group) return Object.fromEntries(next);
  const members = new Set(next.keys());
  if (before === undefined && members.size === none.size && [...none].every((member) => members.has(member)))
    return undefined;
  return group instanceof Set ? members : next;
}

const isObject = (part: unknown) => Object.prototype.toString.call(part) === '[object Object]';

/** The entries of an object or a map; the members of a set as keys. */
function entriesOf(part: unknown): Map<unknown, unknown> {
  if (part instanceof Map) return new Map(part);
  return new Map(
    part instanceof Set ? [...part].map((member) => [member, true]) : Object.entries(part as object),
  ); // no other part gets here
}

/** Uses the settings of an earlier analysis. In columns that they do not name, the names that the visitor has given stay. */
function reuseSettings(
  state: WorkflowState,
  { name, notes, choices, earlier, before: reread }: EventOf<'settingsReused'>,
): WorkflowState {
  const { file, ...before } = state;
  const { openedAt, readOptions, definitions } = state;
  const chosen = {
    ...choices,
    hiddenColumns: state.hiddenColumns,
    reading: { ...state.reading, ...choices.reading },
    mappings: new Map([...state.mappings, ...choices.mappings]),
    // In a file with dates, a column of dates is chosen from the start.
    dateFilter: choices.dateFilter.dateColumn === null ? state.dateFilter : choices.dateFilter,
  };
  const work = beginWork(chosen, { openedAt, readOptions, definitions });
  return { ...withFile(work, file), reuse: { kind: 'used', name, notes, before: reread ?? before, earlier } };
}

function undoReuse(state: WorkflowState, { before: reread }: EventOf<'reuseUndone'>): WorkflowState {
  const before = reread ?? (state.reuse?.kind === 'used' ? state.reuse.before : null);
  return before?.openedAt === state.openedAt
    ? { ...withFile(before, state.file), definitions: state.definitions }
    : state;
}
