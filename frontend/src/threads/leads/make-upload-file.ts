import { createUploadTable } from '#frontend/analysis/uploads/upload-table.ts';
import { writeUnchanged } from '#frontend/csv/write.ts';
import { checkLeads, hashLeads, readChoices, type LeadCounts, type UploadQuestion } from './check-leads.ts';
import { PREVIEW_ROWS, type FileProgress, type MadeFile } from './make-leads-file.ts';
import type { LoadedFile } from '#frontend/counting/loaded-file.ts';

export interface UploadFile extends MadeFile, LeadCounts {}

/**
 * The leads of the open file that a platform takes, with their values, as the platform's own file: UTF-8, comma, cells
 * unchanged. E-mail addresses and phone numbers are in it as SHA-256 hashes only. Awaits `onSlice` after every 2,000 rows.
 */
export async function makeUploadFile(
  loaded: LoadedFile,
  question: UploadQuestion,
  onSlice: (progress: FileProgress) => Promise<void>,
): Promise<UploadFile> {
  const read = readChoices(loaded, question);
  const table = createUploadTable(read.format, read.choices, read.clock);
  const lines = [writeUnchanged([...table.parameters.map((line) => [line]), table.headings], ',')];
  const preview: string[][] = [];
  const counts = await checkLeads(loaded, { ...question, read }, async (progress, taken) => {
    const hashed = await hashLeads(taken.map(({ lead }) => lead));
    // The `!` here: a name per lead.
    const written = hashed.map((lead, index) => table.toCells(lead, taken[index]!.conversionName));
    preview.push(...written.slice(0, PREVIEW_ROWS - preview.length));
    lines.push(writeUnchanged(written, ','));
    await onSlice(progress);
  });
  return { blob: new Blob(lines, { type: 'text/csv' }), headings: table.headings, preview, ...counts };
}
