import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Role } from '#contract/roles.ts';
import type { EndingConnection, Invitation, ListedTeam, Member } from '#contract/team-answers.ts';
import { NO_USES } from '#frontend/features/connections/what-stops.tsx';
import { TeamSections } from '#frontend/features/team/team-page.tsx';
import { leaveDocument } from '#frontend/lib/leave-document.ts';
import { installAccountRoom } from '#test/support/account-room.tsx';
import { teamOf, TEAM_ID, TEAM_WORK } from '#test/support/team-tab.ts';

vi.hoisted(() => sessionStorage.setItem('team', 'team-1'));
const { user, ...room } = installAccountRoom();

const member = (id: string, role: Role, isYou = false): Member => ({
  id,
  name: id,
  email: `${id}@example.com`,
  role,
  joinedAt: '2026-11-20T10:00:00.000Z',
  isYou,
  endsWith: [],
});

const INVITATION: Invitation = {
  id: 'invitation-1',
  role: 'viewer',
  email: null,
  isMailed: false,
  madeBy: 'one',
  madeAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '2026-11-27T10:00:00.000Z',
};

interface Opening extends Partial<ListedTeam> {
  list?: readonly Member[];
}

async function open({
  list = [member('one', 'admin', true), member('two', 'editor')],
  ...change
}: Opening = {}) {
  const server = room.open({
    at: '/team',
    pages: { '/team': <TeamSections /> },
    answers: {
      [`GET ${TEAM_WORK}`]: { body: teamOf(change) },
      'GET /api/teams': { body: { teams: [] } },
      [`GET ${TEAM_WORK}/members`]: { body: { members: list } },
      [`GET ${TEAM_WORK}/invitations`]: { body: { invitations: [INVITATION] } },
    },
  });
  await screen.findByRole('heading', { level: 1, name: 'Growth' });
  await screen.findByText('two@example.com, since Nov 20, 2026');
  return server;
}

async function pick(box: string, option: string): Promise<void> {
  await user.click(screen.getByRole('combobox', { name: box }));
  await user.click(screen.getByRole('option', { name: option }));
}

beforeEach(() => sessionStorage.setItem('team', TEAM_ID));

