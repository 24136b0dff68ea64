import {
  CLICK_FILES,
  CONSENT_COLUMNS,
  GCLID,
  GOOGLE_PROBLEMS,
  GOOGLE_UPLOADS,
  ORDER_ID,
  UTC_TIME,
  UTC_TIMES,
} from './google-columns.ts';
import { NAME_COLUMN, UTC_LINE, VALUE_COLUMNS } from '../../uploads/shared-columns.ts';
import type { UploadFormat } from '../../uploads/upload-format.ts';

export const GOOGLE_CLICKS: UploadFormat = {
  ...GOOGLE_UPLOADS,
  name: 'Google click conversions (legacy)',
  label: 'Google clicks (legacy)',
  meaning: 'Google’s older template, by Google Click ID. Google recommends Data Manager for new imports.',
  fileName: 'google_click_conversions',
  fields: ['time', 'gclid', 'gbraid', 'wbraid', 'country', 'orderId', 'adUserData', 'adPersonalization'],
  identifiers: ['gclid'],
  matchedBy: 'gclid',
  times: UTC_TIMES,
  parameters: [UTC_LINE],
  columns: [GCLID, NAME_COLUMN, UTC_TIME, ...VALUE_COLUMNS, ORDER_ID, ...CONSENT_COLUMNS],
  sources: { ...CLICK_FILES, ...GOOGLE_PROBLEMS },
};
