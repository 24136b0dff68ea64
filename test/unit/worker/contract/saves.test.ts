import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { labelChangeSchema, nameSchema, noteSchema, saveAnalysisSchema } from '#contract/analyses.ts';
import { configurationSchema, savedAnalysisSchema } from '#contract/answers.ts';
import { dictionaryOf, listOf, textSchema } from '#contract/bounded.ts';
import type { Configuration } from '#contract/configuration.ts';
import { MAX_AMOUNT } from '#contract/limits.ts';
import { correlationTestSchema, countSchema, metricSchema, spreadsSchema } from '#contract/metrics.ts';
import { sharedFiguresSchema } from '#contract/sharing.ts';
import { exampleSave } from '../../../contract/analyses.ts';
import { exampleFigures } from '../../../contract/sharing.ts';
import { problemOf } from './problem-of.ts';

const text = (length: number): string => 'x'.repeat(length);

/** The example with these choices, or these results, in place of its own. */
const saveOf = (more: object): unknown => ({ ...exampleSave, ...more });
const choosing = (more: object) =>
  saveOf({ configurationData: { ...exampleSave.configurationData, ...more } });
const having = (more: object) => saveOf({ analysisData: { ...exampleSave.analysisData, ...more } });
const problem = (body: unknown) => problemOf(saveAnalysisSchema, body);

describe('the labels of an analysis', () => {
  test.each([
    [nameSchema, text(255), text(256), ': A name has at most 255 characters'],
    [nameSchema, ' x ', '   ', ': Please enter a name'],
    [nameSchema, '7', 7, ': name must be text'],
    [noteSchema, text(2000), text(2001), ': A note has at most 2000 characters'],
    [noteSchema, '  ', null, ': note must be text'],
  ] as const)('have limits: %#', (schema, taken, refused, words) => {
    expect([problemOf(schema, taken), problemOf(schema, refused)]).toEqual([null, words]);
  });

  test('lose the spaces around them, which count for no limit', () => {
    expect(nameSchema.parse(` ${text(255)} `)).toBe(text(255));
    expect(noteSchema.parse(`\n${text(2000)} `)).toBe(text(2000));
    expect(noteSchema.parse('   ')).toBe('');
  });

  test('change together or one by one, and a call that changes neither is refused', () => {
    for (const change of [
      { name: 'October' },
      { name: null },
      { note: '' },
      { name: 'October', note: 'All' },
    ])
      expect(labelChangeSchema.parse(change)).toEqual(change);
    for (const nothing of [{}, { fileName: 'x.csv' }])
      expect(problemOf(labelChangeSchema, nothing)).toBe(': Nothing to change was sent');
  });
});

test('a save is taken as it is sent, with what it may leave out', () => {
  expect(saveAnalysisSchema.parse(exampleSave)).toEqual({
    ...exampleSave,
    datasetFollows: false,
    datasetBytes: 0,
  });
  const { correlationTests: _, dataSource: _source, ...results } = exampleSave.analysisData;
  const {
    notQualifiedValues: _values,
    valueMappings: _mappings,
    binningConfig: _bins,
    ...choices
  } = exampleSave.configurationData;
  const least = saveAnalysisSchema.parse({
    ...exampleSave,
    configurationData: choices,
    analysisData: results,
  });
  expect(least.analysisData).toEqual({ ...results, correlationTests: [], dataSource: 'csv' });
  expect(least.configurationData).toEqual({
    ...choices,
    notQualifiedValues: [],
    valueMappings: {},
    binningConfig: {},
  });
});

