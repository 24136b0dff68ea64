import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ConnectionKind } from '#contract/platforms.ts';
import type { Checked, ConnectionCheck } from '#contract/connection-checks.ts';
import type { Connection, Connections } from '#contract/connections.ts';
import { formatDateTime } from '#frontend/lib/format-date.ts';
import { startSender, type Sender } from '#frontend/threads/sends/send-client.ts';
import { connectionExamples } from '#test/contract/connections.ts';
import { installAccountRoom } from '#test/support/account-room.tsx';
import { skipWaits } from '#test/support/clock.ts';
import { answerOf, gate, type Answer } from '#test/support/fake-server.ts';
import { CONNECTED, CONNECTIONS_PAGES } from './connections-room.tsx';

vi.mock('#frontend/threads/sends/send-client.ts');
const { user, address, expectMessage, ...room } = installAccountRoom();

const LIST = 'GET /api/connections';
const AT = '2026-11-29T02:41:00.000Z';
const DATE = `Checked ${formatDateTime(new Date(AT))}.`;

const CHECKED_HERE: Connection = { ...CONNECTED, mayCheck: true, check: null };

const listOf = (connections: Partial<Record<ConnectionKind, Partial<Connection> | null>>): Answer => {
  const entries = Object.entries(connections) as [ConnectionKind, Partial<Connection> | null][]; // its keys are kinds
  const body: Connections = {
    connections: entries.map(([kind, fields]) => ({
      kind,
      isTried: false,
      connection: fields && { ...CHECKED_HERE, ...fields },
    })),
  };
  return { body };
};

const callOf = (kind: ConnectionKind) => `POST /api/connections/${kind}/check`;
const found = (fields: Partial<ConnectionCheck> = {}): ConnectionCheck => ({
  at: AT,
  answer: 'It works.',
  turn: null,
  code: null,
  ...fields,
});
const checked = (fields?: Partial<ConnectionCheck>): Answer => ({
  body: { check: found(fields), accounts: [], unread: 0 } satisfies Checked,
});

const open = (answers: Record<string, Answer>) =>
  room.open({ at: '/connections', pages: CONNECTIONS_PAGES, answers });

const cardOf = async (name: string) => within(await screen.findByRole('listitem', { name }));
const press = async (name: string) =>
  await user.click((await cardOf(name)).getByRole('button', { name: 'Check' }));
const bodiesOf = (server: ReturnType<typeof open>, kind: ConnectionKind) =>
  server.received(callOf(kind)).map(({ body }) => JSON.parse(String(body)) as unknown);

/** The question to the thread that sends, and its answer. */
const look = vi.fn<Sender['check']>();
const close = vi.fn();

beforeEach(() => {
  look.mockReset();
  close.mockReset();
  vi.mocked(startSender).mockReset();
  vi.mocked(startSender).mockReturnValue({ check: look, close } as Partial<Sender> as Sender);
});
afterEach(() => vi.useRealTimers());

test('whoever has connected checks, and nobody checks what is over or not connected', async () => {
  open({
    [LIST]: listOf({
      sheets: {},
      'google-values': null,
      meta: { isOver: true },
      microsoft: { mayCheck: false },
    }),
  });
  expect((await cardOf('Google Sheets')).getByRole('button', { name: 'Check' })).toBeEnabled();
  expect((await cardOf('Google Sheets')).getByText('Not checked yet.')).toBeVisible();
  for (const name of ['Google Ads (send values)', 'Meta', 'Microsoft Advertising']) {
    expect((await cardOf(name)).queryByRole('button', { name: 'Check' })).toBeNull();
    expect((await cardOf(name)).queryByText('Not checked yet.')).toBeNull();
  }
});

test('the answer and its date are on this card alone, and are announced', async () => {
  const server = open({
    [LIST]: listOf({ meta: {}, microsoft: {} }),
    [callOf('meta')]: checked({ answer: 'Granted: ads_management, ads_read.' }),
  });
  await press('Meta');
  const meta = await cardOf('Meta');
  await waitFor(() =>
    expect(meta.getByRole('status')).toHaveTextContent(`Granted: ads_management, ads_read. ${DATE}`),
  );
  expect(meta.getByText('Nov 29, 2026')).toBeVisible(); // last used
  const other = await cardOf('Microsoft Advertising');
  expect(other.getByText('Not checked yet.')).toBeVisible();
  expect(other.getByText('not yet')).toBeVisible();
  expect(bodiesOf(server, 'meta')).toEqual([{}]);
  expect(startSender).not.toHaveBeenCalled();
  expect(server.received(LIST)).toHaveLength(1);
});

