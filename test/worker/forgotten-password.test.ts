import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Mailbox } from './mail-support.ts';
import { shared, linksOf } from './share-support.ts';
import { saved } from './analysis-support.ts';
import { app } from '#worker/app.ts';
import { watchDatabase } from './watched-database.ts';
import {
  PASSWORD,
  call,
  cookieOf,
  count,
  makeUser,
  request,
  signIn,
  signedInUser,
  type TestUser,
} from './support.ts';

const MINUTE = 60_000;
const NEW_PASSWORD = 'a better one';

beforeEach(async () => {
  await env.DB.prepare("DELETE FROM rate_limits WHERE key LIKE 'forgot%' OR key LIKE 'mail-token:%'").run();
});

afterEach(() => {
  vi.useRealTimers();
});

const forget = (mailbox: Mailbox, email: string) => mailbox.post('/api/auth/forgot', { email });
const reset = (mailbox: Mailbox, token: string, newPassword = NEW_PASSWORD) =>
  mailbox.post('/api/auth/reset', { token, newPassword });

const prove = ({ id }: TestUser) =>
  env.DB.prepare('UPDATE users SET email_proved_at = 1 WHERE id = ?').bind(id).run();

const isSignedIn = async ({ cookie }: TestUser): Promise<boolean> =>
  (await call('/api/auth/user', { cookie })).status === 200;

test('a mailed link replaces the password, once, and ends all sessions of that account', async () => {
  const mailbox = new Mailbox();
  const [user, other] = [await signedInUser(), await signedInUser()];
  await prove(user);
  await forget(mailbox, user.email);
  await forget(mailbox, user.email);
  await forget(mailbox, other.email);
  const token = mailbox.tokenOf('reset', user.email);
  const earlier = /#reset=(\S+)/.exec(mailbox.to(user.email)[0]?.text ?? '')?.[1] ?? '';
  expect(await isSignedIn(user)).toBe(true);

  const answer = await reset(mailbox, token);
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { message: 'Your password has been changed.', isHandedOver: false },
  ]);
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(await isSignedIn(user)).toBe(false);
  expect((await signIn(user.email, PASSWORD)).status).toBe(401);
  expect((await signIn(user.email, NEW_PASSWORD)).status).toBe(200);

  for (const used of [token, earlier]) {
    const again = await reset(mailbox, used, 'yet another');
    expect([again.status, await again.json()]).toMatchObject([410, { code: 'LINK_EXPIRED' }]);
  }
  expect((await signIn(user.email, NEW_PASSWORD)).status).toBe(200);
  expect(await isSignedIn(other)).toBe(true);
  expect((await signIn(other.email, PASSWORD)).status).toBe(200);
  expect((await reset(mailbox, mailbox.tokenOf('reset', other.email))).status).toBe(200);
});

test('of two who open a link at once, one chooses the password', async () => {
  const mailbox = new Mailbox();
  const user = await makeUser();
  await forget(mailbox, user.email);
  const token = mailbox.tokenOf('reset', user.email);
  const words = ['the first one', 'the second one'];
  const answers = await Promise.all(words.map((word) => reset(mailbox, token, word)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410]);
  const winner = answers.findIndex(({ status }) => status === 200);
  expect((await signIn(user.email, words[winner])).status).toBe(200);
  expect((await signIn(user.email, words[1 - winner])).status).toBe(401);
});

test('an address without account gets the same answer and no mail, and counts alike', async () => {
  const mailbox = new Mailbox();
  const user = await makeUser();
  const answers = async (email: string) => {
    const all = [];
    for (let n = 0; n < 4; n++) {
      const answer = await forget(mailbox, email);
      all.push([answer.status, [...answer.headers.keys()], await answer.text()]);
    }
    return all;
  };
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 26), toFake: ['Date'] });
  const ofUser = await answers(user.email);
  expect(await answers(`nobody-${user.email}`)).toEqual(ofUser);
  expect(ofUser.map(([status]) => status)).toEqual([200, 200, 200, 429]);
  expect(mailbox.sent.map(({ to }) => to)).toEqual(Array(3).fill(user.email));
});

