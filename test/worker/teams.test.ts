import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  INVITATION_MAILS,
  INVITATION_MAILS_BY_NETWORK,
  INVITATION_MAILS_BY_USER,
  INVITATION_MAILS_OF_SITE,
  INVITATION_MS,
  MAX_INVITATIONS,
  MAX_MEMBERS,
  MAX_TEAMS,
} from '#contract/limits.ts';
import {
  invitationsSchema,
  listedTeamSchema,
  madeInvitationSchema,
  membersSchema,
  openedInvitationSchema,
  teamDeletedSchema,
  teamListSchema,
  teamSchema,
} from '#contract/team-answers.ts';
import { listLeftovers } from '#worker/db/clean-up.ts';
import { openDatabase } from '#worker/db/client.ts';
import { createInvitation, deleteInvitation } from '#worker/db/invitations.ts';
import { changeRole, endMembership } from '#worker/db/members.ts';
import { changeTeam, removeTeam as deleteStored } from '#worker/db/teams.ts';
import { listAlertReaders } from '#worker/db/mail-links.ts';
import { createSession } from '#worker/db/sessions.ts';
import { alertLetter } from '#worker/mail/alert-letter.ts';
import { insertConnections } from './connection-support.ts';
import { insertStoredPush } from './push-support.ts';
import {
  call,
  count,
  deletion,
  makeUser,
  PASSWORD,
  request,
  NO_VISIT,
  signedInUser,
  signIn,
  type TestUser,
} from './support.ts';
import {
  accept,
  belongingsOf,
  callTeam,
  enrol,
  invite,
  invited,
  makeTeam,
  outcomeOf,
  rolesOf,
  savedIn,
} from './team-support.ts';
import { sendHere } from './analysis-support.ts';
import { signInWithGoogle } from './google-support.ts';
import { Mailbox, SITE } from './mail-support.ts';

const db = openDatabase(env.DB, 60_000); // for all tests together

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const users = (number: number): Promise<TestUser[]> =>
  Promise.all(Array.from({ length: number }, () => signedInUser()));

const listTeams = async ({ cookie }: TestUser) =>
  teamListSchema.parse(await (await call('/api/teams', { cookie })).json()).teams;

const listInvitations = async (team: string, { cookie }: TestUser) =>
  invitationsSchema.parse(await (await callTeam(team, '/invitations', { cookie })).json()).invitations;

const patchRole = (team: string, { cookie }: TestUser, member: TestUser, role: string): Promise<Response> =>
  callTeam(team, `/members/${member.id}`, { method: 'PATCH', cookie, body: { role } });

const remove = (team: string, { cookie }: TestUser, member: TestUser): Promise<Response> =>
  callTeam(team, `/members/${member.id}`, { method: 'DELETE', cookie });

const leave = (team: string, { cookie }: TestUser): Promise<Response> =>
  callTeam(team, '/leave', { method: 'POST', cookie });

const deleteTeam = (team: string, { cookie }: TestUser, name: string): Promise<Response> =>
  callTeam(team, '', { method: 'DELETE', cookie, body: { name } });

const deleteAccount = ({ cookie }: TestUser): Promise<Response> => sendHere(deletion(cookie));

// --- Teams ---

