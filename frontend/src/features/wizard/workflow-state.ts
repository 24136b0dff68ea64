import type { Currency } from '#contract/currencies.ts';
import type { Settings } from '#frontend/analysis/judge/analyse.ts';
import type { Range, RangeOrigin } from '#frontend/analysis/counts/binning.ts';
import type { DateNaming } from '#frontend/analysis/columns/dates.ts';
import type { DateFilter, LeadFilter, Mapping, Basis } from '#frontend/analysis/counts/mapping.ts';
import type { NumberFormat } from '#frontend/analysis/columns/number-format.ts';
import type { Choices, GuessedPart } from '#frontend/choices/choices.ts';
import type { ReuseNote } from '#frontend/choices/choice.ts';
import type { EarlierFigures } from '#frontend/choices/earlier-figures.ts';
import type { SaveState } from '#frontend/features/results/save-state.ts';
import type { OpenOptions } from '#frontend/counting/leave-out.ts';
import type { OpenedFile } from '#frontend/counting/file-facts.ts';

export type AttributeSlot = 0 | 1 | 2;

/** The state before a file is open. It has no choices, since the first page does not include their code. */
export interface WizardState {
  file: OpenedFile | null;
  /** The time at which the file was opened. It identifies this work among earlier work in the tab. 0 without a file. */
  openedAt: number;
  readOptions: OpenOptions;
  settings: Settings;
}

/** The open file, and the choices for it. */
export interface WorkflowState extends WizardState, Choices {
  /** True from 'Analyze' until a choice changes the results. */
  hasResults: boolean;
  /** The definitions of converted that have been analysed, each once: with every one, chance has another try. */
  definitions: ReadonlySet<string>;
  /** The conversion value of the visitor while that of the settings is the mean deal of a proposal; absent otherwise. */
  ownConversionValue?: number | undefined;
  save: SaveState;
  /** The visitor's answer to the offer of earlier settings; null without one. */
  reuse: Reuse | null;
}

/** Whether a file is open. An open file always has choices, since both come into the state together. */
export const isOpen = (state: WizardState): state is WorkflowState => state.file !== null;

/** The settings of an earlier analysis in this work. */
export type Reuse =
  | { kind: 'dismissed' }
  | {
      kind: 'used';
      /** The name of the earlier analysis. */
      name: string;
      notes: readonly ReuseNote[];
      /** The work before the settings were used, for 'Undo'; null once the visitor has changed a choice. */
      before: KeptWork | null;
      /** The figures of the earlier analysis, to compare with; absent where none are known. */
      earlier?: EarlierFigures | undefined;
    };

/** The state without the file. Drafts and saved analyses restore it. */
export type KeptWork = Omit<WorkflowState, 'file'>;

/** Events of the wizard before and after a file is open. */
type FileEvent =
  /** `empty` are the choices before the visitor makes any. */
  | { type: 'fileOpened'; file: OpenedFile; readOptions: OpenOptions; openedAt: number; empty: Choices }
  | { type: 'restored'; file: OpenedFile; choices: KeptWork }
  | StartEvent;

/** Events before a file is open. */
type StartEvent =
  | { type: 'defaultsChanged'; from: Settings; to: Settings }
  | { type: 'startedOver'; settings: Settings };

/** Events of an open file. */
export type WorkEvent =
  | { type: 'fileReread'; file: OpenedFile; readOptions: OpenOptions; empty: Choices }
  | { type: 'analysed' }
  /** Choices on which no other choice depends. `keepsResults`: the shown figures are still those of the choices. */
  | { type: 'chosen'; choices: Partial<Choices>; keepsResults?: boolean }
  | { type: 'statusChosen'; column: number }
  /** The visitor confirms guessed choices. */
  | { type: 'guessesConfirmed'; parts: readonly (GuessedPart | 'status')[] }
  | { type: 'attributeChosen'; slot: AttributeSlot; column: number | null }
  /** Columns of the search become the attributes; `isOneMore`: they are added to them. */
  | ({
      type: 'suggestionsAccepted';
      isOneMore?: boolean;
      converted?: ConvertedEnd;
      amounts?: TakenAmounts;
      /** The leads that count. */
      leads?: LeadFilter;
    } & TakenColumns)
  /** Without ranges, the column has single numbers. `by`: how they were found; absent where found ones are edited. */
  | { type: 'rangesChanged'; column: number; ranges: readonly Range[]; by?: RangeOrigin | null }
  /** `ranges`: those of the same numbers in another format; absent if the numbers stay the same. */
  | { type: 'numberFormatChosen'; column: number; format: NumberFormat; ranges?: readonly Range[] | null }
  | { type: 'columnsHidden'; columns: readonly number[]; isHidden: boolean }
  /** These values of the status column count as converted, and no others. */
  | { type: 'convertedReplaced'; values: readonly string[] }
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
  | { type: 'saveChanged'; fileNumber: number; save: SaveState }
  /** `before`: the work before the file was read again for the settings; absent where it was not. */
  | {
      type: 'settingsReused';
      openedAt: number;
      name: string;
      notes: readonly ReuseNote[];
      choices: Choices;
      before?: KeptWork;
      earlier?: EarlierFigures | undefined;
    }
  /** `before`: the work to which the file, read again, belongs. */
  | { type: 'reuseUndone'; before?: KeptWork }
  | { type: 'reuseDismissed' }
  /** `changes`: the work before and after each change that is taken back, maybe after another file was opened. */
  | { type: 'undone'; fileNumber: number; changes: readonly MadeChange[] };

export interface MadeChange {
  before: WorkflowState;
  after: WorkflowState;
}

export type WorkflowEvent = FileEvent | WorkEvent;

/** Columns of the search, with the ranges and parts of dates with which it tried them. */
export interface TakenColumns {
  /** The work that they were found for. They may arrive after another file was opened. */
  openedAt: number;
  columns: readonly number[];
  ranges: ReadonlyMap<number, readonly Range[]>;
  dates: ReadonlyMap<number, DateNaming>;
}

/** The values of the status column that the visitor has confirmed as converted by one click. */
interface ConvertedEnd {
  statusColumn: number;
  values: readonly string[];
  isGuessed: boolean;
}

/** Amounts that the visitor has accepted with the converted values. */
export interface TakenAmounts {
  column: number;
  basis: Basis;
  /** A guessed currency; null where the file names it, or none. */
  currency: Currency | null;
  /** The mean deal, which a conversion is worth by conversions. */
  conversionValue: number;
}

export const initialState = (settings: Settings): WizardState => ({
  file: null,
  openedAt: 0,
  readOptions: {},
  settings,
});

/** The part of the reducer that needs no file. */
export function reduceStart(state: WizardState, event: StartEvent): WizardState {
  if (event.type === 'startedOver') return initialState(event.settings);
  // Once the visitor or a draft has set the settings, they are another object.
  return state.settings === event.from ? { ...state, settings: event.to } : state;
}
