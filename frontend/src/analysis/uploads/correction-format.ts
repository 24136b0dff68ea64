import type { DateFormat } from '../columns/dates.ts';
import type { UploadField } from './upload-fields.ts';
import { VALUE_DECIMALS } from './upload-format.ts';

/** Changes the value of a conversion, or takes the conversion back for good. */
export const CORRECTION_KINDS = ['restate', 'retract'] as const;
export type CorrectionKind = (typeof CORRECTION_KINDS)[number];

/** A platform finds a conversion by its order id, or by its time together with its click or the hashed address of the person. */
export const CORRECTION_KEYS = ['orderId', 'clickId', 'address'] as const;
export type CorrectionKey = (typeof CORRECTION_KEYS)[number];

/**
 * A format of files that correct conversions which a platform has: its columns, its rules of writing, and the page's words
 * about it. The same format reads the files that were sent before: uploads, and corrections of them.
 */
export interface CorrectionFormat {
  /** Its whole name, for the documentation. */
  name: string;
  /** The name of the platform on buttons. */
  label: string;
  /** Part of the names of the files. */
  fileName: string;
  /** The fields of the visitor's file by which the leads of today are found, in the order of the form. */
  fields: readonly UploadField[];
  /** The field with the id of the click. */
  clickId: 'gclid' | 'msclkid';
  /** How a conversion is found, in words. */
  matchedBy: string;
  /** An e-mail address as the platform wants it before it is hashed; null where the cell holds none. Absent where it finds no conversion by addresses. */
  normaliseEmail?(cell: string): string | null;
  /** Why it finds no conversion by a hashed address, and what helps. */
  addressNote?: string;
  /** How many days after a conversion it can be corrected. */
  maxAgeDays: number;
  /** The most rows of a file; absent where the platform names none. */
  maxRows?: number;
  /** The platform does not correct order ids of fewer characters. */
  minOrderIdLength: number;
  /** The way in which times are written in its files. */
  dateFormat: DateFormat;
  /** How times are written, by examples. */
  times: string;
  /** The headings by which files that were sent before are read. Null where the platform finds no conversion by them. */
  sent: Readonly<Record<SentColumn, string> & Record<'orderId' | 'email' | 'phone', string | null>>;
  /** The headings of earlier files of this page that have other names today. */
  renamed?: Readonly<Record<string, string>>;
  /** The words for the two kinds, as the files have them. */
  types: Readonly<Record<CorrectionKind, string>>;
  /** The lines above the headings, each of one cell. */
  parameters: readonly string[];
  /** The columns of a file by its key. Without a key the platform does not find conversions by it. */
  columns: Readonly<Partial<Record<CorrectionKey, readonly CorrectionColumn[]>>>;
  /** The steps in which the visitor uses the files. */
  steps: readonly string[];
  /** The addresses of the pages that describe the format, by title. */
  sources: Readonly<Record<string, string>>;
  /** Facts that the sources do not confirm. */
  doubt?: string;
}

/** The columns of files that were sent before. */
type SentColumn =
  | 'clickId'
  | 'name'
  | 'time'
  | 'value'
  | 'currency'
  | 'type'
  | 'adjustedAt'
  | 'adjustedValue'
  | 'adjustedCurrency';

/** A conversion that the platform has, by the files that were uploaded. */
export interface SentConversion {
  key: CorrectionKey;
  orderId: string;
  clickId: string;
  /** Hashes; '' where the upload has none, or where the platform finds no conversion by them. */
  email: string;
  phone: string;
  conversionName: string;
  /** The time of the conversion. */
  ms: number;
  /** Null where two uploads say different values: the platform kept one of them, and nobody knows which. */
  value: number | null;
  currency: string;
  /** The time of the last correction; null without one. */
  correctedAt: number | null;
  isRetracted: boolean;
}

/** A conversion to be corrected, with its new value; null takes it back. */
export interface Correction {
  conversion: SentConversion;
  value: number | null;
}

export interface CorrectionColumn {
  heading: string;
  /** @param now the moment of all corrections of a file */
  cell(correction: Correction, { now }: { now: number }): string;
}

/** The columns of a correction's value. A retraction has neither value nor currency: both platforms refuse it otherwise. */
export const correctedValueColumns = (
  headings: Readonly<Record<'adjustedValue' | 'adjustedCurrency', string>>,
): readonly CorrectionColumn[] => [
  { heading: headings.adjustedValue, cell: ({ value }) => value?.toFixed(VALUE_DECIMALS) ?? '' },
  {
    heading: headings.adjustedCurrency,
    cell: ({ value, conversion }) => (value === null ? '' : conversion.currency),
  },
];

/** The day on which the formats were compared with their sources. */
export const CORRECTIONS_CHECKED = '2026-11-25';
