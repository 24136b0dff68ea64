import type { CorrectionFormat, CorrectionKind, SentConversion } from './correction-format.ts';
import { readMoment, type ZoneClock } from './moments.ts';
import { VALUE_DECIMALS } from './upload-format.ts';

/** A file that was uploaded before, with its headings as it has them. */
export interface SentFile {
  headings: readonly string[];
  rows: readonly (readonly string[])[];
  /** The clock of the zone that the file names; null if it names none. */
  clock: ZoneClock | null;
}

/** The conversions of files that were uploaded before. */
export interface SentConversions {
  /** By `keyOfSent`. */
  conversions: Map<string, SentConversion>;
  /** Rows without a key, such as those matched by an address alone. */
  withoutKey: number;
  /** Rows of which the time or the value cannot be read. */
  unreadable: number;
  /** Corrections of conversions that are in none of the files. */
  strayCorrections: number;
}

/** The texts by which a conversion is found. The same second counts as the same time, since files have no parts of a second. */
export function keyOfSent(of: { orderId: string } | { clickId: string; ms: number }): string {
  return JSON.stringify('orderId' in of ? [of.orderId] : [of.clickId, Math.floor(of.ms / 1000)]);
}

type Row = Readonly<Record<'clickId' | 'orderId' | 'name' | 'currency' | 'adjustedCurrency', string>> & {
  /** NaN where the cell is empty or cannot be read. */
  ms: number;
  value: number;
  adjustedAt: number;
  adjustedValue: number;
  /** Null in an upload. */
  kind: CorrectionKind | null;
};

/**
 * What the platform has by the files that were uploaded to it: each conversion with its last value. Uploads come first, then
 * corrections in the order of their times, so that files can be given in any order.
 * Example: an upload of A1 with 100 and a restatement to 70 give A1 with 70.
 */
export function collectSent(format: CorrectionFormat, files: readonly SentFile[]): SentConversions {
  const rows = files.flatMap((file) => readRows(format, file));
  const sent: SentConversions = { conversions: new Map(), withoutKey: 0, unreadable: 0, strayCorrections: 0 };
  for (const row of rows) if (row.kind === null) addConversion(sent, row);
  const corrections = rows
    .filter(({ kind }) => kind !== null)
    .toSorted((a, b) => a.adjustedAt - b.adjustedAt);
  for (const row of corrections) correct(sent, row);
  return sent;
}

/** The different names of conversions in files. */
export function listConversionNames(format: CorrectionFormat, files: readonly SentFile[]): string[] {
  const names = files.flatMap(({ headings, rows }) => {
    const column = headings.indexOf(format.sent.name);
    return rows.map((row) => row[column] ?? '');
  });
  return [...new Set(names)];
}

/** Whether a file has corrections, not conversions. */
export function isOfCorrections(format: CorrectionFormat, { headings }: Pick<SentFile, 'headings'>): boolean {
  return headings.includes(format.sent.type);
}

function addConversion(sent: SentConversions, row: Row): void {
  const { orderId, clickId, ms, value } = row;
  const conversion = { orderId, clickId, ms, value, conversionName: row.name, currency: row.currency };
  // Google finds a conversion with an order id by nothing else.
  const key = orderId !== '' ? 'orderId' : 'clickId';
  if (orderId === '' && clickId === '') sent.withoutKey++;
  else if (Number.isNaN(ms) || Number.isNaN(value)) sent.unreadable++;
  else {
    const text = keyOfSent(key === 'orderId' ? { orderId } : { clickId, ms });
    const known = sent.conversions.get(text);
    if (!known) sent.conversions.set(text, { ...conversion, key, isRetracted: false, correctedAt: null });
    else if (known.value !== value) known.value = null;
  }
}

function correct(sent: SentConversions, row: Row): void {
  const { orderId, clickId, ms, kind, adjustedAt, adjustedValue, adjustedCurrency } = row;
  const known = sent.conversions.get(keyOfSent(orderId !== '' ? { orderId } : { clickId, ms }));
  if (!known) sent.strayCorrections++;
  else if (Number.isNaN(adjustedAt) || (kind === 'restate' && Number.isNaN(adjustedValue))) sent.unreadable++;
  else if (kind === 'retract') Object.assign(known, { isRetracted: true, correctedAt: adjustedAt });
  else Object.assign(known, { value: adjustedValue, currency: adjustedCurrency, correctedAt: adjustedAt });
}

function readRows(format: CorrectionFormat, { headings, rows, clock }: SentFile): Row[] {
  const { sent, types, dateFormat, renamed = {} } = format;
  const at = (wanted: string | null) =>
    headings.findIndex((heading) => (renamed[heading] ?? heading) === wanted);
  const isCorrection = isOfCorrections(format, { headings });
  const [orderId, clickId, name, currency] = [
    at(sent.orderId),
    at(sent.clickId),
    at(sent.name),
    at(sent.currency),
  ];
  const [time, value, type] = [at(sent.time), at(sent.value), at(sent.type)];
  const [adjustedAt, adjustedValue, adjustedCurrency] = [
    at(sent.adjustedAt),
    at(sent.adjustedValue),
    at(sent.adjustedCurrency),
  ];
  const readTime = (cell: string): number => {
    // Its years have four digits.
    const moment = readMoment(cell, { format: dateFormat, year: 0 }, clock);
    return moment.state === 'known' ? moment.ms : Number.NaN;
  };
  return rows.map((row) => ({
    orderId: row[orderId] ?? '',
    clickId: row[clickId] ?? '',
    name: row[name] ?? '',
    currency: row[currency] ?? '',
    ms: readTime(row[time] ?? ''),
    value: readValue(row[value] ?? ''),
    adjustedAt: readTime(row[adjustedAt] ?? ''),
    adjustedValue: readValue(row[adjustedValue] ?? ''),
    adjustedCurrency: row[adjustedCurrency] ?? '',
    kind: isCorrection ? (row[type] === types.retract ? 'retract' : 'restate') : null,
  }));
}

/** A value as our files have it. Others, such as '12,50' of a spreadsheet, cannot be read for certain. */
function readValue(cell: string): number {
  return VALUE.test(cell) ? Number(cell) : Number.NaN;
}

const VALUE = new RegExp(`^\\d+(?:\\.\\d{1,${VALUE_DECIMALS}})?$`);
