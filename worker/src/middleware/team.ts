import { can, ROLES, type Action } from '#contract/roles.ts';
import type { Editor } from '#worker/db/rights.ts';
import { findMemberTeam, type MemberTeam } from '#worker/db/teams.ts';
import type { AppContext } from '#worker/env.ts';
import { domainRequired, noTeam, notAllowed } from '#worker/errors.ts';

/**
 * Refuses a session that was not signed in through the Google Workspace domain that the team requires. Google asks for the check of
 * its claim `hd`, since an address proves no membership of a domain: 'OpenID Connect', 'An ID token's payload', read on 2026-11-26.
 */
export function requireSignIn(c: AppContext, { requiredDomain }: Pick<MemberTeam, 'requiredDomain'>): void {
  if (requiredDomain !== null && requiredDomain !== c.get('hostedDomain'))
    throw domainRequired(requiredDomain);
}

/**
 * The team with this id, for a member who may do this.
 *
 * @throws 404 for everybody who is no member, 403 for a session of another domain than the team requires, and for a role that may not
 */
export async function requireRight(c: AppContext, teamId: string, action: Action): Promise<MemberTeam> {
  const team = await findMemberTeam(c.get('db'), teamId, c.get('requester').id);
  if (!team) throw noTeam();
  if (action !== 'leave') requireSignIn(c, team);
  if (!can(team.role, action, team)) throw notAllowed(team.role);
  return team;
}

/** Finds the team in the address. From here on it is the owner of all that the call reads and changes. */
export async function requireTeam(c: AppContext, action: Action): Promise<void> {
  const team = await requireRight(c, c.req.param('team') ?? '', action);
  c.set('team', team);
  c.set('action', action);
  c.set('workspace', { id: team.id });
}

/** The same once more, for a team: a body may be withheld, and a service may take its time, until the right is gone. */
export async function requireTeamAgain(c: AppContext): Promise<void> {
  const action = c.get('action');
  if (action) await requireTeam(c, action);
}

/** The user who changes what the owner has, with the roles that may do it in a team. */
export function editorOf(c: AppContext): Editor {
  const [team, action] = [c.get('team'), c.get('action')];
  const roles = team && action ? ROLES.filter((role) => can(role, action, team)) : [];
  return { id: c.get('requester').id, roles };
}
