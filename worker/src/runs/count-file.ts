import type { Encoding } from '#contract/encodings.ts';
import { MAX_COLUMNS, MAX_COUNTED_VALUES, MIN_COLUMNS } from '#contract/limits.ts';
import type { StoredToEnter } from '#contract/metrics.ts';
import type { StoredStageFigures } from '#contract/stages.ts';
import { countNames } from '#frontend/analysis/counts/fold-values.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import type { Measurement } from '#frontend/analysis/measure/measurement.ts';
import { listMixes, type Mix } from '#frontend/analysis/over-time/at-mix.ts';
import type { OtherSegments } from '#frontend/analysis/judge/widen-discoveries.ts';
import type { ReuseNote } from '#frontend/choices/choice.ts';
import { columnsToFit, fitSettings } from '#frontend/choices/fit-settings.ts';
import { keptSettingsOf, type SavedSettings } from '#frontend/choices/kept-of-saved.ts';
import { lackedColumns } from '#frontend/choices/kept-settings.ts';
import { choicesOf, planOf, planOfShown } from '#frontend/choices/list.ts';
import { optionsOfReading } from '#frontend/choices/reading.ts';
import { CompiledReader } from '#frontend/csv/compiled-reader.ts';
import type { IntakeProblem, ReadOptions } from '#frontend/csv/intake.ts';
import { mayBePage } from '#frontend/csv/packed.ts';
import { readTable } from '#frontend/csv/read-table.ts';
import type { FileTable } from '#frontend/csv/table.ts';
import { readPage } from '#frontend/csv/web-page.ts';
import { cleanCells } from '#frontend/counting/cleaned-table.ts';
import { measurePlan } from '#frontend/counting/count-plan.ts';
import { countWindows, type LatestLeads, type RulesToWatch } from '#frontend/counting/count-windows.ts';
import { countedLeads } from '#frontend/counting/counted-leads.ts';
import { fitOf } from '#frontend/counting/fit-plan.ts';
import {
  codedColumn,
  createLoadedFile,
  describeColumn,
  toValuesPlan,
  type LoadedFile,
} from '#frontend/counting/loaded-file.ts';
import { completeNames } from '#frontend/counting/sent-measurement.ts';
import { testOnce } from '#frontend/counting/test-candidates.ts';
import { countStages } from './count-stages.ts';
import { planToEnter } from './plan-to-enter.ts';

/** A file that cannot be counted as its analysis asks. The message says why, to whoever sent it; it quotes no cell of a row. */
export class NotCounted extends Error {
  override readonly name = 'NotCounted';
}

/** There is too little memory for another file. */
export class OutOfMemory extends Error {
  override readonly name = 'OutOfMemory';
}

/** The things that a run looks for besides its figures. */
export interface Watch {
  /** Days since 1970. */
  today: number;
  /** The rules that are to be judged by this run. Null where nothing is judged: too soon, without a date or without rules. */
  judged: (RulesToWatch & { name: string }) | null;
}

/** A CSV file, and the analysis that says how to count it. */
export interface FileToCount {
  /** The bytes of the file. The list is emptied while it is read, so that they are in memory once. */
  pieces: Uint8Array[];
  saved: SavedSettings;
  /** Of a file that this site has written itself. */
  encoding?: Encoding;
  /** The year in which it is read: years of two digits are at most 10 years ahead of it. */
  year: number;
  /** The day on which it is read, see `LoadedFile.today`. */
  today?: number;
  /** Absent: only the figures are counted. */
  watch?: Watch;
}

/** Values of a column that the analysis did not have. */
interface FreshValues {
  field: string;
  values: readonly string[];
}

export interface CountedFile {
  measurement: Measurement;
  /** The q and the spreads, as the other columns of the file tell. */
  others: OtherSegments;
  /** Empty for a single attribute. */
  mixes: Mix[];
  /** The figures to enter by the plans of the ad platforms. */
  toEnter: StoredToEnter[];
  /** Null where the file tells none. */
  stages: StoredStageFigures | null;
  newValues: readonly FreshValues[];
  /** Null without a column of dates, and where nothing is watched. */
  latest: LatestLeads | null;
}

/**
 * Counts the leads of a CSV file by the choices of a saved analysis, as 'Same settings, new file' does in the browser: the same code
 * reads, codes and counts, so that the figures are equal to the last bit. Names of values and counts are in the result, and no row.
 *
 * @throws NotCounted where the file does not fit the analysis; OutOfMemory
 */
