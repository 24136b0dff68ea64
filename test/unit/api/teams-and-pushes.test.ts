import { afterEach, expect, test, vi } from 'vitest';
import { CONFIRM_WITH_GOOGLE_URL } from '#frontend/api/account.ts';
import { CallFailure } from '#frontend/api/client.ts';
import { offersConnections } from '#frontend/api/connections.ts';
import { describeFailure } from '#frontend/api/ask.ts';
import { offersMail, resetPassword } from '#frontend/api/mail.ts';
import {
  fetchListing,
  fetchAudiences,
  fetchConversionActions,
  fetchPushes,
  hasCode,
  previewPush,
  pushRules,
  undoPush,
} from '#frontend/api/pushes.ts';
import { inboxAddress, offeredSources } from '#frontend/api/sources.ts';
import { acceptInvitation, createTeam, deleteTeam, openInvitation } from '#frontend/api/teams.ts';
import { GOOGLE_SIGN_IN_URL, LOG_OUT_URL, SIGN_IN_AGAIN_URL } from '#frontend/api/user.ts';
import { startFakeServer } from '#test/support/fake-server.ts';

afterEach(() => vi.unstubAllGlobals());

const bodiesOf = (server: ReturnType<typeof startFakeServer>, call: string): unknown[] =>
  server.received(call).map(({ body }) => JSON.parse(String(body)) as unknown);

test('a deleted team has left no right behind, unless the answer says so', async () => {
  const server = startFakeServer();
  const deleteWith = (body: unknown) => {
    server.answer('DELETE /api', { body });
    return deleteTeam('Growth');
  };
  const message = 'The team has been deleted.';
  expect(await deleteWith({ message, accessLeft: ['microsoft'] })).toEqual(['microsoft']);
  expect(await deleteWith('no JSON')).toEqual([]);
  expect(await deleteWith({ message, accessLeft: ['elsewhere'] })).toEqual([]);
  expect(bodiesOf(server, 'DELETE /api')[0]).toEqual({ name: 'Growth' });
});

const TEAM = {
  id: 't-1',
  name: 'Growth',
  role: 'admin',
  editorsPush: false,
  members: 1,
  admins: 1,
  endsWithYou: [],
};
const INVITATION = {
  team: 'Growth',
  role: 'editor',
  email: null,
  isForYou: true,
  isMember: false,
  expiresAt: '2026-11-26T00:00:00Z',
};
const RESET = { token: 'a token', newPassword: 'a new password' };

test.each<[name: string, call: string, ask: () => Promise<unknown>, body: unknown, answer: unknown]>([
  ['a new team', 'POST /api/teams', () => createTeam('Growth'), { name: 'Growth' }, TEAM],
  [
    'an invitation',
    'POST /api/invitations',
    () => openInvitation('a token'),
    { token: 'a token' },
    INVITATION,
  ],
  [
    'a membership',
    'POST /api/invitations/accept',
    () => acceptInvitation('a token'),
    { token: 'a token' },
    TEAM,
  ],
  [
    'a forgotten password',
    'POST /api/auth/reset',
    () => resetPassword(RESET),
    RESET,
    { message: 'Replaced', isHandedOver: false },
  ],
])('the call for %s has its secret in the body, and gives the answer', async (_, call, ask, body, answer) => {
  const server = startFakeServer({ [call]: { body: answer } });
  expect(await ask()).toEqual(answer);
  expect(bodiesOf(server, call)).toEqual([body]);
});

const PUSH = {
  id: 'p-1',
  kind: 'meta',
  account: { id: '1', via: null, name: 'Acme' },
  by: 'name@example.com',
  createdAt: '2026-11-26T00:00:00Z',
  state: 'done',
  changes: [],
  difference: [],
  written: [],
  problem: null,
  next: [],
  kept: [],
  rulesInUse: 'marked',
  undoneAt: null,
  canUndo: true,
};
const PREVIEW = {
  picture: 'hash',
  accountName: 'Acme',
  difference: [],
  others: [],
  touches: [],
  notes: [],
  problems: [],
  isTested: true,
};

test('rules are compared, pushed and taken back for a kind of account, with what the visitor has approved', async () => {
  const calls = {
    preview: 'POST /api/pushes/meta/preview',
    push: 'POST /api/pushes/meta',
    undo: 'POST /api/pushes/p%2F1/undo',
  };
  const server = startFakeServer({
    [calls.preview]: { body: PREVIEW },
    [calls.push]: { body: { push: PUSH } },
    [calls.undo]: { body: { push: { ...PUSH, state: 'undone' } } },
  });
  const request = { account: { id: '1', via: null }, rules: [] } as unknown as Parameters<
    typeof previewPush
  >[1]; // as little as the call needs
  const approved = { ...request, picture: 'hash' } as unknown as Parameters<typeof pushRules>[1]; // as above
  expect(await previewPush('meta', request)).toEqual(PREVIEW);
  expect(await pushRules('meta', approved)).toEqual(PUSH);
  expect((await undoPush('p/1')).state).toBe('undone');
  expect([bodiesOf(server, calls.preview), bodiesOf(server, calls.push)]).toEqual([[request], [approved]]);
});

