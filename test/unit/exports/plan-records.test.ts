import { expect, test } from 'vitest';
import { PLATFORMS } from '#frontend/analysis/platforms/platforms.ts';
import { PLATFORM_IDS, type PlatformId } from '#contract/platforms.ts';
import { writeCsv, writeUpload } from '#frontend/csv/write.ts';
import { exportBulk, exportSteps } from '#frontend/exports/plan-sheet.ts';
import type { Cell } from '#test/support/analysis-builders.ts';
import { choose, planCells } from '../analysis/platforms/platform-room.ts';

/** State, device, age and list of each lead: values that all, some and none of the platforms know. */
const FIELDS = ['State', 'Device', 'Age', 'List'];
const CELLS: Cell[] = [
  [['CA', 'Mobile', '18-24', 'Buyers'], 1500, 700],
  [['CA', 'Desktop', '25-44', 'Visitors'], 1500, 500],
  [['CA', 'Tablet', '45-65', 'Visitors'], 800, 90],
  [['TX', 'Mobile', '25-44', 'Visitors'], 2500, 100],
  [['TX', 'Desktop', '45-65', 'Buyers'], 2500, 700],
  [['NY', 'Smart TV', '18-24', 'Visitors'], 900, 20],
  [['NY', 'Desktop', '45-65', '(Blank)'], 900, 300],
];
const KINDS = ['location', 'device', 'age', 'audience'] as const;
const plans = planCells(FIELDS, CELLS, choose(KINDS));

const sheetFor = (platform: PlatformId) => ({
  platform,
  plan: plans[platform],
  fileName: 'leads.csv',
  action: 'every-lead' as const,
  baseValue: 22.735,
  isRescaled: false,
  date: new Date(2026, 10, 22),
});

// A file in `records` changes only when a platform's own rules or words do.
test.each(PLATFORM_IDS)(
  'the plan for %s and its files stay byte for byte what they were',
  async (platform) => {
    await expect(`${JSON.stringify(plans[platform], null, 1)}\n`).toMatchFileSnapshot(
      `records/${platform}-plan.txt`,
    );
    const { fileName, rows } = exportSteps(sheetFor(platform));
    expect(fileName).toBe(`${platform}_value_rules_2026-11-22.csv`);
    await expect(writeCsv(rows)).toMatchFileSnapshot(`records/${fileName}`);
    const { bulkFile } = PLATFORMS[platform];
    if (!bulkFile) return;
    const bulk = exportBulk(bulkFile, sheetFor(platform));
    await expect(writeUpload(bulk.rows)).toMatchFileSnapshot(`records/${bulk.fileName}`);
  },
);
