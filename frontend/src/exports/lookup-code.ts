import { rangeLabel, type Range } from '#frontend/analysis/counts/binning.ts';
import { BLANK_LABEL, OUT_OF_RANGE_LABEL } from '#frontend/analysis/columns/columns.ts';
import {
  BRACKETS,
  FIGURES,
  FIGURES_OF,
  NO_CENTS,
  ZERO_CENTS,
} from '#frontend/analysis/columns/number-format.ts';
import { MONEY } from '#frontend/analysis/columns/short-numbers.ts';
import { RANGE_GAP, RANGE_GAP_TOLERANCE } from '#frontend/analysis/constants.ts';
import { replaceName, type Mapping, type ValuesPlan } from '#frontend/analysis/counts/mapping.ts';

/** The numbers of the analysis: see `parseNumber`. */
const PLAIN_NUMBER = String.raw`/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i`;

/** Old browsers do not know the class of all signs of money. */
const MARK = `${MONEY.replace(
  String.raw`\p{Sc}`,
  String.raw`[$\u00a2-\u00a5\u09f3\u0e3f\u20a0-\u20c0\uff04\uffe0\uffe1\uffe5\uffe6]`,
)}|%`;
const WRITTEN_NUMBER = String.raw`/^([+\-\u2212])?(?:(?:${MARK})\s*([+\-\u2212])?)?([\d.,]+(?:[\s'\u2019][\d.,]+)*)([-\u2212])?(?:\s*(?:${MARK})([-\u2212])?)?$/`;
const FIGURE_LINES = Object.entries(FIGURES)
  .map(([format, figure]) => `        ${toCode(format)}: ${String(figure)}`)
  .join(',\n');

/**
 * The functions of a look-up that find the code of an entered value: it is trimmed, null and an empty text count as '(Blank)', one that is
 * absent as unknown, and numbers of a column with ranges are read as the file writes them.
 */
export const READ_CELL = `  function codeOf(attribute, entered) {
    if (entered === undefined) return null;
    var text = entered === null ? '' : String(entered).trim();
    var key = '$' + (text === '' ? ${toCode(BLANK_LABEL)} : text);
    var ranges = attribute.ranges;
    var number = readNumber(typeof entered === 'number' ? 'plain' : ranges.numbers, text);
    if (ranges.list.length > 0 && number !== null) {
      for (var j = 0; j < ranges.list.length; j++) {
        var range = ranges.list[j];
        if (range.max !== null && number > range.max) continue;
        if (number >= range.min || (range.above !== null && number > range.above)) return range.code;
      }
      return ranges.outside;
    }
    return Object.prototype.hasOwnProperty.call(attribute.values, key) ? attribute.values[key] : null;
  }

  function readNumber(numbers, text) {
    var plain = text;
    if (numbers !== 'plain') {
      var whole = text.replace(${String(NO_CENTS)}, '${ZERO_CENTS}');
      var brackets = ${String(BRACKETS)}.exec(whole);
      var parts = ${WRITTEN_NUMBER}.exec(brackets ? (brackets[1] + brackets[2] + brackets[3]).trim() : whole);
      var figures = {
${FIGURE_LINES}
      };
      if (!parts || !figures[numbers].test(parts[3])) return null;
      var signs = (brackets ? '-' : '') + (parts[1] || '') + (parts[2] || '') + (parts[4] || '') + (parts[5] || '');
      if (signs.length > 1) return null;
      plain = numbers === 'decimal-comma' ? parts[3].replace(/[.\\s]/g, '').replace(',', '.') : parts[3].replace(/[^\\d.]/g, '');
      plain = signs.replace('\\u2212', '-') + plain;
    }
    return ${PLAIN_NUMBER}.test(plain) && isFinite(plain) ? Number(plain) : null;
  }
`;

/** How entered values become those of the results, but for dates, of which the look-ups take the names. */
type NamedValues = Omit<ValuesPlan, 'dates'>;

/** The data of one column in a look-up. Ranges apply to numbers only: see `createRangeFinder`. */
export function toLookup(
  values: readonly string[],
  { mapping = new Map<string, string>(), ranges = null, numberFormat = 'plain' }: Partial<NamedValues> = {},
) {
  const codes = new Map(values.map((value, code) => [value, code]));
  const codeOf = (label: string) => codes.get(replaceName(label, mapping)) ?? null;
  return {
    // '$' keeps names such as '__proto__' apart from what every object has.
    values: Object.fromEntries(listNames(codes, mapping).map(([value, code]) => [`$${value}`, code])),
    ranges: {
      // Forms send whole numbers, whatever the file writes short.
      numbers: FIGURES_OF[numberFormat] ?? numberFormat,
      list: (ranges ?? []).map((range, index, all) => ({
        min: range.min,
        max: range.max,
        above: maximumBefore(range, all[index - 1]),
        code: codeOf(rangeLabel(range)),
      })),
      outside: codeOf(OUT_OF_RANGE_LABEL),
    },
  };
}

/** The maximum of the range before, where the gap to it belongs to this range. */
function maximumBefore({ min }: Range, previous: Range | undefined): number | null {
  const max = previous?.max ?? null;
  return max !== null && min <= max + RANGE_GAP + RANGE_GAP_TOLERANCE ? max : null;
}

/**
 * The code of each name that a form may send: the values of the results, and those that were renamed to them. A name
 * that is both is a value of the results.
 */
function listNames(codes: ReadonlyMap<string, number>, mapping: Mapping): [string, number][] {
  const renamed = [...mapping.keys()].flatMap((name): [string, number][] => {
    const code = codes.get(replaceName(name, mapping));
    return code === undefined ? [] : [[name, code]];
  });
  return [...codes, ...renamed];
}

/** A value as code that may stand in a page, in a comment and in a script. */
export function toCode(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
