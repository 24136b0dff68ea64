import type { Basis, Plan } from '#frontend/analysis/counts/mapping.ts';
import { chancesToWin } from '#frontend/analysis/stages/chance-to-win.ts';
import { openLeads, worthOfOpen } from '#frontend/analysis/stages/open-leads.ts';
import type { StagePlan } from '#frontend/analysis/stages/stage-plan.ts';
import { countedLeads } from '#frontend/counting/counted-leads.ts';
import type { LoadedFile } from '#frontend/counting/loaded-file.ts';
import { readStagedLeads, withYoungLeads } from '#frontend/counting/staged-leads.ts';
import { placeCounted } from './model-values.ts';

/** Asks for the values of open leads by their chance, in place of those of leads like them. */
export interface OpenValuesQuestion {
  plan: StagePlan;
  /** The worth of a won lead. By value an amount of the lead itself goes before it. */
  win: number;
}

/** The open leads of a file, by row. */
export interface OpenValues {
  /** The chance to be won; null for a lead that is decided, and for one whose chance is not known. */
  chanceOf(row: number): number | null;
  /** Null for the same leads. */
  valueOf(row: number): number | null;
}

/** The values of the open leads that count by their chance (method G.5). Nothing is known where the check of the chances is not passed. */
export function findOpenValues(
  loaded: LoadedFile,
  { plan, basis, open: { plan: stagePlan, win } }: { plan: Plan; basis: Basis; open: OpenValuesQuestion },
): OpenValues {
  const own: Plan = { ...plan, leads: withYoungLeads(plan.leads, stagePlan) };
  const staged = readStagedLeads(countedLeads(loaded, own), own, stagePlan);
  const found = openLeads(staged, chancesToWin(staged));
  const places = placeCounted(loaded, own);
  const chanceOf = (row: number) => {
    if (!found?.gate.isPassed) return null;
    const chance = found.chances[places[row]!]!; // a place per row, a chance per place
    return Number.isNaN(chance) ? null : chance;
  };
  const amounts = basis === 'value' ? staged.amounts : null;
  return {
    chanceOf,
    valueOf(row) {
      const chance = chanceOf(row);
      return chance === null ? null : worthOfOpen(chance, amounts?.[places[row]!] ?? 0, win);
    },
  };
}
