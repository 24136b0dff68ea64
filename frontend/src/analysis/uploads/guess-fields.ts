import { headerText } from '../status-guess.ts';
import type { UploadField } from './upload-formats.ts';

/** The column of each field, by index; null for none. */
export type FieldColumns = Readonly<Record<UploadField, number | null>>;

interface GuessedColumn {
  header: string;
  /** Some of its cells; none where all are blank. */
  samples: readonly string[];
}

/** Headers by field, the surest first. Words are compared without case, and '_', '-' and '.' as spaces. */
const HEADERS: Readonly<Record<UploadField, readonly RegExp[]>> = {
  gclid: [/\bgcl ?id\b/, /\bgoogle click id\b/],
  gbraid: [/\bgbraid\b/],
  wbraid: [/\bwbraid\b/],
  msclkid: [/\bmscl ?kid\b/, /\b(?:microsoft|bing) (?:ads? )?click id\b/],
  email: [/^e ?mail(?: address)?$/, /\be ?mail\b/],
  phone: [/^phone(?: number)?$/, /\b(?:phone|mobile|telephone|telefon|tel|handy|cell)\b/],
  country: [/^country(?: code| name)?$/, /\b(?:country|land|pays|pais|paese)\b/],
  time: [
    /\bconversion (?:time|date)\b/,
    /\b(?:created|submitted|submission|create|erstellt|creation)\b/,
    /\b(?:timestamp|date ?time|event time)\b/,
    /\b(?:date|time|datum)\b/,
  ],
  orderId: [/\b(?:order|transaction) id\b/, /\b(?:lead|record|deal|contact) id\b/],
  adUserData: [/\bad user data\b/],
  adPersonalization: [/\bad personali[sz]ation\b/],
};

/** What a sample of some fields looks like; a header alone does not make such a column. */
const SAMPLES: Partial<Record<UploadField, RegExp>> = {
  email: /@|^[0-9a-f]{64}$/i,
  phone: /\d{3}|^[0-9a-f]{64}$/i,
  // Neither a dialling code nor a sentence.
  country: /^[^\d@]{2,40}$/,
  // Days, months and years, or digits alone as in 20260115 or a Unix time: '674' and '2.5' are durations or counts.
  time: /\d\D*[^\d.,]\D*\d|\d\D+\d+\D+\d|\d{8}/,
};

/**
 * Guesses the column of each field by header and samples. The visitor sees the guess and can change it. A column
 * without samples is blank, and for no field. Each column is guessed for one field at most.
 * Example: 'GCLID', 'Email Address' and 'Created At' are gclid, email and time.
 */
export function guessFields(columns: readonly GuessedColumn[]): FieldColumns {
  const headers = columns.map(({ header }) => headerText(header));
  const taken = new Set<number>();
  const guess = (field: UploadField): number | null => {
    const fits = ({ samples }: GuessedColumn) => {
      const look = SAMPLES[field];
      return samples.some((sample) => look === undefined || look.test(sample));
    };
    for (const header of HEADERS[field]) {
      const column = columns.findIndex(
        (one, index) => !taken.has(index) && header.test(headers[index] ?? '') && fits(one),
      );
      if (column === -1) continue;
      taken.add(column);
      return column;
    }
    return null;
  };
  return {
    gclid: guess('gclid'),
    gbraid: guess('gbraid'),
    wbraid: guess('wbraid'),
    msclkid: guess('msclkid'),
    email: guess('email'),
    phone: guess('phone'),
    country: guess('country'),
    orderId: guess('orderId'),
    adUserData: guess('adUserData'),
    adPersonalization: guess('adPersonalization'),
    // Last, since 'time' and 'date' stand in headers of other columns too.
    time: guess('time'),
  };
}
