import type { DateFormat } from '#frontend/analysis/columns/dates.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import type { ConversionAction } from '#frontend/analysis/counts/analysis-context.ts';
import type { LeadWorth } from '#frontend/analysis/judge/lead-worth.ts';
import {
  startLeadCheck,
  OPEN_FACTS,
  TAKEN_WITHOUT,
  type CheckedLead,
  type CheckTools,
  type OpenFact,
  type TakenWithout,
  type UploadChoices,
} from '#frontend/analysis/uploads/check-lead.ts';
import type { UploadedLead, UploadFormat } from '#frontend/analysis/uploads/upload-format.ts';
import type { Address } from '#frontend/analysis/uploads/lead-cells.ts';
import { DROP_REASONS, type DropReason } from '#frontend/analysis/uploads/drop-reasons.ts';
import { createZoneClock, type ZoneClock } from '#frontend/analysis/uploads/moments.ts';
import { UPLOAD_FORMATS, type UploadFormatId } from '#frontend/analysis/platforms/upload-formats.ts';
import { roundedTest } from '#frontend/analysis/preflight/key-cells.ts';
import { fetchPart } from '#frontend/csv/part-missing.ts';
import { allRows, type ReadRow } from './all-rows.ts';
import { convertedOf } from '#frontend/counting/cached-counts.ts';
import { describeDates, ROWS_LOOKED_AT, type LoadedFile } from '#frontend/counting/loaded-file.ts';
import { leadValues, ROWS_PER_SLICE, type FileProgress } from './make-leads-file.ts';
import { modelValues } from './model-values.ts';
import type { OpenValuesQuestion } from './open-values.ts';
import type { StageConversion, StageConversionsQuestion } from './stage-conversions.ts';
import { writeHex } from '../write-hex.ts';
import { recordOf } from '#contract/records.ts';

/** Asks for the leads that an ad platform takes. */
export interface UploadQuestion {
  plan: Plan;
  worth: LeadWorth;
  /** An action that counts converted leads gets no others. */
  action: ConversionAction;
  /** Without a way of writing dates, the likeliest one is taken. */
  choices: Omit<UploadChoices, 'dateFormat' | 'hasOnlyDays' | 'year'> & {
    kind: UploadFormatId;
    dateFormat: DateFormat | null;
  };
  /** One conversion per stage that a lead has reached. Absent: one per lead. */
  stages?: StageConversionsQuestion;
  /** The values of open leads by their chance. Absent: open leads have the values of leads like them. */
  open?: OpenValuesQuestion;
  /** The moment at which the page asks, in milliseconds since 1970, UTC. */
  now: number;
}

/** How many leads of the file are taken, and why the others are not. */
export interface LeadCounts {
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
  /** Kept leads that the file dates by day only, and that count at the last second of it. */
  atDayEnd: number;
  /** Kept leads of which the order id is a bare number or one character, in the visitor's file. */
  bareOrderIds: number;
  /** The facts that the file does not settle: a lead that counts depends on the answer of the form. */
  leftOpen: readonly OpenFact[];
  /** With one conversion per stage: every stage in its order. All counts above are then of conversions, of leads that count. */
  stages?: readonly StageCounts[];
}

/** The conversions of one stage. */
export interface StageCounts extends Pick<
  StageConversion,
  'name' | 'action' | 'value' | 'leftOut' | 'worth' | 'isAtLeast' | 'reached'
> {
  taken: number;
  /** Kept ones with the time of the lead, since the file does not say when they reached the stage. */
  atLeadTime: number;
}

/** A taken lead, and the row of the file that it comes from; the first row after the header is 0. */
export interface TakenLead {
  row: number;
  lead: UploadedLead;
  /** The name of the conversion. */
  conversionName: string;
}

/** The choices of a question with what the file says, and the clock of the chosen zone. */
export interface ReadChoices {
  format: UploadFormat;
  choices: UploadChoices;
  clock: ZoneClock | null;
  dateFormats: readonly DateFormat[];
}

export function readChoices(loaded: LoadedFile, { choices: asked }: UploadQuestion): ReadChoices {
  const { dateFormats, ...dates } = findDateFormats(loaded, asked.columns.time, asked.dateFormat);
  const clock = asked.timeZone === null ? null : createZoneClock(asked.timeZone);
  const choices = { ...asked, ...dates, year: loaded.year };
  return { format: UPLOAD_FORMATS[asked.kind], choices, clock, dateFormats };
}

/** Checks a row for one conversion; null for a lead that has not reached its stage. */
interface RowCheck {
  conversionName: string;
  check(row: ReadRow): CheckedLead | null;
  leftOpen: ReadonlySet<OpenFact>;
  counts: Pick<StageCounts, 'taken' | 'atLeadTime'>;
}

