import { afterEach, expect, test, vi } from 'vitest';
import { SIGNED_OUT_COOKIE } from '#contract/limits.ts';
import {
  expectsDraft,
  forgetSignOut,
  isSignOutUnfinished,
  markDraft,
  mayHoldDrafts,
} from '#frontend/drafts/draft-mark.ts';

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

test('a tab is marked as having a draft until it has none', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  expect(expectsDraft()).toBe(false);
  markDraft(true);
  expect(expectsDraft()).toBe(true);
  markDraft(false);
  expect(expectsDraft()).toBe(false);
});

test('where session storage is forbidden no draft is expected, and nothing fails', () => {
  const refuse = () => {
    throw new DOMException('forbidden', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  markDraft(true);
  markDraft(false);
  expect(expectsDraft()).toBe(false);
});

test.each([
  ['no database', '', async () => [], false],
  ['a database', '', async () => [{ name: 'drafts' }], true],
  ['no database, and an unfinished sign-out', `${SIGNED_OUT_COOKIE}=yes`, async () => [], true],
  ['what it does not tell', '', () => Promise.reject(new Error('forbidden')), true],
])('whether a browser with %s may hold drafts', async (_, cookie, databases, mayHold) => {
  showPage('http:', cookie);
  vi.stubGlobal('indexedDB', { databases });
  expect(await mayHoldDrafts()).toBe(mayHold);
});
