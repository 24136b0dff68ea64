import { INBOX_OFFER, OFFERS_ATTRIBUTE, SCHEDULE_OFFER } from '#contract/offers.ts';
import { MAIL_OFFER } from '#contract/mail.ts';
import { documentFile, PAGE_DOCUMENTS } from '#contract/page-documents.ts';
import { findPage, PAGE_ENTRIES } from '#contract/pages.ts';
import { CONNECTED_ORIGINS, type BrowserKind } from '#contract/thread-address.ts';
import type { AppContext } from './env.ts';
import { canSendMail } from './mail/send.ts';
import { offersInbox, offersSchedules } from './routes/analyses/source.ts';
import { listOffers } from './routes/connections/services.ts';

/** Attributes that hold an address. Crawlers need full addresses, and the build does not know the host. */
const ADDRESSES = [
  ['link[rel="canonical"]', 'href'],
  ['meta[property="og:url"]', 'content'],
  ['meta[property="og:image"]', 'content'],
] as const;

/** The document with what the build does not know: the host, and what the operator offers. */
function complete(document: Response, { origin, offers }: { origin: string; offers: readonly string[] }) {
  const rewriter = new HTMLRewriter();
  if (offers.length > 0)
    rewriter.on('html', { element: (tag) => void tag.setAttribute(OFFERS_ATTRIBUTE, offers.join(' ')) });
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

/** Marks the entity tag of a document with the offers, so that a browser fetches it anew once the site offers others. */
const markOf = (offers: readonly string[]): string => offers.map((kind) => `-${kind}`).join('') + '"';

const markTag = (tag: string, offers: readonly string[]): string => tag.replace(/"$/, markOf(offers));

/** The tag that the browser's document had in the build; undefined where it is no document with these offers. */
function readTag(known: string | undefined, offers: readonly string[]): string | undefined {
  const mark = markOf(offers);
  return known?.endsWith(mark) ? known.slice(0, -mark.length) + '"' : undefined;
}

/**
 * Answers an address with the document of its page, or with status 404 and the document of the page 'not-found'. A browser
 * that already has the document gets status 304.
 */
export async function showDocument(c: AppContext): Promise<Response> {
  const { pathname, search, origin } = new URL(c.req.url);
  const { name } = findPage(pathname);
  const isFound = name !== 'not-found';
  const plain = pathname.slice(0, -1);
  // Only the address of a page is redirected: '//elsewhere/' would lead to another site.
  if (!isFound && pathname.endsWith('/') && findPage(plain).name !== 'not-found')
    return c.redirect(plain + search, 301);

  const offers = [
    ...listOffers(c.env),
    ...(offersInbox(c.env) ? [INBOX_OFFER] : []),
    ...(offersSchedules(c.env) ? [SCHEDULE_OFFER] : []),
    ...(canSendMail(c.env) ? [MAIL_OFFER] : []),
  ];
  const isKept = isFound && name !== 'shared';
  const known = isKept ? readTag(c.req.header('If-None-Match'), offers) : undefined;
  const document = await c.env.ASSETS.fetch(new URL(documentFile(name), origin), {
    headers: known ? { 'If-None-Match': known } : {},
  });
  const tag = document.headers.get('ETag');
  const fresh = {
    ...(tag !== null && { ETag: markTag(tag, offers) }),
    ...(name === 'shared' && SHARED_HEADERS),
  };
  const marked = withHeaders(document, fresh);
  if (!marked.ok) return marked;
  const answer = isFound ? marked : new Response(marked.body, { status: 404, headers: marked.headers });
  return complete(answer, { origin, offers });
}

/** The part of a policy that the build writes for every file. */
const OWN_CONNECTIONS = "connect-src 'self'";

/**
 * Answers `/{kind}/assets/{file}` with the file of the build, under a policy that allows connections to the service of that kind.
 * Only the thread that calls it is started from here; 404 where the kind is not offered.
 */
export const showConnectedAsset =
  (kind: BrowserKind) =>
  async (c: AppContext): Promise<Response> => {
    const file = c.req.param('file') ?? ''; // the route has it
    if (!listOffers(c.env).includes(kind) || !/^[\w.-]+$/.test(file)) return c.text('Not found', 404);
    const asset = await c.env.ASSETS.fetch(new URL(`/assets/${file}`, c.req.url));
    if (!asset.ok) return c.text('Not found', 404);
    const policy = asset.headers.get('Content-Security-Policy') ?? '';
    return withHeaders(asset, {
      'Content-Security-Policy': policy.replace(
        OWN_CONNECTIONS,
        `${OWN_CONNECTIONS} ${CONNECTED_ORIGINS[kind]}`,
      ),
    });
  };

export function showRobots(c: AppContext): Response {
  const { origin } = new URL(c.req.url);
  return c.text(`User-agent: *\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`);
}

export function showSitemap(c: AppContext): Response {
  const { origin } = new URL(c.req.url);
  const listed = PAGE_ENTRIES.filter(([name]) => PAGE_DOCUMENTS[name].document === 'page');
  const urls = listed.map(([, { path }]) => `<url><loc>${origin}${path}</loc></url>`).join('');
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>\n`;
  return c.body(xml, 200, { 'Content-Type': 'application/xml' });
}
