import { useCallback, useMemo } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import type { PlatformId } from '#contract/platforms.ts';
import { can, type Action, type Role } from '#contract/roles.ts';
import type { NewInvitation, TeamChange } from '#contract/teams.ts';
import {
  invitationsSchema,
  listedTeamSchema,
  madeInvitationSchema,
  membersSchema,
  movedSchema,
  openedInvitationSchema,
  teamDeletedSchema,
  teamListSchema,
  teamSchema,
  type Invitation,
  type ListedTeam,
  type MadeInvitation,
  type Member,
  type Members,
  type Moved,
  type OpenedInvitation,
  type Team,
} from '#contract/team-answers.ts';
import { TEAM, WORK } from '#frontend/lib/tab-team.ts';
import { ANALYSES_KEY } from './analyses.ts';
import { ask, sendCall, tell } from './ask.ts';
import { read } from './client.ts';
import { useUser } from './user.ts';

const TEAMS_KEY = ['/api/teams'] as const;
// These are asked for by a page of the team only.
const TEAM_KEY = [WORK] as const;
const MEMBERS_KEY = [WORK, 'members'] as const;
const INVITATIONS_KEY = [WORK, 'invitations'] as const;

/** Other members change a team meanwhile: it is looked at again when the tab comes back into view. */
const WATCHED = { revalidateOnFocus: true };

/** The teams of the signed-in user, by name; undefined until they are known. */
export function useTeams() {
  const { user } = useUser();
  return useSWR<ListedTeam[], unknown>(user ? TEAMS_KEY : null, fetchTeams, WATCHED);
}

async function fetchTeams(key: readonly string[]): Promise<ListedTeam[]> {
  return teamListSchema.parse(await read(key)).teams;
}

/** The team of this tab, as its member sees it; null in the user's own work, and until it is known. */
export function useTabTeam(): ListedTeam | null {
  return useTeams().data?.find(({ id }) => id === TEAM) ?? null;
}

/**
 * Says whether the user may do something here: anything in their own work, in a team what their role allows. Until the role is known,
 * nothing.
 */
export function useMay(): (action: Action) => boolean {
  const team = useTabTeam();
  return useCallback((action) => TEAM === null || (team !== null && can(team.role, action, team)), [team]);
}

/** Makes a team, with the user as its admin. */
export async function createTeam(name: string): Promise<ListedTeam> {
  return await ask('POST /api/teams', { json: { name } }, listedTeamSchema);
}

export function useTeam() {
  return useSWR<Team, unknown>(TEAM_KEY, async (key: string[]) => teamSchema.parse(await read(key)), WATCHED);
}

export function useMembers() {
  return useSWR<Member[], unknown>(
    MEMBERS_KEY,
    async (key: string[]) => membersSchema.parse(await read(key)).members,
    WATCHED,
  );
}

/** The invitations that can still be used. Only those who may manage the team may ask. */
export function useInvitations(mayAsk: boolean) {
  return useSWR<Invitation[], unknown>(
    mayAsk ? INVITATIONS_KEY : null,
    async (key: string[]) => invitationsSchema.parse(await read(key)).invitations,
    WATCHED,
  );
}

/** The calls that change the team of this tab. Each shows what the server answers. */
export function useTeamCalls() {
  const { mutate } = useSWRConfig();
  return useMemo(() => {
    const askAgain = () => void Promise.all([mutate(TEAMS_KEY), mutate(TEAM_KEY)]);
    const showMembers = async (asked: Promise<Members>): Promise<void> => {
      const { members } = await asked;
      await mutate<Member[]>(MEMBERS_KEY, members, { revalidate: false });
      askAgain();
    };
    return {
      change: async (change: TeamChange): Promise<void> => {
        await tell('PATCH /api/teams/:team', { at: WORK, json: change });
        await Promise.all([mutate(TEAMS_KEY), mutate(TEAM_KEY)]);
      },
      changeRole: (member: string, role: Role) =>
        showMembers(
          ask('PATCH /api/teams/:team/members/:member', { at: WORK, member, json: { role } }, membersSchema),
        ),
      removeMember: (member: string) =>
        showMembers(ask('DELETE /api/teams/:team/members/:member', { at: WORK, member }, membersSchema)),
      /** Its token cannot be asked for again. */
      invite: async (invitation: NewInvitation): Promise<MadeInvitation> => {
        const request = { at: WORK, json: invitation };
        const made = await ask('POST /api/teams/:team/invitations', request, madeInvitationSchema);
        void mutate(INVITATIONS_KEY);
        return made;
      },
      endInvitation: async (id: string): Promise<void> => {
        await tell('DELETE /api/teams/:team/invitations/:invitation', { at: WORK, invitation: id });
        await mutate(INVITATIONS_KEY);
      },
      leave: () => tell('POST /api/teams/:team/leave', { at: WORK }),
    };
  }, [mutate]);
}

/** Deletes the team of this tab with all that it owns. Returns the services where a right of the team may be left. */
export async function deleteTeam(name: string): Promise<PlatformId[]> {
  const answer = await sendCall('DELETE /api/teams/:team', { at: WORK, json: { name } });
  // The team is gone, even if the answer can't be read.
  return teamDeletedSchema.safeParse(await answer.json().catch(() => null)).data?.accessLeft ?? [];
}

/** The team and the role of an invitation. The token is in the body, so that no address holds it. */
export async function openInvitation(token: string): Promise<OpenedInvitation> {
  return await ask('POST /api/invitations', { json: { token } }, openedInvitationSchema);
}

export async function acceptInvitation(token: string): Promise<ListedTeam> {
  return await ask('POST /api/invitations/accept', { json: { token } }, listedTeamSchema);
}

/** Moves or copies an analysis to a team, or for null to the user's own. */
export function useMoveAnalysis() {
  const { mutate } = useSWRConfig();
  return useCallback(
    async (way: 'move' | 'copy', id: string, team: string | null): Promise<Moved> => {
      const request = { at: WORK, id, json: { team } };
      const moved = await ask(`POST /api/analyses/:id/${way}`, request, movedSchema);
      await mutate(ANALYSES_KEY);
      return moved;
    },
    [mutate],
  );
}
