import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  DAY,
  DELIVERY_MS,
  INBOX_CALLS,
  INBOX_DELIVERIES,
  INBOX_REFUSALS,
  MAX_COUNTED_VALUES,
  MINUTE,
  MAX_FILE_BYTES,
  MAX_STORED_BYTES,
  MAX_VERSION_BYTES,
  RUN_LEASE_MS,
} from '#contract/limits.ts';
import { errorBodySchema } from '#contract/errors.ts';
import { deliverySchema } from '#contract/sources.ts';
import { gzip, makeSave, sendHere } from './analysis-support.ts';
import {
  anInbox,
  callSite,
  deliver,
  deliveryRequest,
  makeCsv,
  storedOf,
  type TestInbox,
} from './inbox-support.ts';
import { ORIGIN, call, count, request, signedInUser } from './support.ts';
import { watchDatabase } from './watched-database.ts';
import { eventually } from '../support/eventually.ts';

let log: ReturnType<typeof vi.spyOn>;
let cookie: string;

beforeEach(async () => {
  log = vi.spyOn(console, 'error').mockImplementation(() => {});
  ({ cookie } = await signedInUser());
  await env.DB.prepare('DELETE FROM rate_limits').run();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const withKey = (key: string) => ({ headers: { 'Idempotency-Key': key } });

const versionsOf = async (inbox: TestInbox) => (await storedOf(inbox)).versions.length;

/** Status, code and message of a refusal. */
async function readRefusal(answer: Response): Promise<[number, string | undefined, string]> {
  const { code, message } = errorBodySchema.parse(await answer.json());
  return [answer.status, code, message];
}

const sourceOf = async ({ analysisId }: TestInbox) =>
  (
    await (
      await call(`/api/analyses/${analysisId}/source`, { cookie })
    ).json<{ source: { lastError: string; lastRunAt: string } }>()
  ).source;

/** A body that comes in these chunks, and then only ends if it shall. */
const bodyOf = (chunks: readonly Uint8Array[], ends = true) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      if (ends) controller.close();
    },
  });

test('a delivery is counted and answered with its version, its counts and its new values', async () => {
  const inbox = await anInbox(cookie);
  const answer = await deliver(inbox, `${makeCsv(40)}\nNew,Instagram,20,x,y`);
  expect([answer.status, deliverySchema.parse(await answer.json())]).toEqual([
    200,
    {
      version: 1,
      leads: 41,
      converted: 10,
      newValues: [
        { field: 'Status', first: ['New'], count: 1 },
        { field: 'Source', first: ['Instagram'], count: 1 },
        { field: 'Age', first: ['20', '21', '22', '23', '24'], count: 5 },
      ].slice(0, 2),
    },
  ]);
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(await sourceOf(inbox)).toMatchObject({ lastError: null, lastRunAt: expect.stringMatching(/Z$/) });
});

test('a program needs neither origin nor session, and neither replaces the token', async () => {
  const inbox = await anInbox(cookie);
  const senders: Record<string, string>[] = [
    {},
    { Origin: 'https://crm.example' },
    { 'Sec-Fetch-Site': 'cross-site' },
  ];
  for (const headers of senders) expect((await deliver(inbox, makeCsv(), { headers })).status).toBe(200);
  const headers = { Cookie: cookie, Origin: ORIGIN, 'Sec-Fetch-Site': 'same-origin' };
  expect((await deliver(inbox, makeCsv(), { token: null, headers })).status).toBe(401);
  // No other call is freed from the check of the origin, and the inbox takes no other method.
  const foreign = {
    method: 'PUT',
    body: { kind: 'inbox' },
    cookie,
    headers: { Origin: 'https://crm.example' },
  };
  expect((await callSite(`/api/analyses/${inbox.analysisId}/source`, foreign)).status).toBe(403);
  for (const method of ['POST', 'DELETE', 'PATCH', 'GET'])
    expect((await callSite(`/api/inbox/${inbox.id}`, { method, cookie })).status).toBe(404);
});

