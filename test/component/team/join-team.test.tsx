import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { OpenedInvitation } from '#contract/team-answers.ts';
import { AccountSlot } from '#frontend/features/account/account-slot.tsx';
import { JoinTeam } from '#frontend/features/team/join-team.tsx';
import { leaveDocument } from '#frontend/lib/leave-document.ts';
import { installAccountRoom, SIGNED_IN, SIGNED_OUT } from '#test/support/account-room.tsx';
import type { Answer } from '#test/support/fake-server.ts';
import { listedTeam, TEAM_ID } from '#test/support/team-tab.ts';

const { user, address, ...room } = installAccountRoom();

beforeEach(() => sessionStorage.clear());

const LOOK = 'POST /api/invitations';
const ACCEPT = 'POST /api/invitations/accept';

const invitationOf = (change: Partial<OpenedInvitation> = {}): OpenedInvitation => ({
  team: 'Growth',
  role: 'editor',
  email: null,
  isForYou: true,
  isMember: false,
  expiresAt: '2026-11-27T10:00:00.000Z',
  ...change,
});

const open = (answers: Record<string, Answer>, at = '/join#secret') =>
  room.open({ at, pages: { '/join': <JoinTeam />, '/': <AccountSlot>Get started</AccountSlot> }, answers });

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test('names nothing before the sign-in, and is there again after it', async () => {
  const server = open({ 'GET /api/auth/user': SIGNED_OUT });
  await heading('You are invited to a team');
  expect(server.received(LOOK)).toEqual([]);
  await user.click(screen.getByRole('link', { name: 'Sign in' }));
  expect(address()).toBe('/auth/login');
  expect(sessionStorage.getItem('invitation')).toBe('secret');
});

test('a sign-in that an invitation asked for leads back to it, once', async () => {
  sessionStorage.setItem('invitation', 'secret');
  open(
    {
      'GET /api/auth/user': SIGNED_IN,
      'GET /api/teams': { body: { teams: [] } },
      'GET /api/preferences': { body: {} },
      [LOOK]: { body: invitationOf() },
    },
    '/',
  );
  await heading('Join Growth?');
  expect(sessionStorage.getItem('invitation')).toBeNull();
});

test('joins the team, and shows its work in this tab', async () => {
  const server = open({
    [LOOK]: { body: invitationOf() },
    [ACCEPT]: { body: listedTeam({ role: 'editor' }) },
  });
  await heading('Join Growth?');
  expect(screen.getByText(/^You are invited as an editor: you may do what viewers do/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Join' }));
  await waitFor(() => expect(leaveDocument).toHaveBeenCalledWith('/saved'));
  expect(sessionStorage.getItem('team')).toBe(TEAM_ID);
  expect(server.received(ACCEPT).map(({ body }) => body)).toEqual(['{"token":"secret"}']);
});

test('declining sends nothing and leaves the invitation as it is', async () => {
  const server = open({ [LOOK]: { body: invitationOf() } });
  await heading('Join Growth?');
  await user.click(screen.getByRole('button', { name: 'Decline' }));
  await heading('You did not join');
  expect(server.received(ACCEPT)).toEqual([]);
});

test.each([
  [
    'used, ended or too old',
    { status: 404, body: { message: 'Not found' } },
    'This invitation does not work',
  ],
  ['of one that is in the team', { body: invitationOf({ isMember: true }) }, 'You are in Growth already'],
  ['lost on the way', { isLost: true }, 'The invitation could not be opened'],
])('an invitation that is %s says so, and offers no button to join', async (_, answer, title) => {
  open({ [LOOK]: answer });
  await heading(title);
  expect(screen.queryByRole('button', { name: 'Join' })).toBeNull();
});

test.each([
  ['name@example.com', 'Log out and sign in with that address'],
  ['somebody@example.com', 'Nobody has proved yet that this address is yours.'],
])('an invitation for %s says what to do', async (email, text) => {
  open({ [LOOK]: { body: invitationOf({ email, isForYou: false }) } });
  await heading('Join Growth?');
  expect(screen.getByText(new RegExp(text))).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Join' })).toBeNull();
});

test('an address without a token leads nowhere', async () => {
  const server = open({}, '/join');
  await heading('This invitation does not work');
  expect(server.received(LOOK)).toEqual([]);
});
