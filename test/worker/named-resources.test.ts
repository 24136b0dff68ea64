import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MAX_NAMED } from '#contract/limits.ts';
import { connectionsSchema, namedSchema } from '#contract/connections.ts';
import { membersSchema, teamListSchema } from '#contract/team-answers.ts';
import { adAccountsSchema } from '#contract/push-answers.ts';
import { grantor, userThere } from './connection-support.ts';
import { makeCustomer } from '../support/google-ads-stand-in.ts';
import { ACCOUNT, adsOf, mobileRule, setAds } from './push-support.ts';
import {
  anAnalysis,
  callScheduling,
  countAsked,
  describeSheet,
  makeRows,
  makeSpreadsheetId,
  restoreBindings,
  SCHEDULING,
  sheetBody,
  withRuns,
} from './sheet-support.ts';
import { count, type TestUser } from './support.ts';
import { connectTeam, namesInLog, teamThere } from './team-connection-support.ts';
import { enrol, outcomeOf } from './team-support.ts';
import { watchDatabase } from './watched-database.ts';

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await env.DB.prepare('DELETE FROM rate_limits').run();
  Object.assign(env, SCHEDULING);
});

afterEach(() => {
  restoreBindings();
  vi.restoreAllMocks();
});

interface Room {
  team: string;
  admin: TestUser;
  editor: TestUser;
  viewer: TestUser;
  /** The token that the ads stand-in knows the connection by. */
  token: string;
}

/** A team whose admin has connected both kinds. */
async function aTeam(): Promise<Room> {
  const [admin, editor, viewer] = [await userThere(), await userThere(), await userThere()];
  const team = await teamThere(admin);
  await enrol(team, editor, 'editor');
  await enrol(team, viewer, 'viewer');
  await callScheduling(`/api/teams/${team}`, {
    method: 'PATCH',
    cookie: admin.cookie,
    body: { editorsPush: true },
  });
  await connectTeam(team, admin, grantor(), 'sheets');
  const ads = grantor();
  await connectTeam(team, admin, ads, 'google-rules');
  return { team, admin, editor, viewer, token: String(ads.answer?.['access_token']) };
}

const ask = (team: string, { cookie }: Pick<TestUser, 'cookie'>, call: string, body?: unknown) => {
  const [method = '', path = ''] = call.split(' ');
  return callScheduling(`/api/teams/${team}${path}`, { method, cookie, ...(body !== undefined && { body }) });
};

async function aSpreadsheet(title = 'Leads of May'): Promise<string> {
  const id = makeSpreadsheetId();
  await describeSheet(id, { title, tabs: [{ title: 'May', rows: makeRows() }] });
  return id;
}

const nameSheet = (id: string) => `PUT /connections/sheets/named/${id}`;
const unnameSheet = (id: string) => `DELETE /connections/sheets/named/${id}`;

/** Moves an analysis of the editor into the team, and makes a sheet its source. */
async function keepCurrent({ team, editor }: Room, spreadsheetId: string) {
  const id = await anAnalysis(editor.cookie);
  await callScheduling(`/api/analyses/${id}/move`, { method: 'POST', cookie: editor.cookie, body: { team } });
  const answer = await ask(team, editor, `PUT /analyses/${id}/source`, sheetBody(spreadsheetId));
  return { id, answer };
}

const sourceOf = async (team: string, user: TestUser, id: string) =>
  (
    await (
      await ask(team, user, `GET /analyses/${id}/source`)
    ).json<{ source: { lastError: string | null } }>()
  ).source;

test('an admin names a spreadsheet by its title at Google, and takes the name back; the log has both', async () => {
  const room = await aTeam();
  const [{ team, admin, editor }, second] = [room, await aTeam()];
  const id = await aSpreadsheet();
  const before = await ask(second.team, second.admin, 'GET /connections/sheets/named');
  const { named } = namedSchema.parse(await (await ask(team, admin, nameSheet(id))).json());
  expect(named).toEqual([
    {
      id,
      name: 'Leads of May',
      namedAt: expect.any(String),
      namedBy: admin.email,
      firstReadAt: null,
      sources: 0,
      pushes: 0,
      names: [],
    },
  ]);
  expect(namedSchema.parse(await (await ask(team, editor, 'GET /connections/sheets/named')).json())).toEqual({
    named,
  });
  // Twice is once.
  await ask(team, admin, nameSheet(id));
  expect(await namesInLog(team, 'resource.named')).toMatchObject([
    { userId: admin.id, object: id, label: 'Leads of May' },
  ]);
  const after = await ask(second.team, second.admin, 'GET /connections/sheets/named');
  expect(await after.text()).toBe(await before.text());
  expect(await (await ask(team, admin, unnameSheet(id))).json()).toEqual({ named: [] });
  expect(await namesInLog(team, 'resource.unnamed')).toMatchObject([{ userId: admin.id, object: id }]);
});

