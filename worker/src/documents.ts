import type { Context } from 'hono';
import { documentFile, findPage, PAGE_ENTRIES, PAGES } from '#contract/pages.ts';
import type { AppEnv } from './env.ts';

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

  const known = isFound ? c.req.header('If-None-Match') : undefined;
  const document = await c.env.ASSETS.fetch(new URL(documentFile(PAGES[name]), origin), {
    headers: known ? { 'If-None-Match': known } : {},
  });
  if (!document.ok) return document;
  const { body, headers } = document;
  return withFullAddresses(isFound ? document : new Response(body, { status: 404, headers }), origin);
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
