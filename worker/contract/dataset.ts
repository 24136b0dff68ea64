import './jitless.ts';
import * as z from 'zod/mini';
import { MAX_COLUMNS, MAX_DATASET_BYTES, MIB, MIN_COLUMNS } from './limits.ts';

/**
 * A dataset on its way to `PUT /api/analyses/{id}/dataset`: one JSON array of strings per line (`JSON.stringify` of
 * a row, then '\n'), the headers first, then at least one row, every row with as many cells as there are headers,
 * UTF-8, compressed with gzip. At most `MAX_DATASET_BYTES` inflated and `MAX_ROW_BYTES` per line. The call may be repeated: the last
 * complete dataset stands. `GET /api/analyses/{id}/dataset` answers the same, as the body itself and not as an encoding of it.
 */
export const DATASET_CONTENT_TYPE = 'application/gzip';

/** The text for a larger dataset. */
export const DATASET_TOO_LARGE = `This dataset is too large to save: more than ${MAX_DATASET_BYTES / MIB} MiB. Take out columns or rows that the analysis does not need, or keep the results with Export All.`;

/** Headers of a dataset. */
export const headersSchema = z.array(z.string()).check(z.minLength(MIN_COLUMNS), z.maxLength(MAX_COLUMNS));

const isRow = (value: unknown): boolean =>
  Array.isArray(value) && value.every((cell) => typeof cell === 'string');

/** Rows of a dataset, each with as many cells as there are headers. Checked in place, since there may be many. */
export const rowsSchema = z.custom<string[][]>().check(({ value, issues }) => {
  const rows: unknown = value;
  const wrong = Array.isArray(rows) ? rows.findIndex((row) => !isRow(row)) : null;
  if (wrong === null) issues.push({ code: 'custom', input: rows, message: 'must be a list' });
  else if (wrong >= 0) {
    issues.push({ code: 'custom', input: rows, path: [wrong], message: 'must be a list of texts' });
  }
});
