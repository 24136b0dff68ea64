import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import { BLANK_LABEL } from '#frontend/analysis/columns/columns.ts';
import { OTHER_LABEL } from '#frontend/analysis/constants.ts';
import {
  nameModelColumn,
  type DescribedColumn,
  type DescribedCombination,
  type DescribedModel,
} from '#frontend/analysis/model/described-model.ts';
import { nameHeaderCells } from '#frontend/csv/column-names.ts';
import { READ_CELL, toCode, toLookup } from './lookup-code.ts';

/** A model of all columns as it is looked up when a form is sent. */
export interface ModelLookupParts {
  model: DescribedModel;
  /** The value of the mean lead. */
  base: number;
  currency: string;
  context: AnalysisContext;
}

/** An input of the function: the value of a column, or the name of a part of its dates. */
type Input = Parameters<typeof nameModelColumn>[0];

/**
 * A JavaScript function that gives the lead value by all columns of a model. It takes an object of column names and entered values. It
 * reads them as `lookupScript` does: a value that the model does not have counts as 'Other' where the column has that, a column that
 * the object lacks as unknown, which moves the value neither up nor down. The combination needs all of its attributes. The code holds
 * weights of values, needs nothing else and is written for old browsers and tag managers too.
 */
export function modelScript({ model, base, currency, context }: ModelLookupParts): string {
  const nameOf = nameInputs(model.columns, context);
  const columns = model.columns.map((column) => ({
    name: nameOf(inputOf(column)),
    ...toLookup(column.names, column.plan.kind === 'ranges' ? column.plan : {}),
    rest: placeOf(column.names, OTHER_LABEL),
    odds: column.odds,
    amounts: column.amounts,
  }));
  const combination = model.combination && toCombination(model.combination, { context, nameOf });
  const examples = [...new Set([...columns, ...(combination?.attributes ?? [])].map(({ name }) => name))];
  return `// The value of a lead in ${toCode(currency)}, by all columns that are known of it. Call it where your page or tag manager handles a sent form:
// leadValue({ ${examples.map((name) => `${toCode(name)}: '...'`).join(', ')} })
${model.columns.map((column) => noteOnDates(column, nameOf)).join('')}function leadValue(lead) {
  var columns = ${toCode(columns)};
  var combination = ${toCode(combination)};
  var odds = ${toCode(model.intercept)};
  var amount = ${toCode(model.amount?.intercept ?? 0)};
  for (var i = 0; i < columns.length; i++) {
    if (!isKnown(columns[i].name)) continue;
    var code = codeOf(columns[i], lead[columns[i].name]);
    addWeights(columns[i], code === null ? columns[i].rest : code);
  }
  if (combination !== null) {
    var codes = [];
    for (var k = 0; k < combination.attributes.length; k++) {
      var attribute = combination.attributes[k];
      if (isKnown(attribute.name)) codes.push(codeOf(attribute, lead[attribute.name]));
    }
    var key = codes.join();
    var isListed = Object.prototype.hasOwnProperty.call(combination.places, key);
    if (codes.length === combination.attributes.length) addWeights(combination, isListed ? combination.places[key] : combination.rest);
  }
  var value = 1 / (1 + Math.exp(-odds));
  ${model.amount ? `value *= ${toCode(model.amount.unit)} * Math.exp(amount);` : ''}
  return ${toCode(base)} * (value / ${toCode(model.mean)});

  function isKnown(name) {
    return Object.prototype.hasOwnProperty.call(lead, name) && lead[name] !== undefined;
  }

  function addWeights(column, place) {
    if (place === null) return;
    odds += column.odds[place];
    if (column.amounts !== null) amount += column.amounts[place];
  }

${READ_CELL}}
`;
}

const placeOf = (names: readonly string[], name: string): number | null => {
  const place = names.indexOf(name);
  return place === -1 ? null : place;
};

function toCombination(
  { names, odds, amounts }: DescribedCombination,
  { context: { attributes }, nameOf }: { context: AnalysisContext; nameOf(input: Input): string },
) {
  const values = attributes.map((_, at) => [...new Set(names.map((combination) => combination[at] ?? ''))]);
  return {
    attributes: attributes.map((attribute, at) => ({
      name: nameOf(inputOfAttribute(attribute)),
      ...toLookup(values[at] ?? [], attribute),
    })),
    places: Object.fromEntries(
      names.map((combination, place) => [
        combination.map((value, at) => values[at]?.indexOf(value)).join(),
        place,
      ]),
    ),
    rest: odds.length > names.length ? names.length : null,
    odds,
    amounts,
  };
}

const inputOf = ({ header, plan: { kind } }: DescribedColumn): Input => ({ header, kind });

const inputOfAttribute = ({ field, dates }: AnalysisContext['attributes'][number]): Input => ({
  header: field,
  kind: dates?.preset ?? 'values',
});

/** The name of each input: the header, for a part of dates with its name. No two inputs have the same. */
function nameInputs(
  columns: readonly DescribedColumn[],
  { attributes }: AnalysisContext,
): (input: Input) => string {
  const keyOf = ({ header, kind }: Input) => `${kind === 'ranges' ? 'values' : kind} ${header}`;
  const inputs = [...columns.map(inputOf), ...attributes.map(inputOfAttribute)];
  const unique = new Map(inputs.map((input) => [keyOf(input), nameModelColumn(input)]));
  const names = nameHeaderCells([...unique.values()]);
  const nameOf = new Map([...unique.keys()].map((key, at) => [key, names[at] ?? '']));
  return (input) => nameOf.get(keyOf(input)) ?? '';
}

function noteOnDates(column: DescribedColumn, nameOf: (input: Input) => string): string {
  const { kind } = column.plan;
  if (kind === 'values' || kind === 'ranges') return '';
  const example = column.names.find((name) => name !== BLANK_LABEL) ?? BLANK_LABEL;
  return `// ${toCode(nameOf(inputOf(column)))} takes a name such as ${toCode(example)}.\n`;
}
