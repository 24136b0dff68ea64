import type { RulesInUse } from '#contract/alerts.ts';

/**
 * The key of session storage.
 *
 * @internal
 */
export const UPDATE_KEY = 'rules-to-update';

/** A saved analysis whose rules are made anew from current leads. */
export interface RulesUpdate {
  id: string;
  /** The name of the analysis, by which the results know that they have its settings. */
  name: string;
  /** The newest version: its figures are those of the new rules. */
  version: number;
  /** How the rules before came into use, and so where the new ones go. */
  by: RulesInUse['by'];
}

/** Keeps it in this tab, from the page of the analysis to the results of the next file. Without storage no bar shows the way. */
export function keepUpdate(update: RulesUpdate): void {
  try {
    sessionStorage.setItem(UPDATE_KEY, JSON.stringify(update));
  } catch {
    // Storage is forbidden here, or full.
  }
}

/** Null unless an analysis of this name is being updated. */
export function readUpdate(name: string): RulesUpdate | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(UPDATE_KEY) ?? 'null') as RulesUpdate | null; // only `keepUpdate` writes this key
    return kept && kept.name === name ? kept : null;
  } catch {
    return null;
  }
}

export function forgetUpdate(): void {
  try {
    sessionStorage.removeItem(UPDATE_KEY);
  } catch {
    // Storage is forbidden, so nothing is kept.
  }
}
