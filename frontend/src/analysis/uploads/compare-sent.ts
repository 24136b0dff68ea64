import { DAY } from '#contract/limits.ts';
import type { LeftOutReason } from './drop-reasons.ts';
import type { Correction, CorrectionFormat, SentConversion } from './correction-format.ts';
import { keyOfSent, type SentConversions } from './sent-conversions.ts';

/** Leads that do not count for good. Others that the results leave out may count later, and their conversions stay. */
const COUNTS_NO_MORE = [
  'not-converted',
  'not-reached',
  'no-value',
  'left-out-test',
  'left-out-duplicate',
] as const;
type CountsNoMore = (typeof COUNTS_NO_MORE)[number];

/** Why a lead of today has no value: the results leave it out, it did not convert or reach the stage, or its value is below half a cent. */
export type WithoutValue = LeftOutReason | CountsNoMore | 'stage-without-value';

/** The reasons why a conversion that was sent stays as it is although its lead differs, the first of which counts. */
export const STAY_REASONS = [
  'without-key',
  'unreadable',
  'retracted',
  'other-time',
  'short-order-id',
  'too-old',
  'not-later',
  'gone',
  'sent-currency',
  'stage-without-value',
  'left-out-status',
  'left-out-unreadable-date',
  'left-out-date',
  'left-out-young',
  'other-currency',
] as const;
export type StayReason = (typeof STAY_REASONS)[number];

/** The reasons to retract a conversion. */
export const RETRACT_REASONS = [...COUNTS_NO_MORE, 'gone'] as const;
export type RetractReason = (typeof RETRACT_REASONS)[number];

/** A lead of today. */
export interface LeadToday {
  /** The order ids under which it may have been uploaded, the likeliest first; none without one. */
  orderIds: readonly string[];
  clickId: string;
  /** Hashes; '' without one, and where the platform finds no conversion by them. */
  email: string;
  phone: string;
  /** Null where its time is missing or cannot be read. */
  ms: number | null;
  /** In cents, or the reason why it has none. */
  value: number | WithoutValue;
}

/** The corrections to make, and the counts of all other conversions. */
interface Compared {
  restate: Correction[];
  retract: Correction[];
  /** Why they are retracted. */
  retracted: Map<RetractReason, number>;
  /** Conversions with the same value as before. */
  unchanged: number;
  /** Leads of today with a value that are in none of the files. */
  added: number;
  /** Conversions whose lead is no longer in the file: retracted only if the visitor says so. */
  gone: number;
  /** Conversions whose lead is in the file. */
  found: number;
  stay: Map<StayReason, number>;
}

/** Several comparisons as one, as of the stages of the same leads. */
export function joinCompared(parts: readonly Compared[]): Compared {
  const sumOf = (figure: 'unchanged' | 'added' | 'gone' | 'found') =>
    parts.reduce((sum, part) => sum + part[figure], 0);
  const joined: Compared = {
    restate: parts.flatMap(({ restate }) => restate),
    retract: parts.flatMap(({ retract }) => retract),
    retracted: new Map(),
    unchanged: sumOf('unchanged'),
    added: sumOf('added'),
    gone: sumOf('gone'),
    found: sumOf('found'),
    stay: new Map(),
  };
  for (const { retracted, stay } of parts) {
    for (const [reason, conversions] of retracted) count(joined.retracted, reason, conversions);
    for (const [reason, conversions] of stay) count(joined.stay, reason, conversions);
  }
  return joined;
}

export interface CompareOptions {
  format: CorrectionFormat;
  /** That of the values of today. */
  currency: string;
  now: number;
  /** Whether conversions are retracted whose lead is no longer in the file. */
  retractsGone: boolean;
}

/**
 * Compares conversions that were sent with the leads of today, which are given one by one. A conversion with another value is
 * restated, one whose lead does not count any more is retracted. Of several leads with the same key the first with a value
 * counts, as in an upload.
 * Example: A1 was sent with 100, A2 with 50. Today A1 is worth 70 and A2 did not convert: A1 is restated to 70, A2 retracted.
 */
