import type { DateFormat } from '#frontend/analysis/columns/dates.ts';
import {
  startLeadCheck,
  TAKEN_WITHOUT,
  type CheckTools,
  type Address,
  type TakenWithout,
  type UploadChoices,
  type UploadedLead,
} from '#frontend/analysis/uploads/check-lead.ts';
import { DROP_REASONS, type DropReason } from '#frontend/analysis/uploads/drop-reasons.ts';
import { createZoneClock } from '#frontend/analysis/uploads/moments.ts';
import type { HashedLead } from '#frontend/analysis/uploads/upload-format.ts';
import { createUploadTable } from '#frontend/analysis/uploads/upload-table.ts';
import type { ConversionAction } from '#frontend/analysis/judge/base-value.ts';
import { allRows, type ReadRow } from './all-rows.ts';
import type { LeadWorth } from '#frontend/analysis/judge/lead-worth.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { writeUnchanged } from '#frontend/csv/write.ts';
import {
  leadValues,
  PREVIEW_ROWS,
  ROWS_PER_SLICE,
  type FileProgress,
  type MadeFile,
} from './make-leads-file.ts';
import { describeDates, type LoadedFile } from './loaded-file.ts';
import { convertedOf } from './cached-counts.ts';
import { modelValues } from './model-values.ts';
import { fetchPart } from '#frontend/csv/part-missing.ts';

/** Asks for a file that an ad platform takes. */
export interface UploadQuestion {
  plan: Plan;
  worth: LeadWorth;
  /** An action that counts converted leads gets no others. */
  action: ConversionAction;
  /** Without a way of writing dates, the likeliest one is taken. */
  choices: Omit<UploadChoices, 'dateFormat' | 'year'> & { dateFormat: DateFormat | null };
  /** The moment at which the page asks, in milliseconds since 1970, UTC. */
  now: number;
}

export interface UploadFile extends MadeFile {
  /** The ways in which the dates can be read, the likeliest first; none where the column has no dates. */
  dateFormats: readonly DateFormat[];
  taken: number;
  /** All other leads of the file as it was read; most leads first. */
  dropped: readonly { reason: DropReason; leads: number }[];
  /** Kept leads in which a cell could not be used. */
  takenWithout: Readonly<Record<TakenWithout, number>>;
  /**
   * Kept leads that the platform ignores for want of consent: those of a country where it wants consent, and those of
   * whom nobody knows the country.
   */
  lackingConsent: Readonly<Record<'known' | 'unknown', number>>;
}

/**
 * The leads of the open file that a platform takes, with their values, as the platform's own file: UTF-8, comma, cells
 * unchanged. E-mail addresses and phone numbers are in it as SHA-256 hashes only. Awaits `onSlice` after every 2,000 rows.
 */
export async function makeUploadFile(
  loaded: LoadedFile,
  { plan, worth, action, now, ...question }: UploadQuestion,
  onSlice: (progress: FileProgress) => Promise<void>,
): Promise<UploadFile> {
  const rows = allRows(loaded, plan);
  const dateFormats = findDateFormats(loaded, question.choices.columns.time);
  const dateFormat = question.choices.dateFormat ?? dateFormats[0] ?? 'iso';
  const choices: UploadChoices = { ...question.choices, dateFormat, year: loaded.year };
  const clock = choices.timeZone === null ? null : createZoneClock(choices.timeZone);
  const table = createUploadTable(choices, clock);
  const valueAt = await valuesOf(loaded, { plan, worth }, () => onSlice({ done: 0, rows: rows.rowCount }));
  const isCounted = findCounted(loaded, plan, action);
  const readPhone = await fetchPhoneReader(choices);
  const { check } = startLeadCheck(choices, { clock, now, readPhone });
  const checkRow = (row: ReadRow) => {
    if (row.leftOut !== null) return drop(row.leftOut);
    return isCounted(row.lead) ? check(row.cells, valueAt(row.lead)) : drop('not-converted');
  };
  const dropped = new Map<DropReason, number>();
  // An entry per part.
  const takenWithout = Object.fromEntries(TAKEN_WITHOUT.map((part) => [part, 0])) as Record<
    TakenWithout,
    number
  >;
  const lackingConsent = { known: 0, unknown: 0 };
  const lines = [writeUnchanged([...table.parameters.map((line) => [line]), table.headings], ',')];
  const preview: string[][] = [];
  let taken = 0;
  for (let from = 0; from < rows.rowCount; from += ROWS_PER_SLICE) {
    const leads: UploadedLead[] = [];
    for (const row of rows.read(from, from + ROWS_PER_SLICE)) {
      const checked = checkRow(row);
      if (checked.isTaken) {
        leads.push(checked.lead);
        for (const part of checked.without) takenWithout[part]++;
        if (checked.lacksConsent !== false) lackingConsent[checked.lacksConsent ? 'known' : 'unknown']++;
      } else dropped.set(checked.reason, (dropped.get(checked.reason) ?? 0) + 1);
    }
    const written = (await hashLeads(leads)).map(table.toCells);
    taken += written.length;
    preview.push(...written.slice(0, PREVIEW_ROWS - preview.length));
    lines.push(writeUnchanged(written, ','));
    await onSlice({ done: Math.min(from + ROWS_PER_SLICE, rows.rowCount), rows: rows.rowCount });
  }
  return {
    blob: new Blob(lines, { type: 'text/csv' }),
    headings: table.headings,
    preview,
    dateFormats,
    taken,
    dropped: DROP_REASONS.map((reason) => ({ reason, leads: dropped.get(reason) ?? 0 }))
      .filter(({ leads }) => leads > 0)
      .toSorted((a, b) => b.leads - a.leads),
    takenWithout,
    lackingConsent,
  };
}

const drop = (reason: DropReason) => ({ isTaken: false as const, reason });

/** The rules of all countries for phone numbers are large, so a file without a column of them does without. */
async function fetchPhoneReader({ columns }: UploadChoices): Promise<CheckTools['readPhone']> {
  if (columns.phone === null) return () => null;
  return (await fetchPart(() => import('./read-phone.ts'))).readPhone;
}

/** The value of each lead that counts, by row. */
export async function valuesOf(
  loaded: LoadedFile,
  { plan, worth }: Pick<UploadQuestion, 'plan' | 'worth'>,
  onSlice: () => Promise<void>,
): Promise<(lead: number) => number> {
  if (!worth.usesAllColumns) return leadValues(loaded, plan, worth);
  return (await modelValues(loaded, { plan, worth }, onSlice)).valueOf;
}

/** Whether the conversion action counts a lead. */
export function findCounted(
  loaded: LoadedFile,
  plan: Plan,
  action: ConversionAction,
): (lead: number) => boolean {
  if (action === 'every-lead') return () => true;
  const { flags } = convertedOf(loaded, plan);
  return (lead) => flags[lead] === 1;
}

export function findDateFormats(loaded: LoadedFile, column: number | null): DateFormat[] {
  if (column === null) return [];
  return describeDates(loaded, column).map(({ format }) => format);
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
