import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { OFFERS_ATTRIBUTE } from '#contract/offers.ts';
import { app } from '#worker/app.ts';
import type { Env } from '#worker/env.ts';
import { OFFERING } from './connection-support.ts';
import { Mailbox } from './mail-support.ts';
import { request } from './support.ts';

const POLICY = "default-src 'none'; connect-src 'self'; worker-src 'self'";
const ETAG = '"of-this-release"';

/** Answers every file of a document with HTML that names the page's address, and has no other file. */
const ASSETS = {
  fetch(input: RequestInfo | URL, init?: RequestInit) {
    const { pathname } = new URL(new Request(input).url);
    if (pathname === '/assets/thread-1a2b.js')
      return Promise.resolve(new Response('the thread', { headers: { 'Content-Security-Policy': POLICY } }));
    if (!pathname.endsWith('.html')) return Promise.resolve(new Response(null, { status: 404 }));
    const headers = { 'Content-Type': 'text/html', 'Content-Security-Policy': POLICY, ETag: ETAG };
    if (new Headers(init?.headers).get('If-None-Match') === ETAG)
      return Promise.resolve(new Response(null, { status: 304, headers }));
    const html = `<html><title>${pathname.replace(/(index)?\.html$/, '')}</title>
      <link rel="canonical" href="/docs"><meta property="og:url" content="/docs"><meta property="og:image" content="/preview.png">`;
    return Promise.resolve(new Response(html, { headers }));
  },
} as unknown as Fetcher; // the part of it that the Worker uses

const CLIENT = { GOOGLE_CLIENT_ID: 'a', GOOGLE_CLIENT_SECRET: 'b', SESSION_SECRET: 'c' };

const open = (path: string, init: Parameters<typeof request>[1] = {}) =>
  app.fetch(request(path, init), { ...env, ASSETS }, createExecutionContext());

test.each([
  ['/', 200, '/'],
  ['/docs?x=1', 200, '/docs'],
  ['/privacy', 200, '/privacy'],
  ['/auth/login', 200, '/auth/login'],
  ['/auth/signup', 200, '/auth/signup'],
  ['/auth/mail', 200, '/auth/mail'],
  ['/saved', 200, '/saved'],
  ['/saved/0190', 200, '/saved'],
  ['/compare?before=a', 200, '/compare'],
  ['/compare/a', 404, '/not-found'],
  ['/shared', 200, '/shared'],
  ['/shared/token', 404, '/not-found'],
  ['/saved/a/b', 404, '/not-found'],
  ['/Docs', 404, '/not-found'],
  ['/docs.html', 404, '/not-found'],
  ['/docsx', 404, '/not-found'],
  ['/index.html', 404, '/not-found'],
  ['/not-found', 404, '/not-found'],
  ['/nowhere', 404, '/not-found'],
  ['/nowhere/', 404, '/not-found'],
  ['//elsewhere.example/', 404, '/not-found'],
  ['/auth/google', 404, '/not-found'],
  ['/apinothing', 404, '/not-found'],
])('%s answers %d with the document of %s', async (path, status, document) => {
  const response = await open(path);
  expect(response.status).toBe(status);
  expect(await response.text()).toContain(`<title>${document}</title>`);
});

test.each([
  ['/docs/', '/docs'],
  ['/docs/?x=1', '/docs?x=1'],
  ['/saved/0190/', '/saved/0190'],
  ['/auth/login/', '/auth/login'],
])('%s leads to %s, so that a page has one address', async (path, to) => {
  const response = await open(path);
  expect([response.status, response.headers.get('Location')]).toEqual([301, to]);
});

test('crawlers get whole addresses, of the host that they asked', async () => {
  const { origin } = new URL(request('/').url);
  const html = await (await open('/docs')).text();
  expect(html).toContain(`<link rel="canonical" href="${origin}/docs">`);
  expect(html).toContain(`<meta property="og:url" content="${origin}/docs">`);
  expect(html).toContain(`<meta property="og:image" content="${origin}/preview.png">`);
});

test('a browser that has the document of this release is told so', async () => {
  const has = (etag: string) => open('/docs', { headers: { 'If-None-Match': etag } });
  expect([(await has(ETAG)).status, (await has('"of-an-older-one"')).status]).toEqual([304, 200]);
});

test('a document names the services that can be connected, and a browser with another one gets this', async () => {
  const show = async (bindings: Partial<Env>, etag = '') => {
    const init = { headers: { 'If-None-Match': etag } };
    const answer = await app.fetch(
      request('/', init),
      { ...env, ASSETS, ...bindings },
      createExecutionContext(),
    );
    return { status: answer.status, etag: answer.headers.get('ETag') ?? '', html: await answer.text() };
  };
  const NONE = { SESSION_SECRET: '' };
  const offering: Partial<Env>[] = [
    NONE,
    CLIENT,
    { ...CLIENT, GOOGLE_ADS: 'rules' },
    OFFERING,
    { ...NONE, INBOX: 'on' },
    { ...NONE, ...new Mailbox().bindings },
    { ...CLIENT, INBOX: 'on', SCHEDULED_RUNS: 'on' },
    { ...NONE, SCHEDULED_RUNS: 'on' },
  ];
  const documents = await Promise.all(offering.map((bindings) => show(bindings)));
  const [, tag] = /<html( [^>]*)?>/.exec(documents[0]?.html ?? '') ?? [];
  expect(tag).toBeUndefined();
  for (const [at, offers] of [
    'sheets',
    'sheets google-rules',
    'sheets google-values google-rules meta microsoft',
    'inbox',
    'mail',
    'sheets inbox schedules',
  ].entries())
    expect(documents[at + 1]?.html).toContain(`<html ${OFFERS_ATTRIBUTE}="${offers}">`);
  expect(documents[0]?.etag).toBe(ETAG);
  // Without the right to read spreadsheets none is read on a schedule.
  expect(documents.pop()?.etag).toBe(ETAG);
  offering.pop();
  const tags = documents.map(({ etag }) => etag);
  expect(new Set(tags).size).toBe(7);
  for (const [own, bindings] of offering.entries())
    for (const [other, etag] of tags.entries()) {
      const answer = await show(bindings, etag);
      expect([own, other, answer.status]).toEqual([own, other, own === other ? 304 : 200]);
      expect(answer.etag).toBe(tags[own]);
    }
});

