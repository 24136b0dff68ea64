import type { Context } from 'hono';
import type { AppEnv } from './env.ts';
import { documentOf, NOT_FOUND_DOCUMENT, PUBLIC_PAGES } from './pages.ts';

/** Attributes that hold an address, which crawlers want whole; the build does not know the host. */
const ADDRESSES = [
  ['link[rel="canonical"]', 'href'],
  ['meta[property="og:url"]', 'content'],
  ['meta[property="og:image"]', 'content'],
] as const;

function withWholeAddresses(page: Response, origin: string): Response {
  const rewriter = new HTMLRewriter();
  for (const [selector, attribute] of ADDRESSES)
    rewriter.on(selector, {
      element: (tag) =>
        void tag.setAttribute(attribute, new URL(tag.getAttribute(attribute) ?? '/', origin).href),
    });
  return rewriter.transform(page);
}

/**
 * The document of an address: a page's own, or with status 404 the one that says there is no such page. A browser that
 * has it already is told so.
 */
export async function showDocument(c: Context<AppEnv>): Promise<Response> {
  const { pathname, search, origin } = new URL(c.req.url);
  const document = documentOf(pathname);
  const plain = pathname.slice(0, -1);
  // Only to a page of ours: else '//elsewhere/' would lead away.
  if (!document && pathname.endsWith('/') && documentOf(plain)) return c.redirect(plain + search, 301);

  const known = document ? c.req.header('If-None-Match') : undefined;
  const page = await c.env.ASSETS.fetch(new URL(document ?? NOT_FOUND_DOCUMENT, origin), {
    headers: known ? { 'If-None-Match': known } : {},
  });
  if (!page.ok) return page;
  const { body, headers } = page;
  return withWholeAddresses(document ? page : new Response(body, { status: 404, headers }), origin);
}

export function showRobots(c: Context<AppEnv>): Response {
  const { origin } = new URL(c.req.url);
  return c.text(`User-agent: *\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`);
}

export function showSitemap(c: Context<AppEnv>): Response {
  const { origin } = new URL(c.req.url);
  const urls = PUBLIC_PAGES.map((path) => `<url><loc>${origin}${path}</loc></url>`).join('');
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>\n`;
  return c.body(xml, 200, { 'Content-Type': 'application/xml' });
}
