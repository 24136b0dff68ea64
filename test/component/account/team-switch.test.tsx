import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ListedTeam } from '#contract/team-answers.ts';
import { read } from '#frontend/api/client.ts';
import { AccountSlot } from '#frontend/features/account/account-slot.tsx';
import { leaveDocument, reloadDocument } from '#frontend/lib/leave-document.ts';
import { NO_USES } from '#frontend/features/connections/what-stops.tsx';
import { installAccountRoom } from '#test/support/account-room.tsx';
import { answerOf } from '#test/support/fake-server.ts';
import { authExamples } from '#test/contract/auth.ts';
import { listedTeam, TEAM_ID, TEAM_WORK } from '#test/support/team-tab.ts';

vi.hoisted(() => sessionStorage.setItem('team', 'team-1'));
const { user, ...room } = installAccountRoom();

beforeEach(() => {
  sessionStorage.clear();
  sessionStorage.setItem('team', TEAM_ID);
  history.replaceState(null, '', '/');
  delete document.documentElement.dataset['viewer'];
});

const listOf = (...teams: ListedTeam[]) => ({ body: { teams } });

async function open(teams: ListedTeam[], at = '/') {
  history.replaceState(null, '', at);
  const server = room.open({
    at,
    pages: { '*': <AccountSlot>Get started</AccountSlot> },
    answers: {
      'GET /api/teams': listOf(...teams),
      'GET /api/preferences': { body: {} },
      [`GET ${TEAM_WORK}/analyses`]: { status: 404, body: { message: 'Not a member', code: 'NO_TEAM' } },
    },
  });
  await screen.findByRole('button', { name: 'Personal or team: Growth' });
  return server;
}

async function choose(name: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Personal or team: Growth' }));
  await user.click(await screen.findByRole('menuitemradio', { name }));
}

describe('the switch', () => {
  test('says whose work the tab shows, with the role of the user, and leads to another team', async () => {
    await open([listedTeam(), listedTeam({ id: 'team-2', name: 'Second', role: 'viewer' })], '/saved/1');
    await user.click(screen.getByRole('button', { name: 'Personal or team: Growth' }));
    const choices = await screen.findAllByRole('menuitemradio');
    expect(
      choices.map((choice) => [choice.textContent?.trim(), choice.getAttribute('aria-checked')]),
    ).toEqual([
      ['Personal', 'false'],
      ['Growth Admin', 'true'],
      ['Second Viewer', 'false'],
    ]);
    expect(screen.getByRole('menuitem', { name: 'Members and settings' }).getAttribute('href')).toBe(
      `/team?team=${TEAM_ID}`,
    );
    await user.click(screen.getByRole('menuitemradio', { name: 'Second Viewer' }));
    // The analysis is not there in the other team.
    await waitFor(() => expect(leaveDocument).toHaveBeenCalledWith('/saved'));
    expect([sessionStorage.getItem('team'), sessionStorage.getItem('team-name')]).toEqual([
      'team-2',
      'Second',
    ]);
  });

  test('keeps the page of an open file, and takes the name of the team from its address', async () => {
    await open([listedTeam()], `/?team=${TEAM_ID}`);
    await choose('Personal');
    await waitFor(() => expect(reloadDocument).toHaveBeenCalled());
    expect([location.search, sessionStorage.getItem('team')]).toEqual(['', null]);
    expect(leaveDocument).not.toHaveBeenCalled();
  });

  test('changes nothing where the same is chosen again', async () => {
    await open([listedTeam()]);
    await choose('Growth Admin');
    expect(leaveDocument).not.toHaveBeenCalled();
    expect(reloadDocument).not.toHaveBeenCalled();
  });

  test.each([
    ['viewer', true],
    ['editor', false],
  ] as const)('marks the page of a %s: %s', async (role, isMarked) => {
    await open([listedTeam({ role })]);
    await waitFor(() => expect(sessionStorage.getItem('team-name')).toBe('Growth'));
    expect('viewer' in document.documentElement.dataset).toBe(isMarked);
  });
});

describe('a membership that has ended', () => {
  test('is told at the next call that is refused for it', async () => {
    const server = await open([listedTeam()]);
    expect(screen.queryByRole('dialog')).toBeNull();
    server.answer('GET /api/teams', listOf());
    await expect(read([`${TEAM_WORK}/analyses`])).rejects.toThrow('NO_TEAM');
    await screen.findByRole('dialog', { name: 'You are no longer in this team' });
    await user.click(screen.getByRole('button', { name: 'Go to Personal' }));
    await waitFor(() => expect(reloadDocument).toHaveBeenCalled());
    expect(sessionStorage.getItem('team')).toBeNull();
  });

  test('is not told for a refusal that is about another team', async () => {
    const server = await open([listedTeam()]);
    await expect(read([`${TEAM_WORK}/analyses`])).rejects.toThrow('NO_TEAM');
    await waitFor(() => expect(server.received('GET /api/teams')).toHaveLength(2));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

test('a team that asks for another sign-in says which one', async () => {
  const server = await open([listedTeam()]);
  const message = 'Sign in with Google, through example.com.';
  server.answer(`GET ${TEAM_WORK}/analyses`, { status: 403, body: { message, code: 'DOMAIN_REQUIRED' } });
  await expect(read([`${TEAM_WORK}/analyses`])).rejects.toThrow();
  expect(await screen.findByRole('dialog', { name: 'This team asks for another sign-in' })).toHaveTextContent(
    message,
  );
  expect(screen.getByRole('link', { name: 'Continue with Google' })).toBeInTheDocument();
});

test('the deletion of an account names the teams that go with it, and those that need another admin first', async () => {
  room.open({
    at: '/?confirmed=google',
    pages: { '*': <AccountSlot>Get started</AccountSlot> },
    answers: {
      'GET /api/auth/user': answerOf(authExamples.user),
      'GET /api/preferences': { body: {} },
      'GET /api/teams': listOf(
        listedTeam({ members: 1 }),
        listedTeam({ id: '2', name: 'Blocked' }),
        listedTeam({
          id: '3',
          name: 'Shared',
          admins: 2,
          endsWithYou: [{ ...NO_USES, kind: 'meta', account: 'Ann', pushes: 2, names: ['Acme'] }],
        }),
      ),
      'GET /api/analyses': { body: [] },
    },
  });
  const dialog = await screen.findByRole('alertdialog');
  await waitFor(() => expect(dialog).toHaveTextContent('You are the last admin of ‘Blocked’: make'));
  expect([...dialog.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'the team ‘Growth’, which nobody else is in',
    'in ‘Shared’: Meta (Ann), with the undo of 2 pushes to ‘Acme’',
    'your preferences',
  ]);
  expect(dialog).toHaveTextContent(
    'Rules that were pushed stay in the ad accounts. What you have made in ‘Blocked’ and ‘Shared’ stays there.',
  );
});
