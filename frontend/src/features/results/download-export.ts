import { writeCsv } from '#frontend/csv/write.ts';
import type { ExportFile } from '#frontend/exports/file-name.ts';
import { downloadText } from '#frontend/lib/download.ts';

export function downloadExport({ fileName, rows }: ExportFile): void {
  downloadText(fileName, writeCsv(rows));
}
