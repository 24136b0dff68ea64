import { expect, test } from 'vitest';
import { problemText } from '#frontend/features/open-file/intake-text.ts';
import type { UploadProblem } from '#frontend/features/wizard/kit/use-upload.ts';

test.each<[UploadProblem, string]>([
  [{ reason: 'not-csv' }, 'Please upload a CSV file'],
  [{ reason: 'too-large' }, 'File size must be less than 10MB'],
  [{ reason: 'too-few-rows' }, 'CSV file must contain at least a header row and one data row'],
  [{ reason: 'too-few-columns' }, 'CSV must have at least 2 columns (1 for Status + 1 for attribute)'],
  [
    { reason: 'too-many-columns', columns: 43 },
    'CSV has 43 columns but maximum is 40. Please remove 3 column(s).',
  ],
  [{ reason: 'unreadable' }, 'Failed to parse CSV file'],
])('%o', (problem, text) => {
  expect(problemText(problem)).toBe(text);
});
