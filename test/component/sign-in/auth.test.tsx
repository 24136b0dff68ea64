import { fireEvent, screen, waitFor } from '@testing-library/react';
import { lazy } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { googleErrors } from '#contract/google.ts';
import { AccountSlot } from '#frontend/features/account/account-slot.tsx';
import { markDraft } from '#frontend/drafts/draft-mark.ts';
import { leaveDocument } from '#frontend/lib/leave-document.ts';
import { LinkGoogle, SignIn, SignUp } from '#frontend/features/sign-in/sign-in.tsx';
import { authExamples } from '#test/contract/auth.ts';
import { installAccountRoom, SIGNED_IN, SIGNED_OUT } from '#test/support/account-room.tsx';
import { answerOf, gate, type Answer } from '#test/support/fake-server.ts';

const { user, address, expectMessage, ...room } = installAccountRoom();

function open(at: string, answers: Record<string, Answer> = {}) {
  const pages = {
    '/auth/login': <SignIn />,
    '/auth/signup': <SignUp />,
    '/auth/link': <LinkGoogle />,
    '/': <AccountSlot>Get started</AccountSlot>,
  };
  return room.open({ at, pages, answers: { 'GET /api/auth/user': SIGNED_OUT, ...answers } });
}

const email = () => screen.getByLabelText('Email');
const password = () => screen.getByLabelText('Password');
const button = (name: string) => screen.getByRole('button', { name });

async function fillIn(given: { email: string; password: string }) {
  if (given.email) await user.type(email(), given.email);
  if (given.password) await user.type(password(), given.password);
}

describe('work in progress', () => {
  const WAITING = 'Your analysis is waiting. It opens again once you have signed in.';

  test.each(['/auth/login', '/auth/signup'])('is said to be waiting on %s, where this tab has some', (at) => {
    markDraft(true);
    open(at);
    expect(screen.getByText(WAITING)).toBeInTheDocument();
  });

  test('is not spoken of where there is none', () => {
    open('/auth/login');
    expect(screen.queryByText(WAITING)).toBeNull();
  });
});