export function startComparison(sent: SentConversions, options: CompareOptions) {
  const { conversions } = sent;
  const today = new Map<SentConversion, number | WithoutValue>();
  /** The conversions of each click or person. */
  const whoSent = new Map<string, SentConversion[]>();
  for (const conversion of conversions.values())
    for (const one of whoOf(conversion)) {
      const known = whoSent.get(one);
      if (known) known.push(conversion);
      else whoSent.set(one, [conversion]);
    }
  const whoToday = new Set<string>();
  /** Leads with a value of a click or person that was sent with another time. */
  const again: string[][] = [];
  let added = 0;
  /** A lead that has not reached the stage after all has lost the time under which it was sent, so the only conversion of its click or person is its own. */
  const onlyOf = (who: readonly string[]): SentConversion | undefined => {
    const [only, other] = new Set(who.flatMap((one) => whoSent.get(one) ?? []));
    return other ? undefined : only;
  };
  return {
    see(lead: LeadToday): void {
      const who = [lead.clickId, lead.email, lead.phone].filter((one) => whoSent.has(one));
      const conversion =
        findConversion(sent, lead) ?? (lead.value === 'not-reached' ? onlyOf(who) : undefined);
      for (const one of who) whoToday.add(one);
      if (conversion) {
        const known = today.get(conversion);
        if (known === undefined || isStronger(lead.value, known)) today.set(conversion, lead.value);
      } else if (typeof lead.value === 'number' && hasKey(lead)) {
        if (who.length === 0) added++;
        else again.push(who);
      }
    },
    finish(): Compared {
      const lost = new Set(
        [...conversions.values()].flatMap((conversion) => (today.has(conversion) ? [] : whoOf(conversion))),
      );
      const compared: Compared = {
        restate: [],
        retract: [],
        retracted: new Map(),
        unchanged: 0,
        // Another lead of a person is new where the conversions of that person have their own leads.
        added: added + again.filter((who) => !who.some((one) => lost.has(one))).length,
        gone: 0,
        found: today.size,
        stay: new Map([
          ['without-key', sent.withoutKey],
          ['unreadable', sent.unreadable],
        ]),
      };
      for (const conversion of conversions.values()) {
        const isElsewhere = whoOf(conversion).some((one) => whoToday.has(one));
        place(compared, options, {
          conversion,
          value: today.get(conversion) ?? (isElsewhere ? 'other-time' : 'gone'),
        });
      }
      return compared;
    },
  };
}

/** The click or the addresses by which a conversion without an order id is found. */
function whoOf({ key, clickId, email, phone }: SentConversion): string[] {
  if (key === 'clickId') return [clickId];
  return key === 'address' ? [email, phone].filter(Boolean) : [];
}

function findConversion(
  { conversions, byAddress }: SentConversions,
  { orderIds, clickId, email, phone, ms }: LeadToday,
): SentConversion | undefined {
  for (const orderId of orderIds) {
    const byOrder = conversions.get(keyOfSent({ orderId }));
    if (byOrder) return byOrder;
  }
  if (ms === null) return undefined;
  const byClick = clickId === '' ? undefined : conversions.get(keyOfSent({ clickId, ms }));
  const addresses = [email, phone].filter(Boolean);
  return (
    byClick ??
    addresses.map((address) => byAddress.get(keyOfSent({ address, ms }))).find((found) => found !== undefined)
  );
}

const hasKey = ({ orderIds, clickId, email, phone, ms }: LeadToday) =>
  orderIds.length > 0 || (clickId + email + phone !== '' && ms !== null);

/** A value is stronger than a reason without one, and a reason to let the conversion stay than one to retract it. */
function isStronger(value: LeadToday['value'], known: LeadToday['value']): boolean {
  if (typeof known === 'number') return false;
  return typeof value === 'number' || (countsNoMore(known) && !countsNoMore(value));
}

function countsNoMore(value: WithoutValue | 'gone'): value is CountsNoMore {
  return COUNTS_NO_MORE.some((state) => state === value);
}

interface Placed {
  conversion: SentConversion;
  value: LeadToday['value'] | 'gone' | 'other-time';
}

/** Puts a conversion into one file, or counts it. */
function place(compared: Compared, options: CompareOptions, { conversion, value }: Placed): void {
  const stay = (reason: StayReason) => count(compared.stay, reason);
  const isSameCurrency = conversion.currency === options.currency;
  if (conversion.isRetracted) return void stay('retracted');
  if (value === 'other-time') return void stay(value);
  if (typeof value === 'string' && value !== 'gone' && !countsNoMore(value)) return void stay(value);
  if (value === conversion.value && isSameCurrency) return void compared.unchanged++;
  const limit = findLimit(conversion, options);
  if (limit !== null) return void stay(limit);
  if (typeof value === 'number') {
    if (isSameCurrency) compared.restate.push({ conversion, value });
    else stay('sent-currency');
    return;
  }
  if (value === 'gone') compared.gone++;
  if (value === 'gone' && !options.retractsGone) return void stay('gone');
  compared.retract.push({ conversion, value: null });
  count(compared.retracted, value);
}

function count<Reason>(counts: Map<Reason, number>, reason: Reason, conversions = 1): void {
  counts.set(reason, (counts.get(reason) ?? 0) + conversions);
}

/** The limit of the platform that a correction breaks. It counts in whole seconds, as files do. */
function findLimit(
  { key, orderId, ms, correctedAt }: SentConversion,
  { format, now }: CompareOptions,
): StayReason | null {
  if (key === 'orderId' && orderId.length < format.minOrderIdLength) return 'short-order-id';
  if (now - ms > format.maxAgeDays * DAY) return 'too-old';
  const second = Math.floor(now / 1000);
  if (second < Math.floor(ms / 1000)) return 'not-later';
  return correctedAt !== null && second <= Math.floor(correctedAt / 1000) ? 'not-later' : null;
}
