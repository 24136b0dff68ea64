import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { OfferedConnection } from '#contract/connections.ts';
import { ConnectionCard } from '#frontend/features/connections/connection-card.tsx';
import { installAccountRoom } from '#test/support/account-room.tsx';
import { listedTeam, TEAM_WORK } from '#test/support/team-tab.ts';

vi.mock('#frontend/lib/tab-team.ts', async () => (await import('#test/support/team-tab.ts')).tabTeam);
const { user, ...room } = installAccountRoom();

function open(kind: OfferedConnection['kind'], madeBy: string | null, isOver = false) {
  const connection = {
    account: 'ads@example.com',
    connectedAt: null,
    lastUsedAt: null,
    endsAt: null,
    madeBy,
    isOver,
  };
  const about = { connecting: null, mayChange: true, problem: null, onConnect: vi.fn() };
  room.open({
    at: '/',
    pages: { '/': <ConnectionCard offered={{ kind, isTried: true, connection }} {...about} /> },
    answers: {
      'GET /api/teams': { body: { teams: [listedTeam()] } },
      [`GET ${TEAM_WORK}/connections/${kind}/named`]: { body: { named: [] } },
    },
  });
}

/** What the question before the end says. */
async function ask(): Promise<string> {
  await user.click(await screen.findByRole('button', { name: 'Disconnect' }));
  return within(await screen.findByRole('alertdialog')).getByText(/^(?:Until|This site deletes)/).textContent;
}

test.each([false, true])(
  'a kind that no team connects any more asks nobody to connect it again, also where it is over: %s',
  async (isOver) => {
    open('google-values', 'Ann', isOver);
    expect(await ask()).toBe(
      'This site deletes its tokens. It also gives the permission back at Google, unless another connection here uses the same Google account.',
    );
    expect(screen.queryByText(/connect again/i)).toBeNull();
  },
);

test('another connection of a team can be made again, by an admin', async () => {
  open('google-rules', 'Ann');
  expect(await ask()).toMatch(
    /^Until an admin connects again, nothing of the team .* You can connect again at any time\.$/,
  );
  expect(screen.getByText('Ann. It ends when Ann is no admin of the team any more.')).toBeInTheDocument();
});

test('where the admin who connected is not known, an admin is asked to connect again', async () => {
  open('sheets', null);
  const words = await screen.findByText(/^The admin who connected this account is not known, or is no admin/);
  expect(words).toBeVisible();
  expect(screen.getByRole('button', { name: 'Connect again' })).toBeVisible();
});