describe('signing in', () => {
  test('validates on submit, with the texts beside the fields, and asks the server nothing', async () => {
    const server = open('/auth/login');
    await fillIn({ email: 'jane@', password: '' });
    expect(screen.queryByText('Please enter a valid email')).toBeNull();
    await user.click(button('Sign in'));
    expect(screen.getByText('Please enter a valid email')).toBeInTheDocument();
    expect(screen.getByText('Password is required')).toBeInTheDocument();
    expect(email().getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(email());
    expect(server.calls()).toEqual(['GET /api/auth/user']);

    await user.type(email(), 'example.com');
    expect(screen.queryByText('Please enter a valid email')).toBeNull();
    expect(screen.getByText('Password is required')).toBeInTheDocument();
  });

  test('sends the address as it is stored, says so while it waits, and goes to the first page', async () => {
    const answer = gate();
    const server = open('/auth/login', {
      'POST /api/auth/login': { ...answerOf(authExamples.signedIn), after: answer.isOpen },
    });
    await fillIn({ email: ' Jane@Example.com ', password: ' secret ' });
    await user.click(button('Sign in'));
    expect(button('Signing in...')).toHaveProperty('disabled', true);
    expect(server.received('POST /api/auth/login')[0]?.body).toBe(
      '{"email":"jane@example.com","password":" secret "}',
    );

    server.answer('GET /api/auth/user', SIGNED_IN);
    answer.open();
    await expectMessage('Welcome back!');
    await waitFor(() => expect(address()).toBe('/'));
    expect(
      await screen.findByRole('button', { name: 'Account menu of somebody@example.com' }),
    ).toBeInTheDocument();
    expect(server.received('GET /api/auth/user')).toHaveLength(2);
  });

  test('with an unknown address says so and leads to sign-up', async () => {
    open('/auth/login', { 'POST /api/auth/login': answerOf(authExamples.signInUnknown) });
    await fillIn({ email: 'x@example.com', password: 'x' });
    await user.click(button('Sign in'));
    await expectMessage('Account not found', 'That email address does not have an account.');
    await user.click(screen.getByRole('link', { name: 'Create account' }));
    expect(address()).toBe('/auth/signup');
  });

  test.each<[string, Answer, string]>([
    ['a wrong password', answerOf(authExamples.signInWrong), 'The password is not right. Please try again.'],
    ['too many tries', answerOf(authExamples.signInTooOften), 'Please try again in 15 minutes.'],
    ['a database that is down', answerOf(authExamples.signInUnavailable), 'Please try again in a moment.'],
    ['an answer without a text', { status: 500, body: '<h1>Oops</h1>' }, 'Login failed'],
    ['no answer', { isLost: true }, 'Please check your credentials'],
  ])('that fails through %s says why, and can be tried again', async (_, answer, text) => {
    open('/auth/login', { 'POST /api/auth/login': answer });
    await fillIn({ email: 'jane@example.com', password: 'x' });
    await user.click(button('Sign in'));
    await expectMessage('Login failed', text);
    expect(button('Sign in')).toHaveProperty('disabled', false);
    expect(address()).toBe('/auth/login');
  });

  test('a wrong password is said beside its field too', async () => {
    open('/auth/login', { 'POST /api/auth/login': answerOf(authExamples.signInOfGoogle) });
    await fillIn({ email: 'jane@example.com', password: 'x' });
    await user.click(button('Sign in'));
    await waitFor(() => expect(password().getAttribute('aria-invalid')).toBe('true'));
    expect(document.getElementById(password().getAttribute('aria-describedby') ?? '')?.textContent).toContain(
      'This account signs in with Google.',
    );
  });

  test('helps password managers, and shows the password on demand', async () => {
    open('/auth/login');
    expect(email().getAttribute('autocomplete')).toBe('username');
    expect(password().getAttribute('autocomplete')).toBe('current-password');
    expect(password().getAttribute('type')).toBe('password');
    await user.click(button('Show password'));
    expect(password().getAttribute('type')).toBe('text');
  });

  test('with Google leaves the page, once, and again where the Back button brings it back', async () => {
    open('/auth/login');
    await user.click(button('Continue with Google'));
    await user.click(button('Continue with Google'));
    expect(vi.mocked(leaveDocument).mock.calls).toEqual([['/api/auth/google']]);
    fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }));
    await user.click(button('Continue with Google'));
    expect(vi.mocked(leaveDocument).mock.calls).toEqual([['/api/auth/google'], ['/api/auth/google']]);
  });

  test.each(Object.entries(googleErrors))(
    'with Google that failed (%s) says why, and the reason leaves the address',
    async (reason, text) => {
      open(`/auth/login?error=${reason}`);
      await expectMessage('Login failed', text);
      expect(text).toMatch(/(Please|please) .+\.$/);
      expect(address()).toBe('/auth/login');
    },
  );

  test('a reason that is none is not shown', async () => {
    open('/auth/login?error=<b>constructor</b>');
    await waitFor(() => expect(address()).toBe('/auth/login'));
    expect(screen.queryByText('Login failed')).toBeNull();
  });
});

