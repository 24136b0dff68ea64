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
import { makeLeadsFile, type FileProgress } from './make-leads-file.ts';
import { makeUploadFile } from './make-upload-file.ts';
import type { CheckProgress, PlatformsQuestion, Question } from './protocol.ts';

export type LateQuestion = Extract<
  Question,
  { question: 'checkUnseen' | 'planPlatforms' | 'makeLeadsFile' | 'makeUploadFile' }
>;

/**
 * Answers what is asked about the check on unseen leads, and about the way from the results to the ad platforms. Awaits
 * `onProgress` between slices of work.
 */
export function answerLateQuestion(
  held: HeldFile,
  { question, ask }: LateQuestion,
  onProgress: (progress: FileProgress | CheckProgress) => Promise<void>,
) {
  switch (question) {
    case 'checkUnseen':
      return checkPlan(countedLeads(held, planOfCheck(ask)), ask, onProgress);
    case 'planPlatforms':
      return planForPlatforms(countedLeads(held, ask.plan), ask);
    case 'makeLeadsFile':
      return makeLeadsFile(held, ask, onProgress);
    case 'makeUploadFile':
      return makeUploadFile(held, ask, onProgress);
  }
}

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