export async function countFile({
  pieces,
  saved,
  encoding,
  year,
  today,
  watch,
}: FileToCount): Promise<CountedFile> {
  const kept = keptSettingsOf(saved) ?? refuse('The choices of the analysis cannot be read. Save it again.');
  const options = optionsOfReading(kept.choices.reading ?? {});
  const table = await readPieces(pieces, encoding ? { ...options, encoding } : options);
  const lacked = lackedColumns(kept, table.headers);
  if (lacked.length > 0) refuse(`The file lacks columns of the analysis: ${lacked.join(', ')}.`);

  const loaded = { ...createLoadedFile(table, year), today };
  const details = columnsToFit(kept, table.headers).map(({ column, numberFormat }) =>
    describeColumn(loaded, column, numberFormat),
  );
  const fitted = fitSettings(kept, table.headers, new Map(details.map((detail) => [detail.index, detail])));
  const newValues = fitted.notes.flatMap(readNote);
  const choices = choicesOf(fitted.choices, fitted.settings);
  const plan =
    planOf({ file: { headers: table.headers }, ...choices }) ??
    refuse('The choices of the analysis cannot be read. Save it again.');
  const counted = await countNow(loaded, plan, planOfShown(plan, choices.basis));
  const toEnter = await planToEnter(loaded, { plan, ...counted }, choices);
  loaded.lastView = null; // stages and windows look at other leads, and two views need more memory than one
  const stages = await countStages({ ...loaded, coded: new Map(loaded.coded) }, plan, choices); // keeps none of its columns
  const latest = watch ? countWindows(loaded, plan, { today: watch.today, watched: watch.judged }) : null;
  return { ...counted, toEnter, stages, newValues, latest };
}

/** The figures of the leads that count. Afterwards only `loaded` keeps a view of them, with the tally of the plan that is shown. */
async function countNow(
  loaded: LoadedFile,
  plan: Plan,
  shown: Plan,
): Promise<Pick<CountedFile, 'measurement' | 'others' | 'mixes'>> {
  const counting = countedLeads(loaded, plan);
  refuseManyValues(counting, plan);
  const { measurement } = completeNames(measurePlan(counting, plan, []), new Map());
  if (measurement.totalLeads === 0) refuse('The analysis leaves out every lead of the file.');
  if (measurement.totalConversions === 0) refuse('No lead of the file counts as converted.');
  return {
    measurement,
    others: await testOnce(counting, plan),
    mixes: plan.attributes.length > 1 ? listMixes(fitOf(counting, shown).tally) : [],
  };
}

function refuse(message: string): never {
  throw new NotCounted(message);
}

/** Refuses an attribute with more values than are counted: as the analysis groups them, and of the leads that count. */
function refuseManyValues(counting: LoadedFile, { attributes }: Plan): void {
  for (const attribute of attributes) {
    const { categories } = codedColumn(counting, attribute.column);
    if (categories.length <= MAX_COUNTED_VALUES) continue; // grouping makes no more of them
    const count = countNames(categories, toValuesPlan(counting, attribute));
    if (count > MAX_COUNTED_VALUES)
      refuse(
        `Column ${attribute.field} holds ${inDigits(count)} different values, at most ${inDigits(MAX_COUNTED_VALUES)} are counted. Choose another column or group its values.`,
      );
  }
}

/** A number as the texts of the site write it: 84,120. */
const inDigits = (count: number): string => count.toLocaleString('en-US');

async function readPieces(pieces: Uint8Array[], options: ReadOptions): Promise<FileTable> {
  if (pieces[0] && mayBePage(pieces[0])) pieces.push(await readPageOf(pieces));
  const length = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const reader = CompiledReader.create(length, release(pieces));
  if (!reader) throw new OutOfMemory();
  const read = await readTable(reader, {
    options,
    onSlice: () => {},
    openOther: () => Promise.reject(new OutOfMemory()),
  });
  return read.ok ? cleanCells(read.value.table, options) : refuse(describeProblem(read.error));
}

/** The table of a web page as CSV, or the same text where it is none. */
async function readPageOf(pieces: Uint8Array[]): Promise<Uint8Array> {
  const bytes = new Uint8Array(await new Blob(pieces.splice(0) as Uint8Array<ArrayBuffer>[]).arrayBuffer());
  const page = await readPage(bytes);
  if (!page) return bytes;
  return page.ok ? page.value.csv : refuse(describeProblem(page.error));
}

async function* release(pieces: Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (let piece = pieces.shift(); piece; piece = pieces.shift()) yield piece;
}

function describeProblem(problem: IntakeProblem): string {
  switch (problem.reason) {
    case 'too-few-rows':
      return 'The file has no row below its header.';
    case 'too-few-columns':
      return `The file has fewer than ${MIN_COLUMNS} columns.`;
    case 'too-many-columns':
      return `The file has ${problem.columns} columns; ${MAX_COLUMNS} are the most.`;
    case 'web-page':
      return `The file is a web page with ${problem.tables} tables of leads; it needs one.`;
    default:
      return 'The file is no CSV text.';
  }
}

/**
 * The new values that a note tells of. What makes the figures mean something else than those of the analysis is refused: in the
 * browser the visitor sees it and decides, and here nobody looks.
 */
function readNote(note: ReuseNote): FreshValues[] {
  const { header } = note;
  switch (note.kind) {
    case 'missing':
      return [];
    case 'new':
      return [{ field: header, values: note.values }];
    case 'column':
      return refuse(`The file lacks columns of the analysis: ${header}.`);
    case 'ranges':
      return refuse(`The column ${header} has no numbers, so the ranges of the analysis do not apply.`);
    case 'dates':
      return refuse(`The column ${header} has no dates, which the analysis groups by.`);
    case 'days':
      return refuse(
        `No lead of the file has a date in ${header} between the first and the last day of the analysis.`,
      );
  }
}
