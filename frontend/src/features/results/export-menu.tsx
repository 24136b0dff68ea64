import { Copy, FileSpreadsheet, Printer } from 'lucide-react';
import type { ReactElement } from 'react';
import { writeTsv } from '#frontend/csv/write.ts';
import type { SectionsFile } from '#frontend/exports/table.ts';
import { downloadBlob } from '#frontend/lib/download.ts';
import { copyText } from '#frontend/ui/copy-button.tsx';
import { Menu, MenuItem } from '#frontend/ui/menu.tsx';
import { toast, toastFailure, toastPartMissing } from '#frontend/ui/toast-store.ts';
import { readExportFormat } from './downloads.ts';

interface ExportMenuProps {
  trigger: ReactElement;
  /** Makes the file of 'Export All'. */
  makeAll(): SectionsFile;
  onPrint(): void;
}

/** The other exports of the whole results, beside 'Export All'. */
export function ExportMenu({ trigger, makeAll, onPrint }: ExportMenuProps) {
  return (
    <Menu trigger={trigger}>
      <MenuItem icon={<FileSpreadsheet />} onSelect={() => void downloadWorkbook(makeAll())}>
        Export All as Excel (.xlsx)
      </MenuItem>
      <MenuItem icon={<Copy />} onSelect={() => void copyForSheets(makeAll())}>
        Copy for Google Sheets
      </MenuItem>
      <MenuItem icon={<Printer />} onSelect={onPrint}>
        Print or save as PDF
      </MenuItem>
    </Menu>
  );
}

async function downloadWorkbook({ fileName, sections }: SectionsFile): Promise<void> {
  const part = await import('#frontend/csv/write-workbook.ts').catch(() => null);
  if (!part) return toastPartMissing('The workbook could not be made');
  downloadBlob(fileName.replace(/csv$/, 'xlsx'), part.workbookBlob(sections));
  toast({ title: 'Export Complete', description: 'Your complete analysis has been downloaded.' });
}

async function copyForSheets({ rows }: SectionsFile): Promise<void> {
  if (await copyText(writeTsv(rows, readExportFormat())))
    toast({ title: 'Copied', description: 'Paste it into cell A1 of an empty sheet.' });
  else toastFailure('Copying was refused', 'Allow this page to use the clipboard, or use Export All.');
}