test('of a title a name has the first 255 characters', async () => {
  const { team, admin } = await aTeam();
  for (const length of [255, 256]) await ask(team, admin, nameSheet(await aSpreadsheet('n'.repeat(length))));
  const { named } = namedSchema.parse(await (await ask(team, admin, 'GET /connections/sheets/named')).json());
  expect(named.map(({ name }) => name)).toEqual(['n'.repeat(255), 'n'.repeat(255)]);
});

test('naming needs a session and an admin of this very team, and changes nothing otherwise', async () => {
  const [{ team, admin, editor, viewer }, other] = [await aTeam(), await aTeam()];
  const [id, fresh] = [await aSpreadsheet(), await aSpreadsheet()];
  await ask(team, admin, nameSheet(id));
  for (const call of [nameSheet(fresh), unnameSheet(id), 'GET /connections/google-rules/accounts']) {
    for (const user of [editor, viewer])
      expect(await outcomeOf(await ask(team, user, call)), call).toEqual([403, 'NOT_ALLOWED']);
    expect(await outcomeOf(await ask(team, other.admin, call)), call).toEqual([404, 'NO_TEAM']);
    expect((await ask(team, { cookie: '' }, call)).status, call).toBe(401);
  }
  expect(await outcomeOf(await ask(team, viewer, 'GET /connections/sheets/named'))).toEqual([
    403,
    'NOT_ALLOWED',
  ]);
  expect(await count('named_resources WHERE team_id = ?', team)).toBe(1);
  expect(await countAsked(fresh)).toBe(0);
});

test('what the connected account does not open, or is no spreadsheet, cannot be named, nor more than allowed', async () => {
  const { team, admin } = await aTeam();
  const nobodys = makeSpreadsheetId();
  expect(await outcomeOf(await ask(team, admin, nameSheet(nobodys)))).toEqual([409, 'PLATFORM_REFUSED']);
  expect((await ask(team, admin, nameSheet('short'))).status).toBe(400);
  expect((await ask(team, admin, 'PUT /connections/google-values/named/1')).status).toBe(404);
  expect(await outcomeOf(await ask(team, admin, 'PUT /connections/google-rules/named/999'))).toEqual([
    409,
    'PLATFORM_REFUSED',
  ]);
  const insert = "INSERT INTO named_resources VALUES (?, 'sheets', ?, 'x', NULL, 1, NULL, NULL)";
  await env.DB.batch(
    Array.from({ length: MAX_NAMED }, (_, at) => env.DB.prepare(insert).bind(team, `sheet-${at}`)),
  );
  const id = await aSpreadsheet();
  expect(await outcomeOf(await ask(team, admin, nameSheet(id)))).toEqual([409, 'TEAM_LIMIT']);
  await ask(team, admin, unnameSheet('sheet-0'));
  expect((await ask(team, admin, nameSheet(id))).status).toBe(200);
});

test('an editor keeps an analysis current from a named spreadsheet alone; the first run is in the log, once', async () => {
  const room = await aTeam();
  const { team, admin, editor } = room;
  const [named, forged] = [await aSpreadsheet(), await aSpreadsheet()];
  await ask(team, admin, nameSheet(named));
  const asked = await countAsked(named);
  const refused = await keepCurrent(room, forged);
  expect(await refused.answer.clone().text()).toContain('Ask an admin to name it');
  expect(await outcomeOf(refused.answer)).toEqual([403, 'NOT_NAMED']);
  const { id, answer } = await keepCurrent(room, named);
  expect(answer.status).toBe(201);
  expect(await namesInLog(team, 'resource.read')).toEqual([]);
  for (let run = 0; run < 2; run++)
    await withRuns(() => ask(team, editor, `POST /analyses/${id}/source/run`));
  expect(await countAsked(named)).toBeGreaterThan(asked);
  expect(await namesInLog(team, 'resource.read')).toMatchObject([{ object: named, label: 'Leads of May' }]);
  expect(await countAsked(forged)).toBe(0);
  expect(await count('versions WHERE user_id = ?', team)).toBe(2);
});

