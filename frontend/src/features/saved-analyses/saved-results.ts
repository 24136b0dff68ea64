import type { Measurement, Settings } from '#frontend/analysis/analyse.ts';
import type { AnalysisContext } from '#frontend/analysis/analysis-context.ts';
import type { CheckedPart, UnseenCheck } from '#frontend/analysis/check-unseen.ts';
import { CHECK_SEED } from '#frontend/analysis/constants.ts';
import type { FittedTally } from '#frontend/analysis/estimate-combinations.ts';
import { NO_DATES } from '#frontend/analysis/lead-filter.ts';
import type { Plan } from '#frontend/analysis/mapping.ts';
import type { ApplyChoices } from '#frontend/analysis/platforms/apply-choices.ts';
import type { PlanChoices } from '#frontend/analysis/platforms/candidates.ts';
import type { PlatformPlans } from '#frontend/analysis/platforms/plan.ts';
import type { Basis } from '#frontend/analysis/worth.ts';
import { createLeadThread, type Hooks, type LeadThread } from '#frontend/thread/client.ts';
import { createLeadFiles, type LeadFiles } from '#frontend/thread/lead-files.ts';
import type { CheckQuestion } from '#frontend/thread/protocol.ts';
import { UNPACKED_CSV } from '#frontend/thread/unpack-dataset.ts';
import type { SavedChoices } from '#frontend/thread/work.ts';
import { openSaved, type SavedAnalysisParts, type SavedRecord } from './read-record.ts';
import { restoreMeasurement } from './stored-measurement.ts';
import { contextOf } from './wire.ts';

/** A saved analysis with the input of the results view. */
export interface SavedResults extends Pick<SavedRecord, 'name' | 'note'> {
  fileName: string;
  createdAt: Date | null;
  settings: Settings;
  measurement: Measurement;
  context: AnalysisContext;
  /** What only the saved rows give; null without them, and then the settings cannot be changed either. */
  computed: ComputedResults | null;
}

/**
 * The input of the results view. Without rows there are no combinations, no check, no plans and no files, and the controls
 * are disabled.
 */
export interface SavedResultsSlot extends Pick<SavedResults, 'measurement' | 'context' | 'settings'> {
  /** Null until they are counted. */
  combinations?: FittedTally | null;
  checkUnseen?: ComputedResults['checkUnseen'][Basis];
  leadFiles?: ComputedResults['leadFiles'];
  /** The choices are not saved. */
  apply?: {
    choices: ApplyChoices;
    onChange(choices: ApplyChoices): void;
    ask: ComputedResults['planPlatforms'][Basis];
  };
  basis?: Basis;
  onBasisChange?(basis: Basis): void;
  onSettingsChange?(settings: SavedResults['settings']): void;
}

export interface ComputedResults {
  measurement: Measurement;
  /** Counted after the measurement, which the page shows first; the same for both where leads have no amounts. */
  combinations: Readonly<Record<Basis, Promise<FittedTally>>>;
  /** Opens the rows again and checks the rules on leads that they were not learned from. */
  checkUnseen: Readonly<Record<Basis, CheckSaved>>;
  /** Makes plans for the ad platforms of the rows. */
  planPlatforms: Readonly<Record<Basis, PlanSaved>>;
  /** Makes files of the rows. */
  leadFiles: LeadFiles;
  /** Gives the rows back that plans and files opened. The next question opens them again. */
  closeRows(): void;
}

type PlanSaved = (thresholdPercent: number, choices: PlanChoices) => Promise<PlatformPlans>;

type CheckSaved = (
  settings: Settings,
  hooks: Hooks<'checkUnseen'>,
  part?: CheckedPart,
) => Promise<UnseenCheck>;

/** Fetches an analysis and computes its results from its rows. Without rows it shows the stored results. */
export async function loadResults(id: string): Promise<SavedResults> {
  const thread = createLeadThread();
  let lastAnswer: Promise<unknown> | null = null;
  try {
    const parts = await openSaved(id, thread);
    const { record } = parts;
    const computed = await computeResults(parts, thread);
    lastAnswer = computed && Promise.allSettled(Object.values(computed.combinations));
    return {
      fileName: record.fileName,
      name: record.name,
      note: record.note,
      createdAt: record.createdAt,
      settings: record.settings,
      context: contextOf(record),
      measurement:
        computed?.measurement ??
        restoreMeasurement(record.figures, record.configuration?.attributeColumns ?? []),
      computed,
    };
  } finally {
    const close = () => thread.close();
    if (lastAnswer) void lastAnswer.then(close);
    else close();
  }
}

