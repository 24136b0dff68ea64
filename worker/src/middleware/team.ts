import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import { actionOf, can, ROLES, type Action } from '#contract/roles.ts';
import type { Author } from '#worker/db/rights.ts';
import { findMemberTeam, type MemberTeam } from '#worker/db/teams.ts';
import type { AppEnv } from '#worker/env.ts';
import { ApiError, domainRequired, noTeam, notAllowed } from '#worker/errors.ts';

const BASE = '/api/teams/:team';

/** The right that a call needs in a team, by the route that will answer it; null where there is none. */
function actionOfCall(c: Context<AppEnv>): Action | null {
  // Those of all methods are middleware, and those with another beginning answer every address.
  const route = matchedRoutes(c).find(({ method, path }) => method !== 'ALL' && path.startsWith(BASE));
  return route ? actionOf(`${route.method} ${route.path.slice(BASE.length)}`) : null;
}

/**
 * Refuses a session that was not signed in through the Google Workspace domain that the team requires. Google asks for the check of
 * its claim `hd`, since an address proves no membership of a domain: 'OpenID Connect', 'An ID token's payload', read on 2026-11-26.
 */
export function requireSignIn(
  c: Context<AppEnv>,
  { requiredDomain }: Pick<MemberTeam, 'requiredDomain'>,
): void {
  if (requiredDomain !== null && requiredDomain !== c.get('hostedDomain'))
    throw domainRequired(requiredDomain);
}

/**
 * The team with this id, for a member who may do this.
 *
 * @throws 404 for everybody who is no member, 403 for a session of another domain than the team requires, and for a role that may not
 */
export async function requireRight(c: Context<AppEnv>, teamId: string, action: Action): Promise<MemberTeam> {
  const team = await findMemberTeam(c.get('db'), teamId, c.get('actor').id);
  if (!team) throw noTeam();
  if (action !== 'leave') requireSignIn(c, team);
  if (!can(team.role, action, team)) throw notAllowed(team.role);
  return team;
}

/** Finds the team in the address. From here on it is the owner of all that the call reads and changes. */
export const requireTeam = createMiddleware<AppEnv>(async (c, next) => {
  const action = actionOfCall(c);
  const team = await requireRight(c, c.req.param('team') ?? '', action ?? 'view');
  if (action === null) throw new ApiError(404, 'Not found');
  c.set('team', team);
  c.set('action', action);
  c.set('owner', { id: team.id });
  await next();
});

/** The user who changes what the owner has, with the roles that may do it in a team. */
export function authorOf(c: Context<AppEnv>): Author {
  const [team, action] = [c.get('team'), c.get('action')];
  const roles = team && action ? ROLES.filter((role) => can(role, action, team)) : [];
  return { id: c.get('actor').id, roles };
}
