import { tabStorage } from './storage.ts';

/** The keys of session storage that hold the id and the name of a team. The first one is the parameter of addresses too. */
export const TEAM_KEY = 'team';
export const TEAM_NAME_KEY = 'team-name';

/** A team, as far as a tab and its draft know it. */
export interface TabTeam {
  id: string;
  /** Empty until it is known: an address names a team by its id only. */
  name: string;
}

/**
 * The team whose work this document shows and saves; null for the user's own. Each tab keeps its choice. It holds for the whole
 * document: another choice loads another document, so that no call can reach another team than the one that the header names.
 */
export const TEAM: string | null = readTeam();

/** Begins the path of calls about the user's own work, also in the tab of a team: a browser uses only connections of its user. */
export const PERSONAL_WORK = '/api';

/** Begins the path of each call about analyses, connections, sources, sends and pushes. */
export const WORK = TEAM === null ? PERSONAL_WORK : `/api/teams/${TEAM}`;

/** An address that shows the same in another tab: it names the team. */
export const addressInTeam = (address: string): string =>
  TEAM === null ? address : `${address}${address.includes('?') ? '&' : '?'}${TEAM_KEY}=${TEAM}`;

/** An address that names a team changes the choice of the tab. Null where the build renders a page, or storage is forbidden. */
function readTeam(): string | null {
  try {
    const named = new URLSearchParams(location.search).get(TEAM_KEY);
    if (named !== null) tabStorage.keep(TEAM_KEY, named);
    return /^[\w-]+$/.exec(tabStorage.read(TEAM_KEY) ?? '')?.[0] ?? null;
  } catch {
    return null;
  }
}
