import type { DropReason } from './drop-reasons.ts';
import { needsConsent, readCountry } from './countries.ts';
import { DAY } from '#contract/limits.ts';
import type { DateFormat } from '../columns/dates.ts';
import type { FieldColumns } from './guess-fields.ts';
import { cellsOf, isAddress, readAddresses, type AddressTools, type CellOf } from './lead-cells.ts';
import { findPerson, type Person } from './person.ts';
import { isBareOrderId, writeOrderId, writeStageId } from './order-ids.ts';
import { readMoment, type Moment, type ZoneClock } from './moments.ts';
import type { UploadField } from './upload-fields.ts';
import {
  MAX_UPLOAD_AGE_DAYS,
  VALUE_DECIMALS,
  type UploadFormat,
  type LeadConsent,
  type UploadedLead,
} from './upload-format.ts';

/** The visitor's choices for an upload. Nothing here is assumed: see `UploadField` for what may come from a column. */
export interface UploadChoices {
  columns: FieldColumns;
  /** How the dates of the file are written. */
  dateFormat: DateFormat;
  /** No date of the file has a time other than midnight: a midnight stands for its day. */
  hasOnlyDays?: boolean;
  /** The year in which the file is read. */
  year: number;
  /** The zone of times that name none, of the IANA database; null where the visitor has not said. */
  timeZone: string | null;
  /** Leaves leads out whose date has no time of day. Otherwise they count at the last second of their day. */
  dropsDays?: boolean;
  /** Leaves order ids without a prefix, as uploads had them before there was one. */
  keepsOrderIds?: boolean;
  /** The stage that the conversions stand for. Absent: one conversion per lead. */
  stage?: StageOfUpload;
  /** The name of the conversion in the account; for LinkedIn the type of the event. */
  conversionName: string;
  currency: string;
  /** ISO 3166 code for phone numbers without a calling code, of leads for which no column names a country. */
  phoneCountry: string | null;
  /** For all leads, where no column says it. */
  adUserData: LeadConsent;
  adPersonalization: LeadConsent;
}

/** A stage as it is uploaded: its leads are conversions of its own. */
export interface StageOfUpload {
  /** It tells the order ids of a lead's stages apart. */
  tag: string;
  /** The column of the day on which leads reached it, how it writes dates, and whether all of them are days. Null: the lead's own time counts, as it does where the cell is empty. */
  time: { column: number; dateFormat: DateFormat; hasOnlyDays: boolean } | null;
}

/** A part of a lead that is not used although the lead is taken. */
export const TAKEN_WITHOUT = ['phone', 'email', 'consent', 'braid', 'name', 'work', 'country'] as const;
export type TakenWithout = (typeof TAKEN_WITHOUT)[number];

export type CheckedLead =
  | { isTaken: false; reason: DropReason }
  | {
      isTaken: true;
      lead: UploadedLead;
      /** Whether the order id of the file is a bare number or one character, with the prefix or without it. */
      hasBareOrderId: boolean;
      without: readonly TakenWithout[];
      /** Whether a stage has the time of the lead, since the file does not say when it was reached. */
      isAtLeadTime: boolean;
      /** Whether the platform ignores it for want of consent; null where nobody knows its country. */
      lacksConsent: boolean | null;
    };

/** A fact for all leads that the form asks for, since a lead may not say it itself. */
export const OPEN_FACTS = ['zone', 'phoneCountry', 'consent'] as const;
export type OpenFact = (typeof OPEN_FACTS)[number];

/** Checks the leads of one file, in their order: of several equal leads the first is taken. */
export interface LeadCheck {
  check(row: readonly string[], value: number): CheckedLead;
  /** The facts that a checked lead has left open. */
  leftOpen: ReadonlySet<OpenFact>;
}

/** Click ids are base64url or hexadecimal. Other texts are damaged click ids, such as '1,23E+15'. */
const CLICK_ID = /^[\w-]{10,}$/;

/** The tools that the check of leads needs. */
export interface CheckTools extends Pick<AddressTools, 'readPhone'> {
  /** The clock of the chosen zone. */
  clock: ZoneClock | null;
  /** Milliseconds since 1970, UTC: the moment at which the file is made. */
  now: number;
  /** Whether Excel has rounded a cell of this field, so that it is no phone number or id any more. */
  isRounded(field: 'phone' | 'orderId', cell: string): boolean;
}

/** The field of the time alone, which a stage has in a column of its own. */
export const TIME: readonly UploadField[] = ['time'];

