import { reachedFlags, type Chance, type Cohort } from './chance-to-win.ts';
import { compareAtStages, type LabelChoices, type StageField, type StageSegment } from './stage-segments.ts';
import { measureStep, type StageStep } from './stage-steps.ts';
import { valueOfReaching, valueOfTypedShare, type StageValue, type DealChoices } from './stage-value.ts';
import { volumeOf, type StageVolume } from './stage-volume.ts';
import { OUTCOME, wonStage, type StagedLeads } from './staged-leads.ts';

/** A stage in the answer stands for its leads by counts only. */
type CountedChance =
  | (Omit<Extract<Chance, { kind: 'known' }>, 'cohort'> & { period: Cohort['period'] })
  | Exclude<Chance, { kind: 'known' }>;

/** The figures of a stage. */
interface StageFigures {
  /** Leads that have reached it. */
  reached: number;
  /** Leads that are open, and have reached no later stage. */
  open: number;
  chance: CountedChance;
  /** Null for won. */
  step: StageStep | null;
  value: StageValue | null;
  volume: StageVolume | null;
}

/** The figures about the stages of a file (method G). */
export interface MeasuredStages {
  /** In their order; the last one is won. */
  stages: readonly StageFigures[];
  segments: readonly StageSegment[];
  conversion: {
    /** The earliest of the chosen conversions: the deepest stage that at least 95% of the converted leads have reached. Null without one. */
    stage: number | null;
    /** The conversion value (method G.7): that of reaching this stage, or of the typed share. */
    value: StageValue | null;
  };
}

/** Slips in a file, such as a converted lead without a stage, stay below this share. */
const CHOSEN_PERCENT = 95;

/** Measures the stages of a file by the chance of each: steps, values, volumes, segments and the conversion to bid on. */
export function measureStages(
  leads: StagedLeads,
  chances: readonly Chance[],
  {
    fields,
    isConverted,
    choices,
  }: { fields: readonly StageField[]; isConverted: Uint8Array; choices: DealChoices & LabelChoices },
): MeasuredStages {
  const stages = chances.map((chance, stage) => figuresOf(leads, { stage, chance, choices }));
  const cohorts = chances.flatMap((chance, stage) =>
    chance.kind === 'known' && stage < wonStage(leads) ? [{ stage, isIn: chance.cohort.isIn }] : [],
  );
  const stage = conversionStage(leads, isConverted);
  return {
    stages,
    segments: compareAtStages(fields, cohorts, leads, choices),
    conversion: {
      stage,
      value:
        choices.typedShare === null
          ? (stages[stage ?? -1]?.value ?? null)
          : valueOfTypedShare(leads, choices.typedShare, choices),
    },
  };
}

function figuresOf(
  leads: StagedLeads,
  { stage, chance, choices }: { stage: number; chance: Chance; choices: DealChoices },
): StageFigures {
  const counts = { reached: 0, open: 0 };
  const isReached = reachedFlags(leads, stage);
  for (let lead = 0; lead < isReached.length; lead++) {
    counts.reached += isReached[lead]!; // a flag per lead
    if (leads.reached[lead] === stage && leads.outcomes[lead] === OUTCOME.open) counts.open++;
  }
  return {
    ...counts,
    chance: withoutLeads(chance),
    step: stage === wonStage(leads) || !leads.tellsLost ? null : measureStep(leads, stage, chance),
    value: valueOfReaching(leads, chance, choices),
    volume: volumeOf(leads, stage),
  };
}

function withoutLeads(chance: Chance): CountedChance {
  if (chance.kind !== 'known') return chance;
  const { cohort, ...counted } = chance;
  return { ...counted, period: cohort.period };
}

function conversionStage({ stages, reached }: StagedLeads, isConverted: Uint8Array): number | null {
  const furthest = new Uint32Array(stages);
  let [converted, left] = [0, 0];
  for (let lead = 0; lead < isConverted.length; lead++) {
    if (isConverted[lead] === 0) continue;
    converted++;
    if (reached[lead]! >= 0) furthest[reached[lead]!]!++; // a stage per lead
  }
  if (converted === 0) return null;
  for (let stage = stages - 1; stage >= 0; stage--) {
    left += furthest[stage]!; // a count per stage
    if (100 * left >= CHOSEN_PERCENT * converted) return stage;
  }
  return null;
}
