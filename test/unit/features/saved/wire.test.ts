import type { Currency } from '#contract/currencies.ts';
import { describe, expect, test } from 'vitest';
import { saveAnalysisSchema } from '#contract/analyses.ts';
import type { Configuration } from '#contract/configuration.ts';
import { analyse } from '#frontend/analysis/judge/analyse.ts';
import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import type { JudgedSegment } from '#frontend/analysis/judge/judge-segments.ts';
import { NO_DATES } from '#frontend/analysis/counts/lead-filter.ts';
import { contentOf } from '#frontend/features/saved/content.ts';
import { readRecord, withCurrency } from '#frontend/features/saved/kit/read-record.ts';
import { contextOf, packAnalysis, unpackChoices } from '#frontend/features/saved/kit/wire.ts';
import { tallyOfCells } from '../../../support/analysis-builders.ts';
import { workedCells, workedFields, workedPValues } from '../../../support/analysis-worked-example.ts';

const RANGES = [
  { min: 0, max: 5, label: 'few' },
  { min: 5.01, max: null, label: '' },
];

const context: AnalysisContext = {
  fileName: 'leads.csv',
  statusColumn: '__proto__',
  qualifiedValues: ['Won', '(Blank)'],
  attributes: [
    { field: 'Source', ranges: null, mapping: new Map([['ads', 'Ads']]) },
    {
      field: 'constructor',
      ranges: RANGES,
      mapping: new Map([
        ['__proto__', 'x'],
        ['few', 'Few'],
      ]),
    },
    { field: 'Device', ranges: null, mapping: new Map() },
  ],
};
const HEADERS = ['Device', 'Source', '__proto__', 'constructor', 'Other'];

function packWorked(overrides: Partial<AnalysisContext> = {}) {
  const analysis = analyse(tallyOfCells(workedFields, workedCells), {
    conversionValue: 250.5,
    thresholdPercent: 12,
  });
  return packAnalysis({ analysis, context: { ...context, ...overrides }, notQualifiedValues: ['Lost'] });
}

/** What the server would store and answer of a packed analysis. */
function storeAndAnswer(packed: ReturnType<typeof packWorked>): unknown {
  const stored = saveAnalysisSchema.parse(JSON.parse(JSON.stringify(packed)));
  return JSON.parse(
    JSON.stringify({
      ...stored,
      id: '1',
      createdAt: '2025-10-15T15:04:00.000Z',
      analysisData: { ...stored.analysisData, headers: HEADERS, rows: [] },
    }),
  ) as unknown;
}

