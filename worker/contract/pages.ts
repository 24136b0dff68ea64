/** The HTML that answers the address of a page before any script has run. */
type PageDocument =
  /** The whole page, which is the same for every visitor. */
  | 'page'
  /** Header and footer only: the page depends on the visitor, and the browser adds it. */
  | 'shell'
  /** The document of another page. */
  | { sameAs: `/${string}` };

/** The facts about a page that other parts of the site need. */
export interface PageEntry {
  /** Its address; `:id` stands for any text without a slash. */
  path: `/${string}`;
  /** The title before the name of the product; null where the name of the product is the whole title. */
  title: string | null;
  /** For search engines, and for sites that show a link to the page. */
  description: string;
  document: PageDocument;
  /** Search engines list the pages of the sitemap. The documents of all other pages ask them not to. */
  isInSitemap: boolean;
  /** The text of the link in the footer; null for a page without such a link. */
  footerLink: string | null;
}

/**
 * Every page of the site, by the name of its file in `frontend/src/pages`. The router, the build, the Worker, the footer,
 * the sitemap and the documentation are made from this list, and show the pages in this order.
 */
export const PAGES = {
  home: {
    path: '/',
    title: null,
    description:
      'See which leads convert, how sure you can be, and what to bid. Your file stays in this browser.',
    document: 'page',
    isInSitemap: true,
    footerLink: null,
  },
  login: {
    path: '/auth/login',
    title: 'Sign in',
    description: 'Sign in to keep your analyses and your default settings.',
    document: 'shell',
    isInSitemap: false,
    footerLink: null,
  },
  signup: {
    path: '/auth/signup',
    title: 'Sign up',
    description: 'Create an account to keep your analyses and your default settings.',
    document: 'shell',
    isInSitemap: false,
    footerLink: null,
  },
  'link-google': {
    path: '/auth/link',
    title: 'Link your account',
    description: 'Link your account to Google by entering its password once.',
    document: 'shell',
    isInSitemap: false,
    footerLink: null,
  },
  'log-out': {
    path: '/auth/logout',
    title: 'Log out',
    description: 'Leave your account in this browser.',
    document: 'shell',
    isInSitemap: false,
    footerLink: null,
  },
  saved: {
    path: '/saved',
    title: 'Saved Analyses',
    description: 'Your saved analyses, to view, edit or delete.',
    document: 'shell',
    isInSitemap: false,
    footerLink: null,
  },
  'saved-analysis': {
    path: '/saved/:id',
    title: 'Saved Analysis',
    description: 'The results of one of your saved analyses.',
    document: { sameAs: '/saved' },
    isInSitemap: false,
    footerLink: null,
  },
  compare: {
    path: '/compare',
    title: 'Compare Analyses',
    description: 'Two of your analyses side by side: what changed, and what is within chance.',
    document: 'shell',
    isInSitemap: false,
    footerLink: null,
  },
  connections: {
    path: '/connections',
    title: 'Connections',
    description:
      'The services that your account is connected to, and the rights that each of them has given.',
    document: 'shell',
    isInSitemap: false,
    footerLink: null,
  },
  shared: {
    path: '/shared',
    title: 'Shared Analysis',
    description: 'The results of an analysis, shared by a read-only link.',
    document: 'shell',
    isInSitemap: false,
    footerLink: null,
  },
  docs: {
    path: '/docs',
    title: 'Architecture Documentation',
    description:
      'How Lead Value Analyzer works: every formula with an example, the path of the data, the API and the database.',
    document: 'page',
    isInSitemap: true,
    footerLink: 'Architecture Docs',
  },
  privacy: {
    path: '/privacy',
    title: 'Privacy Policy',
    description:
      'Which data we keep, where and for how long. Without an account your file never leaves your browser.',
    document: 'page',
    isInSitemap: true,
    footerLink: 'Privacy',
  },
  roadmap: {
    path: '/roadmap',
    title: 'Roadmap',
    description: 'The plans for Lead Value Analyzer, in four phases.',
    document: 'page',
    isInSitemap: true,
    footerLink: 'Roadmap',
  },
  changelog: {
    path: '/changelog',
    title: 'Changelog',
    description: 'The changes in Lead Value Analyzer, release by release.',
    document: 'page',
    isInSitemap: true,
    footerLink: 'Changelog',
  },
  /** Answers every address that is not in this list, with status 404. */
  'not-found': {
    path: '/not-found',
    title: 'Page Not Found',
    description: 'This page does not exist.',
    document: 'shell',
    isInSitemap: false,
    footerLink: null,
  },
} as const satisfies Record<string, PageEntry>;

export type PageName = keyof typeof PAGES;

// `Object.entries` knows the names as text only.
export const PAGE_ENTRIES = Object.entries(PAGES) as [PageName, PageEntry][];

/** The page at an address, and the text that stands for `:id` there. */
export function findPage(pathname: string): { name: PageName; id: string } {
  for (const [name, { path }] of PAGE_ENTRIES) {
    const match = new RegExp(`^${path.replace(':id', '([^/]+)')}$`).exec(pathname);
    if (match) return { name, id: match[1] ?? '' };
  }
  return { name: 'not-found', id: '' };
}

/** The file of a page's document: the build writes it, the Worker serves it. */
export function documentFile({ path, document }: PageEntry): string {
  const address = typeof document === 'object' ? document.sameAs : path;
  return `${address === '/' ? '/index' : address}.html`;
}
