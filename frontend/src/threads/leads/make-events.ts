import { toEvent } from '#frontend/analysis/platforms/google-ads/google-events.ts';
import type { UploadedLead } from '#frontend/analysis/uploads/upload-format.ts';
import { NAME_COLUMN } from '#frontend/analysis/uploads/shared-columns.ts';
import { createUploadTable } from '#frontend/analysis/uploads/upload-table.ts';
import {
  checkLeads,
  hashLeads,
  readChoices,
  type LeadCounts,
  type TakenLead,
  type UploadQuestion,
} from './check-leads.ts';
import type { FileProgress } from './make-leads-file.ts';
import type { LoadedFile } from '#frontend/counting/loaded-file.ts';
import type { LeadEvent, LeadsMessage } from '../sends/prepare-leads.ts';

/** Asks for the leads that Google takes, as events for the thread at the other end of the port. */
export interface EventsQuestion extends UploadQuestion {
  port: MessagePort;
}

export interface MadeEvents extends LeadCounts {
  headings: readonly string[];
  /** The first leads as they are sent, but with addresses in clear text. */
  preview: readonly (readonly string[])[];
}

/** The number of leads that the page shows in clear text before they are sent. */
const CLEAR_ROWS = 3;

/**
 * Hands the leads over that the file for Google Data Manager has, with the same values and hashes, and returns counts. Awaits
 * `onSlice` after every 2,000 rows.
 */
export async function makeEvents(
  loaded: LoadedFile,
  { port, ...question }: EventsQuestion,
  onSlice: (progress: FileProgress) => Promise<void>,
): Promise<MadeEvents> {
  const read = readChoices(loaded, question);
  const table = createUploadTable(read.format, read.choices, read.clock);
  // The conversion action stands in for the name.
  const isShown = (_: string, index: number) => table.headings[index] !== NAME_COLUMN.heading;
  const preview: string[][] = [];
  const post = (message: LeadsMessage) => port.postMessage(message);
  const seen = new Set<string>();
  let repeated = 0;
  const counts = await checkLeads(loaded, { ...question, read }, async (progress, taken) => {
    const clear = taken.slice(0, CLEAR_ROWS - preview.length).map(({ lead }) => table.toCells(inClear(lead)));
    preview.push(...clear.map((cells) => cells.filter(isShown)));
    const leads = await toEvents(taken, read.choices.currency);
    const fresh = leads.filter(({ identity }) => isFirst(seen, identity));
    repeated += leads.length - fresh.length;
    post({ kind: 'leads', leads: fresh });
    await onSlice(progress);
  });
  post({ kind: 'end' });
  return { ...withoutRepeats(counts, repeated), headings: table.headings.filter(isShown), preview };
}

async function toEvents(taken: readonly TakenLead[], currency: string): Promise<LeadEvent[]> {
  const hashed = await hashLeads(taken.map(({ row, lead }) => ({ row, ...lead })));
  return hashed.map(({ row, ...lead }) => ({ row, ...toEvent(lead, currency) }));
}

const inClear = (lead: UploadedLead) => ({
  ...lead,
  email: lead.email?.text ?? '',
  phone: lead.phone?.text ?? '',
});

/** Leads of one second with the same surest identifier would share an id, of which Google counts one. */
function isFirst(seen: Set<string>, identity: string | null): boolean {
  if (identity === null) return true;
  const isNew = !seen.has(identity);
  seen.add(identity);
  return isNew;
}

function withoutRepeats(counts: LeadCounts, repeated: number): LeadCounts {
  if (repeated === 0) return counts;
  const others = counts.dropped.filter(({ reason }) => reason !== 'duplicate');
  const before = counts.dropped.find(({ reason }) => reason === 'duplicate')?.leads ?? 0;
  const dropped = [...others, { reason: 'duplicate' as const, leads: before + repeated }];
  return {
    ...counts,
    taken: counts.taken - repeated,
    dropped: dropped.toSorted((a, b) => b.leads - a.leads),
  };
}
