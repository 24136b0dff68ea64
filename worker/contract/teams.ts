import './zod-without-eval.ts';
import * as z from 'zod/mini';
import { emailSchema } from './auth.ts';
import { MAX_TEAM_NAME_LENGTH } from './limits.ts';
import { ROLES } from './roles.ts';
import { visibleText } from './bounded.ts';

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

/** The name of a team, without the spaces around it and what cannot be seen. */
const teamNameSchema = z
  .string('name must be text')
  .check(
    visibleText(),
    z.minLength(1, 'Please enter a name'),
    z.maxLength(MAX_TEAM_NAME_LENGTH, `A name has at most ${MAX_TEAM_NAME_LENGTH} characters`),
  );

export const roleSchema = z.enum(ROLES);

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

export const invitationTokenSchema = z.object({ token: z.string() });

/** Where an analysis goes: the id of a team; null for the user's own analyses. */
export const destinationSchema = z.object({ team: z.nullable(z.string()) });

export type TeamChange = z.output<typeof teamChangeSchema>;
export type NewInvitation = z.output<typeof newInvitationSchema>;
