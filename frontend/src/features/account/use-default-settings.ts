import { useMemo } from 'react';
import { DEFAULT_SETTINGS, type Settings } from '#frontend/analysis/settings.ts';
import { usePreferences } from '#frontend/api/preferences.ts';
import { useUser } from '#frontend/api/user.ts';

/** The settings of a new analysis: the user's own defaults once they have come, the product's until then. */
export function useDefaultSettings(): Settings {
  const { user } = useUser();
  const { preferences } = usePreferences(user !== null);
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
