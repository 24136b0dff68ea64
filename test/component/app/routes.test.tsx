import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PAGE_DOCUMENTS } from '#contract/page-documents.ts';
import { PAGE_ENTRIES, PAGES } from '#contract/pages.ts';
import { LICENSES } from '../../../frontend/build/asset-licenses.ts';
import changelog from '#frontend/pages/changelog.mdx?raw';
import { App } from '#frontend/app/app.tsx';
import { installBrowserApis } from '../ui/dom.ts';

installBrowserApis();

const NAME = 'Lead Value Analyzer';
/** The addresses of the sections of the documentation. */
const DOCS_SECTIONS = Object.values(
  import.meta.glob<string>('../../../frontend/src/pages/docs/*.mdx', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
).flatMap((text) => [...text.matchAll(/\{\/\* (#\S+) \*\/\}/g)].map(([, id]) => `/docs${id}`));

/** The addresses of the days of the changelog. */
const CHANGELOG_DAYS = [...changelog.matchAll(/\{\/\* (#\S+) \*\/\}/g)].map(([, day]) => `/changelog${day}`);

const STATIC = [
  [PAGES.home.path, NAME, 'Calculate Lead Values for Smarter Bidding'],
  [PAGES.docs.path, `Architecture Documentation · ${NAME}`, 'Architecture Documentation'],
  [PAGES.changelog.path, `Changelog · ${NAME}`, 'Changelog'],
  [PAGES.roadmap.path, `Roadmap · ${NAME}`, 'Roadmap'],
  [PAGES.privacy.path, `Privacy Policy · ${NAME}`, 'Privacy Policy'],
  ['/no/such/page', `Page Not Found · ${NAME}`, 'Page Not Found'],
] as const;

async function open(path: string, heading: string) {
  history.replaceState(null, '', path);
  render(<App />);
  await screen.findByRole('heading', { level: 1, name: heading }, { timeout: 20_000 });
}

describe('the application', () => {
  beforeEach(() => {
    // jsdom has no IndexedDB, so the draft is not kept and says so.
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    vi.stubGlobal('fetch', () =>
      Promise.resolve(Response.json({ message: 'Unauthorized' }, { status: 401 })),
    );
    vi.stubGlobal(
      'Worker',
      class extends EventTarget {
        postMessage() {}
        terminate() {}
      },
    );
  });

  it.each(STATIC)(
    'shows %s under the title %s with one heading of the first level',
    async (path, title, heading) => {
      await open(path, heading);
      expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
      await waitFor(() => expect(document.title).toBe(title));
    },
  );

  // The other pages lead away without a user.
  const forEverybody = PAGE_ENTRIES.filter(
    ([name]) => name !== 'not-found' && PAGE_DOCUMENTS[name].access === 'public',
  );
  it.each(forEverybody)('has the title of the page %s at its address', async (_, { path, title }) => {
    history.replaceState(null, '', path);
    render(<App />);
    await waitFor(() => expect(document.title).toBe(title === null ? NAME : `${title} · ${NAME}`));
  });

  it('gives its pages a header, a main part and a footer with the links to its static pages', async () => {
    await open(PAGES.roadmap.path, 'Roadmap');
    expect(within(screen.getByRole('banner')).getByRole('link', { name: NAME }).getAttribute('href')).toBe(
      '/',
    );
    expect(screen.getByRole('main')).toBeInTheDocument();
    const footer = within(screen.getByRole('contentinfo'));
    expect(footer.getByText(NAME)).toBeInTheDocument();
    const links = footer.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links.slice(0, 4)).toEqual([
      ['Architecture Docs', '/docs'],
      ['Privacy', '/privacy'],
      ['Roadmap', '/roadmap'],
      ['Changelog', '/changelog'],
    ]);
    const creator = footer.getAllByRole('link').at(-1);
    expect(creator?.getAttribute('href')).toMatch(/^https:\/\//);
    expect(creator?.getAttribute('target')).toBe('_blank');
  });

  it('offers visitors without an account to get started', async () => {
    await open(PAGES.roadmap.path, 'Roadmap');
    expect((await screen.findByRole('link', { name: 'Get started' })).getAttribute('href')).toBe(
      '/auth/login',
    );
  });

  it('begins a followed link at the top of its page, with the focus in the main part', async () => {
    await open(PAGES.roadmap.path, 'Roadmap');
    expect(scrollTo).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('link', { name: 'Privacy' }));
    await screen.findByRole('heading', { level: 1, name: 'Privacy Policy' });
    expect(scrollTo).toHaveBeenCalledWith(0, 0);
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('leaves the place on the page and the focus to the browser on Back and Forward', async () => {
    await open(PAGES.roadmap.path, 'Roadmap');
    await userEvent.click(screen.getByRole('link', { name: 'Privacy' }));
    await screen.findByRole('heading', { level: 1, name: 'Privacy Policy' });
    vi.mocked(scrollTo).mockClear();
    screen.getByRole('link', { name: 'Changelog' }).focus();
    history.back();
    await screen.findByRole('heading', { level: 1, name: 'Roadmap' });
    history.forward();
    await screen.findByRole('heading', { level: 1, name: 'Privacy Policy' });
    expect(scrollTo).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Changelog' }));
  });

  it('leads from a page that is not there back home', async () => {
    await open('/no/such/page', 'Page Not Found');
    expect(screen.getByText('Did you forget to add the page to the router?')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
  });

  it.each([
    [PAGES.docs.path, 'Architecture Documentation'],
    [PAGES['reading-results'].path, 'How to Read Your Results'],
    [PAGES.privacy.path, 'Privacy Policy'],
    [PAGES.changelog.path, 'Changelog'],
    [PAGES.roadmap.path, 'Roadmap'],
  ])('has no link on %s that leads nowhere', async (path, heading) => {
    await open(path, heading);
    const known = new Set<string>([
      ...PAGE_ENTRIES.map(([, { path }]) => path),
      ...DOCS_SECTIONS,
      '/#main',
      `/${LICENSES}`,
    ]);
    for (const link of screen.getAllByRole('link')) {
      const href = link.getAttribute('href') ?? '';
      if (href.startsWith('https://')) continue;
      if (href.startsWith('#')) expect(document.getElementById(href.slice(1)), href).not.toBeNull();
      else expect(known, href).toContain(href.replace(/^(\/changelog)#.*/, '$1'));
    }
  });
});

describe('the roadmap', () => {
  const PHASES: readonly (readonly [
    name: string,
    state: string,
    built: readonly (readonly [string, string])[],
  ])[] = [
    ['Phase 1: Auto-sync', 'In Planning', [['Auto-sync.', 'Nov 26, 2026']]],
    ['Phase 2: Ad-platform push', 'Future', [['Ad-platform push.', 'Nov 25, 2026']]],
    [
      'Phase 3: Multi-platform support and team roles',
      'Future',
      [
        ['Multi-platform support.', 'Nov 22, 2026'],
        ['Team roles (admin, editor and viewer).', 'Nov 26, 2026'],
      ],
    ],
    ['Phase 4: Enterprise features', 'Future', [['Enterprise features.', 'Nov 26, 2026']]],
  ];

  it('has four phases (In Planning, Future, Future, Future) and a vision statement', async () => {
    await open(PAGES.roadmap.path, 'Roadmap');
    const article = within(screen.getByRole('article'));
    expect(article.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
      ...PHASES.map(([name]) => name),
      'Vision',
    ]);
    expect(article.getAllByText(/^(In Planning|Future)$/).map((badge) => badge.textContent)).toEqual(
      PHASES.map(([, state]) => state),
    );
  });

  it('names auto-sync, ad-platform push, multi-platform support, team roles (admin, editor, viewer) and enterprise features, each as built with its date and a link', async () => {
    await open(PAGES.roadmap.path, 'Roadmap');
    const article = within(screen.getByRole('article'));
    const built = PHASES.flatMap(([, , plans]) => plans);
    for (const [plan, date] of built) {
      const item = article.getByText(plan).closest('li');
      expect(item?.textContent).toContain(`${plan} Built on ${date}`);
      const link = within(item ?? document.body).getByRole('link', { name: date });
      expect(CHANGELOG_DAYS).toContain(link.getAttribute('href'));
    }
    expect(article.getAllByText('Next:')).toHaveLength(PHASES.length);
  });
});

describe('the privacy policy', () => {
  it('has its date, eleven sections and the copyright of 2025', async () => {
    await open(PAGES.privacy.path, 'Privacy Policy');
    const article = screen.getByRole('article');
    expect(article.textContent).toContain('Last updated: October 15, 2025');
    expect(
      within(article)
        .getAllByRole('heading', { level: 2 })
        .map((heading) => heading.textContent),
    ).toEqual([
      'Overview',
      'Information We Collect',
      'How We Use Information',
      'Data Storage and Security',
      'Google Permissions',
      'Using the Tool Without an Account',
      'Your Rights',
      'Data Retention',
      'Cookies and Sessions',
      'Changes to This Policy',
      'Contact',
    ]);
    expect(article.textContent).toContain('© 2025');
  });
});
