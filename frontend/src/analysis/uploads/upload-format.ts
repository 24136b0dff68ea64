import type { Address } from './lead-cells.ts';
import type { Person } from './person.ts';
import type { ZoneClock } from './moments.ts';
import type { UploadField } from './upload-fields.ts';

/**
 * A format of files that an ad platform takes: its columns, its rules of writing, and the page's words about it. Platforms
 * change their formats without notice: check in your account.
 */
export interface UploadFormat {
  /** Its whole name, for the documentation. */
  name: string;
  /** Its name on buttons. */
  label: string;
  /** The purpose of the file, in one line. */
  meaning: string;
  /** Part of the name of the file. */
  fileName: string;
  /** The fields that are taken from the visitor's file, in the order of the form. */
  fields: readonly UploadField[];
  /** The fields of which a lead needs one: the platform finds the click or the person by it. */
  identifiers: readonly UploadField[];
  /** The same in words. */
  matchedBy: string;
  /** An e-mail address as the platform wants it before it is hashed; null where the cell holds none. */
  normaliseEmail(cell: string): string | null;
  /** Whether a date needs a time of day. */
  needsTime: boolean;
  /** How times are written, by examples. */
  times: string;
  conversion: ConversionQuestion;
  /** How long a new conversion or click has to wait, in words. */
  waits?: string;
  /** The most that a file may have. */
  limits?: { rows: number; megabytes: number };
  /** The lines above the headings, each of one cell. */
  parameters: readonly string[];
  columns: readonly UploadColumn[];
  /** The addresses of the pages that describe the format, by title. */
  sources: Readonly<Record<string, string>>;
  /** A fact that the sources do not confirm. */
  doubt?: string;
}

/** Asks what the account calls the conversion. Formats with the same question share the answer. */
export interface ConversionQuestion {
  label: string;
  /** The answer until the visitor types another one. */
  first: string;
  hint: string;
  /** The message without an answer. */
  missing: string;
}

export interface UploadColumn {
  heading: string;
  /** A column of this field is there only if the visitor's file has it, or if it was chosen for all leads. */
  field?: UploadField;
  /** The column is there only together with this field. */
  beside?: UploadField;
  cell(lead: HashedLead, written: WrittenAlike): string;
}

/** A lead's answer about the use of its data; null if it is unknown. */
export type LeadConsent = 'Granted' | 'Denied' | null;

/** A lead that a platform takes. */
export interface UploadedLead extends Person {
  gclid: string;
  gbraid: string;
  wbraid: string;
  msclkid: string;
  email: Address | null;
  phone: Address | null;
  /** ISO 3166 code; '' where the file takes none or none can be read. */
  country: string;
  /** `isDay`: the file names only the day, and `ms` is its last second, or where the platform takes days its midnight. */
  time: { ms: number; isDay: boolean };
  orderId: string;
  /** The tag of its stage, where each stage is a conversion of its own. */
  stage?: string;
  adUserData: LeadConsent;
  adPersonalization: LeadConsent;
  /** Rounded to cents. */
  value: number;
}

/** A lead with the hashes of its addresses, '' where it has none. */
export interface HashedLead extends Omit<UploadedLead, 'email' | 'phone'> {
  email: string;
  phone: string;
}

/** The texts that are the same for all leads of a file. */
interface WrittenAlike {
  conversionName: string;
  currency: string;
  /** The clock of the chosen zone. */
  clock: ZoneClock | null;
}

/** The day on which formats and limits were compared with their sources. */
export const FORMATS_CHECKED = '2026-11-22';

/**
 * Older conversions are not taken. The platforms' pages name 90 days for click ids, and LinkedIn also for addresses; the
 * others name no limit for addresses.
 */
export const MAX_UPLOAD_AGE_DAYS = 90;
export const ADDRESS_AGE_DOUBT = `The limit of ${MAX_UPLOAD_AGE_DAYS} days for leads without a click ID is not confirmed.`;

/** Decimals of a value in an upload: LinkedIn takes no more. */
export const VALUE_DECIMALS = 2;
