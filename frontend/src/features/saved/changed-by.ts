import type { AnalysisSummary } from '#contract/answers.ts';

/** Names the last editor of an analysis: null for a former member of the team; undefined outside of teams, where it is the user. */
export function nameChanger(updatedBy: string | null | undefined): string {
  return updatedBy === undefined ? 'Another tab or device' : (updatedBy ?? 'A former member of the team');
}

const FORMER = 'a former member';

/** 'by Ada', and who changed it since: in a team only. */
export function describeAuthors({
  madeBy,
  updatedBy,
}: Pick<AnalysisSummary, 'madeBy' | 'updatedBy'>): string {
  const [maker, changer] = [madeBy ?? FORMER, updatedBy ?? FORMER];
  return madeBy === updatedBy ? `by ${maker}` : `by ${maker}, changed by ${changer}`;
}
