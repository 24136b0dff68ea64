import type { Consent, UploadChoices, UploadedLead } from './check-lead.ts';
import type { ZoneClock } from './moments.ts';
import { UPLOAD_FORMATS, VALUE_DECIMALS, type UploadField, type UploadKind } from './upload-formats.ts';

/** A lead with the hashes of its addresses, '' where it has none. */
export interface HashedLead extends Omit<UploadedLead, 'email' | 'phone'> {
  email: string;
  phone: string;
}

/** How the rows of one file are written. */
interface UploadTable {
  /** The lines above the headings, each of one cell. */
  parameters: readonly string[];
  headings: readonly string[];
  toCells(lead: HashedLead): string[];
}

interface UploadColumn {
  heading: string;
  /** A column of this field is there only if the visitor's file has it, or if it was chosen for all leads. */
  field?: UploadField;
  cell(lead: HashedLead): string;
}

/**
 * The table of an upload in the platform's own format. Cells are written as they are in the visitor's file; times are
 * those of the chosen zone for Google's own files, and UTC elsewhere.
 * Example: for Google's clicks 'Parameters:TimeZone=Europe/Berlin', then 'Google Click ID', 'Conversion Name', ...
 */
export function createUploadTable(choices: UploadChoices, clock: ZoneClock | null): UploadTable {
  const columns = listColumns(choices, clock).filter(
    ({ field }) => field === undefined || isWritten(field, choices),
  );
  return {
    parameters: listParameters(choices.kind, clock),
    headings: columns.map(({ heading }) => heading),
    toCells: (lead) => columns.map(({ cell }) => cell(lead)),
  };
}

function isWritten(field: UploadField, choices: UploadChoices): boolean {
  const { fields } = UPLOAD_FORMATS[choices.kind];
  if (field === 'adUserData' || field === 'adPersonalization') {
    return fields.includes(field) && (choices.columns[field] !== null || choices[field] !== null);
  }
  return fields.includes(field) && choices.columns[field] !== null;
}

/** Google names zones as the IANA database does, Microsoft by their distance from UTC. */
function listParameters(kind: UploadKind, clock: ZoneClock | null): string[] {
  switch (kind) {
    case 'google-clicks':
    case 'google-enhanced':
      return [`Parameters:TimeZone=${clock?.name ?? UTC_OFFSET}`];
    case 'microsoft':
      return [`Parameters:TimeZone=${UTC_OFFSET}`];
    case 'google-data-manager':
    case 'linkedin':
      return [];
  }
}

const UTC_OFFSET = '+0000';

function listColumns(choices: UploadChoices, clock: ZoneClock | null): UploadColumn[] {
  const { kind, conversionName, currency } = choices;
  const name = { heading: 'Conversion Name', cell: () => conversionName };
  const money = [
    { heading: 'Conversion Value', cell: ({ value }: HashedLead) => value.toFixed(VALUE_DECIMALS) },
    { heading: 'Conversion Currency', cell: () => currency },
  ];
  const time = (write: (ms: number) => string): UploadColumn => ({
    heading: 'Conversion Time',
    cell: (lead) => write(lead.time.ms),
  });
  const inZone = (ms: number) => writeInZone(ms, clock);
  switch (kind) {
    case 'google-clicks':
      return [GCLID, name, time(inZone), ...money, ORDER_ID, ...CONSENT];
    case 'google-enhanced':
      return [...ADDRESSES, name, time(inZone), ...money, ORDER_ID, GCLID, ...CONSENT];
    case 'google-data-manager':
      return [GCLID, GBRAID, WBRAID, ...ADDRESSES, name, time(writeIso), ...money, ORDER_ID, ...CONSENT];
    case 'microsoft':
      return [MSCLKID, name, time(writeTwelveHours), ...money, ...HASHED_ADDRESSES];
    case 'linkedin':
      return [
        { heading: 'email', cell: ({ email }) => email },
        {
          heading: 'timestamp',
          cell: ({ time: { ms, isDay } }) => (isDay ? writeDay(clock ? clock.toClock(ms) : ms) : String(ms)),
        },
        { heading: 'eventtype', cell: () => conversionName },
        { heading: 'amount', cell: ({ value }) => value.toFixed(VALUE_DECIMALS) },
        { heading: 'currency', cell: () => currency },
      ];
  }
}

const word = (consent: Consent): string => consent ?? '';

const GCLID: UploadColumn = { heading: 'Google Click ID', field: 'gclid', cell: ({ gclid }) => gclid };
const GBRAID: UploadColumn = { heading: 'GBRAID', field: 'gbraid', cell: ({ gbraid }) => gbraid };
const WBRAID: UploadColumn = { heading: 'WBRAID', field: 'wbraid', cell: ({ wbraid }) => wbraid };
const MSCLKID: UploadColumn = {
  heading: 'Microsoft Click ID',
  field: 'msclkid',
  cell: ({ msclkid }) => msclkid,
};
const ORDER_ID: UploadColumn = { heading: 'Order ID', field: 'orderId', cell: ({ orderId }) => orderId };
const ADDRESSES: readonly UploadColumn[] = [
  { heading: 'Email', field: 'email', cell: ({ email }) => email },
  { heading: 'Phone Number', field: 'phone', cell: ({ phone }) => phone },
];
/** Microsoft's names of the same columns. */
const HASHED_ADDRESSES: readonly UploadColumn[] = [
  { heading: 'Hashed Email Address', field: 'email', cell: ({ email }) => email },
  { heading: 'Hashed Phone Number', field: 'phone', cell: ({ phone }) => phone },
];
const CONSENT: readonly UploadColumn[] = [
  { heading: 'Ad User Data', field: 'adUserData', cell: ({ adUserData }) => word(adUserData) },
  {
    heading: 'Ad Personalization',
    field: 'adPersonalization',
    cell: ({ adPersonalization }) => word(adPersonalization),
  },
];

/** '2026-11-02T09:30:00.000Z' of a time that is written as if it were UTC. */
const iso = (clock: number): string => new Date(clock).toISOString();
/** '2026-11-02 09:30:00'. */
const writeClock = (clock: number): string => iso(clock).slice(0, 19).replace('T', ' ');
/**
 * The time of the zone. Google reads it by the line at the top of the file; in the hour that the clock shows twice only
 * the offset tells which one is meant: '2026-10-25 02:30:00+0100'.
 */
function writeInZone(ms: number, zone: ZoneClock | null): string {
  if (!zone) return writeClock(ms);
  const clock = zone.toClock(ms);
  return zone.showsTwice(ms) ? writeClock(clock) + writeOffset(clock - ms) : writeClock(clock);
}

/** '+0530' of a distance from UTC. */
function writeOffset(ms: number): string {
  const minutes = Math.abs(ms) / 60_000;
  const parts = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return `${ms < 0 ? '-' : '+'}${parts.join('')}`;
}

/** '2026-11-02T09:30:00Z'. */
const writeIso = (ms: number): string => `${iso(ms).slice(0, 19)}Z`;

/** '11/02/2026'. */
function writeDay(clock: number): string {
  const [year, month, day] = iso(clock).slice(0, 10).split('-');
  return `${month}/${day}/${year}`;
}

/** '11/2/2026 9:30:00 AM'. */
function writeTwelveHours(ms: number): string {
  const date = new Date(ms);
  const hours = date.getUTCHours();
  const time = iso(ms).slice(13, 19);
  const day = `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`;
  return `${day} ${hours % 12 || 12}${time} ${hours < 12 ? 'AM' : 'PM'}`;
}
