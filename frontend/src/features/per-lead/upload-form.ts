import type { DateFormat } from '#frontend/analysis/columns/dates.ts';
import { LEFT_OUT_WORDS } from '#frontend/analysis/counts/left-out-reasons.ts';
import type { TakenWithout } from '#frontend/analysis/uploads/check-lead.ts';
import type { DropReason } from '#frontend/analysis/uploads/drop-reasons.ts';
import { headerText } from '#frontend/analysis/columns/words.ts';
import { type FieldColumns, guessFields } from '#frontend/analysis/uploads/guess-fields.ts';
import { MAX_PERSON_NAME_LENGTH } from '#frontend/analysis/uploads/person.ts';
import type { UploadField } from '#frontend/analysis/uploads/upload-fields.ts';
import { MAX_UPLOAD_AGE_DAYS } from '#frontend/analysis/uploads/upload-format.ts';
import { UPLOAD_FORMATS, type UploadFormatId } from '#frontend/analysis/uploads/upload-formats.ts';
import type { UploadQuestion } from '#frontend/thread/check-leads.ts';
import type { ColumnSummary } from '#frontend/thread/file-facts.ts';
import type { UploadForm } from './kit/chosen-upload.ts';

/** The column of each field: the visitor's choice, else the guess. */
export function chosenColumns(form: UploadForm, columns: readonly ColumnSummary[]): FieldColumns {
  return { ...guessFields(columns), ...form.columns };
}

/** A choice without which leads cannot be checked. */
export type MissingChoice = 'time' | 'identifier';

export function findMissing({ kind }: UploadForm, columns: FieldColumns): MissingChoice | null {
  if (UPLOAD_FORMATS[kind].identifiers.every((field) => columns[field] === null)) return 'identifier';
  return columns.time === null ? 'time' : null;
}

/** The name of the conversion in the account, as typed. */
export function typedConversion({ kind, conversions }: UploadForm): string {
  const { label, first } = UPLOAD_FORMATS[kind].conversion;
  return conversions[label] ?? first;
}

/** The name of the conversion without surrounding blanks. */
export function conversionNameOf(form: UploadForm): string {
  return typedConversion(form).trim();
}

/** The converted status that a name contains as whole words: 'Qualified' in 'QUALIFIED_LEAD'; null for none. */
export function findStatusInName(name: string, statuses: readonly string[]): string | null {
  const words = ` ${headerText(name)} `;
  const isNamed = (status: string) => {
    const text = headerText(status);
    // Many names contain '1' or 'Y'.
    return text.length > 1 && words.includes(` ${text} `);
  };
  return statuses.find(isNamed) ?? null;
}

/** The error in the name of the conversion, which must be the same as in the account; null without an error. */
export function nameProblem(form: UploadForm): string | null {
  return conversionNameOf(form) === '' ? UPLOAD_FORMATS[form.kind].conversion.missing : null;
}

/** The choices for the thread, without fields that the platform does not accept. */
export function toChoices(
  form: UploadForm,
  columns: FieldColumns,
  currency: string,
): UploadQuestion['choices'] {
  const { kind, dateFormat, timeZone, dropsDays, phoneCountry, adUserData, adPersonalization } = form;
  const takes = (field: UploadField) => UPLOAD_FORMATS[kind].fields.includes(field);
  return {
    kind,
    columns,
    dateFormat,
    timeZone,
    dropsDays,
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
  'mixed-day-first': 'Two ways of writing, day first',
  'mixed-month-first': 'Two ways of writing, month first',
};

const DROP_WORDS: Readonly<Record<DropReason, string>> = {
  ...LEFT_OUT_WORDS,
  'not-converted': 'Not converted: your ad account counts only customers',
  'no-click-id': 'No click ID',
  'several-click-ids': 'A GBRAID and a WBRAID, of which Google takes one, and no address',
  'only-braid': 'Only a GBRAID or WBRAID: the Data Manager file takes these',
  'damaged-click-id': 'A click ID that was damaged, perhaps by a spreadsheet',
  'no-address': 'No e-mail address and no phone number',
  'bad-address': 'An address that cannot be read, or a phone number that does not exist or lacks a country',
  'no-identifier': 'No click ID, no e-mail address and no phone number',
  'no-date': 'No date',
  'unreadable-date': 'A date that cannot be read',
  'no-time': 'A date without a time of day',
  'no-zone': 'A time or day without a time zone: choose one',
  today: 'Of today, without a time of day: upload tomorrow',
  'unknown-zone': 'A time zone that may be several, such as BST',
  future: 'A time in the future',
  'too-old': `Older than ${MAX_UPLOAD_AGE_DAYS} days`,
  'no-value': 'A lead value of zero or less',
  'consent-denied': 'Ad User Data denied',
  duplicate: 'The same conversion as an earlier row',
};

/** The words for files without phone numbers. */
const DROP_WORDS_OF_EMAILS: Readonly<Partial<Record<DropReason, string>>> = {
  'no-address': 'No e-mail address, and no first and last name',
  'bad-address': 'An e-mail address that cannot be read, and no first and last name',
};

/** The reason why leads are not in the file, in words. */
export function wordDropReason(reason: DropReason, kind: UploadFormatId): string {
  const takesPhones = UPLOAD_FORMATS[kind].fields.includes('phone');
  return (takesPhones ? undefined : DROP_WORDS_OF_EMAILS[reason]) ?? DROP_WORDS[reason];
}

/** The words for leads that are in the file without one of their details. */
export const WITHOUT_WORDS: Readonly<Record<TakenWithout, string>> = {
  phone: 'kept without the phone number, which does not exist or lacks a country',
  email: 'kept without the e-mail address, which cannot be read',
  braid: 'kept without a GBRAID or WBRAID: Google takes one click ID per lead',
  name: `kept without the name: LinkedIn takes first and last name together, without @, of at most ${MAX_PERSON_NAME_LENGTH} characters each`,
  work: 'kept without company or job title: LinkedIn takes @ in addresses only',
  country: 'kept without the country, which cannot be read',
  consent: 'kept with consent not stated: the column says neither granted nor denied',
};
