import { describe, expect, test } from 'vitest';
import { analyse, type Analysis } from '#frontend/analysis/judge/analyse.ts';
import { toFieldValue } from '#frontend/analysis/measure/interactions.ts';
import type { JudgedSegment } from '#frontend/analysis/judge/judge-segments.ts';
import { bestCombinations } from '#frontend/analysis/judge/lead-values.ts';
import { writeTsv } from '#frontend/csv/write.ts';
import * as downloads from '#frontend/exports/downloads.ts';
import { toRows, type Cell as CsvCell } from '#frontend/exports/table.ts';
import { combinationColumns } from '#frontend/features/results/combination-columns.tsx';
import {
  type Columns,
  findBounds,
  withRange,
  withRangePerField,
} from '#frontend/features/results/columns.tsx';
import { correlationColumns } from '#frontend/features/correlations/correlation-columns.tsx';
import { segmentColumns } from '#frontend/features/segments/segment-columns.tsx';
import { ruleColumns } from '#frontend/features/value-rules/rule-columns.tsx';
import { tallyOfCells, type Cell } from '#test/support/analysis-builders.ts';
import { cutCells, workedCells, workedFields, workedPValues } from '#test/support/analysis-worked-example.ts';

const settings = { conversionValue: 100, thresholdPercent: 10 };
const analysis = analyse(tallyOfCells(workedFields, workedCells), settings);
const date = new Date(2025, 9, 15);

const exportValueRules = (given: Analysis, day: Date) =>
  downloads.exportValueRules(given, { columns: ruleColumns(given), notes: [], date: day });
const exportSegments = (given: Analysis, day: Date) =>
  downloads.exportSegments(given, { columns: segmentColumns(given), notes: [], date: day });
const exportCombinations = (given: Analysis, day: Date) =>
  downloads.exportCombinations(given, { columns: combinationColumns(given), notes: [], date: day });
const listCorrelations = (given: Analysis) => toRows(correlationColumns(given), given.interactionTests);
const onScreen = <Item>(columns: Columns<Item>) => columns.filter(({ screen }) => screen);
const headingsOnScreen = <Item>(columns: Columns<Item>) => onScreen(columns).map(({ heading }) => heading);

/** The cells of a table by title, one record per row. */
function recordsOf(rows: readonly (readonly CsvCell[])[]): Record<string, CsvCell | undefined>[] {
  const [titles = [], ...cells] = rows;
  return cells.map((row) => Object.fromEntries(titles.map((title, column) => [title, row[column]])));
}

/** An analysis with a product of `a` times `b` combinations. */
function analysisOf(a: number, b: number): Analysis {
  const cells: Cell[] = Array.from({ length: Math.max(a, b) }, (_, index) => [
    [`a${index % a}`, `b${index % b}`],
    2,
    index % 2,
  ]);
  return analyse(tallyOfCells(['A', 'B'], cells), settings);
}

/** The columns behind the specified ones, of rules and of segments. */
const EVIDENCE = [
  'Label',
  'q',
  'Leads needed to tell',
  'Lift 95% Low',
  'Lift 95% High',
  'Adjusted Lift range after shrinking Low',
  'Adjusted Lift range after shrinking High',
  'Conversion Rate 95% Low',
  'Conversion Rate 95% High',
  'Cautious Multiplier',
];

