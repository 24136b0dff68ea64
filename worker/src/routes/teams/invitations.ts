import type { Context } from 'hono';
import { INVITATION_MS, MAX_INVITATIONS, MAX_MEMBERS } from '#contract/limits.ts';
import type {
  Invitation,
  Invitations,
  MadeInvitation,
  NewInvitation,
  OpenedInvitation,
} from '#contract/teams.ts';
import { hashToken } from '#worker/auth/sessions.ts';
import { randomToken } from '#worker/auth/signing.ts';
import {
  acceptInvitation,
  createInvitation,
  deleteInvitation,
  listInvitations,
  openInvitation,
  type InvitationRow,
} from '#worker/db/invitations.ts';
import { nameOf } from '#worker/db/members.ts';
import { findMemberTeam } from '#worker/db/teams.ts';
import type { AppEnv } from '#worker/env.ts';
import { ApiError, teamLimit } from '#worker/errors.ts';
import type { BodyContext } from '#worker/middleware/request-body.ts';
import { requireRight } from '#worker/middleware/team.ts';
import { presentTeam } from './teams.ts';

const timeOf = (ms: number): string => new Date(ms).toISOString();

const present = (row: InvitationRow): Invitation => ({
  id: row.id,
  role: row.role,
  email: row.email,
  isMailed: row.mailedAt !== null,
  madeBy: nameOf(row.maker),
  madeAt: timeOf(row.madeAt),
  expiresAt: timeOf(row.expiresAt),
});

/** `GET /api/teams/{team}/invitations` */
export async function handleListInvitations(c: Context<AppEnv>): Promise<Response> {
  const rows = await listInvitations(c.get('db'), c.get('owner').id, Date.now());
  return c.json({ invitations: rows.map(present) } satisfies Invitations);
}

/** `POST /api/teams/{team}/invitations` */
export async function handleInvite(c: BodyContext<NewInvitation>): Promise<Response> {
  const { role, email } = c.req.valid('json');
  const [teamId, actor] = [c.get('owner').id, c.get('actor')];
  const token = randomToken();
  const now = Date.now();
  const invitation = {
    id: crypto.randomUUID(),
    role,
    email,
    expiresAt: now + INVITATION_MS,
    mailedAt: null,
  };
  const tokenHash = (await hashToken(token)) ?? ''; // never empty: it is a token
  if (!(await createInvitation(c.get('db'), { ...invitation, teamId, by: actor.id, tokenHash, now }))) {
    await requireRight(c, teamId, 'manage'); // the right may have been taken meanwhile
    throw teamLimit(
      `${MAX_INVITATIONS} invitations wait, which is the most. End one to invite somebody else.`,
    );
  }
  const made = present({ ...invitation, madeAt: now, maker: actor });
  return c.json({ token, invitation: made } satisfies MadeInvitation, 201);
}

/** `DELETE /api/teams/{team}/invitations/{invitation}` */
export async function handleEndInvitation(c: Context<AppEnv>): Promise<Response> {
  const id = c.req.param('invitation') ?? ''; // the route has it
  await deleteInvitation(c.get('db'), { teamId: c.get('owner').id, id, by: c.get('actor').id });
  return c.json({ message: 'The invitation has ended.' });
}

/** One answer for all invitations that do not work, so that nobody learns which was there. */
const noInvitation = () =>
  new ApiError(404, 'This invitation does not work: it was used, has ended, or is older than a week.');

type TokenContext = BodyContext<{ token: string }>;

/** The invitation that the user has the token of. */
async function requireInvitation(c: TokenContext) {
  const tokenHash = await hashToken(c.req.valid('json').token);
  const reader = { userId: c.get('actor').id, now: Date.now() };
  const found = tokenHash === null ? undefined : await openInvitation(c.get('db'), tokenHash, reader);
  if (tokenHash === null || !found) throw noInvitation();
  return { ...found, tokenHash };
}

/** `POST /api/invitations` */
export async function handleOpenInvitation(c: TokenContext): Promise<Response> {
  const { team, role, email, isForYou, isMember, expiresAt } = await requireInvitation(c);
  const opened = { team, role, email, isForYou, isMember, expiresAt: timeOf(expiresAt) };
  return c.json(opened satisfies OpenedInvitation);
}

/** `POST /api/invitations/accept` */
export async function handleAcceptInvitation(c: TokenContext): Promise<Response> {
  const invitation = await requireInvitation(c);
  const { teamId, tokenHash, email, isForYou, isMember } = invitation;
  if (!isForYou)
    throw new ApiError(
      403,
      `This invitation is for ${email}. Sign in with an account of that address that Google or a mailed link has confirmed.`,
      { code: 'OTHER_ADDRESS' },
    );
  const reader = { userId: c.get('actor').id, now: Date.now() };
  const db = c.get('db');
  const hasJoined = isMember || (await acceptInvitation(db, tokenHash, reader));
  if (!hasJoined && !(await findMemberTeam(db, teamId, reader.userId))) {
    await requireInvitation(c); // somebody else may have used it meanwhile
    throw teamLimit(`This team has ${MAX_MEMBERS} members, which is the most.`);
  }
  return c.json(await presentTeam(c, teamId));
}
