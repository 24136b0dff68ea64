import { expect, test } from 'vitest';
import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import type { DescribedColumn, DescribedModel } from '#frontend/analysis/model/described-model.ts';
import { modelScript } from '#frontend/exports/model-lookup.ts';

const columnOf = (
  header: string,
  names: readonly string[],
  odds: readonly number[],
  others: Partial<DescribedColumn> = {},
): DescribedColumn => ({
  header,
  column: 0,
  plan: { kind: 'values' },
  names,
  odds,
  amounts: null,
  spread: 0,
  ...others,
});

const attribute = (field: string, others: Partial<AnalysisContext['attributes'][number]> = {}) => ({
  field,
  ranges: null,
  mapping: new Map<string, string>(),
  ...others,
});

const ranges = [
  { min: 0, max: 10, label: '' },
  { min: 10.01, max: null, label: '' },
];

const MODEL: DescribedModel = {
  intercept: 0,
  amount: null,
  mean: 0.5,
  columns: [
    columnOf('Source', ['Ads', 'Fair', '(Blank)'], [Math.log(3), -Math.log(3), 1]),
    columnOf('Visits', ['0 to 10', '10.01 and above', 'n/a'], [Math.log(4), 0, 2], {
      plan: { kind: 'ranges', ranges, numberFormat: 'decimal-comma' },
    }),
    columnOf('City', ['Rome', 'Other'], [1, -1]),
    columnOf('Created', ['(Blank)', 'Monday'], [0, Math.log(9)], { plan: { kind: 'weekday' } }),
  ],
  combination: { names: [['Ads', 'Rome']], odds: [Math.log(2), -Math.log(2)], amounts: null },
  bestTenth: { model: 0, attributes: 0 },
  worstHalf: { model: 0, attributes: 0 },
};

const CONTEXT: AnalysisContext = {
  fileName: 'leads.csv',
  statusColumn: 'Status',
  qualifiedValues: ['Yes'],
  attributes: [attribute('Source', { mapping: new Map([['Google', 'Ads']]) }), attribute('City')],
};

function run(model: DescribedModel, context = CONTEXT): (lead: object) => number {
  const code = modelScript({ model, base: 100, currency: 'USD', context });
  // oxlint-disable-next-line typescript/no-implied-eval -- the code under test is a text
  return new Function(`${code}; return leadValue;`)() as (lead: object) => number; // its name is part of the code
}

/** The value at these odds: 100 x probability / 0.5. */
const at = (odds: number) => expect.closeTo((200 * odds) / (1 + odds), 9);

test('each known value multiplies the odds', () => {
  const leadValue = run(MODEL);
  expect(leadValue({})).toBe(100);
  expect(leadValue({ Source: 'Ads' })).toEqual(at(3));
  expect(leadValue({ Source: ' Fair ', Visits: '9,5' })).toEqual(at(4 / 3));
  expect(leadValue({ Visits: 9.5 })).toEqual(at(4));
  expect(leadValue({ Visits: 'n/a' })).toEqual(at(Math.exp(2)));
  expect(leadValue({ 'Created (weekday)': 'Monday', Created: '2026-03-02' })).toEqual(at(9));
});

test('null and an empty text are the blank, an unseen value counts as Other where the column has it', () => {
  const leadValue = run(MODEL);
  expect(leadValue({ Source: null })).toEqual(at(Math.E));
  expect(leadValue({ Source: ' ' })).toEqual(at(Math.E));
  expect(leadValue({ Source: 'Radio' })).toBe(100);
  expect(leadValue({ City: 'Oslo' })).toEqual(at(1 / Math.E));
});

test('the combination counts once all of its attributes are known, by the names of the results', () => {
  const leadValue = run(MODEL);
  expect(leadValue({ Source: 'Ads', City: 'Rome' })).toEqual(at(3 * Math.E * 2));
  // Google is renamed to Ads in the results, and is no value of the column.
  expect(leadValue({ Source: 'Google', City: 'Rome' })).toEqual(at(Math.E * 2));
  expect(leadValue({ Source: 'Fair', City: 'Rome' })).toEqual(at(Math.E / 3 / 2));
  const none = { ...MODEL, combination: null };
  expect(run(none)({ Source: 'Ads', City: 'Rome' })).toEqual(at(3 * Math.E));
});

test('a combination that is not listed moves nothing where the model has no weight for the others', () => {
  const combination = { names: [['Ads', 'Rome']], odds: [Math.log(2)], amounts: null };
  const leadValue = run({ ...MODEL, combination });
  expect(leadValue({ Source: 'Ads', City: 'Rome' })).toEqual(at(3 * Math.E * 2));
  expect(leadValue({ Source: 'Fair', City: 'Rome' })).toEqual(at(Math.E / 3));
});