describe('a save', () => {
  test.each<[string, taken: unknown, refused: unknown, words: string]>([
    [
      'has a file name',
      saveOf({ fileName: 'x' }),
      saveOf({ fileName: '' }),
      'fileName: fileName must not be empty',
    ],
    [
      'has a file name of at most 255 characters',
      saveOf({ fileName: text(255) }),
      saveOf({ fileName: text(256) }),
      'fileName: fileName must have at most 255 characters',
    ],
    [
      'has a file name that is text',
      saveOf({ fileName: '7' }),
      saveOf({ fileName: 7 }),
      'fileName: fileName must be text',
    ],
    [
      'announces no dataset above 48 MiB',
      saveOf({ datasetBytes: 50_331_648 }),
      saveOf({ datasetBytes: 50_331_649 }),
      'datasetBytes: Invalid input',
    ],
    [
      'announces no dataset of fewer than 0 bytes',
      saveOf({ datasetBytes: 0 }),
      saveOf({ datasetBytes: -1 }),
      'datasetBytes: Invalid input',
    ],
    [
      'announces whole bytes',
      saveOf({ datasetBytes: 1 }),
      saveOf({ datasetBytes: 1.5 }),
      'datasetBytes: Invalid input',
    ],
    [
      'comes from a CSV',
      having({ dataSource: 'csv' }),
      having({ dataSource: 'crm' }),
      'analysisData.dataSource: Invalid input',
    ],
    [
      'has at least 2 columns',
      having({ headers: ['a', 'b'] }),
      having({ headers: ['a'] }),
      'analysisData.headers: Invalid input',
    ],
    [
      'has at most 40 columns',
      having({ headers: Array.from({ length: 40 }, String) }),
      having({ headers: Array.from({ length: 41 }, String) }),
      'analysisData.headers: Invalid input',
    ],
    [
      'has rows in a list',
      having({ rows: [] }),
      having({ rows: { length: 0 } }),
      'analysisData.rows: must be a list',
    ],
    [
      'has a first row of texts',
      having({ rows: [['a', '']] }),
      having({ rows: [[1, 'a']] }),
      'analysisData.rows.0: must be a list of texts',
    ],
    [
      'has a second row of texts alone',
      having({ rows: [['a'], []] }),
      having({ rows: [['a'], ['b', null]] }),
      'analysisData.rows.1: must be a list of texts',
    ],
    [
      'has lists of cells',
      having({ rows: [['abc']] }),
      having({ rows: [['abc'], 'abc'] }),
      'analysisData.rows.1: must be a list of texts',
    ],
    [
      'has a balance of at least 0',
      having({ balancedScale: 0 }),
      having({ balancedScale: -0.1 }),
      'analysisData.balancedScale: Invalid input',
    ],
    [
      'has at least one attribute',
      choosing({ attributeColumns: ['a'] }),
      choosing({ attributeColumns: [] }),
      'configurationData.attributeColumns: Invalid input',
    ],
    [
      'has at most 3 attributes',
      choosing({ attributeColumns: ['a', 'b', 'c'] }),
      choosing({ attributeColumns: ['a', 'b', 'c', 'd'] }),
      'configurationData.attributeColumns: Invalid input',
    ],
    [
      'has at most 50,000 converted values',
      choosing({ qualifiedValues: Array.from({ length: 50_000 }, String) }),
      choosing({ qualifiedValues: Array.from({ length: 50_001 }, String) }),
      'configurationData.qualifiedValues: must have at most 50000 items',
    ],
    [
      'has ranges with a label that is not too long',
      choosing({ binningConfig: rangesOf({ label: text(1_048_576) }) }),
      choosing({ binningConfig: rangesOf({ label: text(1_048_577) }) }),
      'configurationData.binningConfig.Age.bins.0.label: must have at most 1048576 characters',
    ],
    [
      'has ranges from a number on',
      choosing({ binningConfig: rangesOf({ max: null }) }),
      choosing({ binningConfig: rangesOf({ min: null }) }),
      'configurationData.binningConfig.Age.bins.0.min: Invalid input',
    ],
    [
      'has amounts of at least 0',
      choosing({ worth: amountsOf(0) }),
      choosing({ worth: amountsOf(-1) }),
      'configurationData.worth.amounts.Won: must be a number from 0 to 1000000000000000',
    ],
    [
      'has amounts of at most 1e15',
      choosing({ worth: amountsOf(1e15) }),
      choosing({ worth: amountsOf(1.1e15) }),
      'configurationData.worth.amounts.Won: must be a number from 0 to 1000000000000000',
    ],
    [
      'has amounts that are numbers',
      choosing({ worth: amountsOf(1) }),
      choosing({ worth: amountsOf('1') }),
      'configurationData.worth.amounts.Won: must be a number from 0 to 1000000000000000',
    ],
    [
      'leaves out leads from 0 days of age on',
      choosing({ dateFilter: filterOf({ youngerThanDays: 0 }) }),
      choosing({ dateFilter: filterOf({ youngerThanDays: -1 }) }),
      'configurationData.dateFilter.youngerThanDays: Invalid input',
    ],
    [
      'leaves out leads up to a century of age',
      choosing({ dateFilter: filterOf({ youngerThanDays: 36_500 }) }),
      choosing({ dateFilter: filterOf({ youngerThanDays: 36_501 }) }),
      'configurationData.dateFilter.youngerThanDays: Invalid input',
    ],
    ...[
      '2026-3-01',
      '2026-03-1',
      '26-03-01',
      'x2026-03-01',
      '2026-03-01T00:00',
      '2026/03/01',
      'MMMM-03-01',
      '2026-XX-01',
      '2026-03-DD',
    ].map((from): [string, unknown, unknown, string] => [
      `has no first day like ${from}`,
      choosing({ dateFilter: filterOf({ from: '2026-03-01', to: null }) }),
      choosing({ dateFilter: filterOf({ from }) }),
      'configurationData.dateFilter.from: must be a day like 2026-03-01',
    ]),
  ])('%s', (_, taken, refused, words) => {
    expect([problem(taken), problem(refused)]).toEqual([null, words]);
  });

  const refusedResults: [string, object, string][] = [
    ['more conversions than leads', { totalLeads: 83 }, 'totalQualified'],
    ['a value of more leads than all', { metrics: [metricOf(201, 0)] }, 'metrics'],
    ['a value of more conversions than leads', { metrics: [metricOf(10, 11)] }, 'metrics'],
    ['a value of more conversions than all', { metrics: [metricOf(200, 84), metricOf(200, 85)] }, 'metrics'],
    ['a pair of more leads than all', { correlationTests: [pairOf(201, 0)] }, 'correlationTests'],
    ['a pair of more conversions than leads', { correlationTests: [pairOf(10, 11)] }, 'correlationTests'],
    ['a pair of more conversions than all', { correlationTests: [pairOf(200, 85)] }, 'correlationTests'],
  ];
  test.each(refusedResults)('with %s is refused', (_, results, place) => {
    expect(problem(having(results))).toBe(`analysisData.${place}: has more than there are`);
    const shared = { ...exampleFigures, analysisData: { ...exampleFigures.analysisData, ...results } };
    expect(problemOf(sharedFiguresSchema, shared)).toBe(`analysisData.${place}: has more than there are`);
  });

  test('may have values and pairs of all leads, all of which converted', () => {
    const all = { totalLeads: 84, metrics: [metricOf(84, 84)], correlationTests: [pairOf(84, 84)] };
    expect(problem(having(all))).toBeNull();
  });
});

