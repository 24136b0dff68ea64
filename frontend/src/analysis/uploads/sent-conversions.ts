import type { CorrectionFormat, CorrectionKey, CorrectionKind, SentConversion } from './correction-format.ts';
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
  /** The same by each of their addresses, where the platform finds conversions by them. */
  byAddress: Map<string, SentConversion>;
  /** Rows without a key, such as those that Google matches by an address alone. */
  withoutKey: number;
  /** Rows of which the time or the value cannot be read. */
  unreadable: number;
  /** Corrections of conversions that are in none of the files. */
  strayCorrections: number;
}

/** The texts by which a conversion is found. The same second counts as the same time, since files have no parts of a second. */
export function keyOfSent(
  of: { orderId: string } | { clickId: string; ms: number } | { address: string; ms: number },
): string {
  if ('orderId' in of) return JSON.stringify([of.orderId]);
  const second = Math.floor(of.ms / 1000);
  return JSON.stringify('clickId' in of ? [of.clickId, second] : ['address', of.address, second]);
}

/** The key of a row, and its text. Google finds a conversion with an order id by nothing else. Null for a row without any. */
function findKey({ orderId, clickId, email, phone, ms }: Row): { key: CorrectionKey; text: string } | null {
  if (orderId !== '') return { key: 'orderId', text: keyOfSent({ orderId }) };
  if (clickId !== '') return { key: 'clickId', text: keyOfSent({ clickId, ms }) };
  const address = email || phone;
  return address === '' ? null : { key: 'address', text: keyOfSent({ address, ms }) };
}

type Row = Readonly<
  Record<'clickId' | 'orderId' | 'email' | 'phone' | 'name' | 'currency' | 'adjustedCurrency', string>
> & {
  /** NaN where the cell is empty or cannot be read. */
  ms: number;
  value: number;
  adjustedAt: number;
  adjustedValue: number;
  /** Null in an upload. */
  kind: CorrectionKind | null;
};

/**
 * Collects the conversions that the platform has by the files that were uploaded to it, each with its last value. Uploads come first, then
 * corrections in the order of their times, so that files can be given in any order. Example: an upload of A1 with 100 and a restatement to
 * 70 give A1 with 70.
 */
export function collectSent(format: CorrectionFormat, files: readonly SentFile[]): SentConversions {
  const rows = files.flatMap((file) => readRows(format, file));
  const sent: SentConversions = {
    conversions: new Map(),
    byAddress: new Map(),
    withoutKey: 0,
    unreadable: 0,
    strayCorrections: 0,
  };
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

/** The files with the rows of one conversion only. */
export function ofConversion(
  { sent }: CorrectionFormat,
  files: readonly SentFile[],
  conversionName: string,
): SentFile[] {
  return files.map(({ headings, rows, clock }) => {
    const column = headings.indexOf(sent.name);
    return { headings, rows: rows.filter((row) => (row[column] ?? '') === conversionName), clock };
  });
}

/** Whether a file has corrections, not conversions. */
export function isOfCorrections(format: CorrectionFormat, { headings }: Pick<SentFile, 'headings'>): boolean {
  return headings.includes(format.sent.type);
}

function addConversion(sent: SentConversions, row: Row): void {
  const { orderId, clickId, email, phone, name, currency, ms, value } = row;
  const found = findKey(row);
  if (!found) return void sent.withoutKey++;
  if (Number.isNaN(ms) || Number.isNaN(value)) return void sent.unreadable++;
  const known = sent.conversions.get(found.text);
  if (known) {
    if (known.value !== value) known.value = null;
    return;
  }
  const of = { orderId, clickId, email, phone, ms, value, conversionName: name, currency };
  const conversion = { ...of, key: found.key, isRetracted: false, correctedAt: null };
  sent.conversions.set(found.text, conversion);
  for (const address of [email, phone].filter(Boolean)) {
    const text = keyOfSent({ address, ms });
    // Of two conversions of a person at one time, the other one is found by its click.
    if (sent.byAddress.get(text)?.key !== 'address') sent.byAddress.set(text, conversion);
  }
}

function correct(sent: SentConversions, row: Row): void {
  const { kind, adjustedAt, adjustedValue, adjustedCurrency } = row;
  const known = sent.conversions.get(findKey(row)?.text ?? '');
  if (!known) sent.strayCorrections++;
  else if (Number.isNaN(adjustedAt) || (kind === 'restate' && Number.isNaN(adjustedValue))) sent.unreadable++;
  else if (kind === 'retract') Object.assign(known, { isRetracted: true, correctedAt: adjustedAt });
  else Object.assign(known, { value: adjustedValue, currency: adjustedCurrency, correctedAt: adjustedAt });
}

function readRows(format: CorrectionFormat, { headings, rows, clock }: SentFile): Row[] {
  const { sent, types, dateFormat, renamed = {} } = format;
  const named = headings.map((heading) => renamed[heading] ?? heading);
  const places = new Map(
    Object.values(sent).map((wanted) => [wanted, named.findIndex((heading) => heading === wanted)]),
  );
  const isCorrection = isOfCorrections(format, { headings });
  const readTime = (cell: string): number => {
    // Its years have four digits.
    const moment = readMoment(cell, { format: dateFormat, year: 0 }, clock);
    return moment.state === 'known' ? moment.ms : Number.NaN;
  };
  return rows.map((row) => {
    const cell = (column: keyof typeof sent) => row[places.get(sent[column]) ?? -1] ?? '';
    return {
      orderId: cell('orderId'),
      clickId: cell('clickId'),
      email: cell('email'),
      phone: cell('phone'),
      name: cell('name'),
      currency: cell('currency'),
      ms: readTime(cell('time')),
      value: readValue(cell('value')),
      adjustedAt: readTime(cell('adjustedAt')),
      adjustedValue: readValue(cell('adjustedValue')),
      adjustedCurrency: cell('adjustedCurrency'),
      kind: isCorrection ? (cell('type') === types.retract ? 'retract' : 'restate') : null,
    };
  });
}

/** A value as our files have it. Others, such as '12,50' of a spreadsheet, cannot be read for certain. */
function readValue(cell: string): number {
  return VALUE.test(cell) ? Number(cell) : Number.NaN;
}

const VALUE = new RegExp(`^\\d+(?:\\.\\d{1,${VALUE_DECIMALS}})?$`);
