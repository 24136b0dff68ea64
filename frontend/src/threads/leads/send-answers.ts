import { makeEvents, type EventsQuestion } from './make-events.ts';
import type { Asking } from './questions.ts';
import { nameHeaderCells } from '#frontend/csv/column-names.ts';
import { writeUnchanged } from '#frontend/csv/write.ts';
import { originalOf } from '#frontend/counting/cleaned-table.ts';
import type { LoadedFile } from '#frontend/counting/loaded-file.ts';
import { PREVIEW_ROWS, type FileProgress, type MadeFile } from './make-leads-file.ts';

/** Answers about leads that are sent to an ad platform. */
export const SEND_ANSWERS = {
  makeEvents: (asked: EventsQuestion, { loaded, report }: Asking<FileProgress>) =>
    makeEvents(loaded(), asked, report),
  makeRowsFile: (asked: RowsQuestion, { loaded }: Asking) => makeRowsFile(loaded(), asked),
};

/** Asks for rows of the visitor's file, each with a reason. The first row after the header is 0. */
export interface RowsQuestion {
  rows: readonly { row: number; reason: string }[];
  /** The heading of the column of reasons. */
  heading: string;
}

/** The rows as a file with a column of reasons at its end: UTF-8, comma, cells unchanged. */
function makeRowsFile(loaded: LoadedFile, { rows, heading }: RowsQuestion): MadeFile {
  const table = originalOf((loaded.read ?? loaded).table);
  const headings = nameHeaderCells([...table.headers, heading]);
  const written = rows.map(({ row, reason }) => [...(table.readRows(row, row + 1)[0] ?? []), reason]);
  const text = writeUnchanged([headings, ...written], ',');
  return { blob: new Blob([text], { type: 'text/csv' }), headings, preview: written.slice(0, PREVIEW_ROWS) };
}
