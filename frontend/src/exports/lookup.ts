import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import { baseValueOf } from '#frontend/analysis/judge/base-value.ts';
import { rangeLabel, type Range } from '#frontend/analysis/counts/binning.ts';
import { BLANK_LABEL, OUT_OF_RANGE_LABEL } from '#frontend/analysis/columns/columns.ts';
import { DATE_PRESETS } from '#frontend/analysis/columns/dates.ts';
import { MAX_EXPORTED_COMBINATIONS, RANGE_GAP, RANGE_GAP_TOLERANCE } from '#frontend/analysis/constants.ts';
import {
  findLeadFactors,
  listBases,
  multiplyFactors,
  type FieldFactors,
  type LeadFactors,
  type ValueChoices,
} from '#frontend/analysis/judge/lead-factors.ts';
import { countPossibleCombinations } from '#frontend/analysis/judge/lead-values.ts';
import { replaceName, type Mapping } from '#frontend/analysis/counts/mapping.ts';
import { BRACKETS, FIGURES } from '#frontend/analysis/columns/number-format.ts';
import type { Cell } from './table.ts';

/** The values of an analysis, as they are looked up when a form is sent. */
export interface LookupParts extends ValueChoices {
  analysis: Analysis;
  currency: string;
}

/** Whether the combinations are few enough for a list of them. The function has no limit, since it multiplies. */
export function isListable(analysis: Analysis): boolean {
  return countPossibleCombinations(analysis) <= MAX_EXPORTED_COMBINATIONS;
}

interface Combination {
  values: string[];
  leadValue: number;
}

/**
 * Every combination of values with its lead value, the last attribute changing first.
 * Example: Source a, b and Device x: [a, x], [b, x].
 */
function listCombinations({ base, fields }: LeadFactors): Combination[] {
  let rows: { values: string[]; factors: number[] }[] = [{ values: [], factors: [] }];
  for (const { values, factors } of fields)
    rows = rows.flatMap((row) =>
      values.map((value, index) => ({
        values: [...row.values, value],
        factors: [...row.factors, factors[index] ?? 1],
      })),
    );
  return rows.map(({ values, factors }) => ({ values, leadValue: multiplyFactors(base, factors) }));
}

/** An attribute whose dates count under a name: a look-up takes the name in place of the date. */
interface NamedDates {
  field: string;
  /** 'weekday' */
  preset: string;
  /** A name as the results have it, 'Monday'. */
  example: string;
}

export function listNamedDates({ fields }: Analysis, { attributes }: AnalysisContext): NamedDates[] {
  return attributes.flatMap(({ field, dates, mapping }) => {
    if (!dates) return [];
    const values = fields.find(({ name }) => name === field)?.values ?? [];
    const example = values.find((value) => value !== replaceName(BLANK_LABEL, mapping)) ?? BLANK_LABEL;
    return [{ field, preset: DATE_PRESETS[dates.preset].name.toLowerCase(), example }];
  });
}

/** The combinations as JSON. Values are in the order of the attributes, since an attribute may have any name. */
export function lookupJson(parts: LookupParts): string {
  const { analysis, action, currency } = parts;
  const factors = findLeadFactors(analysis, parts);
  const text = JSON.stringify(
    {
      attributes: factors.fields.map(({ name }) => name),
      currency,
      baselineLeadValue: baseValueOf(analysis, action),
      combinations: listCombinations(factors),
    },
    null,
    2,
  );
  return `${text}\n`;
}

/** The key of the row for every other combination. */
const OTHERS = '*';

/**
 * The combinations as a sheet of three columns: key, lead value, currency. The key has the values of a lead with '|'
 * between them; a '|' or '\' in a value has a '\' in front. The last row is for every other combination: the average of what the conversion action counts.
 */
export function lookupSheet(parts: LookupParts): Cell[][] {
  const { analysis, action, currency } = parts;
  const factors = findLeadFactors(analysis, parts);
  return [
    ['Key', 'Lead Value', 'Currency'],
    ...listCombinations(factors).map(({ values, leadValue }) => [
      values.map((value) => value.replace(/[\\|]/g, '\\$&')).join('|'),
      leadValue,
      currency,
    ]),
    [OTHERS, baseValueOf(analysis, action), currency],
  ];
}

/**
 * A JavaScript function that gives the lead value of what somebody enters in a form: it trims, takes an empty value for
 * '(Blank)', reads numbers as the file writes them, puts them into their ranges and renames values as the analysis did. A value that the analysis does not
 * know counts as the average, and the base is that of the attributes that are known, so that only unknown values give the
 * baseline. The code needs nothing else and is written
 * for old browsers and tag managers too.
 */
