import { env } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import { renderHtml, renderText } from '#worker/mail/letter.ts';
import { confirmLetter, googleLetter, invitationLetter, resetLetter } from '#worker/mail/letters.ts';
import { MailFailure, canSendMail, sendMail } from '#worker/mail/send.ts';
import { signInWithGoogle } from './google-support.ts';
import { Mailbox, SITE, storeMailLink } from './mail-support.ts';
import { call, cookieOf, count, signedInUser, type TestUser } from './support.ts';

const MINUTE = 60_000;

afterEach(() => {
  vi.useRealTimers();
});

const LETTER = {
  subject: 'A rule',
  paragraphs: ['It fell.'],
  link: { text: 'See it', path: '/saved/1' },
  reason: 'You asked for it.',
} as const;

const statusOf = async (mailbox: Mailbox, { cookie }: TestUser): Promise<unknown> =>
  await (await mailbox.call('/api/mail', { cookie })).json();

const sendLink = (mailbox: Mailbox, { cookie }: TestUser) => mailbox.post('/api/mail/link', {}, cookie);
const confirm = (mailbox: Mailbox, { cookie }: TestUser, token: string) =>
  mailbox.post('/api/mail/confirm', { token }, cookie);
const setAlerts = (mailbox: Mailbox, { cookie }: TestUser, on: boolean) =>
  mailbox.call('/api/mail/alerts', { method: 'PUT', body: { on }, cookie });

/** A user who has proved the address by a mailed link. */
async function provedUser(mailbox: Mailbox): Promise<TestUser> {
  const user = await signedInUser();
  await sendLink(mailbox, user);
  await confirm(mailbox, user, mailbox.tokenOf('confirm', user.email));
  return user;
}

test('a message has plain text and HTML, in which nothing of a text is read as HTML', async () => {
  const mailbox = new Mailbox();
  const name = `<img src=x onerror="alert('&')">`;
  await sendMail(mailbox.bindings, 'ann@example.com', { ...LETTER, paragraphs: [name, 'Two\nlines'] });
  const [mail] = mailbox.sent;
  expect(mail).toMatchObject({
    to: 'ann@example.com',
    from: { email: 'leads@site-in-mails.test', name: 'Lead Value Analyzer' },
    subject: 'A rule',
  });
  expect(mail?.headers).toEqual({ 'Auto-Submitted': 'auto-generated' });
  expect(mail?.text).toBe(`${name}\n\nTwo\nlines\n\nSee it:\n${SITE}/saved/1\n\n-- \nYou asked for it.\n`);
  expect(mail?.html).toContain('&lt;img src=x onerror=&quot;alert(&#39;&amp;&#39;)&quot;&gt;</p>');
  expect(mail?.html).toContain('Two<br>lines');
  expect(mail?.html).toContain(`<a href="${SITE}/saved/1"`);
  expect(mail?.html).not.toMatch(/<img|<script|src=(?!x )/);
});

