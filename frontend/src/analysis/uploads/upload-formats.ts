/** A file that an ad platform takes. */
export type UploadKind =
  | 'google-data-manager'
  | 'google-enhanced'
  | 'google-clicks'
  | 'microsoft'
  | 'linkedin';

/** What a column of the visitor's file may hold for an upload. */
export type UploadField =
  | 'gclid'
  | 'gbraid'
  | 'wbraid'
  | 'msclkid'
  | 'email'
  | 'phone'
  | 'country'
  | 'time'
  | 'orderId'
  | 'adUserData'
  | 'adPersonalization';

/** Where a format is described, and when that was last compared with the constants here. */
interface FormatSource {
  title: string;
  url: string;
}

/** The rules of one file. Platforms change them without notice: check in your account. */
interface UploadFormat {
  /** What the file can take from the visitor's file, in the order in which it is asked for. */
  fields: readonly UploadField[];
  /** Whether addresses are hashed and part of the file. */
  hasAddresses: boolean;
  /** Whether a date needs a time of day. */
  needsTime: boolean;
  sources: readonly FormatSource[];
  /** What the sources do not say. */
  doubt?: string;
}

/** The day on which formats and limits were compared with their sources. */
export const FORMATS_CHECKED = '2026-11-22';

const CLICK_FILES: FormatSource = {
  title: 'Google Ads Help, Import conversions from ad clicks using files (legacy)',
  url: 'https://support.google.com/google-ads/answer/7014069',
};
const GOOGLE_PROBLEMS: FormatSource = {
  title: 'Google Ads Help, Fix discrepancies and errors in offline conversion imports',
  url: 'https://support.google.com/google-ads/answer/13321563',
};
/** Also for the hashing of addresses. */
const GOOGLE_ADDRESSES: FormatSource = {
  title: 'Google Data Manager API, Format user data',
  url: 'https://developers.google.com/data-manager/api/devguides/concepts/formatting',
};

/** How a platform finds the person of a conversion. */
export type Matching = 'click-id' | 'address';

/**
 * Conversions of longer ago are not taken. For click ids the pages of the platforms name 90 days, for LinkedIn's addresses
 * too; for the addresses of the others nobody names a limit.
 */
export const MAX_AGE_DAYS: Readonly<Record<Matching, number>> = { 'click-id': 90, address: 90 };
const ADDRESS_AGE_DOUBT = `The limit of ${MAX_AGE_DAYS.address} days for leads without a click ID is not confirmed.`;

export const UPLOAD_FORMATS: Readonly<Record<UploadKind, UploadFormat>> = {
  'google-data-manager': {
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
    hasAddresses: true,
    needsTime: true,
    sources: [
      {
        title: 'Google Ads Data Manager Help, Prepare your data for import',
        url: 'https://support.google.com/google-ads-data-manager/answer/14184381',
      },
      GOOGLE_ADDRESSES,
      GOOGLE_PROBLEMS,
    ],
    doubt: ADDRESS_AGE_DOUBT,
  },
  'google-enhanced': {
    fields: ['time', 'email', 'phone', 'country', 'gclid', 'orderId', 'adUserData', 'adPersonalization'],
    hasAddresses: true,
    needsTime: true,
    sources: [CLICK_FILES, GOOGLE_ADDRESSES, GOOGLE_PROBLEMS],
    doubt: ADDRESS_AGE_DOUBT,
  },
  'google-clicks': {
    fields: ['time', 'gclid', 'gbraid', 'wbraid', 'country', 'orderId', 'adUserData', 'adPersonalization'],
    hasAddresses: false,
    needsTime: true,
    sources: [CLICK_FILES, GOOGLE_PROBLEMS],
  },
  microsoft: {
    fields: ['time', 'msclkid', 'email', 'phone', 'country'],
    hasAddresses: true,
    needsTime: true,
    sources: [
      {
        title: 'Microsoft Advertising, Offline Conversion record',
        url: 'https://learn.microsoft.com/en-us/advertising/bulk-service/offline-conversion',
      },
      { title: 'Microsoft Advertising, import template', url: 'https://aka.ms/dk8o1y' },
    ],
    doubt:
      'How Microsoft wants e-mail addresses before hashing, without dots and +suffix in every domain, and phone ' +
      `numbers with + and calling code, is second-hand. ${ADDRESS_AGE_DOUBT}`,
  },
  linkedin: {
    fields: ['time', 'email'],
    hasAddresses: true,
    needsTime: false,
    sources: [
      {
        title: 'LinkedIn Marketing Solutions Help, Conversions data manual upload template requirements',
        url: 'https://www.linkedin.com/help/lms/answer/a530615',
      },
    ],
  },
};

/** Decimals of a value in an upload: LinkedIn takes no more. */
export const VALUE_DECIMALS = 2;
