import { normaliseMicrosoftEmail } from '../../uploads/addresses.ts';
import { CONVERSION_NAME, NAME_COLUMN, VALUE_COLUMNS, UTC_LINE } from '../../uploads/shared-columns.ts';
import { ADDRESS_AGE_DOUBT, type UploadFormat } from '../../uploads/upload-format.ts';

export const MICROSOFT_OFFLINE: UploadFormat = {
  name: 'Microsoft offline conversions',
  label: 'Microsoft',
  meaning: 'Microsoft Advertising’s template for offline conversions, by click ID or hashed address.',
  fileName: 'microsoft_offline_conversions',
  fields: ['time', 'msclkid', 'email', 'phone', 'country'],
  identifiers: ['msclkid', 'email', 'phone'],
  matchedBy: 'msclkid, a hashed e-mail address or phone number',
  normaliseEmail: normaliseMicrosoftEmail,
  needsTime: true,
  times: '11/2/2026 8:30:00 AM and the line Parameters:TimeZone=+0000',
  conversion: CONVERSION_NAME,
  waits:
    'A goal takes conversions 2 hours after it was made, and a click takes them 1 hour after it happened.',
  parameters: [UTC_LINE],
  columns: [
    { heading: 'Microsoft Click ID', field: 'msclkid', cell: ({ msclkid }) => msclkid },
    NAME_COLUMN,
    { heading: 'Conversion Time', cell: ({ time }) => writeTwelveHours(time.ms) },
    ...VALUE_COLUMNS,
    { heading: 'Hashed Email Address', field: 'email', cell: ({ email }) => email },
    { heading: 'Hashed Phone Number', field: 'phone', cell: ({ phone }) => phone },
  ],
  sources: {
    'Microsoft Advertising, Offline Conversion record':
      'https://learn.microsoft.com/en-us/advertising/bulk-service/offline-conversion',
    'Microsoft Advertising, import template': 'https://aka.ms/dk8o1y',
    'Microsoft Advertising Help, Enhanced conversions':
      'https://help.ads.microsoft.com/apex/index/3/en/60178',
  },
  doubt: ADDRESS_AGE_DOUBT,
};

/** '11/2/2026 9:30:00 AM', in UTC. */
export function writeTwelveHours(ms: number): string {
  const date = new Date(ms);
  const hours = date.getUTCHours();
  const time = date.toISOString().slice(13, 19);
  const day = `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`;
  return `${day} ${hours % 12 || 12}${time} ${hours < 12 ? 'AM' : 'PM'}`;
}