async function computeResults(
  { dataset }: SavedAnalysisParts,
  thread: LeadThread,
): Promise<ComputedResults | null> {
  if (!dataset) return null;
  const { file, choices } = dataset;
  const opened = await thread.open(file, UNPACKED_CSV, QUIETLY);
  if (!opened.ok) return null;
  const plan = planOf(choices, opened.value.headers);
  const measurement = await thread.measure(plan);
  const byConversions = { ...plan, worth: null };
  const combinations = thread.tally(byConversions);
  const checkBy =
    (checked: Plan): CheckSaved =>
    (settings, hooks, part) =>
      checkFile(file, { plan: checked, settings, seed: CHECK_SEED, part }, hooks);
  const rows = openWhenAsked(file);
  const planBy =
    (planned: Plan): PlanSaved =>
    async (thresholdPercent, choices) =>
      (await rows.thread()).planPlatforms({ plan: planned, thresholdPercent, choices });
  const files = {
    makeLeadsFile: async (...asked: Parameters<LeadThread['makeLeadsFile']>) =>
      (await rows.thread()).makeLeadsFile(...asked),
    makeUploadFile: async (...asked: Parameters<LeadThread['makeUploadFile']>) =>
      (await rows.thread()).makeUploadFile(...asked),
  };
  return {
    measurement,
    combinations: {
      conversions: combinations,
      value: measurement.byValue ? thread.tally(plan) : combinations,
    },
    checkUnseen: { conversions: checkBy(byConversions), value: checkBy(plan) },
    planPlatforms: { conversions: planBy(byConversions), value: planBy(plan) },
    leadFiles: createLeadFiles(files, opened.value, plan),
    closeRows: rows.close,
  };
}

/** A thread that holds the file from the first question on, since a reader changes one choice after another. */
function openWhenAsked(file: File) {
  let opening: Promise<LeadThread> | null = null;
  const close = () => {
    opening?.then(
      (thread) => thread.close(),
      () => {},
    );
    opening = null;
  };
  const thread = () => {
    if (opening) return opening;
    opening = openThread(file, QUIETLY.signal);
    opening.catch(close);
    return opening;
  };
  return { thread, close };
}

const QUIETLY = { onProgress: () => {}, signal: new AbortController().signal };

function planOf(choices: SavedChoices, headers: readonly string[]): Plan {
  const { statusColumn, qualified, attributeColumns, ranges, mappings, numberFormats, worth } = choices;
  const { dates, leftOutStatuses = new Set<string>(), dateFilter = NO_DATES } = choices;
  return {
    statusColumn,
    qualified,
    worth,
    attributes: attributeColumns.map((column) => ({
      column,
      field: headers[column] ?? '',
      ranges: ranges.get(column) ?? null,
      dates: dates?.get(column),
      mapping: mappings.get(column) ?? new Map<string, string>(),
      numberFormat: numberFormats?.get(column),
    })),
    leads: { leftOutStatuses, ...dateFilter },
  };
}

/** A thread of its own: a reader who looks at many saved analyses would otherwise keep as many files open. */
async function checkFile(
  file: File,
  question: CheckQuestion,
  hooks: Hooks<'checkUnseen'>,
): Promise<UnseenCheck> {
  const thread = await openThread(file, hooks.signal);
  try {
    return await thread.checkUnseen(question, hooks);
  } finally {
    thread.close();
  }
}

async function openThread(file: File, signal: AbortSignal): Promise<LeadThread> {
  const thread = createLeadThread();
  try {
    const opened = await thread.open(file, UNPACKED_CSV, { ...QUIETLY, signal });
    if (!opened.ok) throw new Error(opened.error.reason);
    return thread;
  } catch (error) {
    thread.close();
    throw error;
  }
}
