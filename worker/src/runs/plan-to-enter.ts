import type { StoredToEnter } from '#contract/metrics.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import type { OtherSegments } from '#frontend/analysis/judge/widen-discoveries.ts';
import type { Measurement } from '#frontend/analysis/measure/measurement.ts';
import { countedBy } from '#frontend/analysis/platforms/apply-choices.ts';
import { planChoicesOf } from '#frontend/analysis/platforms/guess-condition.ts';
import { findToEnter } from '#frontend/analysis/platforms/to-enter.ts';
import type { Choices } from '#frontend/choices/choices.ts';
import { kindsOfFields } from '#frontend/choices/platforms.ts';
import { packToEnter } from '#frontend/choices/pack-figures.ts';
import { countedLeads } from '#frontend/counting/counted-leads.ts';
import type { LoadedFile } from '#frontend/counting/loaded-file.ts';
import { planLoaded } from '#frontend/counting/plan-loaded.ts';
import { testOnce } from '#frontend/counting/test-candidates.ts';

/** The figures to enter by the plans of the ad platforms for the leads of a file, as the page plans them where the analysis is opened with these leads. */
export async function planToEnter(
  loaded: LoadedFile,
  { plan, measurement, others }: { plan: Plan; measurement: Measurement; others: OtherSegments },
  { apply, conditionKinds, basis, settings }: Choices,
): Promise<StoredToEnter[]> {
  const { fields } = measurement;
  const plans = await planLoaded(
    () => loaded,
    {
      plan,
      basis,
      thresholdPercent: settings.thresholdPercent,
      choices: planChoicesOf(fields, { ...apply, kinds: kindsOfFields({ conditionKinds }, plan) }),
      action: countedBy(measurement, apply.conversionAction),
    },
    async (asked) => (asked === plan ? others : testOnce(countedLeads(loaded, asked), asked)),
  );
  return packToEnter(fields, findToEnter(plans));
}
