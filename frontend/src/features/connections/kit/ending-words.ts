import { CONNECTION_NAMES } from '#contract/connection-kinds.ts';
import type { EndingConnection } from '#contract/teams.ts';
import { countNoun } from '#frontend/lib/format.ts';

/** 'Google Sheets (ann@example.com), with which 2 analyses are kept current' */
function wordEnding({ kind, account, sources, pushes }: EndingConnection): string {
  const name = `${CONNECTION_NAMES[kind]} (${account})`;
  if (sources > 0)
    return `${name}, with which ${countNoun(sources, 'analysis is', 'analyses are')} kept current`;
  return pushes > 0 ? `${name}, with which ${countNoun(pushes, 'push', 'pushes')} can be undone` : name;
}

/**
 * What stops in a team where somebody leaves it or is no admin any more: the connections that they made. Null where nothing does.
 *
 * @param team its name, where it is not the one that the page is about
 */
export function describeEnding(endings: readonly EndingConnection[], team?: string): string | null {
  if (endings.length === 0) return null;
  const where = team === undefined ? '' : ` of ${team}`;
  return `These connections${where} end at once: ${endings.map(wordEnding).join('; ')}. What uses them stops until an admin connects again. Rules that were pushed stay in the ad accounts.`;
}
