import { configurationWithin } from '#contract/configuration.ts';
import type { Metric } from '#contract/metrics.ts';
import { openDatabase } from '#worker/db/client.ts';
import { findAnalysis, type StoredAnalysis } from '#worker/db/saved-analyses.ts';
import { openStores, type Stores } from '#worker/store/store.ts';
import { inflate } from '#worker/streams/gzip.ts';
import type { Site } from '../env.ts';
import { unauthorized } from '../errors.ts';
import type { FileToCount } from './count-file.ts';

/** The choices of a stored analysis: early releases had no bounds. */
const configurationSchema = configurationWithin({ items: Infinity, entries: Infinity });

/** Each part of a text that lies in several may wait for the database so long. */
const PART_MS = 5_000;

/** Reads the choices of a saved analysis, and the values that it had. Its rows stay where they are. */
export async function readSaved(
  { env, db }: Site,
  target: { userId: string; id: string },
): Promise<FileToCount['saved']> {
  const stored = await findAnalysis(db, target, ['configuration', 'analysis']);
  if (!stored) throw unauthorized(); // deleted meanwhile, and the token with it
  const { record } = stored;
  const stores = openStores(db, { open: () => openDatabase(env.DB, PART_MS), bucket: env.DATASETS });
  const configuration = configurationSchema.safeParse(await readMembers(stored, stores, 'configuration'));
  // Written from checked metrics.
  const { metrics = [] } = (await readMembers(stored, stores, 'analysis')) as { metrics?: Metric[] };
  const choices = configuration.success ? configuration.data : null;
  return {
    name: record.name ?? record.fileName,
    settings: {
      conversionValue: record.conversionValue,
      thresholdPercent: record.significanceThreshold,
      ...(choices?.currency && { currency: choices.currency }),
    },
    configuration: choices,
    figures: { metrics },
  };
}

/** The members of an object that is stored without its braces. */
async function readMembers(
  { texts }: StoredAnalysis,
  stores: Stores,
  kind: 'configuration' | 'analysis',
): Promise<unknown> {
  const text = texts.find((candidate) => candidate.kind === kind);
  const decoder = new TextDecoder();
  let members = '';
  if (text)
    for await (const chunk of inflate(stores.of(text).read(text)))
      members += decoder.decode(chunk, { stream: true });
  return JSON.parse(`{${members}${decoder.decode()}}`);
}
