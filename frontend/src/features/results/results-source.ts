import { decide, type Decision } from '#frontend/analysis/decision/decide.ts';
import { meanDealOf } from '#frontend/analysis/measure/choose-basis.ts';
import type { LeftOutCount } from '#frontend/exports/table.ts';
import type { FileCurrency, SettledCurrency } from '#frontend/analysis/counts/amount-currency.ts';
import type { CheckedPart, UnseenCheck } from '#frontend/analysis/check/check-unseen.ts';
import { estimateCombinations, type FittedTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import type { AnalysisContext, ConversionAction } from '#frontend/analysis/counts/analysis-context.ts';
import type { LatestCounts, Measurement } from '#frontend/analysis/measure/measurement.ts';
import type { ApplyChoices } from '#frontend/analysis/platforms/apply-choices.ts';
import type { PlanChoices } from '#frontend/analysis/platforms/candidates.ts';
import type { PlatformPlans } from '#frontend/analysis/platforms/plan.ts';
import type { OpenStatuses } from '#frontend/analysis/preflight/result-findings.ts';
import { judge, pickMeasurement, type Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { Settings } from '#frontend/analysis/judge/settings.ts';
import type { OverTime } from '#frontend/analysis/over-time/over-time.ts';
import type { Basis } from '#frontend/analysis/counts/mapping.ts';
import type { Hooks } from '#frontend/threads/leads/client.ts';
import type { ExportedDataset } from '#frontend/threads/leads/export-dataset.ts';
import type { LeadFiles } from '#frontend/threads/leads/lead-files.ts';
import type { PeriodsQuestion } from '#frontend/counting/count-periods.ts';
import type { EarlierFigures } from '#frontend/choices/earlier-figures.ts';
import type { StoredStages } from '#contract/configuration.ts';
import type { StoredStageFigures } from '#contract/stages.ts';
import type { StagePlan } from '#frontend/analysis/stages/stage-plan.ts';
import type { StagesQuestion } from '#frontend/counting/measure-file-stages.ts';
import type { StagesAnswer } from '#frontend/threads/leads/stage-answers.ts';
import type { SaveState } from './save-state.ts';
import { type Bounds, findBounds } from './columns.tsx';
import { type CurrencyNote, findCurrencyNote } from './currency-note.ts';
import { listLeftOut } from './downloads.ts';

/**
 * The facts that the wizard, a saved analysis or a read-only link has of its results. A part that cannot be known there is absent; one
 * that is still counted is null.
 */
export interface ResultsInput {
  measurement: Measurement;
  context: AnalysisContext;
  settings: Settings;
  /** Absent if the figures are shown as stored. */
  onSettingsChange?(settings: Settings): void;
  /** The leads of each combination of values by this basis; null until they are counted, absent if they cannot be. */
  combinations?: FittedTally | null;
  /** The leads by their dates, by this basis; null until they are counted, absent without a column of dates. */
  latest?: LatestCounts | null;
  /** Counts rules by week, month or quarter; absent without a column of dates. A new plan gives a new function. */
  countPeriods?: AskPeriods;
  /** Checks the rules on leads that they were not learned from. A new plan gives a new function. */
  checkUnseen?: AskCheck;
  /** The choices for the ad platforms, and the function that asks for their plans. A new plan gives a new function. */
  apply?: ApplySource;
  /** Makes files with the leads. */
  leadFiles?: LeadFiles;
  /** The choices about stages, and what finds and measures them; absent without rows. A new plan gives a new `ask`. */
  stages?: StagesSource;
  /** The figures of the stages as stored, where there are no rows; absent without them. */
  stageFigures?: ShownStages | undefined;
  /** The basis of the figures; conversions by default. */
  basis?: Basis;
  onBasisChange?(basis: Basis): void;
  /** The currency of the amounts in a column, with its source; null or absent without such a column. */
  amountCurrency?: SettledCurrency | null;
  /** How many definitions of converted the visitor has analysed for this file; absent outside the wizard. */
  definitions?: number;
  /** The source of the currency of a typed conversion value; null or absent if the visitor chose it. */
  fileCurrency?: FileCurrency | null;
  /** The leads that are not decided yet; null without such leads, absent where the statuses are not known. */
  openLeads?: OpenLeads | null;
  /** The figures of the earlier analysis whose settings these results have; absent without one. */
  earlier?: EarlierFigures | undefined;
  /** Counts two spellings of a field as one value, under that with the most leads; absent outside the wizard. */
  mergeSpellings?(field: number, names: readonly string[]): void;
  /** Goes back to a choice; absent outside the wizard. */
  goTo?(choice: 'columns' | 'converted'): void;
  /** Goes back to the step before; absent outside the wizard. */
  onBack?(): void;
  onStartOver?(): void;
  /** The data that are saved besides the figures; absent where nothing can be saved. */
  work?: OpenWork;
}

/** The open file of the wizard, and what it was saved as. */
export interface OpenWork {
  /** The time at which the file was opened. It identifies the work. */
  openedAt: number;
  save: SaveState;
  onSaveChange(save: SaveState): void;
  /** All values of the status column, '' for a blank. */
  listStatusValues(): Promise<readonly string[]>;
  /** The rows of the open file, ready to be sent. */
  exportDataset(): Promise<ExportedDataset>;
  /** Keeps the figures with the settings for the next file, which is compared with them. */
  keepFigures(pack: () => EarlierFigures): void;
  /** Stores all choices in this browser. To be called before the visitor leaves the page. */
  keepDraft(): Promise<void>;
}

interface OpenLeads extends OpenStatuses {
  leaveOut(): void;
}

export type AskCheck = (
  settings: Settings,
  hooks: Hooks<'checkUnseen'>,
  part?: CheckedPart,
) => Promise<UnseenCheck>;

export type AskPeriods = (question: Omit<PeriodsQuestion, 'plan'>) => Promise<OverTime | null>;

/** Figures of the stages, measured from the rows or as stored. */
export interface ShownStages extends Pick<StoredStageFigures, 'kind' | 'conversion'> {
  names: readonly string[];
  stages: readonly StoredStageFigures['stages'][number][];
  segments: readonly StoredStageFigures['segments'][number][];
  /** Statuses that count as lost without saying so; absent where there are no rows. */
  unclear?: readonly string[];
}

export interface StagesSource {
  chosen: StoredStages;
  /** @param isQuiet no message offers to undo it, since the form that was filled in shows it */
  onChange(chosen: StoredStages, isQuiet?: true): void;
  /** Counts open leads by their chance, or as before; absent outside the wizard. */
  countOpenByChance?(isByChance: boolean): void;
  /** The headers of the file, by which the choice names columns. */
  headers: readonly string[];
  ask: AskStages;
}

export interface AskStages {
  /** How the file tells its stages; null where it does not. */
  find(): Promise<StagePlan | null>;
  measure(question: Omit<StagesQuestion, 'plan'>): Promise<StagesAnswer>;
}

export interface ApplySource {
  choices: ApplyChoices;
  onChange(choices: ApplyChoices): void;
  ask(thresholdPercent: number, choices: PlanChoices, action?: ConversionAction): Promise<PlatformPlans>;
}

/** All that head, tabs, report and exports ask. */
export interface ResultsSource extends Omit<ResultsInput, 'basis' | 'latest'> {
  /** The figures by the basis, judged under the settings. */
  analysis: Analysis;
  decision: Decision;
  /** The mean of the amounts of won deals; null without a column of amounts. */
  meanDeal: number | null;
  bounds: Bounds;
  leftOut: readonly LeftOutCount[];
  currencyNote: CurrencyNote;
}

/**
 * The results of one page, from what it knows at the moment. An answer whose input has not changed stays the same object, and so does the
 * whole source: a new threshold judges anew, and estimates no combination.
 */
export function createResultsSource(): (input: ResultsInput) => ResultsSource {
  const pick = rememberLast(pickShown);
  const estimate = rememberLast(estimateCombinations);
  const judgeShown = rememberLast(judge);
  const judgeByValue = rememberLast(judge);
  const decideNow = rememberLast(decide);
  const boundsOf = rememberLast(findBounds);
  const leftOutOf = rememberLast(listLeftOut);
  const noteCurrency = rememberLast(findCurrencyNote);
  const keep = rememberLast((source: ResultsSource) => source);
  return ({ basis = 'conversions', latest = null, ...input }) => {
    const { measurement, context, settings, combinations, openLeads, apply } = input;
    const { amountCurrency, fileCurrency } = input;
    const { byValue } = measurement;
    const estimates = combinations ? estimate(combinations) : null;
    const analysis = judgeShown(pick(measurement, basis, latest), settings, estimates);
    const valued = analysis.value ? analysis : byValue && judgeByValue(byValue, settings);
    return keep({
      ...input,
      analysis,
      decision: decideNow({ analysis, byValue: valued, open: openLeads, apply: apply?.choices }),
      meanDeal: context.worth?.kind === 'column' ? meanDealOf(measurement) : null,
      bounds: boundsOf(context),
      leftOut: leftOutOf(analysis.leftOut, context),
      currencyNote: noteCurrency(
        { amountCurrency, fileCurrency, basis, measurement },
        { currency: settings.currency },
      ),
    });
  };
}

/** The measurement by this basis, with the counts by date. */
function pickShown(measurement: Measurement, basis: Basis, latest: LatestCounts | null): Measurement {
  const picked = pickMeasurement(measurement, basis);
  return latest ? { ...picked, latest } : picked;
}

/** The same function, which keeps its last answer until an argument or a member of one is another value. */
export function rememberLast<Asked extends readonly unknown[], Answer>(answer: (...asked: Asked) => Answer) {
  let last: { asked: Asked; answer: Answer } | null = null;
  return (...asked: Asked): Answer => {
    const isKnown = last?.asked.every((part, at) => isAlike(part, asked[at])) ?? false;
    if (!last || !isKnown) last = { asked, answer: answer(...asked) };
    return last.answer;
  };
}

function isAlike(a: unknown, b: unknown): boolean {
  if (!isRecord(a) || !isRecord(b)) return Object.is(a, b);
  const keys = Object.keys(b);
  return keys.length === Object.keys(a).length && keys.every((key) => Object.is(a[key], b[key]));
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