test('a forged spreadsheet is not read: neither by a changed row, nor by a move, a copy or a change', async () => {
  const room = await aTeam();
  const { team, admin, editor } = room;
  const [named, forged] = [await aSpreadsheet(), await aSpreadsheet()];
  await ask(team, admin, nameSheet(named));
  const { id } = await keepCurrent(room, named);
  // No call changes the spreadsheet of a source.
  const { sheet } = sheetBody(forged) as Extract<ReturnType<typeof sheetBody>, { kind: 'sheet' }>;
  await ask(team, editor, `PATCH /analyses/${id}`, { name: 'x', source: { sheet }, sheet });
  expect((await ask(team, editor, `PUT /analyses/${id}/source`, sheetBody(forged))).status).toBe(403);
  await ask(team, editor, `PUT /analyses/${id}/source/schedule`, {
    every: 'day',
    hour: 1,
    timeZone: 'Africa/Lagos',
    spreadsheetId: forged,
    sheet,
  });
  expect(await count("sources WHERE user_id = ? AND spec ->> '$.spreadsheetId' = ?", team, named)).toBe(1);

  // A source of the editor's own, with a connection of the editor's own, comes into the team with its analysis.
  const own = await anAnalysis(editor.cookie);
  await env.DB.prepare(
    `INSERT INTO sources (id, user_id, analysis_id, kind, state, spec, schedule, next_due_at, created_at)
     SELECT 'forged-' || ?, ?, ?, 'sheet', 'active', json_set(spec, '$.spreadsheetId', ?), schedule, next_due_at, 1 FROM sources WHERE analysis_id = ?`,
  )
    .bind(own, editor.id, own, forged, id)
    .run();
  const move = { method: 'POST', cookie: editor.cookie, body: { team } };
  expect((await callScheduling(`/api/analyses/${own}/move`, move)).status).toBe(200);
  await withRuns(() => ask(team, editor, `POST /analyses/${own}/source/run`));
  expect((await sourceOf(team, editor, own)).lastError).toContain('Ask an admin to name it');
  expect(await countAsked(forged)).toBe(0);
  const copied = await ask(team, editor, `POST /analyses/${own}/copy`, { team: null });
  const { id: copy } = await copied.json<{ id: string }>();
  expect(await count('sources WHERE analysis_id = ?', copy)).toBe(0);
});

test('a name that is taken back stops the next run, and one that is given again lets it go on', async () => {
  const room = await aTeam();
  const { team, admin, editor } = room;
  const named = await aSpreadsheet();
  await ask(team, admin, nameSheet(named));
  const { id } = await keepCurrent(room, named);
  const run = () => withRuns(() => ask(team, editor, `POST /analyses/${id}/source/run`));
  await ask(team, admin, unnameSheet(named));
  const asked = await countAsked(named);
  await run();
  expect((await sourceOf(team, editor, id)).lastError).toContain('Ask an admin to name it');
  expect(await countAsked(named)).toBe(asked);
  await ask(team, admin, nameSheet(named));
  await run();
  expect((await sourceOf(team, editor, id)).lastError).toBeNull();
});

