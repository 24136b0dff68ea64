import { useEffect, useState } from 'react';
import { readCsv, type IntakeReport, type ReadOptions } from '#frontend/csv/read-csv.ts';
import type { UploadProblem } from '../use-upload.ts';

/** Enough for the first records. An even number, because a UTF-16 character has two bytes. */
const PREVIEW_BYTES = 256 * 1024;

/** Rows that are tried as the header where none is found; the dialog shows no more. */
const TRIED_ROWS = 12;

export interface IntakePreview {
  firstRecords: readonly (readonly string[])[];
  headerRow: number;
  problem: UploadProblem | null;
}

const UNREADABLE: IntakePreview = { firstRecords: [], headerRow: 1, problem: { reason: 'unreadable' } };

async function readStart(file: File, options: ReadOptions): Promise<IntakePreview> {
  const bytes = new Uint8Array(await file.slice(0, PREVIEW_BYTES).arrayBuffer());
  const read = async (headerRow?: number) => readCsv(bytes, { ...options, headerRow }, () => {});
  const found = await read();
  for (let row = 1, last = found; row <= TRIED_ROWS; last = await read(row), row++) {
    if (!last.ok) continue;
    const { firstRecords, headerRow } = last.value.report;
    return { firstRecords, headerRow, problem: null };
  }
  return { firstRecords: [], headerRow: 1, problem: found.ok ? null : found.error };
}

/** How the file is read now, with every option said; nothing is for a file that was refused. */
export function howItWasRead(report: IntakeReport | null): ReadOptions {
  if (!report) return {};
  const { encoding, delimiter, headerRow, preamble, footer } = report;
  return { encoding, delimiter, headerRow, keepPreamble: preamble.kept, dropFooter: !footer.kept };
}

/**
 * The first records as they would be with another encoding or delimiter, read from the file's start without touching
 * what is open; null until they have come.
 *
 * @param report on the file as it is open; null for one that was refused
 */
export function useIntakePreview(
  file: File | null,
  report: IntakeReport | null,
  { encoding, delimiter }: ReadOptions,
): IntakePreview | null {
  const [read, setRead] = useState<{ key: string; preview: IntakePreview } | null>(null);
  const key = `${encoding} ${delimiter}`;
  const asOpen = encoding === report?.encoding && delimiter === report?.delimiter ? report : null;
  const isAsOpen = asOpen !== null;

  useEffect(() => {
    if (isAsOpen || !file) return;
    let isCurrent = true;
    void readStart(file, { encoding, delimiter })
      .catch(() => UNREADABLE)
      .then((preview) => isCurrent && setRead({ key, preview }));
    return () => {
      isCurrent = false;
    };
  }, [file, encoding, delimiter, key, isAsOpen]);

  if (asOpen) return { firstRecords: asOpen.firstRecords, headerRow: asOpen.headerRow, problem: null };
  return read?.key === key ? read.preview : null;
}
