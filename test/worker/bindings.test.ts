import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import type { Env } from '#worker/env.ts';
import example from '../../.dev.vars.example?raw';
import packageJson from '../../package.json';
import guide from '../../worker/OPERATING.md?raw';
import config from '../../wrangler.toml?raw';

/** Section of wrangler.toml that makes a binding of that type. */
type Section<Binding> = Binding extends D1Database
  ? 'd1_databases'
  : Binding extends Fetcher
    ? 'assets'
    : Binding extends Workflow
      ? 'workflows'
      : never;
type Bindings = {
  [Name in keyof Env as undefined extends Env[Name] ? never : Name]: Section<Env[Name]>;
};
type Options = {
  [Name in keyof Env as undefined extends Env[Name] ? Name : never]-?: 'operator' | 'tests' | 'wrangler.toml';
};

// Both lists stop compiling when a name is added to or taken from the type, or gets another type.
const bindings: Bindings = { DB: 'd1_databases', ASSETS: 'assets', SOURCE_RUNS: 'workflows' };
const options: Options = {
  SESSION_SECRET: 'operator',
  GOOGLE_CLIENT_ID: 'operator',
  GOOGLE_CLIENT_SECRET: 'operator',
  GOOGLE_ADS: 'operator',
  META_APP_ID: 'operator',
  META_APP_SECRET: 'operator',
  MICROSOFT_CLIENT_ID: 'operator',
  MICROSOFT_CLIENT_SECRET: 'operator',
  MICROSOFT_DEVELOPER_TOKEN: 'operator',
  MICROSOFT_SANDBOX: 'operator',
  TRIED: 'operator',
  GOOGLE_ADS_ORIGIN: 'tests',
  GOOGLE_SHEETS_ORIGIN: 'tests',
  META_ORIGIN: 'tests',
  META_DIALOG_ORIGIN: 'tests',
  MICROSOFT_LOGIN_ORIGIN: 'tests',
  MICROSOFT_ADS_ORIGIN: 'tests',
  GOOGLE_ISSUER: 'tests',
  GOOGLE_AUTHORIZATION_ENDPOINT: 'tests',
  GOOGLE_TOKEN_ENDPOINT: 'tests',
  GOOGLE_REVOCATION_ENDPOINT: 'tests',
  DATABASE_MB: 'wrangler.toml',
  INBOX: 'wrangler.toml',
  SCHEDULED_RUNS: 'wrangler.toml',
  DATASETS: 'wrangler.toml',
  EMAIL: 'wrangler.toml',
  MAIL_FROM: 'wrangler.toml',
  SITE_ADDRESS: 'wrangler.toml',
};

test('the bindings that the Worker needs are those of wrangler.toml, of the same kind', () => {
  const sections = config.matchAll(/^\[+(\w+)\]+\n((?:[^[\n].*\n)*)/gm);
  const found = [...sections].flatMap(([, section, lines = '']) => {
    const name = /^binding = "(\w+)"$/m.exec(lines)?.[1];
    return name ? [[name, section]] : [];
  });
  expect(Object.fromEntries(found)).toEqual(bindings);
  for (const name of Object.keys(bindings)) expect(env).toHaveProperty(name);
});

const forOperators = Object.entries(options)
  .filter(([, reader]) => reader === 'operator')
  .map(([name]) => name);

test('the example names every setting that .dev.vars can set, and nothing else', () => {
  const names = [...example.matchAll(/^# ([A-Z_]+)=$/gm)].map(([, name]) => name);
  const texts = ['INBOX', 'MAIL_FROM', 'SCHEDULED_RUNS', 'SITE_ADDRESS'];
  expect(names.toSorted()).toEqual([...forOperators, ...texts].toSorted());
  expect(config).not.toMatch(/GOOGLE_|META_|MICROSOFT_|TRIED|SESSION_SECRET/);
});

/** The cells of the rows below the head of each table of the guide. */
const guideTables = [...guide.matchAll(/(?:^\|.*\n)+/gm)].map(([table]) =>
  table
    .trimEnd()
    .split('\n')
    .slice(2)
    .map((row) =>
      row
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    ),
);

const namesIn = (cell = ''): string[] => [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name);

const PLACES = { operator: 'secret', tests: 'tests', 'wrangler.toml': 'wrangler.toml' };

test("the table of the operator's guide names every setting and binding once, how it is set and what for, and nothing else", () => {
  const [settings = [], ...others] = guideTables;
  expect(guide).toMatch(/\n## Settings\n[^|#]*\n\| name +\| set as +\| what for +\|\n/);
  const listed = settings.flatMap(([names, place]) => namesIn(names).map((name) => [name, place]));
  const read = Object.entries(options).map(([name, reader]) => [name, PLACES[reader]]);
  const bound = Object.keys(bindings).map((name) => [name, 'wrangler.toml']);
  expect(listed.toSorted()).toEqual([...read, ...bound].toSorted());
  for (const [names = '', , purpose = ''] of settings) {
    expect(names).toBe(
      namesIn(names)
        .map((name) => `\`${name}\``)
        .join(', '),
    );
    expect(purpose).not.toBe('');
  }
  // No other table of the guide lists settings again.
  expect(others.flatMap((rows) => rows.flatMap(([first]) => namesIn(first)))).toEqual([]);
});

test('inboxes and schedules are off as deployed, and on for local work', () => {
  expect(config).toMatch(/^INBOX = "off"$/m);
  expect(config).toMatch(/^SCHEDULED_RUNS = "off"$/m);
  expect([env.INBOX, env.SCHEDULED_RUNS]).toEqual(['off', 'off']);
  expect(packageJson.scripts.start).toMatch(/wrangler dev --var INBOX:on --var SCHEDULED_RUNS:on$/);
});

test('the Deploy button describes the database and every secret for operators', () => {
  const described = packageJson.cloudflare.bindings;
  expect(Object.keys(described).toSorted()).toEqual(['DB', ...forOperators].toSorted());
  for (const { description } of Object.values(described)) expect(description.length).toBeGreaterThan(20);
});

test('wrangler.toml names every option that is set there, the bucket and e-mail as comments', () => {
  expect(env.DATABASE_MB).toBe(500);
  expect(config).toContain('# [[r2_buckets]]\n# binding = "DATASETS"\n');
  expect(config).toContain('# [[send_email]]\n# name = "EMAIL"\n');
  expect(config).toMatch(/^# MAIL_FROM = ".+"\n# SITE_ADDRESS = "https:.+"$/m);
  expect(config).toMatch(/^# \[limits\]\n# cpu_ms = \d+$/m);
});