/** The rows of a file, and the conversions that each may be. */
interface RowChecks {
  rows: ReturnType<typeof allRows>;
  checks: readonly RowCheck[];
  stages?: readonly StageCounts[];
}

type Asked = Omit<UploadQuestion, 'choices'> & Partial<Pick<CheckTools, 'readPhone'>> & { read: ReadChoices };
type OnSlice = (progress: FileProgress, taken: readonly TakenLead[]) => Promise<void>;

/**
 * Checks all leads of the open file in slices of 2,000 rows. `onSlice` gets the taken ones of each, in the order of the file, and
 * is awaited. With stages each lead is checked once per stage that it has reached, in the order of the stages.
 */
export async function checkLeads(loaded: LoadedFile, asked: Asked, onSlice: OnSlice): Promise<LeadCounts> {
  const { format, dateFormats } = asked.read;
  const tools = await toolsOf(loaded, asked);
  const { rows, checks, stages } = await (asked.stages
    ? checksPerStage(loaded, { ...asked, stages: asked.stages }, tools)
    : checksPerLead(loaded, asked, { tools, onSlice }));
  const dropped = new Map<DropReason, number>();
  const takenWithout = recordOf(TAKEN_WITHOUT, () => 0);
  const lackingConsent = { known: 0, unknown: 0 };
  let taken = 0;
  let atDayEnd = 0;
  let bareOrderIds = 0;
  for (let from = 0; from < rows.rowCount; from += ROWS_PER_SLICE) {
    const leads: TakenLead[] = [];
    for (const [index, row] of rows.read(from, from + ROWS_PER_SLICE).entries())
      for (const { check, conversionName, counts } of checks) {
        const checked = check(row);
        if (checked === null) continue;
        if (checked.isTaken) {
          leads.push({ row: from + index, lead: checked.lead, conversionName });
          counts.taken++;
          if (checked.isAtLeadTime) counts.atLeadTime++;
          for (const part of checked.without) takenWithout[part]++;
          if (format.needsTime && checked.lead.time.isDay) atDayEnd++;
          if (checked.hasBareOrderId) bareOrderIds++;
          if (checked.lacksConsent !== false) lackingConsent[checked.lacksConsent ? 'known' : 'unknown']++;
        } else dropped.set(checked.reason, (dropped.get(checked.reason) ?? 0) + 1);
      }
    taken += leads.length;
    await onSlice({ done: Math.min(from + ROWS_PER_SLICE, rows.rowCount), rows: rows.rowCount }, leads);
  }
  return {
    dateFormats,
    taken,
    dropped: DROP_REASONS.map((reason) => ({ reason, leads: dropped.get(reason) ?? 0 }))
      .filter(({ leads }) => leads > 0)
      .toSorted((a, b) => b.leads - a.leads),
    takenWithout,
    lackingConsent,
    atDayEnd,
    bareOrderIds,
    leftOpen: OPEN_FACTS.filter((fact) => checks.some(({ leftOpen }) => leftOpen.has(fact))),
    ...(stages && { stages }),
  };
}

async function toolsOf(loaded: LoadedFile, { now, read: { choices, clock }, readPhone }: Asked) {
  return {
    clock,
    now,
    readPhone: readPhone ?? (await fetchPhoneReader(choices)),
    isRounded: createRoundedTest(loaded, choices),
  };
}

/** One conversion per lead that the conversion action counts. */
async function checksPerLead(
  loaded: LoadedFile,
  { plan, worth, open, action, read: { format, choices } }: Asked,
  { tools, onSlice }: { tools: CheckTools; onSlice: OnSlice },
): Promise<RowChecks> {
  const rows = allRows(loaded, plan);
  const valueAt = await valuesOf(loaded, { plan, worth, ...(open && { open }) }, () =>
    onSlice({ done: 0, rows: rows.rowCount }, []),
  );
  const isCounted = findCounted(loaded, plan, action);
  const { check, leftOpen } = startLeadCheck(format, choices, tools);
  const checkRow = (row: ReadRow) => {
    if (row.leftOut !== null) return drop(row.leftOut);
    return isCounted(row.lead) ? check(row.cells, valueAt(row.lead)) : drop('not-converted');
  };
  const { conversionName } = choices;
  const counts = { taken: 0, atLeadTime: 0 };
  return { rows, checks: [{ conversionName, check: checkRow, leftOpen, counts }] };
}

