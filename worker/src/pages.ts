/** Pages that are the same for everybody, for search engines to list. */
export const PUBLIC_PAGES = ['/', '/docs', '/changelog', '/roadmap', '/privacy'];

/** Documents that the build makes under the address of their page. */
const DOCUMENTS = new Set([...PUBLIC_PAGES, '/auth/login', '/auth/signup', '/saved']);

/** Where the build puts the document of addresses that are no page. */
export const NOT_FOUND_DOCUMENT = '/not-found';

/** The document of a page's address; null for an address that is no page. */
export function documentOf(path: string): string | null {
  if (DOCUMENTS.has(path)) return path;
  return /^\/saved\/[^/]+$/.test(path) ? '/saved' : null;
}
