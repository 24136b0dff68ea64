import { measure, pickMeasurement } from '#frontend/analysis/judge/analyse.ts';
import { fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { tallyPlan } from './count-plan.ts';
import type { LoadedFile } from './loaded-file.ts';
import { amountsOf, convertedOf, foldsOf, isSameFit } from './cached-counts.ts';
import type { CachedFit } from './last-plan.ts';

/** The fitted tally of a plan with its measurement; the same object as for the last plan if the choices are the same. */
export function fitOf(loaded: LoadedFile, plan: Plan): CachedFit {
  const [folds, converted] = [foldsOf(loaded, plan), convertedOf(loaded, plan)];
  const fittedTo = { folds, converted, amounts: amountsOf(loaded, plan, converted) };
  const last = loaded.counts.fitted;
  if (isSameFit(last, fittedTo)) return last;
  const counted = tallyPlan(loaded, plan);
  const measurement = pickMeasurement(measure(counted), counted.worth ? 'value' : 'conversions');
  // Fitting leaves out the single leads, which the tests of pairs need.
  const tally = { ...fitTally(counted), valued: counted.valued };
  return (loaded.counts.fitted = { ...fittedTo, tally, measurement });
}
