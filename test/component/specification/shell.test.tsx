import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { App } from '#frontend/app/app.tsx';
import { dismissToast, readToast, toast } from '#frontend/ui/toast-store.ts';
import { stubBrowserThread } from '#test/support/browser-thread.ts';
import { passTime, startClock } from '#test/support/clock.ts';
import { emptyDraftStore } from '#test/support/memory-draft-store.ts';
import { giveListsRoom } from '#test/support/workflow-room.tsx';
import { installBrowserApis, stubSystemTheme } from '../ui/dom.ts';

// Each title is a sentence of section 2 or 4 of one of the specifications, about what is around and beside the steps.

vi.mock('#frontend/drafts/draft-store.ts', () => import('#test/support/memory-draft-store.ts'));
installBrowserApis();
giveListsRoom();
const user = userEvent.setup({ pointerEventsCheck: 0 });
const WAIT = { timeout: 20_000 };

beforeEach(() => {
  stubBrowserThread();
  emptyDraftStore();
  localStorage.clear();
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ message: 'Unauthorized' }, { status: 401 })));
});

afterEach(() => dismissToast(readToast()?.id ?? 0));

const heading = (name: string) => screen.findByRole('heading', { level: 1, name }, WAIT);

async function open(path: string, title: string) {
  history.replaceState(null, '', path);
  render(<App />);
  await heading(title);
}

const HEADLINE = 'Calculate Lead Values for Smarter Bidding';
const ROWS = Array.from({ length: 60 }, (_, i) => `${i % 3 ? 'Lost' : 'Qualified'},${i % 2 ? 'Ads' : 'Web'}`);

async function openColumns() {
  await open('/', HEADLINE);
  const file = new File([['Status,Source', ...ROWS].join('\n')], 'leads.csv', { type: 'text/csv' });
  await user.upload(await screen.findByLabelText('Drop CSV file here or click to browse'), file);
  await heading('Select Columns to Analyze');
}