test('a compressed file, a type with a character set and a plain encoding are taken', async () => {
  const inbox = await anInbox(cookie);
  const plain = { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Encoding': 'identity' };
  expect(await (await deliver(inbox, makeCsv(), { headers: plain })).json()).toMatchObject({ leads: 40 });
  const packed = { headers: { 'Content-Encoding': 'gzip', 'Content-Type': 'Text/CSV' } };
  expect(await (await deliver(inbox, await gzip(makeCsv(60)), packed)).json()).toMatchObject({ leads: 60 });
});

test('a file in chunks of any size is the same file', async () => {
  const inbox = await anInbox(cookie);
  const bytes = new TextEncoder().encode(makeCsv(20_000));
  const chunks = [
    bytes.subarray(0, 1),
    bytes.subarray(1, 300_000),
    new Uint8Array(),
    bytes.subarray(300_000),
  ];
  expect(await (await deliver(inbox, bodyOf(chunks), withKey('k'))).json()).toMatchObject({ leads: 20_000 });
  expect((await deliver(inbox, bytes, withKey('k'))).status).toBe(200);
  expect(await versionsOf(inbox)).toBe(1);
});

// --- Keys of senders ---

test('a repeated key gets the same answer and stores nothing, also compressed, and another file with it is refused', async () => {
  const [inbox, other] = [await anInbox(cookie), await anInbox(cookie)];
  const first = await (await deliver(inbox, makeCsv(40), withKey('monday'))).json();
  await deliver(inbox, makeCsv(60), withKey('tuesday'));
  const again = await deliver(inbox, makeCsv(40), withKey('monday'));
  expect([again.status, await again.json()]).toEqual([200, first]);
  const packed = { headers: { 'Content-Encoding': 'gzip', 'Idempotency-Key': 'monday' } };
  expect(await (await deliver(inbox, await gzip(makeCsv(40)), packed)).json()).toEqual(first);
  expect(await readRefusal(await deliver(inbox, makeCsv(41), withKey('monday')))).toEqual([
    409,
    'KEY_REUSED',
    'This Idempotency-Key came with another file before.',
  ]);
  expect(await versionsOf(inbox)).toBe(2);
  // A key belongs to its inbox, and a delivery without one is always a new one.
  expect(await (await deliver(other, makeCsv(41), withKey('monday'))).json()).toMatchObject({ version: 1 });
  for (const version of [3, 4]) expect(await (await deliver(inbox)).json()).toMatchObject({ version });
});

test.each(['', 'a b', 'ä', 'x'.repeat(101)])('a key "%s" is refused', async (key) => {
  const inbox = await anInbox(cookie);
  expect((await readRefusal(await deliver(inbox, makeCsv(), withKey(key)))).slice(0, 2)).toEqual([
    400,
    'INVALID_INPUT',
  ]);
  expect(await versionsOf(inbox)).toBe(0);
});

test('a key of a failed delivery is free', async () => {
  const inbox = await anInbox(cookie);
  expect((await deliver(inbox, 'no,csv\nof,this', withKey('k'))).status).toBe(422);
  expect((await deliver(inbox, makeCsv(), withKey('k'))).status).toBe(200);
});

// --- Limits ---

test('24 deliveries a day are stored; more wait for the next day, and repeated ones are still answered', async () => {
  const start = Date.UTC(2026, 9, 1);
  vi.useFakeTimers({ now: start, toFake: ['Date'] });
  ({ cookie } = await signedInUser());
  const [inbox, other] = [await anInbox(cookie), await anInbox(cookie)];
  expect((await deliver(inbox, 'x,y\n1,2')).status).toBe(422); // stores nothing, and counts for nothing
  expect((await deliver(inbox, makeCsv(), withKey('key-0'))).status).toBe(200);
  await env.DB.prepare("UPDATE rate_limits SET count = count + ? WHERE key LIKE 'inbox-delivery:%'")
    .bind(INBOX_DELIVERIES.count - 3)
    .run();
  for (const last of ['key-1', 'key-2'])
    expect((await deliver(inbox, makeCsv(), withKey(last))).status).toBe(200);
  const refused = await deliver(inbox);
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, String(DAY / 1000)]);
  expect((await deliver(inbox, makeCsv(), withKey('key-0'))).status).toBe(200);
  expect((await deliver(other)).status).toBe(200);
  vi.setSystemTime(start + DAY - 1);
  expect((await deliver(inbox)).status).toBe(429);
  vi.setSystemTime(start + DAY);
  expect((await deliver(inbox)).status).toBe(200);
});

