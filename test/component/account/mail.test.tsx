import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OFFERS_ATTRIBUTE } from '#contract/offers.ts';
import { DEFAULT_PREFERENCES } from '#contract/preferences.ts';
import type { MailStatus } from '#contract/mail.ts';
import { PreferencesDialog } from '#frontend/features/account/preferences-dialog.tsx';
import { SignIn } from '#frontend/features/sign-in/sign-in.tsx';
import { MailPage } from '#frontend/pages/mail.tsx';
import { installAccountRoom, SIGNED_OUT } from '#test/support/account-room.tsx';
import type { Answer } from '#test/support/fake-server.ts';

const { user, address, ...room } = installAccountRoom();
beforeEach(() => document.documentElement.setAttribute(OFFERS_ATTRIBUTE, 'mail'));
afterEach(() => document.documentElement.removeAttribute(OFFERS_ATTRIBUTE));

const STATUS = 'GET /api/mail';
const LINK = 'POST /api/mail/link';
const ALERTS = 'PUT /api/mail/alerts';
const CONFIRM = 'POST /api/mail/confirm';
const RESET = 'POST /api/auth/reset';

const status = (more: Partial<MailStatus> = {}): Answer => ({
  body: { email: 'jane@example.com', isProved: true, hasAlerts: false, ...more },
});
const refusal = (code: number, message: string): Answer => ({ status: code, body: { message } });

const open = (at: string, answers: Record<string, Answer> = {}) =>
  room.open({
    at,
    pages: {
      '/auth/login': <SignIn />,
      '/auth/mail': <MailPage />,
      '/preferences': <PreferencesDialog onClose={() => {}} />,
    },
    answers: { 'GET /api/preferences': { body: DEFAULT_PREFERENCES }, ...answers },
  });

const press = (name: string) => user.click(screen.getByRole('button', { name }));
const findSection = () => screen.findByRole('region', { name: 'Alerts by e-mail' });

test('the sign-in and the preferences speak of e-mail only where the site sends it', async () => {
  open('/auth/login', { 'GET /api/auth/user': SIGNED_OUT });
  const link = screen.getByRole('link', { name: 'Forgot your password?' });
  expect(link).toHaveAttribute('href', '/auth/mail');
  document.documentElement.setAttribute(OFFERS_ATTRIBUTE, 'inbox');
  open('/auth/login', { 'GET /api/auth/user': SIGNED_OUT });
  expect(screen.getAllByRole('link', { name: 'Forgot your password?' })).toEqual([link]);
  const server = open('/preferences');
  await screen.findByText('Default Currency');
  expect(screen.queryByText('Alerts by e-mail')).toBeNull();
  expect(server.calls()).not.toContain(STATUS);
});

test('an address that is not proved gets a link first, and the page says why none comes', async () => {
  const server = open('/preferences', {
    [STATUS]: status({ isProved: false }),
    [LINK]: refusal(429, 'Please try again in 5 hours.'),
  });
  const section = await findSection();
  await within(section).findByText(/First confirm that you read the mail of jane@example\.com\.$/);
  expect(within(section).queryByRole('button', { name: 'E-mail me alerts' })).toBeNull();
  await press('Send me the link');
  expect(await within(section).findByRole('alert')).toHaveTextContent('Please try again in 5 hours.');
  server.answer(LINK, { body: {} });
  await press('Send me the link');
  await screen.findByRole('button', { name: 'Send it again' });
  expect(within(section).queryByRole('alert')).toBeNull();
});

test('alerts by e-mail are turned on and off by one press each', async () => {
  const server = open('/preferences', { [STATUS]: status(), [ALERTS]: status({ hasAlerts: true }) });
  await screen.findByText(/^Off\. /);
  await press('E-mail me alerts');
  await screen.findByText(
    'On. When a rule no longer holds, an e-mail goes to jane@example.com, at most one for each run.',
  );
  server.answer(ALERTS, status());
  await press('Stop these e-mails');
  await screen.findByText(/^Off\. /);
  expect(server.received(ALERTS).map(({ body }) => body)).toEqual(['{"on":true}', '{"on":false}']);
});

test('a link confirms the address of the signed-in user, after a press, and leaves the address bar', async () => {
  const server = open('/auth/mail#confirm=the-token', {
    [CONFIRM]: refusal(410, 'This link does not work.'),
    [STATUS]: status(),
  });
  await screen.findByText(/Is this your address\?/);
  expect(address()).toBe('/auth/mail');
  expect(server.calls()).not.toContain(CONFIRM);
  await press('Yes, confirm it');
  expect(await screen.findByRole('alert')).toHaveTextContent('This link does not work.');
  server.answer(CONFIRM, status());
  await press('Yes, confirm it');
  await screen.findByRole('heading', { name: 'Your address is confirmed' });
  expect(server.received(CONFIRM).map(({ body }) => body)).toEqual(Array(2).fill('{"token":"the-token"}'));
  await findSection();
});

test('without a session a link confirms nothing, and asks for the sign-in', async () => {
  const server = open('/auth/mail#confirm=the-token', { 'GET /api/auth/user': SIGNED_OUT });
  await screen.findByText(/^Sign in to the account that asked for the link/);
  expect(screen.queryByRole('button', { name: 'Yes, confirm it' })).toBeNull();
  expect(server.calls()).not.toContain(CONFIRM);
});

test('opening a link to stop stops nothing; its button does', async () => {
  const server = open('/auth/mail#stop=a/token', {
    'GET /api/auth/user': SIGNED_OUT,
    'POST /api/stop/a%2Ftoken': { body: {} },
  });
  await screen.findByRole('heading', { name: 'Stop alerts by e-mail?' });
  expect(server.calls().filter((call) => call.includes('stop'))).toEqual([]);
  await press('Stop these e-mails');
  await screen.findByRole('heading', { name: 'Alerts by e-mail are stopped' });
});

test('a new password that guessers try first is refused beside its field, and the link stays', async () => {
  const server = open('/auth/mail#reset=the-token', {
    'GET /api/auth/user': SIGNED_OUT,
    [RESET]: { status: 400, body: { message: 'Guessed first.', code: 'WEAK_PASSWORD' } },
  });
  const field = screen.getByLabelText('New password');
  await user.type(field, 'Password1');
  await press('Change Password');
  await waitFor(() => expect(field).toHaveAccessibleDescription(/Guessed first\./));
  expect(screen.queryByRole('link', { name: 'Ask for a new link' })).toBeNull();
  server.answer(RESET, { body: { message: 'Changed.', isHandedOver: false } });
  await user.type(field, ' of mine');
  await press('Change Password');
  await screen.findByRole('heading', { name: 'Sign in again' });
});

test('a new password says what has ended with the sessions', async () => {
  const server = open('/auth/mail#reset=the-token', {
    'GET /api/auth/user': SIGNED_OUT,
    [RESET]: { body: { message: 'Your password has been changed.', isHandedOver: true } },
  });
  await user.type(screen.getByLabelText('New password'), 'short');
  await press('Change Password');
  expect(server.calls()).not.toContain(RESET);
  await user.type(screen.getByLabelText('New password'), ' and longer');
  await press('Change Password');
  await screen.findByText(
    /Its read-only links, its connections and what kept its analyses current have ended/,
  );
  expect(server.received(RESET)[0]?.body).toBe('{"newPassword":"short and longer","token":"the-token"}');
});