test.each([
  [
    'the session cookie alone',
    '__Host-session=x',
    ['__Host-signed-in=yes; Max-Age=604800; Path=/; Secure; SameSite=Lax'],
  ],
  [
    'the hint alone',
    '__Host-signed-in=yes',
    ['__Host-signed-in=yes; Max-Age=0; Path=/; Secure; SameSite=Lax'],
  ],
  ['both', '__Host-session=x; __Host-signed-in=yes', []],
  ['neither', 'theme=dark', []],
])('a browser with %s gets the hint for the page put right with the document', async (_, cookie, set) => {
  for (const headers of [undefined, { 'If-None-Match': ETAG }])
    expect((await open('/', { cookie, headers })).headers.getSetCookie()).toEqual(set);
});

test('an address that is no page stays a 404 for a browser that has its document', async () => {
  expect((await open('/nowhere', { headers: { 'If-None-Match': ETAG } })).status).toBe(404);
});

test('a hashed file that is not there is a 404, not the page', async () => {
  const response = await open('/assets/old-1234.js');
  expect([response.status, await response.text()]).toEqual([404, 'Not found']);
});

test('the page of a link is kept by no cache, listed by no search engine, and named to no other site', async () => {
  const headersOf = async (path: string) => {
    const { headers } = await open(path, { headers: { 'If-None-Match': ETAG } });
    return ['Cache-Control', 'X-Robots-Tag', 'Referrer-Policy'].map((name) => headers.get(name));
  };
  expect(await headersOf('/shared')).toEqual(['no-store', 'noindex', 'no-referrer']);
  expect((await open('/shared', { headers: { 'If-None-Match': ETAG } })).status).toBe(200);
  expect(await headersOf('/saved')).toEqual([null, null, null]);
});

test.each([
  ['reads spreadsheets', 'sheets', 'https://sheets.googleapis.com', Object.keys(CLIENT)],
  [
    'sends values',
    'google-values',
    'https://datamanager.googleapis.com',
    [...Object.keys(CLIENT), 'GOOGLE_ADS'],
  ],
])(
  'only the thread that %s may connect to that service of Google, where it is offered',
  async (_, kind, origin, keys) => {
    const answerTo = (path: string, bindings: Partial<Env> = {}) =>
      app.fetch(
        request(path),
        { ...env, ASSETS, ...OFFERING, ...CLIENT, ...bindings },
        createExecutionContext(),
      );
    const thread = await answerTo(`/${kind}/assets/thread-1a2b.js`);
    expect([thread.status, await thread.text()]).toEqual([200, 'the thread']);
    expect(thread.headers.get('Content-Security-Policy')).toBe(
      `default-src 'none'; connect-src 'self' ${origin}; worker-src 'self'`,
    );
    for (const path of ['/', '/assets/thread-1a2b.js'])
      expect((await answerTo(path)).headers.get('Content-Security-Policy')).not.toContain('googleapis');
    for (const name of keys)
      expect((await answerTo(`/${kind}/assets/thread-1a2b.js`, { [name]: '' })).status).toBe(404);
    for (const path of ['gone.js', '..%2Findex.html', '%2e%2e%2Findex.html', 'a/index.html', ''])
      expect((await answerTo(`/${kind}/assets/${path}`)).status).toBe(404);
    for (const path of ['gone.js', 'a%20b.js'])
      expect(await (await answerTo(`/${kind}/assets/${path}`)).text()).toBe('Not found');
  },
);

test('no thread may connect to a service that a browser gets no token for', async () => {
  for (const kind of ['google-rules', 'meta', 'microsoft'])
    expect((await open(`/${kind}/assets/thread-1a2b.js`)).status).toBe(404);
});

test('nothing but reading is asked of a page', async () => {
  expect((await open('/saved', { method: 'POST' })).status).toBe(404);
});

test('search engines are told the pages that are the same for everybody', async () => {
  const { origin } = new URL(request('/').url);
  const robots = await (await open('/robots.txt')).text();
  expect(robots).toBe(`User-agent: *\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`);
  const sitemap = await open('/sitemap.xml');
  expect(sitemap.headers.get('Content-Type')).toBe('application/xml');
  const xml = await sitemap.text();
  expect(xml).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www.sitemaps.org\/schemas\/sitemap\/0.9">(<url><loc>[^<]+<\/loc><\/url>)+<\/urlset>\n$/,
  );
  const listed = [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);
  for (const path of ['/', '/changelog', '/docs', '/docs/reading-results', '/privacy', '/roadmap'])
    expect(listed).toContain(origin + path);
  for (const path of [
    '/auth/login',
    '/auth/signup',
    '/saved',
    '/saved/:id',
    '/compare',
    '/shared',
    '/not-found',
  ])
    expect(listed).not.toContain(origin + path);
});
