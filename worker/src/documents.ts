import type { Context } from 'hono';
import { documentFile, findPage, PAGE_ENTRIES, PAGES } from '#contract/pages.ts';
import { SHEETS_ORIGIN } from '#contract/sheets-address.ts';
import type { AppEnv } from './env.ts';
import { offersSheets } from './routes/auth/google-client.ts';

/** Attributes that hold an address. Crawlers need full addresses, and the build does not know the host. */
const ADDRESSES = [
  ['link[rel="canonical"]', 'href'],
  ['meta[property="og:url"]', 'content'],
  ['meta[property="og:image"]', 'content'],
] as const;

function withFullAddresses(document: Response, origin: string): Response {
  const rewriter = new HTMLRewriter();
  for (const [selector, attribute] of ADDRESSES)
    rewriter.on(selector, {
      element: (tag) =>
        void tag.setAttribute(attribute, new URL(tag.getAttribute(attribute) ?? '/', origin).href),
    });
  return rewriter.transform(document);
}

/** Headers of the page that shows what a link shares. The token stands behind the `#`, which no request holds. */
const SHARED_HEADERS = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
} as const;

function withHeaders({ body, status, headers: old }: Response, fresh: Record<string, string>): Response {
  const headers = new Headers(old);
  for (const [name, value] of Object.entries(fresh)) headers.set(name, value);
  return new Response(body, { status, headers });
}

/**
 * Answers an address with the document of its page, or with status 404 and the document of the page 'not-found'. A browser
 * that already has the document gets status 304.
 */
export async function showDocument(c: Context<AppEnv>): Promise<Response> {
  const { pathname, search, origin } = new URL(c.req.url);
  const { name } = findPage(pathname);
  const isFound = name !== 'not-found';
  const plain = pathname.slice(0, -1);
  // Only the address of a page is redirected: '//elsewhere/' would lead to another site.
  if (!isFound && pathname.endsWith('/') && findPage(plain).name !== 'not-found')
    return c.redirect(plain + search, 301);

  const known = isFound && name !== 'shared' ? c.req.header('If-None-Match') : undefined;
  const document = await c.env.ASSETS.fetch(new URL(documentFile(PAGES[name]), origin), {
    headers: known ? { 'If-None-Match': known } : {},
  });
  if (!document.ok) return document;
  const { body, headers } = document;
  const answer = isFound ? document : new Response(body, { status: 404, headers });
  return withFullAddresses(name === 'shared' ? withHeaders(answer, SHARED_HEADERS) : answer, origin);
}

/** The part of a policy that the build writes for every file. */
const OWN_CONNECTIONS = "connect-src 'self'";

/**
 * Answers `/sheets/assets/{file}` with the file of the build, under a policy that allows connections to Google's spreadsheets. Only
 * the thread that reads them is started from here; 404 where the import is not offered.
 */
export async function showSheetsAsset(c: Context<AppEnv>): Promise<Response> {
  const file = c.req.param('file') ?? ''; // the route has it
  if (!offersSheets(c) || !/^[\w.-]+$/.test(file)) return c.text('Not found', 404);
  const asset = await c.env.ASSETS.fetch(new URL(`/assets/${file}`, c.req.url));
  if (!asset.ok) return c.text('Not found', 404);
  const policy = asset.headers.get('Content-Security-Policy') ?? '';
  return withHeaders(asset, {
    'Content-Security-Policy': policy.replace(OWN_CONNECTIONS, `${OWN_CONNECTIONS} ${SHEETS_ORIGIN}`),
  });
}

export function showRobots(c: Context<AppEnv>): Response {
  const { origin } = new URL(c.req.url);
  return c.text(`User-agent: *\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`);
}

export function showSitemap(c: Context<AppEnv>): Response {
  const { origin } = new URL(c.req.url);
  const listed = PAGE_ENTRIES.filter(([, { isInSitemap }]) => isInSitemap);
  const urls = listed.map(([, { path }]) => `<url><loc>${origin}${path}</loc></url>`).join('');
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>\n`;
  return c.body(xml, 200, { 'Content-Type': 'application/xml' });
}
