import { cutName, firstOf } from '#contract/listed.ts';
import type { NewValues } from '#contract/sources.ts';
import type { Site } from '../env.ts';
import { countFile } from './count-file.ts';
import { packVersion, type PackedVersion } from './pack-version.ts';
import { readSaved } from './read-saved.ts';

/** What is stored of a file: figures, and no row. */
export interface CountedVersion extends PackedVersion {
  /** JSON of the values that the analysis did not have: long lists and names are cut. */
  newValues: string;
}

/**
 * Counts a file by the choices of a saved analysis.
 *
 * @param pieces the bytes of the file; the list is emptied while it is read
 * @throws NotCounted, OutOfMemory
 */
export async function countSaved(
  site: Site,
  target: { userId: string; id: string },
  pieces: Uint8Array[],
): Promise<CountedVersion> {
  const saved = await readSaved(site, target);
  const counted = await countFile({ pieces, saved, year: new Date().getFullYear() });
  const newValues = counted.newValues.map(({ field, values }): NewValues => ({
    field: cutName(field),
    ...firstOf(values, cutName),
  }));
  return {
    ...packVersion(counted.measurement, saved.settings.thresholdPercent),
    newValues: JSON.stringify(newValues),
  };
}

/** The bytes that a version takes from the room of its user. */
export const bytesOf = ({ figures, metrics }: PackedVersion): number =>
  new TextEncoder().encode(figures + metrics).length;
