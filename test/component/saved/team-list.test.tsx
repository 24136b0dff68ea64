import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ListedTeam } from '#contract/team-answers.ts';
import { ConnectionsList } from '#frontend/features/connections/connections-list.tsx';
import { SavedList } from '#frontend/features/saved/saved-list.tsx';
import { connectionExamples } from '#test/contract/connections.ts';
import { EXAMPLE_ID } from '#test/contract/example.ts';
import { installAccountRoom } from '#test/support/account-room.tsx';
import { answerOf } from '#test/support/fake-server.ts';
import { summary } from '#test/support/saved-analysis.ts';
import { listedTeam, TEAM_ID, TEAM_WORK } from '#test/support/team-tab.ts';

vi.hoisted(() => sessionStorage.setItem('team', 'team-1'));
const { user, expectMessage, ...room } = installAccountRoom();

const OTHER = listedTeam({ id: 'team-2', name: 'Second', role: 'editor' });
const THIRD = listedTeam({ id: 'team-3', name: 'Third', role: 'viewer' });
const LISTED = summary({ id: EXAMPLE_ID, madeBy: 'Ada', updatedBy: null });

function open(team: ListedTeam) {
  return room.open({
    at: '/saved',
    pages: { '/saved': <SavedList />, '/connections': <ConnectionsList /> },
    answers: {
      'GET /api/teams': { body: { teams: [team, OTHER, THIRD] } },
      [`GET ${TEAM_WORK}/analyses`]: { body: [LISTED] },
    },
  });
}

async function findRow(): Promise<HTMLElement> {
  const row = (await screen.findByRole('heading', { level: 2, name: LISTED.name })).closest('li');
  if (!row) throw new Error('The list has no such row');
  return row;
}

test('the list of a team names who made an analysis and who changed it; its links name the team', async () => {
  const server = open(listedTeam());
  const row = await findRow();
  expect(row).toHaveTextContent('by Ada, changed by a former member');
  const links = within(row).getAllByRole('link');
  expect(links.every((link) => link.getAttribute('href')?.endsWith(`team=${TEAM_ID}`))).toBe(true);
  expect(server.calls()).not.toContain('GET /api/analyses');
});

test('a viewer opens and compares, and changes nothing', async () => {
  open(listedTeam({ role: 'viewer' }));
  const row = await findRow();
  expect(within(row).getByRole('checkbox')).toBeInTheDocument();
  expect(within(row).queryAllByRole('button')).toEqual([]);
});

test('an analysis moves to where the user may save, and to nowhere else', async () => {
  const server = open(listedTeam({ role: 'editor' }));
  await user.click(await screen.findByRole('button', { name: /^Move or copy/ }));
  await user.click(screen.getByRole('combobox', { name: 'To' }));
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Personal', 'Second']);
  await user.click(screen.getByRole('option', { name: 'Second' }));
  const call = `POST ${TEAM_WORK}/analyses/${EXAMPLE_ID}/move`;
  server.answer(call, { status: 409, body: { message: 'There is no room.', code: 'ANALYSIS_LIMIT' } });
  await user.click(screen.getByRole('button', { name: 'Move' }));
  expect(await screen.findByText('There is no room.')).toBeInTheDocument();
  server.answer(call, { body: { id: EXAMPLE_ID, team: 'team-2' } });
  server.answer(`GET ${TEAM_WORK}/analyses`, { body: [] });
  await user.click(screen.getByRole('button', { name: 'Move' }));
  await expectMessage('Analysis Moved', `“${LISTED.name}” is in Second now.`);
  await waitFor(() => expect(screen.queryByRole('heading', { level: 2, name: LISTED.name })).toBeNull());
  expect(server.received(call).map(({ body }) => body)).toEqual(['{"team":"team-2"}', '{"team":"team-2"}']);
});

test('connections of a team are shown to all, and changed by admins alone', async () => {
  room.open({
    at: '/connections',
    pages: { '/connections': <ConnectionsList /> },
    answers: {
      'GET /api/teams': { body: { teams: [listedTeam({ role: 'editor' })] } },
      [`GET ${TEAM_WORK}/connections`]: answerOf(connectionExamples.connected),
    },
  });
  const [card] = await screen.findAllByRole('listitem');
  expect(card).toHaveTextContent(/onnected$|Connected/);
  await waitFor(() => expect(screen.queryByRole('button', { name: /onnect/ })).toBeNull());
});
