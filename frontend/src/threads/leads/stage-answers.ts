import { BLANK_LABEL } from '#frontend/analysis/columns/columns.ts';
import { isLostStatus } from '#frontend/analysis/columns/statuses.ts';
import type { StageQuestion } from '#frontend/analysis/stages/find-stages.ts';
import { expectFromOpenLeads, type ExpectedFromOpen } from '#frontend/analysis/stages/open-leads.ts';
import type { StagePlan } from '#frontend/analysis/stages/stage-plan.ts';
import { findFileStages } from '#frontend/counting/find-file-stages.ts';
import { codedColumn, type LoadedFile } from '#frontend/counting/loaded-file.ts';
import {
  measureFileStages,
  type FileStages,
  type StagesQuestion,
} from '#frontend/counting/measure-file-stages.ts';
import type { Asking } from './questions.ts';

/** The figures of the stages of the open file. */
export interface StagesAnswer extends FileStages {
  /** Null where the file does not tell it. */
  openLeads: ExpectedFromOpen | null;
  /** Of one status column: the statuses that count as lost though neither they nor others say so, in the order of the file. */
  unclear: readonly string[];
}

/** Answers about the stages of the open file. */
export const STAGE_ANSWERS = {
  /** How the file tells its stages; null where it does not. */
  async findStages(asked: StageQuestion, { loaded, pause }: Asking): Promise<StagePlan | null> {
    await pause();
    return findFileStages(loaded(), asked);
  },
  /** Chances, values, volumes and segments of the stages. */
  async measureStages(asked: StagesQuestion, { loaded, pause }: Asking): Promise<StagesAnswer> {
    await pause();
    const { figures, view, leads, chances } = await measureFileStages(loaded(), asked, pause);
    return {
      ...figures,
      openLeads: expectFromOpenLeads(leads, chances),
      unclear: listUnclear(view, asked.stages),
    };
  },
};

function listUnclear(view: LoadedFile, { shape, statusColumn, won, open }: StagePlan): string[] {
  if (shape.kind !== 'status') return [];
  const { categories, leads } = codedColumn(view, statusColumn);
  const names = categories.filter((_, code) => leads[code]! > 0).map((text) => text.trim() || BLANK_LABEL); // as many
  return names.filter((name) => !won.has(name) && !open.has(name) && !isLostStatus(name));
}
