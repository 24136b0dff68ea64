import { describe, expect, test } from 'vitest';
import type { Configuration } from '#contract/configuration.ts';
import type { Currency } from '#contract/currencies.ts';
import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import { NO_DATES } from '#frontend/analysis/counts/mapping.ts';
import { analyse } from '#frontend/analysis/judge/analyse.ts';
import type { Settings } from '#frontend/analysis/judge/settings.ts';
import { withCurrency } from '#frontend/choices/amounts.ts';
import type { NamedChoices } from '#frontend/choices/choices.ts';
import { choicesOf } from '#frontend/choices/list.ts';
import {
  contentOf,
  headersIn,
  listDifferences,
  storedContextOf,
  unpackChoices,
} from '#frontend/choices/saved.ts';
import { packAnalysis } from '#frontend/features/saved/pack-analysis.ts';
import { readRecord } from '#frontend/features/saved/read-record.ts';
import { tallyOfCells } from '#test/support/analysis-builders.ts';
import { workedCells, workedFields } from '#test/support/analysis-worked-example.ts';
import { context, HEADERS, packWorked, RANGES, storeAndAnswer } from '#test/support/packed-analysis.ts';

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
      rangeOrigins: new Map(),
      numberFormats: new Map(),
      worth: null,
      leftOutStatuses: new Set(),
      dates: new Map(),
      dateFilter: NO_DATES,
    });
  });

  test("gives back the answers of 'Apply' and the kinds of the attributes, and nothing that was not answered", () => {
    const choices: NamedChoices = {
      ...context,
      conversionAction: 'converted-leads',
      includesTests: true,
      isSpecialOffer: false,
      isRescaled: true,
      conditionKinds: new Map([
        ['Device', 'none'],
        ['__proto__', 'audience'],
      ]),
    };
    const analysis = analyse(tallyOfCells(workedFields, workedCells), settings);
    const pack = (own: NamedChoices) => packAnalysis({ analysis, context: own, notQualifiedValues: [] });
    const record = readRecord(storeAndAnswer(pack(choices)));
    expect(storedContextOf(record)).toMatchObject({
      conversionAction: 'converted-leads',
      includesTests: true,
      isSpecialOffer: false,
      isRescaled: true,
      conditionKinds: choices.conditionKinds,
    });
    const found = record.configuration && unpackChoices(record.configuration, HEADERS);
    expect(found && choicesOf(found, settings)).toMatchObject({
      conditionKinds: new Map([
        [HEADERS.indexOf('Device'), 'none'],
        [HEADERS.indexOf('__proto__'), 'audience'],
      ]),
      apply: {
        conversionAction: 'converted-leads',
        includesTests: true,
        isSpecialOffer: false,
        isRescaled: true,
      },
    });
    for (const name of ['conditionKinds', 'includesTests', 'isSpecialOffer', 'isRescaled'])
      expect(pack(context).configurationData).not.toHaveProperty(name);
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
    const again = { context: storedContextOf(record), settings: record.settings };
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
    expect(storedContextOf(record).attributes.map(({ numberFormat }) => numberFormat)).toEqual([
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
      expect(storedContextOf(record)).toMatchObject({ worth, basis: 'value' });
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
    expect(storedContextOf(record)).toMatchObject({ leads, attributes });
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
      rangeOrigins: new Map(),
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
      expect(storedContextOf(record).conversionAction).toBe(conversionAction);
      expect(record.configuration && unpackChoices(record.configuration, HEADERS)?.conversionAction).toBe(
        conversionAction,
      );
    },
  );
});

const plain: AnalysisContext = {
  fileName: 'leads.csv',
  statusColumn: 'Status',
  qualifiedValues: ['Won'],
  attributes: [{ field: 'Source', ranges: null, mapping: new Map() }],
};
const settings: Settings = { conversionValue: 100, thresholdPercent: 10 };
const contentWith = (choices: Partial<NamedChoices>, changed: Partial<Settings> = {}) =>
  contentOf({ context: { ...plain, ...choices }, settings: { ...settings, ...changed } });

const date = { column: 'Created', dateFormat: null, from: 1, to: null, youngerThanDays: null };
const deal = { kind: 'column', column: 'Deal' } as const;

