import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { PAGES } from '#contract/pages.ts';
import { Shell } from '#frontend/app/shell.tsx';
import { AccountSlot } from '#frontend/features/account/account-slot.tsx';
import { leaveDocument } from '#frontend/lib/leave-document.ts';
import { CREATOR } from '#frontend/lib/product.ts';
import { NotFoundPage } from '#frontend/pages/not-found.tsx';
import { SavedAnalysisPage } from '#frontend/pages/saved-analysis.tsx';
import { SavedList } from '#frontend/features/saved/saved-list.tsx';
import { SignIn, SignUp } from '#frontend/features/sign-in/sign-in.tsx';
import { authExamples } from '#test/contract/auth.ts';
import { installAccountRoom, SIGNED_IN, SIGNED_OUT } from '#test/support/account-room.tsx';
import { stubBrowserThread } from '#test/support/browser-thread.ts';
import { answerOf, gate, type Answer } from '#test/support/fake-server.ts';
import { savedAnswer, savedCalls, summary } from '#test/support/saved-analysis.ts';

// Each title is a sentence of the specification of accounts and saved analyses, sections 2, 4, 5 and 8.

const { user, address, expectMessage, ...room } = installAccountRoom();

beforeEach(() => {
  stubBrowserThread();
  vi.spyOn(console, 'warn').mockReturnValue();
});

function open(at: string, answers: Record<string, Answer> = {}) {
  return room.open({
    at,
    pages: {
      '/': <AccountSlot>Get started</AccountSlot>,
      '/auth/login': <SignIn />,
      '/auth/signup': <SignUp />,
      '/saved': <SavedList />,
      '/saved/worked': <SavedAnalysisPage id="worked" />,
      '/framed': (
        <Shell>
          <SavedAnalysisPage id="worked" />
        </Shell>
      ),
    },
    answers,
  });
}

const OUT = { 'GET /api/auth/user': SIGNED_OUT };
const button = (name: string) => screen.getByRole('button', { name });
const listed = (...analyses: object[]): Record<string, Answer> => ({
  'GET /api/analyses': { body: analyses },
});

async function fillIn(email: string, password: string): Promise<void> {
  if (email) await user.type(screen.getByLabelText('Email'), email);
  if (password) await user.type(screen.getByLabelText('Password'), password);
}

