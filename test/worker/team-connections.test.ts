import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ConnectionKind } from '#contract/connection-kinds.ts';
import { connectionsSchema } from '#contract/connections.ts';
import {
  callThere,
  comeBackFrom,
  connect,
  connectionOf,
  disconnect,
  grantor,
  isGranted,
  userThere,
  type Consent,
} from './connection-support.ts';
import { visitProvider, type Persona } from './google-support.ts';
import { count, cookieOf, PASSWORD, type TestUser } from './support.ts';
import { enrol, outcomeOf } from './team-support.ts';

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await env.DB.prepare('DELETE FROM rate_limits').run();
});

afterEach(() => {
  vi.restoreAllMocks();
});

const there = (path: string, { cookie }: TestUser, method = 'GET', body?: unknown): Promise<Response> =>
  callThere(path, { method, cookie, ...(body !== undefined && { body }) });

/** A team of somebody who is signed in there. */
async function teamThere(admin: TestUser): Promise<string> {
  return (await (await there('/api/teams', admin, 'POST', { name: 'Acme' })).json<{ id: string }>()).id;
}

const pathOf = (team: string, kind: ConnectionKind): string => `/api/teams/${team}/connections/${kind}`;

/** Leaves to connect a team, answers the consent as the persona, and stops at the door back. */
async function leaveFor(
  team: string,
  user: TestUser,
  persona: Persona,
  kind: ConnectionKind = 'sheets',
): Promise<Consent> {
  const begun = await there(`${pathOf(team, kind)}/connect`, user, 'POST', { returnTo: 'connections' });
  const { url } = await begun.json<{ url: string }>();
  const authorization = new URL(url);
  const back = await visitProvider(authorization, persona);
  return { authorization, back, attempt: cookieOf(begun, '__Host-consent') ?? '' };
}

async function connectTeam(
  team: string,
  user: TestUser,
  persona: Persona,
  kind: ConnectionKind = 'sheets',
): Promise<string | null> {
  const response = await comeBackFrom(await leaveFor(team, user, persona, kind), user.cookie);
  return response.headers.get('Location');
}

/** From now on the team opens in sessions of this domain alone. */
const requireDomain = (team: string) =>
  env.DB.prepare("UPDATE teams SET required_domain = 'acme.example' WHERE id = ?").bind(team).run();

const tokenOutcome = async (team: string, user: TestUser, kind: ConnectionKind) =>
  await outcomeOf(await there(`${pathOf(team, kind)}/token`, user, 'POST'));

test('an admin connects a team; editors use it for sheets, whoever may push for values, and nobody elsewhere', async () => {
  const [admin, editor, viewer] = [await userThere(), await userThere(), await userThere()];
  const [team, other] = [await teamThere(admin), await teamThere(admin)];
  await enrol(team, editor, 'editor');
  await enrol(team, viewer, 'viewer');
  const google = grantor();
  expect(await connectTeam(team, admin, google)).toBe('/connections?sheets=connected');
  expect(await connectTeam(team, admin, google, 'google-values')).toBe(
    '/connections?google-values=connected',
  );
  expect(await connectionOf(team)).toMatchObject({ account: google.email });
  for (const owner of [other, admin.id, editor.id]) expect(await connectionOf(owner)).toBeNull();

  const listed = await (await there(`/api/teams/${team}/connections`, viewer)).json();
  const { connections } = connectionsSchema.parse(listed);
  expect(connections.find(({ kind }) => kind === 'sheets')?.connection?.account).toBe(google.email);

  expect(await tokenOutcome(team, viewer, 'sheets')).toEqual([403, 'NOT_ALLOWED']);
  expect(await tokenOutcome(team, editor, 'sheets')).toEqual([200, undefined]);
  expect(await tokenOutcome(team, editor, 'google-values')).toEqual([403, 'NOT_ALLOWED']);
  expect(await tokenOutcome(team, admin, 'google-values')).toEqual([200, undefined]);
  await there(`/api/teams/${team}`, admin, 'PATCH', { editorsPush: true });
  expect(await tokenOutcome(team, editor, 'google-values')).toEqual([200, undefined]);
  expect(await tokenOutcome(other, admin, 'sheets')).toEqual([409, 'DISCONNECTED']);
  expect(
    await outcomeOf(
      await callThere('/api/connections/sheets/token', { method: 'POST', cookie: admin.cookie }),
    ),
  ).toEqual([409, 'DISCONNECTED']);
});

test('a consent for a team counts only while its admin is one and may open it, and in the session that it began in', async () => {
  const [admin, second] = [await userThere(), await userThere()];
  const team = await teamThere(admin);
  await enrol(team, second, 'admin');
  const changes: [() => Promise<unknown>, string][] = [
    [() => enrol(team, second, 'editor'), second.cookie],
    [() => there(`/api/teams/${team}/members/${second.id}`, admin, 'DELETE'), second.cookie],
    [async () => {}, admin.cookie], // another admin of the team finishes what this one began
    [() => requireDomain(team), second.cookie],
  ];
  for (const [change, cookie] of changes) {
    await enrol(team, second, 'admin');
    const google = grantor();
    const left = await leaveFor(team, second, google);
    await change();
    const response = await comeBackFrom(left, cookie);
    expect(response.headers.get('Location')).toBe('/connections?sheets=expired');
    expect(await isGranted(google.refreshToken)).toBe(false);
  }
  expect(await connectionOf(team)).toBeNull();
  expect(await connectionOf(second.id)).toBeNull();
});

test('the right of an account that is connected elsewhere stays: for the user, for the team, and where an account or a team is deleted', async () => {
  const [admin, second] = [await userThere(), await userThere()];
  const [team, other] = [await teamThere(admin), await teamThere(admin)];
  await enrol(team, second, 'admin');
  const google = grantor();
  await connect(admin.cookie, google);
  await connectTeam(team, admin, google);
  await connectTeam(other, admin, google);
  // Each of these would end the rights of all three at Google.
  const kept = await disconnect(admin.cookie);
  expect(await kept.text()).toContain('Google keeps the permission as long as another connection');
  await connect(admin.cookie, google);
  const byOther = await there(pathOf(team, 'sheets'), second, 'DELETE');
  expect(await byOther.text()).toContain('Google keeps the permission');
  expect(await isGranted(google.refreshToken)).toBe(true);

  await connectTeam(team, admin, google);
  const deleted = await there(`/api/teams/${other}`, admin, 'DELETE', { name: 'Acme' });
  expect(await deleted.json()).toMatchObject({ accessLeft: ['google'] });
  const gone = await there('/api/auth/user', admin, 'DELETE', { password: PASSWORD });
  expect(await gone.json()).toMatchObject({ accessLeft: ['google'] });
  expect(await isGranted(google.refreshToken)).toBe(true);
  expect(await connectionOf(team)).toMatchObject({ account: google.email });

  const last = await there(`/api/teams/${team}`, second, 'DELETE', { name: 'Acme' });
  expect(await last.json()).toMatchObject({ accessLeft: [] });
  expect(await isGranted(google.refreshToken)).toBe(false);
  expect(await count('connections WHERE account = ?', google.email)).toBe(0);
});
