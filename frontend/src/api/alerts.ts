import { useCallback } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { alertsSchema, type Alerts, type RulesInUse } from '#contract/alerts.ts';
import { WORK } from '#frontend/lib/tab-team.ts';
import { ANALYSES_KEY } from './analyses.ts';
import { read } from './client.ts';
import { ask, readPages } from './ask.ts';
import { useAskUser } from './user.ts';

const alertsKey = (id: string) => [...ANALYSES_KEY, encodeURIComponent(id), 'alerts'];

/** All pages of the alerts of an analysis, after a first one that is known. */
async function readAlerts(key: readonly string[], known?: Alerts): Promise<Alerts> {
  const pages = await readPages(async (before: string | null) => {
    if (before === null && known) return known;
    return alertsSchema.parse(await read([key.join('/') + (before === null ? '' : `?before=${before}`)]));
  });
  return { ...pages[0]!, alerts: pages.flatMap(({ alerts }) => alerts), next: null }; // there is a first page
}

/** The alerts of an analysis, and what its leads are compared with. No run, no alert: without versions it asks nothing. */
export function useAlerts(id: string, isKeptCurrent: boolean) {
  return useSWR<Alerts, unknown>(isKeptCurrent ? alertsKey(id) : null, (key: string[]) => readAlerts(key), {
    revalidateOnMount: true,
    revalidateOnFocus: true,
  });
}

/** The alerts of an analysis and its rules in use, asked for once. */
export const fetchAlerts = async (id: string): Promise<Alerts> =>
  alertsSchema.parse(await read(alertsKey(id)));

/** Asks again for the alerts of an analysis, and for the counts of the list and of the header. */
export function useAskAlerts(id: string): () => Promise<void> {
  const { mutate } = useSWRConfig();
  const askUser = useAskUser();
  return useCallback(async () => {
    await Promise.all([mutate(alertsKey(id)), mutate(ANALYSES_KEY), askUser()]);
  }, [mutate, askUser, id]);
}

/** Asks again for the rules in use of the analyses on this page, since a push or an undo may have changed those of any. */
export function useAskInUse(): () => Promise<void> {
  const { mutate } = useSWRConfig();
  const askUser = useAskUser();
  return async () => {
    const isOf = (key: unknown) =>
      Array.isArray(key) &&
      key[0] === ANALYSES_KEY[0] &&
      (key.length === 1 || key[2] === 'alerts' || key[2] === 'versions');
    await Promise.all([mutate(isOf), askUser()]);
  };
}

/** The calls about alerts. Each shows what the server answers. */
export function useAlertCalls(id: string) {
  const { mutate } = useSWRConfig();
  const askUser = useAskUser();
  const show = async (first: Alerts): Promise<void> => {
    const known = await readAlerts(alertsKey(id), first);
    await mutate(alertsKey(id), known, { revalidate: false });
    void Promise.all([mutate(ANALYSES_KEY), askUser()]);
  };
  return {
    /** Alerts up to this version are known to the owner. */
    markSeen: async (upTo: number) =>
      show(await ask('POST /api/analyses/:id/alerts/seen', { at: WORK, id, json: { upTo } }, alertsSchema)),
    /** The rules of a version are in use from now on. */
    markInUse: async (rules: RulesInUse) =>
      show(await ask('POST /api/analyses/:id/rules-in-use', { at: WORK, id, json: rules }, alertsSchema)),
  };
}
