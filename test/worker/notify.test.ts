import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import type { Alert } from '#contract/alerts.ts';
import { openDatabase } from '#worker/db/client.ts';
import { alertLetter } from '#worker/mail/alert-letter.ts';
import { notify } from '#worker/runs/notify.ts';
import { saved } from './analysis-support.ts';
import { Mailbox, SITE } from './mail-support.ts';
import { call, count, signedInUser, type TestUser } from './support.ts';
import { watchDatabase } from './watched-database.ts';

const db = openDatabase(env.DB, 60_000); // for all tests together

interface Reader extends TestUser {
  analysisId: string;
}

/** A user with an analysis, whose address is proved and who wants alerts by e-mail. */
async function aReader(name = 'Leads of 2026', fields: object = {}): Promise<Reader> {
  const user = await signedInUser();
  const wants = { email_proved_at: 1, alert_mail_at: 1, ...fields };
  await env.DB.prepare('UPDATE users SET email_proved_at = ?, alert_mail_at = ? WHERE id = ?')
    .bind(wants.email_proved_at, wants.alert_mail_at, user.id)
    .run();
  const analysisId = await saved(user.cookie);
  await env.DB.prepare('UPDATE saved_analyses SET name = ? WHERE id = ?').bind(name, analysisId).run();
  return { ...user, analysisId };
}

/** Alerts that a version has raised, as `compareVersion` stores them. */
async function raise({ id, analysisId }: Reader, version: number, values: readonly string[]): Promise<void> {
  const figures = (value: string) => ({
    field: 'Source',
    value,
    side: 'raise',
    p: 1e-6,
    q: 1e-5,
    reference: { part: [500, 150], total: [2000, 400] },
    latest: { first: 20_522, last: 20_528, part: [300, 20], total: [800, 150] },
  });
  await env.DB.batch(
    values.map((value, rule) =>
      env.DB.prepare('INSERT INTO alerts VALUES (?, ?, ?, ?, ?, ?, 1, NULL, NULL)').bind(
        analysisId,
        `reference of ${version}`,
        rule,
        id,
        version,
        JSON.stringify(figures(value)),
      ),
    ),
  );
}

const tell = (mailbox: Mailbox, { id, analysisId }: Reader, version: number, database = db): Promise<void> =>
  notify({ env: { ...env, ...mailbox.bindings }, db: database }, { userId: id, id: analysisId }, version);

const unmailed = ({ analysisId }: Reader) =>
  count('alerts WHERE analysis_id = ? AND mailed_at IS NULL', analysisId);

test('a run sends one message, which says what changed and by how much, and leads to the analysis', async () => {
  const mailbox = new Mailbox();
  const [reader, other] = [await aReader(), await aReader()];
  for (const each of [reader, other]) await raise(each, 3, ['A', '<b>B&B</b>']);
  await tell(mailbox, reader, 3);
  expect(mailbox.sent.map(({ to }) => to)).toEqual([reader.email]);
  const [mail] = mailbox.sent;
  expect(mail?.subject).toBe('2 rules no longer hold: Leads of 2026');
  const [, stopToken = ''] = /\/api\/stop\/([\w-]{43})>$/.exec(mail?.headers['List-Unsubscribe'] ?? '') ?? [];
  // 20 / 300 against 150 / 800, entered with 150 / 500 against 400 / 2,000.
  expect(mail?.text).toBe(
    `Leads of 2026: 2 rules in use no longer hold, as the latest leads show.

A (Source)
Now: 6.7% converted (20 of 300, Mar 10, 2026 to Mar 16, 2026), against 18.8% overall: 0.36x.
Before: 30.0% converted (150 of 500), against 20.0% overall: 1.50x. The rule is a raise.

<b>B&B</b> (Source)
Now: 6.7% converted (20 of 300, Mar 10, 2026 to Mar 16, 2026), against 18.8% overall: 0.36x.
Before: 30.0% converted (150 of 500), against 20.0% overall: 1.50x. The rule is a raise.

See what changed:
${SITE}/saved/${reader.analysisId}

--${' '}
You get this because you turned on alerts by e-mail at Lead Value Analyzer. At most one comes for each run.
Stop these e-mails: ${SITE}/auth/mail#stop=${stopToken}
`,
  );
  expect(mail?.html).toContain('&lt;b&gt;B&amp;B&lt;/b&gt; (Source)<br>Now: 6.7% converted');
  expect(await unmailed(other)).toBe(2);

  expect((await call(`/api/stop/${stopToken}`, { method: 'POST', headers: { Origin: '' } })).status).toBe(
    200,
  );
  await raise(reader, 4, ['A']);
  await tell(mailbox, reader, 4);
  await tell(mailbox, other, 3);
  expect(mailbox.sent.map(({ to }) => to)).toEqual([reader.email, other.email]);
});

test('however often a run is told of, and twice at once, one message goes out', async () => {
  const mailbox = new Mailbox();
  const reader = await aReader();
  await raise(reader, 1, ['A']);
  await Promise.all([tell(mailbox, reader, 1), tell(mailbox, reader, 1)]);
  await tell(mailbox, reader, 1);
  await tell(mailbox, reader, 2);
  expect(mailbox.sent).toHaveLength(1);
  expect(mailbox.sent[0]?.subject).toBe('A rule no longer holds: Leads of 2026');
});

