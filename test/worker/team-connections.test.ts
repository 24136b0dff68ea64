import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CONNECTION_KINDS, TEAM_KINDS } from '#contract/platforms.ts';
import { connectionsSchema } from '#contract/connections.ts';
import {
  callThere,
  comeBackFrom,
  connect,
  connectionOf,
  disconnect,
  grantor,
  isGranted,
  revokeAtGoogle,
  userThere,
} from './connection-support.ts';
import { connectTeam, leaveFor, namesInLog, pathOf, teamThere } from './team-connection-support.ts';
import { count, PASSWORD, type TestUser } from './support.ts';
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

/** From now on the team opens in sessions of this domain alone. */
const requireDomain = (team: string) =>
  env.DB.prepare("UPDATE teams SET required_domain = 'acme.example' WHERE id = ?").bind(team).run();

const outcomesOf = (calls: readonly Promise<Response>[]) =>
  Promise.all(calls.map(async (answer) => await outcomeOf(await answer)));

test('an admin connects a team; no token of it reaches a browser, of any kind and for any role', async () => {
  const [admin, editor, viewer] = [await userThere(), await userThere(), await userThere()];
  const [team, other] = [await teamThere(admin), await teamThere(admin)];
  await enrol(team, editor, 'editor');
  await enrol(team, viewer, 'viewer');
  await there(`/api/teams/${team}`, admin, 'PATCH', { editorsPush: true });
  const google = grantor();
  expect(await connectTeam(team, admin, google)).toBe('/connections?sheets=connected');
  expect(await connectionOf(team)).toMatchObject({ account: google.email, made_by: admin.id });
  for (const owner of [other, admin.id, editor.id]) expect(await connectionOf(owner)).toBeNull();

  const listed = await (await there(`/api/teams/${team}/connections`, viewer)).json();
  const { connections } = connectionsSchema.parse(listed);
  expect(connections.map(({ kind }) => kind)).toEqual([...TEAM_KINDS]);
  expect(connections.find(({ kind }) => kind === 'sheets')?.connection).toMatchObject({
    account: google.email,
    madeBy: admin.email,
  });

  for (const kind of CONNECTION_KINDS)
    for (const user of [admin, editor, viewer])
      expect(await outcomeOf(await there(`${pathOf(team, kind)}/token`, user, 'POST'))).toEqual([
        404,
        undefined,
      ]);
  // The own connection of a member is another one.
  expect(await outcomesOf([there('/api/connections/sheets/token', editor, 'POST')])).toEqual([
    [409, 'DISCONNECTED'],
  ]);
  await connect(editor.cookie, grantor());
  expect(await outcomesOf([there('/api/connections/sheets/token', editor, 'POST')])).toEqual([
    [200, undefined],
  ]);
});

test('a team connects nothing that only browsers use; an earlier connection of that kind is shown, and can be ended', async () => {
  const admin = await userThere();
  const team = await teamThere(admin);
  const body = { returnTo: 'connections' };
  expect(
    await outcomeOf(await there(`${pathOf(team, 'google-values')}/connect`, admin, 'POST', body)),
  ).toEqual([404, undefined]);
  await env.DB.prepare(
    "INSERT INTO connections VALUES (?, 'google-values', 'a@example.com', 'x', 'x', NULL, 0, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL)",
  )
    .bind(team)
    .run();
  const read = async () =>
    connectionsSchema.parse(await (await there(`/api/teams/${team}/connections`, admin)).json()).connections;
  expect((await read()).find(({ kind }) => kind === 'google-values')?.connection).toMatchObject({
    madeBy: null,
    isOver: true,
  });
  expect((await there(pathOf(team, 'google-values'), admin, 'DELETE')).status).toBe(200);
  expect((await read()).map(({ kind }) => kind)).toEqual([...TEAM_KINDS]);
});

test('the name of a maker is shown as long as that member is an admin: else nobody knows who stands for it', async () => {
  const [admin, second] = [await userThere(), await userThere()];
  const team = await teamThere(admin);
  await enrol(team, second, 'admin');
  await connectTeam(team, second, grantor());
  const makerOf = async () => {
    const answer = await (await there(`/api/teams/${team}/connections`, admin)).json();
    return connectionsSchema.parse(answer).connections.find(({ kind }) => kind === 'sheets')?.connection
      ?.madeBy;
  };
  expect(await makerOf()).toBe(second.email);
  await env.DB.prepare('UPDATE connections SET made_by = NULL WHERE user_id = ?').bind(team).run();
  expect(await makerOf()).toBeNull();
  await connectTeam(team, admin, grantor());
  expect(await makerOf()).toBe(admin.email);
});

test('a connection that its service has ended was ended by nobody here, and leaves nothing to give back', async () => {
  const [admin, pusher] = [await userThere(), await userThere()];
  const team = await teamThere(admin);
  await enrol(team, pusher, 'admin');
  const google = grantor();
  await connectTeam(team, admin, google, 'google-rules');
  await env.DB.prepare('UPDATE connections SET access_expires_at = 0 WHERE user_id = ?').bind(team).run();
  await revokeAtGoogle(google.refreshToken);
  expect(await outcomeOf(await there(`/api/teams/${team}/platforms/google-rules/accounts`, pusher))).toEqual([
    409,
    'DISCONNECTED',
  ]);
  expect(await namesInLog(team, 'connection.over')).toMatchObject([{ person: null, object: 'google-rules' }]);
  expect(await namesInLog(team, 'connection.ended')).toEqual([]);
  expect(await count('ended_rights WHERE owner_id = ?', team)).toBe(0);
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

  await connectTeam(team, second, google);
  const deleted = await there(`/api/teams/${other}`, admin, 'DELETE', { name: 'Acme' });
  expect(await deleted.json()).toMatchObject({ accessLeft: ['google'] });
  const gone = await there('/api/auth/user', admin, 'DELETE', { password: PASSWORD });
  expect(await gone.json()).toMatchObject({ accessLeft: ['google'] });
  expect(await isGranted(google.refreshToken)).toBe(true);
  expect(await connectionOf(team)).toMatchObject({ account: google.email });
  // The last connection of the account gives its rights back.
  expect(await count('ended_rights WHERE account = ?', google.email)).toBe(0);

  const last = await there(`/api/teams/${team}`, second, 'DELETE', { name: 'Acme' });
  expect(await last.json()).toMatchObject({ accessLeft: [] });
  expect(await isGranted(google.refreshToken)).toBe(false);
  expect(await count('connections WHERE account = ?', google.email)).toBe(0);
});
