import type { Consent } from '#frontend/analysis/uploads/check-lead.ts';
import type { DateFormat } from '#frontend/analysis/dates.ts';
import { guessFields, type FieldColumns } from '#frontend/analysis/uploads/guess-fields.ts';
import {
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
  /** Null: the currency of the results. */
  currency: string | null;
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
  currency: null,
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
  microsoft: ['msclkid'],
  linkedin: ['email'],
};

/** What is still to be chosen before leads can be checked. */
export type MissingChoice = 'time' | 'identifier';

export function findMissing({ kind }: UploadForm, columns: FieldColumns): MissingChoice | null {
  if (IDENTIFIERS[kind].every((field) => columns[field] === null)) return 'identifier';
  return columns.time === null ? 'time' : null;
}

const CURRENCY = /^[A-Z]{3}$/;

/** What is wrong with a text that the platform compares with the account; null for nothing. */
export function nameProblem({ kind, conversionName, eventType }: UploadForm): string | null {
  if (kind === 'linkedin') return eventType.trim() === '' ? 'Enter a type of event.' : null;
  return conversionName.trim() === '' ? 'Enter the name of the conversion in your account.' : null;
}

export function currencyProblem(currency: string): string | null {
  return CURRENCY.test(currency) ? null : 'Enter a code of three letters, such as USD.';
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
    conversionName: (kind === 'linkedin' ? form.eventType : form.conversionName).trim(),
    currency,
    phoneCountry,
    adUserData: takes('adUserData') ? adUserData : null,
    adPersonalization: takes('adPersonalization') ? adPersonalization : null,
  };
}