test('ad accounts of a team are those that an admin has named, for every read, push and undo', async () => {
  const { team, admin, editor, token } = await aTeam();
  const calls: [string, unknown?][] = [
    [`GET /platforms/google-rules/accounts/${ACCOUNT.id}/audiences`],
    [`GET /platforms/google-rules/accounts/${ACCOUNT.id}/conversion-actions`],
    ['POST /platforms/google-rules/places', { account: ACCOUNT, names: ['Berlin'], country: null }],
    ['POST /pushes/google-rules/preview', { account: ACCOUNT, rules: [mobileRule()] }],
    ['POST /pushes/google-rules', { account: ACCOUNT, rules: [mobileRule()], picture: 'x' }],
  ];
  for (const [call, body] of calls) {
    const [asEditor, asAdmin] = [await ask(team, editor, call, body), await ask(team, admin, call, body)];
    expect(await asEditor.clone().text(), call).toContain('Ask an admin to name it');
    expect(await outcomeOf(asEditor), call).toEqual([403, 'NOT_NAMED']);
    expect(await asAdmin.text(), call).toContain('Please name it first');
  }
  expect((await adsOf(token)).calls).toEqual([]);
  const listOf = async (user: TestUser, call: string) =>
    adAccountsSchema.parse(await (await ask(team, user, call)).json()).accounts.map(({ id }) => id);
  expect(await listOf(editor, 'GET /platforms/google-rules/accounts')).toEqual([]);
  expect(await listOf(admin, 'GET /connections/google-rules/accounts')).toContain(ACCOUNT.id);

  await ask(team, admin, `PUT /connections/google-rules/named/${ACCOUNT.id}`);
  expect(await listOf(editor, 'GET /platforms/google-rules/accounts')).toEqual([ACCOUNT.id]);
  const rules = [mobileRule()];
  const seen = await ask(team, editor, 'POST /pushes/google-rules/preview', { account: ACCOUNT, rules });
  const { picture } = await seen.json<{ picture: string }>();
  const pushed = await ask(team, editor, 'POST /pushes/google-rules', { account: ACCOUNT, rules, picture });
  expect(pushed.status).toBe(201);
  const { push } = await pushed.json<{ push: { id: string } }>();
  expect(await namesInLog(team, 'resource.read')).toMatchObject([{ userId: editor.id, object: ACCOUNT.id }]);

  await ask(team, admin, `DELETE /connections/google-rules/named/${ACCOUNT.id}`);
  const before = (await adsOf(token)).calls.length;
  expect(await outcomeOf(await ask(team, editor, `POST /pushes/${push.id}/undo`))).toEqual([
    403,
    'NOT_NAMED',
  ]);
  expect((await adsOf(token)).calls.length).toBe(before);
  await ask(team, admin, `PUT /connections/google-rules/named/${ACCOUNT.id}`);
  expect((await ask(team, editor, `POST /pushes/${push.id}/undo`)).status).toBe(200);
});

test('a member who is removed while the account is read pushes and undoes nothing; one of another team does', async () => {
  const rooms = [await aTeam(), await aTeam()];
  const rules = [mobileRule()];
  const body = { account: ACCOUNT, rules };
  const begins = /^(?:insert into|update) "pushes"/i;
  /** Removes the editor of the first team right before a push or an undo begins. */
  const removing = (): D1Database =>
    watchDatabase(env.DB, async ({ statements, work }) => {
      if (statements.some((sql) => begins.test(sql)))
        await env.DB.prepare("DELETE FROM members WHERE team_id = ? AND role = 'editor'")
          .bind(rooms[0]!.team)
          .run();
      return await work();
    });
  const outcomes = [];
  for (const { team, admin, editor, token } of rooms) {
    await ask(team, admin, `PUT /connections/google-rules/named/${ACCOUNT.id}`);
    const seen = await ask(team, editor, 'POST /pushes/google-rules/preview', body);
    const { picture } = await seen.json<{ picture: string }>();
    const push = (DB: D1Database) =>
      callScheduling(
        `/api/teams/${team}/pushes/google-rules`,
        { method: 'POST', cookie: editor.cookie, body: { ...body, picture } },
        { DB },
      );
    const pushed = await push(removing());
    const written = (await adsOf(token)).customers[0]!.rules.length > 0;
    outcomes.push([pushed.status, written, await count('pushes WHERE user_id = ?', team)]);
    if (pushed.status !== 201) {
      await enrol(team, editor, 'editor');
      expect((await push(env.DB)).status).toBe(201);
    }
    const { results } = await env.DB.prepare('SELECT id FROM pushes WHERE user_id = ?').bind(team).all();
    const undone = await callScheduling(
      `/api/teams/${team}/pushes/${String(results[0]?.['id'])}/undo`,
      { method: 'POST', cookie: editor.cookie },
      { DB: removing() },
    );
    outcomes.push([undone.status, await count("pushes WHERE user_id = ? AND state = 'done'", team)]);
  }
  expect(outcomes).toEqual([
    [404, false, 0],
    [404, 1],
    [201, true, 1],
    [200, 0],
  ]);
});

