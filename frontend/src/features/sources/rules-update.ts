import type { RulesInUse } from '#contract/alerts.ts';
import { tabStorage } from '#frontend/lib/storage.ts';

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
export const keepUpdate = (update: RulesUpdate): void => tabStorage.keepValue(UPDATE_KEY, update);

/** Null unless an analysis of this name is being updated. */
export function readUpdate(name: string): RulesUpdate | null {
  const kept = tabStorage.readValue<RulesUpdate>(UPDATE_KEY);
  return kept?.name === name ? kept : null;
}

export const forgetUpdate = (): void => tabStorage.forget(UPDATE_KEY);
