import { expect, test } from 'vitest';
import { problemText } from '#frontend/features/open-file/intake-text.ts';
import type { UploadProblem } from '#frontend/features/wizard/use-upload.ts';

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
  [
    { reason: 'old-excel' },
    'This file was saved by an old Excel. Open it in Excel, save it as .xlsx or .csv, then open that.',
  ],
  [
    { reason: 'open-document' },
    'This is an OpenDocument spreadsheet. Save it as .xlsx or .csv, then open that.',
  ],
  [{ reason: 'encrypted' }, 'This file is protected with a password. Save it without one, then open that.'],
  [{ reason: 'damaged' }, 'This file is damaged or incomplete. Save or download it again, then open that.'],
  [
    { reason: 'too-large-unpacked', limitMib: 48 },
    'Unpacked, this file has more than 48 MB. Leave out columns or rows, then save it again.',
  ],
  [{ reason: 'zip-in-zip' }, 'This zip holds another zip. Unpack it, then open the file that is inside.'],
  [
    { reason: 'nothing-to-read' },
    'This zip holds no .csv or .xlsx file. Unpack it, and save what is inside as one of these.',
  ],
])('%o', (problem, text) => {
  expect(problemText(problem)).toBe(text);
});
