import { judge, measure, pickMeasurement } from '#frontend/analysis/judge/analyse.ts';
import { fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { planPlatforms, type PlatformPlans } from '#frontend/analysis/platforms/plan.ts';
import { DEFAULT_SETTINGS } from '#frontend/analysis/judge/settings.ts';
import { checkPlan, planOfCheck } from './check-plan.ts';
import { tallyPlan } from './count-plan.ts';
import { countedLeads } from './counted-leads.ts';
import type { HeldFile } from './held-file.ts';
import { keepAmounts, keepConverted, keepFolds, type KeptFit } from './kept-counts.ts';
import { makeLeadsFile, type FileProgress, type LeadsFileQuestion } from './make-leads-file.ts';
import { makeUploadFile, type UploadQuestion } from './make-upload-file.ts';
import type { CheckProgress, CheckQuestion, PlatformsQuestion } from './protocol.ts';
import type { Asking } from './questions.ts';

/**
 * Answers about the check on unseen leads, and about the way from the results to the ad platforms. Each awaits `report`
 * between slices of work.
 */
export const LATE_ANSWERS = {
  checkUnseen: (asked: CheckQuestion, { held, report }: Asking<CheckProgress>) =>
    checkPlan(countedLeads(held(), planOfCheck(asked)), asked, report),
  planPlatforms: (asked: PlatformsQuestion, { held }: Asking) =>
    planForPlatforms(countedLeads(held(), asked.plan), asked),
  makeLeadsFile: (asked: LeadsFileQuestion, { held, report }: Asking<FileProgress>) =>
    makeLeadsFile(held(), asked, report),
  makeUploadFile: (asked: UploadQuestion, { held, report }: Asking<FileProgress>) =>
    makeUploadFile(held(), asked, report),
};

/**
 * The plans of all ad platforms for the open file, by value where the plan says what leads are worth. The conversion value
 * does not matter to them.
 */
function planForPlatforms(
  held: HeldFile,
  { plan, thresholdPercent, choices }: PlatformsQuestion,
): PlatformPlans {
  const { tally, measurement } = keepFit(held, plan);
  const analysis = judge(measurement, { ...DEFAULT_SETTINGS, thresholdPercent });
  return planPlatforms(analysis, tally, choices);
}

/** The fitted tally of a plan with its measurement; the same as for the last plan if that had the same choices. */
function keepFit(held: HeldFile, plan: Plan): KeptFit {
  const [folds, converted] = [keepFolds(held, plan), keepConverted(held, plan)];
  const amounts = keepAmounts(held, plan, converted);
  const last = held.counts.fitted;
  const isSame =
    last?.converted === converted &&
    last.amounts === amounts &&
    last.folds.length === folds.length &&
    last.folds.every((fold, index) => fold === folds[index]);
  if (isSame) return last;
  const counted = tallyPlan(held, plan);
  const measurement = pickMeasurement(measure(counted), counted.worth ? 'value' : 'conversions');
  // Fitting leaves out the single leads, which the tests of pairs need.
  const tally = { ...fitTally(counted), valued: counted.valued };
  return (held.counts.fitted = { folds, converted, amounts, tally, measurement });
}