function rangesOf(more: object) {
  return { Age: { type: 'numeric', bins: [{ min: 18, max: 30, label: 'Young', ...more }] } };
}

function amountsOf(amount: unknown) {
  return { kind: 'per-status', amounts: { Won: amount } };
}

function filterOf(more: object) {
  return { column: 'Created', format: 'iso', from: null, to: '2026-03-31', youngerThanDays: null, ...more };
}

function metricOf(totalLeads: number, qualifiedLeads: number) {
  return { fieldName: 'Source', fieldValue: 'Web', totalLeads, qualifiedLeads, conversionRate: 50 };
}

function pairOf(leads: number, qualifiedLeads: number) {
  const attributes = [
    { field: 'Source', value: 'Web' },
    { field: 'Device', value: 'Phone' },
  ];
  const figures = { conversionRate: 50, confidence: 95, predictedLift: 1, actualLift: 2, difference: -1.5 };
  return { attributes, leads, qualifiedLeads, ...figures, pValue: 0.01, isSignificant: true };
}

/** Every choice that a record may hold. */
const everyChoice: Configuration = {
  statusColumn: 'Status',
  attributeColumns: ['Source', 'Age', 'Created'],
  qualifiedValues: ['Won'],
  notQualifiedValues: ['Lost'],
  valueMappings: { Source: { google: 'Search' } },
  binningConfig: { Age: { type: 'numeric', bins: [{ min: 0, max: null, label: '0+' }] } },
  rangeOrigins: { Age: 'best-split' },
  worth: { kind: 'column', column: 'Deal', numberFormat: 'plain', currency: { column: null, code: 'EUR' } },
  basis: 'value',
  conversionAction: 'every-lead',
  currency: 'EUR',
  numberFormats: { Age: 'plain' },
  leftOutStatuses: ['Test'],
  dateNames: { Created: { preset: 'month', format: 'iso' } },
  dateFilter: { column: 'Created', format: null, from: '2026-03-01', to: null, youngerThanDays: 30 },
  stages: {
    plan: {
      shape: { kind: 'columns', stages: [{ column: 'MQL', holds: 'dates' }] },
      statusColumn: 'Status',
      won: ['Won'],
      open: ['New'],
      wonColumn: 'Closed',
      isWonByColumn: true,
      lostColumn: null,
    },
    amount: 1900,
    share: 0.25,
    margin: 0.4,
    actions: [{ stage: 'Lead', action: 'Form lead' }],
    sends: 'increase',
  },
};

