import {
  CHECK_NOTE,
  LIMITS_DATE,
  type BulkFile,
  type EnteredPlan,
  type PlanStep,
} from '#frontend/analysis/platforms/platform.ts';
import type { PlatformPlan } from '#frontend/analysis/platforms/plan.ts';
import { PLATFORMS } from '#frontend/analysis/platforms/platforms.ts';
import type { PlatformId } from '#contract/platforms.ts';
import { type ExportFile, stampDate, type Cell } from './table.ts';

/** A plan with everything that its sheet states. */
export interface PlanSheet extends Pick<EnteredPlan, 'action' | 'baseValue' | 'isRescaled'> {
  platform: PlatformId;
  plan: PlatformPlan;
  fileName: string;
  date: Date;
}

/** The numbered steps that enter a plan; none for a plan without rules. */
export function listSteps({ platform, plan: { rules }, date, ...base }: PlanSheet): PlanStep[] {
  if (rules.length === 0) return [];
  return PLATFORMS[platform].listSteps({ ...base, rules, day: stampDate(date) });
}

/** The steps as text: '1. Goals > Conversions: ...', with the note on limits at the end. */
export function writeSteps(sheet: PlanSheet): string {
  const steps = listSteps(sheet).map(({ where, what }, index) => `${index + 1}. ${where}: ${what}`);
  return [...steps, noteLimits(sheet.platform)].join('\n');
}

/** The sources and the date of the limits, and the facts that the platform does not state. */
export function noteLimits(platform: PlatformId): string {
  const { name, sources, reach, noEffect, doubts } = PLATFORMS[platform];
  const addresses = Object.values(sources).join(' ');
  return `${[reach, noEffect, CHECK_NOTE, ...doubts].filter(Boolean).join(' ')} Limits of ${name} as of ${LIMITS_DATE}: ${addresses}`;
}

/** 'Download Steps': the steps with a number each. */
export function exportSteps(sheet: PlanSheet): ExportFile {
  const steps = listSteps(sheet).map(({ where, what }, index): Cell[] => [index + 1, where, what]);
  return {
    fileName: `${sheet.platform}_value_rules_${stampDate(sheet.date)}.csv`,
    rows: [['Step', 'Where', 'What to Do'], ...steps, [], [noteLimits(sheet.platform)]],
  };
}

/** The rules as the file that a platform takes. */
export function exportBulk(
  { fileName, listRows }: BulkFile,
  { plan, date }: Pick<PlanSheet, 'plan' | 'date'>,
): ExportFile {
  return { fileName: `${fileName}_${stampDate(date)}.csv`, rows: listRows(plan.rules) };
}
