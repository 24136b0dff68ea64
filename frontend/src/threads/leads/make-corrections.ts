import type { DateFormat } from '#frontend/analysis/columns/dates.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import type { ConversionAction } from '#frontend/analysis/counts/analysis-context.ts';
import type { LeadWorth } from '#frontend/analysis/judge/lead-worth.ts';
import { roundValue, type UploadChoices } from '#frontend/analysis/uploads/check-lead.ts';
import {
  startComparison,
  STAY_REASONS,
  RETRACT_REASONS,
  type LeadToday,
  type RetractReason,
  type StayReason,
} from '#frontend/analysis/uploads/compare-sent.ts';
import {
  CORRECTION_KEYS,
  CORRECTION_KINDS,
  type Correction,
  type CorrectionColumn,
  type CorrectionFormat,
  type CorrectionKey,
  type CorrectionKind,
} from '#frontend/analysis/uploads/correction-format.ts';
import {
  CORRECTION_FORMATS,
  type CorrectionFormatId,
} from '#frontend/analysis/platforms/correction-formats.ts';
import {
  cellsOf,
  isAddress,
  readAddresses,
  type Address,
  type CellOf,
} from '#frontend/analysis/uploads/lead-cells.ts';
import { createZoneClock, readMoment, type Moment } from '#frontend/analysis/uploads/moments.ts';
import { isBareOrderId, listOrderIds } from '#frontend/analysis/uploads/order-ids.ts';
import { collectSent } from '#frontend/analysis/uploads/sent-conversions.ts';
import type { Result } from '#frontend/csv/result.ts';
import { writeUnchanged } from '#frontend/csv/write.ts';
import { allRows } from './all-rows.ts';
import {
  createRoundedTest,
  fetchPhoneReader,
  findCounted,
  findDateFormats,
  hashLeads,
  valuesOf,
} from './check-leads.ts';
import type { LoadedFile } from '#frontend/counting/loaded-file.ts';
import { PREVIEW_ROWS, ROWS_PER_SLICE, type FileProgress, type MadeFile } from './make-leads-file.ts';
import { readSentFiles, type SentProblem } from './read-sent-files.ts';

/** Asks for files that correct conversions which were uploaded before. */
export interface CorrectionQuestion {
  plan: Plan;
  worth: LeadWorth;
  action: ConversionAction;
  /** The files that were uploaded before: uploads, and corrections of them. */
  sent: readonly File[];
  /** Without a way of writing dates, the likeliest one is taken. */
  choices: Pick<
    UploadChoices,
    'columns' | 'timeZone' | 'dropsDays' | 'keepsOrderIds' | 'currency' | 'phoneCountry'
  > & {
    dateFormat: DateFormat | null;
  };
  /** Whether conversions are retracted whose lead is no longer in the file. */
  retractsGone: boolean;
  /** The moment at which the page asks, in milliseconds since 1970, UTC. */
  now: number;
}

export type CorrectionAnswer = Result<Corrections, SentProblem>;

export interface Corrections {
  id: CorrectionFormatId;
  conversionName: string;
  /** The conversions of the files that were uploaded. */
  sent: number;
  /** Those whose lead is in the open file. */
  found: number;
  unchanged: number;
  /** Leads of the open file with a value that were not uploaded. */
  added: number;
  /** Conversions that can be retracted since their lead is no longer in the file. */
  gone: number;
  strayCorrections: number;
  /** Conversions that were sent with an order id that is a bare number or one character. */
  bareOrderIds: number;
  /** Whether a phone number of the open file can be read only with a country that no column names. */
  asksPhoneCountry: boolean;
  /** Those of each kind and key that has corrections: a platform takes each by itself. */
  files: readonly CorrectionFile[];
  /** Why conversions are retracted; most first. */
  retracted: readonly Counted<RetractReason>[];
  /** Conversions that are not corrected although they may differ; most first. */
  stay: readonly Counted<StayReason>[];
  /** The ways in which the dates can be read, the likeliest first; none where the column has no dates. */
  dateFormats: readonly DateFormat[];
}

interface Counted<Reason> {
  reason: Reason;
  conversions: number;
}

export interface CorrectionFile extends MadeFile {
  kind: CorrectionKind;
  key: CorrectionKey;
  /** Its number among the files of this kind and key, from 1: there are several where one would have too many rows. */
  part: number;
  parts: number;
  taken: number;
}

/**
 * Compares what was uploaded before with the leads of the open file, and makes the files that correct it: one for each kind and
 * key. Awaits `onSlice` after every 2,000 rows.
 */
export async function makeCorrections(
  loaded: LoadedFile,
  question: CorrectionQuestion,
  onSlice: (progress: FileProgress) => Promise<void>,
): Promise<CorrectionAnswer> {
  const read = await readSentFiles(question.sent);
  if (!read.ok) return read;
  const { id, files, conversionName } = read.value;
  const format: CorrectionFormat = CORRECTION_FORMATS[id];
  const sent = collectSent(format, files);
  const { choices, now, retractsGone } = question;
  const dateFormats = findDateFormats(loaded, choices.columns.time);
  const leavesOpen = { phoneCountry: false };
  const comparison = startComparison(sent, { format, currency: choices.currency, now, retractsGone });
  for await (const leads of readToday(loaded, { question, format, dateFormats, leavesOpen }, onSlice))
    for (const lead of leads) comparison.see(lead);
  const { restate, retract, retracted, stay, ...counts } = comparison.finish();
  return {
    ok: true,
    value: {
      id,
      conversionName,
      sent: sent.conversions.size + sent.withoutKey + sent.unreadable,
      strayCorrections: sent.strayCorrections,
      bareOrderIds: [...sent.conversions.values()].filter(({ orderId }) => isBareOrderId(orderId)).length,
      asksPhoneCountry: leavesOpen.phoneCountry,
      ...counts,
      files: writeFiles({ restate, retract }, { format, now }),
      retracted: listCounts(RETRACT_REASONS, retracted),
      stay: listCounts(STAY_REASONS, stay),
      dateFormats,
    },
  };
}

