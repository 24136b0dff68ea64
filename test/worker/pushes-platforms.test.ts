import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  adAccountsSchema,
  audiencesSchema,
  foundPlacesSchema,
  previewSchema,
  pushedSchema,
} from '#contract/push-answers.ts';
import type { PushedRule } from '#contract/pushes.ts';
import { callThere, connect, userThere } from './connection-support.ts';
import { listPushes, mobileRule, post, readPush } from './push-support.ts';
import type { TestUser } from './support.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

/** The platforms beside Google, each as its stand-in is reached and what its accounts hold. */
const PLATFORMS = {
  meta: {
    origin: env.META_ORIGIN ?? '',
    account: { id: '4711', via: null },
    tokenOf: (name: string) => name,
    effects: ['Increase bid by 30%', 'Increase bid by 40%'],
    place: 'region:3886',
    secret: { META_APP_SECRET: undefined },
    rulesOf: (account: StoodAccount) =>
      account.sets?.filter(({ status }) => status === 'ACTIVE').flatMap(({ rules }) => rules) ?? [],
  },
  microsoft: {
    origin: env.MICROSOFT_ADS_ORIGIN ?? '',
    account: { id: '815', via: '42' },
    tokenOf: (name: string) => `${name}-access-0`,
    effects: ['Multiply by 1.30', 'Multiply by 1.40'],
    place: 'SubGeography:4127',
    secret: { MICROSOFT_DEVELOPER_TOKEN: undefined },
    rulesOf: (account: StoodAccount) => account.rules?.filter(({ Status }) => Status !== 'Deleted') ?? [],
  },
} as const;
type Kind = keyof typeof PLATFORMS;
const KINDS = Object.keys(PLATFORMS) as Kind[];

interface StoodAccount {
  sets?: { status: string; rules: object[] }[];
  rules?: { Status: string }[];
}

/** A user who is connected, with the token that the stand-in knows. */
async function advertiserOf(kind: Kind): Promise<TestUser & { token: string }> {
  const user = await userThere();
  const name = `token-${crypto.randomUUID()}`;
  await connect(user.cookie, { account: `${name}@example.com`, token: name }, kind);
  return { ...user, token: PLATFORMS[kind].tokenOf(name) };
}

async function stateOf(
  kind: Kind,
  token: string,
  set?: object,
): Promise<{ accounts: StoodAccount[]; calls: unknown[] }> {
  const answer = await fetch(`${PLATFORMS[kind].origin}/control`, {
    headers: { Authorization: `Bearer ${token}` },
    ...(set && { method: 'PUT', body: JSON.stringify(set) }),
  });
  return await answer.json();
}

async function rulesAt(kind: Kind, token: string): Promise<object[]> {
  const [account] = (await stateOf(kind, token)).accounts;
  return [...PLATFORMS[kind].rulesOf(account!)]; // a stand-in begins with one
}

async function push(kind: Kind, cookie: string, rules: readonly PushedRule[]) {
  const { account } = PLATFORMS[kind];
  const preview = await post(`/api/pushes/${kind}/preview`, cookie, { account, rules });
  const { picture } = await preview.json<{ picture: string }>();
  return await post(`/api/pushes/${kind}`, cookie, { account, rules, picture });
}

