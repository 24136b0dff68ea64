import type { CurrencyFindings, FileCurrency } from '#frontend/analysis/counts/amount-currency.ts';
import type { CheckedPart, UnseenCheck } from '#frontend/analysis/check/check-unseen.ts';
import type { NumericSummary } from '#frontend/analysis/columns/columns.ts';
import type { DateSummary } from '#frontend/analysis/columns/dates.ts';
import type { FittedTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import type { AgeCounts, StrayLeads } from '#frontend/analysis/counts/lead-age.ts';
import type { LeadFilter } from '#frontend/analysis/counts/lead-filter.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import type { PlanChoices } from '#frontend/analysis/platforms/candidates.ts';
import type { PlatformPlans } from '#frontend/analysis/platforms/plan.ts';
import type { NumberFormat } from '#frontend/analysis/columns/number-format.ts';
import type { Settings } from '#frontend/analysis/judge/settings.ts';
import type { IntakeProblem, IntakeReport, ReadProgress } from '#frontend/csv/read-csv.ts';
import type { Result } from '#frontend/csv/result.ts';
import type { ColumnsCheck } from './check-columns.ts';
import type { FileFindings } from './inspect-rows.ts';
import type { LeftOut, OpenOptions } from './leave-out.ts';
import type { SentMeasurement } from './sent-measurement.ts';
import type { ExportedDataset } from './export-dataset.ts';
import type { FileProgress, LeadsFile, LeadsFileQuestion } from './make-leads-file.ts';
import type { UploadFile, UploadQuestion } from './make-upload-file.ts';
import type { UnpackedDataset } from './unpack-dataset.ts';

/** What step 2 shows of a column before it is chosen: up to three distinct sample values, and whether blanks occur. */
export interface ColumnSummary {
  index: number;
  header: string;
  samples: readonly string[];
  hasBlanks: boolean;
  /** True where the first leads have ids or the like: nearly every lead has a value of its own. */
  hasIds: boolean;
  /** True where the first leads have numbers. */
  isNumeric: boolean;
}

/** The small part of an opened file. Its rows stay in the thread. */
export interface OpenedFile {
  /** Names the file in questions about it: the id of the question that opened it. */
  number: number;
  fileName: string;
  sizeBytes: number;
  rowCount: number;
  headers: readonly string[];
  columns: readonly ColumnSummary[];
  /** The first rows, for a look at the file. */
  preview: readonly (readonly string[])[];
  report: IntakeReport;
  /** Leads that the visitor left out; they are in no count. */
  leftOut: LeftOut;
  /** Index of the column that looks like the lead status, or null when none does. */
  guessedStatusColumn: number | null;
  /** The columns whose first values are dates, the likeliest date of the lead first. */
  dateColumns: readonly number[];
  /** The columns that name the currency of each row, the likeliest first. */
  currencyColumns: readonly number[];
  /** The one currency that the file names; null without one, and where it names several. */
  currency: FileCurrency | null;
}

/** Asks how rows name the currency of the amounts in a column. */
export interface CurrencyQuestion {
  column: number;
  /** Null: no column names it. Absent: as found. */
  currencyColumn?: number | null;
}

/** A chosen column: its distinct raw values ('' is a blank) with leads per value. */
export interface ColumnDetail {
  index: number;
  values: readonly string[];
  leads: Uint32Array;
  /** How the column writes its numbers, as chosen or as found. */
  numberFormat: NumberFormat;
  /** Whether its points may separate thousands or decimals ('1.200'). */
  isThousandsAmbiguous: boolean;
  /** The numbers in this way of writing. Null where fewer than 80% of the non-empty values are. */
  numeric: NumericSummary | null;
  /** The ways in which its dates can be read, the likeliest first; empty where it has none. */
  dates: readonly DateSummary[];
  /** In which the file was opened. */
  year: number;
  isMostlyUnique: boolean;
}

/** Asks for the conversions per value of a column. */
export interface ConversionsQuestion {
  column: number;
  statusColumn: number;
  /** Statuses that count as converted, '(Blank)' for blank ones. */
  qualified: ReadonlySet<string>;
}

/** Asks for the ages of the leads that count, young ones included. */
export type AgesQuestion = Pick<Plan, 'statusColumn' | 'qualified'> & { leads: LeadFilter };

export interface FileAges extends AgeCounts {
  /** The newest date of the file, in milliseconds; -Infinity without a date. */
  newest: number;
  /** Of all leads of the file, those that count or not. */
  stray: StrayLeads | null;
}

/** Asks what is left of the rules of a plan on leads that they were not learned from. */
export interface CheckQuestion {
  plan: Plan;
  settings: Settings;
  seed: number;
  /** Absent: random. The latest leads need a plan with a column of dates. */
  part?: CheckedPart;
}

/** Asks which rules of a plan the ad platforms accept, and what those will do. */
export interface PlatformsQuestion {
  plan: Plan;
  thresholdPercent: number;
  choices: PlanChoices;
}

/** How many repeats of a check are done. */
export interface CheckProgress {
  done: number;
  repeats: number;
}

/** The questions that take long: the page sees their progress and may cancel them. */
export interface ProgressOf {
  open: ReadProgress;
  checkUnseen: CheckProgress;
  makeLeadsFile: FileProgress;
  makeUploadFile: FileProgress;
}

/** Every question that the page may ask, with the type of its answer. */
export interface Questions {
  open: { ask: { file: File; options: OpenOptions }; answer: Result<OpenedFile, IntakeProblem> };
  /** Without `numberFormat`: as found. */
  describeColumn: { ask: { column: number; numberFormat?: NumberFormat }; answer: ColumnDetail };
  describeCurrency: { ask: CurrencyQuestion; answer: CurrencyFindings };
  countConversions: { ask: ConversionsQuestion; answer: Uint32Array };
  /** The ways in which the dates of a column can be read. */
  describeDates: { ask: { column: number }; answer: readonly DateSummary[] };
  countAges: { ask: AgesQuestion; answer: FileAges };
  checkFile: { ask: Record<string, never>; answer: FileFindings };
  checkColumns: { ask: { plan: Plan }; answer: ColumnsCheck };
  tally: { ask: { plan: Plan }; answer: FittedTally };
  /** `known`: the lists of names that came with the last answer. */
  measure: { ask: { plan: Plan; known: readonly number[] }; answer: SentMeasurement };
  checkUnseen: { ask: CheckQuestion; answer: UnseenCheck };
  makeLeadsFile: { ask: LeadsFileQuestion; answer: LeadsFile };
  makeUploadFile: { ask: UploadQuestion; answer: UploadFile };
  planPlatforms: { ask: PlatformsQuestion; answer: PlatformPlans };
  exportDataset: { ask: Record<string, never>; answer: ExportedDataset };
  unpackDataset: { ask: { gzip: ArrayBuffer }; answer: UnpackedDataset | null };
}

export type QuestionName = keyof Questions;

/** `file` is the number of the page's open file, which the question is about; 0 if none is open. */
export type Question = {
  [Q in QuestionName]: { id: number; file: number; question: Q; ask: Questions[Q]['ask'] };
}[QuestionName];

export type ToThread =
  | Question
  | { id: number; question: 'cancel' }
  | { question: 'visibility'; isPageVisible: boolean };

export type FromThread =
  | { id: number; kind: 'answer'; answer: Questions[QuestionName]['answer'] }
  | { id: number; kind: 'progress'; progress: ProgressOf[keyof ProgressOf] }
  | { id: number; kind: 'failed'; message: string; isPartMissing: boolean };

/** The two ends of a browser thread look alike; tests use a MessageChannel. */
export interface Port {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}
