import type { ConversionAction } from '#frontend/analysis/counts/analysis-context.ts';
import { NO_DATES, labelOf, type Basis, type Plan } from '#frontend/analysis/counts/mapping.ts';
import { judge } from '#frontend/analysis/judge/analyse.ts';
import { DEFAULT_SETTINGS } from '#frontend/analysis/judge/settings.ts';
import { widenDiscoveries, type OtherSegments } from '#frontend/analysis/judge/widen-discoveries.ts';
import type { PlanChoices } from '#frontend/analysis/platforms/candidates.ts';
import { planPlatforms, type PlatformPlans } from '#frontend/analysis/platforms/plan.ts';
import { countedLeads } from './counted-leads.ts';
import { fitOf } from './fit-plan.ts';
import { codedColumn, type LoadedFile } from './loaded-file.ts';

/** Asks for the rules of a plan that the ad platforms accept, and for their effect. */
export interface PlatformsQuestion {
  /** With its amounts also by conversions: their column is none of the others that are tested. */
  plan: Plan;
  basis: Basis;
  thresholdPercent: number;
  choices: PlanChoices;
  /** The leads that the conversion action counts; absent: every lead. */
  action?: ConversionAction;
}

/**
 * The plans of all ad platforms for the loaded file, by value only if the plan says what leads are worth. They do not
 * depend on the conversion value.
 *
 * @param loaded throws where another file is open by now
 * @param testColumns tests the other columns of the file for a plan
 */
export async function planLoaded(
  loaded: () => LoadedFile,
  { plan: asked, basis, thresholdPercent, choices, action }: PlatformsQuestion,
  testColumns: (plan: Plan) => Promise<OtherSegments>,
): Promise<PlatformPlans> {
  const plan = action === 'converted-leads' ? planOfConverted(loaded(), asked) : asked;
  const others = await testColumns(plan);
  const shown = basis === 'value' ? plan : { ...plan, worth: null };
  const { tally, measurement } = fitOf(countedLeads(loaded(), plan), shown);
  const analysis = judge(widenDiscoveries(measurement, others), { ...DEFAULT_SETTINGS, thresholdPercent });
  return planPlatforms(analysis, tally, choices);
}

/**
 * The plan over converted leads only: by value their amounts differ, by conversions they are all worth the same, so that no rule explains
 * anything.
 */
function planOfConverted(loaded: LoadedFile, plan: Plan): Plan {
  const statuses = codedColumn(loaded, plan.statusColumn).categories.map((status) => labelOf(status, null));
  const others = statuses.filter((status) => !plan.qualified.has(status));
  return {
    ...plan,
    leads: {
      ...NO_DATES,
      ...plan.leads,
      leftOutStatuses: new Set([...others, ...(plan.leads?.leftOutStatuses ?? [])]),
    },
  };
}
