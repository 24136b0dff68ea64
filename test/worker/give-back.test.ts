import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DAY, HOUR, UNUSED_RIGHT_MS } from '#contract/limits.ts';
import { listLeftovers } from '#worker/db/clean-up.ts';
import { openDatabase } from '#worker/db/client.ts';
import { giveDueRightsBack } from '#worker/routes/connections/give-back.ts';
import {
  callThere,
  connect,
  connectionOf,
  grantor,
  isGranted,
  OFFERING,
  userThere,
} from './connection-support.ts';
import { connectTeam, teamThere } from './team-connection-support.ts';
import { count, PASSWORD } from './support.ts';
import { enrol } from './team-support.ts';

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await env.DB.batch([env.DB.prepare('DELETE FROM rate_limits'), env.DB.prepare('DELETE FROM ended_rights')]);
});

afterEach(() => {
  vi.restoreAllMocks();
});

const db = openDatabase(env.DB, 5000);
/** A Google that gives no answer of use. */
const SILENT = { GOOGLE_REVOCATION_ENDPOINT: 'https://google.test/silent-revocation' };
const silently = (path: string, cookie: string, method: string, body?: unknown) =>
  callThere(path, { method, cookie, ...(body !== undefined && { body }) }, SILENT);

const hourly = (now: number, more: object = {}) =>
  giveDueRightsBack(db, { ...env, ...OFFERING, ...more }, { now, hasTime: () => true });

const waiting = async () =>
  (await env.DB.prepare('SELECT tries, due_at - ended_at AS wait FROM ended_rights').all()).results;

test('a right that is not confirmed is tried again, later each time, until Google confirms it', async () => {
  const [leaver, other] = [await userThere(), await userThere()];
  const team = await teamThere(other);
  await enrol(team, leaver, 'admin');
  const [google, theirs] = [grantor(), grantor()];
  await connectTeam(team, leaver, google);
  await connect(other.cookie, theirs);
  expect((await silently(`/api/teams/${team}/leave`, leaver.cookie, 'POST')).status).toBe(200);
  expect(await connectionOf(team)).toBeNull();
  expect(await isGranted(google.refreshToken)).toBe(true);
  expect(await waiting()).toMatchObject([{ tries: 1 }]);

  const start = Date.now();
  await hourly(start); // not due yet
  expect(await isGranted(google.refreshToken)).toBe(true);
  for (let tries = 2; tries <= 8; tries++) {
    await hourly(start + 400 * DAY, SILENT);
    expect(await waiting()).toMatchObject([{ tries }]);
    await env.DB.prepare('UPDATE ended_rights SET due_at = 0 WHERE tries < 8').run();
  }
  const [{ wait } = { wait: 0 }] = (await waiting()) as { wait: number }[];
  expect(Math.round(wait / HOUR)).toBe(24);
  await hourly(start + DAY + HOUR);
  expect(await isGranted(google.refreshToken)).toBe(false);
  expect(await waiting()).toEqual([]);
  expect(await isGranted(theirs.refreshToken)).toBe(true);
});

test('a right of an account that is connected again meanwhile is not given back: it would end with the new one', async () => {
  const user = await userThere();
  const google = grantor();
  await connect(user.cookie, google);
  await silently('/api/connections/sheets', user.cookie, 'DELETE');
  expect(await waiting()).toHaveLength(1);
  const next = await userThere();
  await connect(next.cookie, google, 'google-values');
  await hourly(Date.now() + DAY);
  expect(await waiting()).toEqual([]);
  expect(await isGranted(google.refreshToken)).toBe(true);
});

test('a right of a deleted account is given back as well, and one that another key has sealed is forgotten', async () => {
  const [user, other] = [await userThere(), await userThere()];
  const [google, theirs] = [grantor(), grantor()];
  await connect(user.cookie, google);
  await connect(other.cookie, theirs);
  const deleted = await silently('/api/auth/user', user.cookie, 'DELETE', { password: PASSWORD });
  expect(await deleted.json()).toMatchObject({ accessLeft: ['google'] });
  expect(await count('users WHERE id = ?', user.id)).toBe(0);
  await hourly(Date.now() + DAY);
  expect(await isGranted(google.refreshToken)).toBe(false);

  await silently('/api/connections/sheets', other.cookie, 'DELETE');
  await hourly(Date.now() + DAY, { SESSION_SECRET: 'another secret of the operator, as long as it must be' });
  expect(await waiting()).toEqual([]);
  expect(await isGranted(theirs.refreshToken)).toBe(true);
});

test('after half a year a right has ended by itself, and is forgotten; not a moment before', async () => {
  const user = await userThere();
  await connect(user.cookie, grantor());
  await silently('/api/connections/sheets', user.cookie, 'DELETE');
  const ended = await env.DB.prepare('SELECT ended_at FROM ended_rights').first<number>('ended_at');
  const at = (ended ?? 0) + UNUSED_RIGHT_MS;
  const cleanUp = async (now: number) => {
    for (const step of listLeftovers(db, { now, hasTime: () => true })) await step();
  };
  await cleanUp(at - 1);
  expect(await waiting()).toHaveLength(1);
  await cleanUp(at);
  expect(await waiting()).toEqual([]);
});

test('a connection that another account replaces gives its right back, then or later', async () => {
  const user = await userThere();
  const [first, second] = [grantor(), grantor()];
  await connect(user.cookie, first);
  await env.DB.prepare("UPDATE connections SET account = 'new@example.com' WHERE user_id = ?")
    .bind(user.id)
    .run();
  expect(await waiting()).toMatchObject([{ tries: 0 }]);
  await hourly(Date.now() + HOUR);
  expect(await isGranted(first.refreshToken)).toBe(false);
  await connect(user.cookie, second);
  expect(await isGranted(second.refreshToken)).toBe(true);
});