export function lookupScript(parts: LookupParts & { context: AnalysisContext }): string {
  const { analysis, currency, context } = parts;
  const { fields } = findLeadFactors(analysis, parts);
  const attributes = fields.map((field) => toLookup(field, context));
  const names = fields.map(({ name }) => toCode(name)).join(', ');
  const dates = listNamedDates(analysis, context).map(
    ({ field, preset, example }) =>
      `// ${toCode(field)} takes the ${preset}, such as ${toCode(example)}, in place of the date.\n`,
  );
  return `// The value of a lead in ${toCode(currency)}, by the values of ${names}, in this order.
${dates.join('')}function leadValue(${fields.map((_, index) => `value${index + 1}`).join(', ')}) {
  // The base by what is known: nothing, the first value, the second, these two, the third, and so on.
  var bases = ${toCode(listBases(analysis, parts))};
  var attributes = ${toCode(attributes)};
  var known = 0;
  var product = 1;
  for (var i = 0; i < attributes.length; i++) {
    var factor = factorOf(attributes[i], arguments[i]);
    if (factor === null) continue;
    known += Math.pow(2, i);
    product *= factor;
  }
  return bases[known] * product;

  function factorOf(attribute, entered) {
    var text = entered === undefined || entered === null ? '' : String(entered).trim();
    var key = '$' + (text === '' ? ${toCode(BLANK_LABEL)} : text);
    var ranges = attribute.ranges;
    var number = readNumber(typeof entered === 'number' ? 'plain' : ranges.numbers, text);
    if (ranges.list.length > 0 && number !== null) {
      for (var j = 0; j < ranges.list.length; j++) {
        var range = ranges.list[j];
        if (range.max !== null && number > range.max) continue;
        if (number >= range.min || (range.above !== null && number > range.above)) return range.factor;
      }
      return ranges.outside;
    }
    return Object.prototype.hasOwnProperty.call(attribute.values, key) ? attribute.values[key] : null;
  }

  function readNumber(numbers, text) {
    var plain = text;
    if (numbers !== 'plain') {
      var brackets = ${String(BRACKETS)}.exec(text);
      var parts = ${WRITTEN_NUMBER}.exec(brackets ? (brackets[1] + brackets[2] + brackets[3]).trim() : text);
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
}
`;
}

/** The numbers of the analysis: see `parseNumber`. */
const PLAIN_NUMBER = String.raw`/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i`;

/** The signs and codes of money that `readNumber` knows, as far as old browsers can tell them. */
const MONEY = String.raw`[$\u00a2-\u00a5\u20a0-\u20bf]|[A-Z]{1,2}\$|kr|z\u0142|K\u010d|[A-Z]{3}`;
const WRITTEN_NUMBER = String.raw`/^([+\-\u2212])?(?:(?:${MONEY})\s*([+\-\u2212])?)?([\d.,]+(?:[\s'\u2019][\d.,]+)*)([-\u2212])?(?:\s*(?:${MONEY}|%)([-\u2212])?)?$/`;
const FIGURE_LINES = Object.entries(FIGURES)
  .map(([format, figure]) => `        ${toCode(format)}: ${String(figure)}`)
  .join(',\n');

/** The data of one attribute in the function. Ranges apply to numbers only: see `createRangeFinder`. */
function toLookup({ name, values, factors }: FieldFactors, context: AnalysisContext) {
  const attribute = context.attributes.find(({ field }) => field === name);
  const { mapping = new Map<string, string>(), ranges = null, numberFormat = 'plain' } = attribute ?? {};
  const known = new Map(values.map((value, index) => [value, factors[index] ?? 1]));
  const factorOf = (label: string) => known.get(replaceName(label, mapping)) ?? null;
  return {
    // '$' keeps names such as '__proto__' apart from what every object has.
    values: Object.fromEntries(listNames(known, mapping).map(([value, factor]) => [`$${value}`, factor])),
    ranges: {
      numbers: numberFormat,
      list: (ranges ?? []).map((range, index, all) => ({
        min: range.min,
        max: range.max,
        above: maximumBefore(range, all[index - 1]),
        factor: factorOf(rangeLabel(range)),
      })),
      outside: factorOf(OUT_OF_RANGE_LABEL),
    },
  };
}

/** The maximum of the range before, where the gap to it belongs to this range. */
function maximumBefore({ min }: Range, previous: Range | undefined): number | null {
  const max = previous?.max ?? null;
  return max !== null && min <= max + RANGE_GAP + RANGE_GAP_TOLERANCE ? max : null;
}

/**
 * The factor of each name that a form may send: the values of the results, and those that were renamed to them. A name
 * that is both is a value of the results.
 */
function listNames(known: ReadonlyMap<string, number>, mapping: Mapping): [string, number][] {
  const renamed = [...mapping.keys()].flatMap((name): [string, number][] => {
    const factor = known.get(replaceName(name, mapping));
    return factor === undefined ? [] : [[name, factor]];
  });
  return [...known, ...renamed];
}

/** A value as code that may stand in a page, in a comment and in a script. */
function toCode(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