test('an inbox is called so often in a day, whatever comes of it', async () => {
  const [inbox, other] = [await anInbox(cookie), await anInbox(cookie)];
  const fails = () => deliver(inbox, 'x,y\n1,2');
  await fails();
  await env.DB.prepare("UPDATE rate_limits SET count = ? WHERE key LIKE 'inbox-call:%'")
    .bind(INBOX_CALLS.count - 1)
    .run();
  expect([(await fails()).status, (await fails()).status, (await deliver(other)).status]).toEqual([
    422, 429, 200,
  ]);
});

test('two deliveries of one inbox never overlap, and a lease that nobody gave back ends', async () => {
  const start = Date.UTC(2026, 9, 2);
  vi.useFakeTimers({ now: start, toFake: ['Date'] });
  ({ cookie } = await signedInUser());
  const [inbox, other] = [await anInbox(cookie), await anInbox(cookie)];
  await env.DB.prepare('UPDATE sources SET lease = ?, lease_until = ? WHERE id = ?')
    .bind('of a run that was killed', start + RUN_LEASE_MS, inbox.id)
    .run();
  const refused = await deliver(inbox);
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '10']);
  expect((await deliver(other)).status).toBe(200);
  vi.setSystemTime(start + RUN_LEASE_MS - 1);
  expect((await deliver(inbox)).status).toBe(429);
  vi.setSystemTime(start + RUN_LEASE_MS);
  expect((await deliver(inbox)).status).toBe(200);
});

test('two at once: one is stored, and the other one may be repeated', async () => {
  const inbox = await anInbox(cookie);
  const send = () => deliver(inbox, makeCsv(), withKey('same'));
  const answers = await Promise.all([send(), send()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429]);
  expect((await send()).status).toBe(200);
  expect(await versionsOf(inbox)).toBe(1);
});

test('an inbox that is paused or ended while it counts stores nothing', async () => {
  for (const end of [
    "UPDATE sources SET state = 'paused'",
    'DELETE FROM sources',
    "UPDATE sources SET lease = 'other'",
  ]) {
    const inbox = await anInbox(cookie);
    const database = watchDatabase(env.DB, async ({ statements, work }) => {
      if (statements.some((sql) => sql.startsWith('insert into "versions"')))
        await env.DB.prepare(`${end} WHERE id = ?`).bind(inbox.id).run();
      return await work();
    });
    expect((await deliver(inbox, makeCsv(), { bindings: { DB: database } })).status).toBe(409);
    expect(await versionsOf(inbox)).toBe(0);
  }
});

test('without room nothing is stored: neither of the user nor of the site', async () => {
  const { id, cookie: own } = await signedInUser();
  const [inbox, other] = [await anInbox(own), await anInbox(cookie)];
  const full = { bindings: { DATABASE_MB: 0.001 } };
  expect((await readRefusal(await deliver(inbox, makeCsv(), full))).slice(0, 2)).toEqual([
    507,
    'SERVICE_FULL',
  ]);
  await env.DB.prepare(
    "INSERT INTO uploads (id, user_id, kind, parts, bytes, created_at) VALUES (?, ?, 'dataset', 1, ?, 1)",
  )
    .bind(crypto.randomUUID(), id, MAX_STORED_BYTES.password - 100)
    .run();
  expect((await readRefusal(await deliver(inbox))).slice(0, 2)).toEqual([409, 'STORAGE_LIMIT']);
  expect(await versionsOf(inbox)).toBe(0);
  expect((await deliver(other)).status).toBe(200);
});

