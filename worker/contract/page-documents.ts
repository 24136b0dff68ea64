import { PAGES, type PageName } from './pages.ts';

/** The HTML that answers the address of a page before any script has run. */
type PageHtml =
  /** The whole page, which is the same for every visitor. Search engines list it, and the sitemap has it. */
  | 'page'
  /** Header and footer only: the page depends on the visitor, and the browser adds it. Search engines are asked not to list it. */
  | 'shell'
  /** The document of another page. */
  | { sameAs: `/${string}` };

export interface PageDocument {
  /** For search engines, and for sites that show a link to the page. */
  description: string;
  document: PageHtml;
  /** In the table of routes of the documentation. */
  screen: string;
  access: 'public' | 'signed in';
}

/** The document of every page. The build, the Worker and the documentation need it; the first page does not, and is smaller without. */
export const PAGE_DOCUMENTS: Readonly<Record<PageName, PageDocument>> = {
  home: {
    screen: 'The analysis workflow',
    access: 'public',
    description:
      'See which leads convert, how sure you can be, and what to bid. Your file stays in this browser.',
    document: 'page',
  },
  login: {
    screen: 'Sign in',
    access: 'public',
    description: 'Sign in to keep your analyses and your default settings.',
    document: 'shell',
  },
  signup: {
    screen: 'Sign up',
    access: 'public',
    description: 'Create an account to keep your analyses and your default settings.',
    document: 'shell',
  },
  'link-google': {
    screen: 'Link a password account to Google',
    access: 'public',
    description: 'Link your account to Google by entering its password once.',
    document: 'shell',
  },
  'log-out': {
    screen: 'Log out, where another site has led to it',
    access: 'public',
    description: 'Leave your account in this browser.',
    document: 'shell',
  },
  mail: {
    screen: 'What links in e-mails lead to, and forgotten passwords',
    access: 'public',
    description: 'Choose a new password, confirm your address or stop alerts by e-mail.',
    document: 'shell',
  },
  saved: {
    screen: 'Saved analyses',
    access: 'signed in',
    description: 'Your saved analyses, to view, edit or delete.',
    document: 'shell',
  },
  'saved-analysis': {
    screen: 'One saved analysis',
    access: 'signed in',
    description: 'The results of one of your saved analyses.',
    document: { sameAs: '/saved' },
  },
  compare: {
    screen: 'Two analyses compared',
    access: 'signed in',
    description: 'Two of your analyses side by side: what changed, and what is within chance.',
    document: 'shell',
  },
  connections: {
    screen: 'Connections to other services',
    access: 'signed in',
    description:
      'The services that your account is connected to, and the rights that each of them has given.',
    document: 'shell',
  },
  team: {
    screen: 'A team: its members, invitations and settings',
    access: 'signed in',
    description: 'The members of a team, their roles, and what the team has.',
    document: 'shell',
  },
  join: {
    screen: 'An invitation to a team',
    access: 'public',
    description: 'An invitation to a team.',
    document: 'shell',
  },
  shared: {
    screen: 'Results behind a read-only link',
    access: 'public',
    description: 'The results of an analysis, shared by a read-only link.',
    document: 'shell',
  },
  docs: {
    screen: 'This page',
    access: 'public',
    description:
      'How Lead Value Analyzer works: every formula with an example, the path of the data, the API and the database.',
    document: 'page',
  },
  'reading-results': {
    screen: 'How to read the results',
    access: 'public',
    description:
      'What the results say of your leads, what misleads, and what to do before you change a bid, on an example.',
    document: 'page',
  },
  privacy: {
    screen: 'Privacy policy',
    access: 'public',
    description:
      'Which data we keep, where and for how long. Without an account your file never leaves your browser.',
    document: 'page',
  },
  roadmap: {
    screen: 'Plans',
    access: 'public',
    description: 'The plans for Lead Value Analyzer, in four phases.',
    document: 'page',
  },
  changelog: {
    screen: 'Release notes',
    access: 'public',
    description: 'The changes in Lead Value Analyzer, release by release.',
    document: 'page',
  },
  'not-found': {
    screen: 'Every other address',
    access: 'public',
    description: 'This page does not exist.',
    document: 'shell',
  },
};

/** The file of a page's document: the build writes it, the Worker serves it. */
export function documentFile(name: PageName): string {
  const { document } = PAGE_DOCUMENTS[name];
  const address = typeof document === 'object' ? document.sameAs : PAGES[name].path;
  return `${address === '/' ? '/index' : address}.html`;
}
