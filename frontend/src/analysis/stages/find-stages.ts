import { BLANK_LABEL, type CodedColumn } from '../columns/columns.ts';
import { answerOf, endOf, isLostStatus, listOpenStatuses } from '../columns/statuses.ts';
import { STATUS_HEADERS } from '../columns/header-tables.ts';
import { foldText, hasPhraseOf, listPhrases } from '../columns/words.ts';
import { flagConverted } from '../counts/tally.ts';
import { orderStages, rankValue, readStageHeader } from './stage-order.ts';
import type { StageColumn, StagePlan, StageShape } from './stage-plan.ts';

/** A column of a file, read as a whole only when it is asked for, since most columns are of no interest. */
export interface StageCandidate {
  column: number;
  header: string;
  /** It has the date of the lead. */
  isLeadDate: boolean;
  /** Distinct texts of its first leads. */
  some: readonly string[];
  /** All its leads, with the leads of each text. */
  coded(): CodedColumn & { leads: Uint32Array };
  /** Whether its texts are dates. */
  hasDates(): boolean;
}

export interface StageQuestion {
  statusColumn: number;
  /** The chosen statuses: they are the end where no status is a final one. */
  qualified: ReadonlySet<string>;
}

/** Yes, no and blank in the writings of two systems. */
const MOST_ANSWERS = 8;
/** Of the lost leads at least this percentage must stand at a stage that is neither won nor lost. */
const MIN_TELLING_PERCENT = 80;
/** A column with more values is no list of stages. */
const MOST_STAGES = 30;
/** At least this percentage of the won leads must have the date of a stage, */
const MIN_PASSED_PERCENT = 50;
/** or say yes to it. */
const MIN_FLAGGED_PERCENT = 80;
/** Of the leads with a date of won at least this percentage must have been won, if the column decides. */
const MIN_WON_BY_COLUMN_PERCENT = 95;

const SAYS_STAGE = listPhrases(STATUS_HEADERS, 'stage, stages');

/**
 * Finds how a file tells its stages, by headers and values: one date or flag per stage, if at least one stage before won has one; else a
 * column of stages beside the outcome, if lost leads stand at different stages; else the open statuses of the one status column. Null
 * where no status is won, and where there is no stage before won.
 */
export function findStages(columns: readonly StageCandidate[], question: StageQuestion): StagePlan | null {
  const pair = findPair(columns, question);
  const outcome = readOutcome(columns, pair?.outcome ?? question.statusColumn, question);
  if (!outcome) return null;
  const dated = readHeaders(columns, outcome);
  const plan = (shape: StageShape): StagePlan => ({
    shape,
    statusColumn: outcome.statusColumn,
    won: outcome.won,
    open: outcome.open,
    wonColumn: dated.won?.column ?? null,
    isWonByColumn: shape.kind === 'columns' && (dated.won?.decides ?? false),
    lostColumn: dated.lost,
  });
  if (dated.stages.length > 0) return plan({ kind: 'columns', stages: dated.stages });
  if (pair)
    return plan({ kind: 'beside-outcome', column: pair.stage, stages: listStages(columns, pair.stage) });
  const stages = listStages(columns, outcome.statusColumn).filter((name) => outcome.open.has(name));
  return stages.length > 0 ? plan({ kind: 'status', stages }) : null;
}

interface Outcome {
  statusColumn: number;
  won: ReadonlySet<string>;
  open: ReadonlySet<string>;
}

function readOutcome(
  columns: readonly StageCandidate[],
  statusColumn: number,
  { qualified }: StageQuestion,
): Outcome | null {
  const status = columns[statusColumn]?.coded();
  if (!status) return null;
  const names = status.categories.map((text) => text.trim() || BLANK_LABEL);
  const final = names.filter((name) => endOf(name) === 'final');
  const won = new Set(final.length > 0 ? final : names.filter((name) => qualified.has(name)));
  if (won.size === 0) return null;
  const open = listOpenStatuses(names, status.leads, won).map(({ value }) => value);
  return { statusColumn, won, open: new Set(open) };
}

/** A column of stages beside one of outcomes, one of them being the status column. */
function findPair(
  columns: readonly StageCandidate[],
  { statusColumn }: StageQuestion,
): { outcome: number; stage: number } | null {
  const status = columns[statusColumn];
  if (!status) return null;
  const isOutcome = (values: readonly string[]) =>
    values.some((value) => endOf(value) === 'final') && values.some(isLostStatus);
  if (isOutcome(status.coded().categories)) {
    const stage = columns.find((other) => mayBeStages(other) && tellsStages(status, other));
    return stage ? { outcome: statusColumn, stage: stage.column } : null;
  }
  if (!mayBeStages(status)) return null;
  const outcome = columns.find((other) => isOutcome(other.some) && tellsStages(other, status));
  return outcome ? { outcome: outcome.column, stage: statusColumn } : null;
}