test('versions take room as saved texts do', async () => {
  const { id, cookie: own } = await signedInUser();
  const inbox = await anInbox(own);
  await deliver(inbox);
  const [{ bytes = 0 } = {}] = (
    await env.DB.prepare(
      'SELECT octet_length(figures) + octet_length(metrics) + octet_length(new_values) AS bytes FROM versions WHERE user_id = ?',
    )
      .bind(id)
      .all<{ bytes: number }>()
  ).results;
  const used = await count('uploads WHERE user_id = ?', id);
  expect([bytes > 500, used > 0]).toEqual([true, true]);
  const [{ sum = 0 } = {}] = (
    await env.DB.prepare('SELECT stored_bytes AS sum FROM users WHERE id = ?').bind(id).all<{ sum: number }>()
  ).results;
  // So that exactly one more version fits, or lacks a byte.
  for (const [lacking, status] of [
    [1, 409],
    [0, 200],
  ] as const) {
    await env.DB.prepare("DELETE FROM uploads WHERE id = 'filler'").run();
    await env.DB.prepare(
      "INSERT INTO uploads (id, user_id, kind, parts, bytes, created_at) VALUES ('filler', ?, 'dataset', 1, ?, 1)",
    )
      .bind(id, MAX_STORED_BYTES.password - sum - bytes + lacking)
      .run();
    expect((await deliver(inbox)).status).toBe(status);
  }
});

// --- Files that cannot be counted ---

const { configurationData } = makeSave();
const UNCOUNTABLE: [name: string, body: BodyInit | null, message: string][] = [
  ['nothing', null, 'The file has no row below its header.'],
  ['a header alone', 'Status,Source,Age', 'The file has no row below its header.'],
  ['one column', 'Status\nQualified\nLost', 'The file has fewer than 2 columns.'],
  [
    'too many columns',
    `${'c,'.repeat(40)}c\n${'1,'.repeat(40)}1`,
    'The file has 41 columns; 40 are the most.',
  ],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0, 1, 2, 3]), 'The file is no CSV text.'],
  ['a spreadsheet', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 0, 0, 0]), 'The file is no CSV text.'],
  ['another table', 'a,b\n1,2', 'The file lacks columns of the analysis: Status, Source, Age.'],
  ['no conversion', 'Status,Source,Age\nLost,Google,20', 'No lead of the file counts as converted.'],
  [
    'ages that are no numbers',
    'Status,Source,Age\nQualified,Google,young\nLost,Google,old',
    'The column Age has no numbers, so the ranges of the analysis do not apply.',
  ],
];

test.each(UNCOUNTABLE)('%s is refused with a reason, which its owner sees too', async (_, body, message) => {
  const inbox = await anInbox(cookie, { configurationData });
  expect(await readRefusal(await deliver(inbox, body))).toEqual([422, 'NOT_COUNTED', message]);
  expect(await versionsOf(inbox)).toBe(0);
  expect((await sourceOf(inbox)).lastError).toBe(message);
  expect(log).not.toHaveBeenCalled();
  expect((await deliver(inbox, makeCsv())).status).toBe(200);
  expect((await sourceOf(inbox)).lastError).toBeNull();
});

test('columns and days that the choices need are asked for, and leads that are left out do not count', async () => {
  const choices = {
    ...configurationData,
    attributeColumns: ['Source'],
    binningConfig: {},
    worth: { kind: 'column', column: 'Amount' } as const,
    dateFilter: {
      column: 'Created',
      format: 'iso',
      from: '2026-01-01',
      to: '2026-01-31',
      youngerThanDays: null,
    } as const,
    leftOutStatuses: ['Spam'],
  };
  const inbox = await anInbox(cookie, { configurationData: choices });
  const send = async (body: string) => readRefusal(await deliver(inbox, body));
  const headers = 'Status,Source,Created,Amount';
  expect(await send('Status,Source,Created\nQualified,a,2026-01-05')).toContain(
    'The file lacks columns of the analysis: Amount.',
  );
  expect(await send('Status,Source,Amount\nQualified,a,5')).toContain(
    'The file lacks columns of the analysis: Created.',
  );
  expect(await send(`${headers}\nQualified,a,2026-02-05,3`)).toContain(
    'No lead of the file has a date in Created between the first and the last day of the analysis.',
  );
  expect(await send(`${headers}\nSpam,a,2026-01-05,3\nSpam,b,2026-01-06,3`)).toContain(
    'The analysis leaves out every lead of the file.',
  );
  const counted = await deliver(
    inbox,
    `${headers}\nQualified,a,2026-01-05,3.50\nLost,b,2026-01-06,\nSpam,b,2026-01-06,\nLost,b,2026-03-06,`,
  );
  expect(await counted.json()).toMatchObject({ leads: 2, converted: 1 });
  const figures = await (await call(`/api/analyses/${inbox.analysisId}/versions/1`, { cookie })).json();
  expect(figures).toMatchObject({
    analysisData: {
      metrics: [
        { fieldValue: 'a', totalLeads: 1, amountSum: 3.5, amountSquares: 12.25 },
        { fieldValue: 'b', totalLeads: 1, amountSum: 0, amountSquares: 0 },
      ],
      leftOutLeads: { byStatus: 1, unreadableDate: 0, byDate: 1, young: 0 },
    },
  });
});

