import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { TEAM_CALLS } from '#test/support/team-calls.ts';
import type { AuditAction } from '#contract/organisation.ts';
import { openDatabase } from '#worker/db/client.ts';
import { nameResource } from '#worker/db/named-resources.ts';
import { deleteConnection, saveConnection } from '#worker/db/connections.ts';
import { insertPush, resumePush } from '#worker/db/pushes.ts';
import { takeRunNow } from '#worker/db/scheduled-runs.ts';
import { addSend } from '#worker/db/sends.ts';
import { changeSource } from '#worker/db/sources.ts';
import { gzip, makeSave, saved, sendHere } from './analysis-support.ts';
import { makeFigures } from './share-support.ts';
import { deletion, ORIGIN, request, signedInUser, type TestUser } from './support.ts';
import { belongingsOf, callTeam, enrol, invite, invited, makeTeam, savedIn } from './team-support.ts';

const db = () => openDatabase(env.DB, 60_000, () => ({ userId: admin.id, network: null }));

let admin: TestUser;
let member: TestUser;
let leaver: TestUser;
let joiner: TestUser;
let team: string;
let analysis: string;
let sid: string;

beforeAll(async () => {
  [admin, member, leaver, joiner] = (await Promise.all([1, 2, 3, 4].map(() => signedInUser()))) as [
    TestUser,
    TestUser,
    TestUser,
    TestUser,
  ];
  team = await makeTeam(admin, 'Acme');
  for (const one of [member, leaver]) await enrol(team, one, 'editor');
  analysis = await savedIn(team, admin);
  const query =
    "UPDATE sessions SET sess = json_set(sess, '$.hd', 'example.com') WHERE user_id = ? RETURNING sid";
  sid = (await env.DB.prepare(query).bind(admin.id).first<string>('sid')) ?? '';
  await env.DB.prepare(
    `INSERT INTO versions (analysis_id, number, user_id, source_id, made_at, leads, converted, new_values, metrics, figures)
     VALUES (?, 1, ?, 'gone', 1, 1, 1, '[]', '[]', '{"metrics":[]}')`,
  )
    .bind(analysis, team)
    .run();
});

const target = () => ({ userId: team, id: analysis });

/** A site with inboxes. */
const send = (sent: Request) => sendHere(sent, { INBOX: 'on' });

const ask = (method: string, path: string, body?: unknown, cookie = admin.cookie): Promise<Response> =>
  send(request(`/api/teams/${team}${path}`, { method, cookie, ...(body !== undefined && { body }) }));

const ofAnalysis = (method: string, path: string, body?: unknown) =>
  ask(method, `/analyses/${analysis}${path}`, body);

/** The change in the database of a call that also asks a platform. */
async function change(work: () => Promise<unknown>): Promise<Response> {
  try {
    expect(await work()).toBe(true);
    return Response.json({});
  } catch (error) {
    if (!String((error as Error).cause ?? error).includes('broken')) throw error;
    return Response.json({}, { status: 503 });
  }
}

const begins = (now: number) => ({ editor: { id: admin.id, roles: ['admin' as const] }, now });

const PUSH = {
  id: 'audited-push',
  kind: 'google-rules' as const,
  accountId: '1',
  via: null,
  accountName: 'Acme Ads',
  madeBy: 'ann@example.com',
  createdAt: 1,
  state: 'writing' as const,
  rules: [],
  difference: [],
  before: {},
  after: null,
  ids: [],
  pending: null,
  written: [],
  problem: null,
  next: [],
  kept: [],
  undoneAt: null,
};

const SEND = { account: '1', manager: null, action: '2', total: 3, fingerprint: 'ab'.repeat(32), madeAt: 1 };

const resource = () => ({ userId: team, kind: 'google-rules', resourceId: '123' }) as const;

const connect = () =>
  saveConnection(
    db(),
    {
      userId: team,
      kind: 'google-rules',
      account: 'ads@example.com',
      keyVersion: 'v',
      refreshToken: 'r',
      accessToken: null,
      accessExpiresAt: 0,
      endsAt: null,
      accountId: null,
    },
    { sid, by: admin.id, now: Date.now() },
  );