describe('an admin', () => {
  test('gives another role at once, and reads why one is refused', async () => {
    const server = await open();
    const call = `PATCH ${TEAM_WORK}/members/two`;
    server.answer(call, { body: { members: [member('one', 'admin', true), member('two', 'viewer')] } });
    await pick('Role of two', 'Viewer');
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: 'Role of two' })).toHaveTextContent('Viewer'),
    );
    expect(server.received(call).map(({ body }) => body)).toEqual(['{"role":"viewer"}']);
    server.answer(call, { status: 409, body: { message: 'The team needs an admin.', code: 'LAST_ADMIN' } });
    await pick('Role of two', 'Admin');
    expect(await screen.findByText('The team needs an admin.')).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Role of two' })).toHaveTextContent('Viewer');
  });

  test('is asked before giving up the own role and before removing somebody', async () => {
    const server = await open({ admins: 2 });
    await pick('Role of one', 'Editor');
    expect(screen.getByRole('alertdialog', { name: 'Become an editor?' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(server.calls().filter((call) => call.startsWith('PATCH'))).toEqual([]);
    const call = `DELETE ${TEAM_WORK}/members/two`;
    server.answer(call, { body: { members: [member('one', 'admin', true)] } });
    await user.click(screen.getByRole('button', { name: 'Remove two' }));
    await user.click(screen.getByRole('button', { name: 'Remove member' }));
    await waitFor(() => expect(screen.queryByText(/two@example.com/)).toBeNull());
    // Nobody removes themselves here: that is leaving.
    expect(screen.queryByRole('button', { name: 'Remove one' })).toBeNull();
  });

  describe('reads before an admin goes', () => {
    const ending: EndingConnection = {
      kind: 'sheets',
      account: 'two@example.com',
      ...NO_USES,
      sources: 2,
      names: ['June', 'May'],
    };
    const two = { ...member('two', 'admin'), endsWith: [ending] };
    const STOPS = ['Google Sheets (two@example.com), with the schedules of 2 analyses: ‘June’ and ‘May’'];
    const AFTER = 'What stops goes on once an admin connects again.';
    const question = () => {
      const dialog = screen.getByRole('alertdialog');
      const textsOf = (tag: string) =>
        [...dialog.querySelectorAll(tag)].map(({ textContent }) => textContent);
      return { says: textsOf('p').filter((text) => text !== 'This stops:'), stops: textsOf('li') };
    };

    test('by a removal, what stops and what stays', async () => {
      await open({ admins: 2, list: [member('one', 'admin', true), two, member('three', 'editor')] });
      await user.click(screen.getByRole('button', { name: 'Remove two' }));
      expect(question()).toEqual({
        says: [
          'The membership ends at once, on every open page.',
          `What this member has made stays with the team. ${AFTER}`,
        ],
        stops: STOPS,
      });
      await user.click(screen.getByRole('button', { name: 'Cancel' }));
      await user.click(screen.getByRole('button', { name: 'Remove three' }));
      expect(question()).toEqual({
        says: [
          'The membership ends at once, on every open page.',
          'What this member has made stays with the team.',
        ],
        stops: [],
      });
    });

    test('by the end of the role, what stops, and nothing where only a role that connects nothing ends', async () => {
      const server = await open({ admins: 2, list: [member('one', 'admin', true), two] });
      await pick('Role of two', 'Editor');
      expect(question()).toEqual({ says: ['The role of an admin ends at once.', AFTER], stops: STOPS });
      await user.click(screen.getByRole('button', { name: 'Cancel' }));
      expect(server.calls().filter((call) => call.startsWith('PATCH'))).toEqual([]);
    });

    test('by leaving, what stops and what stays', async () => {
      await open({
        admins: 2,
        endsWithYou: [{ ...ending, kind: 'meta', sources: 0, pushes: 1, names: ['Acme'] }],
      });
      await user.click(screen.getByRole('button', { name: 'Leave team' }));
      expect(question()).toEqual({
        says: [
          'You see nothing of the team any more.',
          `What you have made stays with the team. Rules that were pushed stay in the ad accounts. ${AFTER} To come back you need an invitation.`,
        ],
        stops: ['Meta (two@example.com), with the undo of 1 push to ‘Acme’'],
      });
    });
  });

  test('who is the last one keeps the role, cannot leave, and reads why', async () => {
    await open();
    expect(screen.queryByRole('combobox', { name: 'Role of one' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Leave team' })).toBeNull();
    expect(screen.getByText(/You are the last admin, so you can neither leave/)).toBeInTheDocument();
  });

  test('gets the link of an invitation once; with an address it may be mailed instead', async () => {
    const server = await open();
    const call = `POST ${TEAM_WORK}/invitations`;
    server.answer(call, { status: 201, body: { token: 'secret', invitation: INVITATION } });
    await pick('Role', 'Viewer');
    await user.click(screen.getByRole('button', { name: 'Invite' }));
    expect(await screen.findByRole('textbox', { name: 'Link' })).toHaveValue(
      `${location.origin}/join#secret`,
    );
    const mailed = { ...INVITATION, id: 'invitation-2', email: 'name@example.com', isMailed: true };
    server.answer(call, { status: 201, body: { token: null, invitation: mailed } });
    await user.type(screen.getByRole('textbox', { name: 'E-mail address (optional)' }), 'Name@example.com');
    await user.click(screen.getByRole('button', { name: 'Invite' }));
    expect(await screen.findByText('The invitation was mailed to name@example.com.')).toBeInTheDocument();
    expect(screen.queryByRole('textbox', { name: 'Link' })).toBeNull();
    expect(server.received(call).map(({ body }) => JSON.parse(String(body)) as unknown)).toEqual([
      { role: 'viewer', email: null },
      { role: 'viewer', email: 'name@example.com' },
    ]);
  });

  test('sends no invitation for what is no address', async () => {
    const server = await open();
    await user.type(screen.getByRole('textbox', { name: 'E-mail address (optional)' }), 'name');
    await user.click(screen.getByRole('button', { name: 'Invite' }));
    expect(screen.getByText('Please enter a valid email')).toBeInTheDocument();
    expect(server.received(`POST ${TEAM_WORK}/invitations`)).toEqual([]);
  });

  test('says what somebody without a confirmed address can do instead', async () => {
    const server = await open();
    const message = 'Confirm yours under Preferences, or leave the field empty.';
    server.answer(`POST ${TEAM_WORK}/invitations`, { status: 409, body: { message, code: 'NOT_PROVED' } });
    await user.type(screen.getByRole('textbox', { name: 'E-mail address (optional)' }), 'name@example.com');
    await user.click(screen.getByRole('button', { name: 'Invite' }));
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(screen.queryByText('The invitation was mailed to name@example.com.')).toBeNull();
  });

  test('ends an invitation that waits', async () => {
    const server = await open();
    const waiting = await screen.findByRole('list', { name: 'Waiting invitations' });
    expect(waiting).toHaveTextContent('Viewer, for whoever has the link');
    server.answer(`DELETE ${TEAM_WORK}/invitations/invitation-1`, { body: { message: 'Ended' } });
    server.answer(`GET ${TEAM_WORK}/invitations`, { body: { invitations: [] } });
    await user.click(within(waiting).getByRole('button', { name: 'End' }));
    expect(await screen.findByText('No open invitations.')).toBeInTheDocument();
  });

  test('renames the team and lets editors push, each alone', async () => {
    const server = await open();
    const call = `PATCH ${TEAM_WORK}`;
    server.answer(call, { body: teamOf({ name: 'Growth' }) });
    await user.type(screen.getByRole('textbox', { name: 'Name' }), ' 2');
    await user.click(screen.getByRole('button', { name: 'Rename' }));
    await waitFor(() => expect(server.received(call)).toHaveLength(1));
    await user.click(screen.getByRole('checkbox', { name: 'Editors may push and send to ad platforms' }));
    await waitFor(() => expect(server.received(call)).toHaveLength(2));
    expect(server.received(call).map(({ body }) => body)).toEqual([
      '{"name":"Growth 2"}',
      '{"editorsPush":true}',
    ]);
  });

  test('deletes the team by its name, after reading what goes with it and where a right is left', async () => {
    const server = await open();
    const call = `DELETE ${TEAM_WORK}`;
    server.answer(call, { status: 409, body: { message: 'The name is another one.', code: 'WRONG_NAME' } });
    await user.click(screen.getByRole('button', { name: 'Delete team' }));
    const dialog = screen.getByRole('dialog', { name: 'Delete this team?' });
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['3 analyses with their datasets', '1 read-only link', '2 connections', '2 memberships']);
    await user.type(within(dialog).getByRole('textbox'), 'growth');
    await user.click(within(dialog).getByRole('button', { name: 'Delete team' }));
    expect(await within(dialog).findByText('The name is another one.')).toBeInTheDocument();
    expect(leaveDocument).not.toHaveBeenCalled();
    server.answer(call, { body: { message: 'Deleted', accessLeft: ['microsoft'] } });
    await user.click(within(dialog).getByRole('button', { name: 'Delete team' }));
    await waitFor(() => expect(leaveDocument).toHaveBeenCalledWith('/?notice=team-deleted.microsoft'));
    expect(sessionStorage.getItem('team')).toBeNull();
  });
});

describe.each(['editor', 'viewer'] as const)('an %s', (role) => {
  test('sees the members, changes nothing, and leaves', async () => {
    const server = await open({ role, list: [member('two', 'admin'), member('one', role, true)] });
    expect(screen.queryByRole('combobox')).toBeNull();
    for (const name of ['Invitations', 'Settings']) expect(screen.queryByRole('region', { name })).toBeNull();
    expect(server.received(`GET ${TEAM_WORK}/invitations`)).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Delete team' })).toBeNull();
    server.answer(`POST ${TEAM_WORK}/leave`, { body: { message: 'Left' } });
    await user.click(screen.getByRole('button', { name: 'Leave team' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Leave team' }));
    await waitFor(() => expect(leaveDocument).toHaveBeenCalledWith('/?notice=team-left'));
  });
});