function listCounts<Reason>(
  reasons: readonly Reason[],
  counts: ReadonlyMap<Reason, number>,
): Counted<Reason>[] {
  return reasons
    .map((reason) => ({ reason, conversions: counts.get(reason) ?? 0 }))
    .filter(({ conversions }) => conversions > 0)
    .toSorted((a, b) => b.conversions - a.conversions);
}

interface Today {
  question: CorrectionQuestion;
  format: CorrectionFormat;
  dateFormats: readonly DateFormat[];
  /** Set where the answer of the form counts. */
  leavesOpen: { phoneCountry: boolean };
}

/** Every row of the open file with its keys and its value, slice by slice. */
async function* readToday(
  loaded: LoadedFile,
  { question, format, dateFormats, leavesOpen }: Today,
  onSlice: (progress: FileProgress) => Promise<void>,
): AsyncGenerator<LeadToday[]> {
  const { plan, action, choices } = question;
  const rows = allRows(loaded, plan);
  const progress = (done: number) => onSlice({ done, rows: rows.rowCount });
  const valueAt = await valuesOf(loaded, question, () => progress(0));
  const isCounted = findCounted(loaded, plan, action);
  const clock = choices.timeZone === null ? null : createZoneClock(choices.timeZone);
  const reading = { format: choices.dateFormat ?? dateFormats[0] ?? 'iso', year: loaded.year };
  const valueOf = (lead: number): LeadToday['value'] => {
    if (!isCounted(lead)) return 'not-converted';
    const value = roundValue(valueAt(lead));
    return value > 0 ? value : 'no-value';
  };
  const addressesOf = await createAddressReader(loaded, { question, format, leavesOpen });
  for (let from = 0; from < rows.rowCount; from += ROWS_PER_SLICE) {
    const leads = rows.read(from, from + ROWS_PER_SLICE).map((row) => {
      const cell = cellsOf(row.cells, { fields: format.fields, columns: choices.columns });
      const moment = readMoment(cell('time'), reading, clock);
      return {
        orderIds: cell('orderId') === '' ? [] : listOrderIds(cell('orderId'), choices.keepsOrderIds),
        clickId: cell(format.clickId),
        ...addressesOf(cell),
        ms: momentOfUpload(moment, choices.dropsDays),
        value: row.leftOut ?? valueOf(row.lead),
      };
    });
    yield await hashLeads(leads);
    await progress(Math.min(from + ROWS_PER_SLICE, rows.rowCount));
  }
}

/** Reads the addresses of a row as an upload does; none where the platform finds no conversion by them. */
async function createAddressReader(
  loaded: LoadedFile,
  { question: { choices }, format: { normaliseEmail }, leavesOpen }: Omit<Today, 'dateFormats'>,
): Promise<(cell: CellOf) => Record<'email' | 'phone', Address | null>> {
  if (!normaliseEmail) return () => ({ email: null, phone: null });
  const readPhone = await fetchPhoneReader(choices);
  const isRounded = createRoundedTest(loaded, choices);
  const tools = {
    normaliseEmail,
    readPhone,
    isRounded,
    phoneCountry: choices.phoneCountry,
    askPhoneCountry: () => void (leavesOpen.phoneCountry = true),
  };
  return (cell) => {
    const { email, phone } = readAddresses(cell, tools);
    return { email: isAddress(email) ? email : null, phone: isAddress(phone) ? phone : null };
  };
}

/** The time under which an upload has the lead; null where an upload leaves it out. */
function momentOfUpload(moment: Moment, dropsDays = false): number | null {
  if (moment.state === 'day') return dropsDays ? null : moment.lastSecond;
  return moment.state === 'known' ? moment.ms : null;
}

function writeFiles(
  corrections: Readonly<Record<CorrectionKind, readonly Correction[]>>,
  { format, now }: { format: CorrectionFormat; now: number },
): CorrectionFile[] {
  return CORRECTION_KINDS.flatMap((kind) =>
    CORRECTION_KEYS.flatMap((key) => {
      const own = corrections[kind].filter(({ conversion }) => conversion.key === key);
      const most = format.maxRows ?? own.length;
      const parts = Math.ceil(own.length / most) || 0; // none of none
      return Array.from({ length: parts }, (_, index) => ({
        ...writeFile(own.slice(index * most, (index + 1) * most), format.columns[key] ?? [], { format, now }),
        kind,
        key,
        part: index + 1,
        parts,
      }));
    }),
  );
}

function writeFile(
  corrections: readonly Correction[],
  columns: readonly CorrectionColumn[],
  { format, now }: { format: CorrectionFormat; now: number },
): MadeFile & { taken: number } {
  const headings = columns.map(({ heading }) => heading);
  const rows = corrections.map((correction) => columns.map(({ cell }) => cell(correction, { now })));
  const lines = [...format.parameters.map((line) => [line]), headings, ...rows];
  const blob = new Blob([writeUnchanged(lines, ',')], { type: 'text/csv' });
  return { blob, headings, preview: rows.slice(0, PREVIEW_ROWS), taken: rows.length };
}