let invitation: { token: string; id: string };

interface Change {
  /** The data that must be there before. */
  first?: () => Promise<unknown>;
  entry: AuditAction;
  make: () => Promise<Response>;
}

/** Each call that changes something in a team, in an order in which all of them work, and its entry. A text says why a call has none. */
const CHANGES: Record<string, Change | string> = {
  'PATCH ': { entry: 'team.renamed', make: () => ask('PATCH', '', { name: 'Acme Two' }) },
  'PUT /domain': { entry: 'team.domain', make: () => ask('PUT', '/domain', { domain: 'example.com' }) },
  'PUT /retention': { entry: 'team.retention', make: () => ask('PUT', '/retention', { datasetDays: 30 }) },
  'POST /leave': { entry: 'member.left', make: () => ask('POST', '/leave', undefined, leaver.cookie) },
  'PATCH /members/:member': {
    entry: 'member.role',
    make: () => ask('PATCH', `/members/${member.id}`, { role: 'viewer' }),
  },
  'DELETE /members/:member': {
    entry: 'member.removed',
    make: () => ask('DELETE', `/members/${member.id}`),
  },
  'POST /invitations': { entry: 'invitation.made', make: () => invite(team, admin) },
  'DELETE /invitations/:invitation': {
    entry: 'invitation.ended',
    make: () => ask('DELETE', `/invitations/${invitation.id}`),
  },
  'POST /analyses': {
    entry: 'analysis.saved',
    make: () => ask('POST', '/analyses', makeSave({ fileName: 'second.csv' })),
  },
  'PUT /analyses/:id': { entry: 'analysis.changed', make: () => ofAnalysis('PUT', '', makeSave()) },
  'PATCH /analyses/:id': { entry: 'analysis.renamed', make: () => ofAnalysis('PATCH', '', { name: 'New' }) },
  'PUT /analyses/:id/dataset': {
    entry: 'analysis.changed',
    make: async () =>
      await send(
        new Request(`${ORIGIN}/api/teams/${team}/analyses/${analysis}/dataset`, {
          method: 'PUT',
          body: await gzip('["a","b"]\n["1","2"]'),
          headers: { Origin: ORIGIN, 'Content-Type': 'application/gzip', Cookie: admin.cookie },
        }),
      ),
  },
  'POST /analyses/:id/share': {
    entry: 'link.made',
    make: () => ofAnalysis('POST', '/share', { isKept: true, figures: makeFigures() }),
  },
  'PUT /analyses/:id/share': {
    entry: 'link.changed',
    make: () => ofAnalysis('PUT', '/share', makeFigures()),
  },
  'PATCH /analyses/:id/share': {
    entry: 'link.changed',
    make: () => ofAnalysis('PATCH', '/share', { isKept: false }),
  },
  'DELETE /analyses/:id/share': { entry: 'link.ended', make: () => ofAnalysis('DELETE', '/share') },
  'PUT /analyses/:id/source': {
    entry: 'source.made',
    make: () => ofAnalysis('PUT', '/source', { kind: 'inbox' }),
  },
  'POST /analyses/:id/source/token': {
    entry: 'source.renewed',
    make: () => ofAnalysis('POST', '/source/token'),
  },
  'POST /analyses/:id/source/pause': {
    entry: 'source.paused',
    make: () => ofAnalysis('POST', '/source/pause'),
  },
  'POST /analyses/:id/source/resume': {
    entry: 'source.resumed',
    make: () => ofAnalysis('POST', '/source/resume'),
  },
  'POST /analyses/:id/versions/:number/entered': {
    entry: 'rules.entered',
    make: () => ofAnalysis('POST', '/versions/1/entered'),
  },
  'POST /analyses/:id/rules-in-use': {
    entry: 'rules.entered',
    make: () => ofAnalysis('POST', '/rules-in-use', { version: 0, by: 'entered' }),
  },
  'PUT /analyses/:id/source/schedule': {
    entry: 'source.changed',
    make: () =>
      change(
        async () =>
          (await changeSource(db(), target(), { fields: { schedule: '{}', nextDueAt: 9e15 } })) !== undefined,
      ),
  },
  'POST /analyses/:id/source/run': {
    first: () =>
      env.DB.prepare("UPDATE sources SET kind = 'sheet' WHERE analysis_id = ?").bind(analysis).run(),
    entry: 'source.run',
    make: () => change(async () => (await takeRunNow(db(), target(), Date.now())) !== undefined),
  },
  'DELETE /analyses/:id/source': { entry: 'source.ended', make: () => ofAnalysis('DELETE', '/source') },
  // The page of consent comes back to an address that is no call of a team.
  'POST /connections/:kind/connect': { entry: 'connection.made', make: () => change(connect) },
  'DELETE /connections/:kind': {
    entry: 'connection.ended',
    make: () =>
      change(
        async () => (await deleteConnection(db(), { userId: team, kind: 'google-rules' })) !== undefined,
      ),
  },
  'PUT /connections/:kind/named/:resource': {
    entry: 'resource.named',
    make: () =>
      change(() => nameResource(db(), { ...resource(), name: 'Acme Ads', via: null, by: admin.id, now: 1 })),
  },
  'DELETE /connections/:kind/named/:resource': {
    entry: 'resource.unnamed',
    make: () => ask('DELETE', '/connections/google-rules/named/123'),
  },
  'POST /pushes/:kind': {
    entry: 'push.begun',
    make: () => change(() => insertPush(db(), { ...PUSH, userId: team }, begins(Date.now()))),
  },
  'POST /pushes/:id/undo': {
    entry: 'push.undone',
    make: () =>
      change(() => resumePush(db(), { ...PUSH, userId: team }, begins(Date.now() + 60 * 60 * 1000))),
  },
  'POST /sends': {
    entry: 'send.begun',
    make: () => change(async () => (await addSend(db(), team, { ...SEND, now: 1 })).done === 0),
  },
  'POST /analyses/:id/move': {
    entry: 'analysis.moved-away',
    make: () => ofAnalysis('POST', '/move', { team: null }),
  },
  'DELETE /analyses/:id': {
    // The analysis that has moved away comes back.
    first: () =>
      env.DB.prepare('UPDATE saved_analyses SET user_id = ? WHERE id = ?').bind(team, analysis).run(),
    entry: 'analysis.deleted',
    make: () => ofAnalysis('DELETE', ''),
  },
  'DELETE ': { entry: 'team.deleted', make: () => ask('DELETE', '', { name: 'Acme Two' }) },
  'POST /analyses/:id/copy': 'changes the place that it copies to',
  'POST /analyses/:id/alerts/seen': 'notes what somebody has read',
  'POST /connections/:kind/check': 'notes what a service has said',
  'POST /platforms/:kind/places': 'reads',
  'POST /pushes/:kind/preview': 'reads',
  'POST /sends/key': 'reads',
  'PATCH /sends/:id': 'notes the progress of a send whose beginning has its entry',
};