test('rules and segments have their label and its figures, unrounded', () => {
  // 12 of 40 in 200 of 1,000: see the test of the leads that would tell. Its interval holds 1.
  const cells: Cell[] = [
    [['a'], 40, 12],
    [['b'], 480, 94],
    [['c'], 480, 94],
  ];
  const given = analyse(tallyOfCells(['A'], cells), settings);
  const [a] = recordsOf(exportSegments(given, date).rows);
  expect(a).toMatchObject({ Value: 'a', Label: 'Unclear', 'Leads needed to tell': 200 });
  expect(a?.['Cautious Multiplier']).toBe(1);
  expect(a?.['q']).toBe(given.segments[0]?.q);
  expect(a?.['Lift 95% Low']).toBe(given.segments[0]?.interval.low);
  expect(a?.['Lift 95% High']).toBe(given.segments[0]?.interval.high);
  // 40 leads have a confidence of 40 / 90: 1 + 4/9 × (end - 1), around the adjusted lift.
  const shrunk = (end = NaN) => 1 + (4 / 9) * (end - 1);
  expect(a?.['Adjusted Lift range after shrinking Low']).toBeCloseTo(
    shrunk(given.segments[0]?.interval.low),
    9,
  );
  expect(a?.['Adjusted Lift range after shrinking High']).toBeCloseTo(
    shrunk(given.segments[0]?.interval.high),
    9,
  );
  // scipy 1.17.1: binomtest(12, 40).proportion_ci(method='wilson').
  expect(a?.['Conversion Rate 95% Low']).toBeCloseTo(18.07484522974653, 9);
  expect(a?.['Conversion Rate 95% High']).toBeCloseTo(45.43001881814494, 9);
  const [ruleOfA] = recordsOf(exportValueRules(given, date).rows);
  for (const column of EVIDENCE) expect(ruleOfA?.[column]).toBe(a?.[column]);
  // Referral: the lower end of its interval is nearer to 1 than the adjusted lift.
  const [referral] = recordsOf(exportValueRules(analysis, date).rows);
  expect(referral).toMatchObject({ Label: 'Use', 'Leads needed to tell': '' });
  expect(referral?.['Cautious Multiplier']).toBeCloseTo(1.594, 3);
});

test('pairs have their label, q and the interval of the difference in points', () => {
  const [first, second] = recordsOf(listCorrelations(analysis));
  expect([first?.['Label'], second?.['Label']]).toEqual(['Real', 'Unclear']);
  expect(first?.['q']).toBe(analysis.interactionTests[0]?.q);
  expect(first?.['Difference 95% Low']).toBe(analysis.interactionTests[0]?.interval.low);
  expect(first?.['Difference 95% High']).toBe(analysis.interactionTests[0]?.interval.high);
});

describe('exportValueRules', () => {
  const file = exportValueRules(analysis, date);

  test('is named by the day', () => {
    expect(file.fileName).toBe('practical_value_rules_2025-10-15.csv');
  });

  test('has the titles of the screen, then the lift before the cut, the significance, the balanced multiplier and what to expect', () => {
    expect(file.rows[0]).toEqual([
      'Field',
      'Value',
      'Suggested Value Rule',
      'Confidence',
      'Status',
      'Leads',
      'Lift Before Cut',
      'Significant',
      ...EVIDENCE,
      'Balanced',
      'Notes',
      'Expected to Hold',
      'Chance to Hold (%)',
    ]);
    expect(headingsOnScreen(ruleColumns(analysis))).toEqual(['Label', ...(file.rows[0]?.slice(0, 6) ?? [])]);
  });

  const BALANCED = expect.any(Number);

  test('has the rules in their order, figures unrounded, confidence in percent', () => {
    expect(file.rows.slice(1).map((row) => row.toSpliced(8, EVIDENCE.length))).toEqual([
      [
        'Source',
        'Referral',
        (5 / 3) * 0.85,
        100 * (100 / 150),
        'Overlapping (1): Device: Desktop',
        100,
        5 / 3,
        'Yes',
        BALANCED,
        '',
        'Likely to hold',
        95,
      ],
      [
        'Device',
        'Desktop',
        (16 / 11) * 0.85,
        100 * (500 / 550),
        'Overlapping (1): Source: Referral',
        500,
        16 / 11,
        'Yes',
        BALANCED,
        '',
        'Likely to hold',
        95,
      ],
      [
        'Source',
        'Ads',
        13 / 15,
        100 * (700 / 750),
        'Independent',
        700,
        13 / 15,
        'Yes',
        BALANCED,
        '',
        'Likely to hold',
        90,
      ],
      [
        'Device',
        'Mobile',
        6 / 11,
        100 * (500 / 550),
        'Independent',
        500,
        6 / 11,
        'Yes',
        BALANCED,
        '',
        'Likely to hold',
        95,
      ],
    ]);
  });

  test('has its notes below an empty row', () => {
    const columns = [{ heading: 'Value', exported: ({ value }: JudgedSegment) => value }];
    const notes = [['Leads Left Out', 3, 'by status (Open)']];
    const rowsWith = (given: CsvCell[][]) =>
      downloads.exportSegments(analysis, { columns, notes: given, date }).rows.slice(4);
    expect(rowsWith(notes)).toEqual([['Ads'], ['Mobile'], [], ...notes]);
    expect(rowsWith([])).toEqual([['Ads'], ['Mobile']]);
  });

  test('has its titles only where there are no rules', () => {
    const none = analyse(tallyOfCells(['A'], [[['a'], 10, 5]]), settings);
    expect(exportValueRules(none, date).rows).toHaveLength(1);
  });
});

