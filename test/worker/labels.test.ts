import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { MAX_FILE_NAME_LENGTH, MAX_NOTE_LENGTH } from '#contract/limits.ts';
import { makeSave, read, saved } from './analysis-support.ts';
import { PASSWORD, call, cookieOf, signIn, signedInUser, spend } from './support.ts';

beforeEach(async () => {
  await env.DB.prepare('DELETE FROM rate_limits').run();
});

const label = (id: string, cookie: string | null, body: unknown): Promise<Response> =>
  call(`/api/analyses/${id}`, { method: 'PATCH', cookie, body });

/** Everything that is stored about analyses, but for one of them. */
async function othersThan(id: string): Promise<unknown[]> {
  const { results } = await env.DB.prepare('SELECT * FROM saved_analyses WHERE id <> ? ORDER BY id')
    .bind(id)
    .all();
  return results;
}

const listed = async (cookie: string): Promise<Record<string, unknown>[]> =>
  await (await call('/api/analyses', { cookie })).json();

test('an analysis is called like its file until it is renamed, and has no note', async () => {
  const { cookie } = await signedInUser();
  const id = await saved(cookie, { fileName: 'leads.csv' });
  expect(await listed(cookie)).toMatchObject([{ name: 'leads.csv', fileName: 'leads.csv', note: '' }]);
  expect(await (await read(id, cookie)).json()).toMatchObject({ name: 'leads.csv', note: '' });
});

test('a rename and a note reach the list, the analysis and another session, and no other record', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  const id = await saved(user.cookie);
  await saved(user.cookie);
  await saved(other.cookie);
  const session = cookieOf(await signIn(user.email, PASSWORD)) ?? '';
  const before = await othersThan(id);
  const answer = await label(id, user.cookie, { name: ' October ', note: ' All regions\n2nd line ' });
  const labels = { id, name: 'October', note: 'All regions\n2nd line' };
  expect([answer.status, await answer.json()]).toMatchObject([200, labels]);
  expect(await othersThan(id)).toEqual(before);
  for (const cookie of [user.cookie, session]) {
    expect(await listed(cookie)).toContainEqual(
      expect.objectContaining({ ...labels, fileName: 'leads.csv' }),
    );
    expect(await (await read(id, cookie)).json()).toMatchObject({ ...labels, fileName: 'leads.csv' });
  }
});

test('a label that is not sent stays, and null gives back the name of the file', async () => {
  const { cookie } = await signedInUser();
  const id = await saved(cookie);
  const steps = [
    [{ name: 'October' }, 'October', ''],
    [{ note: 'All regions' }, 'October', 'All regions'],
    [{ name: null }, 'leads.csv', 'All regions'],
    [{ note: '' }, 'leads.csv', ''],
  ] as const;
  for (const [body, name, note] of steps)
    expect(await (await label(id, cookie, body)).json()).toMatchObject({ id, name, note });
});

test('new figures leave the name and the note, and a file of another name does not rename', async () => {
  const { cookie } = await signedInUser();
  const [id, unnamed] = [await saved(cookie), await saved(cookie)];
  await label(id, cookie, { name: 'October', note: 'All regions' });
  const body = makeSave({ fileName: 'november.csv' });
  for (const target of [id, unnamed]) await call(`/api/analyses/${target}`, { method: 'PUT', cookie, body });
  expect(await (await read(id, cookie)).json()).toMatchObject({
    name: 'October',
    note: 'All regions',
    fileName: 'november.csv',
  });
  expect(await (await read(unnamed, cookie)).json()).toMatchObject({ name: 'november.csv' });
});

test.each([
  ['a longest name', { name: 'n'.repeat(MAX_FILE_NAME_LENGTH) }, 200],
  ['a name that is too long', { name: 'n'.repeat(MAX_FILE_NAME_LENGTH + 1) }, 400],
  ['a name of spaces', { name: '  ' }, 400],
  ['a longest note', { note: 'n'.repeat(MAX_NOTE_LENGTH) }, 200],
  ['a note that is too long', { note: 'n'.repeat(MAX_NOTE_LENGTH + 1) }, 400],
  ['a note that is null', { note: null }, 400],
  ['a name that is a number', { name: 7 }, 400],
  ['nothing', {}, 400],
  ['only what is not known', { fileName: 'other.csv', userId: 'x' }, 400],
])('%s is answered as it must be', async (_what, body, status) => {
  const { cookie } = await signedInUser();
  const id = await saved(cookie);
  expect((await label(id, cookie, body)).status).toBe(status);
  expect(await listed(cookie)).toMatchObject([{ fileName: 'leads.csv' }]);
});

test('nobody renames the analysis of another user, nor one that waits for its dataset', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  const id = await saved(user.cookie);
  const waiting = await saved(other.cookie, { datasetFollows: true });
  const before = await othersThan('');
  for (const target of [id, waiting, 'x']) {
    const answer = await label(target, other.cookie, { name: 'Mine', note: 'Mine' });
    expect([answer.status, await answer.json()]).toEqual([404, { message: 'Analysis not found' }]);
  }
  expect((await label(id, null, { name: 'Mine' })).status).toBe(401);
  expect(await othersThan('')).toEqual(before);
});

test('names and notes are limited to 20 changes a minute per user', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  const [id, theirs] = [await saved(user.cookie), await saved(other.cookie)];
  expect((await label(id, user.cookie, { note: 'first' })).status).toBe(200);
  await spend('label', 18);
  expect((await label(id, user.cookie, { note: 'last' })).status).toBe(200);
  expect((await label(id, user.cookie, { note: 'more' })).status).toBe(429);
  expect((await label(theirs, other.cookie, { note: 'first' })).status).toBe(200);
});

test('a name and a note are stored without what cannot be seen', async () => {
  const { cookie } = await signedInUser();
  const id = await saved(cookie);
  const answer = await label(id, cookie, { name: 'A\u0000cme\u202e', note: '\ufeffOne\nt\u200bwo' });
  expect(await answer.json()).toMatchObject({ id, name: 'Acme', note: 'One\ntwo' });
  expect(await listed(cookie)).toMatchObject([{ name: 'Acme', note: 'One\ntwo' }]);
  expect((await label(id, cookie, { name: '\u200b' })).status).toBe(400);
});
