import { isRoundedNumber } from '../preflight/key-cells.ts';
import { headerText } from '../columns/words.ts';
import { UPLOAD_FIELDS, type UploadField } from './upload-fields.ts';
import { keysOf, recordOf } from '#contract/records.ts';

/** The column of each field, by index; null for none. */
export type FieldColumns = Readonly<Record<UploadField, number | null>>;

interface GuessedColumn {
  header: string;
  /** Some of its cells; none where all are blank. */
  samples: readonly string[];
  isLeadDate?: true;
}

/**
 * The zone of times that name none, where the header of their column says it. Null elsewhere: 'UTC+2' is another zone.
 * Example: 'Submit Date (UTC)' is UTC.
 */
export function zoneInHeader(header: string): 'UTC' | null {
  return /\b(?:utc|gmt)\b(?! ?\d)/.test(headerText(header)) ? 'UTC' : null;
}

/**
 * Guesses the column of each field by header and samples. The visitor sees the guess and can change it. A column
 * without samples is blank, and for no field; numbers that Excel has rounded name nobody. Each column is guessed for one field at most.
 * Example: 'GCLID', 'Email Address' and 'Created At' are gclid, email and time.
 */
export function guessFields(columns: readonly GuessedColumn[]): FieldColumns {
  const texts = columns.map(({ header }) => headerText(header));
  const taken = new Set<number>();
  return recordOf(keysOf(UPLOAD_FIELDS), (field) => {
    const { headers, sample: look = /^/ } = UPLOAD_FIELDS[field];
    for (const header of headers) {
      const column = columns.findIndex(
        ({ samples }, index) =>
          !taken.has(index) &&
          (header === 'lead-date' ? columns[index]?.isLeadDate : header.test(texts[index] ?? '')) &&
          samples.some((sample) => look.test(sample) && !isRoundedNumber(sample)),
      );
      if (column === -1) continue;
      taken.add(column);
      return column;
    }
    return null;
  });
}
