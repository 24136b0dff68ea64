import type { DateFormat } from '#frontend/analysis/columns/dates.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import type { ConversionAction } from '#frontend/analysis/counts/analysis-context.ts';
import type { LeadWorth } from '#frontend/analysis/judge/lead-worth.ts';
import { roundValue, TIME, type UploadChoices } from '#frontend/analysis/uploads/check-lead.ts';
import {
  joinCompared,
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
import { isBareOrderId, listOrderIds, writeStageId } from '#frontend/analysis/uploads/order-ids.ts';
import { collectSent, ofConversion } from '#frontend/analysis/uploads/sent-conversions.ts';
import type { FieldColumns } from '#frontend/analysis/uploads/guess-fields.ts';
import { fetchPart } from '#frontend/csv/part-missing.ts';
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
import type { OpenValuesQuestion } from './open-values.ts';
import type { StageConversionsQuestion } from './stage-conversions.ts';

/** Asks for files that correct conversions which were uploaded before. */
export interface CorrectionQuestion {
  plan: Plan;
  worth: LeadWorth;
  action: ConversionAction;
  /** One conversion per stage that a lead has reached. Absent: one per lead. */
  stages?: StageConversionsQuestion;
  /** The values of open leads by their chance. Absent: open leads have the values of leads like them. */
  open?: OpenValuesQuestion;
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
  conversionNames: readonly string[];
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
 * key. With stages the conversions of each are compared by themselves. Awaits `onSlice` after every 2,000 rows.
 */
export async function makeCorrections(
  loaded: LoadedFile,
  question: CorrectionQuestion,
  onSlice: (progress: FileProgress) => Promise<void>,
): Promise<CorrectionAnswer> {
  const read = await readSentFiles(question.sent, question.stages?.actions.filter(Boolean));
  if (!read.ok) return read;
  const { id, files, conversionNames } = read.value;
  const format: CorrectionFormat = CORRECTION_FORMATS[id];
  const { choices, now, retractsGone } = question;
  const { dateFormats, ...dates } = findDateFormats(loaded, choices.columns.time, choices.dateFormat);
  const leavesOpen = { phoneCountry: false };
  const today = await findToday(loaded, { question, dates, onSlice });
  const compared = today.conversions.map((conversion) => {
    const ofAction = conversion.action === null ? files : ofConversion(format, files, conversion.action);
    const sent = collectSent(format, ofAction);
    return {
      conversion,
      sent,
      comparison: startComparison(sent, { format, currency: choices.currency, now, retractsGone }),
    };
  });
  for await (const slice of readToday(loaded, { question, format, leavesOpen, ...today }, onSlice))
    for (const [index, leads] of slice.entries())
      for (const lead of leads) compared[index]!.comparison.see(lead); // one per conversion
  const { restate, retract, retracted, stay, ...counts } = joinCompared(
    compared.map(({ comparison }) => comparison.finish()),
  );
  const allSent = compared.map(({ sent }) => sent);
  return {
    ok: true,
    value: {
      id,
      conversionNames,
      sent: sumOf(
        allSent,
        ({ conversions, withoutKey, unreadable }) => conversions.size + withoutKey + unreadable,
      ),
      strayCorrections: sumOf(allSent, ({ strayCorrections }) => strayCorrections),
      bareOrderIds: sumOf(
        allSent,
        ({ conversions }) => [...conversions.values()].filter(({ orderId }) => isBareOrderId(orderId)).length,
      ),
      asksPhoneCountry: leavesOpen.phoneCountry,
      ...counts,
      files: writeFiles({ restate, retract }, { format, now }),
      retracted: listCounts(RETRACT_REASONS, retracted),
      stay: listCounts(STAY_REASONS, stay),
      dateFormats,
    },
  };
}

const sumOf = <Item>(items: readonly Item[], figureOf: (item: Item) => number) =>
  items.reduce((sum, item) => sum + figureOf(item), 0);

function listCounts<Reason>(
  reasons: readonly Reason[],
  counts: ReadonlyMap<Reason, number>,
): Counted<Reason>[] {
  return reasons
    .map((reason) => ({ reason, conversions: counts.get(reason) ?? 0 }))
    .filter(({ conversions }) => conversions > 0)
    .toSorted((a, b) => b.conversions - a.conversions);
}

/** The columns of fields with one of times, its way of writing dates, and whether all of them are days. */
interface TimeColumn {
  columns: FieldColumns;
  dateFormat: DateFormat;
  hasOnlyDays: boolean;
}

/** A conversion that each lead of today may be. */
interface ConversionToday {
  /** Of a stage the name of its conversion action; null for one conversion per lead. */
  action: string | null;
  idsOf(orderId: string): readonly string[];
  /** The time of the stage. Without one, and where its cell is empty, that of the lead counts. */
  time: TimeColumn | null;
  valueOf(lead: number): LeadToday['value'];
}

interface Today {
  question: CorrectionQuestion;
  format: CorrectionFormat;
  rows: ReturnType<typeof allRows>;
  conversions: readonly ConversionToday[];
  /** The time of the lead. */
  time: TimeColumn;
  /** Set where the answer of the form counts. */
  leavesOpen: { phoneCountry: boolean };
}

/** The rows of the open file, and the conversions that each of them may be today. */
async function findToday(
  loaded: LoadedFile,
  {
    question,
    dates,
    onSlice,
  }: {
    question: CorrectionQuestion;
    dates: Omit<TimeColumn, 'columns'>;
    onSlice: (progress: FileProgress) => Promise<void>;
  },
): Promise<Pick<Today, 'rows' | 'conversions' | 'time'>> {
  const { plan, action, choices, stages } = question;
  const { columns, keepsOrderIds } = choices;
  const ofLead = { columns, ...dates };
  if (stages) {
    const { findStageConversions } = await fetchPart(() => import('./stage-conversions.ts'));
    const found = findStageConversions(loaded, { plan, question: stages, choices: ofLead });
    return {
      rows: found.rows,
      time: ofLead,
      conversions: found.conversions.flatMap(({ action, tag, time, value }, stage) =>
        action === ''
          ? []
          : {
              action,
              idsOf: (orderId) => [writeStageId(orderId, tag)],
              time: time && { ...time, columns: { ...columns, time: time.column } },
              valueOf: (lead) =>
                found.reachedBy(lead) < stage ? 'not-reached' : (value ?? 'stage-without-value'),
            },
      ),
    };
  }
  const rows = allRows(loaded, plan);
  const valueAt = await valuesOf(loaded, question, () => onSlice({ done: 0, rows: rows.rowCount }));
  const isCounted = findCounted(loaded, plan, action);
  return {
    rows,
    time: ofLead,
    conversions: [
      {
        action: null,
        idsOf: (orderId) => listOrderIds(orderId, keepsOrderIds),
        time: null,
        valueOf(lead) {
          if (!isCounted(lead)) return 'not-converted';
          const value = roundValue(valueAt(lead));
          return value > 0 ? value : 'no-value';
        },
      },
    ],
  };
}

/** Every row of the open file with its keys and its values, slice by slice: the leads of each conversion. */
async function* readToday(
  loaded: LoadedFile,
  { question, format, leavesOpen, rows, conversions, time: ofLead }: Today,
  onSlice: (progress: FileProgress) => Promise<void>,
): AsyncGenerator<LeadToday[][]> {
  const { choices } = question;
  const { columns } = choices;
  const clock = choices.timeZone === null ? null : createZoneClock(choices.timeZone);
  const msOf = (cells: readonly string[], { columns, dateFormat, hasOnlyDays }: TimeColumn) => {
    const text = cellsOf(cells, { fields: TIME, columns })('time');
    if (text === '') return null;
    const moment = readMoment(text, { format: dateFormat, year: loaded.year, hasOnlyDays }, clock);
    return momentOfUpload(moment, choices.dropsDays);
  };
  const addressesOf = await createAddressReader(loaded, { question, format, leavesOpen });
  for (let from = 0; from < rows.rowCount; from += ROWS_PER_SLICE) {
    const read = rows.read(from, from + ROWS_PER_SLICE).map((row) => {
      const cell = cellsOf(row.cells, { fields: format.fields, columns });
      const keys = { orderId: cell('orderId'), clickId: cell(format.clickId), ...addressesOf(cell) };
      return { row, leadMs: msOf(row.cells, ofLead), ...keys };
    });
    const hashed = await hashLeads(read);
    yield conversions.map(({ idsOf, time, valueOf }) =>
      hashed.map(({ row, leadMs, orderId, ...keys }) => ({
        ...keys,
        orderIds: orderId === '' ? [] : idsOf(orderId),
        ms: (time && msOf(row.cells, time)) ?? leadMs,
        value: row.leftOut ?? valueOf(row.lead),
      })),
    );
    await onSlice({ done: Math.min(from + ROWS_PER_SLICE, rows.rowCount), rows: rows.rowCount });
  }
}

/** Reads the addresses of a row as an upload does; none where the platform finds no conversion by them. */
async function createAddressReader(
  loaded: LoadedFile,
  {
    question: { choices },
    format: { normaliseEmail },
    leavesOpen,
  }: Pick<Today, 'question' | 'format' | 'leavesOpen'>,
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
