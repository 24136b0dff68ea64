import useSWR from 'swr';
import { findToEnter } from '#frontend/analysis/platforms/to-enter.ts';
import { fetchAlerts } from '#frontend/api/alerts.ts';
import { ANALYSES_KEY, fetchAnalysis } from '#frontend/api/analyses.ts';
import { fetchVersionFigures } from '#frontend/api/sources.ts';
import { packToEnter } from '#frontend/choices/pack-figures.ts';
import { readRecord } from '#frontend/features/saved/read-record.ts';
import { readStored } from '#frontend/features/saved/stored-measurement.ts';
import type { OpenSide, SideToCompare } from './compare-action.tsx';

/** The open results as a side, with the figures that their plans enter. */
export function packOpenSide({ plans, ...open }: OpenSide): SideToCompare {
  const toEnter = plans && packToEnter(open.measurement.fields, findToEnter(plans));
  return { ...open, toEnter, isOpen: true };
}

/** The figures of a saved analysis, with those of its rules in use where they are wanted, fetched again for each visit. Null asks nothing. */
export function useSavedSide(id: string | null, wantsRulesInUse: boolean) {
  return useSWR<SideToCompare, unknown>(
    id === null ? null : [...ANALYSES_KEY, id, wantsRulesInUse ? 'figures in use' : 'figures'],
    () => fetchSide(id ?? '', wantsRulesInUse),
    // The analysis may have been updated since it was last chosen, even a second ago.
    { revalidateIfStale: true, dedupingInterval: 0 },
  );
}

/**
 * To Enter are the figures that were typed or pushed, else those of the version whose rules are in use, else those that were saved. The rows
 * stay on the server.
 */
async function fetchSide(id: string, wantsRulesInUse: boolean): Promise<SideToCompare> {
  const [answer, entered] = await Promise.all([fetchAnalysis(id), wantsRulesInUse ? fetchEntered(id) : null]);
  const record = readRecord(answer);
  return {
    ...readStored(record),
    toEnter: entered?.toEnter ?? record.figures.toEnter ?? null,
    isInUse: entered?.isInUse ?? false,
    knownBy: record.createdAt?.getTime() ?? null,
  };
}

/** The figures of the rules in use; null where none are known, also where they cannot be read just now. */
async function fetchEntered(id: string): Promise<Pick<SideToCompare, 'toEnter' | 'isInUse'> | null> {
  try {
    const { inUse } = await fetchAlerts(id);
    if (inUse?.toEnter) return { toEnter: inUse.toEnter, isInUse: true };
    if (!inUse || inUse.version === 0) return null;
    const { analysisData } = await fetchVersionFigures(id, inUse.version);
    return { toEnter: analysisData.toEnter ?? null, isInUse: false };
  } catch {
    return null;
  }
}
