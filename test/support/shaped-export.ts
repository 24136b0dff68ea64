import { drawLeads, endDay, pickBy, type Shape, type ShapedLead } from './shaped-leads.ts';

/** The right answers about an export, known from how it was made. */
interface Truth {
  status: string;
  converted: readonly string[];
  /** The column that tells, and its value for each lead. */
  attribute: string;
  valueOf(lead: ShapedLead): string;
  isConverted(lead: ShapedLead): boolean;
  /** The column of amounts, its currency, and what a converted lead has brought; null without one. */
  amounts: { header: string; currency: string | null; of(lead: ShapedLead): number } | null;
  basis: 'value' | 'conversions';
  /** By which rule leads are left out: the days of sales, the weeks of age, or open statuses. */
  leftOut: 'sales' | 'weeks' | readonly string[];
  /** Values that only look better or worse. */
  neverUse?: readonly string[];
  /** Whether the platform that the button names takes a lead of this age; absent where it names no upload. */
  isTaken?(lead: ShapedLead): boolean;
  /** The words of the button, with '#' for counts. */
  button: RegExp;
}

/** An export of a program as it is dropped, with the truth of its leads. */
export interface ShapedExport {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  leads: readonly ShapedLead[];
  truth: Truth;
}

type Column = readonly [header: string, cell: (lead: ShapedLead) => string];

interface Written {
  columns: readonly Column[];
  delimiter?: string;
  /** Lines behind the leads. */
  footer?: readonly string[];
  encode?(text: string): Uint8Array<ArrayBuffer>;
}

const utf8 = (text: string) => new TextEncoder().encode(text);
export const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
/** Windows-1252, of which the exports need the letters of Latin-1 and the euro sign. */
export const windows1252 = (text: string) =>
  new Uint8Array(Buffer.from(text.replaceAll('€', '\u0080'), 'latin1'));

export function writeExport(
  name: string,
  shape: Shape,
  { truth, ...written }: Written & { truth: Truth },
): ShapedExport {
  const { columns, delimiter = ',', footer = [], encode = utf8 } = written;
  const leads = drawLeads(shape);
  const quote = (cell: string) =>
    cell.includes(delimiter) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell;
  const lines = [
    columns.map(([header]) => quote(header)).join(delimiter),
    ...leads.map((lead) => columns.map(([, cell]) => quote(cell(lead))).join(delimiter)),
    ...footer,
  ];
  return { name, bytes: encode(lines.map((line) => `${line}\r\n`).join('')), leads, truth };
}

const two = (count: number) => String(count).padStart(2, '0');
export const isoDay = (ms: number | null) => (ms === null ? '' : new Date(ms).toISOString().slice(0, 10));
export const isoTime = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
export const americanDay = (ms: number | null) => {
  if (ms === null) return '';
  const date = new Date(ms);
  return `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`;
};
export const germanTime = (ms: number) => {
  const date = new Date(ms);
  const day = `${two(date.getUTCDate())}.${two(date.getUTCMonth() + 1)}.${date.getUTCFullYear()}`;
  return `${day} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
};
/** 4804 is '4.804,00'. */
export const germanNumber = (amount: number) => `${amount.toLocaleString('de-DE')},00`;
export const addressOf = ({ id }: ShapedLead) => `lead${id}@example.com`;
export const clickIdOf = ({ id }: ShapedLead) => `EAIaIQobChMI${String(id).padStart(8, '0')}`;
export const hasWon = ({ state }: ShapedLead) => state === 'won';
export const originOf = ({ origin }: ShapedLead) => origin;
export const wonDay = (lead: ShapedLead) => (hasWon(lead) ? endDay(lead) : null);
/** A column that tells nothing. */
export const colour = (header: string, values: readonly string[], at: number): Column => [
  header,
  ({ noise }) => pickBy(values, noise[at]!), // there are six
];
/** The share of leads in which something is filled. */
export const filled = ({ noise }: ShapedLead, share: number) => noise[5]! < share;