describe('2. Screens and routes', () => {
  test('Main page at /: a four-step wizard with a progress indicator and tooltips.', async () => {
    await openColumns();
    const steps = within(screen.getByRole('navigation', { name: 'Steps' })).getAllByRole('listitem');
    for (const [at, name] of ['Upload', 'Select Columns', 'Map Values', 'Results'].entries())
      expect(steps[at]?.textContent).toContain(name);
    expect(steps).toHaveLength(4);
    expect(steps[1]?.querySelector('[aria-current=step]')).not.toBeNull();
    // A completed step has its choice as a tooltip, and words of the page have their meaning.
    expect(within(steps[0]!).getByTitle('leads.csv')).toBeInTheDocument(); // there are four
    const [term] = document.querySelectorAll<HTMLElement>('.ui-term');
    act(() => term?.focus());
    const meaning = document.querySelector(`[id="${term?.getAttribute('aria-describedby')}"]`);
    expect(meaning?.textContent).toMatch(/\w+ .+\.$/);
  });

  test('The page scrolls to the top on each step change.', async () => {
    await openColumns();
    await waitFor(() => expect(window.scrollTo).toHaveBeenCalledWith(0, 0));
    const change = async (press: () => Promise<void>, arrived: () => Promise<unknown>) => {
      vi.mocked(window.scrollTo).mockClear();
      await press();
      await arrived();
      await waitFor(() => expect(window.scrollTo).toHaveBeenCalledWith(0, 0));
    };
    const press = (name: string) => async () => user.click(await screen.findByRole('button', { name }));
    await user.click(screen.getByRole('combobox', { name: 'Attribute 1' }));
    await user.click(await screen.findByRole('option', { name: /^Source/ }));
    await change(press('Next: Map Values'), () => screen.findByText('Column 1 of 2'));
    await change(press('Next'), () => screen.findByText('Column 2 of 2'));
    await change(press('Analyze'), () => screen.findByText('Analysis Complete!', undefined, WAIT));
    await change(press('Back'), () => screen.findByText('Column 2 of 2'));
    await change(press('Previous'), () => screen.findByText('Column 1 of 2'));
    await change(press('Back to Columns'), () => heading('Select Columns to Analyze'));
  });

  test("Header: logo, a light/dark theme toggle (saved in local storage under the key theme, defaulting to the system preference). The anonymous header shows a 'Get started' button to /auth/login.", async () => {
    stubSystemTheme('dark');
    await open('/changelog', 'Changelog');
    const header = within(screen.getByRole('banner'));
    expect(header.getByRole('link', { name: 'Lead Value Analyzer' }).getAttribute('href')).toBe('/');
    expect(localStorage.getItem('theme')).toBeNull();
    await user.click(header.getByRole('button', { name: 'Switch to light theme' }));
    expect(localStorage.getItem('theme')).toBe('light');
    expect(header.getByRole('link', { name: 'Get started' }).getAttribute('href')).toBe('/auth/login');
  });

  test('Footer links: /docs (Architecture Docs), /privacy, /roadmap, /changelog and an external site of the creator.', async () => {
    await open('/changelog', 'Changelog');
    const links = within(screen.getByRole('contentinfo')).getAllByRole('link');
    const paths = links.map((link) => link.getAttribute('href'));
    expect(paths.slice(0, 4)).toEqual(['/docs', '/privacy', '/roadmap', '/changelog']);
    expect(links[0]?.textContent).toBe('Architecture Docs');
    expect(paths.at(-1)).toMatch(/^https:\/\//);
  });

  test('/changelog: Static dated release notes (Oct 15, Oct 11, Oct 10 2025, initial release), a Back to Home link and footer links.', async () => {
    await open('/changelog', 'Changelog');
    const text = screen.getByRole('main').textContent ?? '';
    for (const day of ['15', '11', '10']) expect(text).toMatch(new RegExp(`Oct(?:ober)? ${day}, 2025`));
    expect(text).toMatch(/initial release/i);
    expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
    expect(within(screen.getByRole('contentinfo')).getAllByRole('link').length).toBeGreaterThanOrEqual(5);
  });

  test('/roadmap: Static page with four phases (In Planning, Future, Future, Future) and a vision statement. Auto-sync, ad-platform push, multi-platform support and team roles (admin, editor, viewer), enterprise features.', async () => {
    await open('/roadmap', 'Roadmap');
    const text = (screen.getByRole('main').textContent ?? '').toLowerCase();
    expect(text.match(/in planning/g)).toHaveLength(1);
    expect(text.match(/future/g)?.length).toBeGreaterThanOrEqual(3);
    for (const plan of [
      'auto-sync',
      'push',
      'multi-platform',
      'admin',
      'editor',
      'viewer',
      'enterprise',
      'vision',
    ])
      expect(text, plan).toContain(plan);
  });

  test("/privacy: Logo linking to /, a Back to Home button, title Privacy Policy, 'Last updated: October 15, 2025', 11 sections and a 2025 copyright footer.", async () => {
    await open('/privacy', 'Privacy Policy');
    const main = screen.getByRole('main');
    expect(main.textContent).toContain('Last updated: October 15, 2025');
    expect(within(main).getAllByRole('heading', { level: 2 })).toHaveLength(11);
    expect(main.textContent).toMatch(/© 2025/);
    expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
    expect(screen.getByRole('link', { name: 'Lead Value Analyzer' }).getAttribute('href')).toBe('/');
  });

  test('/docs: Title Architecture Documentation, a back button to /, and sections on purpose, features, routes, API endpoints, database schema, auth, the 5-step workflow, calculation logic, data import, data flow and deployment.', async () => {
    await open('/docs', 'Architecture Documentation');
    const sections = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent ?? '');
    for (const section of [
      /purpose/i,
      /features/i,
      /routes/i,
      /API endpoints/i,
      /database schema/i,
      /auth/i,
      /5-step workflow/i,
      /calculation logic/i,
      /data import/i,
      /data flow/i,
      /deployment/i,
    ])
      expect(
        sections.some((name) => section.test(name)),
        String(section),
      ).toBe(true);
    expect(screen.getByRole('link', { name: /^Back/ }).getAttribute('href')).toBe('/');
  });
});

