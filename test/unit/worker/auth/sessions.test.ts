import { expect, test } from 'vitest';
import { hashToken } from '#worker/auth/sessions.ts';

const TOKEN = '-_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcde';

test('a token is hashed with SHA-256', async () => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(TOKEN));
  expect(await hashToken(TOKEN)).toBe(Buffer.from(digest).toString('hex'));
});

test.each(['', TOKEN.slice(1), `${TOKEN}A`, `A${TOKEN}`, TOKEN.replace('9', '.'), `${TOKEN}\n`])(
  'the text %j can not be a token',
  async (text) => {
    expect(await hashToken(text)).toBeNull();
  },
);
