import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import { BLANK_LABEL } from '#frontend/analysis/columns/columns.ts';
import { DATE_PRESETS } from '#frontend/analysis/columns/dates.ts';
import { MAX_EXPORTED_COMBINATIONS } from '#frontend/analysis/constants.ts';
import type { FittedTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import {
  valueCombinations,
  valueEverySet,
  valueOfNew,
  type KnownSet,
} from '#frontend/analysis/balanced/known-values.ts';
import { codesByName, combinationFinder } from '#frontend/analysis/counts/tally.ts';
import { baseValueOf, type ValueChoices } from '#frontend/analysis/judge/lead-worth.ts';
import { countPossibleCombinations } from '#frontend/analysis/judge/lead-values.ts';
import { replaceName } from '#frontend/analysis/counts/mapping.ts';
import { READ_CELL, toCode, toLookup } from './lookup-code.ts';
import type { Cell } from './table.ts';

/** The values of an analysis, as they are looked up when a form is sent. */
export interface LookupParts extends ValueChoices {
  analysis: Analysis;
  /** The combinations behind the figures of the analysis. */
  tally: FittedTally;
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
 * Every combination of values with its lead value, the last attribute changing first: the base times its best estimate over the mean of
 * all leads. A combination that no lead has gets the predicted value.
 * Example: Source a, b and Device x: [a, x], [b, x].
 */
function listCombinations({ analysis, tally, action }: LookupParts): Combination[] {
  const base = baseValueOf(analysis, action);
  const all = valueCombinations(tally);
  const [find, codeOf] = [combinationFinder(tally), codesByName(tally.fields)];
  const codesOf = (values: readonly string[]) =>
    values.map((value, field) => codeOf[field]?.get(value) ?? -1);
  let rows: string[][] = [[]];
  for (const { values } of analysis.fields)
    rows = rows.flatMap((row) => values.map((value) => [...row, value]));
  return rows.map((values) => {
    const at = find(values);
    const value = at === undefined ? valueOfNew(all, codesOf(values)) : all.values[at]!; // a value per combination
    return { values, leadValue: base * value };
  });
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
  const text = JSON.stringify(
    {
      attributes: analysis.fields.map(({ name }) => name),
      currency,
      baselineLeadValue: baseValueOf(analysis, action),
      combinations: listCombinations(parts),
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
  return [
    ['Key', 'Lead Value', 'Currency'],
    ...listCombinations(parts).map(({ values, leadValue }) => [
      values.map((value) => value.replace(/[\\|]/g, '\\$&')).join('|'),
      leadValue,
      currency,
    ]),
    [OTHERS, baseValueOf(analysis, action), currency],
  ];
}

/** The most combinations that the function lists: those with the most leads. All others have the predicted value. */
const MAX_LISTED = MAX_EXPORTED_COMBINATIONS;

/** The values that the function gives to leads of which some attributes are known, in money. */
interface LookupSet {
  /** The value of a combination that is not listed: x, this times its multipliers; */
  base: number;
  /** or where it is not null, the worth of an average lead times the rate of the odds x over the mean rate; */
  rates: { worth: number; mean: number } | null;
  /** and at most this; null without a limit. */
  most: number | null;
  /** One list per known attribute, by the codes of its values. */
  multipliers: readonly (readonly number[])[];
  /** The values of combinations, by the codes of their values with a comma between. */
  values: Readonly<Record<string, number>>;
}

/** One for each set of known attributes; bit i of a place says that attribute i is known. */
function listSets({ analysis, tally, action }: LookupParts): LookupSet[] {
  const base = baseValueOf(analysis, action);
  const sets = valueEverySet(tally);
  const leads = sets.flatMap((set) => (isListed(set) ? [...set.tally.leads] : []));
  // The combinations with more leads than this one are listed, and of equal ones none if not all can be.
  const border = leads.sort((a, b) => b - a)[MAX_LISTED] ?? 0;
  return [
    { base, rates: null, most: null, multipliers: [], values: {} },
    ...sets.map((set): LookupSet => {
      const { codes, leads: counts } = set.tally;
      const values: Record<string, number> = {};
      if (isListed(set))
        for (const [at, value] of set.values.entries())
          // The `!` here: leads and a code of each field per combination.
          if (counts[at]! > border) values[codes.map((list) => list[at]!).join()] = base * value;
      return {
        base: set.mean === null ? base * set.constant : set.constant,
        rates: set.mean === null ? null : { worth: base, mean: set.mean },
        most: set.most === Infinity ? null : base * set.most,
        multipliers: set.multipliers.map((list) => [...list]),
        values,
      };
    }),
  ];
}

/** Where combinations scatter no more than chance explains, each has the predicted value. */
const isListed = ({ tally }: KnownSet) => tally.strength !== Infinity;

const attributeOf = ({ attributes }: AnalysisContext, name: string) =>
  attributes.find(({ field }) => field === name);

/**
 * A JavaScript function that gives the lead value of what somebody enters in a form: it trims, takes an empty value for
 * '(Blank)', reads numbers as the file writes them, puts them into their ranges and renames values as the analysis did. The value is the
 * best estimate of the combination, by the attributes of which the analysis knows the value; where it knows none, the
 * baseline. The code needs nothing else and is written
 * for old browsers and tag managers too.
 */
export function lookupScript(parts: LookupParts & { context: AnalysisContext }): string {
  const { analysis, tally, currency, context } = parts;
  const attributes = tally.fields.map(({ name, values }) => toLookup(values, attributeOf(context, name)));
  const names = tally.fields.map(({ name }) => toCode(name)).join(', ');
  const dates = listNamedDates(analysis, context).map(
    ({ field, preset, example }) =>
      `// ${toCode(field)} takes the ${preset}, such as ${toCode(example)}, in place of the date.\n`,
  );
  return `// The value of a lead in ${toCode(currency)}, by the values of ${names}, in this order. Call it where your page or tag manager handles a sent form.
${dates.join('')}function leadValue(${tally.fields.map((_, index) => `value${index + 1}`).join(', ')}) {
  // By what is known: nothing, the first value, the second, these two, the third, and so on.
  var sets = ${toCode(listSets(parts))};
  var attributes = ${toCode(attributes)};
  var known = 0;
  var codes = [];
  for (var i = 0; i < attributes.length; i++) {
    var code = codeOf(attributes[i], arguments[i]);
    if (code === null) continue;
    known += Math.pow(2, i);
    codes.push(code);
  }
  var set = sets[known];
  if (Object.prototype.hasOwnProperty.call(set.values, codes.join())) return set.values[codes.join()];
  var value = set.base;
  for (var k = 0; k < codes.length; k++) value *= set.multipliers[k][codes[k]];
  if (set.rates !== null) value = set.rates.worth * (1 / (1 + 1 / value) / set.rates.mean);
  return set.most !== null && value > set.most ? set.most : value;

${READ_CELL}}
`;
}