function mayBeStages({ header, some }: StageCandidate): boolean {
  if (some.length > MOST_STAGES) return false;
  const ranks = some.map(rankValue).filter((rank) => rank !== null);
  return new Set(ranks).size >= 2 || (ranks.length > 0 && hasPhraseOf(foldText(header), SAYS_STAGE));
}

/** Whether most lost leads stand at a stage that is not an end, and not all at the same one. */
function tellsStages(outcome: StageCandidate, stage: StageCandidate): boolean {
  const [ofOutcome, ofStage] = [outcome.coded(), stage.coded()];
  const isLost = ofOutcome.categories.map(isLostStatus);
  const isAtStage = ofStage.categories.map(isStageName);
  const stages = new Set<number>();
  let [lost, told] = [0, 0];
  for (let lead = 0; lead < ofOutcome.codes.length; lead++) {
    if (!isLost[ofOutcome.codes[lead]!]) continue; // the `!` here: a code per lead
    lost++;
    const code = ofStage.codes[lead]!;
    if (!isAtStage[code]) continue;
    told++;
    stages.add(code);
  }
  return stages.size >= 2 && 100 * told >= MIN_TELLING_PERCENT * lost;
}

const isStageName = (value: string) =>
  value.trim() !== '' && endOf(value) !== 'final' && !isLostStatus(value);

/** The values of a column that may be stages, in their order. */
function listStages(columns: readonly StageCandidate[], column: number): string[] {
  const found = columns[column]?.coded();
  const stages = (found?.categories ?? []).flatMap((text, code) => {
    const name = text.trim();
    return isStageName(name) ? [{ name, rank: rankValue(name), leads: found?.leads[code] ?? 0 }] : [];
  });
  return orderStages(stages).map(({ name }) => name);
}

/** A column of dates or flags whose header names a stage. */
interface ReachedColumn extends StageColumn {
  /** Leads with a date or a yes, and won ones among them. */
  leads: number;
  wins: number;
}

interface HeadersFound {
  stages: readonly StageColumn[];
  won: { column: number; decides: boolean } | null;
  lost: number | null;
}

/**
 * The columns of dates and of flags whose headers name a stage, in their order. Most won leads must have passed a stage: at least half of
 * them have its date, and 80% say yes, for flags of other kinds have such words too.
 *
 * The day of won is the first column of such days that at least half of the won leads have. It decides who is won where nearly all leads
 * with a day are won, as in 'Became a customer'; a day of closing, which lost leads have too, does not.
 */
function readHeaders(columns: readonly StageCandidate[], { statusColumn, won }: Outcome): HeadersFound {
  const status = columns[statusColumn]?.coded();
  const isWon = flagConverted(status ?? { codes: new Uint32Array(), categories: [] }, won);
  const wins = isWon.reduce((sum, flag) => sum + flag, 0);
  const stages: (ReachedColumn & { name: string; rank: number })[] = [];
  const found: HeadersFound = { stages: [], won: null, lost: null };
  for (const candidate of columns) {
    const isOther = candidate.column === statusColumn || candidate.isLeadDate;
    const said = isOther ? null : readStageHeader(candidate.header);
    const reached = said && readReached(candidate, isWon);
    if (!said || !reached) continue;
    const isDated = reached.holds === 'dates';
    if (said.kind === 'lost') {
      if (isDated) found.lost ??= reached.column;
      continue;
    }
    if (100 * reached.wins < (isDated ? MIN_PASSED_PERCENT : MIN_FLAGGED_PERCENT) * wins) continue;
    if (said.kind === 'stage') stages.push({ ...reached, name: candidate.header, rank: said.rank });
    else if (isDated)
      found.won ??= {
        column: reached.column,
        decides: 100 * reached.wins >= MIN_WON_BY_COLUMN_PERCENT * reached.leads,
      };
  }
  return { ...found, stages: orderStages(stages).map(({ column, holds }) => ({ column, holds })) };
}

/** A column of dates or of yes and no with the leads that have reached its stage; null for any other column, and where none has. */
function readReached(candidate: StageCandidate, isWon: Uint8Array): ReachedColumn | null {
  const isDated = candidate.hasDates();
  if (!isDated && candidate.some.length > MOST_ANSWERS) return null;
  const { codes, categories } = candidate.coded();
  const isBlank = categories.map((text) => text.trim() === '');
  const answers = isDated ? [] : categories.map(answerOf);
  if (answers.some((answer, code) => answer === null && !isBlank[code])) return null;
  const isReached = isDated ? isBlank.map((blank) => !blank) : answers.map((answer) => answer === 'yes');
  const counts = { leads: 0, wins: 0 };
  for (let lead = 0; lead < codes.length; lead++) {
    if (!isReached[codes[lead]!]) continue; // the `!` here: a code and a flag per lead
    counts.leads++;
    counts.wins += isWon[lead]!;
  }
  if (counts.leads === 0) return null;
  return { column: candidate.column, holds: isDated ? 'dates' : 'flags', ...counts };
}
