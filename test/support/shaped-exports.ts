import { google, hubspot, meta, salesforce, sheetLog, typeform } from './shaped-contacts.ts';
import { german, odoo, pipedrive, zoho } from './shaped-deals.ts';
import type { ShapedExport } from './shaped-export.ts';

/** Ten exports of real shape, with planted truth. */
export const SHAPED_EXPORTS = {
  pipedrive,
  german,
  salesforce,
  meta,
  hubspot,
  google,
  zoho,
  odoo,
  typeform,
  sheetLog,
} as const satisfies Record<string, () => ShapedExport>;
