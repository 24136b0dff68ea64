import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { analyse, judge, measure } from '#frontend/analysis/judge/analyse.ts';
import { writeCsv } from '#frontend/csv/write.ts';
import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import { exportAll } from '#frontend/features/results/export-all.ts';
import { RESULTS_TABS } from '#frontend/pages/results/tabs.ts';
import { tallyOfCells } from '#test/support/analysis-builders.ts';
import { workedCells, workedFields } from '#test/support/analysis-worked-example.ts';
import { tallyOfDeals } from '#test/support/valued-leads.ts';

const analysis = analyse(tallyOfCells(workedFields, workedCells), {
  conversionValue: 100,
  thresholdPercent: 10,
});
const context: AnalysisContext = Object.freeze({
  fileName: 'Q3: Übersicht.csv',
  statusColumn: 'Lead Status',
  qualifiedValues: ['(Blank)', 'Won', 'Closed'],
  attributes: [
    {
      field: 'Source',
      ranges: null,
      mapping: new Map([
        ['google', ' Ads '],
        ['other', '  '],
      ]),
    },
    {
      field: 'Device',
      ranges: [
        { min: 0, max: 83.66666666666667, label: 'Low' },
        { min: 83.67666666666666, max: null, label: '' },
      ],
      mapping: new Map(),
    },
  ],
});
const file = exportAll(RESULTS_TABS, { analysis, context }, new Date(2025, 9, 15));

/** The rows of a section: those below its title, up to the next empty row. */
function section(title: string) {
  const start = file.rows.findIndex((row) => row.length === 1 && row[0] === title);
  expect(start).toBeGreaterThanOrEqual(0);
  const rest = file.rows.slice(start + 1);
  const end = rest.findIndex((row) => row.length === 0);
  return end === -1 ? rest : rest.slice(0, end);
}

describe('exportAll', () => {
  test('is named by the file and the day', () => {
    expect(file.fileName).toBe('LeadAnalysis_Q3_ Übersicht_2025-10-15.csv');
  });

  test('has its sections in order', () => {
    expect(file.rows.filter((row) => row.length === 1)).toEqual([
      ['Metadata'],
      ['Practical Value Rules'],
      ['Statistically Significant Segments'],
      ['Not Significant (Ignore These)'],
      ['Correlations'],
    ]);
  });

  test('begins with its first section and parts the others by an empty row', () => {
    expect(file.rows[0]).toEqual(['Metadata']);
    const titles = file.rows.flatMap((row, index) => (row.length === 1 ? [index] : []));
    expect(titles.slice(1).map((index) => file.rows[index - 1])).toEqual([[], [], [], []]);
    expect(file.rows.filter((row) => row.length === 0)).toHaveLength(4);
  });

  test('states where the figures come from', () => {
    expect(section('Metadata')).toEqual([
      ['File', 'Q3: Übersicht.csv'],
      ['Date', '2025-10-15'],
      ['Lead Status Column', 'Lead Status'],
      ['Qualified Values', 'Closed; Won; (Blank)'],
      ['Attribute 1', 'Source'],
      ['Attribute 2', 'Device'],
      ['Leads', 1000],
      ['Conversions', 200],
      ['Baseline Rate (%)', 20],
      ['Conversion Value ($)', 100],
      ['Significance Threshold (%)', 10],
      ['Baseline Lead Value ($)', 20],
      ['Balanced Constant', expect.closeTo(1, 1)],
      ['Renamed in Source', 'google', 'Ads'],
      ['Range of Device', 'Low', 0, 83.66666666666667],
      ['Range of Device', '83.6767 and above', 83.67666666666666, ''],
    ]);
  });

  test('by value states the basis, and what the leads are worth', () => {
    // Two deals worth 300 and 500 on four leads: 800, 200 each; the 99th percentile of 300 and 500 is 498.
    const deals = [300, 500, 0, 0].map((amount) => ({ values: ['Ads'], converted: amount > 0, amount }));
    const { byValue } = measure(tallyOfDeals(['Source'], deals));
    if (!byValue) throw new Error('leads with amounts have figures by value');
    const valued = judge(byValue, { ...analysis.settings, currency: 'EUR' });
    const { rows } = exportAll(RESULTS_TABS, { analysis: valued, context }, new Date(2025, 9, 15));
    const start = rows.findIndex(([name]) => name === 'Basis');
    expect(rows.slice(start - 1, start + 4)).toEqual([
      // No combinations are counted here, which the constant belongs to.
      ['Baseline Lead Value (EUR)', 200],
      ['Basis', 'Value'],
      ['Value (EUR)', 800],
      ['Value per Lead (EUR)', 200],
      ['Cap of Amounts (EUR)', expect.closeTo(498, 9)],
    ]);
  });

  test('parts significant segments from the others, each with the titles of the screen', () => {
    const significant = section('Statistically Significant Segments');
    const others = section('Not Significant (Ignore These)');
    expect(significant[0]).toEqual(others[0]);
    expect(significant[0]?.join()).toContain('Adjusted Lift,Lead Value ($),Label');
    expect(significant[0]?.slice(-2)).toEqual(['Range', 'Notes']);
    expect(significant.slice(1).map((row) => row[1])).toEqual(['Referral', 'Desktop', 'Ads', 'Mobile']);
    expect(others.slice(1).map((row) => row[1])).toEqual(['Email']);
  });

  test('has rules and correlations', () => {
    expect(section('Practical Value Rules')).toHaveLength(5);
    expect(section('Practical Value Rules')[0]?.slice(6, 9)).toEqual([
      'Lift Before Cut',
      'Significant',
      'Label',
    ]);
    expect(section('Practical Value Rules')[0]?.slice(-5)).toEqual([
      'Balanced',
      'Range',
      'Notes',
      'Expected to Hold',
      'Chance to Hold (%)',
    ]);
    expect(section('Correlations')).toHaveLength(5);
    expect(section('Correlations')[0]?.slice(10, 14)).toEqual([
      'attribute1',
      'attribute2',
      'chiSquare',
      'Label',
    ]);
    expect(section('Correlations')[0]?.slice(-2)).toEqual(['Range', 'Notes']);
  });

  test('comes back from a CSV file as it went in', () => {
    const { data } = Papa.parse<string[]>(writeCsv(file.rows).replace('\uFEFF', '').trimEnd());
    const written = file.rows.map((row) => (row.length === 0 ? [''] : row.map(String)));
    expect(data).toEqual(written);
  });
});

test('leads that are left out, and parts of dates, stand behind everything else about the file', () => {
  const leftOut = { byStatus: 1200, unreadableDate: 0, byDate: 30, young: 4 };
  const from = Date.UTC(2026, 0, 1);
  const chosen: AnalysisContext = {
    ...context,
    attributes: [
      { field: 'Day', ranges: null, dates: { preset: 'month', format: 'iso' }, mapping: new Map() },
    ],
    leads: {
      leftOutStatuses: ['Open', 'Test'],
      date: { column: 'Created', dateFormat: null, from, to: null, youngerThanDays: 28 },
    },
  };
  const { rows } = exportAll(
    RESULTS_TABS,
    { analysis: { ...analysis, leftOut }, context: chosen },
    new Date(2025, 9, 15),
  );
  const last = rows.findIndex((row) => row.length === 0);
  expect(rows.slice(last - 4, last)).toEqual([
    ['Dates of Day', 'Month', 'iso'],
    ['Leads Left Out', 1200, 'by status (Open, Test)'],
    ['Leads Left Out', 30, 'before 2026-01-01'],
    ['Leads Left Out', 4, 'younger than 28 days'],
  ]);
});