test('a version with more values than fit is refused', async () => {
  const choices = {
    ...configurationData,
    attributeColumns: ['Source'],
    binningConfig: {},
    valueMappings: {},
  };
  const inbox = await anInbox(cookie, { configurationData: choices });
  const fileOf = (values: number) =>
    `Status,Source\n${Array.from({ length: values }, (_, at) => `Qualified,${'s'.repeat(100)}${at}`).join('\n')}`;
  const each = MAX_VERSION_BYTES / 220;
  expect((await deliver(inbox, fileOf(Math.floor(0.8 * each)))).status).toBe(200);
  expect((await readRefusal(await deliver(inbox, fileOf(Math.ceil(1.2 * each))))).slice(0, 2)).toEqual([
    422,
    'NOT_COUNTED',
  ]);
});

test('a file with more different values than are counted leaves the earlier version and other inboxes as they are', async () => {
  const ids = { ...configurationData, attributeColumns: ['Source'], binningConfig: {}, valueMappings: {} };
  const fileOf = (values: number) =>
    `Status,Source\n${Array.from({ length: values }, (_, at) => `Qualified,s${at}`).join('\n')}`;
  const inbox = await anInbox(cookie, { configurationData: ids });
  const [own, theirs] = [await anInbox(cookie), await anInbox((await signedInUser()).cookie)];
  const delivered = await deliver(inbox, fileOf(MAX_COUNTED_VALUES));
  expect(await delivered.json()).toMatchObject({ version: 1, leads: MAX_COUNTED_VALUES });
  for (const other of [own, theirs]) expect((await deliver(other)).status).toBe(200);
  const before = await Promise.all([inbox, own, theirs].map(storedOf));

  const words =
    'Column Source holds 5,001 different values, at most 5,000 are counted. Choose another column or group its values.';
  const answer = await deliver(inbox, fileOf(MAX_COUNTED_VALUES + 1), withKey('k'));
  expect(await readRefusal(answer)).toEqual([422, 'NOT_COUNTED', words]);
  expect((await sourceOf(inbox)).lastError).toBe(words);
  const [after, ...others] = await Promise.all([inbox, own, theirs].map(storedOf));
  expect(after?.versions).toEqual(before[0]?.versions);
  expect(others).toEqual(before.slice(1));
  expect(log).not.toHaveBeenCalled();

  const again = await deliver(inbox, fileOf(10), withKey('k'));
  expect(await again.json()).toMatchObject({ version: 2, leads: 10 });
  expect((await sourceOf(inbox)).lastError).toBeNull();
});

// --- Threats ---

