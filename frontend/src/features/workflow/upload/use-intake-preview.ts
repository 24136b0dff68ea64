import { useEffect, useState } from 'react';
import { readCsv, type IntakeReport, type ReadOptions } from '#frontend/csv/read-csv.ts';
import type { UploadProblem } from '../use-upload.ts';

/** Enough for the first records. An even number, because a UTF-16 character has two bytes. */
const PREVIEW_BYTES = 256 * 1024;

export type HowRead = Required<Omit<ReadOptions, 'keepEmptyRows'>>;

export interface IntakePreview {
  firstRecords: readonly (readonly string[])[];
  headerRow: number;
  problem: UploadProblem | null;
}

async function readStart(file: File, options: ReadOptions): Promise<IntakePreview> {
  const bytes = new Uint8Array(await file.slice(0, PREVIEW_BYTES).arrayBuffer());
  const read = await readCsv(bytes, options, () => {});
  if (!read.ok) return { firstRecords: [], headerRow: 1, problem: read.error };
  const { firstRecords, headerRow } = read.value.report;
  return { firstRecords, headerRow, problem: null };
}

/** How the file is read now, with every option said. */
export function howItWasRead({ encoding, delimiter, headerRow, preamble, footer }: IntakeReport): HowRead {
  return { encoding, delimiter, headerRow, keepPreamble: preamble.kept, dropFooter: !footer.kept };
}

/**
 * The first records as they would be with another encoding or delimiter, read from the file's start without touching
 * what is open; null until they have come.
 */
export function useIntakePreview(
  file: File | null,
  report: IntakeReport,
  { encoding, delimiter }: HowRead,
): IntakePreview | null {
  const [read, setRead] = useState<{ key: string; preview: IntakePreview } | null>(null);
  const key = `${encoding} ${delimiter}`;
  const isAsOpen = encoding === report.encoding && delimiter === report.delimiter;

  useEffect(() => {
    if (isAsOpen || !file) return;
    let isCurrent = true;
    void readStart(file, { encoding, delimiter }).then(
      (preview) => isCurrent && setRead({ key, preview }),
      () =>
        isCurrent &&
        setRead({ key, preview: { firstRecords: [], headerRow: 1, problem: { reason: 'unreadable' } } }),
    );
    return () => {
      isCurrent = false;
    };
  }, [file, encoding, delimiter, key, isAsOpen]);

  if (isAsOpen) return { firstRecords: report.firstRecords, headerRow: report.headerRow, problem: null };
  return read?.key === key ? read.preview : null;
}
