/** Stands for a day that the file does not tell. */
export const NO_DAY = -(2 ** 31);

/** The state of a lead. */
export const OUTCOME = { open: 0, won: 1, lost: 2 } as const;

/** The leads of a file by the stages of their funnel. Stages are numbered from 0 in their order; the last one is won. */
export interface StagedLeads {
  /** How many stages there are, won included. */
  stages: number;
  /**
   * The furthest stage that each lead has reached; -1 for one that has reached none, or of which the file does not tell it, as of lost
   * leads in a file with one status column.
   */
  reached: Int8Array;
  /** One of `OUTCOME` per lead. */
  outcomes: Uint8Array;
  /** Per stage the day on which each lead reached it, as days since 1970, or `NO_DAY`. Null for a stage without dates. */
  days: readonly (Int32Array | null)[];
  /** The day on which each lead came, or `NO_DAY`. Null without the date of the lead. */
  came: Int32Array | null;
  /** The day on which each lost lead was lost, or `NO_DAY`. Null without such dates. */
  lost: Int32Array | null;
  /** The newest day of the file. */
  newest: number;
  /** The amount that each won lead brought, and that of an open lead which has one; 0 where nothing is known. Null without amounts. */
  amounts: Float64Array | null;
  /** False in a file with one status column, whose lost leads do not say how far they came. */
  tellsLost: boolean;
}

/** The number of the stage won. */
export const wonStage = ({ stages }: Pick<StagedLeads, 'stages'>): number => stages - 1;

// Chances, steps and open leads ask for the same days again and again.
const stageDays = new WeakMap<StagedLeads, Map<number, Int32Array | null>>();

/**
 * The day by which each lead had reached a stage: the earliest of its date and of the dates of later stages, since a lead at a later stage
 * has reached all before it. `NO_DAY` for a lead that has not reached it, or has no such date. Null for a stage without dates.
 * Example: stage 1 blank, stage 2 on day 20: both were reached by day 20.
 */
export function daysOfStage(leads: StagedLeads, stage: number): Int32Array | null {
  const ofLeads = stageDays.get(leads) ?? new Map<number, Int32Array | null>();
  stageDays.set(leads, ofLeads);
  const known = ofLeads.get(stage);
  if (known !== undefined) return known;
  const days = leads.days[stage] ? earliestFrom(leads, stage) : null;
  ofLeads.set(stage, days);
  return days;
}

function earliestFrom({ stages, reached, days }: StagedLeads, stage: number): Int32Array {
  const found = new Int32Array(reached.length).fill(NO_DAY);
  for (let later = stages - 1; later >= stage; later--) {
    const dates = days[later];
    if (!dates) continue;
    for (let lead = 0; lead < found.length; lead++) {
      // The `!` here: a day and a stage per lead.
      const day = dates[lead]!;
      if (day === NO_DAY || reached[lead]! < later) continue;
      if (found[lead] === NO_DAY || day < found[lead]!) found[lead] = day;
    }
  }
  return found;
}