describe('exportSegments', () => {
  const file = exportSegments(analysis, date);

  test('is named by the day', () => {
    expect(file.fileName).toBe('lead_conversion_analysis_2025-10-15.csv');
  });

  test('has all segments with the titles of the screen and their significance', () => {
    expect(file.rows[0]).toEqual([
      'Field',
      'Value',
      'Leads',
      'Conversions',
      'Confidence',
      'P-Value',
      'Conversion Rate',
      'Lift vs Baseline',
      'Adjusted Lift',
      'Lead Value ($)',
      'Significant',
      ...EVIDENCE,
      'Notes',
    ]);
    expect(recordsOf(file.rows).map((row) => [row['Value'], row['Significant']])).toEqual([
      ['Referral', 'Yes'],
      ['Desktop', 'Yes'],
      ['Email', 'No'],
      ['Ads', 'Yes'],
      ['Mobile', 'Yes'],
    ]);
  });

  test('has rates and confidence in percent, unrounded', () => {
    const [referral] = recordsOf(file.rows);
    expect(referral).toMatchObject({
      Field: 'Source',
      Leads: 100,
      Conversions: 40,
      Confidence: 100 * (100 / 150),
      'Conversion Rate': 40,
      'Lift vs Baseline': 2,
      'Adjusted Lift': 5 / 3,
    });
    expect(referral?.['P-Value']).toBeCloseTo(workedPValues.referral, 18);
    expect(referral?.['Lead Value ($)']).toBeCloseTo(100 / 3, 12);
  });

  test('has the lead value only at a conversion value above 0', () => {
    const free = analyse(tallyOfCells(workedFields, workedCells), { ...settings, conversionValue: 0 });
    expect(exportSegments(free, date).rows[0]).not.toContain('Lead Value ($)');
    expect(exportSegments(free, date).rows[0]).toContain('Significant');
    expect(
      headingsOnScreen(segmentColumns({ ...analysis, settings: { ...settings, conversionValue: 0.01 } })).at(
        -1,
      ),
    ).toBe('Lead Value ($)');
  });
});

describe('listCorrelations', () => {
  test('has the titles of the screen, then the parts of the combination and the statistic', () => {
    const titles = listCorrelations(analysis)[0];
    expect(titles).toEqual([
      'Combination',
      'Leads',
      'Conversions',
      'Confidence',
      'Conversion Rate',
      'Predicted Lift',
      'Actual Lift',
      'Difference',
      'P-Value',
      'Significant',
      'attribute1',
      'attribute2',
      'chiSquare',
      'Label',
      'q',
      'Difference 95% Low',
      'Difference 95% High',
      'Conversion Rate 95% Low',
      'Conversion Rate 95% High',
      'Notes',
    ]);
    expect(headingsOnScreen(correlationColumns(analysis))).toEqual([
      'Label',
      ...(titles?.slice(0, 10) ?? []),
    ]);
  });

  test('has the tests in their order, rate in percent, difference in signed points', () => {
    const [first, second] = recordsOf(listCorrelations(analysis));
    expect(first).toMatchObject({
      Combination: 'Source: Referral + Device: Desktop',
      Leads: 50,
      Conversions: 35,
      Confidence: 21,
      'Conversion Rate': 70,
      'Actual Lift': 3.5,
      Significant: 'Yes',
      attribute1: 'Source: Referral',
      attribute2: 'Device: Desktop',
    });
    expect(first?.['Predicted Lift']).toBeCloseTo(80 / 33, 14);
    expect(first?.['Difference']).toBeCloseTo(107.575757575758, 10);
    expect(first?.['P-Value']).toBeCloseTo(workedPValues.referralDesktop, 15);
    expect(first?.['chiSquare']).toBeCloseTo(9.26654411764706, 12);
    expect(second).toMatchObject({ Combination: 'Source: Referral + Device: Mobile', Significant: 'No' });
    expect(second?.['Difference']).toBeCloseTo(-40.9090909090909, 10);
  });
});

