import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Connection, OfferedConnection } from '#contract/connections.ts';
import { ConnectionCard } from '#frontend/features/connections/connection-card.tsx';
import { NO_USES } from '#frontend/features/connections/what-stops.tsx';
import { installAccountRoom } from '#test/support/account-room.tsx';
import { listedTeam, TEAM_WORK } from '#test/support/team-tab.ts';

vi.hoisted(() => sessionStorage.setItem('team', 'team-1'));
const { user, ...room } = installAccountRoom();

function open(
  kind: OfferedConnection['kind'],
  madeBy: string | null,
  { isOver = false, uses }: Pick<Partial<Connection>, 'isOver' | 'uses'> = {},
) {
  const connection = {
    account: 'ads@example.com',
    connectedAt: null,
    lastUsedAt: null,
    endsAt: null,
    madeBy,
    isOver,
    ...(uses && { uses }),
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

/** The paragraphs and the list of the question before the end. */
async function ask(): Promise<{ says: string[]; stops: string[] }> {
  await user.click(await screen.findByRole('button', { name: 'Disconnect' }));
  const dialog = await screen.findByRole('alertdialog');
  const textsOf = (nodes: Iterable<Element>) => [...nodes].map(({ textContent }) => textContent ?? '');
  return { says: textsOf(dialog.querySelectorAll('p')), stops: textsOf(dialog.querySelectorAll('li')) };
}

test.each([false, true])(
  'a kind that no team connects any more asks nobody to connect it again, also where it is over: %s',
  async (isOver) => {
    open('google-values', 'Ann', { isOver });
    expect(await ask()).toEqual({
      says: [
        'This site no longer reads or writes anything with ads@example.com.',
        'This site deletes its tokens. It also gives the permission back at Google, unless another connection here uses the same Google account.',
      ],
      stops: [],
    });
    expect(screen.queryByText(/connect again/i)).toBeNull();
  },
);

test('another connection of a team can be made again, by an admin', async () => {
  open('google-rules', 'Ann');
  const { says } = await ask();
  expect(says[0]).toBe(
    'Until an admin connects again, nothing of the team is read or written with ads@example.com.',
  );
  expect(says.at(-1)).toMatch(/You can connect again at any time\.$/);
  expect(screen.getByText('Ann. It ends when Ann is no admin of the team any more.')).toBeInTheDocument();
});

test('where the admin who connected is not known, an admin is asked to connect again', async () => {
  open('sheets', null);
  const words = await screen.findByText(/^The admin who connected this account is not known, or is no admin/);
  expect(words).toBeVisible();
  expect(screen.getByRole('button', { name: 'Connect again' })).toBeVisible();
});

test('the question before the end names what stops, and what stays', async () => {
  open('sheets', 'Ann', {
    uses: { ...NO_USES, sources: 7, names: ['April', 'Juni', 'July', 'May', 'x'.repeat(99)] },
  });
  const { says, stops } = await ask();
  expect(says[1]).toBe('This stops:');
  expect(stops).toEqual([
    `the schedules of 7 analyses: ‘April’, ‘Juni’, ‘July’, ‘May’, ‘${'x'.repeat(59)}…’ and 2 more`,
  ]);
  expect(says[2]).not.toMatch(/Rules that were pushed|depends on it/);
});

test('the question before the end of what pushes rules says that they stay', async () => {
  open('meta', 'Ann', { uses: { ...NO_USES, pushes: 2, names: ['Acme', 'Bolt'] } });
  const { says, stops } = await ask();
  expect(stops).toEqual(['the undo of 2 pushes to ‘Acme’ and ‘Bolt’']);
  expect(says[2]).toMatch(/^Rules that were pushed stay in the ad accounts\. /);
});

test('the question before the end says where nothing depends on the connection', async () => {
  open('microsoft', 'Ann', { uses: NO_USES });
  const { says, stops } = await ask();
  expect(stops).toEqual([]);
  expect(says[1]).toMatch(/^No schedule, push or send depends on it now\. /);
});
