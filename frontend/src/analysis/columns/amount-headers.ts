import { findHeaderMark, readMark } from './currencies.ts';
import { AMOUNT_WORDS, AMOUNTS_AT_END, CURRENCY_NAMES, NO_AMOUNTS } from './header-tables.ts';
import { findPhrases, foldText, hasPhraseOf, headerWords, listPhrases } from './words.ts';

const AMOUNT = listPhrases(AMOUNT_WORDS);
const AT_END = listPhrases(AMOUNTS_AT_END);
const NEVER = listPhrases(NO_AMOUNTS);
const CURRENCY = listPhrases(CURRENCY_NAMES);
/** 'no' for number. Elsewhere it is Portuguese: 'Valor no contrato' is the value in the contract. */
const NUMBER = /^no\b|\bno$/;
/** 'Invoice No. EUR'; without a dot it may be 'in the' in Portuguese. */
const SHORT_NUMBER = /\bno[.:]/i;
/** A sign, which the words of a header leave out. */
const PERCENT = /[%％]/;
/** Between an amount and its currency: 'Wert in Euro'. */
const BEFORE_CURRENCY = /^(?:in|en|em|w)$/;

/** A header says that its column has amounts, that it never has, or neither. */
type AmountHeader = 'amounts' | 'never' | 'unknown';

/**
 * Whether a header says that its column has the amounts of won deals, in 14 languages. A word such as 'value' or 'deal' says so as the
 * last one, without the currency behind it. A currency says so too, and words of costs, scores, counts and forecasts never do.
 * Examples: 'Amount', 'Deal - Value', 'Auftragswert (EUR)' and 'Wert in Euro' have amounts; 'Ad spend (EUR)', 'Expected Revenue' and 'Annual
 * Revenue' never have; 'Value proposition' and 'Source' are unknown.
 */
export function readAmountHeader(header: string): AmountHeader {
  const folded = foldText(header);
  const isNumber = NUMBER.test(folded) || SHORT_NUMBER.test(header);
  if (isNumber || PERCENT.test(header) || hasPhraseOf(withoutCurrencies(header), NEVER)) return 'never';
  if (hasPhraseOf(folded, AMOUNT)) return 'amounts';
  const words = folded.split(' ');
  const last = words.findLastIndex((word) => !isCurrency(word) && !BEFORE_CURRENCY.test(word));
  const isAtEnd = findPhrases(folded, AT_END).some(({ end }) => end === last + 1 || end === words.length);
  return isAtEnd || findHeaderMark(header) !== null || hasPhraseOf(folded, CURRENCY) ? 'amounts' : 'unknown';
}

/** Read before accents are taken off: 'ARS' are Argentine pesos, 'Års' is of a year. */
function withoutCurrencies(header: string): string {
  return foldText(
    headerWords(header)
      .filter((word) => readMark(word) === null)
      .join(' '),
  );
}

function isCurrency(word: string): boolean {
  return readMark(word) !== null || hasPhraseOf(word, CURRENCY);
}

/** Words by which one of several columns of amounts comes first. */
const FIRST_WORDS = [
  /\b(?:won|closed?|gewonnen|abgeschlossen|gagne|ganad[oa]|ganh[oa]|vint[oa]|wygran\w*|vunn\w*|vundet)\b|成交|受注/,
  /deal|auftrag|order|affaire|negocio|сделк|受注|合同/,
  /amount|betrag|montant|importe|importo|bedrag|kwota|belopp|belob|tutar|сумма|金額|金额/,
  /value|wert|valeur|valor|waarde|wartosc|varde|vaerdi|deger|стоимость/,
];

/** The place of a header among several of amounts: won or closed, then deal, then amount, then value, then the rest. */
export function rankAmountHeader(header: string): number {
  const folded = foldText(header);
  const rank = FIRST_WORDS.findIndex((words) => words.test(folded));
  return rank === -1 ? FIRST_WORDS.length : rank;
}
