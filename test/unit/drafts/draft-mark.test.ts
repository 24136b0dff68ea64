import { afterEach, expect, test, vi } from 'vitest';
import { SIGNED_OUT_COOKIE } from '#contract/limits.ts';
import { forgetSignOut, isSignOutUnfinished } from '#frontend/drafts/draft-mark.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A page of a protocol, with these cookies. */
function showPage(protocol: string, cookie: string): { cookie: string } {
  const document = { cookie };
  vi.stubGlobal('location', { protocol });
  vi.stubGlobal('document', document);
  return document;
}

test.each([
  ['https:', `__Host-${SIGNED_OUT_COOKIE}=yes`, true],
  ['https:', `theme=dark; __Host-${SIGNED_OUT_COOKIE}=yes; x=y`, true],
  ['https:', `${SIGNED_OUT_COOKIE}=yes`, false],
  ['https:', `x__Host-${SIGNED_OUT_COOKIE}=yes`, false],
  ['https:', '', false],
  ['http:', `x=y; ${SIGNED_OUT_COOKIE}=yes`, true],
  ['http:', `__Host-${SIGNED_OUT_COOKIE}=yes`, false],
])('over %s the cookies "%s" say of a sign-out: %s', (protocol, cookie, isUnfinished) => {
  showPage(protocol, cookie);
  expect(isSignOutUnfinished()).toBe(isUnfinished);
});

test.each([
  ['https:', `__Host-${SIGNED_OUT_COOKIE}=; Max-Age=0; Path=/; Secure`],
  ['http:', `${SIGNED_OUT_COOKIE}=; Max-Age=0; Path=/`],
])('over %s the cookie is removed under its own name, as a browser asks for it', (protocol, written) => {
  const page = showPage(protocol, '');
  forgetSignOut();
  expect(page.cookie).toBe(written);
});