test('guessing: an unknown id, a wrong token, another inbox and no token get one answer', async () => {
  const other = await signedInUser();
  const [inbox, foreign] = [await anInbox(cookie), await anInbox(other.cookie)];
  const attempts = [
    deliver({ ...inbox, id: crypto.randomUUID() }),
    deliver({ ...inbox, id: inbox.analysisId }),
    deliver({ ...inbox, token: foreign.token }),
    deliver({ ...foreign, token: inbox.token }),
    deliver({ ...inbox, token: 'x'.repeat(43) }),
    deliver({ ...inbox, token: 'short' }),
    deliver(inbox, makeCsv(), { token: null }),
    deliver(inbox, makeCsv(), { token: null, headers: { Authorization: `Basic ${inbox.token}` } }),
    deliver(inbox, makeCsv(), { token: null, headers: { Authorization: `${inbox.token}` } }),
    // Neither does the answer tell whether a type or an encoding would have been right.
    deliver({ ...inbox, token: 'x'.repeat(43) }, 'x', { headers: { 'Content-Type': 'image/png' } }),
  ];
  for (const answer of await Promise.all(attempts)) {
    expect([answer.status, answer.headers.get('WWW-Authenticate'), await answer.text()]).toEqual([
      401,
      'Bearer',
      '{"message":"Unauthorized"}',
    ]);
  }
  expect([await versionsOf(inbox), await versionsOf(foreign)]).toEqual([0, 0]);
});

test('a network that guesses is held back, and its guesses are no harm to a sender in it', async () => {
  const inbox = await anInbox(cookie);
  const headers = { 'CF-Connecting-IP': '192.0.2.77' };
  const guess = (from = headers) => deliver({ ...inbox, token: 'x'.repeat(43) }, 'x', { headers: from });
  expect((await guess()).status).toBe(401);
  await env.DB.prepare("UPDATE rate_limits SET count = ? WHERE key LIKE 'inbox:%'")
    .bind(INBOX_REFUSALS.count)
    .run();
  expect((await guess()).status).toBe(429);
  expect((await guess({ 'CF-Connecting-IP': '198.51.100.7' })).status).toBe(401);
  expect((await deliver(inbox, makeCsv(), { headers })).status).toBe(200);
});

test.each(['text/csv; charset=utf-8', 'text/tab-separated-values', 'text/plain', 'TEXT/HTML'])(
  'a delivery may say that it is %s',
  async (type) => {
    const inbox = await anInbox(cookie);
    expect((await deliver(inbox, makeCsv(), { headers: { 'Content-Type': type } })).status).toBe(200);
    expect(await versionsOf(inbox)).toBe(1);
  },
);

test.each([
  ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
  ['JSON', { 'Content-Type': 'application/json' }],
  ['a type that only begins like it', { 'Content-Type': 'text/csvx' }],
  ['no type', { 'Content-Type': '' }],
  ['another encoding', { 'Content-Encoding': 'br' }],
  ['two encodings', { 'Content-Encoding': 'gzip, gzip' }],
])('%s is a wrong type', async (_, headers) => {
  const inbox = await anInbox(cookie);
  expect((await readRefusal(await deliver(inbox, makeCsv(), { headers }))).slice(0, 2)).toEqual([
    415,
    'WRONG_CONTENT_TYPE',
  ]);
  expect(await versionsOf(inbox)).toBe(0);
});

/** A CSV of exactly this many bytes. */
function fileOf(bytes: number): Uint8Array {
  const file = new TextEncoder().encode(`${makeCsv()}\nLost,Google,20,`);
  const whole = new Uint8Array(bytes).fill(0x78);
  whole.set(file);
  return whole;
}

test('a file of 10 MB is counted, and one with a byte more is refused, plain, in chunks and inflated', async () => {
  const inbox = await anInbox(cookie);
  const [fits, large] = [fileOf(MAX_FILE_BYTES), fileOf(MAX_FILE_BYTES + 1)];
  const packed = { headers: { 'Content-Encoding': 'gzip' } };
  const tooLarge = [413, 'TOO_LARGE', 'The file is larger than 10 MB.'];
  expect((await deliver(inbox, fits)).status).toBe(200);
  expect((await deliver(inbox, await gzip(fits), packed)).status).toBe(200);
  expect(await readRefusal(await deliver(inbox, large))).toEqual(tooLarge);
  expect(await readRefusal(await deliver(inbox, bodyOf([large])))).toEqual(tooLarge);
  expect(await readRefusal(await deliver(inbox, await gzip(large), packed))).toEqual(tooLarge);
  expect(
    await readRefusal(
      await deliver(inbox, 'x', { headers: { 'Content-Length': String(MAX_FILE_BYTES + 1) } }),
    ),
  ).toEqual(tooLarge);
  expect(await versionsOf(inbox)).toBe(2);
});