test('a team is made, listed, shown with its quotas, renamed, and its editors may push; other teams stay as they are', async () => {
  const [admin, viewer] = (await users(2)) as [TestUser, TestUser];
  const made = await call('/api/teams', { method: 'POST', cookie: admin.cookie, body: { name: ' Acme ' } });
  expect(made.status).toBe(201);
  const { id, ...team } = listedTeamSchema.parse(await made.json());
  expect(team).toEqual({
    name: 'Acme',
    role: 'admin',
    editorsPush: false,
    members: 1,
    admins: 1,
    endsWithYou: [],
  });
  const other = await makeTeam(admin, 'Beta');
  await enrol(id, viewer, 'viewer');
  expect(await listTeams(viewer)).toEqual([{ id, ...team, role: 'viewer', members: 2 }]);

  const body = { name: 'acme 2', editorsPush: true };
  const changed = await callTeam(id, '', { method: 'PATCH', cookie: admin.cookie, body });
  expect(listedTeamSchema.parse(await changed.json())).toMatchObject(body);
  expect((await listTeams(admin)).map((one) => [one.name, one.editorsPush])).toEqual([
    ['acme 2', true],
    ['Beta', false],
  ]);

  await insertConnections(id);
  await insertStoredPush(id);
  await savedIn(id, admin);
  await savedIn(other, admin);
  const shown = teamSchema.parse(await (await callTeam(id, '', { cookie: viewer.cookie })).json());
  expect(shown).toMatchObject({
    quotas: {
      analyses: { used: 1, most: 500 },
      bytes: { most: 50 * 1024 * 1024 }, // a tenth of 500 MB
      members: { used: 2, most: MAX_MEMBERS },
    },
    owns: { links: 0, sources: 0, connections: 1, pushes: 1 },
  });
  expect(shown.quotas.bytes.used).toBeGreaterThan(100);
  const inBucket = await sendHere(request(`/api/teams/${id}`, { cookie: viewer.cookie }), {
    DATASETS: env.SPARE_BUCKET,
  });
  expect(teamSchema.parse(await inBucket.json()).quotas.bytes.most).toBe(1024 ** 3);
  for (const wrong of [{}, { name: '' }, { name: 'x'.repeat(101) }])
    expect((await callTeam(id, '', { method: 'PATCH', cookie: admin.cookie, body: wrong })).status).toBe(400);
});

