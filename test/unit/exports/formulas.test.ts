import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { analyse, type Analysis } from '#frontend/analysis/analyse.ts';
import { bestCombinations, type LeadValue } from '#frontend/analysis/lead-values.ts';
import { writeCsv, writeTsv } from '#frontend/csv/write.ts';
import { exportCombinations, exportSegments, exportValueRules } from '#frontend/exports/downloads.ts';
import { toRows, type Cell as CsvCell } from '#frontend/exports/table.ts';
import { combinationColumns } from '#frontend/features/results/calculator/combinations-table.tsx';
import { exportCheck } from '#frontend/features/results/check/check-export.ts';
import { correlationColumns } from '#frontend/features/results/correlations/correlation-columns.tsx';
import { exportAll } from '#frontend/features/results/downloads.ts';
import { segmentColumns } from '#frontend/features/results/segments/segment-columns.tsx';
import { ruleColumns } from '#frontend/features/results/value-rules/rule-columns.tsx';
import { tallyOfCells, type Cell } from '#test/support/analysis-builders.ts';
import { finishedCheck, ruleCheck } from '#test/support/finished-check.ts';

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
  const file = exportCombinations(analysis, combinationColumns(analysis), DATE);
  return file.ok ? file.value.rows : [];
}

const topCombinations = (analysis: Analysis): LeadValue[] => bestCombinations(analysis, 100);

const checkOf = ({ valueRules }: Analysis) =>
  finishedCheck({
    rules: valueRules.map(({ segment }) => ruleCheck({ field: segment.fieldName, value: segment.value })),
  });

/** Every way out of the results, by the name of what makes it. */
const WAYS_OUT: Record<string, (analysis: Analysis, field: string) => string> = {
  exportValueRules: (analysis) => writeCsv(exportValueRules(analysis, ruleColumns(analysis), DATE).rows),
  exportSegments: (analysis) => writeCsv(exportSegments(analysis, segmentColumns(analysis), DATE).rows),
  exportAll: (analysis, field) => writeCsv(exportAll(analysis, context(field), DATE).rows),
  exportCombinations: (analysis) => writeCsv(rowsOfCombinations(analysis)),
  ruleColumns: (analysis) => writeTsv(toRows(ruleColumns(analysis), analysis.valueRules)),
  segmentColumns: (analysis) => writeTsv(toRows(segmentColumns(analysis), analysis.segments)),
  correlationColumns: (analysis) => writeTsv(toRows(correlationColumns(analysis), analysis.interactionTests)),
  checkedRuleColumns: (analysis) => writeCsv(exportCheck(checkOf(analysis), DATE).rows),
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
  const modules = import.meta.glob<Record<string, unknown>>(
    [
      '../../../frontend/src/exports/*.ts',
      '../../../frontend/src/features/results/downloads.ts',
      '../../../frontend/src/features/results/*/*-{columns,table}.tsx',
    ],
    { eager: true },
  );
  const names = Object.values(modules).flatMap((module) => Object.keys(module));
  // Parts of the others.
  const parts = ['exportFullAnalysis', 'nameColumns', 'methodColumns', 'tenthColumns'];
  const waysOut = names.filter((name) => /^export[A-Z]|Columns$/.test(name) && !parts.includes(name));
  expect(waysOut.toSorted()).toEqual(Object.keys(WAYS_OUT).toSorted());
});