test('an ad account that was not looked at is named by its ID and its manager, and by nobody but an admin', async () => {
  const [room, other] = [await aTeam(), await aTeam()];
  const { team, admin, editor, viewer, token } = room;
  // The manager does not tell its accounts, so that the one below it is in no list.
  const manager = makeCustomer({ id: '5550000000', descriptiveName: 'Agency', manager: true });
  const below = makeCustomer({ id: '1234567890', under: '5550000000' });
  const listing = { at: '5550000000/googleAds:search', isApplied: false, status: 503 };
  await setAds(token, { customers: [makeCustomer({ id: '42' }), manager, below], failures: [listing] });
  const named = (id: string, via: string) => `PUT /connections/google-rules/named/${id}?via=${via}`;
  const call = named('1234567890', '5550000000');
  for (const user of [editor, viewer])
    expect(await outcomeOf(await ask(team, user, call))).toEqual([403, 'NOT_ALLOWED']);
  expect(await outcomeOf(await ask(team, other.admin, call))).toEqual([404, 'NO_TEAM']);
  // The connection opens neither another account nor this one without its manager.
  for (const wrong of [named('999', '5550000000'), named('1234567890', ''), named('1234567890', 'x')])
    expect(await outcomeOf(await ask(team, admin, wrong)), wrong).toEqual([409, 'PLATFORM_REFUSED']);
  expect(await count('named_resources WHERE team_id IN (?, ?)', team, other.team)).toBe(0);

  expect(await (await ask(team, admin, call)).json()).toMatchObject({
    named: [{ id: '1234567890', name: 'Acme', namedBy: admin.email }],
  });
  expect(await count('named_resources WHERE team_id = ?', other.team)).toBe(0);
  const list = await ask(team, editor, 'GET /platforms/google-rules/accounts');
  const { accounts, unread } = adAccountsSchema.parse(await list.json());
  expect({ accounts, unread }).toEqual({
    accounts: [
      { id: '1234567890', via: '5550000000', name: 'Acme', currency: null, isManager: false, isTest: false },
    ],
    unread: 0,
  });
  const account = { id: '1234567890', via: '5550000000' };
  const seen = await ask(team, editor, 'POST /pushes/google-rules/preview', {
    account,
    rules: [mobileRule()],
  });
  expect(seen.status).toBe(200);
  // Once the whole list is read, a name alone lists nothing.
  await setAds(token, { customers: [manager], failures: [] });
  const whole = await ask(team, editor, 'GET /platforms/google-rules/accounts');
  expect(await whole.json()).toEqual({ accounts: [], unread: 0 });
  // An account that a whole list lacks is not asked for by its ID.
  expect(await outcomeOf(await ask(team, admin, named('999', '5550000000')))).toEqual([
    409,
    'PLATFORM_REFUSED',
  ]);
  expect((await adsOf(token)).calls.some(({ path }) => path.includes('/999/'))).toBe(false);
});

test('the connection of a user serves whatever its account opens, as before', async () => {
  const { team, admin } = await aTeam();
  const user = await userThere();
  expect((await callScheduling('/api/connections/sheets/named', { cookie: user.cookie })).status).toBe(404);
  expect(await count('named_resources WHERE team_id = ?', team)).toBe(0);
  expect(
    (await ask(team, admin, 'POST /sends/key', { account: '1234567890', manager: null, action: '1' })).status,
  ).toBe(200);
});

// --- What would stop ---

const PUSHES: readonly [state: string, before: string, pending: string, written: string][] = [
  ['done', "'{}'", 'NULL', '["one"]'],
  ['stopped', "'{}'", "'{}'", '[]'],
  ['undone', "'{}'", 'NULL', '["one"]'],
  ['done', "'{}'", 'NULL', '[]'],
  ['done', 'NULL', 'NULL', '["one"]'],
];

/** Pushes of a team to the ad account '7': two that can be undone, and one each that was undone, wrote nothing, and is emptied. */
async function storePushes(team: string): Promise<void> {
  await env.DB.batch(
    PUSHES.map(([state, before, pending, written], at) =>
      env.DB.prepare(
        `INSERT INTO pushes VALUES (?, ?, 'google-rules', '7', NULL, 'Acme', 'x', 1, '${state}', 0, '[]', '[]', ${before}, NULL, '[]', ${pending}, '${written}', NULL, '[]', '[]', NULL, NULL)`,
      ).bind(`${team}-${at}`, team),
    ),
  );
}

