import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CHANGE_LETTERS } from '#contract/limits.ts';
import { changeLetter } from '#worker/mail/letters.ts';
import { OFFERING, connect, grantor, leaveForConsent, userThere } from './connection-support.ts';
import { leave } from './google-support.ts';
import { Mailbox } from './mail-support.ts';
import { PASSWORD, signIn, signedInUser, type TestUser } from './support.ts';
import { connectTeam, pathOf, teamThere } from './team-connection-support.ts';
import { enrol } from './team-support.ts';

beforeEach(async () => {
  await env.DB.prepare('DELETE FROM rate_limits').run();
});

afterEach(() => {
  vi.restoreAllMocks();
});

const prove = ({ id }: TestUser) =>
  env.DB.prepare('UPDATE users SET email_proved_at = 1 WHERE id = ?').bind(id).run();

async function provedUser(fields: { email?: string } = {}): Promise<TestUser> {
  const user = await userThere(fields);
  await prove(user);
  return user;
}

const subjectsTo = (mailbox: Mailbox, { email }: TestUser): string[] =>
  mailbox.to(email).map(({ subject }) => subject);

const change = (mailbox: Mailbox, { cookie }: TestUser, password = PASSWORD, newPassword = 'a better one') =>
  mailbox.call('/api/auth/password', { method: 'POST', body: { password, newPassword }, cookie }, OFFERING);

test('a new password is told to the proved address of its account, and to nobody else', async () => {
  const mailbox = new Mailbox();
  const [user, other, unproved] = [await provedUser(), await provedUser(), await userThere()];
  expect((await change(mailbox, user, 'wrong')).status).toBe(401);
  expect((await change(mailbox, user, PASSWORD, 'password')).status).toBe(400);
  expect(mailbox.sent).toEqual([]);
  expect((await change(mailbox, user)).status).toBe(200);
  expect((await change(mailbox, unproved)).status).toBe(200);
  expect(subjectsTo(mailbox, user)).toEqual(['Your password was changed']);
  expect(mailbox.sent).toHaveLength(1);
  expect((await signIn(other.email)).status).toBe(200);
});

test('a password that a mailed link replaces is told too: the link has proved the address', async () => {
  const mailbox = new Mailbox();
  const user = await signedInUser();
  await mailbox.post('/api/auth/forgot', { email: user.email });
  const token = mailbox.tokenOf('reset', user.email);
  expect((await mailbox.post('/api/auth/reset', { token: 'x', newPassword: 'a better one' })).status).toBe(
    410,
  );
  expect(mailbox.sent).toHaveLength(1);
  expect((await mailbox.post('/api/auth/reset', { token, newPassword: 'a better one' })).status).toBe(200);
  expect(subjectsTo(mailbox, user)).toEqual(['Choose a new password', 'Your password was changed']);
});

test('a hand-over to Google is told to the address, and a sign-in with Google is not', async () => {
  const mailbox = new Mailbox();
  const email = `${crypto.randomUUID()}@gmail.com`;
  const user = await signedInUser({ email });
  const claims = { sub: crypto.randomUUID(), email, email_verified: true };
  const enter = async () => {
    const { back, cookie } = await leave({ claims });
    return await mailbox.call(back, { cookie });
  };
  await enter();
  expect(subjectsTo(mailbox, user)).toEqual(['Your account signs in with Google now']);
  await enter();
  expect(mailbox.sent).toHaveLength(1);
});

test('a connection and its end are told to the person who has made them', async () => {
  const mailbox = new Mailbox();
  const [user, other] = [await provedUser(), await provedUser()];
  const consent = await leaveForConsent(user.cookie, grantor());
  const cookie = `${consent.attempt ?? ''}; ${user.cookie}`;
  await mailbox.call(consent.back, { cookie }, OFFERING);
  expect(subjectsTo(mailbox, user)).toEqual(['Google Sheets was connected']);
  const disconnect = () =>
    mailbox.call('/api/connections/sheets', { method: 'DELETE', cookie: user.cookie }, OFFERING);
  expect((await disconnect()).status).toBe(200);
  expect((await disconnect()).status).toBe(200); // nothing is left to end
  expect(subjectsTo(mailbox, user)).toEqual([
    'Google Sheets was connected',
    'Google Sheets was disconnected',
  ]);
  expect(mailbox.to(user.email).at(-1)?.text).toContain('was disconnected for your account at');
  expect(mailbox.to(other.email)).toEqual([]);
});

