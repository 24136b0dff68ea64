import type { Handlers } from '../mount.ts';
import {
  INVITATION_MAILS,
  INVITATION_MAILS_BY_NETWORK,
  INVITATION_MAILS_BY_USER,
  INVITATION_MAILS_OF_SITE,
  INVITATION_MS,
  LINK_MAILS,
  MAX_INVITATIONS,
  MAX_MEMBERS,
  MAX_MEMBERSHIPS,
  timeOf,
} from '#contract/limits.ts';
import type { Role } from '#contract/roles.ts';
import type { Invitation } from '#contract/team-answers.ts';
import { hashToken, makeToken } from '#worker/auth/sessions.ts';
import {
  redeemInvitation,
  createInvitation,
  deleteInvitation,
  listInvitations,
  findInvitation,
  type InvitationRow,
} from '#worker/db/invitations.ts';
import { findMailStatus } from '#worker/db/mail-links.ts';
import { nameOfMember } from '#worker/db/members.ts';
import { bytesOfTexts } from '#worker/db/stored-bytes.ts';
import { findMemberTeam, listTeams } from '#worker/db/teams.ts';
import type { AppContext } from '#worker/env.ts';
import { ApiError, teamLimit } from '#worker/errors.ts';
import { invitationLetter } from '#worker/mail/letters.ts';
import { MailFailure, canSendMail, sendMail } from '#worker/mail/send.ts';
import { siteOf } from '#worker/middleware/database.ts';
import {
  accountKey,
  giveBack,
  networkCounters,
  reserve,
  type GuardCounter,
} from '#worker/middleware/rate-limit.ts';
import type { BodyContext } from '#worker/middleware/request-body.ts';
import { requireRight, requireSignIn } from '#worker/middleware/team.ts';
import { requireGrowth } from '#worker/store/require-quota.ts';
import { presentTeam } from './team-handlers.ts';

const present = (row: InvitationRow): Invitation => ({
  id: row.id,
  role: row.role,
  email: row.email,
  isMailed: row.mailedAt !== null,
  madeBy: nameOfMember(row.maker),
  madeAt: timeOf(row.madeAt),
  expiresAt: timeOf(row.expiresAt),
});

type Stored = Omit<InvitationRow, 'maker'> & { tokenHash: string };

async function store(c: AppContext, row: Stored): Promise<void> {
  const [teamId, userId] = [c.get('workspace').id, c.get('requester').id];
  if (await createInvitation(c.get('db'), { ...row, teamId, userId })) return;
  await requireRight(c, teamId, 'manage'); // the right may have been taken meanwhile
  throw teamLimit(`${MAX_INVITATIONS} invitations wait, which is the most. End one to invite somebody else.`);
}

/** A letter to a stranger comes from a person who can be written to. */
async function requireProof(c: AppContext): Promise<void> {
  const status = await findMailStatus(c.get('db'), c.get('requester').id);
  if (status?.emailProvedAt) return;
  throw new ApiError(
    409,
    'Only people whose own address is confirmed have invitations mailed. Confirm yours under Preferences, or leave the field empty and pass the link on yourself.',
    { code: 'NOT_PROVED' },
  );
}

const INSTEAD = 'Invite by a link instead: leave the address empty.';

/** Counts the mails of the person, the network, the team and the site, and those to the address from all of them. */
const mailCounters = async (c: AppContext, to: string): Promise<GuardCounter[]> => [
  {
    key: await accountKey(c, 'invitation-mail-by', c.get('requester').id),
    limit: INVITATION_MAILS_BY_USER,
    refusal: `You have had ${INVITATION_MAILS_BY_USER.count} invitations mailed today. ${INSTEAD}`,
  },
  ...(await networkCounters(c, 'invitation-mail-from', {
    limit: INVITATION_MAILS_BY_NETWORK,
    refusal: `From your network ${INVITATION_MAILS_BY_NETWORK.count} invitations were mailed today. ${INSTEAD}`,
  })),
  {
    key: await accountKey(c, 'invitation-mail-of-site', ''),
    limit: INVITATION_MAILS_OF_SITE,
    refusal: `This site has mailed ${INVITATION_MAILS_OF_SITE.count} invitations today. ${INSTEAD}`,
  },
  {
    key: await accountKey(c, 'invitation-mail', c.get('workspace').id),
    limit: INVITATION_MAILS,
    refusal: `A team mails ${INVITATION_MAILS.count} invitations a day. ${INSTEAD}`,
  },
  {
    key: await accountKey(c, 'invitation-mail-to', to),
    limit: LINK_MAILS,
    refusal: `This address was invited ${LINK_MAILS.count} times today.`,
  },
];