test('of what would stop, a source that is paused and a push that nobody can undo are not counted', async () => {
  const [room, other] = [await aTeam(), await aTeam()];
  const { team, admin, editor } = room;
  const id = await aSpreadsheet();
  await ask(team, admin, nameSheet(id));
  for (const one of [await keepCurrent(room, id), await keepCurrent(room, id)])
    expect(one.answer.status).toBe(201);
  const paused = await keepCurrent(room, id);
  expect((await ask(team, editor, `POST /analyses/${paused.id}/source/pause`)).status).toBe(200);
  await storePushes(team);
  await storePushes(other.team);
  const name = "INSERT INTO named_resources VALUES (?, 'google-rules', '7', 'Acme', NULL, 1, NULL, NULL)";
  await env.DB.prepare(name).bind(team).run();
  const usesOf = async (kind: string) => {
    const answer = await ask(team, admin, `GET /connections/${kind}/named`);
    const { named } = namedSchema.parse(await answer.json());
    return named.map(({ sources, pushes, names }) => [sources, pushes, names]);
  };
  const files = ['leads.csv', 'leads.csv'];
  expect([await usesOf('sheets'), await usesOf('google-rules')]).toEqual([[[2, 0, files]], [[0, 2, []]]]);
  const { members } = membersSchema.parse(await (await ask(team, admin, 'GET /members')).json());
  const uses = members.flatMap(({ endsWith }) =>
    endsWith.map(({ kind, sources, pushes, names }) => [kind, sources, pushes, names]),
  );
  expect(uses.toSorted()).toEqual([
    ['google-rules', 0, 2, ['Acme']],
    ['sheets', 2, 0, files],
  ]);
});

/** The uses of each connection, as the question before its end names them. */
async function usesIn(path: string, cookie: string): Promise<Record<string, unknown>> {
  const answer = await callScheduling(path, { cookie });
  const { connections } = connectionsSchema.parse(await answer.json());
  return Object.fromEntries(
    connections.flatMap(({ kind, connection }) => (connection ? [[kind, connection.uses]] : [])),
  );
}

test('each connection names what stops with it: of a team and of a user their own, and nothing of another team', async () => {
  const [room, other] = [await aTeam(), await aTeam()];
  const { team, admin } = room;
  for (const { team: one, admin: by } of [room, other]) {
    const id = await aSpreadsheet();
    await ask(one, by, nameSheet(id));
    expect((await keepCurrent(one === team ? room : other, id)).answer.status).toBe(201);
    await storePushes(one);
  }
  await env.DB.prepare("UPDATE saved_analyses SET name = 'Theirs' WHERE user_id = ?").bind(other.team).run();
  await env.DB.prepare("UPDATE saved_analyses SET name = 'Web leads' WHERE user_id = ?").bind(team).run();
  await env.DB.prepare("UPDATE pushes SET target_name = 'Their account' WHERE user_id = ?")
    .bind(other.team)
    .run();
  const none = { sources: 0, pushes: 0, sends: 0, names: [] };
  expect(await usesIn(`/api/teams/${team}/connections`, admin.cookie)).toMatchObject({
    sheets: { ...none, sources: 1, names: ['Web leads'] },
    'google-rules': { ...none, pushes: 2, names: ['Acme'] },
  });
  const teams = teamListSchema.parse(
    await (await callScheduling('/api/teams', { cookie: admin.cookie })).json(),
  );
  const named = teams.teams.flatMap(({ endsWithYou }) => endsWithYou.flatMap(({ names }) => names));
  expect(named.toSorted()).toEqual(['Acme', 'Web leads']);
  // The admin's own connections have uses of their own.
  const own = await usesIn('/api/connections', admin.cookie);
  expect(Object.values(own).filter((uses) => JSON.stringify(uses) !== JSON.stringify(none))).toEqual([]);
});

test('of many uses the first five are named, each ad account once; a send that has ended is none', async () => {
  const [user, stranger] = [await userThere(), await userThere()];
  const connect = (id: string, kind: string) =>
    env.DB.prepare(
      "INSERT INTO connections VALUES (?, ?, 'ann@example.com', 'v', 't', NULL, 0, NULL, 1, NULL, NULL, 0, NULL, NULL, NULL)",
    )
      .bind(id, kind)
      .run();
  const send = (id: string, owner: string, account: string, done: number) =>
    env.DB.prepare("INSERT INTO sends VALUES (?, ?, ?, NULL, '2', 'abc', 3, 1, ?, 0, '{}', 1, 1)")
      .bind(`${owner}-${id}`, owner, account, done)
      .run();
  for (const { id } of [user, stranger]) {
    await connect(id, 'google-values');
    await connect(id, 'google-rules');
  }
  for (const at of [7, 6, 5, 4, 3, 2, 1]) await send(`${at}`, user.id, `000000000${at}`, 2);
  await send('again', user.id, '0000000001', 0);
  await send('ended', user.id, '0000000000', 3);
  await send('theirs', stranger.id, '9999999999', 2);
  const none = { sources: 0, pushes: 0, sends: 0, names: [] };
  expect(await usesIn('/api/connections', user.cookie)).toEqual({
    'google-values': { ...none, sends: 8, names: [1, 2, 3, 4, 5].map((at) => `000000000${at}`) },
    'google-rules': none,
  });
});
