import './zod-without-eval.ts';
import * as z from 'zod/mini';
import { CURRENCIES } from './currencies.ts';
import {
  CONVERSION_VALUE_INPUT,
  DEFAULT_CONVERSION_VALUE,
  DEFAULT_CURRENCY,
  DEFAULT_THRESHOLD_PERCENT,
  THRESHOLD_PERCENT_INPUT,
} from './limits.ts';
import { keysOf } from './records.ts';

const INVALID_CONVERSION_VALUE = `Conversion Value must be a number of at least ${CONVERSION_VALUE_INPUT.min}`;
const INVALID_THRESHOLD = `Significance Threshold must be a number from ${THRESHOLD_PERCENT_INPUT.min} to ${THRESHOLD_PERCENT_INPUT.max}`;

/** Money per conversion. */
export const conversionValueSchema = z
  .number(INVALID_CONVERSION_VALUE)
  .check(
    z.minimum(CONVERSION_VALUE_INPUT.min, INVALID_CONVERSION_VALUE),
    z.maximum(CONVERSION_VALUE_INPUT.max, INVALID_CONVERSION_VALUE),
  );

/** Percent. */
export const thresholdSchema = z
  .number(INVALID_THRESHOLD)
  .check(
    z.minimum(THRESHOLD_PERCENT_INPUT.min, INVALID_THRESHOLD),
    z.maximum(THRESHOLD_PERCENT_INPUT.max, INVALID_THRESHOLD),
  );

const CURRENCY_WORDS = 'Currency must be one of the currencies on offer, such as EUR';

/** The currency of all money; it is dollars where a client does not name one. */
export const currencySchema = z.enum(CURRENCIES, CURRENCY_WORDS);

/**
 * Every saved preference: its schema, its default and its field in the form. A new one also needs a migration, which
 * `db/migrations.ts` names, and a column in `db/schema.ts`, without which the Worker does not compile.
 */
export const PREFERENCES = {
  defaultConversionValue: {
    schema: conversionValueSchema,
    default: DEFAULT_CONVERSION_VALUE,
    label: 'Default Conversion Value',
    isMoney: true,
    input: CONVERSION_VALUE_INPUT,
  },
  defaultSignificanceThreshold: {
    schema: thresholdSchema,
    default: DEFAULT_THRESHOLD_PERCENT,
    label: 'Default Significance Threshold (%)',
    isMoney: false,
    input: THRESHOLD_PERCENT_INPUT,
  },
  defaultCurrency: {
    schema: z._default(currencySchema, DEFAULT_CURRENCY),
    default: DEFAULT_CURRENCY,
    label: 'Default Currency',
  },
};

type PreferenceKey = keyof typeof PREFERENCES;

export const PREFERENCE_KEYS = keysOf(PREFERENCES);

function pickFromEach<Part extends 'schema' | 'default'>(part: Part) {
  // A record of such keys would have one type for all values.
  return Object.fromEntries(PREFERENCE_KEYS.map((key) => [key, PREFERENCES[key][part]])) as {
    [Key in PreferenceKey]: (typeof PREFERENCES)[Key][Part];
  };
}

/** Body of `POST /api/preferences` and answer of both preference calls. A user without preferences gets the defaults. */
export const preferencesSchema = z.object(pickFromEach('schema'));

export type Preferences = z.infer<typeof preferencesSchema>;

export const DEFAULT_PREFERENCES: Preferences = pickFromEach('default');
