import type { Configuration, StoredReading, StoredStages } from '#contract/configuration.ts';
import type { Currency } from '#contract/currencies.ts';
import type { DateNaming } from '#frontend/analysis/columns/dates.ts';
import type { NumberFormat } from '#frontend/analysis/columns/number-format.ts';
import type { AnalysisContext, ConversionAction } from '#frontend/analysis/counts/analysis-context.ts';
import type { Range, RangeOrigin } from '#frontend/analysis/counts/binning.ts';
import type { DateFilter, Mapping, Basis, Worth } from '#frontend/analysis/counts/mapping.ts';
import type { Settings } from '#frontend/analysis/judge/settings.ts';
import type { ApplyChoices } from '#frontend/analysis/platforms/apply-choices.ts';
import type { ConditionKind } from '#contract/platforms.ts';

/**
 * All choices of the visitor for a file, and nothing that can be computed from them. Columns are indices. The choices for a
 * column stay when another column is chosen, so that coming back to it loses nothing.
 */
export interface Choices
  extends
    ColumnChoices,
    SettingsChoice,
    AmountChoices,
    AttributeChoices,
    PlatformChoices,
    LeadChoices,
    ReadingChoice,
    StagesChoice {}

/** The choices for the columns of one analysis, as kept settings and reopened analyses have them. */
export interface SavedChoices
  extends
    SavedColumns,
    SavedAmounts,
    SavedAttributes,
    SavedPlatforms,
    SavedLeads,
    SavedReading,
    SavedStages {}

/** The same with columns by name: what exports state, and what is saved besides. */
export interface NamedChoices
  extends
    Pick<AnalysisContext, 'fileName'>,
    NamedColumns,
    NamedAmounts,
    NamedAttributes,
    NamedPlatforms,
    NamedLeads,
    SavedReading,
    SavedStages {}

/** A choice that was proposed and accepted in one click, and that the visitor has neither confirmed nor changed. */
export type GuessedPart = 'converted' | 'columns' | 'amounts';

export interface ColumnChoices {
  statusColumn: number | null;
  /** True until the visitor has confirmed or changed the guessed status column. */
  isStatusGuessed: boolean;
  guessed: ReadonlySet<GuessedPart>;
  /** The column of each slot; null for an empty one. */
  attributeColumns: readonly (number | null)[];
  /** The converted values by status column; a column without an entry has `DEFAULT_QUALIFIED`. */
  qualified: ReadonlyMap<number, ReadonlySet<string>>;
  /** Columns that the dropdowns of attributes leave out. */
  hiddenColumns: ReadonlySet<number>;
}

export interface SavedColumns {
  statusColumn: number;
  /** One to three columns in the order of their slots. */
  attributeColumns: readonly number[];
  qualified: ReadonlySet<string>;
}

type NamedColumns = Pick<AnalysisContext, 'statusColumn' | 'qualifiedValues'>;

export interface SettingsChoice {
  settings: Settings;
}

/** The amount of a lead of each status; '(Blank)' for a blank one. A status without an entry is worth 0. */
export type StatusAmounts = ReadonlyMap<string, number>;

export interface AmountChoices {
  /** The column with the amounts of converted leads. */
  valueColumn: number | null;
  /** The currency that the visitor chose, by value column; the key null stands for analyses without one. */
  currencies: ReadonlyMap<number | null, Currency>;
  /** The column that names the currency of each row, if the visitor chose it, by value column. Null: none. */
  currencyColumns: ReadonlyMap<number, number | null>;
  /** The amounts of statuses, by status column; a column without an entry has no amounts. */
  statusAmounts: ReadonlyMap<number, StatusAmounts>;
  /** The results show these figures if leads have amounts. */
  basis: Basis;
}

export interface SavedAmounts {
  /** The amounts of leads, and the figures that were shown. */
  worth?: Worth | null;
  basis?: Basis;
  /** The currency of the amounts that the visitor chose; absent without a choice. */
  currency?: Currency;
}

type NamedAmounts = Pick<AnalysisContext, 'worth' | 'basis'>;

/** The choices for one column. */
export interface ColumnValues {
  ranges: readonly Range[];
  /** Columns without an entry have ranges that the outcome did not choose. */
  rangeOrigins: RangeOrigin;
  mappings: Mapping;
  /** The number format that the visitor chose for the column; without one the file's own format is found. */
  numberFormats: NumberFormat;
  /** The part of a date, such as the weekday, that stands for each date. */
  dates: DateNaming;
}

/** The choices of attributes, by column. */
export type AttributeChoices = { [Name in keyof ColumnValues]: ReadonlyMap<number, ColumnValues[Name]> };

/** Analyses of earlier releases have no number formats, no dates and no origins of ranges. */
type SavedAttributes = Pick<AttributeChoices, 'ranges' | 'mappings'> & Partial<AttributeChoices>;

type NamedAttributes = Pick<AnalysisContext, 'attributes'>;

export interface LeadChoices {
  /** The statuses that are left out of all figures, by status column. None of them counts as converted. */
  leftOutStatuses: ReadonlyMap<number, ReadonlySet<string>>;
  dateFilter: DateFilter;
}

/** Absent in analyses of earlier releases. */
export interface SavedLeads {
  leftOutStatuses?: ReadonlySet<string>;
  dateFilter?: DateFilter;
}

type NamedLeads = Pick<AnalysisContext, 'leads'>;

export interface PlatformChoices {
  /** The kind of condition that ad platforms have for a column. Columns without an entry use the guess. */
  conditionKinds: ReadonlyMap<number, ConditionKind>;
  apply: Omit<ApplyChoices, 'kinds'>;
}

/** The answers in 'Apply'. An answer that the visitor has not given is absent; analyses of earlier releases have only the first. */
export type ApplyAnswers = Pick<
  Configuration,
  'conversionAction' | 'includesTests' | 'isSpecialOffer' | 'isRescaled'
>;

export interface SavedPlatforms extends Omit<ApplyAnswers, 'conversionAction'> {
  /** The leads that the conversion action counts; null or absent until the visitor answers. */
  conversionAction?: ConversionAction | null;
  /** The kinds that the visitor chose for the attributes. */
  conditionKinds?: PlatformChoices['conditionKinds'];
}

/** Kinds are by header. Exports state the conversion action only. */
export interface NamedPlatforms extends ApplyAnswers {
  conditionKinds?: ReadonlyMap<string, ConditionKind>;
}

export interface ReadingChoice {
  reading: StoredReading;
}

/** Absent in analyses of earlier releases, and where nothing was chosen. */
export type SavedReading = Partial<ReadingChoice>;

export interface StagesChoice {
  /** About stages and deals. A choice that was not made is absent. */
  stages: StoredStages;
}

/** Absent in analyses of earlier releases, and where nothing was chosen. */
export type SavedStages = Partial<StagesChoice>;
