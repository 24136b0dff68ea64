import { useEffect } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { INBOX_OFFER, SCHEDULE_OFFER } from '#contract/offers.ts';
import {
  analysisVersionSchema,
  madeSourceSchema,
  sourceStatusSchema,
  versionFiguresSchema,
  versionListSchema,
  type AnalysisVersion,
  type MadeSource,
  type InboxSource,
  type Schedule,
  type SheetSpec,
  type Source,
  type SourceStatus,
  type VersionFigures,
} from '#contract/sources.ts';
import { MINUTE } from '#contract/limits.ts';
import { WORK } from '#frontend/lib/tab-team.ts';
import { useAskAlerts } from './alerts.ts';
import { ANALYSES_KEY } from './analyses.ts';
import { read } from './client.ts';
import { siteOffers, ask, tell, readPages } from './ask.ts';

/** The ways to keep an analysis current. */
export type SourceKind = Source['kind'];

const OFFERS: Readonly<Record<SourceKind, string>> = { sheet: SCHEDULE_OFFER, inbox: INBOX_OFFER };

/** The ways that the site offers, as the document says. */
export function offeredSources(): SourceKind[] {
  return (['sheet', 'inbox'] as const).filter((kind) => siteOffers(OFFERS[kind]));
}

/** The address for deliveries to a source. */
export const inboxAddress = ({ id }: InboxSource): string => `${location.origin}/api/inbox/${id}`;

const sourceKey = (id: string) => [...ANALYSES_KEY, encodeURIComponent(id), 'source'];
const versionsKey = (id: string) => [...ANALYSES_KEY, encodeURIComponent(id), 'versions'];

/** A delivery comes without the page: it is looked for whenever the page is opened, and when its window is looked at again. */
const WATCHED = { revalidateOnMount: true, revalidateOnFocus: true };

/** A run takes some seconds; one that waits for its turn begins within the hour. */
const ASK_AGAIN_MS = { running: 3000, waiting: MINUTE } as const;

function askAgainIn(source: Source | null | undefined): number {
  if (source?.kind !== 'sheet') return 0;
  if (source.isRunning) return ASK_AGAIN_MS.running;
  return source.nextDueAt !== null && Date.parse(source.nextDueAt) <= Date.now() ? ASK_AGAIN_MS.waiting : 0;
}

/** The source of an analysis; null without one. It is asked for again while it runs. */
export function useSource(id: string) {
  const answer = useSWR<Source | null, unknown>(
    sourceKey(id),
    async (key: string[]) => sourceStatusSchema.parse(await read(key)).source,
    WATCHED,
  );
  const { data, mutate } = answer;
  const interval = askAgainIn(data);
  useEffect(() => {
    if (interval === 0) return;
    const timer = setInterval(() => void mutate(), interval);
    return () => clearInterval(timer);
  }, [interval, mutate]);
  return answer;
}

/** The versions of an analysis, newest first. */
export function useVersions(id: string) {
  return useSWR<AnalysisVersion[], unknown>(versionsKey(id), readVersions, WATCHED);
}

/** All pages of the list. */
async function readVersions(key: string[]): Promise<AnalysisVersion[]> {
  const pages = await readPages(async (before: number | null) =>
    versionListSchema.parse(await read(before === null ? key : [`${key.join('/')}?before=${before}`])),
  );
  return pages.flatMap(({ versions }) => versions);
}

/** The versions of an analysis where they have been fetched; for a part that is drawn at once, such as the report. */
export function useKnownVersions(id: string): AnalysisVersion[] {
  return useSWR<AnalysisVersion[]>(versionsKey(id), null).data ?? [];
}

const versionKey = (id: string, number: number) => [...versionsKey(id), String(number)];
const readVersion = async (key: string[]): Promise<VersionFigures> =>
  versionFiguresSchema.parse(await read(key));

/** All figures of a version. They never change. */
export function useVersionFigures(id: string, number: number | null) {
  return useSWR<VersionFigures, unknown>(number === null ? null : versionKey(id, number), readVersion);
}

/** The same, asked for once. */
export const fetchVersionFigures = (id: string, number: number): Promise<VersionFigures> =>
  readVersion(versionKey(id, number));

/** The calls that change the source of an analysis, and its versions. Each shows what the server answers. */
export function useSourceCalls(id: string) {
  const { mutate } = useSWRConfig();
  const own = { at: WORK, id };
  const show = (source: Source | null) => mutate<Source | null>(sourceKey(id), source, { revalidate: false });
  // The list of analyses says which of them are kept current.
  const listAgain = () => void mutate(ANALYSES_KEY);
  const askAlertsAgain = useAskAlerts(id);
  const make = async (asked: Promise<MadeSource>): Promise<MadeSource> => {
    const made = await asked;
    await show(made.source);
    listAgain();
    return made;
  };
  const change = async (asked: Promise<SourceStatus>): Promise<void> => {
    await show((await asked).source);
    listAgain();
  };
  return {
    /** Makes an inbox. Its token cannot be asked for again. */
    startInbox: () =>
      make(ask('PUT /api/analyses/:id/source', { ...own, json: { kind: 'inbox' } }, madeSourceSchema)),
    startSheet: (sheet: SheetSpec, schedule: Schedule) =>
      change(
        ask(
          'PUT /api/analyses/:id/source',
          { ...own, json: { kind: 'sheet', sheet, schedule } },
          sourceStatusSchema,
        ),
      ),
    /** Replaces the token. The earlier one ends. */
    renew: () => make(ask('POST /api/analyses/:id/source/token', own, madeSourceSchema)),
    reschedule: (schedule: Schedule) =>
      change(ask('PUT /api/analyses/:id/source/schedule', { ...own, json: schedule }, sourceStatusSchema)),
    runNow: () => change(ask('POST /api/analyses/:id/source/run', own, sourceStatusSchema)),
    pause: () => change(ask('POST /api/analyses/:id/source/pause', own, sourceStatusSchema)),
    resume: () => change(ask('POST /api/analyses/:id/source/resume', own, sourceStatusSchema)),
    /** Ends the source. The versions stay. */
    end: async (): Promise<void> => {
      await tell('DELETE /api/analyses/:id/source', own);
      await show(null);
      listAgain();
    },
    /** Says that the rules of a version are in use. */
    markEntered: async (number: number): Promise<void> => {
      const request = { ...own, number: String(number) };
      const entered = await ask(
        'POST /api/analyses/:id/versions/:number/entered',
        request,
        analysisVersionSchema,
      );
      await mutate<AnalysisVersion[]>(
        versionsKey(id),
        (versions = []) => versions.map((one) => (one.number === entered.number ? entered : one)),
        { revalidate: false },
      );
      // The figures that its rules are compared with have changed too.
      await askAlertsAgain();
    },
    askAgain: () => void Promise.all([mutate(sourceKey(id)), mutate(versionsKey(id))]),
    /** After a run: its version, and the alerts that it has raised. */
    askVersions: () => void Promise.all([mutate(versionsKey(id)), askAlertsAgain()]),
  };
}