test('every call of a team that may change something has its entry, or a reason why it has none', () => {
  const calls = Object.keys(TEAM_CALLS).filter((call) => !call.startsWith('GET '));
  expect(Object.keys(CHANGES).toSorted()).toEqual(calls.toSorted());
});

const breaker = () => `break_${team.replaceAll('-', '')}`;

/** Makes every entry about the team fail. */
const breakLog = () =>
  env.DB.prepare(
    `CREATE TRIGGER ${breaker()} BEFORE INSERT ON audit WHEN NEW.team_id = '${team}' BEGIN SELECT RAISE(ABORT, 'broken'); END`,
  ).run();

const mendLog = () => env.DB.prepare(`DROP TRIGGER IF EXISTS ${breaker()}`).run();

afterEach(async () => {
  vi.restoreAllMocks();
  await mendLog();
});

async function stateOf(): Promise<unknown[]> {
  const { results } = await env.DB.prepare('SELECT * FROM teams WHERE id = ?').bind(team).all();
  return [results, await belongingsOf(team, admin.id, joiner.id, leaver.id)];
}

const entries = async () =>
  (
    await env.DB.prepare('SELECT action, person FROM audit WHERE team_id = ? ORDER BY id').bind(team).all<{
      action: string;
      person: string;
    }>()
  ).results;

