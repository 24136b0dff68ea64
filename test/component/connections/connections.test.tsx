import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { CONNECTION_KINDS, consentPageOf, type ConnectionKind } from '#contract/platforms.ts';
import type { Connection, Connections } from '#contract/connections.ts';
import { DAY } from '#contract/limits.ts';
import { leaveDocument } from '#frontend/lib/leave-document.ts';
import { connectionExamples } from '#test/contract/connections.ts';
import { skipWaits } from '#test/support/clock.ts';
import { installAccountRoom, SIGNED_OUT } from '#test/support/account-room.tsx';
import { answerOf, gate, type Answer } from '#test/support/fake-server.ts';
import { CONNECTED, CONNECTIONS_PAGES } from './connections-room.tsx';

const { user, address, expectMessage, ...room } = installAccountRoom();

const LIST = 'GET /api/connections';
const UNAUTHORIZED = answerOf(connectionExamples.listOfNobody);
const UNAVAILABLE = answerOf(connectionExamples.listUnavailable);
const LATER = 'The service is unavailable right now. Please try again in a moment.';
const FAILED = 'That did not work. Please check your connection and try again.';

const USED: Connection = { ...CONNECTED, lastUsedAt: '2026-11-20T15:04:00.000Z' };

/** The answer with all kinds, of which those named are connected. */
function answerWith(
  connections: Partial<Record<ConnectionKind, Partial<Connection>>>,
  untried: readonly ConnectionKind[] = [],
): Answer {
  const body: Connections = {
    connections: CONNECTION_KINDS.map((kind) => ({
      kind,
      isTried: !untried.includes(kind),
      connection: connections[kind] ? { ...USED, ...connections[kind] } : null,
    })),
  };
  return { body };
}

const open = (answers: Record<string, Answer>, at = '/connections') =>
  room.open({ at, pages: CONNECTIONS_PAGES, answers });

const findCard = async (name: string) => within(await screen.findByRole('listitem', { name }));
type Card = Awaited<ReturnType<typeof findCard>>;
const factsOf = (card: Card) =>
  card.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
const buttonsOf = (card: Card) => card.queryAllByRole('button').map((button) => button.textContent);
const left = () => vi.mocked(leaveDocument).mock.calls.flat();

describe('the page of connections', () => {
  test('has a card for each kind that the site offers, in the order of the answer', async () => {
    open({ [LIST]: answerOf(connectionExamples.allOffers) });
    await findCard('Google Sheets');
    const names = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(names).toEqual([
      'Google Sheets',
      'Google Ads (send values)',
      'Google Ads (rules)',
      'Meta',
      'Microsoft Advertising',
    ]);
  });

  test('says what each connection may do, and what the site does with it', async () => {
    open({ [LIST]: answerWith({}) });
    const card = await findCard('Google Ads (rules)');
    expect(factsOf(card)).toEqual([
      ['Permission', expect.stringMatching(/^See and change everything in the Google Ads accounts/)],
      ['Used for', expect.stringMatching(/changes only value rules, and only those that you approve\.$/)],
    ]);
    expect(factsOf(await findCard('Google Sheets'))[0]?.[1]).toMatch(/cannot change or share them/);
    expect(factsOf(await findCard('Google Ads (send values)'))[0]?.[1]).toMatch(/cannot change campaigns/);
  });

  test('names the account of a connection and its dates, beside one that is not connected', async () => {
    open({
      [LIST]: answerWith({
        meta: { endsAt: '2126-12-24T15:04:00.000Z' },
        'google-rules': { lastUsedAt: null },
      }),
    });
    expect(factsOf(await findCard('Meta')).slice(2)).toEqual([
      ['Account', 'ads@example.com'],
      ['Connected since', 'Oct 15, 2026'],
      ['Last used', 'Nov 20, 2026'],
      ['Ends', 'Dec 24, 2126'],
    ]);
    expect(factsOf(await findCard('Google Ads (rules)')).slice(2)).toEqual([
      ['Account', 'ads@example.com'],
      ['Connected since', 'Oct 15, 2026'],
      ['Last used', 'not yet'],
    ]);
    expect(buttonsOf(await findCard('Meta'))).toEqual(['Disconnect']);
    expect(buttonsOf(await findCard('Microsoft Advertising'))).toEqual(['Connect']);
    expect(factsOf(await findCard('Microsoft Advertising'))).toHaveLength(2);
  });

  test('says of a connection of an earlier release that it is older than the dates', async () => {
    open({ [LIST]: answerWith({ sheets: { connectedAt: null } }) });
    expect(factsOf(await findCard('Google Sheets'))[3]).toEqual(['Connected since', 'before November 2026']);
  });

  test('marks as Beta what nobody has tried with a live account, and nothing else', async () => {
    open({ [LIST]: answerWith({}, ['meta']) });
    const beta = 'Beta: not yet tried with a live account';
    expect((await findCard('Meta')).getByText(beta)).toBeInTheDocument();
    expect(screen.getAllByText(beta)).toHaveLength(1);
  });

  test('says so where the site offers none', async () => {
    open({ [LIST]: answerOf(connectionExamples.noOffers) });
    expect(await screen.findByText('This site offers no connections.')).toBeInTheDocument();
    expect(screen.queryByRole('listitem')).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Analyze a File' }));
    expect(address()).toBe('/');
  });

  test('shows that it is loading', async () => {
    const answer = gate();
    open({ [LIST]: { ...answerWith({}), after: answer.isOpen } });
    expect(await screen.findByText('Loading...')).toBeInTheDocument();
    answer.open();
    await findCard('Meta');
    expect(screen.queryByText('Loading...')).toBeNull();
  });

  test.each<[string, Answer, string]>([
    ['refused', UNAVAILABLE, LATER],
    ['lost', { isLost: true }, 'The server could not be reached.'],
    ['of another release', { body: { connections: 'x' } }, 'The server could not be reached.'],
  ])('offers to try again after an answer that was %s', async (_, answer, text) => {
    const server = open({ [LIST]: answer });
    await screen.findByRole('heading', { name: 'Your connections could not be loaded' });
    expect(screen.getByText(new RegExp(text))).toBeInTheDocument();
    server.answer(LIST, answerWith({}));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await findCard('Meta');
  });

  test.each<[string, Record<string, Answer>]>([
    ['a visitor without an account', { 'GET /api/auth/user': SIGNED_OUT }],
    ['somebody whose session has ended', { [LIST]: UNAUTHORIZED }],
  ])('leads %s to sign in', async (_, answers) => {
    skipWaits();
    open(answers);
    await expectMessage('Login Required', 'Please log in to view your connections.');
    await waitFor(() => expect(address()).toBe('/auth/login'));
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
  });
});

