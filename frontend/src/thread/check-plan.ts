import { startCheck, type UnseenCheck } from '#frontend/analysis/check-unseen.ts';
import { learnRules, listedRules, type Learn } from '#frontend/analysis/learn-rules.ts';
import { clampSettings } from '#frontend/analysis/settings.ts';
import { tallyPlan } from './count-plan.ts';
import type { HeldFile } from './held-file.ts';
import type { CheckProgress, CheckQuestion } from './protocol.ts';

/** Checks the rules of a plan on leads that they were not learned from, as slices between reports of progress. */
export async function checkPlan(
  held: HeldFile,
  { plan, settings, seed }: CheckQuestion,
  onSlice: (progress: CheckProgress) => Promise<void>,
): Promise<UnseenCheck> {
  const { thresholdPercent } = clampSettings(settings);
  const learn: Learn = (learning) => learnRules(learning, thresholdPercent, listedRules);
  const check = startCheck(tallyPlan(held, plan), { seed, thresholdPercent, learn });
  for (let done = 0; done < check.repeats; done++) {
    await onSlice({ done, repeats: check.repeats });
    check.repeat();
  }
  return check.finish();
}
