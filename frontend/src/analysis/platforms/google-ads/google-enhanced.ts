import {
  ADDRESS_COLUMNS,
  CLICK_FILES,
  CONSENT_COLUMNS,
  GCLID,
  GOOGLE_ADDRESSES,
  GOOGLE_PROBLEMS,
  GOOGLE_UPLOADS,
  ORDER_ID,
  UTC_TIME,
  UTC_TIMES,
} from './google-columns.ts';
import { NAME_COLUMN, UTC_LINE, VALUE_COLUMNS } from '../../uploads/shared-columns.ts';
import { ADDRESS_AGE_DOUBT, type UploadFormat } from '../../uploads/upload-format.ts';

export const GOOGLE_ENHANCED: UploadFormat = {
  ...GOOGLE_UPLOADS,
  name: 'Google enhanced conversions for leads',
  label: 'Google enhanced',
  meaning: 'Google’s template for enhanced conversions for leads, by hashed e-mail address or phone number.',
  fileName: 'google_enhanced_conversions',
  fields: ['time', 'email', 'phone', 'country', 'gclid', 'orderId', 'adUserData', 'adPersonalization'],
  identifiers: ['email', 'phone'],
  matchedBy: 'A hashed e-mail address or phone number',
  times: UTC_TIMES,
  parameters: [UTC_LINE],
  columns: [...ADDRESS_COLUMNS, NAME_COLUMN, UTC_TIME, ...VALUE_COLUMNS, ORDER_ID, GCLID, ...CONSENT_COLUMNS],
  sources: { ...CLICK_FILES, ...GOOGLE_ADDRESSES, ...GOOGLE_PROBLEMS },
  doubt: ADDRESS_AGE_DOUBT,
};
