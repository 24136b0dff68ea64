import type { CurrentVersion } from '#contract/errors.ts';
import { listMemberNames, nameOfMember } from '#worker/db/members.ts';
import type { VersionRow } from '#worker/db/saved-analyses.ts';
import type { AppContext } from '#worker/env.ts';
import { listDatasetEnds } from '#worker/db/team-rules.ts';
import { findName, presentVersion, type DatasetEnds, type Names } from './present-analysis.ts';

/** The names of the members of the team that the call is about. */
export async function namesOf(c: AppContext): Promise<Names> {
  const team = c.get('team');
  if (!team) return null;
  const members = await listMemberNames(c.get('db'), team.id);
  return new Map(members.map((member) => [member.id, nameOfMember(member)]));
}

/** The announced ends of the datasets of the team that the call is about. */
export async function endsOf(c: AppContext): Promise<DatasetEnds> {
  const team = c.get('team');
  return team ? await listDatasetEnds(c.get('db'), team.id) : null;
}

/** The stored version where a change was made for another one. In a team it says who has changed it. */
export async function presentCurrent(c: AppContext, row: Omit<VersionRow, 'id'>): Promise<CurrentVersion> {
  const names = await namesOf(c);
  return { ...presentVersion(row), ...(names && { updatedBy: findName(names, row.updatedBy) }) };
}
