import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import type { Env } from '#worker/env.ts';
import example from '../../.dev.vars.example?raw';
import config from '../../wrangler.toml?raw';

type Bindings = { [Name in keyof Env as undefined extends Env[Name] ? never : Name]: true };
type Secrets = { [Name in keyof Env as undefined extends Env[Name] ? Name : never]-?: 'operator' | 'tests' };

// Both lists stop compiling when a name is added to or taken from the type.
const bindings: Bindings = { DB: true, ASSETS: true };
const secrets: Secrets = {
  SESSION_SECRET: 'operator',
  GOOGLE_CLIENT_ID: 'operator',
  GOOGLE_CLIENT_SECRET: 'operator',
  GOOGLE_ISSUER: 'tests',
  GOOGLE_AUTHORIZATION_ENDPOINT: 'tests',
  GOOGLE_TOKEN_ENDPOINT: 'tests',
};

test('the bindings that the Worker needs are those of wrangler.toml', () => {
  const names = [...config.matchAll(/^binding = "(\w+)"$/gm)].map(([, name]) => name);
  expect(names.toSorted()).toEqual(Object.keys(bindings).toSorted());
  for (const name of names) expect(env).toHaveProperty(name ?? '');
});

test('the example names every secret for operators, and none of the tests', () => {
  const names = [...example.matchAll(/^# ([A-Z_]+)=$/gm)].map(([, name]) => name);
  const forOperators = Object.entries(secrets).filter(([, reader]) => reader === 'operator');
  expect(names.toSorted()).toEqual(forOperators.map(([name]) => name).toSorted());
  expect(config).not.toMatch(/GOOGLE_|SESSION_SECRET/);
});
