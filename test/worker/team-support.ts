import { env } from 'cloudflare:workers';
import type { Role } from '#contract/roles.ts';
import type { NewInvitation } from '#contract/teams.ts';
import { madeInvitationSchema } from '#contract/team-answers.ts';
import { USER_OWNED_TABLES } from '#worker/db/belongings.ts';
import { getTableConfig } from 'drizzle-orm/sqlite-core';
import { makeSave } from './analysis-support.ts';
import { call, type CallOptions, type TestUser } from './support.ts';

/** A team that this user has made. */
export async function makeTeam({ cookie }: TestUser, name = 'Acme'): Promise<string> {
  const response = await call('/api/teams', { method: 'POST', cookie, body: { name } });
  return (await response.json<{ id: string }>()).id;
}

/** Makes a user a member, or gives a member another role. */
export async function enrol(team: string, { id }: TestUser, role: Role): Promise<void> {
  await env.DB.prepare(
    'INSERT INTO members VALUES (?, ?, ?, 1) ON CONFLICT (team_id, user_id) DO UPDATE SET role = excluded.role',
  )
    .bind(team, id, role)
    .run();
}

/** A call about a team. */
export const callTeam = (team: string, path: string, options: CallOptions = {}): Promise<Response> =>
  call(`/api/teams/${team}${path}`, options);

/** Status and code of an answer. */
export async function outcomeOf(response: Response): Promise<[number, string | undefined]> {
  const body = await response.json<{ code?: string }>().catch(() => ({ code: undefined }));
  return [response.status, body.code];
}

/** The roles of the members, by their ids. */
export async function rolesOf(team: string): Promise<Record<string, Role>> {
  const { results } = await env.DB.prepare('SELECT user_id, role FROM members WHERE team_id = ?')
    .bind(team)
    .all<{ user_id: string; role: Role }>();
  return Object.fromEntries(results.map(({ user_id: id, role }) => [id, role]));
}

export const invite = (
  team: string,
  { cookie }: TestUser,
  body: Partial<NewInvitation> = {},
): Promise<Response> =>
  callTeam(team, '/invitations', { method: 'POST', cookie, body: { role: 'editor', ...body } });

/** Invites, and gives the token and the id of the invitation. */
export async function invited(
  team: string,
  by: TestUser,
  body: Partial<NewInvitation> = {},
): Promise<{ token: string; id: string }> {
  const { token, invitation } = madeInvitationSchema.parse(await (await invite(team, by, body)).json());
  return { token: token ?? '', id: invitation.id };
}

export const accept = (token: string, { cookie }: Pick<TestUser, 'cookie'>): Promise<Response> =>
  call('/api/invitations/accept', { method: 'POST', cookie, body: { token } });

/** Saves an analysis in a team and gives its id. */
export async function savedIn(
  team: string,
  { cookie }: TestUser,
  fields: Parameters<typeof makeSave>[0] = {},
): Promise<string> {
  const response = await callTeam(team, '/analyses', { method: 'POST', cookie, body: makeSave(fields) });
  return (await response.json<{ id: string }>()).id;
}

/** All that these users and teams own, as it lies in the database. */
export async function belongingsOf(...owners: string[]): Promise<unknown[]> {
  const tables = USER_OWNED_TABLES.map(({ table }) => getTableConfig(table).name).filter(
    (name) => name !== 'sessions',
  );
  const places = owners.map(() => '?').join(', ');
  const answers = await env.DB.batch(
    tables.map((table) =>
      env.DB.prepare(`SELECT * FROM ${table} WHERE user_id IN (${places}) ORDER BY 1, 2`).bind(...owners),
    ),
  );
  return answers.map(({ results }) => results);
}
