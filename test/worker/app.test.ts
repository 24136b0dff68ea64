import { exports } from 'cloudflare:workers';
import { expect, test } from 'vitest';

test('an anonymous visitor has no user', async () => {
  const response = await exports.default.fetch('https://lva.test/api/auth/user');
  expect(response.status).toBe(401);
  expect(await response.json()).toEqual({ message: 'Unauthorized' });
});

test('an unknown call answers JSON', async () => {
  const response = await exports.default.fetch('https://lva.test/api/nothing');
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ message: 'Not found' });
});
