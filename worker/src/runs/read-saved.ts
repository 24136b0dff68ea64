import { dayOf } from '#contract/limits.ts';
import { configurationWithin } from '#contract/configuration.ts';
import type { Metric, StoredMix, StoredToEnter } from '#contract/metrics.ts';
import { areKept } from '#frontend/choices/pack-figures.ts';
import { findCountedVersion } from '#worker/db/alerts.ts';
import { openDatabase } from '#worker/db/client.ts';
import { findAnalysis, type StoredAnalysis } from '#worker/db/saved-analyses.ts';
import type { Target } from '#worker/db/shared-analyses.ts';
import { openStores, type Stores } from '#worker/store/open-stores.ts';
import { inflate } from '#worker/streams/gzip.ts';
import type { Site } from '../env.ts';
import { analysisNotFound } from '../errors.ts';
import type { FileToCount } from './count-file.ts';
import type { EnteredFigures } from './rules-in-use.ts';
import { parseJson } from '#worker/db/json.ts';

/** The choices of a stored analysis: early releases had no bounds. */
const configurationSchema = configurationWithin({ items: Infinity, entries: Infinity });

/** Each part of a text that lies in several may wait for the database so long. */
const PART_MS = 5_000;

/** A saved analysis: how to count another file, and the figures that its rules have. */
interface SavedForRuns {
  saved: FileToCount['saved'];
  entered: EnteredFigures;
  /** The multipliers that its plans enter, to be kept with rules in use; undefined where the record does not tell, or tells more than is kept. */
  toEnter: StoredToEnter[] | undefined;
  /** The version of the record. */
  recordVersion: number;
}

/** Reads the choices of a saved analysis and its figures; null if the user has none with this id. Its rows stay where they are. */
export async function readSaved({ env, db }: Site, target: Target): Promise<SavedForRuns | null> {
  const stored = await findAnalysis(db, target, ['configuration', 'analysis', 'mixes']);
  if (!stored) return null;
  const { record } = stored;
  const stores = openStores(db, { open: () => openDatabase(env.DB, PART_MS), bucket: env.DATASETS });
  const configuration = configurationSchema.safeParse(await readMembers(stored, stores, 'configuration'));
  const { metrics = [], toEnter } = await readMembers(stored, stores, 'analysis');
  const { mixes } = await readMembers(stored, stores, 'mixes');
  const configured = configuration.success ? configuration.data : null;
  const settings = {
    conversionValue: record.conversionValue,
    thresholdPercent: record.significanceThreshold,
    ...(configured?.currency && { currency: configured.currency }),
  };
  return {
    saved: {
      name: record.name ?? record.fileName,
      settings,
      configuration: configured,
      figures: { metrics },
    },
    entered: {
      metrics,
      mixes,
      total: { leads: record.totalLeads, conversions: record.totalQualified },
      thresholdPercent: record.significanceThreshold,
      configuration: configured,
      // Saved figures have no dates. No lead of theirs is dated later than the day on which they were saved.
      newestDay: dayOf(figuresOf(stored)?.createdAt ?? record.createdAt),
    },
    toEnter: keptOf(toEnter),
    recordVersion: record.version,
  };
}

/** The figures to keep with rules in use; undefined where none are known, or more than are kept. */
const keptOf = (entered: StoredToEnter[] | undefined): StoredToEnter[] | undefined =>
  entered && areKept(entered) ? entered : undefined;

/**
 * Reads the figures that the rules of a version come into use with, judged by the threshold of the analysis; 0 is the analysis as it was
 * saved. Null without such a version.
 *
 * @throws 404 if the user has no such analysis
 */
export async function readEntered(
  site: Site,
  target: Target,
  version: number,
): Promise<Pick<SavedForRuns, 'entered' | 'toEnter' | 'recordVersion'> | null> {
  const saved = await readSaved(site, target);
  if (!saved) throw analysisNotFound();
  if (version === 0) return saved;
  const row = await findCountedVersion(site.db, target, version);
  if (!row) return null;
  const { metrics, mixes, toEnter } = parseJson(row.figures);
  const entered = {
    ...saved.entered,
    metrics,
    mixes,
    total: { leads: row.leads, conversions: row.converted },
    newestDay: row.newestDay ?? dayOf(row.madeAt),
  };
  return { ...saved, entered, toEnter: keptOf(toEnter) };
}

const figuresOf = ({ texts }: StoredAnalysis) => texts.find(({ kind }) => kind === 'analysis');

/** The objects that are stored with a record. The figures were checked when they were saved; a record without has no member. */
interface StoredMembers {
  configuration: unknown;
  analysis: { metrics?: Metric[]; toEnter?: StoredToEnter[] };
  mixes: { mixes?: StoredMix[] };
}

/** The members of an object that is stored without its braces; none where no text of the kind is stored. */
export async function readMembers<Kind extends keyof StoredMembers>(
  { texts }: StoredAnalysis,
  stores: Stores,
  kind: Kind,
): Promise<StoredMembers[Kind]> {
  const text = texts.find((candidate) => candidate.kind === kind);
  const decoder = new TextDecoder();
  let members = '';
  if (text)
    for await (const chunk of inflate(stores.of(text).read(text)))
      members += decoder.decode(chunk, { stream: true });
  return JSON.parse(`{${members}${decoder.decode()}}`);
}
