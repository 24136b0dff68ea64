import * as words from './status-words.ts';
import {
  findPhrases,
  foldText,
  hasPhraseOf,
  isPhraseOf,
  listPhrases,
  type PhraseList,
  type Phrases,
} from './words.ts';

/** The step of the sale that a status names: the last one, or an end before it. */
export type End = 'final' | 'earlier';

/** The most distinct values of a column of outcomes. */
const MOST_OUTCOMES = 20;

const TELLING = listPhrases(words.FINAL_ENDS, words.EARLIER_ENDS, 'success', words.YES.en);
const FINAL = listPhrases(words.FINAL_ENDS, words.FINAL_IN_STATUS);
const EARLIER = listPhrases(words.EARLIER_ENDS, words.EARLIER_IN_STATUS, words.YES.en);
const YES = listPhrases(words.YES);
const NO = listPhrases(words.NO);
const CUSTOMER = listBuyers('customer');
const BUYERS = listBuyers(words.BUYERS, 'client, buyer, patient');
const NEGATIONS = listPhrases(words.NEGATIONS);
const NOT_SOLD = listPhrases(words.BAD_ENDS, words.FORMER, words.EXISTING, words.ANOTHERS, words.DOUBTS);
const BAD_ENDS = listPhrases(words.BAD_ENDS);
const OTHER_STATUSES = listPhrases(words.OTHER_STATUSES);
const OPEN = listPhrases(
  words.OPEN_STATUSES,
  words.MORE_OPEN_STATUSES,
  words.STAGES.opportunity,
  words.STAGES.proposal,
  words.STAGES.negotiation,
);
const QUALIFIED = listPhrases(words.EARLIER_ENDS);
const QUALIFIED_LEAD = listPhrases(words.EARLIER_ENDS, 'lead, leads');
const STAGES = Object.values(words.STAGES).map((stage) => listPhrases(stage));

/**
 * Whether a value makes its column look like a status: 'Closed Won' does, 'Not yet converted', 'Existing customer', 'Sold to competitor'
 * and 'Almost won' do not. Words that mean something else in other columns, such as 'Purchased', are not read.
 */
export function isConvertedStatus(value: string): boolean {
  return hasEnd(value, TELLING) || isBuyer(value, CUSTOMER);
}

/**
 * The end that a value of a status column stands for, or null. It has a word of an end, and none that turns it round: no negation before
 * it or behind it in the same clause, and nothing former, existing, doubtful or another's. In doubt it is none.
 * Examples: 'Closed - Converted' and 'Neukunde' are final, 'Sales Qualified Lead' and 'Ja' are earlier, 'Não vendido' is null.
 */
export function endOf(value: string): End | null {
  if (hasEnd(value, FINAL) || isBuyer(value, BUYERS)) return 'final';
  return hasEnd(value, EARLIER) || isPhraseOf(foldText(value), YES) ? 'earlier' : null;
}

/** Reads a value that is no more than yes or no, in whatever language and letters: 'TRUE', 'Ja' and '1' are yes, 'nein' and '0' no. */
export function answerOf(value: string): 'yes' | 'no' | null {
  const folded = foldText(value);
  if (folded === '1' || isPhraseOf(folded, YES)) return 'yes';
  return folded === '0' || isPhraseOf(folded, NO) ? 'no' : null;
}

/** Whether values answer yes and no, and nothing else. */
export function areAnswers(values: readonly string[]): boolean {
  const answers = new Set(values.map(answerOf));
  return answers.size === 2 && !answers.has(null);
}

/**
 * Whether a column tells outcomes by its values alone: 2 to 20 of them, one of which is a converted status and says more than yes, and
 * another is lost or not decided yet. Example: 'Won' and 'Lost' do; 'Yes' and 'No' may answer anything.
 */
export function areOutcomes(values: readonly string[]): boolean {
  if (values.length < 2 || values.length > MOST_OUTCOMES) return false;
  return (
    values.some((value) => isConvertedStatus(value) && answerOf(value) === null) &&
    values.some((value) => answerOf(value) === null && (isLostStatus(value) || isOpenStatus(value)))
  );
}

/** Whether a value says no more than that the lead is qualified: 'Qualified' and 'Qualified lead', not 'Sales Qualified Lead'. */
export function isJustQualified(value: string): boolean {
  return hasEnd(value, QUALIFIED) && coversAll(foldText(value), QUALIFIED_LEAD);
}