test('the alert is marked before the message goes: if sending breaks, none comes later', async () => {
  const mailbox = new Mailbox();
  const reader = await aReader();
  await raise(reader, 1, ['A']);
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  mailbox.refusal = 'E_DAILY_LIMIT_EXCEEDED';
  await tell(mailbox, reader, 1);
  expect(logged.mock.calls).toEqual([['An alert was not sent: E_DAILY_LIMIT_EXCEEDED']]);
  logged.mockRestore();
  mailbox.refusal = null;
  await tell(mailbox, reader, 1);
  expect([mailbox.sent, await unmailed(reader)]).toEqual([[], 0]);
});

test('while the database takes no mark, nothing is sent, and the next try sends it', async () => {
  const mailbox = new Mailbox();
  const reader = await aReader();
  await raise(reader, 1, ['A']);
  const broken = watchDatabase(env.DB, async ({ statements, work }) => {
    if (statements.some((sql) => sql.startsWith('update "alerts"'))) throw new Error('no writes');
    return await work();
  });
  await expect(tell(mailbox, reader, 1, openDatabase(broken, 60_000))).rejects.toThrow();
  expect(mailbox.sent).toEqual([]);
  await tell(mailbox, reader, 1);
  expect(mailbox.sent).toHaveLength(1);
});

test('nobody gets a message without having asked, without a proved address, or where none is set up', async () => {
  const mailbox = new Mailbox();
  const [unasked, unproved, reader] = [
    await aReader('x', { alert_mail_at: null }),
    await aReader('x', { email_proved_at: null }),
    await aReader('x'),
  ];
  for (const each of [unasked, unproved, reader]) await raise(each, 1, ['A']);
  await tell(mailbox, unasked, 1);
  await tell(mailbox, unproved, 1);
  await notify({ env, db }, { userId: reader.id, id: reader.analysisId }, 1);
  await notify(
    { env: { ...env, ...mailbox.bindings }, db },
    { userId: reader.id, id: unasked.analysisId },
    1,
  );
  expect(mailbox.sent).toEqual([]);
  // Not marked: whoever turns the e-mails on later is told of later runs only, since each run is told of once.
  expect([await unmailed(unasked), await unmailed(unproved), await unmailed(reader)]).toEqual([1, 1, 1]);
});

test('a long list and long names are cut', async () => {
  const mailbox = new Mailbox();
  const reader = await aReader('Analysis '.repeat(25));
  await raise(reader, 1, [...Array(11).keys(), 'v'.repeat(300)].map(String));
  await tell(mailbox, reader, 1);
  const [mail] = mailbox.sent;
  expect(mail?.subject).toMatch(/^12 rules no longer hold: Analysis .{0,120}…$/);
  expect(mail?.text).toContain('\n9 (Source)');
  expect(mail?.text).not.toContain('\n10 (Source)');
  expect(mail?.text).toContain('\n\nAnd 2 more.\n\n');
  await raise(reader, 2, ['v'.repeat(300)]);
  await tell(mailbox, reader, 2);
  expect(mailbox.sent[1]?.text).toMatch(/\nv{199}… \(Source\)\n/);
});

const ALERT: Alert = {
  field: 'Device',
  value: 'Mobile',
  side: 'cut',
  version: 1,
  madeAt: '2026-11-20T00:00:00.000Z',
  seenAt: null,
  reference: { leads: 400, converted: 20, totalLeads: 1000, totalConverted: 100 },
  latest: {
    first: '2026-11-01',
    last: '2026-11-14',
    leads: 200,
    converted: 24,
    totalLeads: 500,
    totalConverted: 50,
  },
  p: 1e-6,
  q: 1e-5,
};
const letterOf = (alerts: number, team: string | null = null) =>
  alertLetter(Array<Alert>(alerts).fill(ALERT), { id: 'a', name: 'May', team }, 'token');

test('one rule is told of in the singular, with its days and shares of then and now', () => {
  expect(letterOf(1)).toEqual({
    subject: 'A rule no longer holds: May',
    paragraphs: [
      'May: a rule in use no longer holds, as the latest leads show.',
      `Mobile (Device)
Now: 12.0% converted (24 of 200, Nov 1, 2026 to Nov 14, 2026), against 10.0% overall: 1.20x.
Before: 5.0% converted (20 of 400), against 10.0% overall: 0.50x. The rule is a cut.`,
    ],
    link: { text: 'See what changed', path: '/saved/a' },
    reason:
      'You get this because you turned on alerts by e-mail at Lead Value Analyzer. At most one comes for each run.',
    stopToken: 'token',
  });
  expect(letterOf(2, 't').link.path).toBe('/saved/a?team=t');
});

test('ten rules are described, and of more the others are counted', () => {
  expect(letterOf(10).paragraphs).toHaveLength(11);
  const { paragraphs } = letterOf(11);
  expect([paragraphs.length, paragraphs.at(-1)]).toEqual([12, 'And 1 more.']);
});
