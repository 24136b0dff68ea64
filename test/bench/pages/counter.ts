import type { Counts } from '../peers/counts.ts';
import type { CountJob } from '../files/shapes.ts';

/** A browser thread that counts files. */
export interface Counter {
  /** Counts a file. What it resolves to makes the counts comparable, which is no part of the work. */
  count(file: File, job: CountJob): Promise<() => Counts | null>;
  close(): void;
}

/** Fingerprint of counts, the same for the same counts in any order. */
export function digest({ combinations, leads, conversions }: Counts): string {
  const lines = combinations.map((combination, i) => `${combination}=${leads[i]}/${conversions[i]}`).sort();
  let hash = 0;
  for (const line of lines) {
    for (let at = 0; at < line.length; at++) hash = (Math.imul(hash, 31) + line.charCodeAt(at)) | 0;
  }
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  return `${lines.length} combinations, ${sum(leads)} leads, ${sum(conversions)} conversions, ${hash >>> 0}`;
}
