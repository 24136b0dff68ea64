import { startCheck, type UnseenCheck } from '#frontend/analysis/check-unseen.ts';
import { learnRules, listedRules, type Learn } from '#frontend/analysis/learn-rules.ts';
import type { Plan } from '#frontend/analysis/mapping.ts';
import { clampSettings } from '#frontend/analysis/settings.ts';
import { splitPlanByDate, tallyPlan } from './count-plan.ts';
import type { HeldFile } from './held-file.ts';
import type { CheckProgress, CheckQuestion } from './protocol.ts';

/** Checks the rules of a plan on leads that they were not learned from, as slices between reports of progress. */
export async function checkPlan(
  held: HeldFile,
  { plan, settings, seed, part }: CheckQuestion,
  onSlice: (progress: CheckProgress) => Promise<void>,
): Promise<UnseenCheck> {
  const { thresholdPercent } = clampSettings(settings);
  const learn: Learn = (learning) => learnRules(learning, thresholdPercent, listedRules);
  const latest = part === 'latest' ? splitPlanByDate(held, plan) : undefined;
  const check = startCheck(tallyPlan(held, plan), { seed, thresholdPercent, learn, latest });
  for (let done = 0; done < check.repeats; done++) {
    await onSlice({ done, repeats: check.repeats });
    check.repeat();
  }
  return check.finish();
}

/** The plan of a check. Leads without a date that can be read are neither older nor later ones. */
export function planOfCheck({ plan, part }: CheckQuestion): Plan {
  if (part !== 'latest' || !plan.leads) return plan;
  return { ...plan, leads: { ...plan.leads, youngerThanDays: plan.leads.youngerThanDays ?? 0 } };
}
