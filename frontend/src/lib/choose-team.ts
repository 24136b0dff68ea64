import { saveBeforeLeaving } from './before-leaving.ts';
import { leaveDocument, reloadDocument } from './leave-document.ts';
import { tabStorage } from './storage.ts';
import { TEAM_KEY, TEAM_NAME_KEY, type TabTeam } from './tab-team.ts';

const KEEPING_MS = 2000;

/** Shows the work of a team, or the user's own, from now on: loads the page of this path as a new document. An open file comes along. */
export async function workIn(team: TabTeam | null, path: string): Promise<void> {
  await saveBeforeLeaving(KEEPING_MS);
  if (team) {
    tabStorage.keep(TEAM_KEY, team.id);
    tabStorage.keep(TEAM_NAME_KEY, team.name);
  } else {
    tabStorage.forget(TEAM_KEY);
    tabStorage.forget(TEAM_NAME_KEY);
  }
  if (path !== location.pathname) return leaveDocument(path);
  // The state of the entry holds the step of the open file. The address may name another team.
  history.replaceState(history.state, '', path);
  reloadDocument();
}
