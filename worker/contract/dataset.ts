import './jitless.ts';
import * as z from 'zod/mini';
import { MAX_COLUMNS, MIN_COLUMNS } from './limits.ts';

/**
 * Body of `PUT /api/analyses/{id}/dataset`: UTF-8, compressed with gzip, at most `MAX_DATASET_BYTES` inflated. Each line is
 * `JSON.stringify` of an array of strings, ended by '\n': the headers, then at least one row, each with as many cells as
 * there are headers. The call may be repeated: the last complete dataset replaces the earlier ones.
 */
export const DATASET_CONTENT_TYPE = 'application/gzip';

export const headersSchema = z.array(z.string()).check(z.minLength(MIN_COLUMNS), z.maxLength(MAX_COLUMNS));

/** A row of a dataset. It has as many cells as there are headers. */
export const rowSchema = z.array(z.string()).check(z.maxLength(MAX_COLUMNS));