interface InvitationMail {
  id: string;
  to: string;
  role: Role;
  token: string;
  counters: readonly GuardCounter[];
}

/** Mails the link. Where the mail is not taken there is no invitation either. */
async function mailOrTakeBack(
  c: AppContext,
  { id, to, role, token, counters }: InvitationMail,
): Promise<void> {
  const letter = invitationLetter(
    { team: c.get('team')?.name ?? '', role, by: nameOfMember(c.get('requester')) },
    token,
  );
  try {
    await sendMail(c.env, to, letter);
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    console.error(`An invitation was not sent: ${error.message}`);
    await deleteInvitation(c.get('db'), { teamId: c.get('workspace').id, id, by: c.get('requester').id });
    await giveBack(c, counters);
    throw new ApiError(502, 'The e-mail could not be sent. Please try again later, or invite by a link.', {
      code: 'PROVIDER_UNAVAILABLE',
    });
  }
}

/** One answer for all invitations that do not work, so that nobody learns which was there. */
const noInvitation = () =>
  new ApiError(404, 'This invitation does not work: it was used, has ended, or is older than a week.');

type TokenContext = BodyContext<{ token: string }>;

/** The invitation that the user has the token of. */
async function requireInvitation(c: TokenContext) {
  const tokenHash = await hashToken(c.req.valid('json').token);
  const reader = { userId: c.get('requester').id, now: Date.now() };
  const found = tokenHash === null ? undefined : await findInvitation(c.get('db'), tokenHash, reader);
  if (tokenHash === null || !found) throw noInvitation();
  return { ...found, tokenHash };
}

export const invitationHandlers = {
  'GET /api/teams/:team/invitations': async (c) => {
    const rows = await listInvitations(c.get('db'), c.get('workspace').id, Date.now());
    return { invitations: rows.map(present) };
  },
  // One with an address is mailed where the site sends e-mail: then nobody else gets its link.
  'POST /api/teams/:team/invitations': async (c) => {
    const { role, email } = c.req.valid('json');
    const to = canSendMail(c.env) ? email : null;
    const { token, tokenHash } = await makeToken();
    const now = Date.now();
    const row = {
      id: crypto.randomUUID(),
      role,
      email,
      madeAt: now,
      expiresAt: now + INVITATION_MS,
      mailedAt: to === null ? null : now,
    };
    if (to !== null) await requireProof(c);
    const bytes = bytesOfTexts(tokenHash, email);
    await requireGrowth(siteOf(c), { workspaceId: c.get('workspace').id, bytes });
    const counters = to === null ? [] : await mailCounters(c, to);
    await reserve(c, counters);
    await store(c, { ...row, tokenHash });
    if (to !== null) await mailOrTakeBack(c, { id: row.id, to, role, token, counters });
    const invitation = present({ ...row, maker: c.get('requester') });
    c.status(201);
    return { token: to === null ? token : null, invitation };
  },
  'DELETE /api/teams/:team/invitations/:invitation': async (c) => {
    const id = c.req.param('invitation') ?? ''; // the route has it
    await deleteInvitation(c.get('db'), { teamId: c.get('workspace').id, id, by: c.get('requester').id });
    return { message: 'The invitation has ended.' };
  },
  'POST /api/invitations': async (c) => {
    const { team, role, email, isForYou, isMember, expiresAt } = await requireInvitation(c);
    const opened = { team, role, email, isForYou, isMember, expiresAt: timeOf(expiresAt) };
    return opened;
  },
  'POST /api/invitations/accept': async (c) => {
    const invitation = await requireInvitation(c);
    const { teamId, tokenHash, email, isForYou, isMember } = invitation;
    if (!isForYou)
      throw new ApiError(
        403,
        `This invitation is for ${email}. Sign in with an account of that address that Google or a mailed link has confirmed.`,
        { code: 'OTHER_ADDRESS' },
      );
    requireSignIn(c, invitation);
    const reader = { userId: c.get('requester').id, now: Date.now() };
    const db = c.get('db');
    const hasJoined = isMember || (await redeemInvitation(db, tokenHash, reader));
    if (!hasJoined && !(await findMemberTeam(db, teamId, reader.userId))) {
      await requireInvitation(c); // somebody else may have used it meanwhile
      throw teamLimit(
        (await listTeams(db, reader.userId)).length < MAX_MEMBERSHIPS
          ? `This team has ${MAX_MEMBERS} members, which is the most.`
          : `You are a member of ${MAX_MEMBERSHIPS} teams, which is the most. Leave one to join another.`,
      );
    }
    return await presentTeam(c, teamId);
  },
} satisfies Partial<Handlers>;
