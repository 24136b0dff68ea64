import type { ReactNode } from 'react';
import useSWR from 'swr';
import type { AnalysisSummary } from '#contract/answers.ts';
import type { OfferedConnection } from '#contract/connections.ts';
import { MAX_NAMED_USES } from '#contract/limits.ts';
import type { ListedTeam } from '#contract/team-answers.ts';
import { fetchAnalyses } from '#frontend/api/analyses.ts';
import { offersConnections, useConnections } from '#frontend/api/connections.ts';
import { useTeams } from '#frontend/api/teams.ts';
import {
  nameSome,
  NO_USES,
  describeEnding,
  describePushed,
  WhatStops,
} from '#frontend/features/connections/what-stops.tsx';
import { countNoun } from '#frontend/lib/format.ts';
import { PERSONAL_WORK } from '#frontend/lib/tab-team.ts';

/** The text of the question before an account is deleted. Belongings that the server has not told yet are there without names. */
export function AccountEnd({ children }: { children: ReactNode }) {
  const { data: teams = [] } = useTeams();
  const { data: analyses } = useSWR<AnalysisSummary[]>([`${PERSONAL_WORK}/analyses`], fetchAnalyses);
  const { offered } = useConnections(offersConnections(), 'own');
  const blocking = teams.filter(
    ({ role, admins, members }) => role === 'admin' && admins === 1 && members > 1,
  );
  const others = teams.filter(({ members }) => members > 1);
  const own = offered?.map(({ connection }) => connection?.uses) ?? [];
  return (
    <WhatStops
      heading="What goes with it:"
      stops={[...listWork(analyses), ...listConnections(offered), ...listTeams(teams), 'your preferences']}
      stays={[
        describePushed([...own, ...others.flatMap(({ endsWithYou }) => endsWithYou)]),
        others.length > 0 ? `What you have made in ${named(others)} stays there.` : null,
      ]}
    >
      {blocking.length > 0 &&
        `You are the last admin of ${named(blocking)}: make somebody else an admin there first, or delete the team. `}
      This deletes your account at once. {children}
    </WhatStops>
  );
}

const named = (teams: readonly ListedTeam[]) => nameSome(teams.map(({ name }) => name));

/** The saved analyses of the user, and what of them runs by itself or is open to others. */
function listWork(analyses: readonly AnalysisSummary[] | undefined): string[] {
  if (!analyses) return ['your saved analyses with their datasets, versions, schedules, inboxes and links'];
  const some = (list: readonly AnalysisSummary[]) =>
    nameSome(
      list.slice(0, MAX_NAMED_USES).map(({ name }) => name),
      list.length,
    );
  const current = analyses.filter(({ source }) => source !== null);
  const shared = analyses.filter(({ isShared }) => isShared);
  const { length: count } = analyses;
  return [
    count > 0 &&
      `${countNoun(count, 'saved analysis', 'saved analyses')} with ${count === 1 ? 'its dataset' : 'their datasets'} and versions`,
    current.length > 0 && `the schedules and inboxes that keep these current: ${some(current)}`,
    shared.length > 0 && `the read-only ${shared.length === 1 ? 'link' : 'links'} to ${some(shared)}`,
  ].filter((text) => text !== false);
}

/** The connections of the user's own, with what uses them. */
function listConnections(offered: readonly OfferedConnection[] | null): string[] {
  if (!offered) return offersConnections() ? ['your connections'] : [];
  return offered.flatMap(({ kind, connection }) =>
    connection
      ? [describeEnding({ kind, account: connection.account, ...(connection.uses ?? NO_USES) })]
      : [],
  );
}

/** The teams that nobody else is in, and what ends in others. */
const listTeams = (teams: readonly ListedTeam[]): string[] =>
  teams.flatMap(({ name, members, endsWithYou }) =>
    members === 1
      ? [`the team ${nameSome([name])}, which nobody else is in`]
      : endsWithYou.map((ending) => `in ${nameSome([name])}: ${describeEnding(ending)}`),
  );
