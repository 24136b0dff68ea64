import fc from 'fast-check';
import type { ReadOptions } from '#frontend/csv/read-csv.ts';
import { wellFormedFile } from './csv-files.ts';
import {
  germanSpreadsheet,
  googleAdsReport,
  hubspotExport,
  linkedInReport,
  salesforceReport,
} from './csv-samples.ts';

const encoders: Record<string, (text: string) => Uint8Array> = {
  'utf-8': (text) => new TextEncoder().encode(text),
  'utf-8 with mark': (text) => new TextEncoder().encode(`\ufeff${text}`),
  'utf-16le': (text) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le')),
  'utf-16le without mark': (text) => new Uint8Array(Buffer.from(text, 'utf16le')),
  'utf-16be': (text) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le').swap16()),
  'one byte each': (text) => new Uint8Array(Buffer.from(text, 'latin1')),
};

const samples = fc.constantFrom(
  germanSpreadsheet,
  googleAdsReport,
  hubspotExport,
  linkedInReport,
  salesforceReport,
  'Status,Source\nQualified,Google\nLost,Bing\n',
  'sep=;\nStatus;Source\n"a;b";c\n',
);

const encodedFile = fc
  .tuple(
    fc.oneof(
      samples,
      wellFormedFile.map(({ file }) => file),
    ),
    fc.constantFrom(...Object.values(encoders)),
  )
  .map(([text, encode]) => encode(text));

/** Bytes with a meaning in CSV, in encodings, or in other kinds of files. */
const fragment: fc.Arbitrary<readonly number[]> = fc.oneof(
  fc.constantFrom(...',;|\t"\r\n \0'.split('').map((character) => [character.charCodeAt(0)])),
  fc.constantFrom<readonly number[]>(
    [0x22, 0x22],
    [0x0d, 0x0a],
    [0x2c, 0x22],
    [0x22, 0x2c],
    [0xef, 0xbb, 0xbf],
    [0xff, 0xfe],
    [0xfe, 0xff],
    [0xd8, 0x3d],
    [0xc2, 0xa0],
    [0xe2, 0x80],
    [0xf0, 0x9f, 0x98],
    [0x80, 0x9f, 0x81],
    [0x1a],
    [0x50, 0x4b, 0x03, 0x04],
    [...new TextEncoder().encode('\nTotal,,9\n')],
    [...new TextEncoder().encode('sep=|\n')],
  ),
  fc.uint8Array({ maxLength: 4 }).map((bytes) => [...bytes]),
);

interface Change {
  at: number;
  kind: 'insert' | 'replace' | 'cut' | 'copy' | 'repeat';
  bytes: readonly number[];
  length: number;
}

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  kind: fc.constantFrom('insert', 'replace', 'cut', 'copy', 'repeat'),
  bytes: fragment,
  length: fc.integer({ min: 0, max: 60 }),
});

const REPEATS = 700;

function apply(bytes: number[], { at, kind, bytes: fresh, length }: Change): number[] {
  const from = Math.floor(at * bytes.length);
  const piece = bytes.slice(from, from + length);
  const [before, after] = [bytes.slice(0, from), bytes.slice(from)];
  switch (kind) {
    case 'insert':
      return [...before, ...fresh, ...after];
    case 'replace':
      return [...before, ...fresh, ...after.slice(fresh.length)];
    case 'cut':
      return [...before, ...after.slice(length)];
    case 'copy':
      return [...piece, ...bytes];
    case 'repeat':
      return [...before, ...Array<number[]>(REPEATS).fill(piece.slice(0, 6)).flat(), ...after];
  }
}

/** Random bytes, and files in any encoding with random damage. */
export const damagedFile: fc.Arbitrary<Uint8Array> = fc.oneof(
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) },
  {
    weight: 1,
    arbitrary: fc.array(fragment, { maxLength: 120 }).map((parts) => Uint8Array.from(parts.flat())),
  },
  {
    weight: 6,
    arbitrary: fc
      .tuple(encodedFile, fc.array(change, { maxLength: 5 }))
      .map(([file, changes]) => Uint8Array.from(changes.reduce(apply, [...file]))),
  },
);

/** Choices of a visitor. Most are left to detection. */
export const readOptions: fc.Arbitrary<ReadOptions> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.record(
      {
        encoding: fc.constantFrom('utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'shift_jis', 'utf-32le'),
        delimiter: fc.constantFrom(',', ';', '\t', '|'),
        headerRow: fc.integer({ min: 1, max: 6 }),
        keepPreamble: fc.boolean(),
        dropFooter: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  },
);