test.each([
  ['operator', /^The check failed: it is the turn of the operator of this site$/],
  ['administrator', /^The check failed: it is the turn of an administrator of the ad account$/],
  ['user', /^The check failed: it is your turn$/],
  ['nobody', /^The check came too soon: nobody has to do anything$/],
] as const)('a check that failed says whose turn it is, with the code: %s', async (turn, title) => {
  open({ [LIST]: listOf({ microsoft: { check: found({ answer: 'It is refused.', turn, code: '105' }) } }) });
  const card = await cardOf('Microsoft Advertising');
  expect(card.getByText(title)).toBeVisible();
  expect(card.getByText('It is refused.')).toBeVisible();
  expect(card.getByText(`${DATE} Code: 105`)).toBeVisible();
});

test('without a code there is only the date', async () => {
  open({ [LIST]: listOf({ meta: { check: found({ turn: 'user' }) } }) });
  expect((await cardOf('Meta')).getByText(DATE)).toBeVisible();
});

test('the button is busy until the answer, keeps the focus, and takes no second press', async () => {
  const answer = gate();
  const server = open({
    [LIST]: listOf({ meta: { check: found({ answer: 'Before.' }) } }),
    [callOf('meta')]: { ...checked({ answer: 'After.' }), after: answer.isOpen },
  });
  await press('Meta');
  const card = await cardOf('Meta');
  const busy = card.getByRole('button', { name: 'Checking...' });
  expect(busy).toHaveFocus();
  expect(busy).toHaveAttribute('aria-disabled', 'true');
  await user.click(busy);
  expect(card.getByText('Before.', { exact: false })).toBeVisible();
  answer.open();
  await card.findByText('After.', { exact: false });
  expect(card.getByRole('button', { name: 'Check' })).toHaveFocus();
  expect(server.received(callOf('meta'))).toHaveLength(1);
});

test.each<[string, Answer, RegExp]>([
  ['lost', { isLost: true }, /^That did not work\. Please check your connection/],
  [
    'of a service that is silent',
    { status: 502, body: { message: "Meta didn't answer as expected.", code: 'PROVIDER_UNAVAILABLE' } },
    /^Meta didn't answer as expected\.$/,
  ],
])('an answer that is %s leaves the last check, and can be asked for again', async (_, refusal, text) => {
  const server = open({
    [LIST]: listOf({ meta: { check: found({ answer: 'Before.' }) } }),
    [callOf('meta')]: refusal,
  });
  await press('Meta');
  const card = await cardOf('Meta');
  expect(await card.findByRole('alert')).toHaveTextContent(text);
  expect(card.getByText('Before.', { exact: false })).toBeVisible();
  server.answer(callOf('meta'), checked({ answer: 'After.' }));
  await press('Meta');
  await card.findByText('After.', { exact: false });
  expect(card.queryByRole('alert')).toBeNull();
});

