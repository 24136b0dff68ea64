import { exports } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import { TEAM_CALLS } from '#test/support/team-calls.ts';
import { can, ROLES, type Role } from '#contract/roles.ts';
import { app } from '#worker/app.ts';
import { gzip } from './analysis-support.ts';
import { call, ORIGIN, signedInUser, type TestUser } from './support.ts';
import { callTeam, enrol, makeTeam, outcomeOf } from './team-support.ts';

const BASE = '/api/teams/:team';
const ROUTES = [
  ...new Set(
    app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith(BASE))
      .map(({ method, path }) => `${method} ${path.slice(BASE.length)}`),
  ),
];

test('every route of a team stands in the list of calls, and no call is without a route', () => {
  expect(ROUTES.toSorted()).toEqual(Object.keys(TEAM_CALLS).toSorted());
});

test('roles contain each other, and an admin alone decides about pushing editors', () => {
  for (const editorsPush of [false, true]) {
    const rightsOf = (role: Role) =>
      (['view', 'leave', 'edit', 'push', 'connect', 'manage'] as const).filter((action) =>
        can(role, action, { editorsPush }),
      );
    expect(ROLES.map(rightsOf)).toEqual([
      ['view', 'leave'],
      ['view', 'leave', 'edit', ...(editorsPush ? ['push'] : [])],
      ['view', 'leave', 'edit', 'push', 'connect', 'manage'],
    ]);
  }
});

/** Calls of all routes with ids that nothing has: they change nothing, except the last one. */
const CALLS = [...ROUTES.filter((route) => route !== 'POST /leave'), 'POST /leave'].map((route) => {
  const [method = '', path = ''] = route.split(' ');
  const filled = path
    .replace(':kind', 'google-rules')
    .replace(':number', '1')
    .replace(/:\w+/g, () => crypto.randomUUID());
  return { method, path: filled, action: TEAM_CALLS[route] ?? 'view', route };
});

type Call = (typeof CALLS)[number];

async function make(team: string, { method, path }: Call, { cookie }: TestUser): Promise<[number, string?]> {
  if (!path.endsWith('/dataset') || method === 'GET')
    return await outcomeOf(
      await callTeam(team, path, { method, cookie, ...(method !== 'GET' && { body: {} }) }),
    );
  const sent = new Request(`${ORIGIN}/api/teams/${team}${path}`, {
    method,
    body: await gzip('["a","b"]'),
    headers: { Origin: ORIGIN, 'Content-Type': 'application/gzip', Cookie: cookie },
  });
  return await outcomeOf(await exports.default.fetch(sent));
}

let team: string;
let other: string;
let stranger: TestUser;

beforeAll(async () => {
  const [admin, otherAdmin] = [await signedInUser(), await signedInUser()];
  [team, other] = [await makeTeam(admin), await makeTeam(otherAdmin)];
  stranger = await signedInUser();
});

const WALKS = [
  ['viewer', false],
  ['editor', false],
  ['editor', true],
  ['admin', false],
] as const;

test.each(WALKS)(
  'as %s (editors push: %s) every call answers as the role allows, and that of another team not at all',
  async (role, editorsPush) => {
    const member = await signedInUser();
    const [admin] = [await signedInUser()];
    await enrol(team, admin, 'admin');
    await callTeam(team, '', { method: 'PATCH', cookie: admin.cookie, body: { editorsPush } });
    await enrol(team, member, role);
    for (const tried of CALLS) {
      const isAllowed = can(role, tried.action, { editorsPush });
      const [status, code] = await make(team, tried, member);
      const context = `${tried.route} as ${role}`;
      if (isAllowed) expect([401, 403], context).not.toContain(status);
      else expect([status, code], context).toEqual([403, 'NOT_ALLOWED']);
      expect(code, context).not.toBe('NO_TEAM');
      expect(await make(other, tried, member), context).toEqual([404, 'NO_TEAM']);
    }
  },
);

test('to a stranger everything of a team is 404, as of a team that does not exist, and nothing is there without a session', async () => {
  for (const tried of CALLS) {
    expect(await make(team, tried, stranger), tried.route).toEqual([404, 'NO_TEAM']);
    expect((await make(team, tried, { ...stranger, cookie: '' }))[0], tried.route).toBe(401);
  }
  const answers = [team, crypto.randomUUID(), stranger.id].map(async (id) =>
    (await callTeam(id, '/analyses', { cookie: stranger.cookie })).text(),
  );
  expect(new Set(await Promise.all(answers)).size).toBe(1);
});

test('an address that is no call of a team is 404 to a member, and tells a stranger nothing more', async () => {
  const member = await signedInUser();
  await enrol(team, member, 'admin');
  for (const path of ['/preferences', '/auth/user', '/unknown', '/analyses/a/unknown']) {
    expect(await outcomeOf(await callTeam(team, path, { cookie: member.cookie }))).toEqual([404, undefined]);
    expect(await outcomeOf(await callTeam(team, path, { cookie: stranger.cookie }))).toEqual([
      404,
      'NO_TEAM',
    ]);
  }
  expect((await call(`/api/teams/${team}`, { method: 'HEAD', cookie: member.cookie })).status).toBe(200);
});