test('the answer comes before the account is looked for, so that its time tells nothing', async () => {
  const mailbox = new Mailbox();
  const user = await makeUser();
  const gate = Promise.withResolvers<void>();
  const DB = watchDatabase(env.DB, async ({ statements, work }) => {
    if (statements.some((sql) => sql.includes('from "users"'))) await gate.promise;
    return await work();
  });
  const context = createExecutionContext();
  const asked = request('/api/auth/forgot', { method: 'POST', body: { email: user.email } });
  const answer = await app.fetch(asked, { ...env, ...mailbox.bindings, DB }, context);
  expect([answer.status, mailbox.sent]).toEqual([200, []]);
  gate.resolve();
  await waitOnExecutionContext(context);
  expect(mailbox.to(user.email)).toHaveLength(1);
});

test('a mail that is not taken is told to the log alone, without the address', async () => {
  const mailbox = new Mailbox();
  const user = await makeUser();
  mailbox.refusal = 'E_RECIPIENT_SUPPRESSED';
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const answer = await forget(mailbox, user.email);
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { message: 'If the address has an account, an e-mail is on its way.' },
  ]);
  expect(logged.mock.calls).toEqual([
    ['A link for a forgotten password was not sent: E_RECIPIENT_SUPPRESSED'],
  ]);
  logged.mockRestore();
});

test('a link works for 30 minutes, and no other text is one', async () => {
  const start = Date.UTC(2026, 10, 26);
  vi.useFakeTimers({ now: start, toFake: ['Date'] });
  const mailbox = new Mailbox();
  const user = await makeUser();
  await forget(mailbox, user.email);
  const token = mailbox.tokenOf('reset', user.email);
  for (const guess of ['', 'x'.repeat(43), token.slice(1), `${token}=`])
    expect((await reset(mailbox, guess)).status).toBe(410);
  expect((await reset(mailbox, token, 'short')).status).toBe(400); // and the link still works
  vi.setSystemTime(start + 30 * MINUTE);
  expect((await reset(mailbox, token)).status).toBe(410);
  vi.setSystemTime(start + 30 * MINUTE - 1);
  expect((await reset(mailbox, token)).status).toBe(200);
});

test('a link to confirm an address resets nothing', async () => {
  const mailbox = new Mailbox();
  const user = await signedInUser();
  await mailbox.post('/api/mail/link', {}, user.cookie);
  expect((await reset(mailbox, mailbox.tokenOf('confirm', user.email))).status).toBe(410);
  expect(await isSignedIn(user)).toBe(true);
});

test('an account that signs in with Google alone is told so, and gets no password', async () => {
  const mailbox = new Mailbox();
  const google = await makeUser({ googleId: crypto.randomUUID() });
  await forget(mailbox, google.email);
  const [mail] = mailbox.to(google.email);
  expect(mail?.subject).toBe('Your account signs in with Google');
  expect(mail?.text).not.toContain('#reset');
  expect(await count('mail_links WHERE user_id = ?', google.id)).toBe(0);

  // A link from before the account went over to Google.
  const user = await makeUser();
  await forget(mailbox, user.email);
  await env.DB.prepare('UPDATE users SET google_id = ?, password_hash = NULL WHERE id = ?')
    .bind(crypto.randomUUID(), user.id)
    .run();
  expect((await reset(mailbox, mailbox.tokenOf('reset', user.email))).status).toBe(410);
});

test('a team has no address, so nobody resets it', async () => {
  const mailbox = new Mailbox();
  const email = `team:${crypto.randomUUID()}`;
  await makeUser({ email });
  expect((await forget(mailbox, email)).status).toBe(400);
  expect(mailbox.sent).toEqual([]);
});

test('where nobody had proved the address, the reset ends what a stranger may have left, of this account only', async () => {
  const mailbox = new Mailbox();
  const [stranger, proved, bystander] = [await signedInUser(), await signedInUser(), await signedInUser()];
  await prove(proved);
  for (const user of [stranger, proved, bystander]) {
    await shared(await saved(user.cookie), user.cookie);
    await forget(mailbox, user.email);
  }
  const resetOf = async (user: TestUser): Promise<unknown> =>
    (await reset(mailbox, mailbox.tokenOf('reset', user.email))).json();
  expect(await resetOf(stranger)).toMatchObject({ isHandedOver: true });
  expect(await resetOf(proved)).toMatchObject({ isHandedOver: false });
  const links = await Promise.all([stranger, proved, bystander].map(({ id }) => linksOf(id)));
  expect(links.map((found) => (found as unknown[]).length)).toEqual([0, 1, 1]);
  expect(await count('saved_analyses WHERE user_id = ?', stranger.id)).toBe(1);
  expect(await count('users WHERE id = ? AND email_proved_at > 1', stranger.id)).toBe(1);
  expect(await count('users WHERE id = ? AND email_proved_at = 1', proved.id)).toBe(1);
  expect(await count('users WHERE id = ? AND email_proved_at IS NULL', bystander.id)).toBe(1);
  // The next reset is that of the owner.
  await forget(mailbox, stranger.email);
  expect(await resetOf(stranger)).toMatchObject({ isHandedOver: false });
});

