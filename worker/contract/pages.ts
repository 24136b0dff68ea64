/** The facts about a page that the program in the browser needs. Its document is in `page-documents.ts`. */
interface PageEntry {
  /** Its address; `:id` stands for any text without a slash. */
  path: `/${string}`;
  /** The title before the name of the product; null where the name of the product is the whole title. */
  title: string | null;
  /** The text of the link in the footer; null for a page without such a link. */
  footerLink: string | null;
}

/**
 * Every page of the site; `frontend/src/pages/later-pages.ts` fetches their components. The router, the build, the Worker, the footer,
 * the sitemap and the documentation are made from this list, and show the pages in this order.
 */
export const PAGES = {
  home: {
    path: '/',
    title: null,
    footerLink: null,
  },
  login: {
    path: '/auth/login',
    title: 'Sign in',
    footerLink: null,
  },
  signup: {
    path: '/auth/signup',
    title: 'Sign up',
    footerLink: null,
  },
  'link-google': {
    path: '/auth/link',
    title: 'Link your account',
    footerLink: null,
  },
  'log-out': {
    path: '/auth/logout',
    title: 'Log out',
    footerLink: null,
  },
  /** The links in mails lead here, and so does 'Forgot your password?'. */
  mail: {
    path: '/auth/mail',
    title: 'E-mail',
    footerLink: null,
  },
  saved: {
    path: '/saved',
    title: 'Saved Analyses',
    footerLink: null,
  },
  'saved-analysis': {
    path: '/saved/:id',
    title: 'Saved Analysis',
    footerLink: null,
  },
  compare: {
    path: '/compare',
    title: 'Compare Analyses',
    footerLink: null,
  },
  connections: {
    path: '/connections',
    title: 'Connections',
    footerLink: null,
  },
  team: {
    path: '/team',
    title: 'Team',
    footerLink: null,
  },
  join: {
    path: '/join',
    title: 'Join a Team',
    footerLink: null,
  },
  shared: {
    path: '/shared',
    title: 'Shared Analysis',
    footerLink: null,
  },
  docs: {
    path: '/docs',
    title: 'Architecture Documentation',
    footerLink: 'Architecture Docs',
  },
  'reading-results': {
    path: '/docs/reading-results',
    title: 'How to Read Your Results',
    footerLink: null,
  },
  privacy: {
    path: '/privacy',
    title: 'Privacy Policy',
    footerLink: 'Privacy',
  },
  roadmap: {
    path: '/roadmap',
    title: 'Roadmap',
    footerLink: 'Roadmap',
  },
  changelog: {
    path: '/changelog',
    title: 'Changelog',
    footerLink: 'Changelog',
  },
  /** Answers every address that is not in this list, with status 404. */
  'not-found': {
    path: '/not-found',
    title: 'Page Not Found',
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