test('a list of accounts says how many it lacks', async () => {
  startFakeServer({ 'GET /api/list': { body: { accounts: [], unread: 2, others: [1] } } });
  expect(await fetchListing(['/api', 'list'])).toEqual({ accounts: [], unread: 2 });
  startFakeServer({ 'GET /api/list': { body: { others: [] } } });
  await expect(fetchListing(['/api', 'list'])).rejects.toThrow();
});

test('a list of audiences is what its answer has under this name', async () => {
  startFakeServer({ 'GET /api/list': { body: { audiences: [], others: [1] } } });
  expect(await fetchAudiences(['/api', 'list'])).toEqual([]);
  startFakeServer({ 'GET /api/list': { body: { others: [] } } });
  await expect(fetchAudiences(['/api', 'list'])).rejects.toThrow();
});

test('as many pages of pushes are read as are wanted, and none beyond the last', async () => {
  const {
    difference: _difference,
    written: _written,
    problem: _problem,
    next: _next,
    kept: _kept,
    rulesInUse: _rulesInUse,
    ...listed
  } = PUSH;
  const pageOf = (id: string, next: string | null) => ({ body: { pushes: [{ ...listed, id }], next } });
  const server = startFakeServer({
    'GET /api/pushes?kind=meta': pageOf('c', 'c'),
    'GET /api/pushes?kind=meta&before=c': pageOf('b', 'b/'),
    'GET /api/pushes?kind=meta&before=b%2F': pageOf('a', null),
  });
  const read = async (pages: number) => {
    const { pushes, hasMore } = await fetchPushes(['/api/pushes?kind=meta'], pages);
    return [pushes.map(({ id }) => id).join(''), hasMore];
  };
  expect(await read(1)).toEqual(['c', true]);
  expect(await read(2)).toEqual(['cb', true]);
  expect(server.received('GET /api/pushes?kind=meta&before=b%2F')).toEqual([]);
  expect(await read(3)).toEqual(['cba', false]);
  expect(await read(9)).toEqual(['cba', false]);
});

test('conversion actions come with the account that tracks them', async () => {
  const answer = { conversionActions: [], trackedBy: '1234567890' };
  startFakeServer({ 'GET /api/list': { body: answer } });
  expect(await fetchConversionActions(['/api/list'])).toEqual(answer);
});

test('a failure is known by its code, and is told in the words of the server where it has some', () => {
  const failure = new CallFailure(409, '', '{"code":"NO_ROOM","message":"There is no room left."}');
  const others = [new CallFailure(409, '', '{}'), new TypeError('NO_ROOM'), 'NO_ROOM'];
  expect([failure, ...others].map((error) => hasCode(error, 'NO_ROOM'))).toEqual([true, false, false, false]);
  expect(hasCode(failure, 'NO_PLACE')).toBe(false);
  const words = 'That did not work. Please check your connection and try again.';
  expect([failure, ...others].map(describeFailure)).toEqual(['There is no room left.', words, words, words]);
});

test('the document says what the site offers', () => {
  const offer = (words: string | null) =>
    vi.stubGlobal('document', { documentElement: { getAttribute: () => words } });
  const offered = (words: string | null) => {
    offer(words);
    return { mail: offersMail(), sources: offeredSources(), connections: offersConnections() };
  };
  expect(offered('mail inbox schedules')).toEqual({
    mail: true,
    sources: ['sheet', 'inbox'],
    connections: false,
  });
  expect(offered('sheets inbox')).toEqual({ mail: false, sources: ['inbox'], connections: true });
  expect(offered('mails schedule')).toEqual({ mail: false, sources: [], connections: false });
  expect(offered(null)).toEqual({ mail: false, sources: [], connections: false });
});

test('addresses that the server answers are the paths of its routes', () => {
  vi.stubGlobal('location', { origin: 'https://leads.example' });
  const inbox = { id: 'box-1' } as Parameters<typeof inboxAddress>[0]; // the address has the id alone
  expect(inboxAddress(inbox)).toBe('https://leads.example/api/inbox/box-1');
  expect([GOOGLE_SIGN_IN_URL, CONFIRM_WITH_GOOGLE_URL, LOG_OUT_URL, SIGN_IN_AGAIN_URL]).toEqual([
    '/api/auth/google',
    '/api/auth/google/confirm',
    '/api/auth/logout',
    '/api/login',
  ]);
});