test('an account that Google knows is nobody else’s: a reset ends its sessions alone', async () => {
  const mailbox = new Mailbox();
  const user = await signedInUser();
  // Linked by a Worker of the release before, which noted no proof.
  await env.DB.prepare('UPDATE users SET google_id = ? WHERE id = ?')
    .bind(crypto.randomUUID(), user.id)
    .run();
  await shared(await saved(user.cookie), user.cookie);
  await forget(mailbox, user.email);
  const answer = await reset(mailbox, mailbox.tokenOf('reset', user.email));
  expect(await answer.json()).toMatchObject({ isHandedOver: false });
  expect(await linksOf(user.id)).toHaveLength(1);
  expect(await isSignedIn(user)).toBe(false);
});

test('a password that its owner changes ends the links to a new one, of this account only', async () => {
  const mailbox = new Mailbox();
  const [user, other] = [await signedInUser(), await signedInUser()];
  for (const { email } of [user, other]) await forget(mailbox, email);
  const change = (password: string) =>
    mailbox.post('/api/auth/password', { password, newPassword: NEW_PASSWORD }, user.cookie);
  expect((await change('wrong')).status).toBe(401);
  expect(await count("mail_links WHERE user_id = ? AND purpose = 'reset'", user.id)).toBe(1);
  expect((await change(PASSWORD)).status).toBe(200);
  expect((await reset(mailbox, mailbox.tokenOf('reset', user.email))).status).toBe(410);
  expect((await reset(mailbox, mailbox.tokenOf('reset', other.email))).status).toBe(200);
});