/** Starts the check of leads for an upload. */
export function startLeadCheck(format: UploadFormat, choices: UploadChoices, tools: CheckTools): LeadCheck {
  const { columns, stage } = choices;
  const stageTimes = stage?.time && { fields: TIME, columns: { ...columns, time: stage.time.column } };
  const writesCountry = format.columns.some(({ field }) => field === 'country');
  const seen = new Set<string>();
  const leftOpen = new Set<OpenFact>();
  const noting = { ...tools, clock: noteUse(tools.clock, leftOpen) };
  return {
    leftOpen,
    check(row, value) {
      const cell = cellsOf(row, { fields: format.fields, columns });
      const country = cell('country') === '' ? null : readCountry(cell('country'));
      const adUserData = findConsent(cell('adUserData'), choices.adUserData);
      const adPersonalization = findConsent(cell('adPersonalization'), choices.adPersonalization);
      if (cell('adUserData') === '' || cell('adPersonalization') === '') leftOpen.add('consent');
      // Read before the identifiers, so that the zone counts as open also where no lead has any of them yet.
      const stageTime = stageTimes ? cellsOf(row, stageTimes)('time') : '';
      const timing = { ...choices, ...(stageTime !== '' && stage?.time), needsTime: format.needsTime };
      const time = findTime(stageTime || cell('time'), timing, noting);
      if (time === 'no-zone' || (typeof time === 'object' && time.isDay)) leftOpen.add('zone');
      const found = findIdentifiers(format, cell, {
        isRounded: tools.isRounded,
        readPhone: tools.readPhone,
        phoneCountry: choices.phoneCountry,
        askPhoneCountry: () => void leftOpen.add('phoneCountry'),
      });
      if (typeof found === 'string') return drop(found);
      const { without, ...identifiers } = found;
      if (typeof time === 'string') return drop(time);
      const orderId = tools.isRounded('orderId', cell('orderId')) ? '' : cell('orderId');
      const rounded = roundValue(value);
      if (!(rounded > 0)) return drop('no-value');
      if (adUserData.consent === 'Denied') return drop('consent-denied');
      const lead: UploadedLead = {
        ...identifiers,
        country: country ?? '',
        time,
        orderId: stage ? writeStageId(orderId, stage.tag) : writeOrderId(orderId, choices.keepsOrderIds),
        ...(stage && { stage: stage.tag }),
        adUserData: adUserData.consent,
        adPersonalization: adPersonalization.consent,
        value: rounded,
      };
      if (isRepeated(lead, seen)) return drop('duplicate');
      if (adUserData.isUnclear || adPersonalization.isUnclear) without.push('consent');
      if (writesCountry && country === null && cell('country') !== '') without.push('country');
      return {
        isTaken: true,
        lead,
        // With a stage it is bare no more.
        hasBareOrderId: !stage && isBareOrderId(orderId),
        without,
        isAtLeadTime: stage !== undefined && stageTime === '',
        lacksConsent: lacksConsent(lead, format, country),
      };
    },
  };
}

/** The clock of the chosen zone, which notes that a time or a day has asked for it. */
function noteUse(clock: ZoneClock | null, leftOpen: Set<OpenFact>): ZoneClock | null {
  if (!clock) return null;
  return {
    ...clock,
    toMoment(time) {
      leftOpen.add('zone');
      return clock.toMoment(time);
    },
  };
}

/** Whether Google ignores the lead for want of consent, which it requires for people of some countries; null for an unknown country. */
function lacksConsent(
  { adUserData }: UploadedLead,
  { fields }: UploadFormat,
  country: string | null,
): boolean | null {
  if (!fields.includes('adUserData') || adUserData === 'Granted') return false;
  return country === null ? null : needsConsent(country);
}

const drop = (reason: DropReason): CheckedLead => ({ isTaken: false, reason });

type Identifiers = Pick<UploadedLead, 'gclid' | 'gbraid' | 'wbraid' | 'msclkid' | 'email' | 'phone'> &
  Person & { without: TakenWithout[] };

/** The ids of the click and the addresses of the person, by which the platform matches the conversion. */
function findIdentifiers(
  format: UploadFormat,
  cell: CellOf,
  tools: Omit<AddressTools, 'normaliseEmail'>,
): Identifiers | DropReason {
  const { ids, hasSpare, isUnclear } = findClickIds(format, cell);
  const clickId = Object.values(ids).find((id) => id !== '');
  if (clickId !== undefined && !CLICK_ID.test(clickId)) return 'damaged-click-id';
  const { email, phone } = readAddresses(cell, { ...tools, normaliseEmail: format.normaliseEmail });
  const isBad = email === 'bad' || phone === 'bad';
  const { person, lacksName, lacksWork } = findPerson(cell);
  const hasName = format.identifiers.includes('lastName') && person.lastName !== '';
  if (!isAddress(email) && !isAddress(phone) && !hasName) {
    const problem = findProblem(format, {
      hasClickId: clickId !== undefined,
      hasBraid: hasSpare,
      isUnclear,
      isBad,
    });
    if (problem !== null) return problem;
  }
  const without: TakenWithout[] = [];
  if (email === 'bad') without.push('email');
  if (phone === 'bad') without.push('phone');
  if (hasSpare) without.push('braid');
  if (lacksName) without.push('name');
  if (lacksWork) without.push('work');
  return {
    ...ids,
    ...person,
    email: isAddress(email) ? email : null,
    phone: isAddress(phone) ? phone : null,
    without,
  };
}

