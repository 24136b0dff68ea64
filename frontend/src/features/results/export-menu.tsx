import { Printer } from 'lucide-react';
import type { ReactElement } from 'react';
import { Menu, MenuItem } from '#frontend/ui/menu.tsx';

/** The other exports of the whole results, beside 'Export All'. */
export function ExportMenu({ trigger, onPrint }: { trigger: ReactElement; onPrint(): void }) {
  return (
    <Menu trigger={trigger}>
      <MenuItem icon={<Printer />} onSelect={onPrint}>
        Print or save as PDF
      </MenuItem>
    </Menu>
  );
}
