import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import { analyse, type Analysis } from '#frontend/analysis/judge/analyse.ts';
import { labelOf, replaceName } from '#frontend/analysis/counts/mapping.ts';
import { NUMBER_FORMATS } from '#frontend/analysis/columns/number-format.ts';
import {
  isListable,
  listNamedDates,
  lookupJson,
  lookupScript,
  lookupSheet,
} from '#frontend/exports/lookup.ts';
import { datasets } from '#test/support/analysis-arbitraries.ts';
import {
  expandCells,
  LIKE_CALCULATOR,
  tallyOfCells,
  tallyOfLeads,
  type Cell,
} from '#test/support/analysis-builders.ts';

const SETTINGS = { conversionValue: 100, thresholdPercent: 10 };
const CONTEXT: AnalysisContext = {
  fileName: 'leads.csv',
  statusColumn: 'Status',
  qualifiedValues: ['Yes'],
  attributes: [],
};

/** The analysis with the combinations behind it. */
function partsOf(analysis: Analysis) {
  const { estimates } = analysis;
  if (!estimates) throw new Error('combinations are counted');
  return { ...LIKE_CALCULATOR, analysis, tally: estimates.tally };
}

/** The value of a combination: that of an average lead times its best estimate over the mean of all leads. */
function near(analysis: Analysis, values: readonly string[]): unknown {
  const { estimates, baselineLeadValue } = analysis;
  const { fields, codes, leads, conversions, totalLeads } = partsOf(analysis).tally;
  const known = [...fields.keys()].filter((field) => fields[field]?.values.includes(values[field] ?? ''));
  if (known.length === 0) return expect.closeTo(baselineLeadValue, 9);
  const nameAt = (field: number, at: number) => fields[field]?.values[codes[field]?.[at] ?? -1] ?? '';
  if (known.length < fields.length) {
    // As an analysis of the known attributes alone has it.
    const cells = Array.from(leads, (count, at): Cell => [
      known.map((field) => nameAt(field, at)),
      count,
      conversions[at] ?? 0,
    ]);
    const names = known.map((field) => fields[field]?.name ?? '');
    const alone = analyse(tallyOfLeads(names, expandCells(cells)), SETTINGS);
    return near(
      alone,
      known.map((field) => values[field] ?? ''),
    );
  }
  const rateOf = (names: readonly string[]) => estimates?.estimate(names).bestRate ?? NaN;
  const sum = Array.from(leads, (count, at) => {
    return count * rateOf(fields.map((_, field) => nameAt(field, at)));
  }).reduce((total, part) => total + part, 0);
  const value = sum > 0 ? (baselineLeadValue * rateOf(values)) / (sum / totalLeads) : baselineLeadValue;
  return expect.closeTo(value, 9);
}

/** Three attributes of which the first two mostly say the same, so that the scale of the balanced values is far from 1. */
function overlapping() {
  const leads = expandCells([
    [['Search', 'Google', 'x'], 300, 150],
    [['Search', 'Bing', 'y'], 20, 6],
    [['Social', 'Google', 'y'], 30, 4],
    [['Social', 'Meta', 'x'], 450, 40],
    [['Mail', 'None', 'y'], 200, 50],
  ]);
  const analysis = analyse(tallyOfLeads(['Source', 'Network', 'Device'], leads), SETTINGS);
  const parts = { ...partsOf(analysis), currency: 'USD' } as const;
  return { leads, analysis, parts, leadValue: run(lookupScript({ ...parts, context: CONTEXT })) };
}

type LeadValueFunction = (...values: unknown[]) => number;

/** Runs generated code as a page does. */
function run(code: string): LeadValueFunction {
  // oxlint-disable-next-line typescript/no-implied-eval -- the code under test is a text
  return new Function(`${code}; return leadValue;`)() as LeadValueFunction; // its name is part of the code
}

/** The lists of the function, by the attributes that are known: nothing, the first, the second, both, and so on. */
function setsOf(code: string): { values: Record<string, number>; most: number | null }[] {
  return JSON.parse(/var sets = (.*);/.exec(code)?.[1] ?? '[]');
}

