import { expect, test } from 'vitest';
import { saveAnalysisSchema, type SaveAnalysis } from '#contract/analyses.ts';
import type { CorrelationTest, Metric, StoredToEnter } from '#contract/metrics.ts';
import { fitRecord } from '#frontend/features/saved/pack-record.ts';
import { exampleSave } from '#test/contract/analyses.ts';
import { STORED_STAGES } from '#test/support/stored-stages.ts';

const MIB = 1024 * 1024;

const metric = (index: number, fields: Partial<Metric> = {}): Metric => ({
  fieldName: 'Postcode',
  fieldValue: `${index}`.padStart(150, '0'),
  totalLeads: 10,
  qualifiedLeads: 1,
  conversionRate: 10,
  ...fields,
});

const interaction = (index: number, difference: number, pad = 0): CorrelationTest => ({
  attributes: [
    { field: 'A', value: `${index}`.padStart(pad, '0') },
    { field: 'B', value: 'b' },
  ],
  leads: 30,
  qualifiedLeads: 3,
  conversionRate: 10,
  confidence: 16,
  predictedLift: 1,
  actualLift: 1,
  difference,
  pValue: 0.5,
  isSignificant: false,
});

const makeRecord = (
  analysisData: Partial<SaveAnalysis['analysisData']>,
  configurationData: Partial<SaveAnalysis['configurationData']> = {},
): SaveAnalysis => ({
  ...exampleSave,
  configurationData: { ...exampleSave.configurationData, ...configurationData },
  analysisData: {
    ...exampleSave.analysisData,
    overallRate: 42,
    totalLeads: 1e6,
    totalQualified: 420_000,
    ...analysisData,
  },
});

const many = <T>(length: number, make: (index: number) => T): T[] =>
  Array.from({ length }, (_, index) => make(index));

/** The record that is sent, checked as the server checks it. */
function sent(record: SaveAnalysis) {
  const json = fitRecord(record);
  if (json === null) throw new Error('The record does not fit');
  expect(new TextEncoder().encode(json).length).toBeLessThanOrEqual(4 * MIB);
  return saveAnalysisSchema.parse(JSON.parse(json));
}

test('a record that fits is sent as it is', () => {
  const record = makeRecord({
    metrics: many(8000, metric),
    correlationTests: many(50, (n) => interaction(n, n)),
  });
  expect(fitRecord(record)).toBe(JSON.stringify(record));
});

test('tests go first: those of the largest difference stay, in their order', () => {
  const correlationTests = many(4000, (index) => interaction(index, index % 2 ? index : -index, 2000));
  const { analysisData } = sent(makeRecord({ metrics: many(6000, metric), correlationTests }));
  expect(analysisData.metrics).toHaveLength(6000);
  const kept = analysisData.correlationTests.map(({ attributes }) => Number(attributes[0].value));
  expect(kept.length).toBeGreaterThan(500);
  expect(kept).toEqual(many(kept.length, (index) => 4000 - kept.length + index));
});

test('then segments: the 5,000 with the most leads stay, and the three that the list shows', () => {
  const metrics = many(30_000, (index) => metric(index, { totalLeads: 1 + (index % 3000) }));
  const top = [29_000, 3, 15_000];
  top.forEach((at, rank) => (metrics[at] = metric(at, { totalLeads: 1, conversionRate: 99 - rank })));
  const record = makeRecord({ metrics, correlationTests: [interaction(1, 1)] });
  const { analysisData, configurationData } = sent(record);
  expect(analysisData.metrics).toHaveLength(5003);
  const kept = new Set(analysisData.metrics.map(({ fieldValue }) => Number(fieldValue)));
  for (const at of top) expect(kept.has(at)).toBe(true);
  const least = Math.min(
    ...analysisData.metrics.map(({ totalLeads }) => totalLeads).filter((leads) => leads > 1),
  );
  expect(least).toBeGreaterThanOrEqual(2500);
  expect([...kept]).toEqual([...kept].toSorted((a, b) => a - b));
  expect(analysisData.correlationTests).toHaveLength(1);
  expect(configurationData.notQualifiedValues).toEqual(exampleSave.configurationData.notQualifiedValues);
});

