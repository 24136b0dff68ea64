import { Printer } from 'lucide-react';
import type { ReactElement } from 'react';
import { Menu, MenuItem } from '#frontend/ui/menu.tsx';

interface ExportMenuProps {
  trigger: ReactElement;
  onPrint(): void;
}

/** The other exports of the whole results, beside 'Export All'. */
export function ExportMenu({ trigger, onPrint }: ExportMenuProps) {
  return (
    <Menu trigger={trigger}>
      <MenuItem icon={<Printer />} onSelect={onPrint}>
        Print or save as PDF
      </MenuItem>
    </Menu>
  );
}
