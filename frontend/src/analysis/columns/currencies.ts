import { CURRENCIES, type Currency } from '#contract/currencies.ts';
import { parseNumber } from './number-format.ts';
import { splitShort } from './short-numbers.ts';

/** Signs that stand for one currency. */
const SIGNS: ReadonlyMap<string, Currency> = new Map([
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['₹', 'INR'],
  ['₪', 'ILS'],
  ['₩', 'KRW'],
  ['฿', 'THB'],
  ['₺', 'TRY'],
  ['₫', 'VND'],
  ['₱', 'PHP'],
  ['₽', 'RUB'],
  ['₴', 'UAH'],
  ['₦', 'NGN'],
  ['₸', 'KZT'],
  ['₡', 'CRC'],
  ['₲', 'PYG'],
  ['₵', 'GHS'],
  ['₮', 'MNT'],
  ['₼', 'AZN'],
  ['₾', 'GEL'],
  ['৳', 'BDT'],
  ['zł', 'PLN'],
  ['Kč', 'CZK'],
  ['TL', 'TRY'],
  ['руб', 'RUB'],
  ['р.', 'RUB'],
  ['円', 'JPY'],
  ['Fr.', 'CHF'],
  ['SFr.', 'CHF'],
  ['US$', 'USD'],
  ['A$', 'AUD'],
  ['AU$', 'AUD'],
  ['C$', 'CAD'],
  ['CA$', 'CAD'],
  ['NZ$', 'NZD'],
  ['HK$', 'HKD'],
  ['S$', 'SGD'],
  ['SG$', 'SGD'],
  ['NT$', 'TWD'],
  ['MX$', 'MXN'],
  ['R$', 'BRL'],
]);

/** Signs that several currencies share, with these currencies. */
const SHARED_SIGNS: ReadonlyMap<string, readonly Currency[]> = new Map<string, readonly Currency[]>([
  ['$', ['USD', 'AUD', 'CAD', 'NZD', 'SGD', 'HKD', 'TWD', 'MXN', 'ARS', 'CLP', 'COP']],
  ['kr', ['SEK', 'NOK', 'DKK', 'ISK']],
  ['¥', ['JPY', 'CNY']],
  // See `MONEY`.
  ['\\', ['JPY', 'KRW']],
  ['元', ['CNY', 'TWD', 'HKD']],
  ['Rs', ['INR', 'PKR', 'LKR', 'NPR']],
]);

const CODES: ReadonlyMap<string, Currency> = new Map(CURRENCIES.map((code) => [code, code]));

/**
 * The currency that a text names: its code, a shared sign such as '$', 'kr' and '¥', or null if it is neither a sign nor
 * a code of ISO 4217. Names such as 'Euro' are not read. Small letters are read in codes and in 'kr', a point at the end
 * is ignored, and signs of full width count as usual ones. Examples: 'eur', '€' and 'EUR.' are 'EUR', 'US$' is 'USD', '￥' is '¥', 'Fr.' is
 * 'CHF', 'Fr' and 'Dollar' are null.
 */
export function readMark(text: string): string | null {
  const mark = text.trim().normalize('NFKC');
  const bare = mark.replace(/\.$/, '').replace(/^kr$/i, 'kr');
  const code = SIGNS.get(mark) ?? SIGNS.get(bare) ?? CODES.get(bare.toUpperCase());
  return code ?? (SHARED_SIGNS.has(bare) ? bare : null);
}

/**
 * The currencies that a mark of `readMark` may stand for: one for a code, several for a shared sign, none for any other
 * text. Example: 'kr' may be SEK, NOK, DKK or ISK.
 */
export function currenciesOf(mark: string): readonly Currency[] {
  const code = CODES.get(mark);
  return code ? [code] : (SHARED_SIGNS.get(mark) ?? []);
}

/** A point behind letters is theirs: 'Fr.' names francs, 'Fr' does not. */
const AROUND_MARK = /[\d\s,'’+\-−–—()]|(?<!\p{L})\./gu;

/**
 * The mark in a cell with an amount, as `readMark` gives it; null for a cell without one, or without a digit.
 * Examples: '€5', 'EUR 1.200,50' and '2,5 Mio. €' are 'EUR', '1,200 USD' is 'USD', '$5' is '$', '1e5', '12 %' and 'EUR' are null.
 */
export function findMark(cell: string): string | null {
  if (!/\d/.test(cell) || parseNumber(cell) !== null) return null;
  const mark = (splitShort(cell, 'short-comma')?.rest ?? cell).replaceAll(AROUND_MARK, '');
  return mark === '' ? null : readMark(mark);
}

/** Codes and short names, in capitals, that are words of headers too: alone they name no currency there, in brackets they do. */
const WORDS: ReadonlySet<string> = new Set([
  'ALL',
  'CUP',
  'GEL',
  'MAD',
  'MOP',
  'PEN',
  'RS',
  'SOS',
  'TL',
  'TOP',
  'TRY',
]);
/** 'sek' in small letters is a second, 'ron' and 'cad' are a name and a kind of drawing. */
const SMALL_WORDS: ReadonlySet<string> = new Set(['sek', 'ron', 'cad', 'php']);

/**
 * The mark in the header of amounts, as `readMark` gives it; null without one, and where there are several. A code is a word
 * of its own, in capitals or in small letters. Examples: 'Auftragswert €', 'Amount (EUR)' and 'amount_eur' are 'EUR',
 * 'Deal value $' is '$', 'Top deals' and 'Euro value' are null.
 */
export function findHeaderMark(header: string): string | null {
  const marks = new Set<string>();
  const words = header.match(/[[(（]\s*[^[\]()（）]+\s*[\])）]|[A-Z]{0,2}\p{Sc}|\p{L}+/gu) ?? [];
  for (const word of words) {
    const inside = word.replaceAll(/[[\]()（）]/g, '').trim();
    const isBracketed = inside !== word;
    const mark = isBracketed ? (readMark(inside) ?? findHeaderMark(inside)) : readHeaderWord(word);
    if (mark !== null) marks.add(mark);
  }
  const [mark = null, ...others] = marks;
  return others.length > 0 ? null : mark;
}

function readHeaderWord(word: string): string | null {
  const [mark, capitals] = [readMark(word), word.toUpperCase()];
  if (WORDS.has(capitals)) return null;
  const isOneCase = word === capitals || word === word.toLowerCase();
  return mark !== capitals || (isOneCase && !SMALL_WORDS.has(word)) ? mark : null;
}
