import type { StoredStageFigures } from '#contract/stages.ts';
import type { Settings } from '#frontend/analysis/judge/settings.ts';
import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import { askedStages } from '#frontend/choices/named-stages.ts';
import { packStages } from '#frontend/choices/pack-stages.ts';
import type { StagesSource } from '#frontend/features/results/results-source.ts';

interface MeasuredBy {
  stages?: StagesSource | undefined;
  context: AnalysisContext;
  settings: Settings;
}

/**
 * The figures of the stages that a file tells, to be stored; null where it tells none or has one status column only, and where they cannot be
 * counted. An analysis is saved without them too.
 */
export async function measureStoredStages({
  stages,
  context,
  settings,
}: MeasuredBy): Promise<StoredStageFigures | null> {
  if (!stages) return null;
  const { ask, chosen, headers } = stages;
  try {
    const proposed = await ask.find();
    if (!proposed || proposed.shape.kind === 'status') return null;
    const asked = askedStages(proposed, { chosen, headers, context });
    return packStages(await ask.measure({ ...asked, thresholdPercent: settings.thresholdPercent }));
  } catch {
    return null;
  }
}