describe('2. Screens and routes: access', () => {
  test.each([
    ['/', HEADLINE],
    ['/auth/login', 'Sign in'],
    ['/auth/signup', 'Sign up'],
  ])('%s: public', async (path, title) => {
    await open(path, title);
    expect(location.pathname).toBe(path);
  });

  test.each(['/nowhere', '/docs/nowhere', '/savedx'])(
    'any other path: not-found page (%s). Unknown route: Page Not Found page',
    async (path) => {
      await open(path, 'Page Not Found');
      expect(location.pathname).toBe(path);
    },
  );

  test.each(['/saved', '/saved/some-id'])(
    'When the current-user lookup has finished with no user and the path starts with /saved, go away: login required (%s)',
    async (path) => {
      history.replaceState(null, '', path);
      render(<App />);
      await waitFor(() => expect(readToast()?.title).toBe('Login Required'), WAIT);
      await waitFor(() => expect(location.pathname).toBe(path === '/saved' ? '/auth/login' : '/'), WAIT);
    },
  );
});

describe('4. States and transitions', () => {
  test("Upload: idle, then processing while the file is read ('Processing file...'), then a hand-off of the file and parsed rows to the next step.", async () => {
    await open('/', HEADLINE);
    const seen = new Set<string>();
    const watch = new MutationObserver(() => {
      if (document.body.textContent?.includes('Processing file...')) seen.add('Processing file...');
    });
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    await user.upload(
      await screen.findByLabelText('Drop CSV file here or click to browse'),
      new File([['Status,Source', ...ROWS].join('\n')], 'leads.csv', { type: 'text/csv' }),
    );
    await heading('Select Columns to Analyze');
    watch.disconnect();
    expect([...seen]).toEqual(['Processing file...']);
    expect(screen.getByText(/60 leads, 2 columns/)).toBeInTheDocument();
  });

  const area = () => screen.findByRole('region', { name: 'Notifications' }, WAIT);
  const tell = (title: string) => act(() => void toast({ title }));
  const isShown = () => readToast()?.isOpen === true;

  test('Notification: one at a time, default duration 5000 ms; a new one replaces the previous.', async () => {
    await open('/changelog', 'Changelog');
    tell('First');
    expect(await within(await area()).findByText('First')).toBeInTheDocument();
    startClock();
    tell('Second');
    expect(within(await area()).getAllByRole('listitem')).toHaveLength(1);
    expect(within(await area()).getByText('Second')).toBeInTheDocument();
    await passTime(4_900);
    expect(isShown()).toBe(true);
    await passTime(101);
    expect(isShown()).toBe(false);
  });

  test('Notification: swipe-right to dismiss with 50 px threshold', async () => {
    await open('/changelog', 'Changelog');
    tell('Swipe me');
    const item = (await within(await area()).findByText('Swipe me')).closest('li')!; // of a list
    const swipe = (pixels: number) => {
      const at = (x: number) => ({ clientX: x, clientY: 0, button: 0, pointerId: 1, pointerType: 'touch' });
      fireEvent.pointerDown(item, at(0));
      for (const x of [pixels / 4, pixels / 2, pixels]) fireEvent.pointerMove(item, at(x));
      fireEvent.pointerUp(item, at(pixels));
    };
    swipe(-80);
    swipe(49);
    expect(isShown()).toBe(true);
    swipe(51);
    await waitFor(() => expect(isShown()).toBe(false));
  });

  test('Notification: F8 focuses the notification area', async () => {
    await open('/changelog', 'Changelog');
    tell('Here');
    await within(await area()).findByText('Here');
    const region = await area();
    expect(region.contains(document.activeElement)).toBe(false);
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
    expect(region.contains(document.activeElement)).toBe(true);
  });

  test('Notification: dismissed ones removed after 1,000,000 ms', async () => {
    await open('/changelog', 'Changelog');
    tell('Old news');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    act(() => dismissToast(readToast()?.id ?? 0));
    await passTime(999_999);
    expect(readToast()).toMatchObject({ title: 'Old news', isOpen: false });
    await passTime(1);
    expect(readToast()).toBeNull();
  });
});