/** The last stage of a sale that a value names, from 0, or -1: 'SQL' is 1, 'Proposal sent' is 3. None where it is lost or negated. */
export function stageOf(value: string): number {
  const folded = foldText(value);
  if (hasPhraseOf(folded, NEGATIONS) || hasPhraseOf(folded, BAD_ENDS)) return -1;
  const last = STAGES.findLastIndex((stage) => hasPhraseOf(folded, stage));
  // 'Marketing Qualified' has the word of the next stage.
  return last === 1 ? STAGES.findIndex((stage) => hasPhraseOf(folded, stage)) : last;
}

/** Whether a value has a word of a status, good or not: 'Closed Lost' and 'Not qualified' have. */
export function isStatus(value: string): boolean {
  const folded = foldText(value.toLowerCase());
  return [TELLING, CUSTOMER.names, OTHER_STATUSES].some((phrases) => hasPhraseOf(folded, phrases));
}

/** Whether a value says that its lead is lost: 'Closed Lost', 'Verloren', '失注'. */
export function isLostStatus(value: string): boolean {
  return hasPhraseOf(foldText(value), BAD_ENDS);
}

const CLAUSES = /[,;:|/()[\]–—]|\s-\s/;

function hasEnd(value: string, ends: Phrases): boolean {
  if (!hasPhraseOf(foldText(value), ends) || isDoubtful(value)) return false;
  const clauses = value.split(CLAUSES).map(foldText).filter(Boolean);
  const at = clauses.findIndex((clause) => hasPhraseOf(clause, ends));
  const isNegated = clauses.some(
    (clause, index) => hasPhraseOf(clause, NEGATIONS) && (index <= at || coversAll(clause, NEGATIONS)),
  );
  return at !== -1 && !isNegated;
}

function isDoubtful(value: string): boolean {
  return value.includes('?') || hasPhraseOf(foldText(value), NOT_SOLD);
}

interface Buyers {
  names: Phrases;
  /** The names and what may stand beside them. */
  withOthers: Phrases;
}

function listBuyers(...names: readonly PhraseList[]): Buyers {
  const others = [words.BESIDE_BUYERS, words.FINAL_ENDS, words.EARLIER_ENDS];
  return { names: listPhrases(...names), withOthers: listPhrases(...names, ...others) };
}

/** 'Client' and 'New client' are buyers; 'Client contacted' may be anything. */
function isBuyer(value: string, { names, withOthers }: Buyers): boolean {
  const folded = foldText(value);
  if (!hasPhraseOf(folded, names) || isDoubtful(value) || hasPhraseOf(folded, NEGATIONS)) return false;
  return coversAll(folded, withOthers);
}

/** Whether a folded text has nothing beside the phrases and numbers. */
function coversAll(folded: string, phrases: Phrases): boolean {
  const left = phrases.inside
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, phrase) => text.replaceAll(phrase, ' '), folded)
    .split(' ')
    .filter(Boolean);
  const spans = findPhrases(left.join(' '), { ...phrases, inside: [] });
  return left.every(
    (word, at) => /^\d+$/.test(word) || spans.some(({ start, end }) => start <= at && at < end),
  );
}

/** Words after which a status means the same: 'New Lead', 'OPEN_DEAL'. */
const AFTERWARDS = / (leads?|deals?|inquir(y|ies)|anfrage|opportunit(y|ies))$/;

/**
 * Whether a status says that the lead is not decided yet. Only what stands before a dash, colon, slash or bracket is read, without a
 * number in front; the whole of it must be a known status, so that 'New customer' and 'Reopened' are none.
 * Examples: '1. New', 'Open - Not Contacted', 'IN_PROGRESS', 'Contacted' and 'MQL' are open.
 */
export function isOpenStatus(status: string): boolean {
  const [first = ''] = status.replace(/^[\s\d.)#:-]+/, '').split(/\s[-–—]\s|[:/(|]/);
  const folded = foldText(first);
  return isPhraseOf(folded, OPEN) || isPhraseOf(folded.replace(AFTERWARDS, ''), OPEN);
}

/** A status with its leads. */
export interface StatusLeads {
  value: string;
  leads: number;
}

/**
 * The statuses that are not decided yet, see `isOpenStatus`, and do not count as converted; most leads first.
 * Example: 'New' with 5 leads, 'Won' and 'Contacted' with 9: 'Contacted', 'New'.
 *
 * @param leads per value
 */
export function listOpenStatuses(
  values: readonly string[],
  leads: Uint32Array,
  qualified: ReadonlySet<string>,
): StatusLeads[] {
  return values
    .map((value, code) => ({ value, leads: leads[code] ?? 0 }))
    .filter(({ value }) => !qualified.has(value) && isOpenStatus(value))
    .sort((a, b) => b.leads - a.leads);
}