test('a decompression bomb is refused after what is allowed', async () => {
  const inbox = await anInbox(cookie);
  const bomb = await gzip(new Uint8Array(4 * MAX_FILE_BYTES));
  expect(bomb.byteLength).toBeLessThan(MAX_FILE_BYTES / 80);
  const packed = { headers: { 'Content-Encoding': 'gzip' } };
  expect((await deliver(inbox, bomb, packed)).status).toBe(413);
  for (const body of ['no gzip', (await gzip(makeCsv())).slice(0, 200)])
    expect((await readRefusal(await deliver(inbox, body, packed))).slice(0, 2)).toEqual([422, 'NOT_COUNTED']);
  expect((await deliver(inbox)).status).toBe(200);
});

test('a body that does not come is waited for so long, and its memory is free again', async () => {
  const inboxes: TestInbox[] = [];
  for (let at = 0; at < 5; at++) inboxes.push(await anInbox(cookie));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // Three hold 30 MB of the 32 MB that an isolate has for bodies.
  const part = [fileOf(MAX_FILE_BYTES)];
  const slow = inboxes.slice(0, 3).map((inbox) => deliver(inbox, bodyOf(part, false)));
  const [, , , fourth, fifth] = inboxes as [TestInbox, TestInbox, TestInbox, TestInbox, TestInbox];
  await eventually(async () => expect((await deliver(fourth, fileOf(MAX_FILE_BYTES))).status).toBe(503));
  await vi.advanceTimersByTimeAsync(DELIVERY_MS);
  for (const answer of await Promise.all(slow))
    expect(await readRefusal(answer)).toEqual([408, 'TOO_SLOW', 'The file did not arrive in time.']);
  vi.useRealTimers();
  expect((await deliver(fifth, fileOf(MAX_FILE_BYTES))).status).toBe(200);
  expect((await sourceOf(inboxes[0]!)).lastError).toBe('The file did not arrive in time.');
});

test('a sender that breaks off is told so, and its owner; it is no bug of the site, and others are not touched', async () => {
  const [inbox, own] = [await anInbox(cookie), await anInbox(cookie)];
  const other = await signedInUser();
  const theirs = await anInbox(other.cookie);
  const breaking = (chunk: Uint8Array) => {
    const chunks = [chunk];
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        const next = chunks.shift();
        if (next) controller.enqueue(next);
        else controller.error(new Error('Network connection lost.'));
      },
    });
  };
  const text = new TextEncoder().encode(makeCsv());
  const words = 'The sender broke off before the whole file had arrived. Nothing was stored.';
  const answer = await deliver(inbox, breaking(text), withKey('k'));
  expect(await readRefusal(answer)).toEqual([400, 'BROKEN_OFF', words]);
  expect((await sourceOf(inbox)).lastError).toBe(words);
  const half = new Uint8Array(await gzip(makeCsv())).slice(0, 200);
  const compressed = await deliver(own, breaking(half), { headers: { 'Content-Encoding': 'gzip' } });
  expect((await readRefusal(compressed)).slice(0, 2)).toEqual([400, 'BROKEN_OFF']);
  expect(log).not.toHaveBeenCalled();
  expect([await versionsOf(inbox), await versionsOf(own), await versionsOf(theirs)]).toEqual([0, 0, 0]);
  expect((await storedOf(theirs)).sources).toMatchObject([{ last_error: null, last_run_at: null }]);
  for (const [target, options] of [[inbox, withKey('k')], [own], [theirs]] as const)
    expect((await deliver(target, makeCsv(), options)).status).toBe(200);
});