describe('signing up', () => {
  test('validates with its own texts', async () => {
    const server = open('/auth/signup');
    expect(password().getAttribute('autocomplete')).toBe('new-password');
    await fillIn({ email: 'jane@example.com', password: 'seven77' });
    await user.click(button('Sign up with Email'));
    expect(screen.getByText('Password must be at least 8 characters')).toBeInTheDocument();
    await user.clear(password());
    await user.type(password(), 'ä'.repeat(37));
    await user.click(button('Sign up with Email'));
    expect(screen.getByText(/^Password must be at most 72 bytes/)).toBeInTheDocument();
    await user.clear(password());
    await user.type(password(), 'Jane@example.com');
    await user.click(button('Sign up with Email'));
    expect(
      screen.getByText('Your e-mail address is no password. Please choose another one.'),
    ).toBeInTheDocument();
    expect(document.activeElement).toBe(password());
    expect(server.received('POST /api/auth/signup')).toEqual([]);
  });

  test('with a password that is guessed first says so beside its field', async () => {
    open('/auth/signup', { 'POST /api/auth/signup': answerOf(authExamples.signUpWeak) });
    await fillIn({ email: 'jane@example.com', password: 'Password1' });
    await user.click(button('Sign up with Email'));
    await waitFor(() => expect(password()).toHaveAccessibleDescription(/one of the most common ones/));
    expect(document.activeElement).toBe(password());
  });

  test('says so while it waits, welcomes, and goes to the first page', async () => {
    const answer = gate();
    const server = open('/auth/signup', {
      'POST /api/auth/signup': { ...answerOf(authExamples.signedUp), after: answer.isOpen },
    });
    await fillIn({ email: 'jane@example.com', password: 'long enough' });
    await user.click(button('Sign up with Email'));
    expect(button('Creating account...')).toHaveProperty('disabled', true);
    server.answer('GET /api/auth/user', SIGNED_IN);
    answer.open();
    await expectMessage('Account created!');
    await waitFor(() => expect(address()).toBe('/'));
  });

  test.each<[string, Answer, string]>([
    ['an address that is taken', answerOf(authExamples.signUpTaken), 'Please sign in.'],
    ['an address of Google', answerOf(authExamples.signUpOfGoogle), 'Please use Continue with Google.'],
    ['too many sign-ups', answerOf(authExamples.signUpTooOften), 'Please try again in 60 minutes.'],
    ['an answer without a text', { status: 500, body: '' }, 'Signup failed'],
    ['no answer', { isLost: true }, 'Please try again'],
  ])('that fails through %s says why', async (_, answer, text) => {
    open('/auth/signup', { 'POST /api/auth/signup': answer });
    await fillIn({ email: 'jane@example.com', password: 'long enough' });
    await user.click(button('Sign up with Email'));
    await expectMessage('Signup failed', text);
    expect(button('Sign up with Email')).toHaveProperty('disabled', false);
  });

  test('and signing in lead to each other, to Google, and to what one agrees to', async () => {
    open('/auth/signup');
    expect(button('Continue with Google')).toBeInTheDocument();
    expect(screen.getByText('Or')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'terms and privacy policy' }).getAttribute('href')).toBe(
      '/privacy',
    );
    await user.click(screen.getByRole('link', { name: 'Sign in' }));
    expect(address()).toBe('/auth/login');
    await user.click(screen.getByRole('link', { name: 'Sign up' }));
    expect(address()).toBe('/auth/signup');
  });
});

