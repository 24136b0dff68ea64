import { findDateFormat, type DateFormat } from '#frontend/analysis/dates.ts';
import {
  DROP_REASONS,
  startLeadCheck,
  type Address,
  type DropReason,
  type KeptWithout,
  type UploadChoices,
  type UploadedLead,
} from '#frontend/analysis/uploads/check-lead.ts';
import { createZoneClock } from '#frontend/analysis/uploads/moments.ts';
import { createUploadTable, type HashedLead } from '#frontend/analysis/uploads/upload-table.ts';
import type { ConversionAction } from '#frontend/analysis/base-value.ts';
import type { LeadFactors } from '#frontend/analysis/lead-factors.ts';
import type { Plan } from '#frontend/analysis/mapping.ts';
import { writeUnchanged } from '#frontend/csv/write.ts';
import {
  leadValues,
  PREVIEW_ROWS,
  ROWS_PER_SLICE,
  type FileProgress,
  type MadeFile,
} from './make-leads-file.ts';
import { codedColumn, type HeldFile } from './held-file.ts';
import { keepConverted } from './kept-counts.ts';

/** Asks for a file that an ad platform takes. */
export interface UploadQuestion {
  plan: Plan;
  factors: LeadFactors;
  /** An action that counts converted leads gets no others. */
  action: ConversionAction;
  /** Without a way of writing dates, the likeliest one is taken. */
  choices: Omit<UploadChoices, 'dateFormat'> & { dateFormat: DateFormat | null };
  /** The moment at which the page asks, in milliseconds since 1970, UTC. */
  now: number;
}

export interface UploadFile extends MadeFile {
  /** The ways in which the dates can be read, the likeliest first; none where the column has no dates. */
  dateFormats: readonly DateFormat[];
  kept: number;
  /** Most leads first. */
  dropped: readonly { reason: DropReason; leads: number }[];
  /** Kept leads in which a cell could not be used. */
  keptWithout: Readonly<Record<KeptWithout, number>>;
}

/**
 * The leads of the open file that a platform takes, with their values, as the platform's own file: UTF-8, comma, cells
 * unchanged. E-mail addresses and phone numbers are in it as SHA-256 hashes only. Awaits `onSlice` after every 2,000 rows.
 */
export async function makeUploadFile(
  held: HeldFile,
  { plan, factors, action, now, ...question }: UploadQuestion,
  onSlice: (progress: FileProgress) => Promise<void>,
): Promise<UploadFile> {
  const { table } = held;
  const dateFormats = findDateFormats(held, question.choices.columns.time);
  const dateFormat = question.choices.dateFormat ?? dateFormats[0] ?? 'iso';
  const choices: UploadChoices = { ...question.choices, dateFormat };
  const clock = choices.timeZone === null ? null : createZoneClock(choices.timeZone);
  const written = createUploadTable(choices, clock);
  const valueAt = leadValues(held, plan, factors);
  const isCounted = findCounted(held, plan, action);
  const { check } = startLeadCheck(choices, clock, now);
  const dropped = new Map<DropReason, number>();
  const keptWithout = { phone: 0, email: 0, consent: 0 };
  const lines = [writeUnchanged([...written.parameters.map((line) => [line]), written.headings], ',')];
  const preview: string[][] = [];
  let kept = 0;
  for (let from = 0; from < table.rowCount; from += ROWS_PER_SLICE) {
    const leads: UploadedLead[] = [];
    for (const [index, row] of table.readRows(from, from + ROWS_PER_SLICE).entries()) {
      const checked = isCounted(from + index)
        ? check(row, valueAt(from + index))
        : ({ isKept: false, reason: 'not-converted' } as const);
      if (checked.isKept) {
        leads.push(checked.lead);
        for (const part of checked.without) keptWithout[part]++;
      } else dropped.set(checked.reason, (dropped.get(checked.reason) ?? 0) + 1);
    }
    const rows = (await hashLeads(leads)).map(written.toCells);
    kept += rows.length;
    preview.push(...rows.slice(0, PREVIEW_ROWS - preview.length));
    lines.push(writeUnchanged(rows, ','));
    await onSlice({ done: Math.min(from + ROWS_PER_SLICE, table.rowCount), rows: table.rowCount });
  }
  return {
    blob: new Blob(lines, { type: 'text/csv' }),
    headings: written.headings,
    preview,
    dateFormats,
    kept,
    dropped: DROP_REASONS.map((reason) => ({ reason, leads: dropped.get(reason) ?? 0 }))
      .filter(({ leads }) => leads > 0)
      .toSorted((a, b) => b.leads - a.leads),
    keptWithout,
  };
}

/** Whether the conversion action counts the lead of a row. */
function findCounted(held: HeldFile, plan: Plan, action: ConversionAction): (row: number) => boolean {
  if (action === 'every-lead') return () => true;
  const { flags } = keepConverted(held, plan);
  return (row) => flags[row] === 1;
}

function findDateFormats(held: HeldFile, column: number | null): DateFormat[] {
  if (column === null) return [];
  const { categories, leads } = codedColumn(held, column);
  return findDateFormat(categories, leads).map(({ format }) => format);
}

async function hashLeads(leads: readonly UploadedLead[]): Promise<HashedLead[]> {
  const emails = await Promise.all(leads.map(({ email }) => hashAddress(email)));
  const phones = await Promise.all(leads.map(({ phone }) => hashAddress(phone)));
  // The `!` here: a hash per lead.
  return leads.map((lead, index) => ({ ...lead, email: emails[index]!, phone: phones[index]! }));
}

const encoder = new TextEncoder();
const HEXADECIMAL = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** SHA-256 of the address in UTF-8, as 64 hexadecimal digits; '' for none. */
function hashAddress(address: Address | null): string | Promise<string> {
  if (address === null) return '';
  return address.isHashed ? address.text : hashText(address.text);
}

async function hashText(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)));
  return Array.from(hash, (byte) => HEXADECIMAL[byte]).join('');
}
