import type { Counts } from './counts.ts';
import type { CountJob } from '../files/shapes.ts';

/** A browser thread that counts files. */
export interface Counter {
  /** Counts a file. Its answer makes the counts comparable, which is no part of the work. */
  count(file: File, job: CountJob): Promise<() => Counts | null>;
  close(): void;
}

/** Fingerprint of counts, the same for the same counts in any order. */
export function digest(counts: Counts): string {
  const lines = [...listSegments(counts), ...listPairs(counts)].sort();
  let hash = 0;
  for (const line of lines) {
    for (let at = 0; at < line.length; at++) hash = (Math.imul(hash, 31) + line.charCodeAt(at)) | 0;
  }
  return `${lines.length} counts, ${counts.totalLeads} leads, ${counts.totalConversions} conversions, ${hash >>> 0}`;
}

function listSegments({ fields, figures, figureOf }: Counts): string[] {
  let position = 0;
  return fields.flatMap(({ name, values }) =>
    values.map((value) => {
      const at = figureOf[position++] ?? 0;
      return `${name}: ${value}=${figures.leads[at]}/${figures.conversions[at]}`;
    }),
  );
}

function listPairs({ pairs }: Counts): string[] {
  return pairs.map(({ figures: { attributes, leads, conversions } }) => {
    const names = attributes.map(({ field, value }) => `${field}: ${value}`);
    return `${names.join(' + ')}=${leads}/${conversions}`;
  });
}
