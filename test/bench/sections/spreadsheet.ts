import type { Bench } from '../harness/bench.ts';
import { OURS, SHEETJS } from '../harness/contestants.ts';
import { measureRounds } from '../harness/measure-read.ts';
import type { CountTimes } from '../pages/bench.ts';
import type { Figure } from '../report/figure.ts';
import { GOALS } from '../report/goals.ts';
import { ratios } from '../report/stats.ts';

/** Cold, once to settle, warm. */
const RUNS = 3;

/** From an .xlsx file to all counts, against SheetJS in a thread of its own and the same counts. */
export async function measureSpreadsheet(bench: Bench): Promise<Figure[]> {
  const file = bench.provideWorkbook(bench.sizes.workbook);
  const contestants = [{ name: OURS, script: bench.site.threadScript }, SHEETJS];
  const times = await measureRounds(bench, file, { contestants, runs: RUNS });
  const timesOf = (name: string, run: number) =>
    (times.get(name) ?? []).map(({ runMs }: CountTimes) => runMs.at(run) ?? NaN);
  return (['cold', 'warm'] as const).flatMap((state): Figure[] => {
    const run = state === 'cold' ? 0 : -1;
    const [ours, theirs] = [timesOf(OURS, run), timesOf(SHEETJS.name, run)];
    return [
      { what: `Spreadsheet, ours, ${state}`, unit: 'ms', values: ours },
      { what: `Spreadsheet, SheetJS, ${state}`, unit: 'ms', values: theirs },
      {
        what: `Spreadsheet to all counts, ${state}, to SheetJS`,
        unit: 'ratio',
        values: ratios(ours, theirs),
        goal: GOALS.spreadsheet,
      },
    ];
  });
}
