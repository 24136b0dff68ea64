import { DEFAULT_CURRENCY } from '#contract/limits.ts';
import { settleCurrency, type SettledCurrency } from '#frontend/analysis/counts/amount-currency.ts';
import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import type { FittedTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import type { LatestCounts } from '#frontend/analysis/measure/measurement.ts';
import { widenDiscoveries } from '#frontend/analysis/judge/widen-discoveries.ts';
import type { Basis } from '#frontend/analysis/counts/mapping.ts';
import { createLeadThread, type LeadThread } from '#frontend/threads/leads/client.ts';
import { createLeadFiles, type LeadFiles } from '#frontend/threads/leads/lead-files.ts';
import { UNPACKED_CSV } from '#frontend/threads/leads/unpack-dataset.ts';
import { withCurrency } from '#frontend/choices/amounts.ts';
import { choicesOf, planOf, planOfShown } from '#frontend/choices/list.ts';
import { storedContextOf } from '#frontend/choices/saved.ts';
import { askRows, askStages } from '#frontend/features/results/ask-rows.ts';
import type { StagesSource } from '#frontend/features/results/results-source.ts';
import { openSaved, type SavedAnalysisParts, type SavedRecord } from './read-record.ts';
import { readStored } from './stored-measurement.ts';
import { segmentKey } from '#contract/top-segments.ts';
import type { StoredToEnter, Metric } from '#contract/metrics.ts';
import type { StoredStageFigures } from '#contract/stages.ts';
import { type Measurement, type Settings, judge } from '#frontend/analysis/judge/analyse.ts';

/** A saved analysis with the input of the results view. */
export interface SavedResults extends Pick<SavedRecord, 'name' | 'note' | 'datasetEndsAt'> {
  fileName: string;
  createdAt: Date | null;
  settings: Settings;
  measurement: Measurement;
  /** The currency of the amounts in a column of the rows; null without such a column. */
  amountCurrency: SettledCurrency | null;
  context: AnalysisContext;
  /** The figures to enter by the plans when it was saved; null in records of earlier releases, and where no plan could be made. */
  toEnter: readonly StoredToEnter[] | null;
  /** As they were saved; absent where the file tells no stages. */
  stageFigures: StoredStageFigures | undefined;
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
  stages: Omit<StagesSource, 'onChange'>;
  /** Closes the rows that plans and files have opened. The next question opens them again. */
  closeRows(): void;
}

/** Questions open the rows again. */
interface BasisAnswers extends ReturnType<typeof askRows> {
  /** Counted after the measurement, which the page shows first. Both bases have the same if leads have no amounts. */
  combinations: Promise<FittedTally>;
  /** Null without a column of dates. */
  latest: Promise<LatestCounts | null>;
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
      ...(computed
        ? { measurement: computed.measurement, context: storedContextOf(record) }
        : readStored(record)),
      stageFigures: record.figures.stages,
      settings: { ...record.settings, ...(settled?.code && { currency: settled.code }) },
      amountCurrency: settled,
      toEnter: record.figures.toEnter ?? null,
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
  const answersOf = (basis: Basis, combinations: Promise<FittedTally>): BasisAnswers => ({
    ...askRows(rows, plan, basis),
    combinations,
    latest: combinations.then(() => thread.ask('countLatest', planOfShown(plan, basis))),
    checkUnseen: (...question) =>
      withThread(file, question[1].signal, (own) => askRows(own, plan, basis).checkUnseen(...question)),
  });
  const combinations = thread.ask('tally', planOfShown(plan, 'conversions'));
  return {
    measurement,
    changedLabels: countChangedLabels(record.figures.metrics, measurement, record.settings),
    byBasis: {
      conversions: answersOf('conversions', combinations),
      value: answersOf('value', measurement.byValue ? thread.ask('tally', plan) : combinations),
    },
    leadFiles: createLeadFiles(rows, opened.value, plan),
    stages: {
      chosen: choices.stages ?? {},
      headers: opened.value.headers,
      ask: askStages(rows, plan),
    },
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
  const ask: LeadThread['ask'] = async (...asked) => {
    if (!opening) {
      opening = openThread(file, QUIETLY.signal);
      opening.catch(close);
    }
    return (await opening).ask(...asked);
  };
  return { ask, close };
}

const QUIETLY = { onProgress: () => {}, signal: new AbortController().signal };

/** Asks a thread that closes afterwards. Otherwise a reader of many saved analyses would have as many files open. */
async function withThread<T>(
  file: File,
  signal: AbortSignal,
  ask: (thread: LeadThread) => Promise<T>,
): Promise<T> {
  const thread = await openThread(file, signal);
  try {
    return await ask(thread);
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

/**
 * How many segments have another label than they had when the analysis was saved, under the settings that were saved with it. Labels
 * are stored by conversions; a segment without a stored label, as in records of earlier releases, has not changed.
 * @internal
 */
export function countChangedLabels(
  stored: readonly Metric[],
  measurement: Measurement,
  settings: Settings,
): number {
  const labels = new Map(
    stored.map(({ fieldName, fieldValue, label }) => [segmentKey(fieldName, fieldValue), label]),
  );
  return judge(measurement, settings).segments.filter(({ fieldName, value, label }) => {
    const before = labels.get(segmentKey(fieldName, value));
    return before !== undefined && before !== label;
  }).length;
}