test('a handler that the runtime has ended gives its memory back after 5 minutes, also to another user', async () => {
  const { cookie: otherCookie } = await signedInUser();
  const theirs = await anInbox(otherCookie);
  const start = Date.now();
  vi.useFakeTimers({ now: start, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  const part = [fileOf(MAX_FILE_BYTES)];
  // They never go on: no timer of theirs ends, and no chunk comes.
  const inboxes: TestInbox[] = [];
  for (let at = 0; at < 3; at++) inboxes.push(await anInbox(cookie));
  const ended = inboxes.map((inbox) => deliver(inbox, bodyOf(part, false)));
  await eventually(async () => expect((await deliver(theirs, fileOf(MAX_FILE_BYTES))).status).toBe(503));
  vi.setSystemTime(Date.now() + 5 * MINUTE - 1000);
  expect((await deliver(theirs, fileOf(MAX_FILE_BYTES))).status).toBe(503);
  vi.setSystemTime(Date.now() + 1000);
  expect((await deliver(theirs, fileOf(MAX_FILE_BYTES))).status).toBe(200);
  // A late end frees nothing of others.
  await vi.advanceTimersByTimeAsync(DELIVERY_MS);
  await Promise.all(ended);
});

test('nothing of a row is written to the database, to object storage or to a log', async () => {
  const written: unknown[][] = [];
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(console, method).mockImplementation((...values) => void written.push(values));
  const inbox = await anInbox(cookie);
  const bindings = { DATASETS: env.SPARE_BUCKET };
  const listKeys = async () => (await env.SPARE_BUCKET.list()).objects.map(({ key }) => key);
  const kept = await listKeys();
  for (const body of [
    makeCsv(),
    `${makeCsv()}\nLost,Google,20,"an open quote,secret.example`,
    makeCsv().replaceAll('Qualified', 'Lost'),
  ])
    await deliver(inbox, body, { ...withKey(String(body.length)), bindings });
  await deliver(inbox, makeCsv(), { bindings: { ...bindings, DB: failing() } });
  expect(await versionsOf(inbox)).toBe(2);

  const tables = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'",
  ).all<{ name: string }>();
  let rows = 0;
  for (const { name } of tables.results) {
    const { results } = await env.DB.prepare(`SELECT * FROM "${name}"`).all();
    rows += results.length;
    expect([name, /secret\.example|\+49 170/.test(JSON.stringify(results))]).toEqual([name, false]);
  }
  expect(rows).toBeGreaterThan(10);
  expect(await listKeys()).toEqual(kept);
  expect(JSON.stringify(written)).not.toMatch(/secret\.example|\+49 170|Qualified/);
});

/** A database that fails at the insertion of a version. */
const failing = () =>
  watchDatabase(env.DB, async ({ statements, work }) => {
    if (statements.some((sql) => sql.startsWith('insert into "versions"'))) throw new Error('D1 is down');
    return await work();
  });

test('a database that fails stores nothing, and the sender may repeat', async () => {
  const inbox = await anInbox(cookie);
  const answer = await deliver(inbox, makeCsv(), { ...withKey('k'), bindings: { DB: failing() } });
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '10']);
  expect(await versionsOf(inbox)).toBe(0);
  expect((await deliver(inbox, makeCsv(), withKey('k'))).status).toBe(200);
});

test('a run of which nothing more is heard leaves a word for its owner', async () => {
  const inbox = await anInbox(cookie);
  let changes = 0;
  const forgetful = watchDatabase(env.DB, async ({ statements, work }) => {
    // The lease is taken, and nothing of the source is written after it.
    if (statements.some((sql) => sql.includes('update "sources"')) && ++changes > 1) throw new Error('gone');
    return await work();
  });
  await deliver(inbox, makeCsv(), { bindings: { DB: forgetful } });
  expect((await sourceOf(inbox)).lastError).toBe(
    'The last delivery was begun and not finished. Please send it again.',
  );
});

test('plain http is refused', async () => {
  const inbox = await anInbox(cookie);
  const { headers } = deliveryRequest(inbox, 'x');
  const sent = new Request(`http://lva.test/api/inbox/${inbox.id}`, { method: 'PUT', headers, body: 'x' });
  expect((await sendHere(sent, { INBOX: 'on' })).status).toBe(403);
  expect(request('/').url).toContain('https:');
});
