import { beforeAll, describe, expect, test } from 'vitest';
import { presetRanges } from '#frontend/analysis/binning.ts';
import { CHECK_SEED } from '#frontend/analysis/constants.ts';
import { METHODS } from '#frontend/analysis/learn-rules.ts';
import { readCsv } from '#frontend/csv/read-csv.ts';
import { checkPlan } from '#frontend/thread/check-plan.ts';
import { describeColumn, holdFile, type HeldFile } from '#frontend/thread/held-file.ts';
import { hasRealFile, readRealLeads } from '#test/support/analysis-real-file.ts';

describe.skipIf(!hasRealFile)('on unseen leads of the real file', () => {
  let held: HeldFile;

  beforeAll(async () => {
    const read = await readCsv(readRealLeads(), {}, () => {});
    if (!read.ok) throw new Error(read.error.reason);
    held = holdFile(read.value.table);
  });

  /** Numbers in quartiles. */
  function planOf(fields: readonly string[]) {
    const columnOf = (name: string) => held.table.headers.indexOf(name);
    return {
      statusColumn: columnOf('Converted'),
      qualified: new Set(['1']),
      attributes: fields.map((field) => {
        const { index, numeric } = describeColumn(held, columnOf(field));
        const ranges = numeric && presetRanges('quartiles', numeric).ranges;
        return { column: index, field, ranges, mapping: new Map<string, string>() };
      }),
    };
  }

  test.each([
    [['Lead Origin', 'Lead Source', 'What is your current occupation'], 0.12],
    [['Lead Source', 'Last Activity', 'Total Time Spent on Website'], 0.18],
    [['Lead Source', 'City', 'Specialization'], 0.11],
  ])('Balanced is calibrated for %j', async (fields, mostError) => {
    const question = { plan: planOf(fields), thresholdPercent: 10, seed: CHECK_SEED };
    const check = await checkPlan(held, question, async () => {});
    if (check.kind !== 'checked') throw new Error(check.kind);
    for (const m of METHODS)
      console.warn(
        m,
        (100 * check.methods[m].bias).toFixed(2),
        (100 * check.methods[m].band.low).toFixed(1),
        (100 * check.methods[m].band.high).toFixed(1),
        (100 * check.methods[m].calibrationError).toFixed(2),
        check.leads,
        check.actual,
      );
    const { balanced } = check.methods;
    expect(balanced.calibrationError).toBeLessThanOrEqual(mostError);
    expect(Math.abs(balanced.bias)).toBeLessThanOrEqual(0.02);
    expect(balanced.isChance).toBe(true);
  });
});