test('every choice of a record is kept, saved and stored', () => {
  expect(saveAnalysisSchema.shape.configurationData.parse(everyChoice)).toEqual(everyChoice);
  expect(configurationSchema.parse(everyChoice)).toEqual(everyChoice);
});

/** The stages of the example in another shape. */
const stagesIn = (shape: object) => ({ plan: { ...everyChoice.stages?.plan, shape } });

test('stages are told in one of three shapes', () => {
  for (const shape of [
    { kind: 'beside-outcome', column: 'Stage', stages: ['New', 'Demo'] },
    { kind: 'status', stages: ['New'] },
  ])
    expect(problem(choosing({ stages: stagesIn(shape) }))).toBeNull();
  for (const shape of [
    { kind: 'beside-outcome', stages: [] },
    { kind: 'status', stages: [7] },
    { kind: 'other', stages: [] },
  ])
    expect(problem(choosing({ stages: stagesIn(shape) }))).toMatch(/^configurationData\.stages\.plan\.shape/);
});

test.each(['amount', 'share', 'margin'])('%s of a won deal lies above 0 and in its bounds', (name) => {
  const most = name === 'amount' ? MAX_AMOUNT : 1;
  for (const taken of [0.01, most]) expect(problem(choosing({ stages: { [name]: taken } }))).toBeNull();
  for (const refused of [0, -1, most * 1.001, '1'])
    expect(problem(choosing({ stages: { [name]: refused } }))).toMatch(/^configurationData\.stages/);
});

