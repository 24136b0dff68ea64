import type { Currency } from '#contract/currencies.ts';
import type { FileCurrency, SettledCurrency } from '#frontend/analysis/counts/amount-currency.ts';
import type { CheckedPart, UnseenCheck } from '#frontend/analysis/check/check-unseen.ts';
import type { FittedTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import type { ConversionAction } from '#frontend/analysis/judge/base-value.ts';
import type { Range } from '#frontend/analysis/counts/binning.ts';
import type { DateNaming } from '#frontend/analysis/columns/dates.ts';
import type { DateFilter } from '#frontend/analysis/counts/lead-filter.ts';
import type { Mapping } from '#frontend/analysis/counts/mapping.ts';
import type { NumberFormat } from '#frontend/analysis/columns/number-format.ts';
import type { Measurement } from '#frontend/analysis/counts/measurement.ts';
import type { ApplyChoices } from '#frontend/analysis/platforms/apply-choices.ts';
import type { PlanChoices } from '#frontend/analysis/platforms/candidates.ts';
import type { PlatformPlans } from '#frontend/analysis/platforms/plan.ts';
import type { Settings } from '#frontend/analysis/judge/settings.ts';
import type { Basis, Worth } from '#frontend/analysis/counts/worth.ts';
import type { ReadOptions } from '#frontend/csv/read-csv.ts';
import type { Hooks } from './client.ts';
import type { ExportedDataset } from './export-dataset.ts';
import type { LeadFiles } from './lead-files.ts';

/** The choices of a saved analysis, columns by index. */
export interface SavedChoices {
  statusColumn: number;
  /** 1 to 3, in the order in which they were chosen. */
  attributeColumns: readonly number[];
  qualified: ReadonlySet<string>;
  ranges: ReadonlyMap<number, readonly Range[]>;
  /** How columns write their numbers, where it was chosen. */
  numberFormats?: ReadonlyMap<number, NumberFormat>;
  mappings: ReadonlyMap<number, Mapping>;
  /** What leads are worth, and which figures were shown. */
  worth?: Worth | null;
  basis?: Basis;
  /** The currency that the visitor chose by hand for what leads are worth; absent where no choice was made. */
  currency?: Currency;
  /** What the conversion action counts; null or absent until it is answered. */
  conversionAction?: ConversionAction | null;
  /** Absent in analyses of earlier releases, as are the next two. */
  leftOutStatuses?: ReadonlySet<string>;
  dates?: ReadonlyMap<number, DateNaming>;
  dateFilter?: DateFilter;
}

/** The saved analysis of a work. */
export interface SavedAs {
  id: string;
  /** What it holds. */
  content: string;
  /** True once it was found deleted. */
  isGone: boolean;
  /** The version that was saved or opened here, and its time in ISO 8601. Absent in drafts of an earlier release. */
  version?: number;
  updatedAt?: string;
}

/** What became of the wish to save a work. It is kept with the work. */
export interface SaveState {
  saved: SavedAs | null;
  /** A save that has not succeeded yet: the same content is sent again with the same key, so it is saved once. */
  attempt: { key: string; content: string } | null;
}

export const NOT_SAVED: SaveState = { saved: null, attempt: null };

/** A saved analysis as the wizard opens it again. */
export interface SavedWork {
  file: File;
  readOptions: ReadOptions;
  choices: SavedChoices;
  settings: Settings;
  save: SaveState;
}

/** The settings of an earlier analysis, kept for the next file. */
export interface KeptSettings {
  /** The name of the analysis or of its file. */
  name: string;
  /** The headers of the columns that `choices` and `known` name by index. */
  headers: readonly string[];
  choices: SavedChoices;
  settings: Settings;
  /** The values that a column had, after renaming. A column of ranges or dates, or of very many values, has no entry. */
  known: ReadonlyMap<number, ReadonlySet<string>>;
}

/** A column with more values has none named as missing or new. */
export const MAX_KNOWN_VALUES = 1000;

/** The entry of a column in `known`; none where it had very many values. */
export function knownValues(
  column: number,
  values: readonly string[],
): [column: number, values: ReadonlySet<string>][] {
  return values.length > MAX_KNOWN_VALUES ? [] : [[column, new Set(values)]];
}

/** Settings that fit a file, not fetched yet. */
export interface SettingsOffer {
  name: string;
  /** Null if the settings cannot be read. Rejects without an answer. */
  load(): Promise<KeptSettings | null>;
}

/** Finds the newest saved analysis whose columns the headers setLoaded; null without one. */
export type FindSettings = (headers: readonly string[]) => Promise<SettingsOffer | null>;

/** The wizard's work as it is saved. */
export interface WorkToSave {
  /** Identifies the work: the time at which its file was opened. */
  openedAt: number;
  save: SaveState;
  onSaveChange(save: SaveState): void;
  measurement: Measurement;
  /** Null or absent until they are counted. */
  combinations?: FittedTally | null;
  settings: Settings;
  context: AnalysisContext;
  /** All values of the status column, '' for a blank. */
  listStatusValues(): Promise<readonly string[]>;
  /** The rows of the open file, ready to be sent. */
  exportDataset(): Promise<ExportedDataset>;
  /** Stores all choices in this browser; to be called before the visitor leaves the page. */
  keepDraft(): Promise<void>;
}

/** What the results show. The wizard, a saved analysis and a read-only link each have it, and the page passes it on. */
export interface ShownWork {
  measurement: Measurement;
  context: AnalysisContext;
  settings: Settings;
  /** Absent where the figures stay as they were stored. */
  onSettingsChange?(settings: Settings): void;
  /** The leads of each combination of values by this basis; null until they are counted, absent where they never are. */
  combinations?: FittedTally | null;
  /** Checks the rules on leads that they were not learned from. Another plan gives another function. */
  checkUnseen?: AskCheck;
  /** The choices for the ad platforms, and their plans. Another plan gives another function to ask. */
  apply?: ApplySource;
  /** Makes files of the leads. */
  leadFiles?: LeadFiles;
  /** The figures that are shown; those of conversions by default. */
  basis?: Basis;
  onBasisChange?(basis: Basis): void;
  /** The currency of the amounts in a column, and where it comes from; null or absent without such a column. */
  amountCurrency?: SettledCurrency | null;
  /** Where the currency of a typed conversion value comes from; null or absent where it is chosen. */
  fileCurrency?: FileCurrency | null;
}

export type AskCheck = (
  settings: Settings,
  hooks: Hooks<'checkUnseen'>,
  part?: CheckedPart,
) => Promise<UnseenCheck>;

export type AskPlans = (thresholdPercent: number, choices: PlanChoices) => Promise<PlatformPlans>;

export interface ApplySource {
  choices: ApplyChoices;
  onChange(choices: ApplyChoices): void;
  ask: AskPlans;
}