describe('exportCombinations', () => {
  test('has a column per attribute and the lead value, highest first', () => {
    const file = exportCombinations(analysis, date);
    if (!file.ok) throw new Error('six combinations are not too many');
    expect(file.value.fileName).toBe('lead_value_combinations_2025-10-15.csv');
    expect(file.value.rows[0]).toEqual([
      'Source',
      'Device',
      'Lead Value ($)',
      'Leads',
      'Balanced ($)',
      'Best Estimate ($)',
      'Actual ($)',
      'Actual Rate (%)',
      'Notes',
    ]);
    expect(file.value.rows).toHaveLength(7);
    expect(file.value.rows[1]?.slice(0, 2)).toEqual(['Referral', 'Desktop']);
    expect(file.value.rows[1]?.[2]).toBeCloseTo((20 * 1156) / 660, 12);
    expect(file.value.rows.at(-1)?.slice(0, 2)).toEqual(['Ads', 'Mobile']);
  });

  test('is refused strictly above 5,000 combinations', () => {
    const allowed = exportCombinations(analysisOf(100, 50), date);
    expect(allowed.ok && allowed.value.rows.length).toBe(5001);
    expect(exportCombinations(analysisOf(5001, 1), date)).toEqual({
      ok: false,
      error: { reason: 'too-many-combinations', combinations: 5001 },
    });
  });
});

describe('the notes of a row', () => {
  const LOW = 'Low confidence due to small sample size. Use conservative value shown.';
  const notesOf = (rows: readonly (readonly CsvCell[])[]) =>
    Object.fromEntries(recordsOf(rows).map((row) => [`${row['Field']} ${row['Value']}`, row['Notes']]));

  test('tell of a rule all that the page marks', () => {
    // Y is cut from 1.148 to 0.976; Few has an adjusted lift above 1.1 and too few leads for a test.
    const marked = analyse(tallyOfCells(['Source', 'Device'], [...cutCells, [['Few', 'X'], 9, 6]]), settings);
    expect(notesOf(exportValueRules(marked, date).rows)).toMatchObject({
      'Source A': '',
      'Device Y': 'Within ±10% of average after the cut. The cut turns a raise into a reduction.',
      'Source Few': `${LOW} Not significant. Not tested for overlaps: no pairing of significant values has 30 or more leads.`,
    });
    expect(notesOf(exportSegments(marked, date).rows)).toMatchObject({
      'Source A': 'Overlapping (2): the value rule is reduced by 15%.',
      'Source Few': `${LOW} Not tested: fewer than 10 leads. Not significant.`,
    });
  });

  test('tell of a value what its name means', () => {
    const marked = analyse(
      tallyOfCells(
        ['Source'],
        [
          [['Google Ads'], 400, 200],
          [['google ads'], 400, 180],
          [['(Blank)'], 400, 20],
          [['Bing'], 400, 30],
        ],
      ),
      settings,
    );
    const expected = {
      'Source Google Ads': 'Also written google ads.',
      'Source google ads': 'Also written Google Ads.',
      'Source (Blank)': 'No answer given.',
      'Source Bing': '',
    };
    expect(notesOf(exportValueRules(marked, date).rows)).toEqual(expected);
    expect(notesOf(exportSegments(marked, date).rows)).toEqual(expected);
  });

  test('tell of a pair that it has few leads or is not significant', () => {
    expect(recordsOf(listCorrelations(analysis)).map((row) => row['Notes'])).toEqual([
      LOW,
      `${LOW} Not significant.`,
      'Not significant.',
      'Not significant.',
    ]);
  });

  test('tell of a combination that it is worth more than a sale, and that no lead has it', () => {
    const high = analyse(
      tallyOfCells(
        ['Source', 'Device'],
        [
          [['A', 'Y'], 500, 480],
          [['B', 'X'], 500, 480],
          [['B', 'Y'], 1000, 40],
        ],
      ),
      settings,
    );
    const file = exportCombinations(high, date);
    expect(file.ok && file.value.rows.map((row) => row.at(-1)).slice(0, 3)).toEqual([
      'Notes',
      'Predicts 121.8% conversion. More than 100% is impossible, so take this value with caution. Balanced predicts 752.2% conversion, which is impossible. No lead has this combination.',
      '',
    ]);
  });
});

