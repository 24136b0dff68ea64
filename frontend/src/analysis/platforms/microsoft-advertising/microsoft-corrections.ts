import { normaliseMicrosoftEmail } from '../../uploads/addresses.ts';
import {
  correctedValueColumns,
  type CorrectionColumn,
  type CorrectionFormat,
} from '../../uploads/correction-format.ts';
import { writeTwelveHours } from './microsoft-offline.ts';
import { UTC_LINE } from '../../uploads/shared-columns.ts';
import { MAX_UPLOAD_AGE_DAYS } from '../../uploads/upload-format.ts';

/** Those of the template on Microsoft's website. Its Bulk record 'Offline Conversion' calls the currency 'Adjustment Currency Code'. */
const HEADINGS = {
  clickId: 'Microsoft Click ID',
  orderId: null,
  email: 'Hashed Email Address',
  phone: 'Hashed Phone Number',
  name: 'Conversion Name',
  time: 'Conversion Time',
  value: 'Conversion Value',
  currency: 'Conversion Currency',
  type: 'Adjustment Type',
  adjustedAt: 'Adjustment Time',
  adjustedValue: 'Adjustment Value',
  adjustedCurrency: 'Adjustment Currency',
};
const TYPES = { restate: 'Restate', retract: 'Retract' };

/** The columns behind that of the key. */
const ADJUSTMENT: readonly CorrectionColumn[] = [
  { heading: HEADINGS.name, cell: ({ conversion }) => conversion.conversionName },
  { heading: HEADINGS.time, cell: ({ conversion }) => writeTwelveHours(conversion.ms) },
  { heading: HEADINGS.type, cell: ({ value }) => (value === null ? TYPES.retract : TYPES.restate) },
  { heading: HEADINGS.adjustedAt, cell: (_, { now }) => writeTwelveHours(now) },
  // Those of a retraction are 'not applicable' in the Bulk record.
  ...correctedValueColumns(HEADINGS),
];

export const MICROSOFT_CORRECTIONS: CorrectionFormat = {
  name: 'Microsoft offline conversion adjustments',
  label: 'Microsoft',
  fileName: 'microsoft',
  fields: ['msclkid', 'time', 'email', 'phone', 'country'],
  clickId: 'msclkid',
  matchedBy:
    'msclkid and conversion time; conversions that were uploaded without one by hashed e-mail address or phone number and time',
  normaliseEmail: normaliseMicrosoftEmail,
  maxAgeDays: MAX_UPLOAD_AGE_DAYS,
  minOrderIdLength: 0,
  dateFormat: 'month-first',
  times: '11/2/2026 8:30:00 AM and the line Parameters:TimeZone=+0000',
  maxRows: 100_000,
  sent: HEADINGS,
  renamed: { 'Adjustment Currency Code': HEADINGS.adjustedCurrency },
  types: TYPES,
  parameters: [UTC_LINE],
  columns: {
    clickId: [{ heading: HEADINGS.clickId, cell: ({ conversion }) => conversion.clickId }, ...ADJUSTMENT],
    address: [
      { heading: HEADINGS.email, cell: ({ conversion }) => conversion.email },
      { heading: HEADINGS.phone, cell: ({ conversion }) => conversion.phone },
      ...ADJUSTMENT,
    ],
  },
  steps: [
    'In Microsoft Advertising, open Conversions, then Offline conversions, then Uploads, and upload each file by itself.',
  ],
  doubt:
    'The headings of hashed addresses are those of Microsoft’s Bulk record, which takes them for corrections too: the template of its website could not be opened.',
  sources: {
    'Microsoft Advertising, Offline Conversion record':
      'https://learn.microsoft.com/en-us/advertising/bulk-service/offline-conversion',
    'Microsoft Advertising, OfflineConversionAdjustment':
      'https://learn.microsoft.com/en-us/advertising/campaign-management-service/offlineconversionadjustment',
  },
};
