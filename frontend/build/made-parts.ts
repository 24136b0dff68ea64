import type { Plugin } from 'vite';
import { assemblyScript, writeReader } from './assembly-script.ts';
import { dateNames, writeDateNames } from './date-names.ts';

/** The parts of the program that each build makes: the compiled reader, and the names of dates and zones. */
export const madeParts = (): Plugin[] => [assemblyScript(), dateNames()];

/** Writes the made parts as files, where the Worker imports them. */
export async function writeMadeParts(): Promise<void> {
  writeDateNames();
  await writeReader();
}
