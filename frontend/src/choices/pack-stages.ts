import { MAX_STAGE_SEGMENTS, MAX_STAGES } from '#contract/limits.ts';
import { stageFiguresSchema, type StoredStageFigures } from '#contract/stages.ts';
import type { MeasuredStages } from '#frontend/analysis/stages/measure-stages.ts';

interface NamedStages extends MeasuredStages {
  kind: StoredStageFigures['kind'];
  names: readonly string[];
}

/**
 * The figures as they are stored: without what follows from others, and of the values at stages the clearest; null where a file has too many
 * stages or a name is too long.
 */
export function packStages({
  kind,
  names,
  stages,
  segments,
  conversion,
}: NamedStages): StoredStageFigures | null {
  if (stages.length > MAX_STAGES) return null;
  const clearest = segments.toSorted((a, b) => a.q - b.q).slice(0, MAX_STAGE_SEGMENTS);
  return stageFiguresSchema.safeParse({ kind, names, stages, segments: clearest, conversion }).data ?? null;
}
