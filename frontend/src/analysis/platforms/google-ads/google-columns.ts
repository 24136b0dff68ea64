import { normaliseGoogleEmail } from '../../uploads/addresses.ts';
import { CONVERSION_NAME, UTC_LINE } from '../../uploads/shared-columns.ts';
import type { LeadConsent, UploadColumn } from '../../uploads/upload-format.ts';

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

/** The time in UTC, which the line above the headings names. */
export const UTC_TIME: UploadColumn = { heading: 'Conversion Time', cell: ({ time }) => writeUtc(time.ms) };

/** '2026-11-02 08:30:00', in UTC. */
export const writeUtc = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

/** The parts that all formats of Google share. */
export const GOOGLE_UPLOADS = {
  normaliseEmail: normaliseGoogleEmail,
  needsTime: true,
  conversion: CONVERSION_NAME,
  // TOO_RECENT_CONVERSION_ACTION of the Google Ads API: to be tried again after 4 to 6 hours.
  waits: 'A new conversion action takes conversions only about 6 hours after it was made.',
} as const;

/** How the times of such columns are written, by an example. */
export const UTC_TIMES = `2026-11-02 08:30:00 and the line ${UTC_LINE}`;

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