test('a mail that can be stopped says how, for people and for mail programs', async () => {
  const mailbox = new Mailbox();
  await sendMail(mailbox.bindings, 'ann@example.com', { ...LETTER, stopToken: 'token' });
  const [mail] = mailbox.sent;
  expect(mail?.headers).toEqual({
    'Auto-Submitted': 'auto-generated',
    'List-Unsubscribe': `<${SITE}/api/stop/token>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  expect(mail?.text).toContain(`Stop these e-mails: ${SITE}/auth/mail#stop=token\n`);
  expect(mail?.html).toContain(`<a href="${SITE}/auth/mail#stop=token"`);
  expect(renderText(LETTER, SITE) + renderHtml(LETTER, SITE)).not.toContain('stop');
});

test('a domain with letters beyond ASCII is written as the mail system writes it', async () => {
  const mailbox = new Mailbox();
  await sendMail(mailbox.bindings, 'ann@bücher.example', LETTER);
  expect(mailbox.sent[0]?.to).toBe('ann@xn--bcher-kva.example');
});

test('a subject of 150 characters is whole, and a longer one is cut to as many', async () => {
  const mailbox = new Mailbox();
  for (const length of [150, 151])
    await sendMail(mailbox.bindings, 'ann@example.com', { ...LETTER, subject: 'x'.repeat(length) });
  expect(mailbox.sent.map(({ subject }) => subject)).toEqual(['x'.repeat(150), `${'x'.repeat(149)}…`]);
});

test('a text adds no header, and an address no recipient', async () => {
  const mailbox = new Mailbox();
  const subject = '\r\n A rule\r\nBcc: all@example.com\u2028X: y\u0000\tz ' + 'x'.repeat(200);
  await sendMail(mailbox.bindings, 'ann@example.com', { ...LETTER, subject });
  expect(mailbox.sent[0]?.subject).toMatch(/^A rule Bcc: all@example\.com X: y z x{100,}…$/);
  expect(mailbox.sent[0]?.subject).toHaveLength(150);
  for (const to of [
    'team:0190',
    'ann@example.com, bob@example.com',
    'ann@example.com\r\nBcc: bob@example.com',
    'Ann <ann@example.com>',
    ' ann@example.com',
    '',
  ])
    await expect(sendMail(mailbox.bindings, to, LETTER)).rejects.toThrow(MailFailure);
  expect(mailbox.sent).toHaveLength(1);
});

test('where the service refuses, its code is told, and no text that may hold an address', async () => {
  const mailbox = new Mailbox();
  const refusedBy = async (refusal: string, bindings = mailbox.bindings) => {
    mailbox.refusal = refusal;
    return await sendMail(bindings, 'ann@example.com', LETTER).catch((error: unknown) => String(error));
  };
  const failing = { send: () => Promise.reject(new Error('ann@example.com is unknown')) };
  const thrown = { send: () => Promise.reject({ code: 'E_NO_ERROR' }) };
  expect(await refusedBy('E_RATE_LIMITED')).toBe('Error: E_RATE_LIMITED');
  expect(await refusedBy('x'.repeat(60))).toBe(`Error: ${'x'.repeat(60)}`);
  for (const code of ['x'.repeat(61), '', 'no ann@example.com', 'ann@example.com', 'E_X for ann'])
    expect(await refusedBy(code)).toBe('Error: no code');
  for (const EMAIL of [failing, thrown])
    expect(await refusedBy('', { ...mailbox.bindings, EMAIL })).toBe('Error: no code');
});

const FOOT = `style="margin:0 0 8px;font-size:13px;line-height:20px;color:#757575"`;

test('each letter says what it is for, for how long its link works, and why it comes', () => {
  const once = 'The link works once, for 30 minutes.';
  const asked =
    'Somebody asked for this mail on the sign-in page with your address. If it was not you, do nothing: nothing has changed.';
  expect(confirmLetter('t')).toEqual({
    subject: 'Confirm your e-mail address',
    paragraphs: ['Confirm that this is your address. Then Lead Value Analyzer can send alerts to it.', once],
    link: { text: 'Confirm the address', path: '/auth/mail#confirm=t' },
    reason: 'Somebody asked for this link in an account with your address. If it was not you, do nothing.',
  });
  expect(resetLetter('t')).toEqual({
    subject: 'Choose a new password',
    paragraphs: [
      'You can choose a new password for your account at Lead Value Analyzer. All devices are signed out then.',
      once,
    ],
    link: { text: 'Choose a new password', path: '/auth/mail#reset=t' },
    reason: asked,
  });
  expect(googleLetter()).toEqual({
    subject: 'Your account signs in with Google',
    paragraphs: [
      'Your account at Lead Value Analyzer has no password that could be replaced: it signs in with Google. Please use Continue with Google on the sign-in page.',
    ],
    link: { text: 'Sign in', path: '/auth/login' },
    reason: asked,
  });
  expect(invitationLetter({ team: 'Sales', role: 'editor', by: 'ann@example.com' }, 't')).toEqual({
    subject: 'Join a team at Lead Value Analyzer',
    paragraphs: [
      'ann@example. com invites you to the team “Sales” at Lead Value Analyzer, as editor.',
      'The link works once, for 7 days, for an account with this address.',
    ],
    link: { text: 'See the invitation', path: '/join#t' },
    reason: 'A member of the team entered your address. If you do not know them, do nothing.',
  });
});

test.each([
  ['evil.com', 'evil. com'],
  ['https://evil.com/a?b=c.d#e', 'https: //evil. com/a?b=c. d#e'],
  ['www.evil.com', 'www. evil. com'],
  ['evil。com', 'evil。 com'],
  ['evil．com｡de', 'evil． com｡ de'],
  ['mailto:ann@evil.com', 'mailto: ann@evil. com'],
  ['//1.2.3.4', '//1. 2. 3. 4'],
  ['Acme\n\nInc.', 'Acme Inc.'],
  ['St. Gallen: 2026', 'St. Gallen: 2026'],
  ['Größe M…', 'Größe M…'],
])('in an invitation the name %s is no address of a page', (name, shown) => {
  const letter = invitationLetter({ team: name, role: 'viewer', by: name }, 't');
  expect(letter.subject).toBe('Join a team at Lead Value Analyzer');
  expect(letter.paragraphs[0]).toBe(
    `${shown} invites you to the team “${shown}” at Lead Value Analyzer, as viewer.`,
  );
  // The one address in it is that of the site, in both forms.
  for (const text of [renderText(letter, SITE), renderHtml(letter, SITE)])
    expect(new Set(text.match(/\w+:\/\/[^/"\s<]*/g))).toEqual(new Set([SITE]));
});

test('the HTML of a letter has its look within, and fetches nothing', () => {
  expect(renderHtml({ ...LETTER, paragraphs: ['It fell.', 'So did that.'], stopToken: 't' }, SITE)).toBe(
    `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>A rule</title></head>
<body style="margin:0;padding:24px;font-family:system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 16px;font-size:16px;line-height:24px">It fell.</p>
<p style="margin:0 0 16px;font-size:16px;line-height:24px">So did that.</p>
<p style="margin:24px 0"><a href="${SITE}/saved/1" style="display:inline-block;padding:10px 16px;border-radius:8px;background:#314ec7;color:#ffffff;font-size:15px;font-weight:600;text-decoration:none">See it</a></p>
<hr style="border:0;border-top:1px solid #d4d4d8;margin:24px 0 16px">
<p ${FOOT}>You asked for it.</p>
<p ${FOOT}><a href="${SITE}/auth/mail#stop=t" style="color:#757575">Stop these e-mails</a></p>
</div>
</body>
</html>
`,
  );
  expect(renderHtml(LETTER, SITE)).toContain('You asked for it.</p>\n\n</div>');
});

test('e-mail is set up with a binding, a sender and an address of the site over https', async () => {
  const { bindings } = new Mailbox();
  const local = ['http://localhost:8787', 'http://127.0.0.1:8787'].map((SITE_ADDRESS) => ({
    ...bindings,
    SITE_ADDRESS,
  }));
  expect([bindings, ...local].map(canSendMail)).toEqual([true, true, true]);
  for (const lacking of [
    { EMAIL: undefined },
    { MAIL_FROM: '' },
    { SITE_ADDRESS: '' },
    { SITE_ADDRESS: 'http://site.example' },
    { SITE_ADDRESS: 'site.example' },
    { SITE_ADDRESS: 'http://localhost.example' },
    { SITE_ADDRESS: 'http://127a0.0.1.example' },
    { SITE_ADDRESS: 'http://not-localhost' },
    { SITE_ADDRESS: 'http://127.0.0.11' },
    { SITE_ADDRESS: 'http://127a0b0c1' },
  ]) {
    const without = { ...bindings, ...lacking } as typeof bindings; // a variable that is not set is absent or empty
    expect(canSendMail(without)).toBe(false);
    await expect(sendMail(without, 'ann@example.com', LETTER)).rejects.toThrow(MailFailure);
  }
});

test('without e-mail the calls are unknown, and need a user with it', async () => {
  const mailbox = new Mailbox();
  const user = await signedInUser();
  const calls = [
    ['GET', '/api/mail', undefined],
    ['POST', '/api/mail/link', {}],
    ['POST', '/api/mail/confirm', { token: 'x' }],
    ['PUT', '/api/mail/alerts', { on: true }],
  ] as const;
  for (const [method, path, body] of calls) {
    expect([path, (await call(path, { method, body, cookie: user.cookie })).status]).toEqual([path, 404]);
    expect([path, (await mailbox.call(path, { method, body })).status]).toEqual([path, 401]);
  }
  for (const [path, body] of [
    ['/api/auth/forgot', { email: user.email }],
    ['/api/auth/reset', { token: 'x', newPassword: 'long enough' }],
  ] as const)
    expect([path, (await call(path, { method: 'POST', body })).status]).toEqual([path, 404]);
});

test('a mailed link proves the address, once, for the user it was sent for', async () => {
  const mailbox = new Mailbox();
  const [user, other] = [await signedInUser(), await signedInUser()];
  const unproved = { email: user.email, isProved: false, hasAlerts: false };
  expect(await statusOf(mailbox, user)).toEqual(unproved);
  expect(await (await sendLink(mailbox, user)).json()).toEqual({
    message: `A link is on its way to ${user.email}. It works once, for 30 minutes.`,
  });
  await sendLink(mailbox, other);
  const token = mailbox.tokenOf('confirm', user.email);

  // A reader of the mail of an address must not prove it for the account of a stranger, nor use the link up.
  const refused = await confirm(mailbox, other, token);
  expect([refused.status, await refused.json()]).toMatchObject([410, { code: 'LINK_EXPIRED' }]);
  expect(await statusOf(mailbox, user)).toEqual(unproved);

  expect(await (await confirm(mailbox, user, token)).json()).toEqual({ ...unproved, isProved: true });
  expect(await statusOf(mailbox, user)).toEqual({ ...unproved, isProved: true });
  expect(await statusOf(mailbox, other)).toMatchObject({ isProved: false });
  expect((await confirm(mailbox, user, token)).status).toBe(410);
  expect((await confirm(mailbox, other, mailbox.tokenOf('confirm', other.email))).status).toBe(200);
});

test('of two who open a link at once one proves the address, and it stays proved', async () => {
  const mailbox = new Mailbox();
  const user = await signedInUser();
  await sendLink(mailbox, user);
  const token = mailbox.tokenOf('confirm', user.email);
  const answers = await Promise.all([confirm(mailbox, user, token), confirm(mailbox, user, token)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410]);
  expect(await statusOf(mailbox, user)).toMatchObject({ isProved: true });
});

test('a link works for 30 minutes, and no other text is one', async () => {
  const start = Date.UTC(2026, 10, 26);
  vi.useFakeTimers({ now: start, toFake: ['Date'] });
  const mailbox = new Mailbox();
  const user = await signedInUser();
  await sendLink(mailbox, user);
  const late = mailbox.tokenOf('confirm', user.email);
  vi.setSystemTime(start + MINUTE);
  await sendLink(mailbox, user);
  const inTime = mailbox.tokenOf('confirm', user.email);
  vi.setSystemTime(start + 30 * MINUTE);
  for (const token of [late, `${inTime}x`, inTime.slice(1), 'x'.repeat(43), ''])
    expect((await confirm(mailbox, user, token)).status).toBe(410);
  vi.setSystemTime(start + 31 * MINUTE - 1);
  expect((await confirm(mailbox, user, inTime)).status).toBe(200);
});

test('three links a day confirm an address, and none that was not taken counts', async () => {
  const start = Date.UTC(2026, 10, 26);
  vi.useFakeTimers({ now: start, toFake: ['Date'] });
  const mailbox = new Mailbox();
  const user = await signedInUser();
  const other = await signedInUser();
  mailbox.refusal = 'E_INTERNAL_SERVER_ERROR';
  const failed = await sendLink(mailbox, user);
  expect([failed.status, await failed.json()]).toEqual([
    502,
    { message: 'The e-mail could not be sent. Please try again later.', code: 'PROVIDER_UNAVAILABLE' },
  ]);
  mailbox.refusal = null;
  for (let mails = 0; mails < 3; mails++) expect((await sendLink(mailbox, user)).status).toBe(200);
  const refused = await sendLink(mailbox, user);
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, String(24 * 60 * 60)]);
  expect(mailbox.to(user.email)).toHaveLength(3);
  expect((await sendLink(mailbox, other)).status).toBe(200);
  vi.setSystemTime(start + 24 * 60 * MINUTE - 1);
  expect((await sendLink(mailbox, user)).status).toBe(429);
  vi.setSystemTime(start + 24 * 60 * MINUTE);
  expect((await sendLink(mailbox, user)).status).toBe(200);
});

test('alerts by e-mail need a proved address, and are those of one user', async () => {
  const mailbox = new Mailbox();
  const [user, other, unproved] = [
    await provedUser(mailbox),
    await provedUser(mailbox),
    await signedInUser(),
  ];
  const refused = await setAlerts(mailbox, unproved, true);
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'NOT_PROVED' }]);
  expect((await setAlerts(mailbox, unproved, false)).status).toBe(200);
  const on = { email: user.email, isProved: true, hasAlerts: true };
  expect(await (await setAlerts(mailbox, user, true)).json()).toEqual(on);
  expect(await statusOf(mailbox, user)).toEqual(on);
  expect(await statusOf(mailbox, other)).toMatchObject({ hasAlerts: false });
  await setAlerts(mailbox, other, true);
  expect(await (await setAlerts(mailbox, user, false)).json()).toEqual({ ...on, hasAlerts: false });
  expect(await statusOf(mailbox, other)).toMatchObject({ hasAlerts: true });
});

test('Google proves the address that it names, also of an account from before, and no other one', async () => {
  const mailbox = new Mailbox();
  const email = `proved-${crypto.randomUUID()}@gmail.com`;
  const claims = { sub: crypto.randomUUID(), email, email_verified: true };
  const enter = async (more: object = {}): Promise<TestUser> => {
    const cookie = cookieOf(await signInWithGoogle({ claims: { ...claims, ...more } })) ?? '';
    return { id: '', email, cookie };
  };
  expect(await statusOf(mailbox, await enter())).toMatchObject({ email, isProved: true });
  const forget = () =>
    env.DB.prepare('UPDATE users SET email_proved_at = NULL WHERE email = ?').bind(email).run();
  await forget();
  const renamed = await enter({ email: `other-${email}` });
  expect(await statusOf(mailbox, renamed)).toMatchObject({ email, isProved: false });
  expect(await statusOf(mailbox, await enter({ email_verified: false }))).toMatchObject({ isProved: false });
  expect(await statusOf(mailbox, await enter())).toMatchObject({ isProved: true });
});

test('a hand-over to Google proves the address, and ends alerts and links of the former holder', async () => {
  const mailbox = new Mailbox();
  const email = `former-${crypto.randomUUID()}@gmail.com`;
  const former = await signedInUser({ email });
  await sendLink(mailbox, former);
  await sendLink(mailbox, former);
  await confirm(mailbox, former, mailbox.tokenOf('confirm', email));
  await setAlerts(mailbox, former, true);
  const claims = { sub: crypto.randomUUID(), email, email_verified: true };
  const cookie = cookieOf(await signInWithGoogle({ claims })) ?? '';
  expect(await statusOf(mailbox, { ...former, cookie })).toEqual({ email, isProved: true, hasAlerts: false });
  expect(await count('mail_links WHERE user_id = ?', former.id)).toBe(0);
});

const oneClick = {
  method: 'POST',
  body: 'List-Unsubscribe=One-Click',
  headers: { Origin: '', 'Content-Type': 'application/x-www-form-urlencoded' },
};

test('one click stops the alerts of one user, and reading the link stops nothing', async () => {
  const mailbox = new Mailbox();
  const [user, other] = [await provedUser(mailbox), await provedUser(mailbox)];
  for (const each of [user, other]) await setAlerts(mailbox, each, true);
  const token = await storeMailLink(user.id, 'stop');
  for (const method of ['GET', 'HEAD']) {
    const page = await call(`/api/stop/${token}`, { method });
    expect([page.status, page.headers.get('Location')]).toEqual([302, `/auth/mail#stop=${token}`]);
  }
  expect(await statusOf(mailbox, user)).toMatchObject({ hasAlerts: true });

  const stopped = await call(`/api/stop/${token}`, oneClick); // also where no e-mail is set up any more
  expect([stopped.status, await stopped.json()]).toEqual([
    200,
    { message: 'You get no more alerts by e-mail.' },
  ]);
  expect(stopped.headers.getSetCookie()).toEqual([]);
  expect(await statusOf(mailbox, user)).toMatchObject({ isProved: true, hasAlerts: false });
  expect(await statusOf(mailbox, other)).toMatchObject({ hasAlerts: true });

  await setAlerts(mailbox, user, true);
  expect((await call(`/api/stop/${token}`, oneClick)).status).toBe(200);
  expect(await statusOf(mailbox, user)).toMatchObject({ hasAlerts: false });
});

test('nothing else stops them: no other link, no guess and no link from a year ago', async () => {
  const mailbox = new Mailbox();
  const user = await provedUser(mailbox);
  await setAlerts(mailbox, user, true);
  await sendLink(mailbox, user);
  const old = await storeMailLink(user.id, 'stop', Date.now());
  for (const token of [mailbox.tokenOf('confirm', user.email), old, 'x'.repeat(43), '..%2F..']) {
    const answer = await call(`/api/stop/${token}`, oneClick);
    expect([token, answer.status]).toEqual([token, 404]);
  }
  expect(await statusOf(mailbox, user)).toMatchObject({ hasAlerts: true });
  const stopToken = await storeMailLink(user.id, 'stop');
  expect((await confirm(mailbox, user, stopToken)).status).toBe(410); // it proves no address
});

test('a link that leads elsewhere is none: a token is written as letters', async () => {
  const page = await call('/api/stop/%2F%2Fevil.example');
  expect(page.headers.get('Location')).toBe('/auth/mail#stop=%2F%2Fevil.example');
});

test('tokens that do not work count against the network, and working ones are answered in any case', async () => {
  const user = await signedInUser();
  const token = await storeMailLink(user.id, 'stop');
  const headers = { ...oneClick.headers, 'CF-Connecting-IP': '203.0.113.77' };
  await call(`/api/stop/x`, { ...oneClick, headers });
  await env.DB.prepare("UPDATE rate_limits SET count = 100 WHERE key LIKE 'mail-token:%'").run();
  expect((await call(`/api/stop/x`, { ...oneClick, headers })).status).toBe(429);
  const guess = { method: 'POST', body: { token: 'x', newPassword: 'long enough' } };
  const network = { headers: { 'CF-Connecting-IP': '203.0.113.77' } };
  expect((await new Mailbox().call('/api/auth/reset', { ...guess, ...network })).status).toBe(429);
  expect((await call(`/api/stop/${token}`, { ...oneClick, headers })).status).toBe(200);
  await env.DB.prepare("DELETE FROM rate_limits WHERE key LIKE 'mail-token:%'").run();
});