test('attributes of ranges and dates are the columns that the model has, and are asked for once', () => {
  const attributes = [
    attribute('Visits', { ranges, numberFormat: 'decimal-comma' }),
    attribute('Created', { dates: { preset: 'weekday', format: 'iso' } }),
  ];
  const combination = { names: [['0 to 10', 'Monday']], odds: [Math.log(2)], amounts: null };
  const model = { ...MODEL, columns: MODEL.columns.slice(1), combination };
  const context = { ...CONTEXT, attributes };
  expect(modelScript({ model, base: 100, currency: 'USD', context }).split('\n').slice(1, 4)).toEqual([
    `// leadValue({ "Visits": '...', "City": '...', "Created (weekday)": '...' })`,
    '// "Created (weekday)" takes a name such as "Monday".',
    'function leadValue(lead) {',
  ]);
  const leadValue = run(model, context);
  expect(leadValue({ Visits: '9,5', 'Created (weekday)': 'Monday' })).toEqual(at(4 * 9 * 2));
  expect(leadValue({ Visits: '10,5', 'Created (weekday)': 'Monday' })).toEqual(at(9));
});

test('an attribute that is no column of the model is asked for too, after these', () => {
  const [source] = MODEL.columns;
  const model = { ...MODEL, columns: source ? [source] : [] };
  const code = modelScript({ model, base: 100, currency: 'USD', context: CONTEXT });
  expect(code.split('\n')[1]).toBe(`// leadValue({ "Source": '...', "City": '...' })`);
  expect(run(model)({ Source: 'Ads', City: 'Rome' })).toEqual(at(3 * 2));
});

test('two parts of one column of dates are two inputs', () => {
  const columns = [
    columnOf('Created', ['Monday'], [Math.log(3)], { plan: { kind: 'weekday' } }),
    columnOf('Created', ['07'], [Math.log(5)], { plan: { kind: 'hour' } }),
  ];
  const leadValue = run({ ...MODEL, columns, combination: null }, { ...CONTEXT, attributes: [] });
  expect(leadValue({ 'Created (weekday)': 'Monday', 'Created (hour)': '07' })).toEqual(at(15));
  expect(leadValue({ 'Created (hour)': '07' })).toEqual(at(5));
});

test('a column of dates that are all empty takes the name of these', () => {
  const columns = [columnOf('Created', ['(Blank)'], [0], { plan: { kind: 'weekday' } })];
  const model = { ...MODEL, columns, combination: null };
  const code = modelScript({ model, base: 100, currency: 'USD', context: { ...CONTEXT, attributes: [] } });
  expect(code).toContain('// "Created (weekday)" takes a name such as "(Blank)".\n');
});

test('by value the probability is multiplied by the amount', () => {
  const [source] = MODEL.columns;
  const columns = source ? [{ ...source, amounts: [Math.log(5), 0, 0] }] : [];
  const model = {
    ...MODEL,
    columns,
    combination: null,
    amount: { intercept: Math.log(2), unit: 30 },
    mean: 30,
  };
  expect(run(model)({ Source: 'Ads' })).toBeCloseTo((100 * 0.75 * 30 * 10) / 30, 9);
  expect(run(model)({})).toBeCloseTo((100 * 0.5 * 30 * 2) / 30, 9);
  const combination = { names: [['Ads', 'Rome']], odds: [0], amounts: [Math.log(7)] };
  expect(run({ ...model, combination })({ Source: 'Ads', City: 'Rome' })).toBeCloseTo(75 * 10 * 7, 9);
});

test('no two inputs have the same name, and the code says what it takes', () => {
  const columns = [columnOf('Created (weekday)', ['x'], [Math.log(5)]), ...MODEL.columns.slice(3)];
  const model = { ...MODEL, columns, combination: null };
  const context = { ...CONTEXT, attributes: [] };
  const code = modelScript({ model, base: 100, currency: 'EUR', context });
  expect(code.split('\n').slice(0, 4)).toEqual([
    '// The value of a lead in "EUR", by all columns that are known of it. Call it where your page or tag manager handles a sent form:',
    `// leadValue({ "Created (weekday)": '...', "Created (weekday) (2)": '...' })`,
    '// "Created (weekday) (2)" takes a name such as "Monday".',
    'function leadValue(lead) {',
  ]);
  const leadValue = run(model, context);
  expect(leadValue({ 'Created (weekday)': 'x' })).toEqual(at(5));
  expect(leadValue({ 'Created (weekday) (2)': 'Monday' })).toEqual(at(9));
});
