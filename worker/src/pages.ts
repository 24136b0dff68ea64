const PAGES = new Set([
  '/',
  '/auth/login',
  '/auth/signup',
  '/changelog',
  '/roadmap',
  '/saved',
  '/privacy',
  '/docs',
]);

/** Whether the address is one of the site's pages; the document itself shows 'Page Not Found' for the others. */
export function isPage(path: string): boolean {
  const plain = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  return PAGES.has(plain) || /^\/saved\/[^/]+$/.test(plain);
}