test('a right that is over ends the connection on this card, and the focus goes to its heading', async () => {
  const server = open({
    [LIST]: listOf({ sheets: {}, meta: {} }),
    [callOf('sheets')]: answerOf(connectionExamples.checkDisconnected),
  });
  await cardOf('Google Sheets');
  server.answer(LIST, listOf({ sheets: null, meta: {} }));
  await press('Google Sheets');
  const card = await cardOf('Google Sheets');
  expect(await card.findByRole('alert')).toHaveTextContent(
    'Its service says that the permission is over, so the connection has ended. Please connect again.',
  );
  expect(card.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Connect']);
  await waitFor(() => expect(card.getByRole('heading', { level: 2 })).toHaveFocus());
  expect((await cardOf('Meta')).getByRole('button', { name: 'Disconnect' })).toBeEnabled();
});

test('of several ad accounts one is chosen, and the check names it', async () => {
  const accounts = [
    { id: '555', via: null, name: 'Agency' },
    { id: '123', via: '555', name: 'Acme' },
  ];
  const server = open({
    [LIST]: listOf({ 'google-rules': {} }),
    [callOf('google-rules')]: { body: { check: null, accounts, unread: 0 } satisfies Checked },
  });
  await press('Google Ads (rules)');
  const card = await cardOf('Google Ads (rules)');
  await waitFor(() =>
    expect(card.getByRole('status')).toHaveTextContent(/^Choose the account in which Google/),
  );
  server.answer(callOf('google-rules'), checked({ answer: 'Google Ads would take a rule.' }));
  await user.click(card.getByRole('combobox', { name: 'Ad account to check' }));
  await user.click(await screen.findByRole('option', { name: /Acme/ }));
  await card.findByText('Google Ads would take a rule.', { exact: false });
  expect(bodiesOf(server, 'google-rules')).toEqual([{}, { account: { id: '123', via: '555' } }]);
});

test('an account that was not looked at is checked by its ID', async () => {
  const server = open({
    [LIST]: listOf({ 'google-rules': {}, meta: {} }),
    [callOf('google-rules')]: { body: { check: null, accounts: [], unread: 2 } satisfies Checked },
  });
  await press('Google Ads (rules)');
  const card = await cardOf('Google Ads (rules)');
  expect(
    await card.findByText('2 more accounts were not looked at. If yours is missing, type its ID.'),
  ).toBeVisible();
  expect(card.queryByRole('combobox')).toBeNull();
  expect((await cardOf('Meta')).queryByRole('textbox')).toBeNull();
  server.answer(callOf('google-rules'), checked({ answer: 'Google Ads would take a rule.' }));
  await user.type(card.getByLabelText('Account ID'), '123-456-7890');
  await user.type(card.getByLabelText('Manager account ID'), '555-000-0000');
  await user.click(card.getByRole('button', { name: 'Check This Account' }));
  await card.findByText('Google Ads would take a rule.', { exact: false });
  expect(bodiesOf(server, 'google-rules')).toEqual([
    {},
    { account: { id: '1234567890', via: '5550000000' } },
  ]);
});

test('for sending values this browser looks first, and the server is told what it has found', async () => {
  look.mockResolvedValue({ ok: true, value: 'refused' });
  const server = open({
    [LIST]: listOf({ 'google-values': {} }),
    [callOf('google-values')]: checked({ answer: 'Google refuses.', turn: 'operator', code: 'CORS' }),
  });
  await press('Google Ads (send values)');
  await (await cardOf('Google Ads (send values)')).findByText('Google refuses.');
  expect(bodiesOf(server, 'google-values')).toEqual([{ found: 'refused' }]);
  expect(startSender).toHaveBeenCalledWith(); // never with the connection of a team
  expect(close).toHaveBeenCalledTimes(1);
});

test.each([
  ['unavailable', /^Google didn’t answer as expected/],
  ['site-unavailable', /^That did not work/],
] as const)('what this browser cannot find out is told, and nothing is kept: %s', async (problem, text) => {
  look.mockResolvedValue({ ok: false, error: { problem, said: null } });
  const server = open({ [LIST]: listOf({ 'google-values': {} }) });
  await press('Google Ads (send values)');
  const card = await cardOf('Google Ads (send values)');
  expect(await card.findByRole('alert')).toHaveTextContent(text);
  expect(card.getByText('Not checked yet.')).toBeVisible();
  expect(server.received(callOf('google-values'))).toEqual([]);
  expect(close).toHaveBeenCalledTimes(1);
});

test('a thread that cannot be started is told, too', async () => {
  look.mockRejectedValue(new Error('no script'));
  open({ [LIST]: listOf({ 'google-values': {} }) });
  await press('Google Ads (send values)');
  const card = await cardOf('Google Ads (send values)');
  expect(await card.findByRole('alert')).toHaveTextContent(/^That did not work/);
  expect(close).toHaveBeenCalledTimes(1);
});

test.each<[string, ConnectionKind, string]>([
  ['the server', 'meta', 'Meta'],
  ['the thread', 'google-values', 'Google Ads (send values)'],
])('a session that %s finds ended leads to sign in', async (_, kind, name) => {
  skipWaits();
  look.mockResolvedValue({ ok: false, error: { problem: 'signed-out', said: null } });
  open({ [LIST]: listOf({ [kind]: {} }), [callOf('meta')]: answerOf(connectionExamples.checkOfNobody) });
  await press(name);
  await expectMessage('Login Required', 'Please log in to view your connections.');
  await waitFor(() => expect(address()).toBe('/auth/login'));
});
