import { beforeEach } from 'vitest';
import type { ListedTeam, Team } from '#contract/team-answers.ts';

/** The team of a tab. `lib/tab-team.ts` reads it once per document, so the test files store it before their imports. */
export const TEAM_ID = 'team-1';
export const TEAM_WORK = `/api/teams/${TEAM_ID}`;

beforeEach(() => sessionStorage.setItem('team', TEAM_ID));

export const listedTeam = (change: Partial<ListedTeam> = {}): ListedTeam => ({
  id: TEAM_ID,
  name: 'Growth',
  role: 'admin',
  editorsPush: false,
  members: 2,
  admins: 1,
  endsWithYou: [],
  ...change,
});

export const teamOf = (change: Partial<ListedTeam> = {}): Team => ({
  ...listedTeam(change),
  createdAt: '2026-11-20T10:00:00.000Z',
  quotas: {
    analyses: { used: 3, most: 500 },
    bytes: { used: 2048, most: 1024 ** 3 },
    members: { used: 2, most: 50 },
  },
  owns: { links: 1, sources: 0, connections: 2, pushes: 0 },
});
