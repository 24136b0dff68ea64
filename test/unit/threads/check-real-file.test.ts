import { beforeAll, describe, expect, test } from 'vitest';
import { presetRanges } from '#frontend/analysis/counts/range-presets.ts';
import { CHECK_SEED } from '#frontend/analysis/constants.ts';
import { DEFAULT_SETTINGS } from '#frontend/analysis/judge/settings.ts';
import { readCsv } from '#frontend/csv/read-csv.ts';
import { UNSEEN_FIGURES } from '#frontend/pages/docs/checked-facts.ts';
import { checkPlan } from '#frontend/threads/leads/check-plan.ts';
import { describeColumn, createLoadedFile, type LoadedFile } from '#frontend/counting/loaded-file.ts';
import { hasRealFile, NEEDS_REAL_FILE, readRealLeads } from '#test/support/analysis-real-file.ts';

describe.skipIf(!hasRealFile)(
  'on unseen leads of the real file',
  { meta: { needs: NEEDS_REAL_FILE } },
  () => {
    let loaded: LoadedFile;

    beforeAll(async () => {
      const read = await readCsv(readRealLeads(), {}, () => {});
      if (!read.ok) throw new Error(read.error.reason);
      loaded = createLoadedFile(read.value.table, 2026);
    });

    /** Numbers in quartiles. */
    function planOf(fields: readonly string[]) {
      const columnOf = (name: string) => loaded.table.headers.indexOf(name);
      return {
        statusColumn: columnOf('Converted'),
        qualified: new Set(['1']),
        attributes: fields.map((field) => {
          const { index, numeric } = describeColumn(loaded, columnOf(field));
          const ranges = numeric && presetRanges('quartiles', numeric).ranges;
          return { column: index, field, ranges, mapping: new Map<string, string>() };
        }),
      };
    }

    /** Limits of the calibration error of Balanced, in percent. */
    const most = [12, 18, 11];

    test.each(UNSEEN_FIGURES.map((figures, index) => ({ ...figures, most: most[index] })))(
      'Balanced is calibrated for $fields, with the figures of the docs',
      async ({ fields, methods, most = NaN }) => {
        const question = { plan: planOf(fields), settings: DEFAULT_SETTINGS, seed: CHECK_SEED };
        const check = await checkPlan(loaded, question, async () => {});
        if (check.kind !== 'checked') throw new Error(check.kind);
        const { product, balanced, best } = check.methods;
        expect(balanced.calibrationError).toBeLessThanOrEqual(most / 100);
        expect(Math.abs(balanced.bias)).toBeLessThanOrEqual(0.02);
        expect(balanced.isChance).toBe(true);
        for (const [shown, { bias, calibrationError }] of [
          [methods.product, product],
          [methods.balanced, balanced],
          [methods.best, best],
        ] as const) {
          expect(shown.bias).toBeCloseTo(100 * bias, 1);
          expect(shown.calibrationError).toBeCloseTo(100 * calibrationError, 1);
        }
      },
    );
  },
);
