import { useMemo } from 'react';
import { DEFAULT_SETTINGS, type Settings } from '#frontend/analysis/settings.ts';
import { useKnownPreferences } from '#frontend/api/user.ts';

/** The settings of a new analysis: the user's own defaults once they have come, the product's until then. */
export function useDefaultSettings(): Settings {
  const preferences = useKnownPreferences();
  return useMemo(
    () =>
      preferences
        ? {
            conversionValue: preferences.defaultConversionValue,
            thresholdPercent: preferences.defaultSignificanceThreshold,
            currency: preferences.defaultCurrency,
          }
        : DEFAULT_SETTINGS,
    [preferences],
  );
}
