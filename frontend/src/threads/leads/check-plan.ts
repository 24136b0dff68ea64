import { findChoice, learnChoices } from '#frontend/analysis/check/choose-values.ts';
import { startCheck, type UnseenCheck, type CheckedPart } from '#frontend/analysis/check/check-unseen.ts';
import { listRelated, type RelatedLeads } from '#frontend/analysis/counts/related-leads.ts';
import { combinationsOf } from '#frontend/analysis/counts/tally.ts';
import { learnRules } from '#frontend/analysis/check/learn-rules.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { clampSettings, type Settings } from '#frontend/analysis/judge/settings.ts';
import { CHECK_REPEATS, MIN_CHECK_CONVERSIONS } from '#frontend/analysis/constants.ts';
import { listColumns, tallyPlan, type IsRaw } from '#frontend/counting/count-plan.ts';
import { familiesOf } from '#frontend/counting/file-families.ts';
import { codedColumn, toValuesPlan, type LoadedFile } from '#frontend/counting/loaded-file.ts';
import { amountsOf, conversionsPerValue, convertedOf } from '#frontend/counting/cached-counts.ts';
import { splitPlanByDate } from '#frontend/counting/split-by-date.ts';

/** Asks for a check of the rules of a plan on leads that they were not learned from. */
export interface CheckQuestion {
  plan: Plan;
  settings: Settings;
  seed: number;
  /** Absent: random leads. The latest leads need a plan with a column of dates. */
  part?: CheckedPart;
}

/** How many repeats of a check are finished. */
export interface CheckProgress {
  done: number;
  repeats: number;
}

/** Checks the rules of a plan on leads that they were not learned from. Reports its progress before each repeat. */
export async function checkPlan(
  loaded: LoadedFile,
  { plan, settings, seed, part }: CheckQuestion,
  onSlice: (progress: CheckProgress) => Promise<void>,
): Promise<UnseenCheck> {
  const { thresholdPercent } = clampSettings(settings);
  const converted = convertedOf(loaded, plan);
  const choices = plan.attributes.map((attribute) => {
    const { categories, leads } = codedColumn(loaded, attribute.column);
    const conversions = conversionsPerValue(loaded, converted, attribute.column);
    return findChoice(toValuesPlan(loaded, attribute), { categories, leads, conversions });
  });
  const learn = learnChoices(choices, (learning) => learnRules(learning, thresholdPercent));
  const isRaw = (attribute: number) => choices[attribute] !== null;
  const counted = tallyPlan(loaded, plan, isRaw);
  const latest = part === 'latest' ? splitPlanByDate(loaded, plan, isRaw) : undefined;
  const isDrawn = !latest && counted.totalConversions >= MIN_CHECK_CONVERSIONS;
  const families = isDrawn
    ? await familiesOf(loaded, plan, () => onSlice({ done: 0, repeats: CHECK_REPEATS }))
    : null;
  const tally = families ? { ...counted, related: relatePlan(loaded, plan, { isRaw, families }) } : counted;
  const chosenAnew = plan.attributes.flatMap(({ field }, at) => (choices[at] ? [field] : []));
  const check = startCheck(tally, { seed, learn, latest, chosenAnew });
  for (let done = 0; done < check.repeats; done++) {
    await onSlice({ done, repeats: check.repeats });
    check.repeat();
  }
  return check.finish();
}

/** The leads of a plan that have relatives, by the combinations of its tally. */
function relatePlan(
  loaded: LoadedFile,
  plan: Plan,
  { isRaw, families }: { isRaw: IsRaw; families: Uint32Array },
): RelatedLeads {
  const converted = convertedOf(loaded, plan);
  return listRelated(families, {
    items: combinationsOf(listColumns(loaded, plan, isRaw)),
    converted: converted.flags,
    valued: amountsOf(loaded, plan, converted)?.valued ?? null,
  });
}

/** The plan of a check. For a check on the latest leads it leaves out leads without a readable date. */
export function planOfCheck({ plan, part }: CheckQuestion): Plan {
  if (part !== 'latest' || !plan.leads) return plan;
  return { ...plan, leads: { ...plan.leads, youngerThanDays: plan.leads.youngerThanDays ?? 0 } };
}
