import { createScheduledController } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import { auditSchema, teamRulesSchema, type Audit, type TeamRules } from '#contract/organisation.ts';
import worker from '#worker/index.ts';
import { gzip, makeSave } from './analysis-support.ts';
import { signInWithGoogle } from './google-support.ts';
import { call, cookieOf, count, ORIGIN, signedInUser, type TestUser } from './support.ts';
import { accept, callTeam, enrol, invited, makeTeam, outcomeOf, savedIn } from './team-support.ts';

const DAY = 24 * 60 * 60 * 1000;

afterEach(() => {
  vi.useRealTimers();
});

/** A user whose session Google has named this domain for; null: a Google account without one. */
async function employee(
  hd: string | null = 'acme.example',
  sub = crypto.randomUUID(),
): Promise<TestUser & { sub: string }> {
  const email = `${sub}@acme.example`; // the address is the same, whatever the claim says
  const response = await signInWithGoogle({ claims: { sub, email, hd } });
  const cookie = cookieOf(response) ?? '';
  const row = await env.DB.prepare('SELECT id FROM users WHERE email = ?')
    .bind(email)
    .first<{ id: string }>();
  return { id: row?.id ?? '', email, cookie, sub };
}

const put = (
  team: string,
  rule: string,
  { cookie }: Pick<TestUser, 'cookie'>,
  body: unknown,
): Promise<Response> => callTeam(team, `/${rule}`, { method: 'PUT', cookie, body });

const requireDomain = (team: string, by: Pick<TestUser, 'cookie'>, domain: string | null) =>
  put(team, 'domain', by, { domain });

const rulesOf = async (team: string, { cookie }: Pick<TestUser, 'cookie'>): Promise<TeamRules> =>
  teamRulesSchema.parse(await (await callTeam(team, '/rules', { cookie })).json());

const NONE = [403, 'DOMAIN_REQUIRED'];

// --- Domain ---

test('an admin can require only the domain of the own session', async () => {
  const admin = await employee();
  const [team, other] = [await makeTeam(admin), await makeTeam(admin)];
  for (const domain of ['other.example', 'ACME.EXAMPLE', '', 'example'])
    expect(await outcomeOf(await requireDomain(team, admin, domain))).toEqual([403, 'OTHER_DOMAIN']);
  const password = await signedInUser();
  await enrol(team, password, 'admin');
  expect(await outcomeOf(await requireDomain(team, password, 'acme.example'))).toEqual([403, 'OTHER_DOMAIN']);
  const personal = await employee(null);
  await enrol(team, personal, 'admin');
  expect(await outcomeOf(await requireDomain(team, personal, 'acme.example'))).toEqual([403, 'OTHER_DOMAIN']);
  expect(await rulesOf(team, admin)).toMatchObject({ domain: null, sessionDomain: 'acme.example' });
  const editor = await employee();
  await enrol(team, editor, 'editor');
  expect(await outcomeOf(await requireDomain(team, editor, 'acme.example'))).toEqual([403, 'NOT_ALLOWED']);
  expect((await requireDomain(team, admin, 'acme.example')).status).toBe(200);
  expect(await rulesOf(team, admin)).toMatchObject({ domain: 'acme.example' });
  expect(await rulesOf(other, admin)).toMatchObject({ domain: null });
});

