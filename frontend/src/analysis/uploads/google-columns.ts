import type { LeadConsent } from './check-lead.ts';
import type { ZoneClock } from './moments.ts';
import type { UploadColumn } from './upload-format.ts';

export const GCLID: UploadColumn = { heading: 'Google Click ID', field: 'gclid', cell: ({ gclid }) => gclid };

export const ORDER_ID: UploadColumn = {
  heading: 'Order ID',
  field: 'orderId',
  cell: ({ orderId }) => orderId,
};

export const ADDRESS_COLUMNS: readonly UploadColumn[] = [
  { heading: 'Email', field: 'email', cell: ({ email }) => email },
  { heading: 'Phone Number', field: 'phone', cell: ({ phone }) => phone },
];

const word = (consent: LeadConsent): string => consent ?? '';
export const CONSENT_COLUMNS: readonly UploadColumn[] = [
  { heading: 'Ad User Data', field: 'adUserData', cell: ({ adUserData }) => word(adUserData) },
  {
    heading: 'Ad Personalization',
    field: 'adPersonalization',
    cell: ({ adPersonalization }) => word(adPersonalization),
  },
];

/** The time of the chosen zone, which the line above the headings names. */
export const ZONE_TIME: UploadColumn = {
  heading: 'Conversion Time',
  cell: ({ time }, { clock }) => writeZoneTime(time.ms, clock),
};

/** '2026-11-02 09:30:00' of a time that is written as if it were UTC. */
const writeClock = (clock: number): string => new Date(clock).toISOString().slice(0, 19).replace('T', ' ');

/**
 * '2026-11-02 09:30:00' as the clock of the zone shows it. In the hour that the clock shows twice only the offset tells which time is meant: '2026-10-25 02:30:00+0100'. Without a
 * zone it is the time in UTC.
 */
export function writeZoneTime(ms: number, zone: ZoneClock | null): string {
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

/** How the times of such columns are written, by an example. */
export const ZONE_TIMES = '2026-11-02 09:30:00 and a line Parameters:TimeZone=';

export const CLICK_FILES = {
  'Google Ads Help, Import conversions from ad clicks using files (legacy)':
    'https://support.google.com/google-ads/answer/7014069',
};
export const GOOGLE_PROBLEMS = {
  'Google Ads Help, Fix discrepancies and errors in offline conversion imports':
    'https://support.google.com/google-ads/answer/13321563',
};
/** Also for the hashing of addresses. */
export const GOOGLE_ADDRESSES = {
  'Google Data Manager API, Format user data':
    'https://developers.google.com/data-manager/api/devguides/concepts/formatting',
};