const personOf = ({ id }: TestUser) =>
  env.DB.prepare('SELECT person FROM audit_people WHERE id = ?').bind(id).first<string>('person');

/** Tries a change with a broken log, which changes nothing, and with the mended one, which then has this entry of its actor. */
async function expectEntry(name: string, entry: AuditAction, make: () => Promise<Response>, by: TestUser) {
  const [state, before] = [await stateOf(), await entries()];
  const known = await personOf(by); // gone after the account
  await breakLog();
  expect((await make()).status, `${name} with a broken log`).toBe(503);
  await mendLog();
  expect(await stateOf(), name).toEqual(state);
  const done = await make();
  expect([200, 201], `${name}: ${await done.text()}`).toContain(done.status);
  const after = await entries();
  const written = after.slice(before.length);
  expect(
    written.map(({ action }) => action),
    name,
  ).toContain(entry);
  const person = known ?? (await personOf(by));
  for (const one of written) expect(one.person, name).toBe(person);
}

test('an undo that was interrupted has an entry of whoever takes it up again', async () => {
  const [first, second] = [await signedInUser(), await signedInUser()];
  const own = await makeTeam(first);
  await enrol(own, second, 'admin');
  const as = ({ id }: TestUser) => openDatabase(env.DB, 60_000, () => ({ userId: id, network: null }));
  const push = { ...PUSH, id: crypto.randomUUID(), userId: own };
  const start = Date.now();
  const undo = (by: TestUser, hours: number) =>
    resumePush(as(by), push, {
      editor: { id: by.id, roles: ['admin'] },
      now: start + hours * 60 * 60 * 1000,
    });
  await insertPush(as(first), push, { editor: { id: first.id, roles: ['admin'] }, now: start });
  expect([await undo(first, 1), await undo(second, 2)]).toEqual([true, true]);
  const { results } = await env.DB.prepare(
    "SELECT person FROM audit WHERE team_id = ? AND action = 'push.undone' ORDER BY id",
  )
    .bind(own)
    .all();
  expect(results).toEqual([{ person: await personOf(first) }, { person: await personOf(second) }]);
});

test('no change in a team happens without its entry in the log', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  invitation = await invited(team, admin);
  const { token } = await invited(team, admin);
  const personal = await saved(admin.cookie);
  const accept = () =>
    send(request('/api/invitations/accept', { method: 'POST', cookie: joiner.cookie, body: { token } }));
  await expectEntry('accept', 'member.joined', accept, joiner);
  for (const [end, entry] of [
    ['copy', 'analysis.saved'],
    ['move', 'analysis.moved-here'],
  ] as const) {
    const path = `/api/analyses/${personal}/${end}`;
    await expectEntry(
      end,
      entry,
      () => send(request(path, { method: 'POST', cookie: admin.cookie, body: { team } })),
      admin,
    );
  }
  await expectEntry('account', 'member.left', () => send(deletion(joiner.cookie)), joiner);
  for (const [name, one] of Object.entries(CHANGES)) {
    if (typeof one === 'string') continue;
    await one.first?.();
    await expectEntry(name, one.entry, one.make, name === 'POST /leave' ? leaver : admin);
  }
  expect((await callTeam(team, '', { cookie: admin.cookie })).status).toBe(404);
});

test('where the log is broken, personal work goes on', async () => {
  await breakLog();
  const id = await saved(admin.cookie);
  await mendLog();
  expect(id).toMatch(/^[\da-f-]{36}$/);
});