test('then other status values: 5,000 stay', () => {
  const notQualifiedValues = many(60_000, (index) => `status ${index}`);
  const { configurationData, analysisData } = sent(
    makeRecord({ metrics: many(8000, metric) }, { notQualifiedValues }),
  );
  expect(configurationData.notQualifiedValues).toEqual(notQualifiedValues.slice(0, 5000));
  expect(analysisData.metrics).toHaveLength(5000);
});

/** A value that Google's plan enters, with a name of `length` characters. */
const entered = (index: number, length = 10): StoredToEnter => ({
  fieldName: 'Postcode',
  fieldValue: `${index}`.padStart(length, '0'),
  figures: [{ platform: 'google', multiplier: 1.2 }],
  pairRules: 0,
});

test('then the figures to enter, all of them, those of stages, the other statuses and the mixes: results that fit without them are saved', () => {
  const long = many(50, (index) => entered(index, 100_000));
  const otherStatuses = [{ value: 'New', leads: 5 }];
  const mixes = [{ fieldName: 'Source', others: ['Device'], cells: [], values: [] }];
  const { analysisData, configurationData } = sent(
    makeRecord({ metrics: many(6000, metric), toEnter: long, stages: STORED_STAGES, otherStatuses, mixes }),
  );
  expect(analysisData).not.toHaveProperty('mixes');
  expect(analysisData).not.toHaveProperty('toEnter');
  expect(analysisData).not.toHaveProperty('stages');
  expect(analysisData).not.toHaveProperty('otherStatuses');
  expect(analysisData.metrics).toHaveLength(5000);
  expect(configurationData.notQualifiedValues).toEqual(exampleSave.configurationData.notQualifiedValues);
  // The server takes 50,000 values.
  const most = sent(makeRecord({ toEnter: many(30_000, (index) => entered(index, 1)) }));
  expect(most.analysisData.toEnter).toHaveLength(30_000);
  expect(
    sent(makeRecord({ toEnter: many(50_001, () => entered(1, 1)) })).analysisData.toEnter,
  ).toBeUndefined();
});

test('segments and other status values go before the figures to enter', () => {
  const toEnter = many(100, (index) => entered(index, 20_000));
  const notQualifiedValues = many(49_000, (index) => `status ${index}`.padEnd(60));
  const { analysisData, configurationData } = sent(
    makeRecord({ metrics: many(8000, metric), toEnter }, { notQualifiedValues }),
  );
  expect(analysisData.metrics).toHaveLength(5000);
  expect(configurationData.notQualifiedValues).toHaveLength(5000);
  expect(analysisData.toEnter).toEqual(toEnter);
});

test('a record of exactly 4 MiB fits, and one of a byte more loses a test', () => {
  const record = (bytes: number) => {
    const empty = makeRecord(
      { correlationTests: [interaction(1, 1), interaction(2, 2)] },
      { statusColumn: '' },
    );
    const statusColumns = 4 * MIB - JSON.stringify(empty).length + bytes;
    const qualifiedValues = many(4, () => 'x'.repeat(MIB - 1000));
    const withValues = makeRecord(empty.analysisData, { statusColumn: '', qualifiedValues });
    const rest = 4 * MIB - JSON.stringify(withValues).length + bytes;
    expect(statusColumns).toBeGreaterThan(rest);
    return makeRecord(empty.analysisData, {
      statusColumn: 'é'.repeat(rest / 2) + 'x'.repeat(rest % 2),
      qualifiedValues,
    });
  };
  const room = JSON.stringify(record(0)).length;
  expect(room).toBeLessThan(4 * MIB); // é has two bytes
  expect(sent(record(0)).analysisData.correlationTests).toHaveLength(2);
  expect(sent(record(1)).analysisData.correlationTests.map(({ difference }) => difference)).toEqual([2]);
});

test.each([
  ['qualified values of more than 4 MiB', { qualifiedValues: many(5, (n) => `${n}`.repeat(MIB)) }],
  ['more than 50,000 qualified values', { qualifiedValues: many(50_001, String) }],
  [
    'more than 100,000 renamed values',
    { valueMappings: { A: Object.fromEntries(many(100_001, (n) => [n, 'x'])) } },
  ],
])('%s do not fit', (_, configurationData) => {
  expect(fitRecord(makeRecord({}, configurationData))).toBeNull();
});
