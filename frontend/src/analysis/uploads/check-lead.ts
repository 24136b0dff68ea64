import { isHash, normaliseEmail, normaliseGoogleEmail, normalisePhone } from './addresses.ts';
import { type DateFormat, DAY_MS } from '../dates.ts';
import type { FieldColumns } from './guess-fields.ts';
import { readMoment, type Moment, type ZoneClock } from './moments.ts';
import { UPLOAD_FORMATS, VALUE_DECIMALS, type UploadField, type UploadKind } from './upload-formats.ts';

/** What a lead said about the use of its data; null where nobody knows. */
export type Consent = 'Granted' | 'Denied' | null;

/** The visitor's choices for an upload. Nothing here is assumed: see `UploadField` for what may come from a column. */
export interface UploadChoices {
  kind: UploadKind;
  columns: FieldColumns;
  /** How the dates of the file are written. */
  dateFormat: DateFormat;
  /** The zone of times that name none, of the IANA database; null where the visitor has not said. */
  timeZone: string | null;
  /** The name of the conversion in the account; for LinkedIn the type of the event. */
  conversionName: string;
  currency: string;
  /** ISO 3166 code for phone numbers without a calling code. */
  phoneCountry: string | null;
  /** For all leads, where no column says it. */
  adUserData: Consent;
  adPersonalization: Consent;
}

/** Why a lead is not in the file, in the order of checking: the first reason counts. */
export const DROP_REASONS = [
  // A lead that counts in no figure is no conversion either; see `allRows`.
  'left-out-test',
  'left-out-duplicate',
  'left-out-status',
  'left-out-unreadable-date',
  'left-out-date',
  'left-out-young',
  'other-currency',
  'no-click-id',
  'several-click-ids',
  'only-braid',
  'damaged-click-id',
  'no-address',
  'bad-address',
  'no-identifier',
  'no-date',
  'unreadable-date',
  'no-time',
  'no-zone',
  'unknown-zone',
  'future',
  'too-old',
  'no-value',
  'consent-denied',
  'duplicate',
] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** An address in the form that is hashed, or its hash where the file has it already. */
export interface Address {
  text: string;
  isHashed: boolean;
}

/** A lead that a platform takes. */
export interface UploadedLead {
  gclid: string;
  gbraid: string;
  wbraid: string;
  msclkid: string;
  email: Address | null;
  phone: Address | null;
  time: { ms: number; isDay: boolean };
  orderId: string;
  adUserData: Consent;
  adPersonalization: Consent;
  /** Rounded to cents. */
  value: number;
}

/** Part of a cell that could not be used, in a lead that is kept. */
export type KeptWithout = 'phone' | 'email' | 'consent';

type CheckedLead =
  | { isKept: false; reason: DropReason }
  | { isKept: true; lead: UploadedLead; without: readonly KeptWithout[] };

/** Checks the leads of one file, in their order: the first of several equal ones is kept. */
interface LeadCheck {
  check(row: readonly string[], value: number): CheckedLead;
}

/** What programs write where they know no click id. */
const NOTHING = /^(?:\(?not (?:set|provided)\)?|null|undefined|none|nan|n\/?a|-+|\{[^}]*\})$/i;
/** Click ids are base64url or hexadecimal. Others were changed on the way, such as '1,23E+15'. */
const CLICK_ID = /^[\w-]{10,}$/;

/**
 * Starts the check of leads for an upload.
 * @param now milliseconds since 1970, UTC: the moment at which the file is made
 */
export function startLeadCheck(choices: UploadChoices, clock: ZoneClock | null, now: number): LeadCheck {
  const { columns, kind } = choices;
  const { fields } = UPLOAD_FORMATS[kind];
  const seen = new Set<string>();
  return {
    check(row, value) {
      const cell = (field: UploadField): string => {
        const column = fields.includes(field) ? columns[field] : null;
        const text = column === null ? '' : (row[column] ?? '');
        return NOTHING.test(text) ? '' : text;
      };
      const found = findIdentifiers(kind, cell, choices.phoneCountry);
      if (typeof found === 'string') return drop(found);
      const { without, ...identifiers } = found;
      const time = findTime(cell('time'), choices, { clock, now });
      if (typeof time === 'string') return drop(time);
      const rounded = roundValue(value);
      if (!(rounded > 0)) return drop('no-value');
      const adUserData = findConsent(cell('adUserData'), choices.adUserData);
      const adPersonalization = findConsent(cell('adPersonalization'), choices.adPersonalization);
      if (adUserData.consent === 'Denied') return drop('consent-denied');
      const lead: UploadedLead = {
        ...identifiers,
        time,
        orderId: cell('orderId'),
        adUserData: adUserData.consent,
        adPersonalization: adPersonalization.consent,
        value: rounded,
      };
      if (isRepeated(lead, seen)) return drop('duplicate');
      const isUnclear = adUserData.isUnclear || adPersonalization.isUnclear;
      return { isKept: true, lead, without: isUnclear ? [...without, 'consent'] : without };
    },
  };
}

const drop = (reason: DropReason): CheckedLead => ({ isKept: false, reason });

type Identifiers = Pick<UploadedLead, 'gclid' | 'gbraid' | 'wbraid' | 'msclkid' | 'email' | 'phone'> & {
  without: KeptWithout[];
};

