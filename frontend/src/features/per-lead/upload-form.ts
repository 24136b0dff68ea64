import type { DateFormat } from '#frontend/analysis/columns/dates.ts';
import { LEFT_OUT_WORDS } from '#frontend/analysis/counts/left-out.ts';
import type { Consent, DropReason, KeptWithout } from '#frontend/analysis/uploads/check-lead.ts';
import { headerText } from '#frontend/analysis/columns/status-guess.ts';
import { type FieldColumns, guessFields } from '#frontend/analysis/uploads/guess-fields.ts';
import {
  MAX_AGE_DAYS,
  UPLOAD_FORMATS,
  type UploadField,
  type UploadKind,
} from '#frontend/analysis/uploads/upload-formats.ts';
import type { UploadQuestion } from '#frontend/thread/make-upload-file.ts';
import type { ColumnSummary } from '#frontend/thread/protocol.ts';

/** The visitor's choices for uploads, for all platforms. */
export interface UploadForm {
  kind: UploadKind;
  /** Columns that differ from the guess. */
  columns: Partial<FieldColumns>;
  /** Null: as found in the file. */
  dateFormat: DateFormat | null;
  timeZone: string | null;
  conversionName: string;
  /** The type of a LinkedIn event. */
  eventType: string;
  phoneCountry: string | null;
  adUserData: Consent;
  adPersonalization: Consent;
}

export const FIRST_UPLOAD_FORM: UploadForm = {
  kind: 'google-data-manager',
  columns: {},
  dateFormat: null,
  timeZone: null,
  conversionName: '',
  eventType: 'LEAD',
  phoneCountry: null,
  adUserData: null,
  adPersonalization: null,
};

/** The column of each field: the visitor's choice, else the guess. */
export function columnsOf(form: UploadForm, columns: readonly ColumnSummary[]): FieldColumns {
  return { ...guessFields(columns), ...form.columns };
}

/** The fields of which a lead needs one, by file. */
const IDENTIFIERS: Readonly<Record<UploadKind, readonly UploadField[]>> = {
  'google-data-manager': ['gclid', 'gbraid', 'wbraid', 'email', 'phone'],
  'google-enhanced': ['email', 'phone'],
  'google-clicks': ['gclid'],
  microsoft: ['msclkid', 'email', 'phone'],
  linkedin: ['email'],
};

/** What is still to be chosen before leads can be checked. */
export type MissingChoice = 'time' | 'identifier';

export function findMissing({ kind }: UploadForm, columns: FieldColumns): MissingChoice | null {
  if (IDENTIFIERS[kind].every((field) => columns[field] === null)) return 'identifier';
  return columns.time === null ? 'time' : null;
}

/** The name of the conversion in the account; for LinkedIn the type of the event. */
export function conversionNameOf({ kind, conversionName, eventType }: UploadForm): string {
  return (kind === 'linkedin' ? eventType : conversionName).trim();
}

/** The converted status that stands in a name as whole words: 'Qualified' in 'QUALIFIED_LEAD'; null for none. */
export function findStatusInName(name: string, statuses: readonly string[]): string | null {
  const words = ` ${headerText(name)} `;
  const isNamed = (status: string) => {
    const text = headerText(status);
    // '1' and 'Y' stand in many names.
    return text.length > 1 && words.includes(` ${text} `);
  };
  return statuses.find(isNamed) ?? null;
}

/** What is wrong with a text that the platform compares with the account; null for nothing. */
export function nameProblem({ kind, conversionName, eventType }: UploadForm): string | null {
  if (kind === 'linkedin') return eventType.trim() === '' ? 'Enter a type of event.' : null;
  return conversionName.trim() === '' ? 'Enter the name of the conversion in your account.' : null;
}

/** The form as the thread takes it. Fields that the platform does not take are left out. */
export function toChoices(
  form: UploadForm,
  columns: FieldColumns,
  currency: string,
): UploadQuestion['choices'] {
  const { kind, dateFormat, timeZone, phoneCountry, adUserData, adPersonalization } = form;
  const takes = (field: UploadField) => UPLOAD_FORMATS[kind].fields.includes(field);
  return {
    kind,
    columns,
    dateFormat,
    timeZone,
    conversionName: conversionNameOf(form),
    currency,
    phoneCountry,
    adUserData: takes('adUserData') ? adUserData : null,
    adPersonalization: takes('adPersonalization') ? adPersonalization : null,
  };
}

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
    meaning: 'Microsoft Advertising’s template for offline conversions, by click ID or hashed address.',
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
  country: 'Country of the person',
  orderId: 'Order ID',
  adUserData: 'Ad User Data',
  adPersonalization: 'Ad Personalization',
};

const NOT_FOR_ONE = 'Not for a conversion action that counts ‘One’: Google takes it with ‘Every’ only.';

/** What to know about a column that is chosen for a field. */
export const FIELD_HINTS: Partial<Record<UploadField, string>> = {
  gbraid: NOT_FOR_ONE,
  wbraid: NOT_FOR_ONE,
  country: 'For phone numbers without a calling code.',
};

export const DATE_FORMAT_WORDS: Readonly<Record<DateFormat, string>> = {
  iso: 'Year first (2026-11-02)',
  'day-first': 'Day first (02.11.2026)',
  'month-first': 'Month first (11/02/2026)',
  'named-month': 'Month as a word (2 Nov 2026)',
  'excel-serial': 'Excel day numbers (46328)',
  'epoch-seconds': 'Seconds since 1970',
  'epoch-milliseconds': 'Milliseconds since 1970',
};

/** The reason why leads are not in the file. */
export function wordReason(reason: DropReason, kind: UploadKind): string {
  switch (reason) {
    case 'left-out-test':
    case 'left-out-duplicate':
    case 'left-out-status':
    case 'left-out-unreadable-date':
    case 'left-out-date':
    case 'left-out-young':
    case 'other-currency':
      return LEFT_OUT_WORDS[reason];
    case 'not-converted':
      return 'Not converted: your conversion action counts only converted leads';
    case 'no-click-id':
      return 'No click ID';
    case 'several-click-ids':
      return 'A GBRAID and a WBRAID, of which Google takes one, and no address';
    case 'only-braid':
      return 'Only a GBRAID or WBRAID: the Data Manager file takes these';
    case 'damaged-click-id':
      return 'A click ID that was damaged, perhaps by a spreadsheet';
    case 'no-address':
      return kind === 'linkedin' ? 'No e-mail address' : 'No e-mail address and no phone number';
    case 'bad-address':
      return kind === 'linkedin'
        ? 'An e-mail address that cannot be read'
        : 'An address that cannot be read, or a phone number that does not exist or lacks a country';
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
      return `Older than ${MAX_AGE_DAYS['click-id']} days`;
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
  phone: 'kept without the phone number, which does not exist or lacks a country',
  email: 'kept without the e-mail address, which cannot be read',
  braid: 'kept without a GBRAID or WBRAID: Google takes one click ID per lead',
  consent: 'kept with consent not stated: the column says neither granted nor denied',
};
