import { DEFAULT_CURRENCY } from '#contract/limits.ts';
import type { StoredToEnter } from '#contract/metrics.ts';
import { settleCurrency, type SettledCurrency } from '#frontend/analysis/counts/amount-currency.ts';
import type { Measurement, Settings } from '#frontend/analysis/judge/analyse.ts';
import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import type { UnseenCheck } from '#frontend/analysis/check/check-unseen.ts';
import { CHECK_SEED } from '#frontend/analysis/constants.ts';
import type { FittedTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import type { LatestCounts } from '#frontend/analysis/measure/measurement.ts';
import { widenDiscoveries } from '#frontend/analysis/judge/widen-discoveries.ts';
import type { Basis } from '#frontend/analysis/counts/worth.ts';
import { createLeadThread, type Hooks, type LeadThread } from '#frontend/thread/client.ts';
import { createLeadFiles, type LeadFiles } from '#frontend/thread/lead-files.ts';
import type { CheckQuestion } from '#frontend/thread/check-plan.ts';
import { UNPACKED_CSV } from '#frontend/thread/unpack-dataset.ts';
import { withCurrency } from '#frontend/choices/amounts.ts';
import { choicesOf, planOf, planOfShown } from '#frontend/choices/list.ts';
import { storedContextOf } from '#frontend/choices/saved.ts';
import type { AskCheck, AskPeriods, AskPlans } from '#frontend/features/results/kit/results-input.ts';
import { countChangedLabels } from './changed-labels.ts';
import { openSaved, type SavedAnalysisParts, type SavedRecord } from './read-record.ts';
import { restoreMeasurement } from './stored-measurement.ts';

/** A saved analysis with the input of the results view. */
export interface SavedResults extends Pick<SavedRecord, 'name' | 'note' | 'datasetEndsAt'> {
  fileName: string;
  createdAt: Date | null;
  settings: Settings;
  measurement: Measurement;
  /** The currency of the amounts in a column of the rows; null without such a column. */
  amountCurrency: SettledCurrency | null;
  context: AnalysisContext;
  /** What the plans entered when it was saved; null in records of earlier releases, and where no plan could be made. */
  toEnter: readonly StoredToEnter[] | null;
  /** The answers that need the saved rows; null without rows, and then the settings cannot be changed either. */
  computed: ComputedResults | null;
}

/** The answers that need the saved rows: combinations, check, plans and files. */
interface ComputedResults {
  measurement: Measurement;
  /** How many segments have another label than the stored one. */
  changedLabels: number;
  /** The answers for the figures of each basis. */
  byBasis: Readonly<Record<Basis, BasisAnswers>>;
  leadFiles: LeadFiles;
  /** Closes the rows that plans and files have opened. The next question opens them again. */
  closeRows(): void;
}

interface BasisAnswers {
  /** Counted after the measurement, which the page shows first. Both bases have the same if leads have no amounts. */
  combinations: Promise<FittedTally>;
  /** Null without a column of dates. */
  latest: Promise<LatestCounts | null>;
  /** These open the rows again. Absent without a column of dates. */
  countPeriods: AskPeriods | undefined;
  checkUnseen: AskCheck;
  planPlatforms: AskPlans;
}

/** Fetches an analysis and computes its results from its rows. Without rows it shows the stored results. */
export async function loadResults(id: string): Promise<SavedResults> {
  const thread = createLeadThread();
  let lastAnswer: Promise<unknown> | null = null;
  try {
    const parts = await openSaved(id, thread);
    const { record } = parts;
    const computed = await computeResults(parts, thread);
    const settled = settleSaved(computed?.measurement, record.settings);
    lastAnswer =
      computed &&
      Promise.allSettled(
        Object.values(computed.byBasis).flatMap(({ combinations, latest }) => [combinations, latest]),
      );
    return {
      fileName: record.fileName,
      name: record.name,
      note: record.note,
      datasetEndsAt: record.datasetEndsAt,
      createdAt: record.createdAt,
      settings: { ...record.settings, ...(settled?.code && { currency: settled.code }) },
      amountCurrency: settled,
      context: storedContextOf(record),
      toEnter: record.figures.toEnter ?? null,
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

function settleSaved(measurement: Measurement | undefined, { currency }: Settings): SettledCurrency | null {
  const { currencies } = measurement ?? {};
  return currencies ? settleCurrency(currencies, currency ?? DEFAULT_CURRENCY) : null;
}

async function computeResults(
  { record, dataset }: SavedAnalysisParts,
  thread: LeadThread,
): Promise<ComputedResults | null> {
  if (!dataset) return null;
  const { file } = dataset;
  const choices = withCurrency(dataset.choices, record.settings);
  const opened = await thread.ask('open', { file, options: UNPACKED_CSV }, QUIETLY);
  if (!opened.ok) return null;
  const plan = planOf({ ...choicesOf(choices, record.settings), file: opened.value });
  if (!plan) return null;
  const [measured, others] = await Promise.all([
    thread.ask('measure', plan),
    thread.ask('testColumns', plan),
  ]);
  const measurement = widenDiscoveries(measured, others);
  const rows = openWhenAsked(file);
  const answersOf = (asked: Plan, combinations: Promise<FittedTally>): BasisAnswers => ({
    combinations,
    latest: combinations.then(() => thread.ask('countLatest', asked)),
    countPeriods:
      typeof asked.leads?.dateColumn === 'number'
        ? async (question) => (await rows.thread()).ask('countPeriods', { plan: asked, ...question })
        : undefined,
    checkUnseen: (settings, hooks, part) =>
      checkFile(file, { plan: asked, settings, seed: CHECK_SEED, part }, hooks),
    planPlatforms: async (thresholdPercent, choices, action) =>
      (await rows.thread()).ask('planPlatforms', { plan: asked, thresholdPercent, choices, action }),
  });
  const byConversions = planOfShown(plan, 'conversions');
  const combinations = thread.ask('tally', byConversions);
  const files: Parameters<typeof createLeadFiles>[0] = {
    ask: async (...asked) => (await rows.thread()).ask(...asked),
  };
  return {
    measurement,
    changedLabels: countChangedLabels(record.figures.metrics, measurement, record.settings),
    byBasis: {
      conversions: answersOf(byConversions, combinations),
      value: answersOf(plan, measurement.byValue ? thread.ask('tally', plan) : combinations),
    },
    leadFiles: createLeadFiles(files, opened.value, plan),
    closeRows: rows.close,
  };
}

/** Opens the file in a thread at the first question. The thread stays open, since a reader changes several choices. */
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

/** Checks in a thread that closes afterwards. Otherwise a reader of many saved analyses would have as many files open. */
async function checkFile(
  file: File,
  question: CheckQuestion,
  hooks: Hooks<'checkUnseen'>,
): Promise<UnseenCheck> {
  const thread = await openThread(file, hooks.signal);
  try {
    return await thread.ask('checkUnseen', question, hooks);
  } finally {
    thread.close();
  }
}

async function openThread(file: File, signal: AbortSignal): Promise<LeadThread> {
  const thread = createLeadThread();
  try {
    const opened = await thread.ask('open', { file, options: UNPACKED_CSV }, { ...QUIETLY, signal });
    if (!opened.ok) throw new Error(opened.error.reason);
    return thread;
  } catch (error) {
    thread.close();
    throw error;
  }
}