test('a work whose currency, choice of leads, answers for platforms or column of currencies were changed is another one', () => {
  const contents = [
    contentWith({}),
    contentWith({}, { currency: 'EUR' }),
    contentWith({}, { currency: 'GBP' }),
    contentWith({ leads: { leftOutStatuses: ['Spam'], date: null } }),
    contentWith({ leads: { leftOutStatuses: ['Test'], date: null } }),
    contentWith({ leads: { leftOutStatuses: [], date } }),
    contentWith({ leads: { leftOutStatuses: [], date: { ...date, from: 2 } } }),
    contentWith({ conversionAction: 'every-lead' }),
    contentWith({ conversionAction: 'converted-leads' }),
    contentWith({ conditionKinds: new Map([['Source', 'audience']]) }),
    contentWith({ conditionKinds: new Map([['Source', 'none']]) }),
    contentWith({ includesTests: true }),
    contentWith({ isSpecialOffer: true }),
    contentWith({ isSpecialOffer: false }),
    contentWith({ isRescaled: true }),
    contentWith({ worth: deal, basis: 'value' }),
    contentWith({ worth: { ...deal, currency: { column: 'Cur' } }, basis: 'value' }),
    contentWith({ worth: { ...deal, currency: { column: null } }, basis: 'value' }),
  ];
  expect(new Set(contents).size).toBe(contents.length);
  // Dollars are not named, so that analyses of earlier releases stay as they were saved.
  expect(contentWith({}, { currency: 'USD' })).toBe(contents[0]);
  // The code is in the settings, whether it was chosen or found.
  const chosen = contentWith({ worth: { ...deal, currency: { code: 'EUR' } }, basis: 'value' });
  expect(chosen).toBe(contentWith({ worth: deal, basis: 'value' }));
});

test('a work is the same in whatever order its kinds were chosen, and before anything is chosen', () => {
  const kinds = [['Source', 'audience'] as const, ['10', 'none'] as const];
  const contents = [kinds, kinds.toReversed()].map((chosen) =>
    contentWith({ conditionKinds: new Map(chosen) }),
  );
  expect(contents[1]).toBe(contents[0]);
  expect(contentWith({ includesTests: false, isRescaled: false })).toBe(contentWith({}));
});

test('two analyses differ by their answers for the platforms', () => {
  const sentence = 'Apply has other answers or kinds of attributes, so the figures to enter may differ.';
  const answered: NamedChoices = { ...plain, isSpecialOffer: false };
  expect(listDifferences(plain, answered)).toEqual([sentence]);
  expect(listDifferences(answered, plain)).toEqual([sentence]);
  expect(listDifferences(answered, { ...plain, isSpecialOffer: false })).toEqual([]);
  expect(listDifferences(plain, { ...plain, conditionKinds: new Map([['Source', 'none']]) })).toEqual([
    sentence,
  ]);
});

test('two analyses differ by their statuses and by the meaning of names, not by what one of them lacks', () => {
  const [source] = plain.attributes;
  const named = (names: Record<string, string>, others: object = {}): AnalysisContext => ({
    ...plain,
    attributes: [{ ...source!, mapping: new Map(Object.entries(names)), ...others }],
  });
  expect(listDifferences(plain, { ...plain, qualifiedValues: [] })).toEqual([
    'Converted values: Won before, none after.',
  ]);
  const withoutSpam = { ...plain, leads: { leftOutStatuses: ['Spam'], date: null } };
  expect(listDifferences(plain, withoutSpam)).toEqual(['Statuses left out: none before, Spam after.']);
  expect(listDifferences(withoutSpam, plain)).toEqual(['Statuses left out: Spam before, none after.']);
  expect(listDifferences(named({ a: 'A' }), named({ a: 'B' }))).toEqual([
    'Source has values that were renamed differently.',
  ]);
  expect(listDifferences(named({ a: 'A' }), named({ a: 'A', b: 'B' }))).toEqual([]);
  const months = { dates: { preset: 'month', format: 'iso' } };
  expect(listDifferences(named({ a: 'A' }), named({ a: 'B' }, months))).toEqual([
    'Source names other parts of its dates.',
  ]);
});

test('the columns of a saved analysis are the chosen ones, those of attributes, then those of amounts and dates', () => {
  const columns: Configuration = {
    statusColumn: 'Status',
    attributeColumns: ['Source'],
    qualifiedValues: [],
    notQualifiedValues: [],
    valueMappings: {},
    binningConfig: {},
    numberFormats: { Fee: 'plain' },
    worth: { kind: 'column', column: 'Deal' },
    dateFilter: { column: 'Created', format: null, from: null, to: null, youngerThanDays: null },
  };
  expect(headersIn(columns)).toEqual(['Status', 'Source', 'Fee', 'Deal', 'Created']);
});
