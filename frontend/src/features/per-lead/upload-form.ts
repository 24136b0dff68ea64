import type { DateFormat } from '#frontend/analysis/columns/dates.ts';
import type { TakenWithout } from '#frontend/analysis/uploads/check-lead.ts';
import { headerText } from '#frontend/analysis/columns/words.ts';
import { type FieldColumns, guessFields, zoneInHeader } from '#frontend/analysis/uploads/guess-fields.ts';
import { MAX_PERSON_NAME_LENGTH } from '#frontend/analysis/uploads/person.ts';
import type { UploadField } from '#frontend/analysis/uploads/upload-fields.ts';
import type { UploadQuestion } from '#frontend/threads/leads/check-leads.ts';
import { UPLOAD_FORMATS } from '#frontend/analysis/platforms/upload-formats.ts';
import type { ColumnSummary } from '#frontend/counting/file-facts.ts';
import { DEVICE_ZONE, type UploadForm } from '#frontend/features/platforms/chosen-upload.ts';

/** The column of each field: the visitor's choice, else the guess. */
export function chosenColumns(form: UploadForm, columns: readonly ColumnSummary[]): FieldColumns {
  return { ...guessFields(columns), ...form.columns };
}

/** The zone of times that name none, and its source. */
export interface ZoneOfTimes {
  timeZone: string | null;
  source: 'visitor' | 'header' | 'device';
}

/** The visitor's choice, else what the header of the times says, else the zone of this device. */
export function zoneOf(
  { timeZone }: UploadForm,
  { time }: FieldColumns,
  columns: readonly ColumnSummary[],
): ZoneOfTimes {
  if (timeZone !== undefined) return { timeZone, source: 'visitor' };
  const inHeader = zoneInHeader(columns.find(({ index }) => index === time)?.header ?? '');
  return inHeader ? { timeZone: inHeader, source: 'header' } : { timeZone: DEVICE_ZONE, source: 'device' };
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
  { columns, timeZone, currency }: Pick<UploadQuestion['choices'], 'columns' | 'timeZone' | 'currency'>,
): UploadQuestion['choices'] {
  const { kind, dateFormat, dropsDays, keepsOrderIds, phoneCountry, adUserData, adPersonalization } = form;
  const takes = (field: UploadField) => UPLOAD_FORMATS[kind].fields.includes(field);
  return {
    kind,
    columns,
    dateFormat,
    timeZone,
    dropsDays,
    keepsOrderIds,
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
