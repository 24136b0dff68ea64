import { isLostStatus, isOpenStatus, stageOf, endOf } from '../columns/statuses.ts';
import {
  FIRST_STATUSES,
  LEFT_STAGE,
  MEETING_HEADERS,
  NEGOTIATION_HEADERS,
  PROPOSAL_HEADERS,
  QUALIFIED_HEADERS,
} from '../columns/stage-headers.ts';
import { NEGATIONS } from '../columns/status-words.ts';
import { NOT_WON_DATES } from '../columns/header-tables.ts';
import { saysLeadDate, saysWonDate } from '../columns/date-readers.ts';
import { foldText, hasPhraseOf, isPhraseOf, listPhrases } from '../columns/words.ts';

/** The place of a stage in a sale by its words; null for one that no word names. */
export type StageRank = number | null;

/** Behind the ranks of statuses before a first talk and of other open ones. */
const FIRST_STAGE_RANK = 2;

const FIRST = listPhrases(FIRST_STATUSES);
const HEADERS = [QUALIFIED_HEADERS, MEETING_HEADERS, PROPOSAL_HEADERS, NEGOTIATION_HEADERS].map((words) =>
  listPhrases(words),
);
/** Says of a stage what 'entered' alone says of the lead. */
const DATE_ENTERED = /^\s*date entered\s+/i;
const NOT_SO = listPhrases(NEGATIONS);
const LEFT = listPhrases(LEFT_STAGE);
const NOT_REACHED = listPhrases(NOT_WON_DATES);

/**
 * The place of a value of a stage or status column: 0 for 'New', 1 for other open statuses such as 'Contacted', 2 to 6 for the stages of
 * `STAGES`. Null for a won or lost status, and for one that no word names.
 */
export function rankValue(value: string): StageRank {
  if (isLostStatus(value)) return null;
  const stage = stageOf(value);
  if (stage !== -1) return FIRST_STAGE_RANK + stage;
  const folded = foldText(value);
  if (isOpenStatus(value)) return isPhraseOf(foldText(firstClause(value)), FIRST) ? 0 : 1;
  return endOf(value) === 'final' || hasPhraseOf(folded, NOT_SO) ? null : rankByWords(folded);
}

/** 'Open - Not Contacted' is open. */
const firstClause = (value: string) => value.split(/\s[-–—]\s|[:/(|]/, 1)[0] ?? '';

/** By words of headers, such as 'negotiat*', of which values have forms too. */
function rankByWords(folded: string): StageRank {
  const found = HEADERS.findLastIndex((words) => hasPhraseOf(folded, words));
  if (found === -1) return null;
  // Marketing has no words of its own here: 'Wurde zu marketing-qualifiziertem Lead am'.
  return FIRST_STAGE_RANK + (found === 0 && folded.includes('marketing') ? 0 : found + 1);
}

/** The meaning of a header of dates or flags: those of a stage with its place, of won or of lost leads. */
export type StageHeader = { kind: 'stage'; rank: number } | { kind: 'won' | 'lost' };

/**
 * Reads a header of dates or flags, in 14 languages. Examples: 'Became a Marketing Qualified Lead Date' is a stage with the place 2, 'Demo
 * booked' one with 4, 'Became a Customer Date' won, 'Lost Time' lost, and so is 'SQL created' a stage unless it is the
 * date of the lead. 'Created', 'Last Meeting', 'Expected Close Date' and 'Date exited
 * Proposal' are none of these: null.
 */
export function readStageHeader(header: string): StageHeader | null {
  const said = header.replace(DATE_ENTERED, '');
  const folded = foldText(said);
  if (hasPhraseOf(folded, LEFT)) return null;
  if (isLostStatus(said)) return { kind: 'lost' };
  if (hasPhraseOf(folded, NOT_REACHED)) return null;
  const known = stageOf(said);
  if (saysLeadDate(said)) return known === -1 ? null : { kind: 'stage', rank: FIRST_STAGE_RANK + known };
  if (saysWonDate(said) || endOf(said.replaceAll('?', '')) === 'final') return { kind: 'won' };
  if (known !== -1) return { kind: 'stage', rank: FIRST_STAGE_RANK + known };
  const rank = hasPhraseOf(folded, NOT_SO) ? null : rankByWords(folded);
  return rank === null ? null : { kind: 'stage', rank };
}

/** A stage whose place is looked for. */
export interface UnorderedStage {
  name: string;
  rank: StageRank;
  /** Leads that have reached it, as far as the file tells. */
  leads: number;
}

const LEADING_NUMBER = /^\s*(\d+)\s*[.):\-–_ ]/;

/**
 * Puts stages in order: by the number in front of each, where all have one and no two the same; else by their place among known stages, of
 * equal ones those with more leads first. A stage that no word names stands before the first one with fewer leads.
 * Example: 'Proposal', 'New', 'Needs analysed' (no known word) with 20, 90 and 40 leads: 'New', 'Needs analysed', 'Proposal'.
 */
export function orderStages<Stage extends UnorderedStage>(stages: readonly Stage[]): Stage[] {
  const numbers = stages.map(({ name }) => Number(LEADING_NUMBER.exec(name)?.[1] ?? NaN));
  if (numbers.every((number) => !Number.isNaN(number)) && new Set(numbers).size === stages.length) {
    const numberOf = new Map(stages.map((stage, at) => [stage, numbers[at]!])); // a number each
    return stages.toSorted((a, b) => numberOf.get(a)! - numberOf.get(b)!);
  }
  const ordered = stages
    .filter(({ rank }) => rank !== null)
    .toSorted((a, b) => a.rank! - b.rank! || b.leads - a.leads); // those with a rank
  const others = stages.filter(({ rank }) => rank === null).toSorted((a, b) => b.leads - a.leads);
  for (const stage of others) {
    const at = ordered.findIndex(({ leads }) => leads < stage.leads);
    ordered.splice(at === -1 ? ordered.length : at, 0, stage);
  }
  return ordered;
}
