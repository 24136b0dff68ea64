import './jitless.ts';
import * as z from 'zod/mini';
import { MAX_CONVERSION_VALUE, MAX_SIGNIFICANCE_THRESHOLD, MIN_SIGNIFICANCE_THRESHOLD } from './limits.ts';

const INVALID_CONVERSION_VALUE = 'Conversion Value must be a number of at least 0';
const INVALID_THRESHOLD = `Significance Threshold must be a number from ${MIN_SIGNIFICANCE_THRESHOLD} to ${MAX_SIGNIFICANCE_THRESHOLD}`;

/** Dollars per conversion. */
export const conversionValueSchema = z
  .number(INVALID_CONVERSION_VALUE)
  .check(z.minimum(0, INVALID_CONVERSION_VALUE), z.maximum(MAX_CONVERSION_VALUE, INVALID_CONVERSION_VALUE));

/** Percent. */
export const thresholdSchema = z
  .number(INVALID_THRESHOLD)
  .check(
    z.minimum(MIN_SIGNIFICANCE_THRESHOLD, INVALID_THRESHOLD),
    z.maximum(MAX_SIGNIFICANCE_THRESHOLD, INVALID_THRESHOLD),
  );

/**
 * Body of `POST /api/preferences` and answer of both preference calls. A user who never set any is answered with
 * the defaults.
 */
export const preferencesSchema = z.object({
  defaultConversionValue: conversionValueSchema,
  defaultSignificanceThreshold: thresholdSchema,
});

export type Preferences = z.infer<typeof preferencesSchema>;