test('a user makes ten teams, also where two calls come at once, and one more after a deletion', async () => {
  const [user, other] = (await users(2)) as [TestUser, TestUser];
  const teams: string[] = [];
  while (teams.length < MAX_TEAMS - 1) teams.push(await makeTeam(user, `Team ${teams.length}`));
  const post = () => call('/api/teams', { method: 'POST', cookie: user.cookie, body: { name: 'One more' } });
  const both = await Promise.all([post(), post()]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(await outcomeOf(await post())).toEqual([409, 'TEAM_LIMIT']);
  expect(await makeTeam(other)).toEqual(expect.any(String)); // a limit of each
  expect((await deleteTeam(teams[0] ?? '', user, 'Team 0')).status).toBe(200);
  expect((await post()).status).toBe(201);
});

test('a team is deleted by an admin who types its name, with all that it owns, and nothing else goes', async () => {
  const [admin, editor] = (await users(2)) as [TestUser, TestUser];
  const [team, other] = [await makeTeam(admin), await makeTeam(admin)];
  await enrol(team, editor, 'editor');
  for (const one of [team, other]) await savedIn(one, admin);
  await invite(team, admin);
  const kept = await belongingsOf(other);
  expect(await outcomeOf(await deleteTeam(team, admin, 'acme'))).toEqual([409, 'WRONG_NAME']);
  expect(await outcomeOf(await deleteTeam(team, editor, 'Acme'))).toEqual([403, 'NOT_ALLOWED']);
  expect((await listTeams(editor)).length).toBe(1);
  const deleted = await deleteTeam(team, admin, 'Acme');
  expect(teamDeletedSchema.parse(await deleted.json())).toEqual({
    message: 'The team has been deleted.',
    accessLeft: [],
  });
  expect(await listTeams(editor)).toEqual([]);
  for (const table of [
    'users WHERE id',
    'teams WHERE id',
    'members WHERE team_id',
    'invitations WHERE team_id',
    'saved_analyses WHERE user_id',
  ])
    expect(await count(`${table} = ?`, team), table).toBe(0);
  expect(await belongingsOf(other)).toEqual(kept);
  expect(await outcomeOf(await callTeam(team, '', { cookie: admin.cookie }))).toEqual([404, 'NO_TEAM']);
});

// --- Members ---

test('an admin changes roles and removes members, of this team only', async () => {
  const [admin, editor, viewer, outsider] = (await users(4)) as [TestUser, TestUser, TestUser, TestUser];
  const [team, other] = [await makeTeam(admin), await makeTeam(admin)];
  for (const one of [team, other]) {
    await enrol(one, editor, 'editor');
    await enrol(one, viewer, 'viewer');
  }
  const before = await rolesOf(other);
  const answer = await patchRole(team, admin, viewer, 'editor');
  const { members } = membersSchema.parse(await answer.json());
  expect(members.map(({ id, role, isYou }) => [id, role, isYou]).slice(0, 1)).toEqual([
    [admin.id, 'admin', true],
  ]);
  expect(members.find(({ id }) => id === viewer.id)).toMatchObject({
    role: 'editor',
    email: viewer.email,
    name: viewer.email,
  });
  expect(await outcomeOf(await patchRole(team, admin, outsider, 'editor'))).toEqual([404, undefined]);
  expect((await patchRole(team, admin, viewer, 'owner')).status).toBe(400);
  expect(await outcomeOf(await patchRole(team, editor, viewer, 'viewer'))).toEqual([403, 'NOT_ALLOWED']);
  expect((await remove(team, admin, editor)).status).toBe(200);
  expect(await rolesOf(team)).toEqual({ [admin.id]: 'admin', [viewer.id]: 'editor' });
  expect(await rolesOf(other)).toEqual(before);
  expect(await outcomeOf(await callTeam(team, '', { cookie: editor.cookie }))).toEqual([404, 'NO_TEAM']);
});

test('the last admin neither leaves nor steps down nor is removed; the last but one does', async () => {
  const [admin, second, viewer] = (await users(3)) as [TestUser, TestUser, TestUser];
  const team = await makeTeam(admin);
  await enrol(team, viewer, 'viewer');
  const refused = [
    await leave(team, admin),
    await patchRole(team, admin, admin, 'editor'),
    await remove(team, admin, admin),
  ];
  expect(await Promise.all(refused.map(outcomeOf))).toEqual(refused.map(() => [409, 'LAST_ADMIN']));
  expect((await patchRole(team, admin, admin, 'admin')).status).toBe(200);
  expect((await leave(team, viewer)).status).toBe(200);
  await enrol(team, second, 'admin');
  expect((await leave(team, admin)).status).toBe(200);
  expect(await rolesOf(team)).toEqual({ [second.id]: 'admin' });
});

test('of two admins who demote or remove each other, or leave, at the same time, one stays', async () => {
  const [one, two] = (await users(2)) as [TestUser, TestUser];
  const races = [
    (team: string) => [patchRole(team, one, two, 'viewer'), patchRole(team, two, one, 'viewer')],
    (team: string) => [remove(team, one, two), remove(team, two, one)],
    (team: string) => [leave(team, one), leave(team, two)],
    (team: string) => [patchRole(team, one, one, 'editor'), leave(team, two)],
  ];
  for (const race of races) {
    const team = await makeTeam(one);
    await enrol(team, two, 'admin');
    const outcomes = await Promise.all((await Promise.all(race(team))).map(outcomeOf));
    expect(outcomes.filter(([status]) => status === 200)).toHaveLength(1);
    expect(Object.values(await rolesOf(team)).filter((role) => role === 'admin')).toHaveLength(1);
  }
});

// --- Invitations ---

test('an invitation is opened and accepted by whoever has its link, once, with the role that it was made with', async () => {
  const [admin, guest, late] = (await users(3)) as [TestUser, TestUser, TestUser];
  const [team, other] = [await makeTeam(admin), await makeTeam(admin)];
  const { token } = await invited(team, admin, { role: 'viewer' });
  await invited(other, admin);
  expect(await count('invitations WHERE token_hash = ?', token)).toBe(0); // only its hash is stored
  const open = (cookie: string | null) =>
    call('/api/invitations', { method: 'POST', cookie, body: { token } });
  expect((await open(null)).status).toBe(401);
  const opened = openedInvitationSchema.parse(await (await open(guest.cookie)).json());
  expect(opened).toMatchObject({
    team: 'Acme',
    role: 'viewer',
    email: null,
    isForYou: true,
    isMember: false,
  });
  expect(listedTeamSchema.parse(await (await accept(token, guest)).json())).toMatchObject({
    id: team,
    role: 'viewer',
  });
  expect(await rolesOf(team)).toEqual({ [admin.id]: 'admin', [guest.id]: 'viewer' });
  expect(await outcomeOf(await accept(token, late))).toEqual([404, undefined]);
  expect(Object.keys(await rolesOf(other))).toEqual([admin.id]);
  expect(await listInvitations(other, admin)).toHaveLength(1);
});

test('an invitation that two use at once lets one in', async () => {
  const [admin, one, two] = (await users(3)) as [TestUser, TestUser, TestUser];
  const team = await makeTeam(admin);
  const { token } = await invited(team, admin);
  const both = await Promise.all([accept(token, one), accept(token, two)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  expect(Object.keys(await rolesOf(team))).toHaveLength(2);
});

test('a member who opens an invitation keeps the role, and the invitation stays for somebody else', async () => {
  const [admin, guest] = (await users(2)) as [TestUser, TestUser];
  const team = await makeTeam(admin);
  const { token } = await invited(team, admin, { role: 'viewer' });
  expect(await (await accept(token, admin)).json()).toMatchObject({ role: 'admin' });
  expect((await accept(token, guest)).status).toBe(200);
});

test('an invitation works for seven days, and is then cleaned up', async () => {
  const now = Date.now();
  vi.useFakeTimers({ now, toFake: ['Date'] });
  const [admin, guest] = (await users(2)) as [TestUser, TestUser];
  const team = await makeTeam(admin);
  const { token, id } = await invited(team, admin);
  const [{ madeAt = '', expiresAt = '' } = {}] = await listInvitations(team, admin);
  expect(Date.parse(expiresAt) - Date.parse(madeAt)).toBe(INVITATION_MS);
  const endAt = (time: number) =>
    env.DB.prepare('UPDATE invitations SET expires_at = ? WHERE id = ?').bind(time, id).run();
  await endAt(now);
  expect((await accept(token, guest)).status).toBe(404);
  expect(await listInvitations(team, admin)).toEqual([]);
  await endAt(now + 1);
  const cleanUp = async (at: number) => {
    for (const step of listLeftovers(db, { now: at, hasTime: () => true })) await step();
  };
  await cleanUp(now);
  expect((await listInvitations(team, admin)).map((one) => one.id)).toEqual([id]);
  await cleanUp(now + 1);
  expect(await count('invitations WHERE id = ?', id)).toBe(0);
});

test('invitations are listed and ended by admins of their team; those of somebody who is no admin any more end', async () => {
  const [admin, second, guest] = (await users(3)) as [TestUser, TestUser, TestUser];
  const [team, other] = [await makeTeam(admin), await makeTeam(admin)];
  await enrol(team, second, 'admin');
  await enrol(other, second, 'admin');
  const [ended, ofSecond] = [await invited(team, admin), await invited(team, second)];
  const [kept, elsewhere] = [await invited(team, admin), await invited(other, second)];
  const end = (from: string, { id }: { id: string }) =>
    callTeam(from, `/invitations/${id}`, { method: 'DELETE', cookie: admin.cookie });
  expect((await end(other, ended)).status).toBe(200); // says nothing, and ends nothing
  expect(await listInvitations(team, admin)).toHaveLength(3);
  expect((await end(team, ended)).status).toBe(200);
  expect((await accept(ended.token, guest)).status).toBe(404);
  expect((await patchRole(team, admin, second, 'editor')).status).toBe(200);
  expect((await accept(ofSecond.token, guest)).status).toBe(404);
  expect((await listInvitations(team, admin)).map(({ id, madeBy }) => [id, madeBy])).toEqual([
    [kept.id, admin.email],
  ]);
  expect((await accept(elsewhere.token, guest)).status).toBe(200);
});

test('a bound invitation is for an account whose address is this one and proved', async () => {
  const admin = await signedInUser();
  const team = await makeTeam(admin);
  const email = `${crypto.randomUUID()}@gmail.com`;
  const { token } = await invited(team, admin, { email: ` ${email.toUpperCase()} ` });
  const [unproved, other] = [await signedInUser({ email }), await signedInUser()];
  for (const user of [unproved, other])
    expect(await outcomeOf(await accept(token, user))).toEqual([403, 'OTHER_ADDRESS']);
  expect(Object.keys(await rolesOf(team))).toEqual([admin.id]);
  // Google proves the address: the same account then belongs to its owner.
  const signedIn = await signInWithGoogle({
    claims: { sub: crypto.randomUUID(), email, email_verified: true },
  });
  const cookie =
    (signedIn.headers.getSetCookie().find((one) => one.startsWith('__Host-session=')) ?? '').split(';')[0] ??
    '';
  expect((await accept(token, { cookie })).status).toBe(200);
  expect((await invite(team, admin, { email: 'no address' })).status).toBe(400);
});

const prove = ({ id }: TestUser) =>
  env.DB.prepare('UPDATE users SET email_proved_at = 1 WHERE id = ?').bind(id).run();

describe('letters to strangers', () => {
  beforeEach(async () => {
    await env.DB.prepare('DELETE FROM rate_limits').run();
  });

  const address = () => `${crypto.randomUUID()}@example.com`;
  const inviteFrom = (mailbox: Mailbox, team: string, { cookie }: TestUser, network = '203.0.113.50') =>
    mailbox.call(`/api/teams/${team}/invitations`, {
      method: 'POST',
      cookie,
      body: { role: 'viewer', email: address() },
      headers: { 'CF-Connecting-IP': network },
    });

  test('nobody whose own address is not proved has an invitation mailed; a link is theirs all the same', async () => {
    const [admin, other] = (await users(2)) as [TestUser, TestUser];
    const team = await makeTeam(admin);
    await enrol(team, other, 'admin');
    await prove(other);
    const mailbox = new Mailbox();
    const refused = await inviteFrom(mailbox, team, admin);
    expect([refused.status, await refused.json()]).toEqual([
      409,
      {
        message:
          'Only people whose own address is confirmed have invitations mailed. Confirm yours under Preferences, or leave the field empty and pass the link on yourself.',
        code: 'NOT_PROVED',
      },
    ]);
    expect([mailbox.sent, await listInvitations(team, admin)]).toEqual([[], []]);
    expect(await count("rate_limits WHERE key LIKE 'invitation-mail%'")).toBe(0);
    expect((await invite(team, admin)).status).toBe(201);
    // On a site without e-mail nothing is mailed, and so nothing is to be proved.
    expect((await invite(team, admin, { email: address() })).status).toBe(201);
    expect((await inviteFrom(mailbox, team, other)).status).toBe(201);
    await prove(admin);
    expect((await inviteFrom(mailbox, team, admin)).status).toBe(201);
    expect(mailbox.sent).toHaveLength(2);
  });

  test.each([
    ['an inviter', 'invitation-mail-by', INVITATION_MAILS_BY_USER.count, 'You have had'],
    ['a network', 'invitation-mail-from', INVITATION_MAILS_BY_NETWORK.count, 'From your network'],
    ['a site', 'invitation-mail-of-site', INVITATION_MAILS_OF_SITE.count, 'This site has'],
  ])(
    'the mailed invitations of %s are limited a day, and a link comes all the same',
    async (_, key, most, words) => {
      const start = Date.UTC(2026, 10, 26);
      vi.useFakeTimers({ now: start, toFake: ['Date'] });
      const admin = await signedInUser();
      await prove(admin);
      const team = await makeTeam(admin);
      const mailbox = new Mailbox();
      const setCount = (value: number) =>
        env.DB.prepare('UPDATE rate_limits SET count = ? WHERE key LIKE ?').bind(value, `${key}:%`).run();
      expect((await inviteFrom(mailbox, team, admin)).status).toBe(201);
      const { meta } = await setCount(most - 1);
      expect(meta.changes).toBeGreaterThan(0);
      expect((await inviteFrom(mailbox, team, admin)).status).toBe(201);
      const refused = await inviteFrom(mailbox, team, admin);
      expect([refused.status, (await refused.json<{ message: string }>()).message]).toEqual([
        429,
        expect.stringMatching(new RegExp(`^${words}.* Please try again in 24 hours\\.$`)),
      ]);
      expect(mailbox.sent).toHaveLength(2);
      expect((await invite(team, admin)).status).toBe(201);
      vi.setSystemTime(start + 24 * 60 * 60_000);
      expect((await inviteFrom(mailbox, team, admin)).status).toBe(201);
    },
  );

  test('one inviter or network that is used up stops no other one', async () => {
    const [admin, other] = (await users(2)) as [TestUser, TestUser];
    for (const user of [admin, other]) await prove(user);
    const [team, theirs] = [await makeTeam(admin), await makeTeam(other)];
    const mailbox = new Mailbox();
    expect((await inviteFrom(mailbox, team, admin, '203.0.113.61')).status).toBe(201);
    await env.DB.prepare(
      "UPDATE rate_limits SET count = 1000 WHERE key LIKE 'invitation-mail-by:%' OR key LIKE 'invitation-mail-from:%'",
    ).run();
    expect((await inviteFrom(mailbox, team, admin, '203.0.113.62')).status).toBe(429);
    expect((await inviteFrom(mailbox, theirs, other, '203.0.113.61')).status).toBe(429);
    expect((await inviteFrom(mailbox, theirs, other, '203.0.113.62')).status).toBe(201);
  });
});

test('with an address an invitation is mailed where the site sends e-mail: only its reader has the link, which proves the address', async () => {
  const [admin, other] = (await users(2)) as [TestUser, TestUser];
  const [team, second] = [await makeTeam(admin), await makeTeam(admin)];
  const mailbox = new Mailbox();
  await prove(admin);
  const post = async (id: string, email: string | null) =>
    await mailbox.post(`/api/teams/${id}/invitations`, { role: 'viewer', email }, admin.cookie);
  const guest = await signedInUser();
  const answer = madeInvitationSchema.parse(await (await post(team, guest.email)).json());
  expect(answer).toMatchObject({ token: null, invitation: { email: guest.email, isMailed: true } });
  const [mail] = mailbox.to(guest.email);
  expect(mail?.text).toContain(
    `${admin.email.replace('.com', '. com')} invites you to the team “Acme” at Lead Value Analyzer, as viewer.`,
  );
  const [, token = ''] = new RegExp(`^${SITE}/join#([\\w-]{43})$`, 'm').exec(mail?.text ?? '') ?? [];
  expect(await outcomeOf(await accept(token, other))).toEqual([403, 'OTHER_ADDRESS']);
  expect((await accept(token, guest)).status).toBe(200);
  // Without an address, and on a site without e-mail, the admin has the link.
  const link = madeInvitationSchema.parse(await (await post(team, null)).json());
  expect(link).toMatchObject({ token: expect.any(String) as string, invitation: { isMailed: false } });
  expect(await invited(team, admin, { email: guest.email })).toMatchObject({
    token: expect.stringMatching(/./) as string,
  });
  expect(mailbox.sent).toHaveLength(1);

  mailbox.refusal = 'E_RECIPIENT_SUPPRESSED';
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const before = await listInvitations(team, admin);
  for (let tries = 0; tries < INVITATION_MAILS.count; tries++)
    expect(await outcomeOf(await post(team, guest.email))).toEqual([502, 'PROVIDER_UNAVAILABLE']);
  expect(await listInvitations(team, admin)).toEqual(before);
  mailbox.refusal = null;
  const address = (at: number) => `${at}-${crypto.randomUUID()}@example.com`;
  for (let mails = 1; mails < INVITATION_MAILS.count; mails++) await post(team, address(mails));
  expect((await post(team, address(0))).status).toBe(429);
  expect((await post(team, null)).status).toBe(201);
  // The limit is of each team; one address is invited three times a day, by all of them.
  for (const status of [201, 201, 429]) expect((await post(second, guest.email)).status).toBe(status);
});

test('alerts of a team go to those of its members who want them and have proved their address', async () => {
  const [admin, member, unproved, stranger] = (await users(4)) as [TestUser, TestUser, TestUser, TestUser];
  const team = await makeTeam(admin);
  for (const user of [member, unproved]) await enrol(team, user, 'viewer');
  const want = env.DB.prepare('UPDATE users SET alert_mail_at = 1, email_proved_at = ? WHERE id = ?');
  await env.DB.batch([want.bind(1, member.id), want.bind(null, unproved.id), want.bind(1, stranger.id)]);
  expect(await listAlertReaders(db, team)).toEqual([{ id: member.id, email: member.email }]);
  expect(await listAlertReaders(db, stranger.id)).toEqual([{ id: stranger.id, email: stranger.email }]);
  const require = env.DB.prepare('UPDATE teams SET required_domain = ? WHERE id = ?');
  for (const [domain, readers] of [
    ['example.com', 1],
    ['other.example', 0],
    ['mple.com', 0],
    ['a-longer-domain-than-the-whole-address-of-anybody.example.com', 0],
  ] as const) {
    await require.bind(domain, team).run();
    expect([domain, (await listAlertReaders(db, team)).length]).toEqual([domain, readers]);
  }
  const linkOf = (of: string | null) => alertLetter([], { id: 'a', name: 'A', team: of }, 't').link.path;
  expect([linkOf(team), linkOf(null)]).toEqual([`/saved/a?team=${team}`, '/saved/a']);
});

test('fifty invitations wait, and fifty members are in a team: one more is refused, also at once', async () => {
  const [admin, ...guests] = (await users(3)) as [TestUser, TestUser, TestUser];
  const team = await makeTeam(admin);
  const { token } = await invited(team, admin);
  const { token: second } = await invited(team, admin);
  const insert = env.DB.prepare(
    "INSERT INTO invitations SELECT hex(randomblob(16)), ?, ?, 'viewer', hex(randomblob(16)), NULL, 0, ?, NULL",
  );
  const filler = Array.from({ length: MAX_INVITATIONS - 3 }, () =>
    insert.bind(team, admin.id, Date.now() + 1e9),
  );
  await env.DB.batch(filler);
  expect((await invite(team, admin)).status).toBe(201);
  expect(await outcomeOf(await invite(team, admin))).toEqual([409, 'TEAM_LIMIT']);

  const fillers = await Promise.all(Array.from({ length: MAX_MEMBERS - 2 }, () => makeUser()));
  for (const user of fillers) await enrol(team, user, 'viewer');
  const both = await Promise.all([accept(token, guests[0]!), accept(second, guests[1]!)]);
  expect((await Promise.all(both.map(outcomeOf))).toSorted()).toEqual([
    [200, undefined],
    [409, 'TEAM_LIMIT'],
  ]);
  const { members } = membersSchema.parse(
    await (await callTeam(team, '/members', { cookie: admin.cookie })).json(),
  );
  expect(members).toHaveLength(MAX_MEMBERS);
});

// The queries hold the right of their user by themselves: it may be taken between the check of a call and its change.

test('no query changes a team, its members or invitations for somebody who is no admin of it, or only of another team', async () => {
  const [admin, editor, viewer] = (await users(3)) as [TestUser, TestUser, TestUser];
  const [team, other] = [await makeTeam(admin), await makeTeam(editor)];
  await enrol(team, editor, 'editor');
  await enrol(team, viewer, 'viewer');
  const { id } = await invited(team, admin);
  const stateOf = () =>
    env.DB.batch(
      ['teams WHERE id', 'members WHERE team_id', 'invitations WHERE team_id'].map((rows) =>
        env.DB.prepare(`SELECT * FROM ${rows} = ? ORDER BY 1, 2`).bind(team),
      ),
    ).then((answers) => answers.map(({ results }) => results));
  const before = await stateOf();
  const by = editor.id;
  const change = { teamId: team, userId: viewer.id, by };
  expect(await changeRole(db, change, 'admin')).toBeNull();
  expect(await changeRole(db, { ...change, userId: editor.id }, 'admin')).toBeNull();
  expect(await endMembership(db, change)).toBeNull();
  const fresh = { role: 'admin', email: null, madeAt: 1, expiresAt: 1e15, mailedAt: null } as const;
  expect(await createInvitation(db, { ...fresh, id: 'x', teamId: team, userId: by, tokenHash: 'x' })).toBe(
    false,
  );
  await deleteInvitation(db, { teamId: team, id, by });
  await deleteInvitation(db, { teamId: other, id, by });
  await changeTeam(db, { teamId: team, by }, { name: 'changed' });
  expect(await deleteStored(db, team, { name: 'Acme', by })).toBeNull();
  expect(await stateOf()).toEqual(before);
  expect(await endMembership(db, { ...change, userId: editor.id })).toEqual([]); // oneself
});

// --- Accounts ---

test('the last admin of a team with members keeps the account; a team of one goes with it, and other teams stay', async () => {
  const [user, other] = (await users(2)) as [TestUser, TestUser];
  const [alone, shared, theirs] = [
    await makeTeam(user, 'Alone'),
    await makeTeam(user, 'Shared'),
    await makeTeam(other),
  ];
  await enrol(shared, other, 'editor');
  await enrol(theirs, user, 'admin');
  const analysis = await savedIn(theirs, user);
  await savedIn(alone, user);
  const refused = await deleteAccount(user);
  expect(await refused.clone().text()).toMatch(/“Shared”/);
  expect(await refused.clone().text()).not.toMatch(/Alone|Acme/);
  expect(await outcomeOf(refused)).toEqual([409, 'LAST_ADMIN']);
  expect((await listTeams(user)).map(({ name }) => name)).toEqual(['Acme', 'Alone', 'Shared']);

  await patchRole(shared, user, other, 'admin');
  expect((await deleteAccount(user)).status).toBe(200);
  expect(await count('users WHERE id IN (?, ?)', user.id, alone)).toBe(0);
  expect((await listTeams(other)).map(({ name, members }) => [name, members])).toEqual([
    ['Acme', 1],
    ['Shared', 1],
  ]);
  const list = await (await callTeam(theirs, '/analyses', { cookie: other.cookie })).json();
  expect(list).toMatchObject([{ id: analysis, madeBy: null, updatedBy: null }]);
  expect(await rolesOf(theirs)).toEqual({ [other.id]: 'admin' });
});

test('of two admins who delete their accounts at once, one stays with the team', async () => {
  const [one, two, viewer] = (await users(3)) as [TestUser, TestUser, TestUser];
  const team = await makeTeam(one);
  await enrol(team, two, 'admin');
  await enrol(team, viewer, 'viewer');
  const both = await Promise.all([deleteAccount(one), deleteAccount(two)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(Object.values(await rolesOf(team)).toSorted()).toEqual(['admin', 'viewer']);
});

/** Both prove that somebody reads the mail of an address that nobody has proved before. */
const HAND_OVERS: [string, (email: string) => Promise<unknown>][] = [
  [
    'Google',
    (email) => signInWithGoogle({ claims: { sub: crypto.randomUUID(), email, email_verified: true } }),
  ],
  [
    'a mailed link',
    async (email) => {
      const mailbox = new Mailbox();
      await mailbox.post('/api/auth/forgot', { email });
      const token = mailbox.tokenOf('reset', email);
      await mailbox.post('/api/auth/reset', { token, newPassword: 'a new password' });
    },
  ],
];

test.each(HAND_OVERS)(
  'an account that %s hands over leaves the teams that have another admin, and its invitations end',
  async (_way, handOver) => {
    const [admin, member] = (await users(2)) as [TestUser, TestUser];
    const email = `${crypto.randomUUID()}@gmail.com`;
    const former = await signedInUser({ email });
    const [joined, own, alone] = [
      await makeTeam(admin),
      await makeTeam(former, 'Own'),
      await makeTeam(former, 'Alone'),
    ];
    await enrol(joined, former, 'admin');
    await enrol(own, member, 'viewer');
    for (const team of [own, alone]) await insertConnections(team);
    const { token } = await invited(joined, former);
    await handOver(email);
    expect(Object.keys(await rolesOf(joined))).toEqual([admin.id]);
    expect((await rolesOf(own))[former.id]).toBe('admin'); // a team must have an admin
    expect(await rolesOf(alone)).toEqual({ [former.id]: 'admin' });
    expect((await accept(token, member)).status).toBe(404);
    expect(await count('connections WHERE user_id = ?', alone)).toBe(0);
    expect(await count('connections WHERE user_id = ?', own)).toBe(1);
  },
);

test('nobody signs in to a team, resets it, merges it or deletes it as an account', async () => {
  const [admin, stranger] = (await users(2)) as [TestUser, TestUser];
  const team = await makeTeam(admin);
  const account = () => env.DB.prepare('SELECT * FROM users WHERE id = ?').bind(team).first();
  const before = await account();
  expect(before).toMatchObject({ email: `team:${team}`, password_hash: null, google_id: null });
  for (const email of [`team:${team}`, team]) {
    expect((await signIn(email)).status).toBe(400);
    const signUp = await call('/api/auth/signup', { method: 'POST', body: { email, password: PASSWORD } });
    expect(signUp.status).toBe(400);
  }
  const claims = { sub: crypto.randomUUID(), email: `team:${team}`, email_verified: true };
  expect((await signInWithGoogle({ claims })).headers.get('Location')).toContain('error=google-unverified');
  const session = {
    sid: crypto.randomUUID(),
    userId: team,
    createdAt: 1,
    expire: 1e15,
    presentedSid: null,
    visit: NO_VISIT,
  };
  expect(await createSession(db, { ...session, credential: { passwordHash: 'x' } })).toBe(false);
  // The database refuses every query.
  const insert = env.DB.prepare(
    "INSERT INTO sessions (sid, user_id, sess, expire) VALUES ('x', ?, '{}', 1)",
  ).bind(team);
  await expect(insert.run()).rejects.toThrow('a team has no session');
  for (const column of ['email', 'password_hash', 'google_id']) {
    const update = env.DB.prepare(`UPDATE users SET ${column} = 'x' WHERE id = ?`).bind(team);
    await expect(update.run()).rejects.toThrow('a team has no credential');
  }
  expect(await account()).toEqual(before);
  // A user has neither of these limits.
  await env.DB.prepare("INSERT INTO sessions (sid, user_id, sess, expire) VALUES (?, ?, '{}', 1)")
    .bind(session.sid, stranger.id)
    .run();
  expect((await deleteAccount(stranger)).status).toBe(200);
  expect(await account()).toEqual(before);
});
