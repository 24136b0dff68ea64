import type { UnseenCheck } from '#frontend/analysis/check/check-unseen.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import type { PlatformPlans } from '#frontend/analysis/platforms/plan.ts';
import type { OverTime } from '#frontend/analysis/over-time/over-time.ts';
import type { UploadReach } from '#frontend/analysis/platforms/upload-reach.ts';
import { fetchPart } from '#frontend/csv/part-missing.ts';
import type { UploadQuestion } from './check-leads.ts';
import { countLatest } from '#frontend/counting/count-latest.ts';
import { countReach, type ReachQuestion } from './count-reach.ts';
import { countedLeads } from '#frontend/counting/counted-leads.ts';
import { exportDataset } from './export-dataset.ts';
import { fitFileModel, type ModelAnswer, type ModelProgress, type ModelQuestion } from './fit-file-model.ts';
import { planLoaded, type PlatformsQuestion } from '#frontend/counting/plan-loaded.ts';
import { makeCorrections, type CorrectionQuestion } from './make-corrections.ts';
import { makeLeadsFile, type FileProgress, type LeadsFileQuestion } from './make-leads-file.ts';
import { makeUploadFile } from './make-upload-file.ts';
import { checkPlan, planOfCheck, type CheckProgress, type CheckQuestion } from './check-plan.ts';
import { countPeriods, type PeriodsQuestion } from '#frontend/counting/count-periods.ts';
import type { Asking } from './questions.ts';
import { yieldToMessages } from '../yield-to-messages.ts';

/** Answers about the check on unseen leads, platform plans, the model of all columns, files of leads and the rows to save. Long ones await `report` between slices. */
export const LATE_ANSWERS = {
  checkUnseen: checkQuietly,
  planPlatforms: planForPlatforms,
  countLatest: (plan: Plan, { loaded }: Asking) => countLatest(countedLeads(loaded(), plan), plan),
  countPeriods: countQuietly,
  async fitModel(
    asked: ModelQuestion,
    { loaded, report, pause }: Asking<ModelProgress>,
  ): Promise<ModelAnswer> {
    await pause();
    const { answer } = await fitFileModel(loaded(), asked, async (progress) => {
      await report(progress);
      await pause();
    });
    return answer;
  },
  makeLeadsFile: (asked: LeadsFileQuestion, { loaded, report }: Asking<FileProgress>) =>
    makeLeadsFile(loaded(), asked, report),
  makeUploadFile: (asked: UploadQuestion, { loaded, report }: Asking<FileProgress>) =>
    makeUploadFile(loaded(), asked, report),
  async countReach(
    asked: ReachQuestion,
    { loaded, report, pause }: Asking<FileProgress>,
  ): Promise<UploadReach> {
    await pause();
    return countReach(loaded(), asked, async (progress) => {
      await report(progress);
      await pause();
    });
  },
  makeCorrections: (asked: CorrectionQuestion, { loaded, report }: Asking<FileProgress>) =>
    makeCorrections(loaded(), asked, report),
  exportDataset: (_: undefined, { loaded }: Asking) => exportDataset(loaded().table, yieldToMessages),
};

/** A check mostly runs while the visitor reads, so it gives way to every other question before it begins and between its repeats. */
async function checkQuietly(
  asked: CheckQuestion,
  { loaded, report, pause }: Asking<CheckProgress>,
): Promise<UnseenCheck> {
  await pause();
  return checkPlan(countedLeads(loaded(), planOfCheck(asked)), asked, async (progress) => {
    await pause();
    await report(progress);
  });
}

/** The tests of many rules may take a second; counting the ages gives way to other questions first. */
async function countQuietly(asked: PeriodsQuestion, asking: Asking): Promise<OverTime | null> {
  const { plan } = asked;
  if (!plan.leads) return null;
  const { COLUMN_ANSWERS } = await fetchColumnAnswers();
  const ages = await COLUMN_ANSWERS.countAges({ ...plan, leads: plan.leads }, asking);
  return countPeriods(asking.loaded(), asked, ages);
}

/** The plans of the loaded file. They need the tests of its columns, which the thread keeps. */
async function planForPlatforms(asked: PlatformsQuestion, asking: Asking): Promise<PlatformPlans> {
  const { COLUMN_ANSWERS } = await fetchColumnAnswers();
  return planLoaded(asking.loaded, asked, (plan) => COLUMN_ANSWERS.testColumns(plan, asking));
}

/** Not imported above: the thread starts with that part, and would load this one with it. */
function fetchColumnAnswers() {
  return fetchPart(() => import('./column-answers.ts'));
}
