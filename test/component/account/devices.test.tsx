import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Device } from '#contract/auth.ts';
import { DevicesDialog } from '#frontend/features/account/devices-dialog.tsx';
import { installAccountRoom } from '#test/support/account-room.tsx';
import type { Answer } from '#test/support/fake-server.ts';

const { user, ...room } = installAccountRoom();

const LIST = 'GET /api/auth/devices';
const OTHERS = 'POST /api/auth/logout/others';

const device = (more: Partial<Device>): Device => ({
  id: 'a',
  browser: 'Firefox on Linux',
  country: 'DE',
  signedInAt: '2026-11-20T12:00:00.000Z',
  lastVisitAt: '2026-11-28T16:20:00.000Z',
  isThis: false,
  ...more,
});

const THIS = device({ id: 'this', isThis: true });
const PHONE = device({ id: 'a/phone', browser: 'Safari on iPhone', country: 'AT' });
const OLD = device({ id: 'old', browser: null, country: null, lastVisitAt: null });

const listOf = (...devices: Device[]): Answer => ({ body: { devices } });

const open = (answers: Record<string, Answer> = { [LIST]: listOf(THIS, PHONE, OLD) }) =>
  room.open({ at: '/', pages: { '/': <DevicesDialog onClose={() => {}} /> }, answers });

const lines = async () =>
  within(await screen.findByRole('list', { name: 'Devices' })).getAllByRole('listitem');
const button = (name: string) => screen.getByRole('button', { name });

test('each device is named with browser, country and last visit, and this one has no button', async () => {
  open();
  const texts = (await lines()).map(({ textContent }) => textContent);
  expect(texts[0]).toMatch(
    /^Firefox on LinuxThis deviceGermany\. Last visit: Nov 2[89], 2026, \d+ [AP]M\. Signed in on Nov 20, 2026\.$/,
  );
  expect(texts[1]).toMatch(/^Safari on iPhoneAustria\. Last visit: .*Sign out$/);
  expect(texts[2]).toMatch(
    /^Unknown browserCountry unknown\. Last visit: unknown\. Signed in on Nov 20, 2026\.Sign out$/,
  );
  expect(within((await lines())[0] as HTMLElement).queryByRole('button')).toBeNull();
});

test('one device is signed out, and the list is fetched again', async () => {
  const server = open();
  await lines();
  server.answer('DELETE /api/auth/devices/a%2Fphone', { body: { message: 'Done' } });
  server.answer(LIST, listOf(THIS, OLD));
  await user.click(button('Sign out Safari on iPhone'));
  await waitFor(async () => expect(await lines()).toHaveLength(2));
  expect(server.calls().filter((call) => call.startsWith('DELETE'))).toEqual([
    'DELETE /api/auth/devices/a%2Fphone',
  ]);
  expect(server.received(OTHERS)).toEqual([]);
});

test('a device that is over already goes from the list without an error', async () => {
  const server = open();
  await lines();
  server.answer('DELETE /api/auth/devices/old', {
    status: 404,
    body: { message: 'This device is not signed in any more.' },
  });
  server.answer(LIST, listOf(THIS, PHONE));
  await user.click(button('Sign out Unknown browser'));
  await waitFor(async () => expect(await lines()).toHaveLength(2));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('all others are signed out at once, where there are any', async () => {
  const server = open();
  await lines();
  server.answer(OTHERS, { body: { message: 'Done' } });
  server.answer(LIST, listOf(THIS));
  await user.click(button('Sign out all others'));
  await waitFor(async () => expect(await lines()).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Sign out all others' })).toBeNull();
});

test.each<[string, Answer, string]>([
  [
    'held up',
    { status: 503, body: { message: 'Please try again in a moment.' } },
    'Please try again in a moment.',
  ],
  ['lost', { isLost: true }, 'The device could not be signed out. Please try again.'],
  [
    'made without a session',
    { status: 401, body: { message: 'Unauthorized' } },
    'You are logged out. Please log in again to sign devices out.',
  ],
])('a call that is %s says so, and the list stays', async (_, answer, text) => {
  open({ [LIST]: listOf(THIS, PHONE), [OTHERS]: answer });
  await lines();
  await user.click(button('Sign out all others'));
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(await lines()).toHaveLength(2);
});

test('a list that does not come can be asked for again', async () => {
  const server = open({ [LIST]: { isLost: true } });
  await screen.findByText('Your devices could not be loaded');
  server.answer(LIST, listOf(THIS));
  await user.click(button('Try Again'));
  expect(await lines()).toHaveLength(1);
});