describe.each(KINDS)('%s', (kind) => {
  const { account, effects, place } = PLATFORMS[kind];
  const path = `/api/platforms/${kind}`;

  test('a plan is compared, pushed, changed and undone, and each answer fits the contract', async () => {
    const { cookie, token, email } = await advertiserOf(kind);
    const rules = [mobileRule()];
    const answer = await post(`/api/pushes/${kind}/preview`, cookie, { account, rules });
    const seen = previewSchema.parse(await answer.json());
    const after = kind === 'meta' ? `No. 1: ${effects[0]}` : effects[0];
    expect(seen).toMatchObject({
      accountName: 'Acme',
      problems: [],
      isTested: false,
      difference: [{ action: 'add', rule: 'Device: Mobile phones', before: null, after }],
    });
    expect(seen.touches).toHaveLength(kind === 'meta' ? 3 : 2);
    expect(await rulesAt(kind, token)).toEqual([]);
    const first = pushedSchema.parse(await (await push(kind, cookie, rules)).json());
    expect(first.push).toMatchObject({ kind, state: 'done', problem: null, by: email, canUndo: true });
    const one = await rulesAt(kind, token);
    expect(one).toHaveLength(1);
    const second = await readPush(await push(kind, cookie, [mobileRule(1.4)]));
    expect(await rulesAt(kind, token)).not.toEqual(one);
    expect((await post(`/api/pushes/${second.id}/undo`, cookie)).status).toBe(200);
    expect(await rulesAt(kind, token)).toEqual(one);
    const undone = await readPush(await post(`/api/pushes/${first.push.id}/undo`, cookie));
    expect(undone).toMatchObject({ state: 'undone', canUndo: false });
    expect(await rulesAt(kind, token)).toEqual([]);
  });

  test('accounts, places and audiences are read with the right of the user, and fit the contract', async () => {
    const { cookie } = await advertiserOf(kind);
    const accounts = await (await callThere(`${path}/accounts`, { cookie })).json();
    expect(adAccountsSchema.parse(accounts).accounts).toMatchObject([
      { ...account, name: 'Acme', currency: 'EUR' },
    ]);
    const asked = { account, names: ['Texas', 'Nowhere'], country: null };
    const find = async () =>
      foundPlacesSchema.parse(await (await post(`${path}/places`, cookie, asked)).json()).places;
    expect(await find()).toMatchObject([
      { name: 'Texas', candidates: [{ id: place }], confirmedId: null },
      { name: 'Nowhere', candidates: [] },
    ]);
    const values = [{ id: place, name: 'Texas, United States', value: 'Texas' }];
    await push(kind, cookie, [{ ...mobileRule(), conditions: [{ kind: 'location', values }] }]);
    expect((await find())[0]?.confirmedId).toBe(place);
    const via = account.via === null ? '' : `?via=${account.via}`;
    const lists = await callThere(`${path}/accounts/${account.id}/audiences${via}`, { cookie });
    expect(audiencesSchema.parse(await lists.json()).audiences.length).toBeGreaterThan(1);
    expect((await callThere(`${path}/accounts/${account.id}/conversion-actions`, { cookie })).status).toBe(
      404,
    );
  });

  test('no answer and no row holds a token', async () => {
    const { cookie, token } = await advertiserOf(kind);
    const made = await push(kind, cookie, [mobileRule()]);
    const { id } = (await made.clone().json<{ push: { id: string } }>()).push;
    const answers = [
      made,
      await post(`/api/pushes/${kind}/preview`, cookie, { account, rules: [mobileRule()] }),
      await post(`/api/pushes/${id}/undo`, cookie),
      await callThere('/api/pushes', { cookie }),
      await callThere(`${path}/accounts`, { cookie }),
      await callThere(`/api/connections/${kind}/token`, { method: 'POST', cookie }),
    ];
    for (const answer of answers)
      expect(`${await answer.text()}${JSON.stringify([...answer.headers])}`).not.toContain(token);
    const stored = await env.DB.prepare('SELECT * FROM pushes').all();
    expect(JSON.stringify(stored.results)).not.toContain(token);
  });

  test('no call is made with the connection of another user, and no push of another user is undone', async () => {
    const [owner, other] = [await advertiserOf(kind), await advertiserOf(kind)];
    const stranger = await userThere();
    const { id } = await readPush(await push(kind, owner.cookie, [mobileRule()]));
    const before = await stateOf(kind, owner.token);
    await push(kind, other.cookie, [mobileRule(1.4)]);
    expect((await post(`/api/pushes/${id}/undo`, other.cookie)).status).toBe(404);
    expect((await post(`/api/pushes/${id}/undo`, null)).status).toBe(401);
    for (const response of [
      await post(`/api/pushes/${kind}/preview`, stranger.cookie, { account, rules: [mobileRule()] }),
      await post(`${path}/places`, stranger.cookie, { account, names: ['Texas'], country: null }),
      await callThere(`${path}/accounts`, { cookie: stranger.cookie }),
    ]) {
      expect(response.status).toBe(409);
      expect(await response.json()).toMatchObject({ code: 'DISCONNECTED' });
    }
    // Another kind of connection is no right for this one.
    const [elsewhere = kind] = KINDS.filter((one) => one !== kind);
    const elsewhereUser = await advertiserOf(elsewhere);
    expect((await callThere(`${path}/accounts`, { cookie: elsewhereUser.cookie })).status).toBe(409);
    expect(await stateOf(kind, owner.token)).toEqual(before);
    expect((await listPushes(other.cookie)).map((one) => one.id)).not.toContain(id);
    expect(await rulesAt(kind, owner.token)).toHaveLength(1);
  });

  test('a write that gets no answer stops, and the next push writes what is missing', async () => {
    const { cookie, token } = await advertiserOf(kind);
    await push(kind, cookie, [mobileRule()]);
    // The account is read to compare and again before the write: by five calls at Meta, else by two.
    await stateOf(kind, token, { failures: [{ at: kind === 'meta' ? 10 : 4, isApplied: false }] });
    const next = await push(kind, cookie, [mobileRule(1.4)]);
    expect(await readPush(next)).toMatchObject({
      state: 'stopped',
      written: [],
      problem: expect.stringContaining('It was not repeated.'),
    });
    expect(await rulesAt(kind, token)).toHaveLength(1);
    await stateOf(kind, token, {});
    expect(await readPush(await push(kind, cookie, [mobileRule(1.4)]))).toMatchObject({ state: 'done' });
    expect(await rulesAt(kind, token)).toHaveLength(1);
  });

  test('without the keys of the operator there is nothing', async () => {
    const { cookie } = await advertiserOf(kind);
    const bindings = PLATFORMS[kind].secret;
    const response = await callThere(`${path}/accounts`, { cookie }, bindings as object);
    expect(response.status).toBe(404);
  });
});
