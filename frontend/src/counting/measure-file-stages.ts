import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { chancesToWin, type Chance } from '#frontend/analysis/stages/chance-to-win.ts';
import { measureStages, type MeasuredStages } from '#frontend/analysis/stages/measure-stages.ts';
import { stageNames, type StagePlan, type StageShape } from '#frontend/analysis/stages/stage-plan.ts';
import type { StageField } from '#frontend/analysis/stages/stage-segments.ts';
import type { DealChoices } from '#frontend/analysis/stages/stage-value.ts';
import type { StagedLeads } from '#frontend/analysis/stages/staged-leads.ts';
import { convertedOf, foldAttributes } from './cached-counts.ts';
import { countedLeads } from './counted-leads.ts';
import { findLabelLimits } from './find-label-limits.ts';
import { codedColumn, type LoadedFile } from './loaded-file.ts';
import { readStagedLeads, withYoungLeads } from './staged-leads.ts';

/** Asks for the figures of the stages of a plan. */
export interface StagesQuestion extends DealChoices {
  plan: Plan;
  stages: StagePlan;
  thresholdPercent: number;
}

/** The figures of the stages, each with its name in their order. */
export interface FileStages extends MeasuredStages {
  /** How the file tells its stages. */
  kind: StageShape['kind'];
  names: readonly string[];
}

interface MeasuredFile {
  figures: FileStages;
  /** The leads that were measured, and the chance of each stage. */
  view: LoadedFile;
  leads: StagedLeads;
  chances: readonly Chance[];
}

/**
 * Chances, values, volumes and segments of the stages of a file. It awaits `onSlice` now and then.
 *
 * @param asked the plan has its amounts, whatever the basis of the figures: stages are about won deals
 */
export async function measureFileStages(
  whole: LoadedFile,
  asked: StagesQuestion,
  onSlice: () => Promise<void>,
): Promise<MeasuredFile> {
  const { plan, stages, thresholdPercent, typedShare, typedAmount, margin } = asked;
  const view = countedLeads(whole, { ...plan, leads: withYoungLeads(plan.leads, stages) });
  const limits = await findLabelLimits(view, plan, { table: whole.table, onSlice });
  await onSlice();
  const leads = readStagedLeads(view, plan, stages);
  const chances = chancesToWin(leads);
  const measured = measureStages(leads, chances, {
    fields: fieldsOf(view, plan),
    isConverted: convertedOf(view, plan).flags,
    choices: { typedShare, typedAmount, margin, thresholdPercent, limits },
  });
  const names = stageNames(stages, whole.table.headers);
  return { figures: { kind: stages.shape.kind, names, ...measured }, view, leads, chances };
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