describe('a packed analysis', () => {
  test('fits the contract, with rates in percent and columns by name', () => {
    const packed = saveAnalysisSchema.parse(packWorked());
    expect(packed).toMatchObject({
      fileName: 'leads.csv',
      conversionValue: 250.5,
      significanceThreshold: 12,
      configurationData: {
        statusColumn: '__proto__',
        attributeColumns: ['Source', 'constructor', 'Device'],
        qualifiedValues: ['Won', '(Blank)'],
        notQualifiedValues: ['Lost'],
      },
      analysisData: { overallRate: 20, totalLeads: 1000, totalQualified: 200, dataSource: 'csv' },
    });
    expect(packed.analysisData).not.toHaveProperty('rows');
  });

  test('has every figure of a segment', () => {
    const referral = packWorked().analysisData.metrics.find(({ fieldValue }) => fieldValue === 'Referral');
    expect(referral).toMatchObject({
      fieldName: 'Source',
      fieldValue: 'Referral',
      totalLeads: 100,
      qualifiedLeads: 40,
      conversionRate: 40,
      confidence: expect.closeTo(200 / 3, 10) as number,
      rawLift: 2,
      adjustedLift: expect.closeTo(5 / 3, 12) as number,
      pValue: expect.closeTo(workedPValues.referral, 15) as number,
      label: 'Use',
      // See the example of `measureLiftInterval`.
      interval: { low: expect.closeTo(1.5944, 4) as number, high: expect.closeTo(2.4801, 4) as number },
    });
    expect(referral?.q).toBeLessThan(0.001);
    expect(referral).not.toHaveProperty('amountSum');
  });

  test('has the balanced multipliers and their constant, which keep the total of conversions', () => {
    const { metrics, balancedScale = NaN, totalLeads } = packWorked().analysisData;
    const source = metrics.filter(({ fieldName }) => fieldName === 'Source');
    const mean = source.reduce((sum, metric) => sum + metric.totalLeads * (metric.balanced ?? NaN), 0);
    expect(mean / totalLeads).toBeCloseTo(1, 8);
    expect(balancedScale).toBeCloseTo(1, 1);
  });

  test('has the sums of amounts of each segment where leads have some', () => {
    const tally = tallyOfCells(workedFields, workedCells);
    const settings = { conversionValue: 250.5, thresholdPercent: 12 };
    const analysis = analyse(tally, settings);
    const first = analysis.segments[0]!; // there are segments
    const amounts = { sum: 40, sumOfSquares: 1600 } as JudgedSegment['amounts'];
    const byValue = { ...analysis, segments: [{ ...first, amounts }] };
    const { metrics } = packAnalysis({ analysis, byValue, context, notQualifiedValues: [] }).analysisData;
    const metricOf = (name: string) => metrics.find(({ fieldValue }) => fieldValue === name);
    expect(metricOf(first.value)).toMatchObject({ amountSum: 40, amountSquares: 1600 });
    expect(metrics.filter(({ amountSum }) => amountSum !== undefined)).toHaveLength(1);
  });

  test('has every figure of a correlation test, significant ones first', () => {
    // Figures of the worked example: rate 35 of 50, confidence min(100, round(3 x sqrt(50))) = 21.
    expect(packWorked().analysisData.correlationTests?.[0]).toEqual({
      attributes: [
        { field: 'Source', value: 'Referral' },
        { field: 'Device', value: 'Desktop' },
      ],
      leads: 50,
      qualifiedLeads: 35,
      conversionRate: 70,
      confidence: 21,
      predictedLift: expect.closeTo(80 / 33, 12) as number,
      actualLift: 3.5,
      difference: expect.closeTo(100 * (3.5 - 80 / 33), 9) as number,
      chiSquare: expect.closeTo(9.26654, 4) as number,
      pValue: expect.closeTo(workedPValues.referralDesktop, 12) as number,
      isSignificant: true,
    });
  });

  test('is not rounded: a third of the leads is 33.333… percent', () => {
    const analysis = analyse(tallyOfCells(['A'], [[['x'], 3, 1]]), {
      conversionValue: 0,
      thresholdPercent: 1,
    });
    const packed = packAnalysis({ analysis, context, notQualifiedValues: [] });
    expect(packed.analysisData.overallRate).toBe(100 / 3);
    expect(packed.analysisData.metrics[0]?.conversionRate).toBe(100 / 3);
  });

  test('of no leads and of no conversions fits the contract as well', () => {
    for (const cells of [[], [[['x'], 40, 0]]] as [string[], number, number][][]) {
      const analysis = analyse(tallyOfCells(['A'], cells), { conversionValue: 100, thresholdPercent: 10 });
      const packed = packAnalysis({ analysis, context, notQualifiedValues: [] });
      expect(saveAnalysisSchema.parse(packed).analysisData.overallRate).toBe(0);
    }
  });

  test('has a file name of at most 255 characters', () => {
    const packed = packWorked({ fileName: `${'x'.repeat(400)}.csv` });
    expect(saveAnalysisSchema.parse(packed).fileName).toHaveLength(255);
  });
});