/** What names the click or the person: the platform matches the conversion by it. */
function findIdentifiers(
  kind: UploadKind,
  cell: (field: UploadField) => string,
  country: string | null,
): Identifiers | DropReason {
  const clickIds = [cell('gclid'), cell('gbraid'), cell('wbraid'), cell('msclkid')] as const;
  const given = clickIds.filter((id) => id !== '');
  if (given.length > 1) return 'several-click-ids';
  const email = findAddress(cell('email'), kind === 'linkedin' ? normaliseEmail : normaliseGoogleEmail);
  const phone = findAddress(cell('phone'), (text) => normalisePhone(text, country));
  const problem = findProblem(kind, { clickIds, isBad: email === 'bad' || phone === 'bad' });
  const hasAddress = isAddress(email) || isAddress(phone);
  if (problem !== null && !(problem.isMendedByAddress && hasAddress)) return problem.reason;
  const without: KeptWithout[] = [];
  if (email === 'bad') without.push('email');
  if (phone === 'bad') without.push('phone');
  const [gclid, gbraid, wbraid, msclkid] = clickIds;
  return {
    gclid,
    gbraid,
    wbraid,
    msclkid,
    email: isAddress(email) ? email : null,
    phone: isAddress(phone) ? phone : null,
    without,
  };
}

interface IdentifierProblem {
  reason: DropReason;
  /** An address alone is enough. */
  isMendedByAddress: boolean;
}

function findProblem(
  kind: UploadKind,
  { clickIds, isBad }: { clickIds: readonly [string, string, string, string]; isBad: boolean },
): IdentifierProblem | null {
  const [gclid, gbraid, wbraid] = clickIds;
  const clickId = clickIds.find((id) => id !== '');
  if (clickId !== undefined && !CLICK_ID.test(clickId)) {
    return { reason: 'damaged-click-id', isMendedByAddress: false };
  }
  switch (kind) {
    case 'google-clicks':
      if (gclid !== '') return null;
      return { reason: gbraid || wbraid ? 'only-braid' : 'no-click-id', isMendedByAddress: false };
    case 'microsoft':
      return clickId === undefined ? { reason: 'no-click-id', isMendedByAddress: false } : null;
    case 'google-data-manager':
      if (clickId !== undefined) return null;
      return { reason: isBad ? 'bad-address' : 'no-identifier', isMendedByAddress: true };
    case 'google-enhanced':
    case 'linkedin':
      return { reason: isBad ? 'bad-address' : 'no-address', isMendedByAddress: true };
  }
}

const isAddress = (address: Address | 'bad' | null): address is Address =>
  address !== null && address !== 'bad';

function findAddress(cell: string, normalise: (cell: string) => string | null): Address | 'bad' | null {
  if (cell === '') return null;
  if (isHash(cell)) return { text: cell.toLowerCase(), isHashed: true };
  const text = normalise(cell);
  return text === null ? 'bad' : { text, isHashed: false };
}

function findTime(
  cell: string,
  { kind, dateFormat }: UploadChoices,
  { clock, now }: { clock: ZoneClock | null; now: number },
): UploadedLead['time'] | DropReason {
  if (cell === '') return 'no-date';
  const moment: Moment = readMoment(cell, dateFormat, clock);
  const { maxAgeDays, needsTime } = UPLOAD_FORMATS[kind];
  switch (moment.state) {
    case 'unreadable':
      return 'unreadable-date';
    case 'no-zone':
    case 'unknown-zone':
      return moment.state;
    case 'day':
      if (needsTime) return 'no-time';
      break;
    case 'known':
  }
  if (moment.ms > now) return 'future';
  if (now - moment.ms > maxAgeDays * DAY_MS) return 'too-old';
  return { ms: moment.ms, isDay: moment.state === 'day' };
}

/** In cents, as the platforms take it. Halves are rounded up. */
function roundValue(value: number): number {
  const scale = 10 ** VALUE_DECIMALS;
  return Math.round(value * scale) / scale;
}

const GRANTED = new Set(['granted', 'yes', 'true', '1', 'y', 'opt-in', 'opted in']);
const DENIED = new Set(['denied', 'no', 'false', '0', 'n', 'opt-out', 'opted out']);

/** The word of a column wins over the choice for all leads. A word that says neither is no consent. */
function findConsent(cell: string, forAll: Consent): { consent: Consent; isUnclear: boolean } {
  const word = cell.toLowerCase();
  if (word === '') return { consent: forAll, isUnclear: false };
  if (GRANTED.has(word)) return { consent: 'Granted', isUnclear: false };
  if (DENIED.has(word)) return { consent: 'Denied', isUnclear: false };
  return { consent: null, isUnclear: word !== 'unspecified' };
}

/** Platforms count a click or person once per time, and an order id once at all. */
function isRepeated(lead: UploadedLead, seen: Set<string>): boolean {
  const { gclid, gbraid, wbraid, msclkid, email, phone, time, orderId } = lead;
  const clickId = gclid || gbraid || wbraid || msclkid;
  const who = clickId ? ['click', clickId] : ['person', email?.text ?? '', phone?.text ?? ''];
  const keys = [JSON.stringify([...who, time.ms]), ...(orderId ? [JSON.stringify(['order', orderId])] : [])];
  if (keys.some((key) => seen.has(key))) return true;
  for (const key of keys) seen.add(key);
  return false;
}
