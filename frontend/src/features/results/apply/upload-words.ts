import type { DropReason, KeptWithout } from '#frontend/analysis/uploads/check-lead.ts';
import type { DateFormat } from '#frontend/analysis/dates.ts';
import {
  UPLOAD_FORMATS,
  type UploadField,
  type UploadKind,
} from '#frontend/analysis/uploads/upload-formats.ts';

/** The files in the order in which they are offered. */
export const UPLOAD_KINDS: readonly UploadKind[] = [
  'google-data-manager',
  'google-enhanced',
  'google-clicks',
  'microsoft',
  'linkedin',
];

interface KindWords {
  label: string;
  /** What the file is for, in one line. */
  meaning: string;
  /** Part of the name of the file. */
  fileName: string;
}

export const KIND_WORDS: Readonly<Record<UploadKind, KindWords>> = {
  'google-data-manager': {
    label: 'Google Data Manager',
    meaning: 'For an import in Data Manager, by click ID or hashed address. You map its columns there.',
    fileName: 'google_data_manager',
  },
  'google-enhanced': {
    label: 'Google enhanced',
    meaning:
      'Google’s template for enhanced conversions for leads, by hashed e-mail address or phone number.',
    fileName: 'google_enhanced_conversions',
  },
  'google-clicks': {
    label: 'Google clicks (legacy)',
    meaning: 'Google’s older template, by Google Click ID. Google recommends Data Manager for new imports.',
    fileName: 'google_click_conversions',
  },
  microsoft: {
    label: 'Microsoft',
    meaning: 'Microsoft Advertising’s template for offline conversions, by Microsoft Click ID.',
    fileName: 'microsoft_offline_conversions',
  },
  linkedin: {
    label: 'LinkedIn',
    meaning: 'LinkedIn’s template for conversions, by hashed e-mail address.',
    fileName: 'linkedin_conversions',
  },
};

export const FIELD_WORDS: Readonly<Record<UploadField, string>> = {
  time: 'Conversion time',
  gclid: 'Google Click ID (gclid)',
  gbraid: 'GBRAID',
  wbraid: 'WBRAID',
  msclkid: 'Microsoft Click ID (msclkid)',
  email: 'E-mail address',
  phone: 'Phone number',
  orderId: 'Order ID',
  adUserData: 'Ad User Data',
  adPersonalization: 'Ad Personalization',
};

export const DATE_FORMAT_WORDS: Readonly<Record<DateFormat, string>> = {
  iso: 'Year first (2026-11-02)',
  'day-first': 'Day first (02.11.2026)',
  'month-first': 'Month first (11/02/2026)',
};

/** The reason why leads are not in the file. */
export function wordReason(reason: DropReason, kind: UploadKind): string {
  switch (reason) {
    case 'no-click-id':
      return 'No click ID';
    case 'several-click-ids':
      return 'More than one click ID, of which Google takes exactly one';
    case 'only-braid':
      return 'Only a GBRAID or WBRAID, which the Data Manager file takes';
    case 'damaged-click-id':
      return 'A click ID that was damaged, perhaps by a spreadsheet';
    case 'no-address':
      return kind === 'linkedin' ? 'No e-mail address' : 'No e-mail address and no phone number';
    case 'bad-address':
      return kind === 'linkedin'
        ? 'An e-mail address that cannot be read'
        : 'An address that cannot be read; phone numbers without + need a country';
    case 'no-identifier':
      return 'No click ID, no e-mail address and no phone number';
    case 'no-date':
      return 'No date';
    case 'unreadable-date':
      return 'A date that cannot be read';
    case 'no-time':
      return 'A date without a time of day';
    case 'no-zone':
      return 'A time without a time zone: choose one';
    case 'unknown-zone':
      return 'A time zone that may be several, such as BST';
    case 'future':
      return 'A time in the future';
    case 'too-old':
      return `Older than ${UPLOAD_FORMATS[kind].maxAgeDays} days`;
    case 'no-value':
      return 'A lead value of zero or less';
    case 'consent-denied':
      return 'Ad User Data denied';
    case 'duplicate':
      return 'The same conversion as an earlier row';
  }
}

/** What is not used of leads that are kept. */
export const WITHOUT_WORDS: Readonly<Record<KeptWithout, string>> = {
  phone: 'kept without a phone number that cannot be read',
  email: 'kept without an e-mail address that cannot be read',
  consent: 'kept with a consent that says neither granted nor denied, as not stated',
};
