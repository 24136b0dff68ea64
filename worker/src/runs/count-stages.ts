import type { StoredStageFigures } from '#contract/stages.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import type { Choices } from '#frontend/choices/choices.ts';
import { askedStages } from '#frontend/choices/named-stages.ts';
import { packStages } from '#frontend/choices/pack-stages.ts';
import { findFileStages } from '#frontend/counting/find-file-stages.ts';
import type { LoadedFile } from '#frontend/counting/loaded-file.ts';
import { measureFileStages } from '#frontend/counting/measure-file-stages.ts';

/**
 * The figures of the stages that a file tells, in the order that the analysis has chosen, as the page stores them with a save of these
 * leads; null where the file tells none or has one status column only.
 */
export async function countStages(
  loaded: LoadedFile,
  plan: Plan,
  { stages: chosen, settings }: Pick<Choices, 'stages' | 'settings'>,
): Promise<StoredStageFigures | null> {
  const { statusColumn, qualified } = plan;
  const proposed = findFileStages(loaded, { statusColumn, qualified });
  if (!proposed || proposed.shape.kind === 'status') return null;
  const { headers } = loaded.table;
  const context = { statusColumn: headers[statusColumn] ?? '', qualifiedValues: [...qualified] };
  const asked = askedStages(proposed, { chosen, headers, context });
  const { thresholdPercent } = settings;
  const question = { ...asked, plan, thresholdPercent };
  return packStages((await measureFileStages(loaded, question, () => Promise.resolve())).figures);
}
