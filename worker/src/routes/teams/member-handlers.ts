import type { Handlers } from '../mount.ts';
import type { Members } from '#contract/team-answers.ts';
import {
  changeRole,
  endMembership,
  listMemberNames,
  listMembers,
  nameOfMember,
  type MemberChange,
  type MemberRow,
} from '#worker/db/members.ts';
import type { AppContext } from '#worker/env.ts';
import { ApiError, lastAdmin } from '#worker/errors.ts';
import { requireRight } from '#worker/middleware/team.ts';
import { giveRightsBack } from '../connections/give-back.ts';

const changeOf = (c: AppContext, userId: string): MemberChange => ({
  teamId: c.get('workspace').id,
  userId,
  by: c.get('requester').id,
});

const memberOf = (c: AppContext): string => c.req.param('member') ?? ''; // the route has it

function presentMembers(rows: readonly MemberRow[], you: string): Members {
  return {
    members: rows.map((row) => ({
      id: row.id,
      name: nameOfMember(row),
      email: row.email,
      role: row.role,
      joinedAt: new Date(row.joinedAt).toISOString(),
      isYou: row.id === you,
      endsWith: row.endsWith,
    })),
  };
}

async function handleListMembers(c: AppContext): Promise<Members> {
  const rows = await listMembers(c.get('db'), c.get('workspace').id);
  return presentMembers(rows, c.get('requester').id);
}

/** Finds out why the database has just refused to change or end a membership. */
async function explainRefusal(c: AppContext, { teamId, userId, by }: MemberChange): Promise<ApiError> {
  await requireRight(c, teamId, userId === by ? 'leave' : 'manage'); // the right may have been taken meanwhile
  const rows = await listMemberNames(c.get('db'), teamId);
  if (!rows.some(({ id }) => id === userId)) return new ApiError(404, 'Member not found');
  return lastAdmin('A team needs an admin. Please make another member an admin first, or delete the team.');
}

/** Ends a membership, and gives back the rights of the connections that end with it. */
async function end(c: AppContext, change: MemberChange): Promise<void> {
  const ended = await endMembership(c.get('db'), change);
  if (!ended) throw await explainRefusal(c, change);
  await giveRightsBack(c.get('db'), c, ended);
}

export const memberHandlers = {
  'POST /api/teams/:team/leave': async (c) => {
    const change = changeOf(c, c.get('requester').id);
    await end(c, change);
    return { message: 'You have left the team.' };
  },
  'GET /api/teams/:team/members': handleListMembers,
  'PATCH /api/teams/:team/members/:member': async (c) => {
    const change = changeOf(c, memberOf(c));
    const ended = await changeRole(c.get('db'), change, c.req.valid('json').role);
    if (!ended) throw await explainRefusal(c, change);
    await giveRightsBack(c.get('db'), c, ended);
    return await handleListMembers(c);
  },
  'DELETE /api/teams/:team/members/:member': async (c) => {
    const change = changeOf(c, memberOf(c));
    await end(c, change);
    return await handleListMembers(c);
  },
} satisfies Partial<Handlers>;
