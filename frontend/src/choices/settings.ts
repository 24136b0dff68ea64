import { DEFAULT_CURRENCY } from '#contract/limits.ts';
import { DEFAULT_SETTINGS } from '#frontend/analysis/judge/settings.ts';
import type { SettingsChoice } from './choices.ts';
import type { Choice } from './choice.ts';

/** The settings that judge the figures. A saved analysis and kept settings have them beside the other choices. */
export const SETTINGS: Choice<SettingsChoice, object> = {
  empty: { settings: DEFAULT_SETTINGS },
  // Dollars are not written, since the first releases had no other currency.
  pack: (_, { currency = DEFAULT_CURRENCY }) => (currency === DEFAULT_CURRENCY ? {} : { currency }),
  content: (_, { conversionValue, thresholdPercent, currency = DEFAULT_CURRENCY }) => [
    conversionValue,
    thresholdPercent,
    ...(currency === DEFAULT_CURRENCY ? [] : [currency]),
  ],
  draftSchema: ({ settings }) => ({ settings }),
};