test('the end of a connection of a team is told to whoever has ended it, as one of a team', async () => {
  const mailbox = new Mailbox();
  const [maker, second] = [await provedUser(), await provedUser()];
  const team = await teamThere(maker);
  await enrol(team, second, 'admin');
  await connectTeam(team, maker, grantor());
  const end = { method: 'DELETE', cookie: second.cookie };
  const answer = await mailbox.call(pathOf(team, 'sheets'), end, OFFERING);
  expect(answer.status).toBe(200);
  expect(mailbox.to(second.email).map(({ text }) => text)).toEqual([
    expect.stringContaining('was disconnected for a team of yours at'),
  ]);
  expect(mailbox.to(maker.email)).toEqual([]);
});

test('where no e-mail is set up, or it is not taken, the change is made all the same', async () => {
  const mailbox = new Mailbox();
  const user = await provedUser();
  mailbox.refusal = 'E_RECIPIENT_SUPPRESSED';
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect((await change(mailbox, user)).status).toBe(200);
  expect(logged.mock.calls).toEqual([['A letter about a change was not sent: E_RECIPIENT_SUPPRESSED']]);
  expect((await signIn(user.email, 'a better one')).status).toBe(200);
  expect(await connect((await provedUser()).cookie, grantor())).toBe('/?sheets=connected');
  expect(mailbox.sent).toEqual([]);
});

test(`${CHANGE_LETTERS.count} letters of a kind go out in a day, and those of another kind still come`, async () => {
  const mailbox = new Mailbox();
  const user = await provedUser();
  const send = async (from: string, to: string) => {
    const answer = await change(mailbox, user, from, to);
    user.cookie =
      (answer.headers.getSetCookie().find((one) => one.startsWith('__Host-session=')) ?? '').split(
        ';',
        1,
      )[0] ?? '';
    expect(answer.status).toBe(200);
  };
  await send(PASSWORD, 'a better one');
  const set = (used: number) =>
    env.DB.prepare("UPDATE rate_limits SET count = ? WHERE key LIKE 'letter-password:%'").bind(used).run();
  await set(CHANGE_LETTERS.count - 1);
  await send('a better one', 'a third one');
  expect(mailbox.sent).toHaveLength(2);
  await send('a third one', 'a fourth one');
  expect(mailbox.sent).toHaveLength(2);
  const consent = await leaveForConsent(user.cookie, grantor());
  await mailbox.call(consent.back, { cookie: `${consent.attempt ?? ''}; ${user.cookie}` }, OFFERING);
  expect(mailbox.sent).toHaveLength(3);
});

test('each letter says what has changed and what to do, and nothing that a user has entered', () => {
  const reason =
    'You get this because your account has changed, so that nobody can change it without your notice.';
  for (const kind of ['password', 'google', 'hand-over'] as const) {
    const letter = changeLetter({ kind });
    expect(letter.reason).toBe(reason);
    expect(letter.paragraphs.at(-1)).toMatch(/^If it was not you, /);
  }
  // The address may have been confirmed before.
  expect(changeLetter({ kind: 'hand-over' }).paragraphs[0]).toBe(
    'Your account at Lead Value Analyzer was linked to the Google account of this address. It signs in with Google from now on; a password of before works no longer, and other devices were signed out.',
  );
  // No dialog comes before it, so the letter names what has ended.
  expect(changeLetter({ kind: 'hand-over' }).paragraphs[1]).toBe(
    'What an earlier holder of the account may have left has ended: read-only links, schedules and inboxes, connections to other services, invitations, alerts by e-mail, and memberships of teams that have another admin.',
  );
  expect(changeLetter({ kind: 'connected', connection: 'meta', isOfTeam: true })).toEqual({
    subject: 'Meta was connected',
    paragraphs: [
      'Meta was connected for a team of yours at Lead Value Analyzer, in a session of your account.',
      'If it was not you, look at your connections, and sign out the devices that you do not know.',
    ],
    link: { text: 'See the connections', path: '/connections' },
    reason,
  });
  expect(changeLetter({ kind: 'disconnected', connection: 'meta', isOfTeam: false }).paragraphs[0]).toContain(
    'Meta was disconnected for your account',
  );
});