test('a team that requires a domain opens in such sessions alone, whatever else the person uses', async () => {
  const admin = await employee();
  const member = await employee();
  const [password, personal] = [await signedInUser(), await employee(null)];
  const [team, open] = [await makeTeam(admin), await makeTeam(admin)];
  for (const one of [member, password, personal]) await enrol(team, one, 'editor');
  await enrol(open, password, 'editor');
  const id = await savedIn(team, admin);
  await requireDomain(team, admin, 'acme.example');
  for (const one of [password, personal]) {
    for (const path of ['', '/analyses', `/analyses/${id}`, '/members', '/rules'])
      expect(await outcomeOf(await callTeam(team, path, one)), path).toEqual(NONE);
    expect(
      await outcomeOf(await callTeam(team, '/analyses', { ...one, method: 'POST', body: makeSave() })),
    ).toEqual(NONE);
    const moved = await call('/api/analyses', { method: 'POST', cookie: one.cookie, body: makeSave() });
    const own = (await moved.json<{ id: string }>()).id;
    for (const way of ['move', 'copy']) {
      const into = { method: 'POST', cookie: one.cookie, body: { team } };
      expect(await outcomeOf(await call(`/api/analyses/${own}/${way}`, into))).toEqual(NONE);
    }
    expect((await call('/api/analyses', one)).status).toBe(200);
  }
  expect((await callTeam(open, '/analyses', password)).status).toBe(200);
  expect((await callTeam(team, '/analyses', member)).status).toBe(200);
  // The same member, by another sign-in of the same account.
  const again = await employee(null, member.sub);
  expect(again.id).toBe(member.id);
  expect(await outcomeOf(await callTeam(team, '/analyses', again))).toEqual(NONE);
  const elsewhere = await employee('other.example', member.sub);
  expect(await outcomeOf(await callTeam(team, '/analyses', elsewhere))).toEqual(NONE);
  expect((await callTeam(team, '/analyses', member)).status).toBe(200);
  // A stranger does not learn that the team has a rule.
  expect(await outcomeOf(await callTeam(team, '', await signedInUser()))).toEqual([404, 'NO_TEAM']);
});

test('the refusal says how to sign in, and the team can be left without it', async () => {
  const [admin, member] = [await employee(), await signedInUser()];
  const team = await makeTeam(admin);
  await enrol(team, member, 'admin');
  await requireDomain(team, admin, 'acme.example');
  const { message } = await (await callTeam(team, '', member)).json<{ message: string }>();
  expect(message).toContain('Google through acme.example');
  expect((await callTeam(team, '/leave', { ...member, method: 'POST' })).status).toBe(200);
  expect(await count('members WHERE team_id = ?', team)).toBe(1);
});

test('nobody joins without the sign-in, and the rule can be ended', async () => {
  const [admin, outsider] = [await employee(), await signedInUser()];
  const team = await makeTeam(admin);
  const { token } = await invited(team, admin);
  await requireDomain(team, admin, 'acme.example');
  expect(await outcomeOf(await accept(token, outsider))).toEqual(NONE);
  expect(await count('members WHERE team_id = ?', team)).toBe(1);
  expect((await requireDomain(team, admin, null)).status).toBe(200);
  expect((await accept(token, outsider)).status).toBe(200);
  expect((await callTeam(team, '', outsider)).status).toBe(200);
});

test('a session that ends while the rule is set sets nothing', async () => {
  const admin = await employee();
  const team = await makeTeam(admin);
  await env.DB.prepare("UPDATE sessions SET sess = json_remove(sess, '$.hd') WHERE user_id = ?")
    .bind(admin.id)
    .run();
  expect(await outcomeOf(await requireDomain(team, admin, 'acme.example'))).toEqual([403, 'OTHER_DOMAIN']);
  expect(await rulesOf(team, admin)).toMatchObject({ domain: null, sessionDomain: null });
});

// --- Retention ---

const START = 2_000_000_000_000;

/** The hourly run of that time. It ends all sessions that are over by then, but not that of the tests. */
const hourlyRun = async (now: number): Promise<void> => {
  await env.DB.prepare('UPDATE sessions SET expire = ?')
    .bind(now + DAY)
    .run();
  vi.useFakeTimers({ now, toFake: ['Date'] });
  await worker.scheduled(createScheduledController(), env);
  vi.useRealTimers();
};

/** Stores a dataset of an analysis. */
const putDataset = async (team: string, id: string, { cookie }: TestUser): Promise<Response> =>
  await exports.default.fetch(
    new Request(`${ORIGIN}/api/teams/${team}/analyses/${id}/dataset`, {
      method: 'PUT',
      body: await gzip('["Status","Source"]\n["Qualified","Web"]'),
      headers: { Origin: ORIGIN, 'Content-Type': 'application/gzip', Cookie: cookie },
    }),
  );

/** An analysis with a dataset that was stored at that time. */
async function withDataset(team: string, by: TestUser, storedAt: number): Promise<string> {
  const id = await savedIn(team, by);
  await putDataset(team, id, by);
  await env.DB.prepare("UPDATE uploads SET created_at = ? WHERE analysis_id = ? AND kind = 'dataset'")
    .bind(storedAt, id)
    .run();
  return id;
}