/** One conversion per stage that has a value, and that a lead has reached. */
async function checksPerStage(
  loaded: LoadedFile,
  { plan, stages: question, read: { format, choices } }: Asked & { stages: StageConversionsQuestion },
  tools: CheckTools,
): Promise<RowChecks> {
  const { findStageConversions } = await fetchPart(() => import('./stage-conversions.ts'));
  const { conversions, rows, reachedBy } = findStageConversions(loaded, { plan, question, choices });
  // Every stage of a lead has the same phone number, and to read one takes long.
  const shared = { ...tools, readPhone: rememberLast(tools.readPhone) };
  const stages: StageCounts[] = [];
  const checks: RowCheck[] = [];
  for (const [stage, { tag, time, isWanted, ...known }] of conversions.entries()) {
    const { action, value } = known;
    const counts = { ...known, taken: 0, atLeadTime: 0 };
    stages.push(counts);
    if (value === null || !isWanted) continue;
    // Each has its own memory of equal leads: one click at one second may stand for two stages.
    const ofStage = startLeadCheck(format, { ...choices, stage: { tag, time } }, shared);
    const check = (row: ReadRow) =>
      row.leftOut === null && reachedBy(row.lead) >= stage ? ofStage.check(row.cells, value) : null;
    checks.push({ conversionName: action, check, leftOpen: ofStage.leftOpen, counts });
  }
  return { rows, checks, stages };
}

function rememberLast(readPhone: CheckTools['readPhone']): CheckTools['readPhone'] {
  let last: { cell: string; country: string | null; phone: string | null } | null = null;
  return (cell, country) => {
    if (last?.cell !== cell || last.country !== country)
      last = { cell, country, phone: readPhone(cell, country) };
    return last.phone;
  };
}

const drop = (reason: DropReason) => ({ isTaken: false as const, reason });

/** The rules of all countries for phone numbers are large, so a file without a column of them does without. */
export async function fetchPhoneReader({
  columns,
}: Pick<UploadChoices, 'columns'>): Promise<CheckTools['readPhone']> {
  if (columns.phone === null) return () => null;
  return (await fetchPart(() => import('./read-phone.ts'))).readPhone;
}

/** Numbers that end in zeros are judged by the first values of their column. */
export function createRoundedTest(
  { table }: LoadedFile,
  { columns }: Pick<UploadChoices, 'columns'>,
): CheckTools['isRounded'] {
  const testOf = (column: number | null) =>
    roundedTest(column === null ? [] : table.codeRows(column, ROWS_LOOKED_AT, ROWS_LOOKED_AT).categories);
  const tests = { phone: testOf(columns.phone), orderId: testOf(columns.orderId) };
  return (field, cell) => tests[field](cell);
}

/** The value of each lead that counts, by row. */
export async function valuesOf(
  loaded: LoadedFile,
  { plan, worth, open }: Pick<UploadQuestion, 'plan' | 'worth' | 'open'>,
  onSlice: () => Promise<void>,
): Promise<(lead: number) => number> {
  const valueOf = worth.usesAllColumns
    ? (await modelValues(loaded, { plan, worth }, onSlice)).valueOf
    : leadValues(loaded, plan, worth);
  if (!open) return valueOf;
  const { findOpenValues } = await fetchPart(() => import('./open-values.ts'));
  const ofOpen = findOpenValues(loaded, { plan, basis: worth.basis, open });
  return (lead) => ofOpen.valueOf(lead) ?? valueOf(lead);
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

/** The ways in which the dates of a column can be read, the chosen or likeliest one, and whether it reads days alone. */
export function findDateFormats(loaded: LoadedFile, column: number | null, chosen: DateFormat | null) {
  const ways = column === null ? [] : describeDates(loaded, column);
  const dateFormat = chosen ?? ways[0]?.format ?? 'iso';
  return {
    dateFormats: ways.map(({ format }) => format),
    dateFormat,
    hasOnlyDays: ways.some(({ format, hasTimes }) => format === dateFormat && !hasTimes),
  };
}

/** The leads with the hashes of their addresses in place of them. The stages of a lead share their hashes. */
export function hashLeads<Lead extends Record<'email' | 'phone', Address | null>>(leads: readonly Lead[]) {
  const known = new Map<string, string | Promise<string>>();
  const hashOnce = (address: Address | null) => {
    const text = address?.text ?? '';
    const hash = known.get(text) ?? hashAddress(address);
    known.set(text, hash);
    return hash;
  };
  return Promise.all(
    leads.map(async (lead) => {
      const [email, phone] = [await hashOnce(lead.email), await hashOnce(lead.phone)];
      return { ...lead, email, phone };
    }),
  );
}

const encoder = new TextEncoder();

/** SHA-256 of the address in UTF-8, as 64 hexadecimal digits; '' for none. */
function hashAddress(address: Address | null): string | Promise<string> {
  if (address === null) return '';
  return address.isHashed ? address.text : hashText(address.text);
}

async function hashText(text: string): Promise<string> {
  return writeHex(await crypto.subtle.digest('SHA-256', encoder.encode(text)));
}