describe('the end of a connection that ends by itself', () => {
  const NOW = Date.parse('2026-12-01T12:00:00.000Z');
  const openAt = (left: number, more: Partial<Connection> = {}) => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: NOW });
    open({ [LIST]: answerWith({ meta: { endsAt: new Date(NOW + left).toISOString(), ...more } }) });
    return findCard('Meta');
  };
  /** Above what the page takes to be drawn. */
  const MINUTE = 60_000;

  test('is only a date while it is more than 14 days away', async () => {
    const card = await openAt(14 * DAY + MINUTE);
    expect(card.queryByText(/connect again/)).toBeNull();
    expect(buttonsOf(card)).toEqual(['Disconnect']);
  });

  test('is a warning from 14 days before', async () => {
    const card = await openAt(14 * DAY);
    expect(card.getByText('Ends on Dec 15, 2026, connect again')).toBeInTheDocument();
    expect(buttonsOf(card)).toEqual(['Connect again', 'Disconnect']);
  });

  test('is told once it is over', async () => {
    const card = await openAt(-MINUTE);
    expect(card.getByText('Ended on Dec 1, 2026, connect again')).toBeInTheDocument();
    expect(buttonsOf(card)).toEqual(['Connect again', 'Disconnect']);
  });

  test('has no date where the operator has ended it', async () => {
    const card = await openAt(40 * DAY, { isOver: true });
    expect(card.getByText('Ended, connect again')).toBeInTheDocument();
  });
});

