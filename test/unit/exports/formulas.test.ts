import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { analyse, type Analysis } from '#frontend/analysis/analyse.ts';
import { bestCombinations, type LeadValue } from '#frontend/analysis/lead-values.ts';
import { writeCsv, writeTsv } from '#frontend/csv/write.ts';
import { combinationColumns, exportCombinations } from '#frontend/exports/combinations.ts';
import { correlationColumns, listCorrelations } from '#frontend/exports/correlations.ts';
import { exportFullAnalysis } from '#frontend/exports/full-analysis.ts';
import { exportSegments, segmentColumns } from '#frontend/exports/segments.ts';
import { toRows, type Cell as CsvCell } from '#frontend/exports/table.ts';
import { exportValueRules, listValueRules, valueRuleColumns } from '#frontend/exports/value-rules.ts';
import { tallyOfCells, type Cell } from '#test/support/analysis-builders.ts';

const FORMULAS = [
  '=1+1',
  '+cmd|x',
  '-2+3',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '=HYPERLINK("http://x","y")',
  '-5',
  '+0x1',
];
const DATE = new Date(2025, 9, 15);

/** Two fields of hostile names and values, with rules, overlaps and tests in every table. */
function hostileAnalysis(field: string): Analysis {
  const cells: Cell[] = FORMULAS.flatMap((value, index): Cell[] => [
    [[value, `${field}a`], 200, index % 2 ? 150 : 10],
    [[value, `${field}b`], 200, 20],
  ]);
  return analyse(tallyOfCells([field, `${field} too`], cells), {
    conversionValue: 100,
    thresholdPercent: 10,
  });
}

const context = (field: string) => ({
  fileName: `${field}.csv`,
  statusColumn: field,
  qualifiedValues: [field],
  attributes: [
    {
      field,
      ranges: [{ min: 0, max: null, label: field }],
      mapping: new Map([[field, field]]),
    },
  ],
});

function rowsOfCombinations(analysis: Analysis): CsvCell[][] {
  const file = exportCombinations(analysis, DATE);
  return file.ok ? file.value.rows : [];
}

const topCombinations = (analysis: Analysis): LeadValue[] => bestCombinations(analysis, 100);

/** Every way out of the results, by the name of what makes it. */
const WAYS_OUT: Record<string, (analysis: Analysis, field: string) => string> = {
  exportValueRules: (analysis) => writeCsv(exportValueRules(analysis, DATE).rows),
  exportSegments: (analysis) => writeCsv(exportSegments(analysis, DATE).rows),
  exportFullAnalysis: (analysis, field) => writeCsv(exportFullAnalysis(analysis, context(field), DATE).rows),
  exportCombinations: (analysis) => writeCsv(rowsOfCombinations(analysis)),
  listValueRules: (analysis) => writeCsv(listValueRules(analysis)),
  listCorrelations: (analysis) => writeCsv(listCorrelations(analysis)),
  valueRuleColumns: (analysis) => writeTsv(toRows(valueRuleColumns, analysis.valueRules)),
  segmentColumns: (analysis) => writeTsv(toRows(segmentColumns(100), analysis.segments)),
  correlationColumns: (analysis) => writeTsv(toRows(correlationColumns, analysis.interactionTests)),
  combinationColumns: (analysis) => writeTsv(toRows(combinationColumns(analysis), topCombinations(analysis))),
};

const isFiniteNumber = (text: string): boolean => /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text);

test.each(Object.entries(WAYS_OUT))('%s hands no text to a spreadsheet that it would run', (_, write) => {
  for (const field of FORMULAS) {
    const text = write(hostileAnalysis(field), field).replace(/^\ufeff/, '');
    const delimiter = text.includes('\r\n') ? ',' : '\t';
    const cells = Papa.parse<string[]>(text, { delimiter }).data.flat();
    expect(cells.length).toBeGreaterThan(5);
    const run = cells.filter((cell) => /^[=+\-@\t\r]/.test(cell) && !isFiniteNumber(cell));
    expect([field, run]).toEqual([field, []]);
    // The text is there all the same.
    if (field.trim() === field && !isFiniteNumber(field)) {
      expect(cells.some((cell) => cell.startsWith(`'${field}`))).toBe(true);
    }
  }
});

test('no way out is missing here', () => {
  const modules = import.meta.glob<Record<string, unknown>>('../../../frontend/src/exports/*.ts', {
    eager: true,
  });
  const names = Object.values(modules).flatMap((module) => Object.keys(module));
  const waysOut = names.filter((name) => /^(export|list)[A-Z]|Columns$/.test(name));
  expect(waysOut.toSorted()).toEqual(Object.keys(WAYS_OUT).toSorted());
});
