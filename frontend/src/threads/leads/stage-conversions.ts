import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { chancesToWin } from '#frontend/analysis/stages/chance-to-win.ts';
import { stageNames, type StagePlan } from '#frontend/analysis/stages/stage-plan.ts';
import { valueOfReaching, type DealChoices } from '#frontend/analysis/stages/stage-value.ts';
import type { StageOfUpload, UploadChoices } from '#frontend/analysis/uploads/check-lead.ts';
import {
  tagStages,
  valueStages,
  type StageValuation,
  type StageValueKind,
} from '#frontend/analysis/uploads/stage-conversions.ts';
import { countedLeads } from '#frontend/counting/counted-leads.ts';
import { describeDates, type LoadedFile } from '#frontend/counting/loaded-file.ts';
import { readStagedLeads, stageDateColumns, withYoungLeads } from '#frontend/counting/staged-leads.ts';
import { allRows } from './all-rows.ts';
import { placeCounted } from './model-values.ts';

/** Asks for one conversion per stage that a lead has reached, in place of one per lead. */
export interface StageConversionsQuestion extends Pick<DealChoices, 'typedAmount' | 'margin'> {
  plan: StagePlan;
  /** The name of the conversion action of each stage, won included; '' leaves the stage out. */
  actions: readonly string[];
  kind: StageValueKind;
  /** The one stage that is wanted, for a send goes to one conversion action. Absent: all of them. */
  only?: number;
}

/** A stage as conversions. */
export type StageConversion = StageOfUpload &
  StageValuation & {
    name: string;
    action: string;
    /** The value of reaching it, whether it leaves or not; null where it is not known. */
    worth: number | null;
    /** It is worth at least this: without dates nobody knows which open leads are won yet. */
    isAtLeast: boolean;
    /** The leads that have reached it. */
    reached: number;
    isWanted: boolean;
  };

interface StagesOfFile {
  conversions: readonly StageConversion[];
  /** Young and open leads are among those that count, and so are leads whose amount has another currency: no value here is that of a lead. */
  rows: ReturnType<typeof allRows>;
  /** The furthest stage that a lead has reached, by its number in the loaded file; -1 for none. */
  reachedBy(lead: number): number;
}

/** Finds the conversions of each stage of the open file, with their values and the columns of their times. */
export function findStageConversions(
  loaded: LoadedFile,
  {
    plan,
    question: { plan: stagePlan, actions, kind, only, ...deals },
    choices,
  }: {
    plan: Plan;
    question: StageConversionsQuestion;
    choices: Pick<UploadChoices, 'dateFormat' | 'columns'>;
  },
): StagesOfFile {
  const own: Plan = { ...plan, leads: withYoungLeads(plan.leads, stagePlan) };
  const view = countedLeads(loaded, own);
  const staged = readStagedLeads(view, own, stagePlan);
  const worths = chancesToWin(staged).map((chance) =>
    valueOfReaching(staged, chance, { ...deals, typedShare: null }),
  );
  const names = stageNames(stagePlan, loaded.table.headers);
  const tags = tagStages(names);
  const times = stageDateColumns(stagePlan, choices.columns.time).map((column) =>
    timeOf(loaded, column, choices),
  );
  const valued = valueStages(
    worths.map((worth, stage) => ({ action: actions[stage] ?? '', worth: worth?.amount ?? null })),
    kind,
  );
  const furthest = new Uint32Array(staged.stages);
  for (const stage of staged.reached) if (stage >= 0) furthest[stage]!++; // a count per stage
  const places = placeCounted(loaded, own);
  return {
    // The `!` here: a name, a tag and a time per stage.
    conversions: valued.map((value, stage) => ({
      ...value,
      name: names[stage]!,
      worth: worths[stage]?.amount ?? null,
      isAtLeast: worths[stage]?.isAtLeast ?? false,
      action: actions[stage] ?? '',
      tag: tags[stage]!,
      time: times[stage]!,
      reached: furthest.subarray(stage).reduce((sum, count) => sum + count, 0),
      isWanted: only === undefined || only === stage,
    })),
    rows: allRows(loaded, { ...own, worth: null }),
    reachedBy: (lead) => staged.reached[places[lead]!]!, // a place per lead that counts, a stage per place
  };
}

/** The way in which the visitor reads the dates of leads is that of stages too, where it fits them. */
function timeOf(
  loaded: LoadedFile,
  column: number | null,
  { dateFormat }: Pick<UploadChoices, 'dateFormat'>,
): StageOfUpload['time'] {
  if (column === null) return null;
  const ways = describeDates(loaded, column);
  const way = ways.find(({ format }) => format === dateFormat) ?? ways[0];
  return { column, dateFormat: way?.format ?? dateFormat, hasOnlyDays: way?.hasTimes === false };
}