function combinationsOf({ fields }: Analysis): string[][] {
  return fields.reduce<string[][]>(
    (rows, { values }) => rows.flatMap((row) => values.map((value) => [...row, value])),
    [[]],
  );
}

const NASTY = [
  '</script><script>alert(1)</script>',
  'it\'s "quoted" \\ `${x}`',
  'line\u2028and\u2029paragraph',
  'two\nlines',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '$a',
  '<!-- a|b\\',
  '*/ --> //',
  '*',
];
const nastyCells: Cell[] = NASTY.flatMap((name, index): Cell[] => [
  [[name, 'x'], 40 + index, index],
  [[name, name], 20, 20 - index],
]);
const nasty = () => analyse(tallyOfCells(['__proto__', '</script>\u2028*/'], nastyCells), SETTINGS);

describe('the look-up of lead values', () => {
  test('is the best estimate of all combinations of any dataset', () => {
    fc.assert(
      fc.property(datasets, ({ fields, leads }) => {
        const analysis = analyse(tallyOfLeads(fields, leads), SETTINGS);
        const expected = combinationsOf(analysis).map((values) => near(analysis, values));
        const leadValue = run(lookupScript({ ...partsOf(analysis), currency: 'USD', context: CONTEXT }));
        expect(combinationsOf(analysis).map((values) => leadValue(...values))).toEqual(expected);
        const { combinations } = JSON.parse(lookupJson({ ...partsOf(analysis), currency: 'USD' }));
        expect(combinations).toEqual(
          combinationsOf(analysis).map((values, index) => ({ values, leadValue: expected[index] })),
        );
        const [, ...rows] = lookupSheet({ ...partsOf(analysis), currency: 'USD' });
        expect(rows.map(([, value]) => value)).toEqual([...expected, leadValue('?', '?', '?')]);
        expect(leadValue('?', '?', '?')).toBe(analysis.baselineLeadValue);
      }),
      { numRuns: 40 },
    );
  });

  test('holds nasty names', () => {
    const analysis = nasty();
    const parts = { ...partsOf(analysis), currency: 'USD' } as const;
    const code = lookupScript({ ...parts, context: CONTEXT });
    expect(code).not.toMatch(/<\/script|<!--|-->|\u2028|\u2029/);
    const leadValue = run(code);
    for (const values of combinationsOf(analysis))
      expect(leadValue(...values)).toEqual(near(analysis, values));
    expect(new Set(lookupSheet(parts).map(([key]) => key)).size).toBe(NASTY.length * (NASTY.length + 1) + 2);
  });

  test('has another key for every combination of the sheet, whatever marks are in the values', () => {
    const cells: Cell[] = [
      [['a|b', 'c'], 10, 5],
      [['a', 'b|c'], 10, 1],
      [['a\\', 'b\\|c'], 10, 1],
    ];
    const analysis = analyse(tallyOfCells(['A', 'B'], cells), SETTINGS);
    const [, ...rows] = lookupSheet({
      ...partsOf(analysis),
      currency: 'USD',
    });
    expect(rows.map(([key]) => key)).toEqual([
      String.raw`a|b\\\|c`,
      String.raw`a|b\|c`,
      'a|c',
      String.raw`a\\|b\\\|c`,
      String.raw`a\\|b\|c`,
      String.raw`a\\|c`,
      String.raw`a\|b|b\\\|c`,
      String.raw`a\|b|b\|c`,
      String.raw`a\|b|c`,
      '*',
    ]);
  });

  test('is a text of JSON that a person can read, too', () => {
    const analysis = analyse(tallyOfCells(['Source'], [[['Ads'], 10, 5]]), SETTINGS);
    expect(lookupJson({ ...partsOf(analysis), currency: 'EUR' })).toBe(`{
  "attributes": [
    "Source"
  ],
  "currency": "EUR",
  "baselineLeadValue": 50,
  "combinations": [
    {
      "values": [
        "Ads"
      ],
      "leadValue": 50
    }
  ]
}
`);
  });

  test('lists no combination where all of them scatter no more than by chance', () => {
    const cells: Cell[] = [
      [['Ads', 'Mobile'], 100, 10],
      [['Ads', 'Desktop'], 100, 20],
      [['Mail', 'Mobile'], 100, 20],
      [['Mail', 'Desktop'], 100, 40],
    ];
    const analysis = analyse(tallyOfCells(['Source', 'Device'], cells), SETTINGS);
    const code = lookupScript({ ...partsOf(analysis), currency: 'USD', context: CONTEXT });
    expect(setsOf(code).at(-1)?.values).toEqual({});
    expect(run(code)('Mail', 'Desktop')).toEqual(near(analysis, ['Mail', 'Desktop']));
  });

  test('lists the combinations with the most leads, and of equal ones none if not all can be', () => {
    // 6,000 combinations, all of whose leads convert or none: 1,000 with four leads each, the others with two.
    const hasMore = (at: number) => (at >= 750 && at < 1250) || (at >= 4600 && at < 5100);
    const cells = Array.from({ length: 6000 }, (_, at): Cell => {
      const leads = hasMore(at) ? 4 : 2;
      return [[`a${at % 100}`, `b${Math.floor(at / 100)}`], leads, (at * 7) % 3 === 0 ? leads : 0];
    });
    const analysis = analyse(tallyOfCells(['A', 'B'], cells), SETTINGS);
    const sets = setsOf(lookupScript({ ...partsOf(analysis), currency: 'USD', context: CONTEXT }));
    expect(sets.map(({ values }) => Object.keys(values).length).at(-1)).toBe(1000);
  });

  test('gives no combination more than a conversion is worth at most', () => {
    // Together, A and X would predict far more than 100%. No lead has both.
    const cells: Cell[] = [
      [['A', 'Y'], 500, 480],
      [['B', 'X'], 500, 480],
      [['B', 'Y'], 1000, 40],
    ];
    const analysis = analyse(tallyOfCells(['Source', 'Device'], cells), SETTINGS);
    const leadValue = run(lookupScript({ ...partsOf(analysis), currency: 'USD', context: CONTEXT }));
    expect(leadValue('A', 'X')).toEqual(near(analysis, ['A', 'X']));
    expect(leadValue('A', 'X')).toBeLessThanOrEqual(SETTINGS.conversionValue + 1e-9);
    expect(leadValue('A', 'X')).toBeGreaterThan(leadValue('A', 'Y'));
  });

  test('has a sheet of key, lead value and currency', () => {
    const analysis = analyse(tallyOfCells(['Source'], [[['Ads'], 10, 5]]), SETTINGS);
    const sheet = lookupSheet({ ...partsOf(analysis), currency: 'EUR' });
    expect(sheet[0]).toEqual(['Key', 'Lead Value', 'Currency']);
    expect(sheet.slice(1).map(([, , currency]) => currency)).toEqual(['EUR', 'EUR']);
  });

  test('a name that no lead has any more adds nothing to the code', () => {
    const analysis = analyse(tallyOfCells(['Source'], [[['Ads'], 10, 5]]), SETTINGS);
    const parts = { ...partsOf(analysis), currency: 'USD' } as const;
    const codeWith = (mapping: Map<string, string>) =>
      lookupScript({
        ...parts,
        context: { ...CONTEXT, attributes: [{ field: 'Source', ranges: null, mapping }] },
      });
    expect(codeWith(new Map([['Old', 'Gone']]))).toBe(codeWith(new Map()));
  });

  test('a number in a wide gap between two ranges is out of range', () => {
    const cells: Cell[] = [
      [['Low'], 100, 40],
      [['High'], 100, 10],
      [['(Out of range)'], 100, 25],
    ];
    const analysis = analyse(tallyOfCells(['Budget'], cells), SETTINGS);
    const ranges = [
      { min: 0, max: 10, label: 'Low' },
      { min: 20, max: 30, label: 'High' },
    ];
    const context = { ...CONTEXT, attributes: [{ field: 'Budget', ranges, mapping: new Map() }] };
    const leadValue = run(lookupScript({ ...partsOf(analysis), currency: 'USD', context }));
    const valueOf = (label: string) => near(analysis, [label]);
    expect(leadValue('20')).not.toBeCloseTo(leadValue('15'), 2);
    expect(leadValue('15')).toEqual(valueOf('(Out of range)'));
    expect(leadValue('20')).toEqual(valueOf('High'));
  });

  test('says which name stands for a date', () => {
    const cells: Cell[] = [
      [['Monday', 'a'], 10, 5],
      [['(Blank)', 'b'], 10, 1],
    ];
    const analysis = analyse(tallyOfCells(['Created\n*/', 'Source'], cells), SETTINGS);
    const attributes = [
      {
        field: 'Created\n*/',
        ranges: null,
        mapping: new Map(),
        dates: { preset: 'weekday', format: 'iso' },
      } as const,
      { field: 'Source', ranges: null, mapping: new Map(), dates: null },
    ];
    const code = lookupScript({
      ...partsOf(analysis),
      currency: 'USD',
      context: { ...CONTEXT, attributes },
    });
    expect(code.split('\n').slice(0, 3)).toEqual([
      String.raw`// The value of a lead in "USD", by the values of "Created\n*/", "Source", in this order. Call it where your page or tag manager handles a sent form.`,
      String.raw`// "Created\n*/" takes the weekday, such as "Monday", in place of the date.`,
      'function leadValue(value1, value2) {',
    ]);
    expect(run(code)('Monday', 'a')).toEqual(near(analysis, ['Monday', 'a']));
  });

  test('says of each column of dates which names it takes, but for that of empty cells', () => {
    const cells: Cell[] = [
      [['Ads', 'A blank', 'January'], 10, 5],
      [['Ads', 'Monday', 'January'], 10, 1],
    ];
    const analysis = analyse(tallyOfCells(['Source', 'Created', 'Closed'], cells), SETTINGS);
    const dated = (
      field: string,
      preset: 'weekday' | 'calendar-month',
      mapping = new Map<string, string>(),
    ) => ({ field, ranges: null, mapping, dates: { preset, format: 'iso' } }) as const;
    const attributes = [
      { field: 'Source', ranges: null, mapping: new Map() },
      dated('Created', 'weekday', new Map([['(Blank)', 'A blank']])),
      dated('Closed', 'calendar-month'),
    ];
    const context = { ...CONTEXT, attributes };
    expect(listNamedDates(analysis, context)).toEqual([
      { field: 'Created', preset: 'weekday', example: 'Monday' },
      { field: 'Closed', preset: 'month of the year', example: 'January' },
    ]);
    const lines = lookupScript({ ...partsOf(analysis), currency: 'USD', context }).split('\n');
    expect(lines.slice(1, 4)).toEqual([
      '// "Created" takes the weekday, such as "Monday", in place of the date.',
      '// "Closed" takes the month of the year, such as "January", in place of the date.',
      'function leadValue(value1, value2, value3) {',
    ]);
  });

  test('is code for old browsers', () => {
    const code = lookupScript({
      ...partsOf(nasty()),
      currency: 'USD',
      context: CONTEXT,
    });
    const withoutTexts = code.replace(/"(?:[^"\\]|\\.)*"/g, '""');
    expect(withoutTexts).not.toMatch(/\b(?:const|let|class)\b|=>|`/);
  });

  const cells: Cell[] = [
    [['Referral', 'Low'], 100, 50],
    [['Facebook', 'High'], 100, 10],
    [['(Blank)', '(Out of range)'], 50, 10],
    [['Facebook', 'n/a'], 30, 1],
  ];

  test('estimates anew by what is known where a value is unknown, and gives the baseline where all are', () => {
    const analysis = analyse(tallyOfCells(['Source', 'Visits'], cells), SETTINGS);
    const leadValue = run(
      lookupScript({
        ...partsOf(analysis),
        currency: 'USD',
        context: CONTEXT,
      }),
    );
    expect(leadValue('Other', 'Other')).toBe(analysis.baselineLeadValue);
    expect(leadValue('Referral', 'Other')).toEqual(near(analysis, ['Referral', 'Other']));
    // An attribute that the form does not have is unknown, which an empty field is not.
    expect(leadValue()).toBe(analysis.baselineLeadValue);
    expect(leadValue('Referral')).toBe(leadValue('Referral', 'Other'));
    expect(leadValue('Referral', undefined)).toBe(leadValue('Referral', 'Other'));
  });

  test('a lead of which the look-ups know nothing has the value of the average lead', () => {
    const { analysis, parts, leadValue } = overlapping();
    expect(analysis.baselineLeadValue).toBe(25);
    expect(analysis.estimates?.tally.balanced.scale).not.toBeCloseTo(1, 1);
    expect(JSON.parse(lookupJson(parts)).baselineLeadValue).toBe(25);
    expect(lookupSheet(parts).at(-1)).toEqual(['*', 25, 'USD']);
    expect(leadValue()).toBe(25);
    expect(leadValue('?', '?', '?')).toBe(25);
  });

  test('whatever attributes a form lacks, the values of all leads add up to what all are worth', () => {
    const { leads, analysis, leadValue } = overlapping();
    for (const known of [[], [0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]]) {
      const total = leads.reduce(
        (sum, { values }) =>
          sum + leadValue(...values.map((value, at) => (known.includes(at) ? value : '?'))),
        0,
      );
      expect([known, total / leads.length]).toEqual([known, expect.closeTo(analysis.baselineLeadValue, 6)]);
    }
  });

  test('treats what somebody enters as the analysis treated its cells', () => {
    const analysis = analyse(tallyOfCells(['Source', 'Visits'], cells), SETTINGS);
    const ranges = [
      { min: 0, max: 5, label: 'Low' },
      { min: 5.01, max: 9, label: 'High' },
    ];
    const mapping = new Map([['FB', 'Facebook']]);
    const context: AnalysisContext = {
      ...CONTEXT,
      attributes: [
        { field: 'Source', ranges: null, mapping },
        { field: 'Visits', ranges, mapping: new Map([['unknown', 'n/a']]) },
      ],
    };
    const leadValue = run(lookupScript({ ...partsOf(analysis), currency: 'USD', context }));
    for (const source of ['Referral', ' FB ', 'Facebook', '', '  '])
      for (const visits of [
        '0',
        '5',
        '5.005',
        '5.01',
        '9',
        '9.5',
        '-1',
        '+7.0',
        '1e0',
        '1e999',
        'n/a',
        'unknown',
        'x',
      ]) {
        const values = [
          replaceName(labelOf(source, null), mapping),
          replaceName(labelOf(visits, ranges), context.attributes[1]?.mapping ?? new Map()),
        ];
        expect([source, visits, leadValue(source, visits)]).toEqual([source, visits, near(analysis, values)]);
      }
    expect(leadValue('FB', 3)).toBe(leadValue('Facebook', '3'));
  });

  test('a name that is an old and a new one is renamed as the cells were', () => {
    const cells: Cell[] = [
      [['Facebook'], 100, 10],
      [['Social'], 100, 50],
      [['(Blank)'], 50, 20],
    ];
    const analysis = analyse(tallyOfCells(['Source'], cells), SETTINGS);
    const mapping = new Map([
      ['FB', 'Facebook'],
      ['Facebook', 'Social'],
      ['Search', '(Blank)'],
      ['Gone', 'No such name'],
      ['Social', ' '],
    ]);
    const attributes = [{ field: 'Source', ranges: null, mapping }];
    const parts = { ...partsOf(analysis), currency: 'USD' } as const;
    const leadValue = run(lookupScript({ ...parts, context: { ...CONTEXT, attributes } }));
    const valueOf = (name: string) => near(analysis, [name]);
    expect(['FB', 'Facebook', 'Search', '', 'Social', 'Gone'].map((entered) => leadValue(entered))).toEqual([
      valueOf('Facebook'),
      valueOf('Social'),
      valueOf('(Blank)'),
      valueOf('(Blank)'),
      valueOf('Social'),
      analysis.baselineLeadValue,
    ]);
    expect([leadValue(null), leadValue()]).toEqual([valueOf('(Blank)'), analysis.baselineLeadValue]);
  });

  test.each(NUMBER_FORMATS.filter((format) => format !== 'plain'))(
    'reads numbers as the column of the file writes them: %s',
    (numberFormat) => {
      const analysis = analyse(
        tallyOfCells(
          ['Budget'],
          [
            [['Small'], 100, 40],
            [['Middle'], 100, 20],
            [['Large'], 100, 5],
            [['(Out of range)'], 50, 20],
            [['n/a'], 60, 30],
          ],
        ),
        SETTINGS,
      );
      const ranges = [
        { min: 0, max: 5, label: 'Small' },
        { min: 5.01, max: 999, label: 'Middle' },
        { min: 1000, max: null, label: 'Large' },
      ];
      const attributes = [{ field: 'Budget', ranges, mapping: new Map(), numberFormat }];
      const context = { ...CONTEXT, attributes };
      const leadValue = run(lookupScript({ ...partsOf(analysis), currency: 'USD', context }));
      const entered =
        '1.234|1,234|1.234,50|1,234.50|1 234,5|1.200.000|1,200,000|6|6.5|6,5|5.005|5,005|,5|.5|0.125|0,125|+7|-1|−1|€ -1|-€ 1|-€-1|$7|7 €|US$ 7|EUR 7|7 %|1e3|1.23,4|7,|n/a||x|7 x' +
        "|1'200|1’200.50|1 200.50|1 200|1,00,000|(1,200.50)|(7 €)|€(7)|(-7)|7-|7- €|7 €-|-7-|7--|7(7)|(7" +
        "|7,-|€ 7,-|7,- €|7,--|7,–|7,—|7,−|7,---|7,-5|(7,-)|-7,-|1.250,-|7.-|7.-- CHF|1'250.-|1,250.–" +
        '|7 kr.|kr. 7|7 kr|7 TL|7 tl|7 руб.|7 руб|7 р.|7 р|7円|7 元|Fr. 7|7 Fr|SFr. 7|Rs. 7|Rs 7|Rs.7|\\7|\\-7|-\\7|7\\|￥7|＄7|￡7|%7|(7) kr.|Rs. (7)|.(7)|(7).|฿7|৳7';
      for (const text of entered.split('|')) {
        const expected = near(analysis, [labelOf(text, ranges, numberFormat)]);
        expect([text, leadValue(text)]).toEqual([text, expected]);
      }
      expect(leadValue(1234.5)).toBe(leadValue(numberFormat.endsWith('-comma') ? '1234,5' : '1234.5'));
    },
  );

  test('puts a number between two ranges into the upper one, also where numbers are so large that they are rounded', () => {
    const analysis = analyse(
      tallyOfCells(
        ['Budget'],
        [
          [['Low'], 100, 40],
          [['High'], 100, 20],
        ],
      ),
      SETTINGS,
    );
    // 2.01 + 0.01 is 2.0199999999999996 for a computer, and so less than 2.02.
    for (const [max, between, min] of [
      [33_438_835.15, '33438835.155', 33_438_835.16],
      [2.01, '2.015', 2.02],
    ] as const) {
      const ranges = [
        { min: 0, max, label: 'Low' },
        { min, max: null, label: 'High' },
      ];
      const context = { ...CONTEXT, attributes: [{ field: 'Budget', ranges, mapping: new Map() }] };
      const leadValue = run(lookupScript({ ...partsOf(analysis), currency: 'USD', context }));
      expect(labelOf(between, ranges)).toBe('High');
      expect(leadValue(between)).toEqual(near(analysis, ['High']));
    }
  });

  test('lists up to 5,000 combinations', () => {
    const analysisOf = (values: number) =>
      analyse(
        tallyOfCells(
          ['A', 'B'],
          Array.from({ length: values }, (_, index): Cell => [[`a${index}`, `b${index % 50}`], 1, 0]),
        ),
        SETTINGS,
      );
    expect(isListable(analysisOf(100))).toBe(true);
    expect(isListable(analysisOf(101))).toBe(false);
  });
});
