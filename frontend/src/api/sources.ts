import useSWR, { useSWRConfig } from 'swr';
import { INBOX_OFFER } from '#contract/connection-kinds.ts';
import {
  analysisVersionSchema,
  madeSourceSchema,
  sourceStatusSchema,
  versionFiguresSchema,
  versionListSchema,
  type AnalysisVersion,
  type MadeSource,
  type NewSource,
  type Source,
  type VersionFigures,
} from '#contract/sources.ts';
import { useAskAlerts } from './alerts.ts';
import { ANALYSES_KEY } from './analyses.ts';
import { command, read, send, type Call } from './client.ts';
import { siteOffers } from './offers.ts';

/** Whether the site takes deliveries for saved analyses, as the document says. */
export function offersInbox(): boolean {
  return siteOffers(INBOX_OFFER);
}

/** The address for deliveries to a source. */
export const inboxAddress = ({ id }: Source): string => `${location.origin}/api/inbox/${id}`;

const sourceKey = (id: string) => [...ANALYSES_KEY, encodeURIComponent(id), 'source'];
const versionsKey = (id: string) => [...ANALYSES_KEY, encodeURIComponent(id), 'versions'];

/** A delivery comes without the page: it is looked for whenever the page is opened, and when its window is looked at again. */
const WATCHED = { revalidateOnMount: true, revalidateOnFocus: true };

/** The source of an analysis; null without one. */
export function useSource(id: string) {
  return useSWR<Source | null, unknown>(
    sourceKey(id),
    async (key: string[]) => sourceStatusSchema.parse(await read(key)).source,
    WATCHED,
  );
}

/** The versions of an analysis, newest first. */
export function useVersions(id: string) {
  return useSWR<AnalysisVersion[], unknown>(
    versionsKey(id),
    async (key: string[]) => versionListSchema.parse(await read(key)).versions,
    WATCHED,
  );
}

/** The versions of an analysis where they have been fetched; for a part that is drawn at once, such as the report. */
export function useKnownVersions(id: string): AnalysisVersion[] {
  return useSWR<AnalysisVersion[]>(versionsKey(id), null).data ?? [];
}

/** All figures of a version. They never change. */
export function useVersionFigures(id: string, number: number | null) {
  return useSWR<VersionFigures, unknown>(
    number === null ? null : [...versionsKey(id), String(number)],
    async (key: string[]) => versionFiguresSchema.parse(await read(key)),
  );
}

/** The calls that change the source of an analysis, and its versions. Each shows what the server answers. */
export function useSourceCalls(id: string) {
  const { mutate } = useSWRConfig();
  const path = sourceKey(id).join('/');
  const show = (source: Source | null) => mutate<Source | null>(sourceKey(id), source, { revalidate: false });
  // The list of analyses says which of them are kept current.
  const listAgain = () => void mutate(ANALYSES_KEY);
  const askAlertsAgain = useAskAlerts(id);
  const make = async (call: Call, end = ''): Promise<MadeSource> => {
    const made = madeSourceSchema.parse(await (await send(path + end, call)).json());
    await show(made.source);
    listAgain();
    return made;
  };
  const change = async (end: string): Promise<void> => {
    const answer = await send(`${path}/${end}`, { method: 'POST' });
    await show(sourceStatusSchema.parse(await answer.json()).source);
    listAgain();
  };
  return {
    /** Makes an inbox. Its token cannot be asked for again. */
    start: () => make({ method: 'PUT', json: { kind: 'inbox' } satisfies NewSource }),
    /** Replaces the token. The earlier one ends. */
    renew: () => make({ method: 'POST' }, '/token'),
    pause: () => change('pause'),
    resume: () => change('resume'),
    /** Ends the inbox. The versions stay. */
    end: async (): Promise<void> => {
      await command(path, { method: 'DELETE' });
      await show(null);
      listAgain();
    },
    /** Says that the rules of a version are in use. */
    markEntered: async (number: number): Promise<void> => {
      const answer = await send(`${versionsKey(id).join('/')}/${number}/entered`, { method: 'POST' });
      const entered = analysisVersionSchema.parse(await answer.json());
      await mutate<AnalysisVersion[]>(
        versionsKey(id),
        (versions = []) => versions.map((one) => (one.number === entered.number ? entered : one)),
        { revalidate: false },
      );
      // What its rules are compared with has changed too.
      await askAlertsAgain();
    },
    askAgain: () => void Promise.all([mutate(sourceKey(id)), mutate(versionsKey(id))]),
  };
}
