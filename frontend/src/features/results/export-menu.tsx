import { FileDown, Printer } from 'lucide-react';
import type { ReactElement } from 'react';
import { Menu, MenuItem } from '#frontend/ui/menu.tsx';

interface ExportMenuProps {
  trigger: ReactElement;
  onExportAll(): void;
  onPrint(): void;
}

/** What leaves the page as a whole: the full CSV file, and the report. */
export function ExportMenu({ trigger, onExportAll, onPrint }: ExportMenuProps) {
  return (
    <Menu trigger={trigger}>
      <MenuItem icon={<FileDown />} onSelect={onExportAll}>
        Export All
      </MenuItem>
      <MenuItem icon={<Printer />} onSelect={onPrint}>
        Print or save as PDF
      </MenuItem>
    </Menu>
  );
}