const hasDataset = async (id: string): Promise<boolean> =>
  (await count("uploads WHERE analysis_id = ? AND kind = 'dataset'", id)) === 1;

async function endOf(team: string, id: string, { cookie }: TestUser): Promise<string | undefined> {
  const list = await (
    await callTeam(team, '/analyses', { cookie })
  ).json<{ id: string; datasetEndsAt?: string }[]>();
  const single = await (
    await callTeam(team, `/analyses/${id}`, { cookie })
  ).json<{ datasetEndsAt?: string }>();
  const listed = list.find((one) => one.id === id)?.datasetEndsAt;
  expect(single.datasetEndsAt).toBe(listed);
  return listed;
}

test('datasets of a team end after the days that an admin chose, announced 7 days before; figures stay', async () => {
  const admin = await signedInUser();
  const [team, other] = [await makeTeam(admin), await makeTeam(admin)];
  const [old, young] = [
    await withDataset(team, admin, START - 100 * DAY),
    await withDataset(team, admin, START - 10 * DAY),
  ];
  const elsewhere = await withDataset(other, admin, START - 100 * DAY);
  await hourlyRun(START);
  expect(await rulesOf(team, admin)).toMatchObject({
    datasetDays: null,
    datasets: 2,
    ending: 0,
    nextEndsAt: null,
  });

  expect((await put(team, 'retention', admin, { datasetDays: 30 })).status).toBe(200);
  await hourlyRun(START);
  // A dataset that is long over gets the notice as well.
  const end = new Date(START + 7 * DAY).toISOString();
  expect(await endOf(team, old, admin)).toBe(end);
  expect(await endOf(team, young, admin)).toBeUndefined();
  expect(await rulesOf(team, admin)).toMatchObject({ datasets: 2, ending: 1, nextEndsAt: end });
  await hourlyRun(START + 7 * DAY - 1);
  expect(await hasDataset(old)).toBe(true);
  await hourlyRun(START + 7 * DAY);
  expect(await hasDataset(old)).toBe(false);
  const kept = await (await callTeam(team, `/analyses/${old}`, admin)).json();
  expect(kept).toMatchObject({ id: old, analysisData: { totalLeads: 100 } });
  expect((await callTeam(team, `/analyses/${old}/dataset`, admin)).status).toBe(404);
  expect([await hasDataset(young), await hasDataset(elsewhere)]).toEqual([true, true]);
  // The younger one is announced 7 days before its own end.
  expect(await endOf(team, young, admin)).toBeUndefined();
  await hourlyRun(START + 13 * DAY - 1);
  expect(await endOf(team, young, admin)).toBeUndefined();
  await hourlyRun(START + 13 * DAY);
  expect(await endOf(team, young, admin)).toBe(new Date(START + 20 * DAY).toISOString());
  const log = await env.DB.prepare(
    "SELECT person, object FROM audit WHERE team_id = ? AND action = 'dataset.ended'",
  )
    .bind(team)
    .all();
  expect(log.results).toEqual([{ person: null, object: old }]);
});

test('another rule, a new owner and a new dataset take an announced end back', async () => {
  const admin = await signedInUser();
  const team = await makeTeam(admin);
  const ids = [1, 2, 3].map(() => withDataset(team, admin, START - 100 * DAY));
  const [moved, replaced, kept] = (await Promise.all(ids)) as [string, string, string];
  await put(team, 'retention', admin, { datasetDays: 30 });
  await hourlyRun(START);
  await callTeam(team, `/analyses/${moved}/move`, {
    method: 'POST',
    cookie: admin.cookie,
    body: { team: null },
  });
  await putDataset(team, replaced, admin);
  expect(await endOf(team, replaced, admin)).toBeUndefined();
  expect(await endOf(team, kept, admin)).toBeDefined();
  await put(team, 'retention', admin, { datasetDays: 31 });
  expect(await endOf(team, kept, admin)).toBeUndefined();
  await hourlyRun(START + DAY);
  await put(team, 'retention', admin, { datasetDays: null });
  await hourlyRun(START + 30 * DAY);
  for (const id of [moved, replaced, kept]) expect(await hasDataset(id)).toBe(true);
});