type ClickIds = Pick<UploadedLead, 'gclid' | 'gbraid' | 'wbraid' | 'msclkid'>;

/**
 * The click id that a file takes: Google takes one per row, and gclid is the surest. Of GBRAID and WBRAID without a gclid
 * nobody knows which one is right. `hasSpare`: the row has one that is not used.
 */
function findClickIds(
  { identifiers }: UploadFormat,
  cell: CellOf,
): { ids: ClickIds; hasSpare: boolean; isUnclear: boolean } {
  const [gclid, gbraid, wbraid, msclkid] = [cell('gclid'), cell('gbraid'), cell('wbraid'), cell('msclkid')];
  const none = { gclid, msclkid, gbraid: '', wbraid: '' };
  const braids = Number(gbraid !== '') + Number(wbraid !== '');
  if (identifiers.includes('gbraid') && gclid === '' && braids === 1)
    return { ids: { ...none, gbraid, wbraid }, hasSpare: false, isUnclear: false };
  return { ids: none, hasSpare: braids > 0, isUnclear: gclid === '' && braids === 2 };
}

const CLICK_IDS: readonly UploadField[] = ['gclid', 'gbraid', 'wbraid', 'msclkid'];

/** The reason why a row without an address is not taken; null if its click id is enough. */
function findProblem(
  { identifiers }: UploadFormat,
  row: { hasClickId: boolean; hasBraid: boolean; isUnclear: boolean; isBad: boolean },
): DropReason | null {
  const takesClickIds = CLICK_IDS.some((field) => identifiers.includes(field));
  if (takesClickIds && row.hasClickId) return null;
  if (!identifiers.includes('email')) return row.hasBraid ? 'only-braid' : 'no-click-id';
  if (row.isBad) return 'bad-address';
  if (!takesClickIds) return 'no-address';
  return row.isUnclear ? 'several-click-ids' : 'no-identifier';
}

/**
 * The time of the conversion. A day without a time of day counts at its last second in the chosen zone, since a conversion before its
 * click is refused. A lead of today waits: tomorrow the same click would get another second, and count again.
 */
function findTime(
  cell: string,
  { needsTime, dateFormat, hasOnlyDays, year, dropsDays }: UploadChoices & Pick<UploadFormat, 'needsTime'>,
  { clock, now }: Pick<CheckTools, 'clock' | 'now'>,
): UploadedLead['time'] | DropReason {
  if (cell === '') return 'no-date';
  const moment: Moment = readMoment(cell, { format: dateFormat, year, hasOnlyDays }, clock);
  let isDay = false;
  let ms: number;
  switch (moment.state) {
    case 'unreadable':
      return 'unreadable-date';
    case 'no-zone':
    case 'unknown-zone':
      return moment.state;
    case 'day':
      isDay = true;
      ms = moment.ms;
      if (!needsTime) break;
      if (dropsDays) return 'no-time';
      if (!clock) return 'no-zone';
      if (moment.ms <= now && moment.lastSecond > now) return 'today';
      ms = moment.lastSecond;
      break;
    case 'known':
      ms = moment.ms;
  }
  if (ms > now) return 'future';
  if (now - ms > MAX_UPLOAD_AGE_DAYS * DAY) return 'too-old';
  return { ms, isDay };
}

/** In cents, as the platforms take it. Halves are rounded up. */
export function roundValue(value: number): number {
  const scale = 10 ** VALUE_DECIMALS;
  return Math.round(value * scale) / scale;
}

const GRANTED = new Set(['granted', 'yes', 'true', '1', 'y', 'opt-in', 'opted in']);
const DENIED = new Set(['denied', 'no', 'false', '0', 'n', 'opt-out', 'opted out']);

/** The word of a column wins over the choice for all leads. A word that says neither is no consent. */
function findConsent(cell: string, forAll: LeadConsent): { consent: LeadConsent; isUnclear: boolean } {
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
  const address = [email?.text ?? '', phone?.text ?? ''];
  const who = clickId
    ? ['click', clickId]
    : ['person', ...(email || phone ? address : [lead.firstName, lead.lastName])];
  const keys = [JSON.stringify([...who, time.ms]), ...(orderId ? [JSON.stringify(['order', orderId])] : [])];
  if (keys.some((key) => seen.has(key))) return true;
  for (const key of keys) seen.add(key);
  return false;
}
