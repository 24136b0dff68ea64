import { API_CALLS, callOfTeam, type ApiCall } from '#contract/calls.ts';
import type { Action } from '#contract/roles.ts';

const TEAM = '/api/teams/:team';

/** The action of each call under `/api/teams/{team}`. `GET ` is the team itself. */
export const TEAM_CALLS: Readonly<Record<string, Action>> = Object.fromEntries(
  Object.keys(API_CALLS).flatMap((call) => {
    const ofTeam = callOfTeam(call as ApiCall); // the list has no other keys
    return ofTeam ? [[`${call.split(' ')[0]} ${ofTeam.path.slice(TEAM.length)}`, ofTeam.action]] : [];
  }),
);