test.each([6, 3651, 30.5, '30', -1])(
  '%s days are refused, and the boundaries are not',
  async (datasetDays) => {
    const admin = await signedInUser();
    const team = await makeTeam(admin);
    expect(await outcomeOf(await put(team, 'retention', admin, { datasetDays }))).toEqual([
      400,
      'INVALID_INPUT',
    ]);
    for (const days of [7, 3650, null])
      expect((await put(team, 'retention', admin, { datasetDays: days })).status).toBe(200);
  },
);

// --- The log ---

const readLog = async (team: string, { cookie }: TestUser, query = ''): Promise<Audit> =>
  auditSchema.parse(await (await callTeam(team, `/audit${query}`, { cookie })).json());

test('admins read and filter the log of their team, page by page', async () => {
  const [admin, second] = [await signedInUser(), await signedInUser()];
  const [team, other] = [await makeTeam(admin), await makeTeam(second)];
  await enrol(team, second, 'admin');
  const id = await savedIn(team, second);
  await savedIn(other, second);
  const all = await readLog(team, admin);
  expect(all.entries.map(({ action }) => action)).toEqual([
    'analysis.saved',
    'member.joined',
    'member.joined',
    'team.made',
  ]);
  expect(all.entries[0]).toMatchObject({ object: id, label: 'leads.csv', person: { name: second.email } });
  expect(all.entries[1]).toMatchObject({ label: second.email, person: null, detail: 'admin' });
  expect(all.people.map(({ name }) => name).toSorted()).toEqual([admin.email, second.email].toSorted());
  const by = all.people.find(({ name }) => name === second.email)?.id ?? '';
  const actionsOf = async (query: string) =>
    (await readLog(team, admin, query)).entries.map(({ action }) => action);
  expect(await actionsOf(`?person=${by}`)).toEqual(['analysis.saved']);
  expect(await actionsOf('?area=member')).toEqual(['member.joined', 'member.joined']);
  expect(await actionsOf(`?before=${all.entries[1]?.id}&person=&area=`)).toEqual([
    'member.joined',
    'team.made',
  ]);
  const at = all.entries[0]?.at ?? '';
  expect(await actionsOf(`?from=${at}&area=analysis`)).toEqual(['analysis.saved']);
  expect(await actionsOf(`?to=${at}&area=analysis`)).toEqual([]);
  for (const wrong of ['?area=x', '?from=yesterday', '?before=a'])
    expect(await outcomeOf(await callTeam(team, `/audit${wrong}`, admin)), wrong).toEqual([
      400,
      'INVALID_INPUT',
    ]);
});

test('a page of the log has 200 entries and names the next one', async () => {
  const admin = await signedInUser();
  const team = await makeTeam(admin);
  const insert = env.DB.prepare(
    "INSERT INTO audit (team_id, at, action) VALUES (?, 1900000000000, 'team.renamed')",
  ).bind(team);
  await env.DB.batch(Array.from({ length: 199 }, () => insert));
  const first = await readLog(team, admin);
  expect([first.entries.length, first.next]).toEqual([200, first.entries.at(-1)?.id]);
  const last = await readLog(team, admin, `?before=${first.next}`);
  expect([last.entries.map(({ action }) => action), last.next, last.people]).toEqual([
    ['team.made'],
    null,
    [],
  ]);
});

test('a network is a keyed hash in the log, the same for the same network', async () => {
  const admin = await signedInUser();
  const team = await makeTeam(admin);
  for (const [name, address] of [
    ['B', '192.0.2.1'],
    ['C', '192.0.2.1'],
    ['D', '192.0.2.2'],
  ])
    await callTeam(team, '', {
      method: 'PATCH',
      cookie: admin.cookie,
      body: { name },
      headers: { 'CF-Connecting-IP': address ?? '' },
    });
  const networks = (await readLog(team, admin, '?area=team')).entries.map(({ network }) => network);
  expect(networks[0]).toMatch(/^[\w-]{22}$/);
  expect(networks).toEqual([networks[0], networks[1], networks[1], null]);
  expect(networks[0]).not.toBe(networks[1]);
});
