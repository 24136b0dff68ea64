import { env } from 'cloudflare:workers';
import type { ConnectionKind } from '#contract/platforms.ts';
import type { StandInPersona } from '../support/stand-in.ts';
import { callThere, comeBackFrom, type Consent } from './connection-support.ts';
import { visitProvider, type Persona } from './google-support.ts';
import { cookieOf, type TestUser } from './support.ts';

/** A team of somebody who is signed in to a site that offers all connections. */
export async function teamThere({ cookie }: Pick<TestUser, 'cookie'>): Promise<string> {
  const answer = await callThere('/api/teams', { method: 'POST', cookie, body: { name: 'Acme' } });
  return (await answer.json<{ id: string }>()).id;
}

/** The path of a connection of a team. */
export const pathOf = (team: string, kind: ConnectionKind): string =>
  `/api/teams/${team}/connections/${kind}`;

/** Leaves to connect a team, answers the consent as the persona, and stops at the door back. */
export async function leaveFor(
  team: string,
  { cookie }: Pick<TestUser, 'cookie'>,
  persona: Persona | StandInPersona,
  kind: ConnectionKind = 'sheets',
): Promise<Consent> {
  const body = { returnTo: 'connections' };
  const begun = await callThere(`${pathOf(team, kind)}/connect`, { method: 'POST', cookie, body });
  const { url } = await begun.json<{ url: string }>();
  const authorization = new URL(url);
  const back = await visitProvider(authorization, persona);
  return { authorization, back, attempt: cookieOf(begun, '__Host-consent') ?? '' };
}

/** Connects a team as the persona; returns where the way ends. */
export async function connectTeam(
  team: string,
  user: Pick<TestUser, 'cookie'>,
  persona: Persona | StandInPersona,
  kind: ConnectionKind = 'sheets',
): Promise<string | null> {
  const response = await comeBackFrom(await leaveFor(team, user, persona, kind), user.cookie);
  return response.headers.get('Location');
}

/** The entries of an action in the log of a team, with the user behind the random name. */
export async function namesInLog(
  team: string,
  action: string,
): Promise<{ person: string | null; userId: string | null; object: string; label: string | null }[]> {
  const { results } = await env.DB.prepare(
    `SELECT audit.person, audit_people.id AS userId, object, label FROM audit
     LEFT JOIN audit_people ON audit_people.person = audit.person WHERE team_id = ? AND action = ? ORDER BY audit.id`,
  )
    .bind(team, action)
    .all<{ person: string | null; userId: string | null; object: string; label: string | null }>();
  return results;
}