describe('strangers cannot use up the links of an owner', () => {
  const DAY = 24 * 60 * MINUTE;
  const from = (network: string, cookie: string | null = null) => ({
    ask: async (mailbox: Mailbox, email: string, path = '/api/auth/forgot'): Promise<number> => {
      const headers = { 'CF-Connecting-IP': network };
      return (await mailbox.call(path, { method: 'POST', body: { email }, cookie, headers })).status;
    },
  });
  const times = async (count: number, ask: () => Promise<number>): Promise<number[]> => {
    const statuses = [];
    for (let at = 0; at < count; at++) statuses.push(await ask());
    return statuses;
  };
  const ok = (count: number) => Array<number>(count).fill(200);

  test('three links a day and network go to an address, and those of another network come all the same', async () => {
    const start = Date.UTC(2026, 10, 26);
    vi.useFakeTimers({ now: start, toFake: ['Date'] });
    const mailbox = new Mailbox();
    const [user, other] = [await makeUser(), await makeUser()];
    const stranger = from('203.0.113.1');
    expect(await times(4, () => stranger.ask(mailbox, user.email.toUpperCase()))).toEqual([...ok(3), 429]);
    expect(await stranger.ask(mailbox, other.email)).toBe(200);
    expect(await times(4, () => from('203.0.113.2').ask(mailbox, user.email))).toEqual([...ok(3), 429]);
    expect([mailbox.to(user.email).length, mailbox.to(other.email).length]).toEqual([6, 1]);
    vi.setSystemTime(start + DAY - 1);
    expect(await stranger.ask(mailbox, user.email)).toBe(429);
    vi.setSystemTime(start + DAY);
    expect(await stranger.ask(mailbox, user.email)).toBe(200);
  });

  test('twelve a day from all networks together, and then three of each browser that was in the account', async () => {
    const mailbox = new Mailbox();
    const [user, other] = [await makeUser(), await makeUser()];
    const device = cookieOf(await signIn(user.email), '__Host-device');
    for (let network = 1; network <= 4; network++)
      expect(await times(3, () => from(`198.51.100.${network}`).ask(mailbox, user.email))).toEqual(ok(3));
    expect(await from('198.51.100.5').ask(mailbox, user.email)).toBe(429);
    // A refused attempt counts nowhere, and the address of somebody else has a counter of its own.
    expect(await from('198.51.100.5').ask(mailbox, other.email)).toBe(200);

    await env.DB.prepare("UPDATE rate_limits SET count = 1000 WHERE key LIKE 'forgot:%'").run();
    const owner = from('198.51.100.1', device);
    expect(await times(4, () => owner.ask(mailbox, user.email))).toEqual([...ok(3), 429]);
    expect(mailbox.to(user.email)).toHaveLength(15);
    // The cookie says nothing about another account, nor does one that was made up.
    expect(await owner.ask(mailbox, other.email)).toBe(429);
    const forged = (device ?? '').replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect(await from('198.51.100.6', forged).ask(mailbox, user.email)).toBe(429);
  });

  test('after a new password no browser is known, since one of them may be a thief’s', async () => {
    const mailbox = new Mailbox();
    const user = await signedInUser();
    const device = cookieOf(await signIn(user.email), '__Host-device');
    await mailbox.post('/api/auth/password', { password: PASSWORD, newPassword: NEW_PASSWORD }, user.cookie);
    expect(await times(4, () => from('203.0.113.9', device).ask(mailbox, user.email))).toEqual([
      ...ok(3),
      429,
    ]);
    expect(await from('203.0.113.8', device).ask(mailbox, user.email)).toBe(200);
    expect(await count("rate_limits WHERE key LIKE 'forgot-of-browser:%'")).toBe(0);
  });

  test('the links that confirm the address have a counter of their own, which only the account counts in', async () => {
    const mailbox = new Mailbox();
    const [user, other] = [await signedInUser(), await signedInUser()];
    await times(3, () => from('203.0.113.20').ask(mailbox, user.email));
    const confirm = ({ cookie }: TestUser) => from('203.0.113.20', cookie).ask(mailbox, '', '/api/mail/link');
    expect(await times(4, () => confirm(user))).toEqual([...ok(3), 429]);
    expect(await confirm(other)).toBe(200);
    expect(await from('203.0.113.21').ask(mailbox, user.email)).toBe(200);
  });

  test('a browser that was in accounts asks for them alone: nothing depends on whether the address has one', async () => {
    const mailbox = new Mailbox();
    const user = await makeUser();
    const device = cookieOf(await signIn(user.email), '__Host-device');
    const queriesFor = async (email: string) => {
      const asked: string[] = [];
      const gate = Promise.withResolvers<void>();
      const DB = watchDatabase(env.DB, async ({ statements, work }) => {
        asked.push(...statements);
        if (statements.some((sql) => sql.includes('"users"."email" = ?'))) await gate.promise;
        return await work();
      });
      const sent = request('/api/auth/forgot', { method: 'POST', body: { email }, cookie: device });
      const context = createExecutionContext();
      const answer = await app.fetch(sent, { ...env, ...mailbox.bindings, DB }, context);
      const before = [...asked];
      gate.resolve();
      await waitOnExecutionContext(context);
      return [answer.status, before];
    };
    const taken = await makeUser();
    const ofTaken = await queriesFor(taken.email);
    expect(ofTaken).toEqual(await queriesFor(`nobody-${taken.email}`));
    expect(JSON.stringify(ofTaken)).toContain('\\"users\\".\\"id\\" in (?)');
  });
});

test('a network reports 20 forgotten passwords an hour, for whatever addresses', async () => {
  const mailbox = new Mailbox();
  const headers = { 'CF-Connecting-IP': '203.0.113.78' };
  const forgetFrom = async (at: number) => {
    const body = { email: `nobody-${at}-${crypto.randomUUID()}@example.com` };
    return (await mailbox.call('/api/auth/forgot', { method: 'POST', body, headers })).status;
  };
  const statuses = [];
  for (let at = 0; at < 21; at++) statuses.push(await forgetFrom(at));
  expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
});

test('links go to the address of the site, whatever host was asked', async () => {
  const mailbox = new Mailbox();
  const user = await makeUser();
  const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' };
  await mailbox.call('/api/auth/forgot', { method: 'POST', body: { email: user.email }, headers });
  const [mail] = mailbox.to(user.email);
  const addresses = `${mail?.text}${mail?.html}`.match(/https?:\/\/[^/"\s]+/g);
  expect([...new Set(addresses)]).toEqual(['https://site-in-mails.test']);
});
