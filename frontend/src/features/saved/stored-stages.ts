import { MAX_STAGE_SEGMENTS, MAX_STAGES } from '#contract/limits.ts';
import { stageFiguresSchema, type StoredStageFigures } from '#contract/stages.ts';
import type { Settings } from '#frontend/analysis/judge/settings.ts';
import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import { askedStages } from '#frontend/choices/named-stages.ts';
import type { StagesSource } from '#frontend/features/results/results-source.ts';
import type { StagesAnswer } from '#frontend/threads/leads/stage-answers.ts';

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

/** The figures without what follows from others, and of the values at stages the clearest; null where a file has too many stages. */
function packStages({ kind, names, stages, segments, conversion }: StagesAnswer): StoredStageFigures | null {
  if (stages.length > MAX_STAGES) return null;
  const clearest = segments.toSorted((a, b) => a.q - b.q).slice(0, MAX_STAGE_SEGMENTS);
  return stageFiguresSchema.parse({ kind, names: [...names], stages, segments: clearest, conversion });
}
