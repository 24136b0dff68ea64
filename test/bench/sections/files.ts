import { narrowFile, quotedFile, wideFile } from '../files/shapes.ts';

/** The three files that everything is measured with, each about as large as a file may be. */
export const FILES = { narrow: narrowFile(100_652), wide: wideFile(31_827), quoted: quotedFile(98_778) };

export type FileName = keyof typeof FILES;

export const FILE_NAMES = Object.keys(FILES) as FileName[]; // the keys of the line above