describe('a stored analysis', () => {
  test('gives back every choice that was packed', () => {
    const record = readRecord(storeAndAnswer(packWorked()));
    expect(record).toMatchObject({
      fileName: 'leads.csv',
      createdAt: new Date(Date.UTC(2025, 9, 15, 15, 4)),
      settings: { conversionValue: 250.5, thresholdPercent: 12 },
    });
    if (!record.configuration) throw new Error('The choices were not stored');
    expect(unpackChoices(record.configuration, HEADERS)).toMatchObject({
      statusColumn: 2,
      attributeColumns: [1, 3, 0],
      qualified: new Set(['Won', '(Blank)']),
      ranges: new Map([[3, RANGES]]),
      mappings: new Map([
        [1, new Map([['ads', 'Ads']])],
        [
          3,
          new Map([
            ['__proto__', 'x'],
            ['few', 'Few'],
          ]),
        ],
      ]),
      numberFormats: new Map(),
      worth: null,
      leftOutStatuses: new Set(),
      dates: new Map(),
      dateFilter: NO_DATES,
    });
  });

  test('gives back the currency; dollars need no mention', () => {
    const pack = (currency?: Currency) => {
      const settings = { conversionValue: 100, thresholdPercent: 10, ...(currency && { currency }) };
      const analysis = analyse(tallyOfCells(workedFields, workedCells), settings);
      return packAnalysis({ analysis, context, notQualifiedValues: [] });
    };
    expect(readRecord(storeAndAnswer(pack('JPY'))).settings.currency).toBe('JPY');
    for (const dollars of [pack(), pack('USD')]) {
      expect(dollars.configurationData).not.toHaveProperty('currency');
      expect(readRecord(storeAndAnswer(dollars)).settings.currency).toBeUndefined();
    }
  });

  test.each([
    ['of the file', undefined, 'EUR', { code: 'EUR' }],
    ['that was chosen', { code: 'EUR' }, 'EUR', { code: 'EUR' }],
    ['in dollars', { code: 'USD', column: 'Other' }, 'USD', { code: 'USD', column: 4 }],
    ['whose column was chosen', { column: 'Other' }, 'GBP', { code: 'GBP', column: 4 }],
    ['without a column', { column: null, code: 'GBP' }, 'GBP', { code: 'GBP', column: null }],
  ] as const)('is the same work when it is opened again: a currency %s', (_, chosen, currency, reopened) => {
    const settings = { conversionValue: 100, thresholdPercent: 10, currency };
    const analysis = analyse(tallyOfCells(workedFields, workedCells), settings);
    const worth = { kind: 'column', column: 'Device', ...(chosen && { currency: chosen }) } as const;
    const own: AnalysisContext = { ...context, worth, basis: 'value' };
    const packed = packAnalysis({ analysis, context: own, notQualifiedValues: [] });
    const record = readRecord(storeAndAnswer(packed));
    const again = { context: contextOf(record), settings: record.settings };
    expect(contentOf(again)).toBe(contentOf({ context: own, settings }));
    const choices = record.configuration && unpackChoices(record.configuration, HEADERS);
    expect(choices && withCurrency(choices, record.settings).worth).toEqual({
      kind: 'column',
      column: 0,
      currency: reopened,
    });
  });

  test('gives back how a column writes its numbers, where that was chosen', () => {
    const [source, visits] = [context.attributes[0]!, context.attributes[1]!]; // there are three
    const packed = packWorked({ attributes: [source, { ...visits, numberFormat: 'decimal-comma' }] });
    expect(packed.configurationData.numberFormats).toEqual({ constructor: 'decimal-comma' });
    const record = readRecord(storeAndAnswer(packed));
    expect(unpackChoices(record.configuration!, HEADERS)?.numberFormats).toEqual(
      new Map([[3, 'decimal-comma']]),
    ); // it was packed
    expect(contextOf(record).attributes.map(({ numberFormat }) => numberFormat)).toEqual([
      undefined,
      'decimal-comma',
    ]);
  });

  test('gives back what leads are worth, and which figures were shown', () => {
    const worths = [
      { kind: 'column', column: 'constructor', numberFormat: 'decimal-comma' },
      { kind: 'per-status', amounts: new Map([['__proto__', 0.1]]) },
    ] as const;
    for (const worth of worths) {
      const record = readRecord(storeAndAnswer(packWorked({ worth, basis: 'value' })));
      expect(contextOf(record)).toMatchObject({ worth, basis: 'value' });
      const choices = unpackChoices(record.configuration!, HEADERS); // it was packed
      expect(choices).toMatchObject({
        worth: worth.kind === 'column' ? { ...worth, column: 3 } : worth,
        basis: 'value',
      });
      expect(choices?.numberFormats).toEqual(
        new Map(worth.kind === 'column' ? [[3, worth.numberFormat]] : []),
      );
    }
  });

  const stored: Configuration = {
    statusColumn: 'Status',
    attributeColumns: ['A', 'B'],
    qualifiedValues: [],
    notQualifiedValues: [],
    valueMappings: { Gone: { a: 'b' } },
    binningConfig: { A: { type: 'numeric', bins: [] } },
  };

  test('gives back the leads that count and the parts that stand for dates', () => {
    const date = {
      column: 'Other',
      dateFormat: 'day-first' as const,
      from: Date.UTC(2024, 1, 29),
      to: null,
      youngerThanDays: 28,
    };
    const dates = { preset: 'weekday', format: 'month-first' } as const;
    const attributes = [{ field: 'Device', ranges: null, dates, mapping: new Map() }];
    const leads = { leftOutStatuses: ['Open', '(Blank)', '__proto__'], date };
    const record = readRecord(storeAndAnswer(packWorked({ attributes, leads })));
    const { configuration } = record;
    expect(configuration).toMatchObject({
      leftOutStatuses: leads.leftOutStatuses,
      dateFilter: { column: 'Other', from: '2024-02-29', to: null },
      dateNames: { Device: dates },
    });
    expect(contextOf(record)).toMatchObject({ leads, attributes });
    const choices = unpackChoices(configuration!, HEADERS); // it was just packed
    expect(choices?.leftOutStatuses).toEqual(new Set(leads.leftOutStatuses));
    expect(choices?.dates).toEqual(new Map([[0, dates]]));
    const { column: _, ...conditions } = date;
    expect(choices?.dateFilter).toEqual({ dateColumn: 4, ...conditions });
    // The dataset lacks the column of dates.
    expect(unpackChoices(configuration!, HEADERS.slice(0, 4))?.dateFilter).toEqual(NO_DATES);
    const plain = unpackChoices(readRecord(storeAndAnswer(packWorked())).configuration!, HEADERS);
    expect(plain).toMatchObject({ leftOutStatuses: new Set(), dates: new Map(), dateFilter: NO_DATES });
    expect(packWorked({ leads: { leftOutStatuses: [], date: null } }).configurationData).not.toHaveProperty(
      'leftOutStatuses',
    );
  });

  test('has no choices where a column is not in its dataset, or used twice', () => {
    expect(unpackChoices(stored, ['Status', 'A'])).toBeNull();
    expect(unpackChoices(stored, ['A', 'B'])).toBeNull();
    expect(unpackChoices({ ...stored, attributeColumns: ['A', 'A'] }, ['Status', 'A'])).toBeNull();
    expect(unpackChoices({ ...stored, attributeColumns: ['Status'] }, ['Status', 'A'])).toBeNull();
  });

  test('leaves out names for columns that are gone, and ranges where there are none', () => {
    expect(unpackChoices(stored, ['Status', 'A', 'B'])).toMatchObject({
      statusColumn: 0,
      attributeColumns: [1, 2],
      qualified: new Set(),
      ranges: new Map(),
      mappings: new Map(),
      numberFormats: new Map(),
      worth: null,
      leftOutStatuses: new Set(),
      dates: new Map(),
      dateFilter: NO_DATES,
    });
  });

  test.each(['every-lead', 'converted-leads', undefined] as const)(
    'has what its conversion action counts: %s',
    (conversionAction) => {
      const record = readRecord(storeAndAnswer(packWorked({ conversionAction })));
      expect(contextOf(record).conversionAction).toBe(conversionAction);
      expect(record.configuration && unpackChoices(record.configuration, HEADERS)?.conversionAction).toBe(
        conversionAction,
      );
    },
  );

  test('reads as empty or 0 where something is missing or malformed', () => {
    const empty = {
      fileName: '',
      name: '',
      note: '',
      createdAt: null,
      settings: { conversionValue: 100, thresholdPercent: 10 },
      configuration: null,
      figures: { metrics: [], totalLeads: 0, totalQualified: 0, correlationTests: [] },
    };
    expect(readRecord({})).toEqual(empty);
    expect(
      readRecord({ analysisData: {}, configurationData: { statusColumn: 7 }, createdAt: 'soon' }),
    ).toEqual(empty);
    expect(readRecord({ analysisData: [], conversionValue: 'much', significanceThreshold: null })).toEqual(
      empty,
    );
    expect(
      readRecord({ analysisData: { totalLeads: 3, metrics: [{}] }, significanceThreshold: 900 }),
    ).toMatchObject({
      settings: { thresholdPercent: 100 },
      figures: { totalLeads: 3, metrics: [] },
    });
  });

  test.each([null, 7, 'text', []])('is none where the answer is %j', (answer) => {
    expect(() => readRecord(answer)).toThrow();
  });
});
