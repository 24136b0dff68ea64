import './zod-without-eval.ts';
import * as z from 'zod/mini';
import { CONNECTION_KINDS, PLATFORM_IDS } from './platforms.ts';
import { connectionUses } from './connections.ts';
import { countSchema } from './metrics.ts';
import { roleSchema } from './teams.ts';

// The Worker takes the types of these answers and not the schemas, which would weigh in it: see `teams.ts` for what it reads.

const timeSchema = z.string();

/** A connection of a team that ends with the membership, the role or the account of the admin who made it, and what uses it. */
const endingSchema = z.object({
  kind: z.enum(CONNECTION_KINDS),
  account: z.string(),
  ...connectionUses,
});

const listedTeam = {
  id: z.string(),
  name: z.string(),
  /** The role of the user. */
  role: roleSchema,
  /** Editors may push and send to ad platforms, as admins do. */
  editorsPush: z.boolean(),
  members: countSchema,
  admins: countSchema,
  /** The connections that end with the membership of the user. */
  endsWithYou: z.array(endingSchema),
};

/** @public */
export const listedTeamSchema = z.object(listedTeam);

/**
 * `members` is 1 for a team that goes with the account; `role` 'admin', `admins` 1 and more `members` for one that must have another
 * admin before.
 *
 * @public
 */
export const teamListSchema = z.object({ teams: z.array(listedTeamSchema) });

/** Something that a team has, and may have. */
const quota = z.object({ used: countSchema, most: countSchema });

/**
 * A team with the counts of the things that it owns, and thus loses when it is deleted.
 *
 * @public
 */
export const teamSchema = z.object({
  ...listedTeam,
  createdAt: timeSchema,
  quotas: z.object({ analyses: quota, bytes: quota, members: quota }),
  owns: z.object({ links: countSchema, sources: countSchema, connections: countSchema, pushes: countSchema }),
});

/**
 * `accessLeft` names the services where a right of the team may still exist; then the message says so.
 *
 * @public
 */
export const teamDeletedSchema = z.object({
  message: z.string(),
  accessLeft: z.array(z.enum(PLATFORM_IDS)),
});

const memberSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: roleSchema,
  joinedAt: timeSchema,
  isYou: z.boolean(),
  /** The connections that end with the membership, or with the role of an admin. */
  endsWith: z.array(endingSchema),
});

/**
 * The members, admins first, each role by name.
 *
 * @public
 */
export const membersSchema = z.object({ members: z.array(memberSchema) });

const invitationSchema = z.object({
  id: z.string(),
  role: roleSchema,
  /** The address that it is bound to; null for whoever has the link. */
  email: z.nullable(z.string()),
  isMailed: z.boolean(),
  madeBy: z.string(),
  madeAt: timeSchema,
  expiresAt: timeSchema,
});

/** @public */
export const invitationsSchema = z.object({ invitations: z.array(invitationSchema) });

/**
 * The token cannot be asked for again: the link is `/join#{token}`. It is null where the link was mailed, so that nobody but the
 * owner of the address has it.
 *
 * @public
 */
export const madeInvitationSchema = z.object({ token: z.nullable(z.string()), invitation: invitationSchema });

/**
 * The role and the team of an invitation, for a signed-in user.
 *
 * @public
 */
export const openedInvitationSchema = z.object({
  team: z.string(),
  role: roleSchema,
  /** The address that it is for; null for whoever has the link. */
  email: z.nullable(z.string()),
  /** False: the address of the account is another one, or not proved. */
  isForYou: z.boolean(),
  /** The user is a member already. */
  isMember: z.boolean(),
  expiresAt: timeSchema,
});

/** @public */
export const movedSchema = z.object({ id: z.string(), team: z.nullable(z.string()) });

export type ListedTeam = z.infer<typeof listedTeamSchema>;
export type TeamList = z.infer<typeof teamListSchema>;
/** @public */
export type EndingConnection = z.infer<typeof endingSchema>;
export type Team = z.infer<typeof teamSchema>;
export type TeamDeleted = z.infer<typeof teamDeletedSchema>;
/** @public */
export type Member = z.infer<typeof memberSchema>;
export type Members = z.infer<typeof membersSchema>;
export type Invitation = z.infer<typeof invitationSchema>;
export type Invitations = z.infer<typeof invitationsSchema>;
export type MadeInvitation = z.infer<typeof madeInvitationSchema>;
export type OpenedInvitation = z.infer<typeof openedInvitationSchema>;
export type Moved = z.infer<typeof movedSchema>;
