import { useEffect, useState } from 'react';
import type { Unpacked } from '#frontend/csv/packed.ts';
import type { Encoding } from '#frontend/csv/decode.ts';
import { type IntakeReport, type ReadOptions, readCsv } from '#frontend/csv/read-csv.ts';
import type { UploadProblem } from '#frontend/features/wizard/use-upload.ts';
import { createLeadThread } from '#frontend/threads/leads/client.ts';

/** The first rows are read from this many bytes. The number is even, since a UTF-16 code unit has two bytes. */
const PREVIEW_BYTES = 256 * 1024;

/** If the reader finds no header row, this many first rows are tried. The dialog shows no more rows. */
const TRIED_ROWS = 12;

/** The first rows of a file as they would be read. */
export interface IntakePreview {
  firstRecords: readonly (readonly string[])[];
  headerRow: number;
  problem: UploadProblem | null;
  /** The contents of a zip or spreadsheet; null if they are not known. */
  unpacked: Unpacked | null;
}

const NO_ROWS = { firstRecords: [], headerRow: 1, unpacked: null };
const UNREADABLE: IntakePreview = { ...NO_ROWS, problem: { reason: 'unreadable' } };

async function readStart(file: File, options: ReadOptions): Promise<IntakePreview> {
  const bytes = new Uint8Array(await file.slice(0, PREVIEW_BYTES).arrayBuffer());
  return tryRows(async (headerRow) => {
    const read = await readCsv(bytes, { ...options, headerRow }, () => {});
    return read.ok ? { ok: true, value: read.value.report } : read;
  });
}

/** Reads a zip in a thread of its own. A zip cannot be read from its start alone, and unpacking takes a while. */
async function readPacked(file: File, options: ReadOptions): Promise<IntakePreview> {
  const thread = createLeadThread();
  const hooks = { onProgress: () => {}, signal: new AbortController().signal };
  try {
    return await tryRows(async (headerRow) => {
      const opened = await thread.ask('open', { file, options: { ...options, headerRow } }, hooks);
      return opened.ok ? { ok: true, value: opened.value.report } : opened;
    });
  } finally {
    thread.close();
  }
}

type TriedRead =
  | { ok: true; value: IntakeReport }
  | { ok: false; error: Exclude<UploadProblem, { error: unknown }> & { unpacked?: Unpacked } };

async function tryRows(read: (headerRow?: number) => Promise<TriedRead>): Promise<IntakePreview> {
  const found = await read();
  for (let row = 1, last = found; row <= TRIED_ROWS; last = await read(row), row++) {
    if (!last.ok) continue;
    const { firstRecords, headerRow, unpacked } = last.value;
    return { firstRecords, headerRow, problem: null, unpacked };
  }
  if (found.ok) return { ...NO_ROWS, problem: null };
  return { ...NO_ROWS, problem: found.error, unpacked: found.error.unpacked ?? null };
}

/**
 * The options with which the open file was read; none for a refused file. The choice about the lines at the end is not
 * fixed, since other lines may be found there with other options.
 */
export function usedOptions(report: IntakeReport | null, unpacked: Unpacked | null): ReadOptions {
  const inside = unpacked && { entry: unpacked.entry ?? undefined, sheet: unpacked.sheet ?? undefined };
  if (!report) return { ...inside };
  const { delimiter, headerRow, preamble } = report;
  const shared = { headerRow, keepPreamble: preamble.kept };
  // A sheet has neither encoding nor delimiter, and another file in the zip has its own.
  if (report.unpacked?.sheet) return { ...inside, ...shared, wholeSheet: report.unpacked.isWhole };
  return { ...inside, ...shared, encoding: usedEncoding(report), delimiter };
}

/** A file of two encodings is read as it was found: one encoding cannot be chosen for it. */
function usedEncoding({ encoding, otherLines }: IntakeReport): Encoding | undefined {
  return otherLines ? undefined : encoding;
}

/** Whether the open file was read with these options. */
function isReadWith(
  report: IntakeReport,
  { encoding, delimiter, entry, sheet, wholeSheet }: ReadOptions,
): boolean {
  const { unpacked } = report;
  const isSameText = unpacked?.sheet
    ? (wholeSheet ?? false) === unpacked.isWhole
    : encoding === usedEncoding(report) && delimiter === report.delimiter;
  return isSameText && entry === (unpacked?.entry ?? undefined) && sheet === (unpacked?.sheet ?? undefined);
}

interface Previewed {
  file: File | null;
  /** The report on the open file; null for a refused file. */
  report: IntakeReport | null;
  isPacked: boolean;
}

/**
 * The first rows with other options, read from the start of a file or from a whole zip. The open file does not change. Null
 * while the rows are read.
 */
export function useIntakePreview(
  { file, report, isPacked }: Previewed,
  { encoding, delimiter, entry, sheet, wholeSheet }: ReadOptions,
): IntakePreview | null {
  const [read, setRead] = useState<{ key: string; preview: IntakePreview } | null>(null);
  const key = JSON.stringify([encoding, delimiter, entry, sheet, wholeSheet]);
  const asOpen =
    report && isReadWith(report, { encoding, delimiter, entry, sheet, wholeSheet }) ? report : null;
  const isAsOpen = asOpen !== null;

  useEffect(() => {
    if (isAsOpen || !file) return;
    let isCurrent = true;
    const reading = isPacked
      ? readPacked(file, { encoding, delimiter, entry, sheet, wholeSheet })
      : readStart(file, { encoding, delimiter });
    void reading.catch(() => UNREADABLE).then((preview) => isCurrent && setRead({ key, preview }));
    return () => {
      isCurrent = false;
    };
  }, [file, isPacked, encoding, delimiter, entry, sheet, wholeSheet, key, isAsOpen]);

  if (asOpen) {
    const { firstRecords, headerRow, unpacked } = asOpen;
    return { firstRecords, headerRow, problem: null, unpacked };
  }
  return read?.key === key ? read.preview : null;
}
