/**
 * The alternatives of a pattern for one sign, code or short name of money. The letters of other alphabets are escaped, since look-ups take
 * them over into pages of any encoding. In files of Excel in Shift_JIS and EUC-KR a backslash stands for the sign of yen and won.
 */
export const MONEY = String.raw`\p{Sc}|[A-Z]{1,2}\$|kr\.?|z\u0142|K\u010d|TL|\u0440(?:\u0443\u0431\.?|\.)|[\u5143\u5186]|S?Fr\.|Rs\.?|\\(?=[-\d])|[A-Z]{3}`;

/** Letters and words behind a number, by the power of ten that they stand for, in lower case and without a point at their end. */
const SUFFIXES: ReadonlyMap<string, number> = new Map(
  (
    [
      // English, German, French, Spanish, Portuguese, Italian, Dutch, Polish, Swedish, Danish, Turkish, Russian, Chinese, Japanese
      [
        3,
        'k t thousand tsd tausend mille mila duizend dzd tys tysiąc tysiące tysięcy tusen tusind bin тыс тысяч тысячи тысяча 千',
      ],
      [4, '万 萬'],
      [
        6,
        'm mm mn mln mio mill million millions millionen millón millones mi milhão milhões milione milioni miljoen milion miliony ' +
          'milionów miljon miljoner millioner milyon млн миллион миллиона миллионов 百万',
      ],
      [8, '亿 億'],
      [
        9,
        'b bn bln billion billions mrd md mds mld mdr mia milliard milliards milliarde milliarden mil-millones bi bilhão bilhões ' +
          'miliardo miliardi miljard miliard miliardy miliardów miljarder milliarder milyar млрд миллиард миллиарда миллиардов ' +
          '十亿 十億',
      ],
      [5, 'lakh lakhs lac'],
      [7, 'crore crores cr 千万'],
    ] as const
  ).flatMap(([digits, words]) => words.split(' ').map((word) => [word, digits] as const)),
);

/** With these the money is named in one word: '250 TEUR', '3 mkr'. */
const WITH_MONEY: ReadonlyMap<string, [digits: number, money: string]> = new Map([
  ['teur', [3, 'EUR']],
  ['keur', [3, 'EUR']],
  ['meur', [6, 'EUR']],
  ['kusd', [3, 'USD']],
  ['musd', [6, 'USD']],
  ['tchf', [3, 'CHF']],
  ['tkr', [3, 'kr']],
  ['mkr', [6, 'kr']],
  ['mdkr', [9, 'kr']],
  ['千円', [3, '円']],
  ['万円', [4, '円']],
  ['百万円', [6, '円']],
  ['億円', [8, '円']],
  ['万元', [4, '元']],
  ['亿元', [8, '元']],
]);

export interface ShortNumber {
  /** The cell without the letter or word. */
  rest: string;
  /** In lower case, without a point at its end. */
  suffix: string;
  /** The power of ten. */
  digits: number;
}

/** A figure, the letter or word behind it, and what may stand behind that: money or a bracket. */
const SHORT = new RegExp(String.raw`^(.*\d)\s*([\p{L}-]+)\.?\s*(${MONEY})?(\)?)$`, 'u');

/**
 * A number that ends with a letter or a word for thousands or millions, in two parts; null for other cells. 'mil' is a thousand in
 * Spanish and Portuguese and a million in English: it counts with a decimal comma alone, and never beside dollars.
 * Examples: '€1.2k' is '€1.2' and 3 digits; '2,5 Mio. €' is '2,5 €' and 6; '12kg' and '5G' are null.
 */
export function splitShort(cell: string, format: 'short-point' | 'short-comma'): ShortNumber | null {
  const match = SHORT.exec(cell.trim());
  if (!match) return null;
  const [, figure = '', word = '', money = '', bracket = ''] = match;
  // 'T' is a thousand beside money, and a million million elsewhere.
  const suffix = word.toLowerCase();
  if (suffix === 't' && money === '') return null;
  const named = WITH_MONEY.get(suffix);
  if (named && money === '') return { rest: `${figure} ${named[1]}`, suffix, digits: named[0] };
  const isMil = suffix === 'mil' && format === 'short-comma' && !cell.includes('$');
  const digits = isMil ? 3 : SUFFIXES.get(suffix);
  if (digits === undefined) return null;
  return { rest: `${figure}${money && ` ${money}`}${bracket}`, suffix, digits };
}