/** Records hold these words, so each of them is read for good. */
const WORDS: readonly (readonly [string, (word: string) => object, readonly string[]])[] = [
  [
    'a format of dates',
    (format) => ({ dateNames: { Created: { preset: 'month', format } } }),
    ['iso', 'day-first', 'month-first', 'named-month', 'excel-serial', 'epoch-seconds', 'epoch-milliseconds'],
  ],
  [
    'a part of a date',
    (preset) => ({ dateNames: { Created: { preset, format: 'iso' } } }),
    ['month', 'quarter', 'weekday', 'calendar-month', 'hour'],
  ],
  [
    'a format of numbers',
    (format) => ({ numberFormats: { Age: format } }),
    ['plain', 'comma-grouped', 'decimal-comma', 'apostrophe-grouped', 'space-grouped', 'lakh-grouped'],
  ],
  ['an origin of ranges', (origin) => ({ rangeOrigins: { Age: origin } }), ['best-split']],
  ['a basis', (basis) => ({ basis }), ['conversions', 'value']],
  [
    'the form of a stage',
    (holds) => ({ stages: stagesIn({ kind: 'columns', stages: [{ column: 'MQL', holds }] }) }),
    ['dates', 'flags'],
  ],
  ['a value of a stage', (sends) => ({ stages: { sends } }), ['increase', 'whole']],
  ['a conversion action', (conversionAction) => ({ conversionAction }), ['every-lead', 'converted-leads']],
];

test.each(WORDS)('%s is one of its words', (_, choose, words) => {
  for (const word of words) expect([word, problem(choosing(choose(word)))]).toEqual([word, null]);
  for (const word of ['', 'other']) expect(problem(choosing(choose(word)))).toMatch(/Invalid input$/);
});

test('records of early releases have no bounds', () => {
  const qualifiedValues = Array.from({ length: 50_001 }, String);
  expect(problemOf(configurationSchema, { ...everyChoice, qualifiedValues })).toBeNull();
  expect(savedAnalysisSchema.shape.analysisData.parse(exampleSave.analysisData)).toEqual(
    exampleSave.analysisData,
  );
});

describe('figures', () => {
  const metric = { ...metricOf(10, 5) };
  const full = {
    ...metric,
    confidence: 99,
    rawLift: 1,
    adjustedLift: 1,
    pValue: 0.5,
    label: 'No difference',
    q: 0.5,
    rule: 1.2,
    overlaps: 2,
    interval: { low: 0.5, high: 1.5 },
    balanced: 1.1,
    amountSum: 1e16,
    amountSquares: 1e30,
  };
  const spreads = { fieldName: 'Source', values: 3, weights: [0.5, 0.5] };

  test('are taken as they are sent', () => {
    expect(metricSchema.parse(full)).toEqual(full);
    const pair = { ...pairOf(10, 5), chiSquare: 6.6, q: 0.02, label: 'Real' };
    expect(correlationTestSchema.parse(pair)).toEqual(pair);
    expect(spreadsSchema.parse(spreads)).toEqual(spreads);
    const leftOutLeads = { byStatus: 1, unreadableDate: 2, byDate: 3, young: 4 };
    const results = { ...exampleSave.analysisData, balancedScale: 1, spreads: [spreads], leftOutLeads };
    expect(saveAnalysisSchema.parse(saveOf({ analysisData: results })).analysisData).toEqual(results);
  });

  const COUNT = 'must be a whole number of at least 0';
  const PERCENT = 'must be a number from 0 to 100';
  const PROBABILITY = 'must be a number from 0 to 1';
  const RATIO = 'must be a number of at least 0';
  const TOO_LARGE = 'is larger than any file can make it';

  test.each<[string, taken: number, refused: unknown, words: string]>([
    ['totalLeads', 0, -1, COUNT],
    ['totalLeads', 1, 1.5, COUNT],
    ['totalLeads', 2, '2', COUNT],
    ['totalLeads', 4_294_967_295, 4_294_967_296, TOO_LARGE],
    ['conversionRate', 0, -0.1, PERCENT],
    ['conversionRate', 100, 100.1, PERCENT],
    ['conversionRate', 50, '50', PERCENT],
    ['pValue', 0, -0.1, PROBABILITY],
    ['pValue', 1, 1.1, PROBABILITY],
    ['pValue', 0.5, null, PROBABILITY],
    ['rawLift', 0, -0.1, RATIO],
    ['rawLift', 1e15, 1.1e15, TOO_LARGE],
    ['rawLift', 1, '1', RATIO],
    ['amountSum', 0, -0.1, RATIO],
    ['amountSquares', 1e300, Infinity, RATIO],
  ])('have limits: %s may be %d and not %j', (name, taken, refused, words) => {
    expect(problemOf(metricSchema, { ...full, [name]: taken })).toBeNull();
    expect(problemOf(metricSchema, { ...full, [name]: refused })).toBe(`${name}: ${words}`);
  });

  test('have labels of their own', () => {
    for (const label of ['Use', 'Test', 'No difference', 'Unclear'])
      expect(problemOf(metricSchema, { ...full, label })).toBeNull();
    expect(problemOf(metricSchema, { ...full, label: 'Real' })).toBe('label: Invalid input');
    for (const label of ['Real', 'Possible', 'No difference', 'Unclear'])
      expect(problemOf(correlationTestSchema, { ...pairOf(1, 1), label })).toBeNull();
  });

  test('of a pair are about two values, and their difference is a number', () => {
    const pair = pairOf(10, 5);
    const [one] = pair.attributes;
    for (const attributes of [[one], [one, one, one]])
      expect(problemOf(correlationTestSchema, { ...pair, attributes })).toBe('attributes: Invalid input');
    expect(problemOf(correlationTestSchema, { ...pair, difference: Infinity })).toBe(
      'difference: must be a finite number',
    );
  });

  test('of spreads are at most 32', () => {
    const weights = (length: number) => ({ ...spreads, weights: Array.from({ length }, () => 0) });
    expect([problemOf(spreadsSchema, weights(32)), problemOf(spreadsSchema, weights(33))]).toEqual([
      null,
      'weights: Invalid input',
    ]);
  });
});