describe('2. Screens and routes', () => {
  test('The route table has /, /auth/login, /auth/signup, /changelog, /roadmap, /saved, /saved/{id}, /privacy and /docs.', () => {
    const paths = new Set<string>(Object.values(PAGES).map(({ path }) => path));
    for (const path of [
      '/',
      '/auth/login',
      '/auth/signup',
      '/changelog',
      '/roadmap',
      '/saved',
      '/privacy',
      '/docs',
    ])
      expect(paths, path).toContain(path);
    expect([...paths].some((path) => /^\/saved\/:\w+$/.test(path))).toBe(true);
  });

  const LAYOUTS = [
    ['/auth/login', 'sign in', '/auth/signup'],
    ['/auth/signup', 'sign up with email', '/auth/login'],
  ] as const;
  test.each(LAYOUTS)(
    '%s: A Continue with Google button, then an Or divider, an email and password form, a %s button, a link to %s, and a notice about terms and privacy. Same layout.',
    (path, submit, other) => {
      open(path, OUT);
      const text = document.body.textContent?.toLowerCase() ?? '';
      const order = ['continue with google', 'or', 'email', 'password', submit].map(
        (part, at, parts) => text.indexOf(part, at === 0 ? 0 : text.indexOf(parts[at - 1]!)), // the one before
      );
      expect(order).toEqual(order.toSorted((a, b) => a - b));
      expect(order).not.toContain(-1);
      expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toContain(other);
      expect(text).toMatch(/terms/);
      expect(text).toMatch(/privacy/);
    },
  );

  test.each(['/auth/login', '/auth/signup'])(
    '%s: A Continue with Google button (full-page navigation to GET /api/auth/google)',
    async (path) => {
      open(path, OUT);
      await user.click(button('Continue with Google'));
      expect(vi.mocked(leaveDocument).mock.calls).toEqual([['/api/auth/google']]);
    },
  );

  test('On success a Welcome back! toast is shown and the user goes to /. The button shows Signing in... while pending.', async () => {
    const answer = gate();
    const server = open('/auth/login', {
      ...OUT,
      'POST /api/auth/login': { ...answerOf(authExamples.signedIn), after: answer.isOpen },
    });
    await fillIn('jane@example.com', 'x');
    await user.click(button('Sign in'));
    expect(button('Signing in...')).toBeInTheDocument();
    server.answer('GET /api/auth/user', SIGNED_IN);
    answer.open();
    await expectMessage('Welcome back!');
    await waitFor(() => expect(address()).toBe('/'));
  });

  test('/auth/signup: The button reads Sign up with Email (Creating account... while pending) and there is a link to sign-in. On success an Account created! toast is shown and the user goes to /.', async () => {
    const answer = gate();
    const server = open('/auth/signup', {
      ...OUT,
      'POST /api/auth/signup': { ...answerOf(authExamples.signedUp), after: answer.isOpen },
    });
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toContain('/auth/login');
    await fillIn('jane@example.com', 'long enough');
    await user.click(button('Sign up with Email'));
    expect(button('Creating account...')).toBeInTheDocument();
    server.answer('GET /api/auth/user', SIGNED_IN);
    answer.open();
    await expectMessage('Account created!');
    await waitFor(() => expect(address()).toBe('/'));
  });

  test.each(['/auth/login', '/auth/signup'])(
    'When a user is present and the path is %s, go to /.',
    async (path) => {
      open(path, { 'GET /api/auth/user': SIGNED_IN });
      await waitFor(() => expect(address()).toBe('/'));
    },
  );

  test('/saved: Search box (placeholder Search analyses...) filtering by file name, case-insensitively; no-match state with a Clear Search button.', async () => {
    open(
      '/saved',
      listed(summary({ id: '1', fileName: 'Spring.csv' }), summary({ id: '2', fileName: 'autumn.csv' })),
    );
    const search = await screen.findByPlaceholderText('Search analyses...');
    const names = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    await user.type(search, 'SPRING');
    await waitFor(() => expect(names()).toEqual(['Spring.csv']));
    await user.type(search, 'x');
    await user.click(await screen.findByRole('button', { name: 'Clear Search' }));
    await waitFor(() => expect(names()).toHaveLength(2));
  });

  test('/saved: Loading...; empty state with a Create Your First Analysis button linking to /.', async () => {
    const answer = gate();
    open('/saved', { 'GET /api/analyses': { body: [], after: answer.isOpen } });
    expect(screen.getAllByText('Loading...').length).toBeGreaterThan(0);
    answer.open();
    const link = await screen.findByRole('link', { name: 'Create Your First Analysis' });
    expect(link.getAttribute('href')).toBe('/');
  });

  test('Each card links to /saved/{id} and shows: file name; creation date (format like Oct 15, 2025 3:04 PM); Conversion Value as dollars with 2 decimals; Significance Threshold in percent; Total Leads; Conversion Rate with 1 decimal; a delete button.', async () => {
    open('/saved', listed(summary({ id: 'one', fileName: 'leads.csv' })));
    const link = await screen.findByRole('link', { name: 'leads.csv' });
    expect(link.getAttribute('href')).toBe('/saved/one');
    const card = link.closest('li')?.textContent ?? '';
    for (const part of ['Oct 15, 2025 3:04 PM', '$1,234.50', '10%', '9,240', '38.5%'])
      expect(card).toContain(part);
    expect(button('Delete leads.csv')).toBeInTheDocument();
  });

  test('Top Performing Segments: from the metrics, only those with conversionRate above overallRate, sorted by conversionRate descending, first 3, each shown as the field value and its rate with 1 decimal.', async () => {
    const metric = (fieldValue: string, conversionRate: number) => ({
      fieldName: 'Source',
      fieldValue,
      conversionRate,
      totalLeads: 500,
      qualifiedLeads: 5,
    });
    const metrics = [
      metric('A', 41),
      metric('B', 60.04),
      metric('C', 40),
      metric('D', 45.51),
      metric('E', 52),
    ];
    open(
      '/saved',
      listed(summary({ analysisData: { totalLeads: 5, totalQualified: 2, overallRate: 40, metrics } })),
    );
    await screen.findByText('Top Performing Segments', { selector: 'h3' });
    const shown = screen.getAllByRole('listitem').filter((item) => item.textContent?.startsWith('Source: '));
    expect(shown.map(({ textContent }) => textContent)).toEqual([
      'Source: B60.0%',
      'Source: E52.0%',
      'Source: D45.5%',
    ]);
  });

  test("/saved/{id}: a back link; a title that is the file name; a line 'Saved on' followed by the creation date formatted like 'MMMM d, yyyy h:mm a'; and the full results view.", async () => {
    open('/saved/worked', savedCalls('worked', { body: savedAnswer() }));
    expect(
      await screen.findByRole('heading', { level: 1, name: 'worked.csv' }, { timeout: 20_000 }),
    ).toBeInTheDocument();
    expect(document.body.textContent).toContain('Saved on October 15, 2025 3:04 PM');
    expect(screen.getByRole('link', { name: 'Back to Saved Analyses' }).getAttribute('href')).toBe('/saved');
    expect(screen.getByText('Analysis Complete!')).toBeInTheDocument();
  });

  test('/saved/{id}: Shows Loading... while the user or analysis is loading.', async () => {
    const [known, read] = [gate(), gate()];
    const calls = savedCalls('worked', { body: savedAnswer(), after: read.isOpen });
    const server = open('/saved/worked', {
      ...calls,
      'GET /api/auth/user': { ...SIGNED_IN, after: known.isOpen },
    });
    expect(screen.getByText('Loading...')).toBeInTheDocument();
    known.open();
    await waitFor(() => expect(server.calls().some((call) => call.includes('/worked'))).toBe(true));
    expect(screen.getByText('Loading...')).toBeInTheDocument();
    read.open();
    await screen.findByText('Analysis Complete!', undefined, { timeout: 20_000 });
    expect(screen.queryByText('Loading...')).toBeNull();
  });

  test("/saved/{id}: Footer: the product name, an external link to the creator's site, links to /docs and /changelog.", async () => {
    open('/framed', savedCalls('worked', { body: savedAnswer() }));
    await screen.findByText('Analysis Complete!', undefined, { timeout: 20_000 });
    const footer = within(screen.getByRole('contentinfo'));
    expect(footer.getByText('Lead Value Analyzer')).toBeInTheDocument();
    const links = footer.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(expect.arrayContaining(['/docs', '/changelog', CREATOR.url]));
  });

  test("If no analysis is returned: 'Analysis not found' with a 'Back to Saved Analyses' link to /saved. Detail fetch failure: page shows Analysis not found.", async () => {
    open('/saved/worked', savedCalls('worked', { status: 404, body: { message: 'Analysis not found' } }));
    expect(await screen.findByText('Analysis not found', undefined, { timeout: 20_000 })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to Saved Analyses' }).getAttribute('href')).toBe('/saved');
  });

  test("Not-found page: Shows the text 'Page Not Found' plus a developer-style hint about forgetting to add the page to the router.", () => {
    room.open({ at: '/x', pages: { '/x': <NotFoundPage /> }, answers: OUT });
    expect(screen.getByText('Page Not Found')).toBeInTheDocument();
    expect(screen.getByText(/forget to add the page to the router/)).toBeInTheDocument();
  });
});

describe('4. States and transitions', () => {
  test('Delete is disabled while pending.', async () => {
    const answer = gate();
    open('/saved', {
      ...listed(summary({ id: '1', fileName: 'a.csv' }), summary({ id: '2', fileName: 'b.csv' })),
      'DELETE /api/analyses/1': { body: { message: '' }, after: answer.isOpen },
    });
    await user.click(await screen.findByRole('button', { name: 'Delete a.csv' }));
    await user.click(button('Delete analysis'));
    await waitFor(() => expect(button('Delete b.csv')).toBeDisabled());
    answer.open();
    await waitFor(() => expect(button('Delete b.csv')).toBeEnabled());
  });

  test('Unauthenticated visitors to /saved get a Login Required toast and go to the login path after 500 ms.', async () => {
    open('/saved', { ...OUT, 'GET /api/analyses': SIGNED_OUT });
    await expectMessage('Login Required', 'Please log in to view saved analyses.');
    await waitFor(() => expect(address()).toBe('/auth/login'), { timeout: 2_000 });
  });

  test('At /saved/{id} they go to / after 500 ms, with Please log in to view this analysis.', async () => {
    open('/saved/worked', OUT);
    await expectMessage('Login Required', 'Please log in to view this analysis.');
    expect(address()).toBe('/saved/worked');
    await waitFor(() => expect(address()).toBe('/'), { timeout: 2_000 });
  });
});

describe('5. Validation rules', () => {
  test('Login: email must be valid (Please enter a valid email); password at least 1 character (Password is required). Validation happens on submit.', async () => {
    const server = open('/auth/login', OUT);
    await fillIn('jane@', '');
    expect(screen.queryByText('Please enter a valid email')).toBeNull();
    await user.click(button('Sign in'));
    expect(screen.getByText('Please enter a valid email')).toBeInTheDocument();
    expect(screen.getByText('Password is required')).toBeInTheDocument();
    expect(server.received('POST /api/auth/login')).toHaveLength(0);
  });

  test('Signup: email must be valid (Please enter a valid email); password at least 8 characters (Password must be at least 8 characters).', async () => {
    const server = open('/auth/signup', { ...OUT, 'POST /api/auth/signup': answerOf(authExamples.signedUp) });
    await fillIn('jane@', '1234567');
    await user.click(button('Sign up with Email'));
    expect(screen.getByText('Please enter a valid email')).toBeInTheDocument();
    expect(screen.getByText('Password must be at least 8 characters')).toBeInTheDocument();
    expect(server.received('POST /api/auth/signup')).toHaveLength(0);
    await fillIn('example.com', '8');
    await user.click(button('Sign up with Email'));
    await waitFor(() => expect(server.received('POST /api/auth/signup')).toHaveLength(1));
  });

  test('The detail fetch runs only when the user is authenticated and an id is present.', async () => {
    const server = open('/saved/worked', OUT);
    await expectMessage('Login Required');
    expect(server.calls().filter((call) => call.includes('/api/analyses'))).toEqual([]);
  });
});

describe('8. Error catalogue', () => {
  test('Login error containing USER_NOT_FOUND: destructive toast Account not found, text That email address does not have an account., and a Create account link to /auth/signup.', async () => {
    open('/auth/login', { ...OUT, 'POST /api/auth/login': answerOf(authExamples.signInUnknown) });
    await fillIn('x@example.com', 'x');
    await user.click(button('Sign in'));
    await expectMessage('Account not found', 'That email address does not have an account.');
    expect(screen.getByRole('link', { name: 'Create account' }).getAttribute('href')).toBe('/auth/signup');
  });

  test.each<[string, Answer, string]>([
    [
      'the server message',
      answerOf(authExamples.signInWrong),
      'The password is not right. Please try again.',
    ],
    ['Please check your credentials', { isLost: true }, 'Please check your credentials'],
    ['fallback message Login failed', { status: 500, body: '<h1>Oops</h1>' }, 'Login failed'],
  ])('Other login errors: toast Login failed with %s', async (_, answer, text) => {
    open('/auth/login', { ...OUT, 'POST /api/auth/login': answer });
    await fillIn('jane@example.com', 'x');
    await user.click(button('Sign in'));
    await expectMessage('Login failed', text);
  });

  test.each<[string, Answer, string]>([
    ['the server message', { status: 409, body: { message: 'Taken.' } }, 'Taken.'],
    ['Please try again', { isLost: true }, 'Please try again'],
    ['fallback message Signup failed', { status: 500, body: '<h1>Oops</h1>' }, 'Signup failed'],
  ])('Signup errors: toast Signup failed with %s', async (_, answer, text) => {
    open('/auth/signup', { ...OUT, 'POST /api/auth/signup': answer });
    await fillIn('jane@example.com', 'long enough');
    await user.click(button('Sign up with Email'));
    await expectMessage('Signup failed', text);
  });

  const deleteOne = async (answer: Answer) => {
    open('/saved', { ...listed(summary({ id: '1', fileName: 'a.csv' })), 'DELETE /api/analyses/1': answer });
    await user.click(await screen.findByRole('button', { name: 'Delete a.csv' }));
    await user.click(
      within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete analysis' }),
    );
  };

  test('Delete unauthorized: toast Unauthorized, You are logged out. Logging in again..., redirect after 500 ms', async () => {
    await deleteOne(SIGNED_OUT);
    await expectMessage('Unauthorized', 'You are logged out. Logging in again...');
    await waitFor(() => expect(leaveDocument).toHaveBeenCalledWith('/api/login'), { timeout: 2_000 });
    // The page that is left forgets the user, which in a later test would come too late.
    fireEvent(window, new PageTransitionEvent('pagehide'));
  });

  test('Delete other failure: toast Error, Failed to delete analysis. Please try again.', async () => {
    await deleteOne({ status: 500, body: { message: 'x' } });
    await expectMessage('Error', 'Failed to delete analysis. Please try again.');
  });

  test('Delete success: toast Analysis Deleted, The analysis has been deleted successfully.', async () => {
    await deleteOne({ body: { message: '' } });
    await expectMessage('Analysis Deleted', 'The analysis has been deleted successfully.');
  });
});
