import type { DateFormat } from '#frontend/analysis/columns/dates.ts';
import { LEFT_OUT_WORDS } from '#frontend/analysis/counts/left-out.ts';
import type { Consent, DropReason, KeptWithout } from '#frontend/analysis/uploads/check-lead.ts';
import { headerText } from '#frontend/analysis/columns/status-guess.ts';
import { type FieldColumns, guessFields } from '#frontend/analysis/uploads/guess-fields.ts';
import type { UploadField } from '#frontend/analysis/uploads/upload-fields.ts';
import { MAX_AGE_DAYS } from '#frontend/analysis/uploads/upload-format.ts';
import { UPLOAD_FORMATS, UPLOAD_KINDS, type UploadKind } from '#frontend/analysis/uploads/upload-formats.ts';
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
  /** What the account calls the conversion, as typed, by the label of its question. */
  conversions: Readonly<Record<string, string>>;
  phoneCountry: string | null;
  adUserData: Consent;
  adPersonalization: Consent;
}

export const FIRST_UPLOAD_FORM: UploadForm = {
  kind: UPLOAD_KINDS[0],
  columns: {},
  dateFormat: null,
  timeZone: null,
  conversions: {},
  phoneCountry: null,
  adUserData: null,
  adPersonalization: null,
};

/** The column of each field: the visitor's choice, else the guess. */
export function columnsOf(form: UploadForm, columns: readonly ColumnSummary[]): FieldColumns {
  return { ...guessFields(columns), ...form.columns };
}

/** What is still to be chosen before leads can be checked. */
export type MissingChoice = 'time' | 'identifier';

export function findMissing({ kind }: UploadForm, columns: FieldColumns): MissingChoice | null {
  if (UPLOAD_FORMATS[kind].identifiers.every((field) => columns[field] === null)) return 'identifier';
  return columns.time === null ? 'time' : null;
}

/** What the account calls the conversion, as it is typed. */
export function typedConversion({ kind, conversions }: UploadForm): string {
  const { label, first } = UPLOAD_FORMATS[kind].conversion;
  return conversions[label] ?? first;
}

/** The same without blanks around it. */
export function conversionNameOf(form: UploadForm): string {
  return typedConversion(form).trim();
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
export function nameProblem(form: UploadForm): string | null {
  return conversionNameOf(form) === '' ? UPLOAD_FORMATS[form.kind].conversion.missing : null;
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
  const takesPhones = UPLOAD_FORMATS[kind].fields.includes('phone');
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
      return 'Only a GBRAID or WBRAID, which the Data Manager file takes';
    case 'damaged-click-id':
      return 'A click ID that was damaged, perhaps by a spreadsheet';
    case 'no-address':
      return takesPhones ? 'No e-mail address and no phone number' : 'No e-mail address';
    case 'bad-address':
      return takesPhones
        ? 'An address that cannot be read, or a phone number that does not exist or lacks a country'
        : 'An e-mail address that cannot be read';
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
  phone: 'kept without a phone number that does not exist, or lacks a country',
  email: 'kept without an e-mail address that cannot be read',
  braid: 'kept without a GBRAID or WBRAID: Google takes one click ID per lead',
  consent: 'kept with a consent that says neither granted nor denied, as not stated',
};
