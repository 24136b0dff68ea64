import {
  ADDRESS_COLUMNS,
  CONSENT_COLUMNS,
  GCLID,
  GOOGLE_ADDRESSES,
  GOOGLE_PROBLEMS,
  GOOGLE_UPLOADS,
  ORDER_ID,
} from './google-columns.ts';
import { writeMoment } from './google-events.ts';
import { NAME_COLUMN, VALUE_COLUMNS } from '../../uploads/shared-columns.ts';
import { ADDRESS_AGE_DOUBT, type UploadFormat } from '../../uploads/upload-format.ts';

export const GOOGLE_DATA_MANAGER: UploadFormat = {
  ...GOOGLE_UPLOADS,
  name: 'Google Data Manager',
  label: 'Google Data Manager',
  meaning: 'For an import in Data Manager, by click ID or hashed address. You map its columns there.',
  fileName: 'google_data_manager',
  fields: [
    'time',
    'gclid',
    'gbraid',
    'wbraid',
    'email',
    'phone',
    'country',
    'orderId',
    'adUserData',
    'adPersonalization',
  ],
  identifiers: ['gclid', 'gbraid', 'wbraid', 'email', 'phone'],
  matchedBy: 'One of gclid, GBRAID and WBRAID; else a hashed e-mail address or phone number',
  times: '2026-11-02T08:30:00Z',
  parameters: [],
  columns: [
    GCLID,
    { heading: 'GBRAID', field: 'gbraid', cell: ({ gbraid }) => gbraid },
    { heading: 'WBRAID', field: 'wbraid', cell: ({ wbraid }) => wbraid },
    ...ADDRESS_COLUMNS,
    NAME_COLUMN,
    { heading: 'Conversion Time', cell: ({ time }) => writeMoment(time.ms) },
    ...VALUE_COLUMNS,
    ORDER_ID,
    ...CONSENT_COLUMNS,
  ],
  sources: {
    'Google Ads Data Manager Help, Prepare your data for import':
      'https://support.google.com/google-ads-data-manager/answer/14184381',
    ...GOOGLE_ADDRESSES,
    ...GOOGLE_PROBLEMS,
  },
  doubt: ADDRESS_AGE_DOUBT,
};
