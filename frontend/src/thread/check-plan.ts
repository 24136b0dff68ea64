import { findChoice, learnChoices } from '#frontend/analysis/choose-values.ts';
import { startCheck, type UnseenCheck } from '#frontend/analysis/check-unseen.ts';
import { learnRules, listedRules } from '#frontend/analysis/learn-rules.ts';
import type { Plan } from '#frontend/analysis/mapping.ts';
import { clampSettings } from '#frontend/analysis/settings.ts';
import { splitPlanByDate, tallyPlan } from './count-plan.ts';
import { codedColumn, toValuesPlan, type HeldFile } from './held-file.ts';
import { conversionsPerValue, keepConverted } from './kept-counts.ts';
import type { CheckProgress, CheckQuestion } from './protocol.ts';

/** Checks the rules of a plan on leads that they were not learned from, as slices between reports of progress. */
export async function checkPlan(
  held: HeldFile,
  { plan, settings, seed, part }: CheckQuestion,
  onSlice: (progress: CheckProgress) => Promise<void>,
): Promise<UnseenCheck> {
  const { thresholdPercent } = clampSettings(settings);
  const converted = keepConverted(held, plan);
  const choices = plan.attributes.map((attribute) => {
    const { categories, leads } = codedColumn(held, attribute.column);
    const conversions = conversionsPerValue(held, converted, attribute.column);
    return findChoice(toValuesPlan(held, attribute), { categories, leads, conversions });
  });
  const learn = learnChoices(choices, (learning) => learnRules(learning, thresholdPercent, listedRules));
  const isRaw = (attribute: number) => choices[attribute] !== null;
  const tally = tallyPlan(held, plan, isRaw);
  const latest = part === 'latest' ? splitPlanByDate(held, plan, isRaw) : undefined;
  const chosenAnew = plan.attributes.flatMap(({ field }, at) => (choices[at] ? [field] : []));
  const check = startCheck(tally, { seed, thresholdPercent, learn, latest, chosenAnew });
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