describe('a list', () => {
  const numbers = listOf(z.number('no number'), 2);

  test('is read as it is, up to its limit', () => {
    expect(numbers.parse([1, 2])).toEqual([1, 2]);
    expect(numbers.parse([])).toEqual([]);
    expect(problemOf(numbers, [1, 2, 3])).toBe(': must have at most 2 items');
    expect(problemOf(numbers, { length: 0 })).toBe(': must be a list');
  });

  test('of wrong items is read up to the first of them', () => {
    const looked: unknown[] = [];
    const entry = {
      safeParse(item: unknown) {
        looked.push(item);
        return z.number('no number').safeParse(item);
      },
    };
    const { error } = listOf(entry, 4).safeParse([1, 'a', 'b', 2]);
    expect(error?.issues).toMatchObject([{ code: 'custom', path: [1], message: 'no number' }]);
    expect(looked).toEqual([1, 'a']);
  });

  test('that is too long is not read at all', () => {
    const { error } = numbers.safeParse(['a', 'b', 'c']);
    expect(error?.issues.map(({ message }) => message)).toEqual(['must have at most 2 items']);
  });

  test('names the place inside of a wrong item', () => {
    const objects = listOf(z.object({ count: countSchema }), 2);
    expect(problemOf(objects, [{ count: 1 }, { count: -1 }])).toBe(
      '1.count: must be a whole number of at least 0',
    );
    expect(objects.parse([{ count: 1, more: 2 }])).toEqual([{ count: 1 }]);
  });
});

