import { normaliseGoogleEmail } from '../../uploads/addresses.ts';
import {
  CLICK_FILES,
  CONSENT_COLUMNS,
  GCLID,
  GOOGLE_PROBLEMS,
  GOOGLE_WAITS,
  ORDER_ID,
  UTC_TIME,
  UTC_TIMES,
} from './google-columns.ts';
import { CONVERSION_NAME, NAME_COLUMN, UTC_LINE, VALUE_COLUMNS } from '../../uploads/shared-columns.ts';
import type { UploadFormat } from '../../uploads/upload-format.ts';

export const GOOGLE_CLICKS: UploadFormat = {
  name: 'Google click conversions (legacy)',
  label: 'Google clicks (legacy)',
  meaning: 'Google’s older template, by Google Click ID. Google recommends Data Manager for new imports.',
  fileName: 'google_click_conversions',
  fields: ['time', 'gclid', 'gbraid', 'wbraid', 'country', 'orderId', 'adUserData', 'adPersonalization'],
  identifiers: ['gclid'],
  matchedBy: 'gclid',
  normaliseEmail: normaliseGoogleEmail,
  needsTime: true,
  times: UTC_TIMES,
  conversion: CONVERSION_NAME,
  waits: GOOGLE_WAITS,
  parameters: [UTC_LINE],
  columns: [GCLID, NAME_COLUMN, UTC_TIME, ...VALUE_COLUMNS, ORDER_ID, ...CONSENT_COLUMNS],
  sources: { ...CLICK_FILES, ...GOOGLE_PROBLEMS },
};
