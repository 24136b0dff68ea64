import { answerOf } from '#frontend/analysis/columns/statuses.ts';
import { BLANK_LABEL } from '#frontend/analysis/columns/columns.ts';
import { spreadAmounts } from '#frontend/analysis/counts/valued-leads.ts';
import { NO_DATES, type DateFilter, type LeadFilter, type Plan } from '#frontend/analysis/counts/mapping.ts';
import { findStrayLeads } from '#frontend/analysis/counts/stray-leads.ts';
import type { StagePlan, StageShape } from '#frontend/analysis/stages/stage-plan.ts';
import { NO_DAY, OUTCOME, type StagedLeads } from '#frontend/analysis/stages/staged-leads.ts';
import { dayOf } from '#contract/limits.ts';
import { amountsOf, convertedOf } from './cached-counts.ts';
import { leadDateOf } from './lead-dates.ts';
import { codedColumn, datedColumn, type LoadedFile } from './loaded-file.ts';

/** The filter of a plan with young and open leads: they belong to those that were followed, and have reached their stages. */
export function withYoungLeads(
  leads: LeadFilter | null | undefined,
  { open, shape }: StagePlan,
): LeadFilter | null {
  if (!leads) return null;
  const stages = shape.kind === 'columns' ? [] : shape.stages;
  const leftOutStatuses = new Set(leads.leftOutStatuses);
  for (const status of [...open, ...stages]) leftOutStatuses.delete(status);
  return { ...leads, leftOutStatuses, youngerThanDays: null };
}

/** The column of the day on which leads reached each stage, won included; null for a stage without one. The stage 'Lead' has that of the lead. */
export function stageDateColumns(
  { shape, wonColumn }: StagePlan,
  leadDate: number | null,
): (number | null)[] {
  const own =
    shape.kind === 'columns'
      ? [leadDate, ...shape.stages.map(({ column, holds }) => (holds === 'dates' ? column : null))]
      : shape.stages.map(() => null);
  return [...own, wonColumn];
}

/**
 * The leads of a file by the stages of a plan (method G.1). With columns a lead has reached the furthest one that is filled, and at least
 * the stage 'Lead'. Beside an outcome won leads have reached won, all others the stage at which they stand. With one status column open
 * leads stand at their status, and lost ones at none.
 *
 * The newest day is that of all these dates, but for days after the one on which the file was opened, and for the newest ones where they
 * look like slips (`findStrayLeads`). Later days are planned ones or slips: they count as the newest day.
 *
 * @param view the leads that count; young ones must be among them
 */
export function readStagedLeads(view: LoadedFile, plan: Plan, stagePlan: StagePlan): StagedLeads {
  const { shape, wonColumn, lostColumn } = stagePlan;
  const date = leadDateOf(view.selection?.whole ?? view, plan.leads);
  const came = date && daysOfColumn(view, date);
  const ofColumns =
    shape.kind === 'columns'
      ? shape.stages.map(({ column, holds }) => (holds === 'dates' ? daysOfColumn(view, column) : null))
      : shape.stages.map(() => null);
  const ends = wonColumn === null ? null : daysOfColumn(view, wonColumn);
  const losses = lostColumn === null ? null : daysOfColumn(view, lostColumn);
  const outcomes = outcomesOf(view, stagePlan, { ends, losses });
  // Open leads may have a planned day of closing.
  const won = ends && keepWhere(ends, outcomes, OUTCOME.won);
  const lost = losses && keepWhere(losses, outcomes, OUTCOME.lost);
  const reached =
    shape.kind === 'columns'
      ? furthestColumn(view, shape, ofColumns)
      : placesOf(view, shape, stagePlan.statusColumn);
  const stages = shape.stages.length + (shape.kind === 'columns' ? 2 : 1);
  for (let lead = 0; lead < reached.length; lead++) {
    if (outcomes[lead] === OUTCOME.won) reached[lead] = stages - 1;
    else if (outcomes[lead] === OUTCOME.lost && shape.kind === 'status') reached[lead] = -1;
  }
  const days = [...(shape.kind === 'columns' ? [came] : []), ...ofColumns, won];
  const newest = findNewest([came, lost, ...days], view.today === undefined ? Infinity : dayOf(view.today));
  for (const list of new Set([came, lost, ...days]))
    list?.forEach((day, lead) => (list[lead] = Math.min(day, newest)));
  return {
    stages,
    reached,
    outcomes,
    days,
    came,
    lost,
    newest,
    amounts: amountsOfWonAndOpen(view, { plan, stagePlan, outcomes }),
    tellsLost: shape.kind !== 'status',
  };
}

/** The day of each lead in a column, or `NO_DAY`. */
function daysOfColumn(view: LoadedFile, column: number | DateFilter): Int32Array {
  const filter = typeof column === 'number' ? { ...NO_DATES, dateColumn: column } : column;
  const { codes, dates } = datedColumn(view, filter);
  const ofCode = Int32Array.from(dates, (ms) => (Number.isNaN(ms) ? NO_DAY : dayOf(ms)));
  const days = new Int32Array(codes.length);
  // A plain loop: map() of a typed array takes several times as long.
  for (let lead = 0; lead < days.length; lead++) days[lead] = ofCode[codes[lead]!]!; // a day per code
  return days;
}

