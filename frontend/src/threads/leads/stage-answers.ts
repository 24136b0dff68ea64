import { BLANK_LABEL } from '#frontend/analysis/columns/columns.ts';
import { isLostStatus } from '#frontend/analysis/columns/statuses.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import type { StageQuestion } from '#frontend/analysis/stages/find-stages.ts';
import { measureStages, type MeasuredStages } from '#frontend/analysis/stages/measure-stages.ts';
import { stageNames, type StagePlan, type StageShape } from '#frontend/analysis/stages/stage-plan.ts';
import type { StageField } from '#frontend/analysis/stages/stage-segments.ts';
import type { DealChoices } from '#frontend/analysis/stages/stage-value.ts';
import { convertedOf, foldAttributes } from '#frontend/counting/cached-counts.ts';
import { countedLeads } from '#frontend/counting/counted-leads.ts';
import { findFileStages } from '#frontend/counting/find-file-stages.ts';
import { findLabelLimits } from '#frontend/counting/find-label-limits.ts';
import { codedColumn, type LoadedFile } from '#frontend/counting/loaded-file.ts';
import { readStagedLeads, withYoungLeads } from '#frontend/counting/staged-leads.ts';
import type { Asking } from './questions.ts';

/** Asks for the figures of the stages of a plan. */
export interface StagesQuestion extends DealChoices {
  plan: Plan;
  stages: StagePlan;
  thresholdPercent: number;
}

/** The figures of the stages, each with its name in their order. */
export interface StagesAnswer extends MeasuredStages {
  /** How the file tells its stages. */
  kind: StageShape['kind'];
  names: readonly string[];
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
    const whole = loaded();
    const { plan, stages, thresholdPercent, typedShare, typedAmount, margin } = asked;
    const view = countedLeads(whole, { ...plan, leads: withYoungLeads(plan.leads, stages) });
    const limits = await findLabelLimits(view, plan, { table: whole.table, onSlice: pause });
    await pause();
    const measured = measureStages(readStagedLeads(view, plan, stages), {
      fields: fieldsOf(view, plan),
      isConverted: convertedOf(view, plan).flags,
      choices: { typedShare, typedAmount, margin, thresholdPercent, limits },
    });
    return {
      kind: stages.shape.kind,
      names: stageNames(stages, whole.table.headers),
      unclear: listUnclear(view, stages),
      ...measured,
    };
  },
};

function listUnclear(view: LoadedFile, { shape, statusColumn, won, open }: StagePlan): string[] {
  if (shape.kind !== 'status') return [];
  const { categories, leads } = codedColumn(view, statusColumn);
  const names = categories.filter((_, code) => leads[code]! > 0).map((text) => text.trim() || BLANK_LABEL); // as many
  return names.filter((name) => !won.has(name) && !open.has(name) && !isLostStatus(name));
}

/** The attributes of a plan with the value of each lead. */
function fieldsOf(view: LoadedFile, plan: Plan): StageField[] {
  return foldAttributes(view, plan).map(({ field, column, fold: { names, codeOf } }) => {
    const { codes } = codedColumn(view, column);
    const ofLead = new Uint32Array(codes.length);
    for (let lead = 0; lead < ofLead.length; lead++) ofLead[lead] = codeOf[codes[lead]!]!; // a value per code
    return { name: field, codes: ofLead, values: names };
  });
}
