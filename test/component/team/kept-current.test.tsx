import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Alerts } from '#contract/alerts.ts';
import type { Role } from '#contract/roles.ts';
import type { Answer } from '#test/support/fake-server.ts';
import { savedAnswer, savedCalls } from '#test/support/saved-analysis.ts';
import { listedTeam, TEAM_WORK } from '#test/support/team-tab.ts';
import { alert, ALERTS, FIRST, figures, kept, NOT_COUNTED, open } from '../sources/kept-room.tsx';

vi.hoisted(() => sessionStorage.setItem('team', 'team-1'));

/** The same answers for the analysis of the team. */
const inTeam = (answers: Record<string, Answer>): Record<string, Answer> =>
  Object.fromEntries(
    Object.entries(answers).map(([call, answer]) => [call.replace('/api', TEAM_WORK), answer]),
  );

/** A rule that no longer holds; by its lift of 2 that has fallen to 1. */
const RAISED: Alerts = {
  ...NOT_COUNTED,
  missing: null,
  alerts: [alert()],
};

async function openAs(role: Role) {
  const answers = {
    ...savedCalls('worked', { body: savedAnswer() }),
    ...kept(),
    ...figures(1, FIRST),
    [ALERTS]: { body: RAISED },
  };
  const server = await open({
    ...inTeam(answers),
    'GET /api/teams': { body: { teams: [listedTeam({ role })] } },
  });
  await screen.findByRole('button', { name: 'Time line' });
  return server;
}

const CHANGES = ['Inbox', 'Pause', 'Mark as entered', 'Mark as seen', 'Share'];

test('a viewer sees what keeps an analysis current, and changes nothing of it', async () => {
  const server = await openAs('viewer');
  await screen.findByRole('region', { name: 'What changed' });
  await screen.findByText('1 alert');
  for (const name of CHANGES) expect(screen.queryByRole('button', { name })).toBeNull();
  expect(server.calls().filter((call) => !call.startsWith('GET'))).toEqual([]);
});

test('an editor changes it', async () => {
  await openAs('editor');
  for (const name of CHANGES) expect(await screen.findByRole('button', { name })).toBeInTheDocument();
});
