import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { splitSql } from '#worker/db/split-sql.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { startCloudflareApi } from '#test/support/cloudflare-api.ts';

const PROJECT = new URL('../../../', import.meta.url).pathname;
const MIGRATIONS = globSync(`${PROJECT}migrations/*.sql`)
  .toSorted()
  .map((file) => readFileSync(file, 'utf8'));
const ANN = "o'ann@example.com";

let cloudflare: Awaited<ReturnType<typeof startCloudflareApi>>;
let home: string;
let database: DatabaseSync;

beforeAll(async () => {
  cloudflare = await startCloudflareApi();
  cloudflare.account.databases.push({ uuid: crypto.randomUUID(), name: 'lead-value-analyzer' });
  cloudflare.account.query = (sql) => splitSql(sql).map((statement) => database.prepare(statement).all());
  home = await mkdtemp(join(tmpdir(), 'release-'));
});

afterAll(async () => {
  cloudflare.stop();
  await rm(home, { recursive: true, force: true });
});

beforeEach(() => {
  database = new DatabaseSync(':memory:');
  for (const sql of MIGRATIONS) database.exec(sql);
  const insert = database.prepare(
    "INSERT INTO users (id, google_id, email, password_hash, created_at, updated_at) VALUES (?, ?, ?, 'x', 1, 1)",
  );
  insert.run('ann', null, ANN);
  insert.run('bob', null, 'bob@example.com');
  insert.run('eve', 'google-eve', 'eve@example.com');
  database.exec("INSERT INTO sessions (sid, user_id, sess, expire) SELECT 's' || id, id, '{}', 9 FROM users");
});

/** Users who have a password, and those who are signed in. */
const readState = () =>
  ['users WHERE password_hash IS NOT NULL', 'users JOIN sessions ON user_id = users.id'].map((from) =>
    database
      .prepare(`SELECT users.id FROM ${from} ORDER BY 1`)
      .all()
      .map(({ id }) => id),
  );

const EVERYBODY = ['ann', 'bob', 'eve'];
const UNCHANGED = [EVERYBODY, EVERYBODY];

/** Runs the command as an operator does who is signed in to Cloudflare, and who types `typed`. */
async function release(words: readonly string[], typed = '') {
  cloudflare.account.calls.length = 0;
  const [, script = ''] = packageJson.scripts['release-account'].split(' ');
  const child = spawn(process.execPath, [script, ...words], {
    cwd: PROJECT,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      CI: '1',
      CLOUDFLARE_API_BASE_URL: cloudflare.url,
      CLOUDFLARE_API_TOKEN: 'token-of-the-tests',
      CLOUDFLARE_ACCOUNT_ID: '0123456789abcdef0123456789abcdef',
    },
  });
  child.stdin.end(typed);
  const ended = new Promise((resolve) => child.on('close', resolve));
  const [out, error, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  const queries = cloudflare.account.calls.filter((call) => call.endsWith('/query')).length;
  return { out, error, code, queries };
}

test('an account is released on the deployed site, in one call, after a yes', async () => {
  const { out, error, code, queries } = await release([" O'Ann@Example.com"], 'y\n');
  expect([error, code, queries]).toEqual(['', 0, 1]);
  expect(out).toContain(`Take the password of ${ANN} away on the deployed site, `);
  expect(out).toContain(`${ANN} has no password any more`);
  expect(out).toContain('Deleted: sessions 1.\n');
  expect(readState()).toEqual([
    ['bob', 'eve'],
    ['bob', 'eve'],
  ]);
});

test.each([
  ['a no', [ANN], 'n\n', 'Nothing was changed.'],
  ['no answer', [ANN], '', 'Nothing was changed.'],
  ['no address', ['--yes'], '', 'Usage: npm run release-account -- ADDRESS'],
  ['a folder of the deployed site', [ANN, '--yes', '--persist-to', 'x'], '', '--persist-to needs --local.'],
  ['a text that is no address', ["' OR '' = '", '--yes'], '', 'is no e-mail address.'],
])('%s calls nothing', async (_name, words, typed, message) => {
  const { error, code, queries } = await release(words, typed);
  expect([error, code, queries]).toEqual([expect.stringContaining(message), 1, 0]);
  expect(readState()).toEqual(UNCHANGED);
});

test.each([
  [
    'an unknown address',
    'nobody@example.com',
    'Nobody has the address nobody@example.com. Nothing was changed.',
  ],
  ['an account with a Google identity', 'eve@example.com', 'eve@example.com has a Google account already'],
])('%s is refused, and nothing changes', async (_name, address, message) => {
  const { out, error, code } = await release([address, '--yes']);
  expect([out, error, code]).toEqual(['', expect.stringContaining(message), 1]);
  expect(readState()).toEqual(UNCHANGED);
});

test('where wrangler fails, its reason is shown', async () => {
  const databases = cloudflare.account.databases.splice(0);
  const { error, code } = await release([ANN, '--yes']);
  cloudflare.account.databases.push(...databases);
  expect(code).toBe(1);
  expect(error).toContain("Couldn't find");
  expect(readState()).toEqual(UNCHANGED);
});
