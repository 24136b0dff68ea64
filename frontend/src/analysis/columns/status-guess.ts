import { CONVERSION_NAMES, STATUS_HEADERS } from './header-tables.ts';
import { areAnswers, areOutcomes, isConvertedStatus, isStatus } from './statuses.ts';
import { foldText, hasPhraseOf, headerWords, listPhrases } from './words.ts';

/** A header with one of these words, in any case, is a candidate. As whole words they rank the candidates. */
const HEADER_WORDS = ['status', 'stage', 'disposition', 'qualified', 'lead'] as const;
/** A header that has only 'lead' may name anything: 'Lead Source'. */
const SAYS_STATUS = /status|stage|disposition|qualified/i;
/** Words for a status in other languages: a column with one of them and a converted status counts where no candidate has any. */
const OTHER_HEADERS = listPhrases(STATUS_HEADERS, CONVERSION_NAMES);
const CONVERSION_HEADERS = listPhrases(CONVERSION_NAMES);
/** A word in the header of a column that tells the outcome without calling itself a status. */
const OUTCOME_WORD =
  /^(?:is|has)?(?:converted|won|customer|outcome|response|success|sold|purchased|enrolled|deposit|churn|churned|attrition|exited)$/;

/**
 * Which column most likely holds the lead status. Candidates are the columns whose header contains 'status', 'lead',
 * 'qualified', 'stage' or 'disposition'. A candidate looks like a status when it has at least 2 distinct values, and
 * few, and one of them holds a word such as 'won' or 'open'. In this order:
 *
 * 1. a candidate with a converted status, such as 'Closed Won', or 1 where 0 is the only other value
 * 2. another candidate that looks like a status
 * 3. a column with a converted status whose header says status in other words, or names conversions: 'Estado', 'Conversion Name'
 * 4. a column of any name with exactly two values of which one is a converted status, and with a header such as 'Converted'. Values that
 *    mean the same, such as TRUE, true, Yes and 1, are one
 * 5. the first candidate, if its header has another word than 'lead'
 * 6. a column of any name whose values are outcomes, see `areOutcomes`
 * 7. the first candidate
 *
 * In 1 and 2, a header with the whole word 'status' comes first, then 'stage', 'disposition', 'qualified', 'lead', then
 * the order of columns. Null where there is no such column.
 *
 * Example: 'Status' (Open, Closed - Converted) wins over 'Lead Owner' (Ann, Bob).
 *
 * @param valuesOf returns the distinct values of a column without blanks, or null where they are too many for a status.
 *   It is called for few columns, since it may read the file.
 */
export function guessStatusColumn(
  headers: readonly string[],
  valuesOf: (column: number) => readonly string[] | null,
): number | null {
  const columns = headers.map((header, column) => ({ header, column }));
  const candidates = columns.filter(({ header }) => isCandidate(header));
  const byHeader = candidates.toSorted((a, b) => rankOf(a.header) - rankOf(b.header));
  let other: number | null = null;
  for (const { column } of byHeader) {
    const values = valuesOf(column) ?? [];
    if (values.length < 2) continue;
    if (hasConvertedEnd(values)) return column;
    if (values.some(isStatus)) other ??= column;
  }
  if (other !== null) return other;
  const foreign = columns.find(
    ({ header, column }) =>
      hasPhraseOf(foldText(header), OTHER_HEADERS) && (valuesOf(column) ?? []).some(isConvertedStatus),
  );
  if (foreign) return foreign.column;
  const outcome = columns.find(({ header, column }) => {
    if (isCandidate(header) || !isOutcome(header)) return false;
    const values = valuesOf(column) ?? [];
    return values.length === 2 ? hasConvertedEnd(values) : areAnswers(values);
  });
  if (outcome) return outcome.column;
  const [first] = candidates;
  if (first && SAYS_STATUS.test(first.header)) return first.column;
  return (columns.find(({ column }) => areOutcomes(valuesOf(column) ?? [])) ?? first)?.column ?? null;
}

function isCandidate(header: string): boolean {
  const text = header.toLowerCase();
  return HEADER_WORDS.some((word) => text.includes(word));
}

function rankOf(header: string): number {
  const words = headerWords(header);
  const rank = HEADER_WORDS.findIndex((word) => words.includes(word));
  return rank === -1 ? HEADER_WORDS.length : rank;
}

function isOutcome(header: string): boolean {
  return headerWords(header).some((word) => OUTCOME_WORD.test(word));
}

function hasConvertedEnd(values: readonly string[]): boolean {
  return isZeroOrOne(values) || values.some(isConvertedStatus);
}

/** 1 where 0 is the only other value says yes. */
export function isZeroOrOne(values: readonly string[]): boolean {
  return values.length === 2 && values.includes('0') && values.includes('1');
}

/** Whether the values of a column name conversions: 'Conversion Name', 'Conversion-Aktion'. */
export function namesConversions(header: string): boolean {
  return hasPhraseOf(foldText(header), CONVERSION_HEADERS);
}