describe('linking an account to Google', () => {
  const openLink = (answers: Record<string, Answer> = {}) =>
    open('/auth/link', { 'GET /api/auth/google/link': answerOf(authExamples.linkShown), ...answers });
  const enter = async (given: string) => {
    await waitFor(() => expect(email()).toHaveProperty('value', 'somebody@example.com'));
    if (given) await user.type(password(), given);
    await user.click(button('Link to Google'));
  };

  test('names the account, asks for its password once, and goes to the first page', async () => {
    const answer = gate();
    const server = openLink({
      'POST /api/auth/google/link': { ...answerOf(authExamples.linked), after: answer.isOpen },
    });
    expect(email()).toHaveProperty('readOnly', true);
    expect(password().getAttribute('autocomplete')).toBe('current-password');
    await enter('correct horse');
    expect(button('Linking...')).toHaveProperty('disabled', true);
    expect(server.received('POST /api/auth/google/link')[0]?.body).toBe('{"password":"correct horse"}');
    server.answer('GET /api/auth/user', answerOf(authExamples.googleUser));
    answer.open();
    await expectMessage(
      'Welcome back!',
      'Your account is now linked to Google. Your password works as before.',
    );
    await waitFor(() => expect(address()).toBe('/'));
    expect(await screen.findByRole('button', { name: 'Account menu of Some Body' })).toBeInTheDocument();
  });

  test('goes to the first page where its code comes after the word that the link is over', async () => {
    const code = gate();
    const Late = lazy(async () => {
      await code.isOpen;
      return { default: () => <p>The first page</p> };
    });
    const server = room.open({
      at: '/auth/link',
      pages: { '/auth/login': <SignIn />, '/auth/link': <LinkGoogle />, '/': <Late /> },
      answers: {
        'GET /api/auth/user': SIGNED_OUT,
        'GET /api/auth/google/link': answerOf(authExamples.linkShown),
        'POST /api/auth/google/link': answerOf(authExamples.linked),
      },
    });
    await waitFor(() => expect(email()).toHaveProperty('value', 'somebody@example.com'));
    server.answer('GET /api/auth/google/link', answerOf(authExamples.linkShownExpired));
    server.answer('GET /api/auth/user', answerOf(authExamples.googleUser));
    await user.type(password(), 'correct horse');
    await user.click(button('Link to Google'));
    await expectMessage('Welcome back!');
    await waitFor(() => expect(server.received('GET /api/auth/google/link')).toHaveLength(2));
    code.open();
    expect(await screen.findByText('The first page')).toBeInTheDocument();
    expect(address()).toBe('/');
  });

  test('asks for a password before it asks the server', async () => {
    const server = openLink();
    await enter('');
    expect(screen.getByText('Password is required')).toBeInTheDocument();
    expect(server.received('POST /api/auth/google/link')).toEqual([]);
  });

  test('stays open to somebody who is signed in to another account', async () => {
    openLink({ 'GET /api/auth/user': SIGNED_IN });
    await waitFor(() => expect(email()).toHaveProperty('value', 'somebody@example.com'));
    expect(address()).toBe('/auth/link');
  });

  test('says what to do without the password', async () => {
    openLink();
    expect(screen.getByText(/Continue with another Google address, or write to the/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'operator of this site' }).getAttribute('href')).toBe(
      '/privacy#contact',
    );
    await user.click(button('Continue with Google'));
    expect(vi.mocked(leaveDocument).mock.calls).toEqual([['/api/auth/google']]);
  });

  test.each<[string, Answer, string]>([
    ['a wrong password', answerOf(authExamples.linkWrong), 'The password is not right. Please try again.'],
    ['too many tries', answerOf(authExamples.signInTooOften), 'Please try again in 15 minutes.'],
    ['a database that is down', answerOf(authExamples.linkUnavailable), 'Please try again in a moment.'],
    ['an answer without a text', { status: 500, body: '' }, 'Login failed'],
    ['no answer', { isLost: true }, 'Please check your password and your connection.'],
  ])('that fails through %s says why, and can be tried again', async (_, answer, text) => {
    openLink({ 'POST /api/auth/google/link': answer });
    await enter('x');
    await expectMessage('Login failed', text);
    expect(button('Link to Google')).toHaveProperty('disabled', false);
    expect(password().getAttribute('aria-invalid')).toBe(
      text.startsWith('The password is not right') ? 'true' : null,
    );
    expect(address()).toBe('/auth/link');
  });

  test('that comes too late leads to the sign-in page, which says so', async () => {
    openLink({ 'POST /api/auth/google/link': answerOf(authExamples.linkExpired) });
    await enter('x');
    await expectMessage('Login failed', googleErrors['google-expired']);
    await waitFor(() => expect(address()).toBe('/auth/login'));
  });

  test.each<[string, Answer, string]>([
    ['nothing to link', answerOf(authExamples.linkShownExpired), googleErrors['google-expired']],
    ['no answer', { isLost: true }, googleErrors['google-unavailable']],
  ])('with %s leads to the sign-in page, which says so', async (_, answer, text) => {
    openLink({ 'GET /api/auth/google/link': answer });
    await expectMessage('Login failed', text);
    await waitFor(() => expect(address()).toBe('/auth/login'));
  });
});

test('neither page waits for the answer whether somebody is signed in', async () => {
  const answer = gate();
  open('/auth/signup', {
    'GET /api/auth/user': { ...SIGNED_OUT, after: answer.isOpen },
    'POST /api/auth/signup': answerOf(authExamples.signedUp),
  });
  expect(button('Sign up with Email')).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Sign in' }));
  expect(button('Sign in')).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Sign up' }));
  await fillIn({ email: 'jane@example.com', password: 'long enough' });
  await user.click(button('Sign up with Email'));
  await expectMessage('Account created!');
  await waitFor(() => expect(address()).toBe('/'));
});

test.each(['/auth/login', '/auth/signup'])(
  'a signed-in user is sent from %s to the first page',
  async (page) => {
    open(page, { 'GET /api/auth/user': SIGNED_IN });
    await waitFor(() => expect(address()).toBe('/'));
  },
);
