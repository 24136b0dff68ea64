import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import type { PushList, PushPreview, PushRecord } from '#contract/push-answers.ts';
import type { PushedRule } from '#contract/pushes.ts';
import type { Env } from '#worker/env.ts';
import type { Call, Failure, StoodCustomer } from '../support/google-ads-stand-in.ts';
import { callThere, grantor, storeGrant, userThere } from './connection-support.ts';
import type { TestUser } from './support.ts';

export const ACCOUNT = { id: '1234567890', via: null };

/** A user who has connected the rules of Google Ads, with the token that the stand-in knows. */
export interface Advertiser extends TestUser {
  token: string;
}

export async function advertiser(): Promise<Advertiser> {
  const user = await userThere();
  const persona = grantor();
  await storeGrant(user, persona, { kind: 'google-rules' });
  return { ...user, token: String(persona.answer?.['access_token']) };
}

interface AdsState {
  customers: StoodCustomer[];
  calls: Call[];
}

const control = `${env.GOOGLE_ADS_ORIGIN}/control`;

/** The stand-in's data for a token, and the calls that were made with it. */
export async function adsOf(token: string): Promise<AdsState> {
  const answer = await fetch(control, { headers: { Authorization: `Bearer ${token}` } });
  return await answer.json<AdsState>();
}

export async function setAds(
  token: string,
  body: { customers?: StoodCustomer[]; failures?: Failure[] },
): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` };
  await (await fetch(control, { method: 'PUT', headers, body: JSON.stringify(body) })).text();
}

export const mobileRule = (multiplier = 1.3): PushedRule => ({
  name: 'Lead value 1: Mobile phones',
  multiplier,
  conditions: [{ kind: 'device', values: [{ id: 'mobile', name: 'Mobile phones', value: 'Mobile' }] }],
});

export const placeRule = (id: string, value: string, multiplier = 2): PushedRule => ({
  name: `Lead value: ${value}`,
  multiplier,
  conditions: [{ kind: 'location', values: [{ id, name: value, value }] }],
});

export const post = (
  path: string,
  cookie: string | null,
  body?: unknown,
  bindings: Partial<Env> = {},
): Promise<Response> => callThere(path, { method: 'POST', cookie, body }, bindings);

export const askPreview = (cookie: string | null, rules: readonly PushedRule[], account: object = ACCOUNT) =>
  post('/api/pushes/google-rules/preview', cookie, { account, rules });

export async function preview(cookie: string, rules: readonly PushedRule[]): Promise<PushPreview> {
  return await (await askPreview(cookie, rules)).json<PushPreview>();
}

/** Compares and pushes. */
export async function askPush(cookie: string, rules: readonly PushedRule[]): Promise<Response> {
  const { picture } = await preview(cookie, rules);
  return await post('/api/pushes/google-rules', cookie, { account: ACCOUNT, rules, picture });
}

export async function push(cookie: string, rules: readonly PushedRule[]): Promise<PushRecord> {
  return await readPush(await askPush(cookie, rules));
}

export async function readPush(response: Response): Promise<PushRecord> {
  return (await response.json<{ push: PushRecord }>()).push;
}

/** The pushes of the list, each with the texts of its record. */
export async function listPushes(cookie: string, query = ''): Promise<PushRecord[]> {
  const response = await callThere(`/api/pushes${query}`, { cookie });
  const { pushes } = await response.json<PushList>();
  return await Promise.all(
    pushes.map(async (listed) => {
      const push = await readPush(await callThere(`/api/pushes/${listed.id}`, { cookie }));
      expect(push).toMatchObject(listed);
      return push;
    }),
  );
}

/** Stores a push of a user. */
export async function insertStoredPush(userId: string): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO pushes VALUES (?, ?, 'google-rules', '1', NULL, 'Acme', 'x', 1, 'done', 0, '[]', '[]', NULL, NULL, '[]', NULL, '[]', NULL, '[]', '[]', NULL, NULL)`,
  )
    .bind(crypto.randomUUID(), userId)
    .run();
}
