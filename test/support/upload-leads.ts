import type { LeadFiles } from '#frontend/threads/leads/lead-files.ts';
import { createHash } from 'node:crypto';
import type { FieldColumns } from '#frontend/analysis/uploads/guess-fields.ts';
import { UPLOAD_FIELDS } from '#frontend/analysis/uploads/upload-fields.ts';

/** The moment at which the files of tests are made. */
export const UPLOAD_NOW = Date.parse('2026-11-22T12:00:00Z');

export const UPLOAD_HEADERS = [
  'Lead Status',
  'Source',
  'Device',
  'gclid',
  'gbraid',
  'msclkid',
  'Email',
  'Phone',
  'Created At',
  'Consent',
  'Note',
] as const;

/** Columns with these headers, of which each may hold a day or an address. */
export const uploadColumns = (headers: readonly string[]): LeadFiles['columns'] =>
  headers.map((header, index) => ({
    index,
    header,
    samples: ['2026-01-15 ann@example.com'],
    hasBlanks: false,
    isNumeric: false,
    hasIds: false,
  }));

/** No column for any field of an upload. */
export const NO_FIELDS = Object.fromEntries(
  Object.keys(UPLOAD_FIELDS).map((field) => [field, null]),
) as FieldColumns; // an entry per field

export type UploadHeader = (typeof UPLOAD_HEADERS)[number];
export type UploadLead = Partial<Record<UploadHeader, string>>;

/** A lead that every platform takes. */
export const GOOD_LEAD: Readonly<Record<UploadHeader, string>> = {
  'Lead Status': 'Qualified',
  Source: 'Referral',
  Device: 'Mobile',
  gclid: 'EAIaIQobChMI-good_0001',
  gbraid: '',
  msclkid: 'f894f652ea334e739002f7167ab8f8e3',
  Email: 'alexz@example.com',
  Phone: '+1 (800) 555-0100',
  'Created At': '2026-11-20 09:30:00',
  Consent: 'Granted',
  Note: '',
};

/** A click id that no other lead has. */
export const clickId = (lead: number) => `EAIaIQobChMI-${String(lead).padStart(6, '0')}`;
const microsoftClickId = (lead: number) => lead.toString(16).padStart(32, '0');

const STATUSES = ['Qualified', 'Lost', 'Lost', 'Open', 'Lost'];

/**
 * Leads of a small agency: Referral converts well, Display badly. Every one is taken everywhere.
 * @param now the leads came in the 20 days before
 */
export function makeUploadLeads(count: number, now = UPLOAD_NOW): UploadLead[] {
  return Array.from({ length: count }, (_, lead) => {
    const source = ['Referral', 'Display', 'Search'][lead % 3] ?? '';
    const isQualified = (source === 'Referral' && lead % 2 === 0) || (source === 'Search' && lead % 5 === 0);
    const came = new Date(now - (1 + (lead % 20)) * 86_400_000 - lead * 60_000).toISOString();
    return {
      'Lead Status': isQualified ? 'Qualified' : (STATUSES[1 + (lead % 4)] ?? ''),
      Source: source,
      Device: lead % 4 < 2 ? 'Mobile' : 'Desktop',
      gclid: clickId(lead),
      msclkid: microsoftClickId(lead),
      Email: `Lead.${lead}@Example.com`,
      Phone: `030 ${String(1_000_000 + lead)}`,
      'Created At': came.slice(0, 19).replace('T', ' '),
      Consent: 'Granted',
      Note: `=HYPERLINK("x";"${lead}")`,
    };
  });
}

export function uploadCsv(leads: readonly UploadLead[], delimiter = ','): string {
  const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const lines = leads.map((lead) => UPLOAD_HEADERS.map((header) => quote(lead[header] ?? '')));
  return [UPLOAD_HEADERS.map(quote), ...lines].map((cells) => `${cells.join(delimiter)}\n`).join('');
}

/** The same as `printf %s "$text" | sha256sum`, by another program than the one under test. */
export const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');