describe('connecting', () => {
  const CONNECT = 'POST /api/connections/meta/connect';
  const CONSENT = 'https://www.facebook.com/dialog/oauth';

  test('leads to the page of consent, and to this page after it', async () => {
    const server = open({ [LIST]: answerWith({}), [CONNECT]: { body: { url: CONSENT } } });
    await user.click((await findCard('Meta')).getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(left()).toEqual([CONSENT]));
    const sent = server.received(CONNECT).map(({ body }) => JSON.parse(String(body)) as unknown);
    expect(sent).toEqual([{ returnTo: 'connections' }]);
  });

  test('is busy until the page is left, and no other visit begins meanwhile', async () => {
    const answer = gate();
    const server = open({
      [LIST]: answerWith({ sheets: {} }),
      [CONNECT]: { body: { url: CONSENT }, after: answer.isOpen },
    });
    await user.click((await findCard('Meta')).getByRole('button', { name: 'Connect' }));
    expect(buttonsOf(await findCard('Meta'))).toEqual(['Connecting...']);
    for (const button of screen.getAllByRole('button')) expect(button).toHaveProperty('disabled', true);
    answer.open();
    await waitFor(() => expect(left()).toEqual([CONSENT]));
    expect(server.received(CONNECT)).toHaveLength(1);
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await waitFor(async () => expect(buttonsOf(await findCard('Meta'))).toEqual(['Connect']));
  });

  test.each<[string, Answer, string]>([
    ['refused', UNAVAILABLE, LATER],
    ['lost', { isLost: true }, FAILED],
  ])('that is %s says so in its card, and can be tried again', async (_, answer, text) => {
    const server = open({ [LIST]: answerWith({}), [CONNECT]: answer });
    const card = await findCard('Meta');
    await user.click(card.getByRole('button', { name: 'Connect' }));
    expect((await card.findByRole('alert')).textContent).toBe(text);
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    server.answer(CONNECT, { body: { url: CONSENT } });
    await user.click(card.getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(left()).toEqual([CONSENT]));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('after the session has ended leads to sign in', async () => {
    skipWaits();
    open({ [LIST]: answerWith({}), [CONNECT]: UNAUTHORIZED });
    await user.click((await findCard('Meta')).getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(address()).toBe('/auth/login'));
    expect(left()).toEqual([]);
  });

  test.each([
    ['meta=connected', 'Connected', 'Meta is connected.'],
    ['google-values=cancelled', 'Not connected', 'Google Ads (send values) was not connected.'],
    ['google-rules=not-allowed', 'Not connected', 'the permission was not given'],
    ['microsoft=expired', 'Not connected', 'This request to connect Microsoft Advertising has expired.'],
    ['sheets=failed', 'Not connected', "Google Sheets couldn't be connected."],
  ])('ends with a message, which is shown once: %s', async (outcome, title, text) => {
    open({ [LIST]: answerWith({}) }, `/connections?${outcome}&x=1`);
    await expectMessage(title, text);
    expect(address()).toBe('/connections?x=1');
  });

  test('ends without a message where the address holds no known outcome', async () => {
    open({ [LIST]: answerWith({}) }, '/connections?meta=toString');
    await findCard('Meta');
    expect(address()).toBe('/connections');
    expect(screen.queryByText(/onnected$/)).toBeNull();
  });
});

describe('disconnecting', () => {
  const DISCONNECT = 'DELETE /api/connections/google-rules';
  const MESSAGE = 'Google Ads (rules) is disconnected.';

  async function ask(answers: Record<string, Answer> = {}) {
    const server = open({ [LIST]: answerWith({ sheets: {}, 'google-rules': {} }), ...answers });
    const card = await findCard('Google Ads (rules)');
    await user.click(card.getByRole('button', { name: 'Disconnect' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Disconnect Google Ads (rules)?' }));
    const confirm = () => user.click(dialog.getByRole('button', { name: 'Disconnect' }));
    return { server, card, dialog, confirm };
  }

  test('asks first, says what ends, and does nothing on Cancel', async () => {
    const { server, card, dialog } = await ask();
    expect(dialog.getByText(/gives the permission back at Google, unless another connection/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(server.received(DISCONNECT)).toEqual([]);
    expect(buttonsOf(card)).toEqual(['Disconnect']);
  });

  test('ends one connection and leaves the others; nothing is asked for again', async () => {
    const { server, confirm } = await ask({ [DISCONNECT]: { body: { message: MESSAGE } } });
    await confirm();
    const card = await findCard('Google Ads (rules)');
    expect((await card.findByRole('status')).textContent).toBe(MESSAGE);
    expect(buttonsOf(card)).toEqual(['Connect']);
    expect(factsOf(card)).toHaveLength(2);
    expect(buttonsOf(await findCard('Google Sheets'))).toEqual(['Disconnect']);
    await waitFor(() => expect(document.activeElement).toBe(card.getByRole('heading')));
    expect(server.received(LIST)).toHaveLength(1);
  });

  test('leads to the page of the service that did not confirm it', async () => {
    const address = consentPageOf('google-rules');
    const message = `${MESSAGE} Google did not confirm it: please remove it at ${address} too.`;
    const { confirm } = await ask({ [DISCONNECT]: { body: { message } } });
    await confirm();
    const card = await findCard('Google Ads (rules)');
    expect((await card.findByRole('status')).textContent).toBe(message);
    expect(card.getByRole('link', { name: address }).getAttribute('href')).toBe(address);
  });

  test('is busy until the answer comes: no second call, and no way out', async () => {
    const answer = gate();
    const body = { message: MESSAGE };
    const { server, dialog, confirm } = await ask({ [DISCONNECT]: { body, after: answer.isOpen } });
    await confirm();
    const busy = dialog.getByRole('button', { name: 'Disconnecting...' });
    expect(busy).toHaveProperty('disabled', true);
    await user.keyboard('{Escape}');
    expect(screen.getByRole('alertdialog')).toBeInTheDocument();
    answer.open();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(server.received(DISCONNECT)).toHaveLength(1);
  });

  test.each<[string, Answer, string]>([
    ['refused', UNAVAILABLE, LATER],
    ['lost', { isLost: true }, FAILED],
  ])(
    'that is %s says so and keeps the connection; a new try begins without the text',
    async (_, answer, text) => {
      const { card, confirm } = await ask({ [DISCONNECT]: answer });
      await confirm();
      expect((await card.findByRole('alert')).textContent).toBe(text);
      expect(card.getByText('ads@example.com')).toBeInTheDocument();
      await user.click(card.getByRole('button', { name: 'Disconnect' }));
      expect(card.queryByRole('alert', { hidden: true })).toBeNull();
    },
  );

  test('after the session has ended leads to sign in', async () => {
    skipWaits();
    const { confirm } = await ask({ [DISCONNECT]: UNAUTHORIZED });
    await confirm();
    await waitFor(() => expect(address()).toBe('/auth/login'));
  });
});
