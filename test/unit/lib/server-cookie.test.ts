import { afterEach, expect, test, vi } from 'vitest';
import { dropServerCookie, hasServerCookie } from '#frontend/lib/storage.ts';

afterEach(() => vi.unstubAllGlobals());

/** A page over this protocol, with the cookies that its scripts see. */
function openPage(protocol: string, cookie: string): { cookie: string } {
  const page = { cookie };
  vi.stubGlobal('location', { protocol });
  vi.stubGlobal('document', page);
  return page;
}

test.each([
  ['http:', 'signed-in=yes', true],
  ['http:', 'theme=dark; signed-in=yes; left=', true],
  ['http:', 'signed-in=', true],
  ['http:', '', false],
  ['http:', 'signed-in-before=yes', false],
  ['http:', 'was-signed-in=yes', false],
  ['http:', 'theme=signed-in=', false],
  ['https:', 'theme=dark; __Host-signed-in=yes', true],
  // Another host of the domain could have set this one.
  ['https:', 'signed-in=yes', false],
])('over %s the cookies "%s" hold the hint of the server: %s', (protocol, cookie, isThere) => {
  openPage(protocol, cookie);
  expect(hasServerCookie('signed-in')).toBe(isThere);
});

test('a hint is dropped under the name, path and protocol that it was set with', () => {
  const plain = openPage('http:', 'signed-in=yes');
  dropServerCookie('signed-in');
  expect(plain.cookie).toBe('signed-in=; Max-Age=0; Path=/');
  const secure = openPage('https:', '__Host-signed-in=yes');
  dropServerCookie('signed-in');
  expect(secure.cookie).toBe('__Host-signed-in=; Max-Age=0; Path=/; Secure');
});
