import type { Handlers } from '../mount.ts';
import { describeAccessLeft } from '#contract/platforms.ts';
import { MAX_MEMBERS, MAX_TEAM_ANALYSES, MAX_TEAMS } from '#contract/limits.ts';
import type { ListedTeam } from '#contract/team-answers.ts';
import { bytesOfTexts } from '#worker/db/stored-bytes.ts';
import { findQuota } from '#worker/db/saved-analyses.ts';
import {
  changeTeam,
  insertTeam,
  removeTeam,
  findListedTeam,
  findTeamUse,
  listTeams,
  type ListedTeamRow,
} from '#worker/db/teams.ts';
import type { AppContext } from '#worker/env.ts';
import { ApiError, noTeam, teamLimit } from '#worker/errors.ts';
import { siteOf } from '#worker/middleware/database.ts';
import { requireRight } from '#worker/middleware/team.ts';
import { requireGrowth, teamBytesOf } from '#worker/store/require-quota.ts';
import { giveRightsBack } from '../connections/give-back.ts';

const presentListed = (row: ListedTeamRow): ListedTeam => ({
  id: row.id,
  name: row.name,
  role: row.role,
  editorsPush: row.editorsPush,
  members: row.members,
  admins: row.admins,
  endsWithYou: row.endsWithYou,
});

/** The team as the user sees it. */
export async function presentTeam(c: AppContext, id: string): Promise<ListedTeam> {
  const row = await findListedTeam(c.get('db'), id, c.get('requester').id);
  if (!row) throw noTeam();
  return presentListed(row);
}

const DELETED = 'The team has been deleted.';

export const teamHandlers = {
  'GET /api/teams': async (c) => {
    const rows = await listTeams(c.get('db'), c.get('requester').id);
    return { teams: rows.map(presentListed) };
  },
  'POST /api/teams': async (c) => {
    const team = { id: crypto.randomUUID(), name: c.req.valid('json').name, userId: c.get('requester').id };
    await requireGrowth(siteOf(c), { workspaceId: team.userId, bytes: bytesOfTexts(team.name) });
    if (!(await insertTeam(c.get('db'), { ...team, now: Date.now() })))
      throw teamLimit(
        `You have made or taken over ${MAX_TEAMS} teams, which is the most. Delete one to make another.`,
      );
    c.status(201);
    return await presentTeam(c, team.id);
  },
  'GET /api/teams/:team': async (c) => {
    const db = c.get('db');
    const { id } = c.get('workspace');
    const [listed, use, quota] = await Promise.all([
      presentTeam(c, id),
      findTeamUse(db, id),
      findQuota(db, { userId: id, id: '' }, teamBytesOf(c.env)),
    ]);
    if (!use || !quota) throw noTeam();
    const { createdAt, ...owns } = use;
    return {
      ...listed,
      createdAt: new Date(createdAt).toISOString(),
      quotas: {
        analyses: { used: quota.analyses, most: MAX_TEAM_ANALYSES },
        bytes: { used: quota.storedBytes, most: quota.maxStoredBytes },
        members: { used: listed.members, most: MAX_MEMBERS },
      },
      owns,
    };
  },
  'PATCH /api/teams/:team': async (c) => {
    const { name, editorsPush } = c.req.valid('json');
    const fields = { ...(name !== undefined && { name }), ...(editorsPush !== undefined && { editorsPush }) };
    const teamId = c.get('workspace').id;
    await changeTeam(c.get('db'), { teamId, by: c.get('requester').id }, fields);
    return await presentTeam(c, teamId);
  },
  'DELETE /api/teams/:team': async (c) => {
    const { id } = c.get('workspace');
    const by = c.get('requester').id;
    const ended = await removeTeam(c.get('db'), id, { name: c.req.valid('json').name, by });
    if (!ended) {
      await requireRight(c, id, 'manage');
      throw new ApiError(409, 'That is not the name of this team. Nothing was deleted.', {
        code: 'WRONG_NAME',
      });
    }
    const accessLeft = await giveRightsBack(c.get('db'), c, ended);
    const message = [DELETED, describeAccessLeft(accessLeft)].join(' ').trim();
    return { message, accessLeft };
  },
} satisfies Partial<Handlers>;
