import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createKinds } from '#frontend/csv/kinds.ts';
import { createScan, scanRows } from '#frontend/csv/scan.ts';
import { trimEnd, trimStart, whiteSpaceAt } from '#frontend/csv/white-space.ts';
import { bytesOf } from '#test/support/csv-read.ts';

/** Any text at all, rich in what the scanner stops at. */
const anyFile = fc
  .array(
    fc.oneof(
      fc.constantFrom(...',,,"""\n\n\r\r \tab\u00a0'),
      fc.constantFrom('\r\n', '""', ',"', '",', '"\n'),
    ),
    {
      maxLength: 80,
    },
  )
  .map((parts) => parts.join(''));

function scanInSlices(bytes: Uint8Array, nextStop: (at: number) => number) {
  const scan = createScan(bytes, { kinds: createKinds(','), columnCount: 3, rowsExpected: 0 });
  for (let at = 0; at < bytes.length;) at = scanRows(scan, at, Math.min(nextStop(at), bytes.length));
  const { rowCount, emptyRowsSkipped, shortRowsPadded, longRowsCut, quotes } = scan;
  const rowStarts = scan.rowStarts.subarray(0, rowCount + 1);
  const starts = scan.starts.subarray(0, rowStarts[rowCount]);
  return { starts, rowStarts, rowCount, emptyRowsSkipped, shortRowsPadded, longRowsCut, quotes };
}

describe('a scan', () => {
  test('has one result wherever its slices are cut', () => {
    fc.assert(
      fc.property(anyFile, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (file, steps) => {
        const bytes = bytesOf(file);
        let slice = 0;
        const sliced = scanInSlices(bytes, (at) => at + steps[slice++ % steps.length]!); // steps is not empty
        expect(sliced).toEqual(scanInSlices(bytes, () => bytes.length));
      }),
      { numRuns: 3000 },
    );
  });

  test('keeps order: cells follow each other, rows lie apart, nothing lies outside the file', () => {
    fc.assert(
      fc.property(anyFile, (file) => {
        const bytes = bytesOf(file);
        const { starts, rowStarts, rowCount } = scanInSlices(bytes, () => bytes.length);
        for (let slot = 1; slot < starts.length; slot++)
          expect(starts[slot]).toBeGreaterThanOrEqual(starts[slot - 1]!);
        for (let row = 0; row < rowCount; row++) {
          const cells = rowStarts[row + 1]! - rowStarts[row]! - 1; // rows of the index
          expect(cells).toBeGreaterThanOrEqual(1);
          expect(cells).toBeLessThanOrEqual(3);
        }
        expect(starts.at(-1) ?? 0).toBeLessThanOrEqual(bytes.length + 1);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('white space in bytes', () => {
  test('is exactly what trim() removes, for every character of one to three bytes', () => {
    const wrong: number[] = [];
    for (let code = 0; code < 0x10000; code++) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const bytes = bytesOf(String.fromCharCode(code));
      const isWhiteSpace = String.fromCharCode(code).trim() === '';
      if (whiteSpaceAt(bytes, 0, bytes.length) !== (isWhiteSpace ? bytes.length : 0)) wrong.push(code);
    }
    expect(wrong).toEqual([]);
  });

  test('is taken from both ends of any text as trim() does', () => {
    const parts = fc.array(
      fc.constantFrom(...' \t\n\u00a0\u2000\u2028\u3000\ufeffaé日🙂\u0085\u180e\u200b'),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(parts, (characters) => {
        const text = characters.join('');
        const bytes = bytesOf(`x${text}x`);
        const from = trimStart(bytes, 1, bytes.length - 1);
        const trimmed = bytes.subarray(from, trimEnd(bytes, from, bytes.length - 1));
        expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(trimmed)).toBe(text.trim());
      }),
      { numRuns: 2000 },
    );
  });
});
