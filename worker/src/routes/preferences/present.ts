import { DEFAULT_CONVERSION_VALUE, DEFAULT_SIGNIFICANCE_THRESHOLD } from '#contract/limits.ts';
import type { Preferences } from '#contract/preferences.ts';
import type { PreferenceValues } from '#worker/db/preferences.ts';

export function presentPreferences(values: PreferenceValues | undefined): Preferences {
  return {
    defaultConversionValue: values?.defaultConversionValue ?? DEFAULT_CONVERSION_VALUE,
    defaultSignificanceThreshold: values?.defaultSignificanceThreshold ?? DEFAULT_SIGNIFICANCE_THRESHOLD,
  };
}
