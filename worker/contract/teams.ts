import './zod-without-eval.ts';
import * as z from 'zod/mini';
import { emailSchema } from './auth.ts';
import { CONNECTION_KINDS } from './connection-kinds.ts';
import { PLATFORM_IDS } from './platforms.ts';
import { connectionUses } from './connection-uses.ts';
import { MAX_TEAM_NAME_LENGTH } from './limits.ts';
import { countSchema } from './metrics.ts';
import { ROLES } from './roles.ts';
import { visibleText } from './visible-text.ts';

/**
 * Teams. A team owns analyses, sources, connections, sends and pushes as a user does: each call about these is there once more, under
 * `/api/teams/{team}` in place of `/api`, with the same bodies and answers, such as `PUT /api/teams/{team}/analyses/{id}`. All calls
 * need a user. Under `/api/teams/{team}` they answer 404 `NO_TEAM` to everybody who is no member, as for a team that does not exist,
 * and 403 `NOT_ALLOWED` to a member whose role does not allow the call: `roles.ts` says which one does.
 *
 * | call | body | answer |
 * |---|---|---|
 * | `GET /api/teams` | | 200 `teamListSchema`: the teams of the user, by name |
 * | `POST /api/teams` | `newTeamSchema` | 201 `listedTeamSchema`, with the user as its admin; 409 `TEAM_LIMIT` |
 * | `GET /api/teams/{team}` | | 200 `teamSchema`: also what it owns, and its quotas |
 * | `PATCH /api/teams/{team}` | `teamChangeSchema` | 200 `listedTeamSchema` |
 * | `DELETE /api/teams/{team}` | `teamDeletionSchema` | 200 `teamDeletedSchema`; 409 `WRONG_NAME` where the name is another one |
 * | `POST /api/teams/{team}/leave` | | 200 with a message; 409 `LAST_ADMIN` |
 * | `GET /api/teams/{team}/members` | | 200 `membersSchema` |
 * | `PATCH /api/teams/{team}/members/{member}` | `roleChangeSchema` | 200 `membersSchema`; 404 for somebody else, 409 `LAST_ADMIN` |
 * | `DELETE /api/teams/{team}/members/{member}` | | 200 `membersSchema`; as above |
 * | `GET /api/teams/{team}/invitations` | | 200 `invitationsSchema`: those that can still be used |
 * | `POST /api/teams/{team}/invitations` | `newInvitationSchema` | 201 `madeInvitationSchema`; 409 `TEAM_LIMIT` |
 * | `DELETE /api/teams/{team}/invitations/{invitation}` | | 200 with a message, also where it is gone |
 * | `POST /api/invitations` | `invitationTokenSchema` | 200 `openedInvitationSchema`; 404 for one that is used, ended, over or unknown |
 * | `POST /api/invitations/accept` | `invitationTokenSchema` | 200 `listedTeamSchema`; as above; 403 `OTHER_ADDRESS` where it is for another address or an unproved one, 409 `TEAM_LIMIT` |
 * | `POST /api/analyses/{id}/move` | `destinationSchema` | 200 `movedSchema`: with its link, source and versions |
 * | `POST /api/analyses/{id}/copy` | `destinationSchema` | 201 `movedSchema`: the id of the copy, which has neither link, source nor versions |
 *
 * `move` and `copy` are there under `/api/teams/{team}` too. They need the right to edit in a team that the analysis comes from or
 * goes to, and answer 409 `ANALYSIS_LIMIT` or `STORAGE_LIMIT` where it has no room there.
 *
 * In a team the list and the single analysis name who made it and who changed it last, and so does a 412 in `current`. Null is a former
 * member. `LAST_ADMIN`: the team would have members and no admin. `DELETE /api/auth/user` answers it too, and names the teams; a team
 * without any other member goes with the account.
 */
const timeSchema = z.string();

/** The name of a team, without the spaces around it and what cannot be seen. */
const teamNameSchema = z
  .string('name must be text')
  .check(
    visibleText(),
    z.minLength(1, 'Please enter a name'),
    z.maxLength(MAX_TEAM_NAME_LENGTH, `A name has at most ${MAX_TEAM_NAME_LENGTH} characters`),
  );

const roleSchema = z.enum(ROLES);

export const newTeamSchema = z.object({ name: teamNameSchema });

/** An absent member does not change. */
export const teamChangeSchema = z
  .object({ name: z.optional(teamNameSchema), editorsPush: z.optional(z.boolean()) })
  .check(
    z.refine(
      ({ name, editorsPush }) => name !== undefined || editorsPush !== undefined,
      'Nothing to change was sent',
    ),
  );

/** The name as somebody has typed it who wants to delete the team. */
export const teamDeletionSchema = z.object({ name: z.string() });

export const roleChangeSchema = z.object({ role: roleSchema });

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
  /** What ends with the membership of the user. */
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
 * What a team owns, and thus loses when it is deleted.
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
  /** What ends with the membership, or with the role of an admin. */
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
 * With `email` only an account can use it whose address is this one and proved: by Google, by a mailed link, or by this very
 * invitation where it is mailed. The Worker mails it where the site sends e-mail: 409 `NOT_PROVED` for a user whose own address is not
 * proved; 429 for more than `INVITATION_MAILS` of a team, or than its neighbours in `limits.ts` of a user, a network or the site; 502
 * `PROVIDER_UNAVAILABLE`, and no invitation, where the e-mail is not taken.
 */
export const newInvitationSchema = z.object({
  role: roleSchema,
  email: z._default(z.nullable(emailSchema), null),
});

/**
 * The token cannot be asked for again: the link is `/join#{token}`. It is null where the link was mailed, so that nobody but the
 * owner of the address has it.
 *
 * @public
 */
export const madeInvitationSchema = z.object({ token: z.nullable(z.string()), invitation: invitationSchema });

export const invitationTokenSchema = z.object({ token: z.string() });

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

/** Where an analysis goes: the id of a team; null for the user's own analyses. */
export const destinationSchema = z.object({ team: z.nullable(z.string()) });

/** @public */
export const movedSchema = z.object({ id: z.string(), team: z.nullable(z.string()) });

export type NewTeam = z.output<typeof newTeamSchema>;
export type TeamChange = z.output<typeof teamChangeSchema>;
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
export type NewInvitation = z.output<typeof newInvitationSchema>;
export type MadeInvitation = z.infer<typeof madeInvitationSchema>;
export type OpenedInvitation = z.infer<typeof openedInvitationSchema>;
export type MoveDestination = z.output<typeof destinationSchema>;
export type Moved = z.infer<typeof movedSchema>;