function keepWhere(days: Int32Array, outcomes: Uint8Array, outcome: number): Int32Array {
  return days.map((day, lead) => (outcomes[lead] === outcome ? day : NO_DAY));
}

function findNewest(lists: readonly (Int32Array | null)[], today: number): number {
  const each = (visit: (day: number) => void) => {
    for (const days of new Set(lists))
      for (const day of days ?? []) if (day !== NO_DAY && day <= today) visit(day);
  };
  let [newest, oldest] = [NO_DAY, Infinity];
  each((day) => {
    newest = Math.max(newest, day);
    oldest = Math.min(oldest, day);
  });
  if (newest === NO_DAY) return NO_DAY;
  const ages = new Uint32Array(newest - oldest + 1);
  each((day) => ages[newest - day]!++); // a count per age
  return newest - (findStrayLeads(ages)?.days ?? 0);
}

const hasDay = (days: Int32Array | null, lead: number) => days !== null && days[lead] !== NO_DAY;

/** A day of won or of loss decides where statuses do not, as those of a life cycle. */
function outcomesOf(
  view: LoadedFile,
  { statusColumn, won, open, isWonByColumn }: StagePlan,
  { ends, losses }: { ends: Int32Array | null; losses: Int32Array | null },
): Uint8Array {
  const { codes, categories } = codedColumn(view, statusColumn);
  const ofCode = Uint8Array.from(categories, (category) => {
    const status = category.trim() || BLANK_LABEL;
    return won.has(status) ? OUTCOME.won : open.has(status) ? OUTCOME.open : OUTCOME.lost;
  });
  const outcomes = new Uint8Array(codes.length);
  for (let lead = 0; lead < outcomes.length; lead++) {
    const outcome = ofCode[codes[lead]!]!; // an outcome per code
    const isWon = outcome === OUTCOME.won || (isWonByColumn && hasDay(ends, lead));
    outcomes[lead] = isWon ? OUTCOME.won : hasDay(losses, lead) ? OUTCOME.lost : outcome;
  }
  return outcomes;
}

/** The stage at which each lead stands, by its value. */
function placesOf(
  view: LoadedFile,
  shape: Exclude<StageShape, { kind: 'columns' }>,
  statusColumn: number,
): Int8Array {
  const column = shape.kind === 'beside-outcome' ? shape.column : statusColumn;
  const { codes, categories } = codedColumn(view, column);
  const ofCode = Int8Array.from(categories, (category) => shape.stages.indexOf(category.trim()));
  return Int8Array.from(codes, (code) => ofCode[code]!); // a stage per code
}

/** The furthest column that is filled, of each lead; all have reached 'Lead', which is stage 0. */
function furthestColumn(
  view: LoadedFile,
  { stages }: Extract<StageShape, { kind: 'columns' }>,
  days: readonly (Int32Array | null)[],
): Int8Array {
  const reached = new Int8Array(view.table.rowCount);
  for (const [index, { column }] of stages.entries()) {
    const dates = days[index] ?? null;
    const isReached = dates ? dates.map((day) => Number(day !== NO_DAY)) : answersOf(view, column);
    for (let lead = 0; lead < reached.length; lead++) if (isReached[lead] === 1) reached[lead] = index + 1;
  }
  return reached;
}

/** 1 for each lead whose cell says yes, else 0. */
function answersOf(view: LoadedFile, column: number): Uint8Array {
  const { codes, categories } = codedColumn(view, column);
  const isYes = Uint8Array.from(categories, (text) => Number(answerOf(text) === 'yes'));
  return Uint8Array.from(codes, (code) => isYes[code]!); // an answer per code
}

/** The amounts of the won leads, and of the open ones that have one; 0 without one. Null where the plan has no column of them. */
function amountsOfWonAndOpen(
  view: LoadedFile,
  { plan, stagePlan, outcomes }: { plan: Plan; stagePlan: StagePlan; outcomes: Uint8Array },
): Float64Array | null {
  if (plan.worth?.kind !== 'column') return null;
  const { statusColumn, won } = stagePlan;
  const wonPlan = { ...plan, statusColumn, qualified: won };
  const converted = convertedOf(view, wonPlan);
  const ofWon = amountsOf(view, wonPlan, converted)?.valued;
  if (!ofWon) return null;
  const isOpen = outcomes.map((outcome) => Number(outcome === OUTCOME.open));
  const ofOpen = amountsOf(view, wonPlan, { ...converted, flags: isOpen, perValue: new Map() })?.valued;
  const amounts = spreadAmounts(ofWon, view.table.rowCount);
  ofOpen?.items.forEach((lead, at) => (amounts[lead] ||= ofOpen.amounts[at]!)); // an amount per item
  return amounts;
}