describe('a dictionary', () => {
  const numbers = dictionaryOf(z.number('no number'), 2);

  test('may have any text as its keys, that of the prototype too', () => {
    const odd: unknown = JSON.parse('{"__proto__":1,"":2}');
    expect(JSON.stringify(numbers.parse(odd))).toBe('{"__proto__":1,"":2}');
    expect(numbers.parse({})).toEqual({});
  });

  test.each([null, [], [1], 'a', 7, undefined])('is no %j', (value) => {
    expect(problemOf(numbers, value)).toBe(': must be an object');
  });

  test('has at most as many entries as it may', () => {
    expect(problemOf(numbers, { a: 1, b: 2 })).toBeNull();
    expect(problemOf(numbers, { a: 1, b: 2, c: 3 })).toBe(': must have at most 2 entries');
  });

  test('names its first wrong entry, and the place inside of it', () => {
    const { error } = numbers.safeParse({ a: 1, b: 'x' });
    expect(error?.issues).toMatchObject([{ code: 'custom', path: ['b'], message: 'no number' }]);
    const nested = dictionaryOf(dictionaryOf(textSchema, 1), 1);
    expect(problemOf(nested, { Source: { google: 7 } })).toBe('Source.google: must be text');
  });
});

test('a text may be a mebibyte of characters long', () => {
  expect(problemOf(textSchema, text(1_048_576))).toBeNull();
  expect(problemOf(textSchema, text(1_048_577))).toBe(': must have at most 1048576 characters');
});

/** The example with another value at a path, or with none. */
function broken(path: string, value: unknown): unknown {
  const body = JSON.parse(JSON.stringify(exampleSave)) as Record<string, unknown>;
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const parent = keys.reduce((at, key) => at[key] as Record<string, unknown>, body);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return body;
}

test.each([
  ['fileName', undefined, 'fileName: fileName must be text'],
  ['fileName', '', 'fileName: fileName must not be empty'],
  ['fileName', 'x'.repeat(256), 'fileName: fileName must have at most 255 characters'],
  ['conversionValue', -1, 'conversionValue: Conversion Value must be a number of at least 0'],
  ['conversionValue', '100', 'conversionValue: Conversion Value must be a number of at least 0'],
  [
    'significanceThreshold',
    0,
    'significanceThreshold: Significance Threshold must be a number from 1 to 100',
  ],
  ['analysisData', undefined, 'analysisData: Invalid input'],
  ['analysisData', null, 'analysisData: Invalid input'],
  ['analysisData', [], 'analysisData: Invalid input'],
  ['analysisData.metrics', undefined, 'analysisData.metrics: must be a list'],
  ['analysisData.metrics', {}, 'analysisData.metrics: must be a list'],
  ['analysisData.metrics', [null], 'analysisData.metrics.0: Invalid input'],
  [
    'analysisData.metrics.1.conversionRate',
    101,
    'analysisData.metrics.1.conversionRate: must be a number from 0 to 100',
  ],
  [
    'analysisData.metrics.1.totalLeads',
    1.5,
    'analysisData.metrics.1.totalLeads: must be a whole number of at least 0',
  ],
  ['analysisData.overallRate', 'x', 'analysisData.overallRate: must be a number from 0 to 100'],
  ['analysisData.totalLeads', -1, 'analysisData.totalLeads: must be a whole number of at least 0'],
  ['analysisData.dataSource', 'sheet', 'analysisData.dataSource: Invalid input'],
  ['configurationData', undefined, 'configurationData: Invalid input'],
  ['configurationData.statusColumn', 5, 'configurationData.statusColumn: must be text'],
  ['configurationData.attributeColumns', [], 'configurationData.attributeColumns: Invalid input'],
  [
    'configurationData.attributeColumns',
    ['a', 'b', 'c', 'd'],
    'configurationData.attributeColumns: Invalid input',
  ],
  ['configurationData.qualifiedValues', ['a', 5], 'configurationData.qualifiedValues.1: must be text'],
  ['configurationData.valueMappings', { a: 'b' }, 'configurationData.valueMappings.a: must be an object'],
  ['configurationData.valueMappings', { a: { b: 1 } }, 'configurationData.valueMappings.a.b: must be text'],
  [
    'configurationData.binningConfig',
    { a: { type: 'text' } },
    'configurationData.binningConfig.a.type: Invalid input',
  ],
])('a save whose %s is %j is refused in words', (path, value, message) => {
  expect(problem(broken(path, value))).toBe(message);
});
