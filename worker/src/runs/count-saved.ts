import { cutListedName, firstOf } from '#contract/listed.ts';
import { DAY, dayOf } from '#contract/limits.ts';
import type { NewValues } from '#contract/sources.ts';
import { bytesOfTexts } from '#worker/db/stored-bytes.ts';
import { widenDiscoveries } from '#frontend/analysis/judge/widen-discoveries.ts';
import type { Site } from '../env.ts';
import { unauthorized } from '../errors.ts';
import { requireVersionQuota } from '#worker/store/require-quota.ts';
import { countFile, type FileToCount } from './count-file.ts';
import { packVersion } from './pack-version.ts';
import { readSaved } from './read-saved.ts';
import { packLatest, watchFor } from './watch.ts';
import { toJson } from '#worker/db/json.ts';
import type { CountedVersion } from '#worker/db/schema.ts';

/**
 * Counts a file by the choices of a saved analysis. The first one puts its rules into use.
 *
 * @throws NotCounted, OutOfMemory
 */
export async function countSaved(
  site: Site,
  target: { userId: string; id: string },
  file: Pick<FileToCount, 'pieces' | 'encoding'>,
): Promise<CountedVersion> {
  const analysis = await readSaved(site, target);
  if (!analysis) throw unauthorized(); // deleted meanwhile, and the token with it
  await requireVersionQuota(site, target, 1); // before the first run puts rules into use, and before the file is read
  const { saved, entered } = analysis;
  const now = Date.now();
  const watch = await watchFor(site.db, target, { saved: entered, now });
  const counted = await countFile({
    ...file,
    saved,
    year: new Date(now).getFullYear(),
    today: DAY * dayOf(now),
    watch,
  });
  const newValues = counted.newValues.map(({ field, values }): NewValues => ({
    field: cutListedName(field),
    ...firstOf(values, cutListedName),
  }));
  return {
    ...packVersion(
      widenDiscoveries(counted.measurement, counted.others),
      saved.settings.thresholdPercent,
      counted,
    ),
    newValues: toJson(newValues),
    newestDay: counted.latest?.newest ?? null,
    latest: packLatest(watch, counted.latest),
  };
}

/** The bytes that a version takes from the room of its user. */
export const bytesOf = ({ newValues, metrics, figures, latest }: CountedVersion): number =>
  bytesOfTexts(newValues, metrics, figures, latest);
