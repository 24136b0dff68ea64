import type { Currency } from '#contract/currencies.ts';
import {
  CONVERSION_VALUE_INPUT,
  DEFAULT_CONVERSION_VALUE,
  DEFAULT_CURRENCY,
  DEFAULT_THRESHOLD_PERCENT,
  THRESHOLD_PERCENT_INPUT,
} from '#contract/limits.ts';

/** A deviation exceeds the threshold only by more than this, so that 1.1 is not outside 1 ± 10%. */
const THRESHOLD_TOLERANCE = 1e-9;

/**
 * The settings that the reader of the results can change: money per conversion with its currency, and the deviation from 1
 * that matters.
 */
export interface Settings {
  conversionValue: number;
  thresholdPercent: number;
  /** Of the conversion value. Absent: dollars. */
  currency?: Currency;
}

export const DEFAULT_SETTINGS: Settings = {
  conversionValue: DEFAULT_CONVERSION_VALUE,
  thresholdPercent: DEFAULT_THRESHOLD_PERCENT,
};

/** The settings within their limits; NaN becomes the default. */
export function clampSettings(settings: Settings): Settings {
  return {
    conversionValue: clamp(settings.conversionValue, CONVERSION_VALUE_INPUT, DEFAULT_CONVERSION_VALUE),
    thresholdPercent: clamp(settings.thresholdPercent, THRESHOLD_PERCENT_INPUT, DEFAULT_THRESHOLD_PERCENT),
    ...(settings.currency && { currency: settings.currency }),
  };
}

function clamp(value: number, limits: { min: number; max: number }, fallback: number): number {
  if (Number.isNaN(value)) return fallback;
  return Math.min(limits.max, Math.max(limits.min, value));
}

/**
 * Whether a deviation in lift (0.24 = 24 points) is strictly beyond the threshold. A tolerance of 1e-9 keeps a lift
 * of 1.1 inside 1 ± 10% despite rounding in its last bit.
 */
export function exceedsThreshold(deviation: number, thresholdPercent: number): boolean {
  return Math.abs(deviation) > thresholdPercent / 100 + THRESHOLD_TOLERANCE;
}

/** The heading of figures in money, in exports and on the screen: 'Lead Value ($)', or with the code: 'Lead Value (EUR)'. */
export function nameMoney(name: string, currency: Currency = DEFAULT_CURRENCY): string {
  return `${name} (${currency === DEFAULT_CURRENCY ? '$' : currency})`;
}