describe('the bounds of ranges', () => {
  const bounds = findBounds({
    attributes: [
      {
        field: 'Device',
        ranges: [
          { min: 0, max: 5, label: 'Low' },
          { min: 5.01, max: 9, label: 'Medium' },
          { min: 9.01, max: null, label: 'High' },
        ],
        // Two ranges have one name.
        mapping: new Map([
          ['Low', 'Mobile'],
          ['Medium', 'Desktop'],
          ['High', 'Mobile'],
        ]),
      },
      { field: 'Source', ranges: null, mapping: new Map() },
    ],
  });
  const ofSegment = (segment: JudgedSegment) => [toFieldValue(segment)];

  test('stand in a column before the notes, and the label is as it was', () => {
    const rows = toRows(withRange(segmentColumns(analysis), bounds, ofSegment), analysis.segments);
    expect(rows[0]?.slice(-2)).toEqual(['Range', 'Notes']);
    expect(recordsOf(rows).map((row) => [row['Value'], row['Range']])).toEqual([
      ['Referral', ''],
      ['Desktop', '5.01 to 9'],
      ['Email', ''],
      ['Ads', ''],
      ['Mobile', '0 to 5; 9.01 and above'],
    ]);
  });

  test('of a pair stand with their attributes where both have ranges', () => {
    const columns = withRange(correlationColumns(analysis), bounds, ({ attributes }) => attributes);
    expect(recordsOf(toRows(columns, analysis.interactionTests)).map((row) => row['Range'])).toContain(
      '5.01 to 9',
    );
    const both = new Map([...bounds, ['Source', new Map([['Referral', '1 to 2']])]]);
    const [first] = recordsOf(
      toRows(
        withRange(correlationColumns(analysis), both, ({ attributes }) => attributes),
        analysis.interactionTests,
      ),
    );
    expect(first?.['Range']).toBe('Source: 1 to 2; Device: 5.01 to 9');
  });

  test('of a combination have a column for each attribute with ranges', () => {
    const columns = withRangePerField(combinationColumns(analysis), bounds, analysis.fields);
    const rows = toRows(columns, bestCombinations(analysis, 1));
    expect(rows).toEqual([
      [
        'Source',
        'Device',
        'Lead Value ($)',
        'Leads',
        'Balanced ($)',
        'Best Estimate ($)',
        'Actual ($)',
        'Actual Rate (%)',
        'Range of Device',
        'Notes',
      ],
      [
        'Referral',
        'Desktop',
        expect.any(Number),
        50,
        expect.any(Number),
        expect.any(Number),
        70,
        70,
        '5.01 to 9',
        '',
      ],
    ]);
  });

  test('have no column without ranges', () => {
    expect(withRange(segmentColumns(analysis), new Map(), ofSegment)).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ heading: 'Range' })]),
    );
  });
});

describe('Copy', () => {
  test('takes the columns of the screen and the rows in the order they stand in', () => {
    const shown = analysis.segments.filter(({ isSignificant }) => isSignificant).toReversed();
    const lines = writeTsv(
      toRows(onScreen(segmentColumns({ ...analysis, settings: { ...settings, conversionValue: 0 } })), shown),
    )
      .trimEnd()
      .split(/\r?\n/);
    expect(lines[0]).toBe(
      'Field\tValue\tLeads\tConversions\tConfidence\tP-Value\tConversion Rate\tLift vs Baseline\tAdjusted Lift',
    );
    expect(lines.slice(1).map((line) => line.split('\t')[1])).toEqual([
      'Mobile',
      'Ads',
      'Desktop',
      'Referral',
    ]);
  });

  test('names attributes as the combinations table does', () => {
    expect(headingsOnScreen(combinationColumns(analysis))).toEqual([
      'Source',
      'Device',
      'Lead Value ($)',
      'Leads',
      'Best Estimate ($)',
      'Actual ($)',
    ]);
  });

  test('show Balanced on the page only to readers who chose these multipliers', () => {
    expect(headingsOnScreen(combinationColumns(analysis, 'balanced'))).toContain('Balanced ($)');
    const notes = (multipliers: 'suggested' | 'balanced') =>
      combinationColumns(analysis, multipliers).flatMap(({ heading, screen }) =>
        screen?.note ? [[heading, screen.note]] : [],
      );
    expect(notes('suggested')).toEqual([['Best Estimate ($)', 'to use']]);
    expect(notes('balanced')).toEqual([['Best Estimate ($)', 'to use']]);
  });
});
