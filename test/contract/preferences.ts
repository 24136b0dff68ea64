import { DEFAULT_PREFERENCES } from '#contract/preferences.ts';
import { examples, unauthorized, unavailable } from './example.ts';

const read = { method: 'GET', path: '/api/preferences' } as const;
const save = { method: 'POST', path: '/api/preferences' } as const;
const values = { ...DEFAULT_PREFERENCES, defaultConversionValue: 249.99, defaultSignificanceThreshold: 15 };

export const preferencesExamples = examples({
  defaults: {
    ...read,
    status: 200,
    answer: DEFAULT_PREFERENCES,
  },
  preferences: { ...read, status: 200, answer: values },
  preferencesOfNobody: { ...read, ...unauthorized },
  preferencesSaved: { ...save, body: values, status: 200, answer: values },
  preferencesInvalid: {
    ...save,
    body: { ...values, defaultSignificanceThreshold: 0 },
    status: 400,
    answer: {
      message: 'Significance Threshold must be a number from 1 to 100',
      code: 'INVALID_INPUT',
    },
  },
  savePreferencesOfNobody: { ...save, body: values, ...unauthorized },
  preferencesUnavailable: { ...save, body: values, ...unavailable },
});
