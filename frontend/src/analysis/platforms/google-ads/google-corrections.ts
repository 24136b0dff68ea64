import {
  correctedValueColumns,
  type CorrectionColumn,
  type CorrectionFormat,
} from '../../uploads/correction-format.ts';
import { UTC_TIMES, writeUtc } from './google-columns.ts';
import { UTC_LINE } from '../../uploads/shared-columns.ts';

/** The names of Google's templates, of uploads and of corrections. */
const HEADINGS = {
  clickId: 'Google Click ID',
  orderId: 'Order ID',
  email: null,
  phone: null,
  name: 'Conversion Name',
  time: 'Conversion Time',
  value: 'Conversion Value',
  currency: 'Conversion Currency',
  type: 'Adjustment Type',
  adjustedAt: 'Adjustment Time',
  adjustedValue: 'Adjusted Value',
  adjustedCurrency: 'Adjusted Value Currency',
};

/** The API words RESTATEMENT and RETRACTION are refused in files. */
const TYPES = { restate: 'RESTATE', retract: 'RETRACT' };

const NAME: CorrectionColumn = {
  heading: HEADINGS.name,
  cell: ({ conversion }) => conversion.conversionName,
};
/** ConversionAdjustment returns an error for a retraction with a value. */
const ADJUSTMENT: readonly CorrectionColumn[] = [
  { heading: HEADINGS.adjustedAt, cell: (_, { now }) => writeUtc(now) },
  { heading: HEADINGS.type, cell: ({ value }) => (value === null ? TYPES.retract : TYPES.restate) },
  ...correctedValueColumns(HEADINGS),
];

export const GOOGLE_CORRECTIONS: CorrectionFormat = {
  name: 'Google conversion adjustments',
  label: 'Google Ads',
  fileName: 'google_ads',
  fields: ['orderId', 'gclid', 'time'],
  clickId: 'gclid',
  matchedBy: 'Order ID; conversions that were uploaded without one by gclid and conversion time',
  // 'ConversionAdjustmentUploadService only accepts user identifiers in enhancements' (ConversionAdjustment, Google Ads API v26).
  addressNote:
    'Google corrects no conversion by a hashed e-mail address or phone number: it takes these only to enhance one. Upload leads with an order ID, so that they can be corrected.',
  // CONVERSION_EXPIRED: 'a conversion that occurred more than 54 days ago' (Google Ads API v25, 2026; older pages say 55 and 45).
  maxAgeDays: 54,
  // INVALID_ORDER_ID (AdWords API v201809).
  minOrderIdLength: 2,
  dateFormat: 'iso',
  times: UTC_TIMES,
  sent: HEADINGS,
  types: TYPES,
  parameters: [UTC_LINE],
  columns: {
    orderId: [
      { heading: HEADINGS.orderId, cell: ({ conversion }) => conversion.orderId },
      NAME,
      ...ADJUSTMENT,
    ],
    clickId: [
      { heading: HEADINGS.clickId, cell: ({ conversion }) => conversion.clickId },
      NAME,
      { heading: HEADINGS.time, cell: ({ conversion }) => writeUtc(conversion.ms) },
      ...ADJUSTMENT,
    ],
  },
  steps: [
    'Wait until Google has counted the conversions: 24 hours after their upload is enough.',
    'In Google Ads, open Goals, then Conversions, then Uploads. Upload each file by itself, never together with new conversions.',
    'If a manager account tracks the conversions, upload the files there.',
    'A conversion action that always uses its default value cannot be restated.',
  ],
  sources: {
    'Google Ads Help, Adjust your conversions': 'https://support.google.com/google-ads/answer/7686280',
    'Google Ads Help, About conversion adjustments': 'https://support.google.com/google-ads/answer/7686447',
    'Google Ads API, ConversionAdjustment':
      'https://developers.google.com/google-ads/api/reference/rpc/latest/ConversionAdjustment',
  },
  doubt:
    'The headings are second-hand: Google’s template could not be opened. Whether such files reach conversions that ' +
    'were imported through Data Manager is not confirmed.',
};
