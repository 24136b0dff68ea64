import { MAX_COLUMNS, MAX_FILE_BYTES, MIB } from '#contract/limits.ts';
import type { UploadProblem } from '../use-upload.ts';

/** Whether a second attempt can succeed: a drive may be connected again, or a moved file may be back. */
export function mayBeReadNextTime({ reason }: UploadProblem): boolean {
  return reason === 'unreadable';
}

/** The text that tells the visitor why a file was refused. */
export function problemText(problem: UploadProblem): string {
  switch (problem.reason) {
    case 'not-csv':
      return 'Please upload a CSV file';
    case 'too-large':
      return `File size must be less than ${MAX_FILE_BYTES / MIB}MB`;
    case 'too-few-rows':
      return 'CSV file must contain at least a header row and one data row';
    case 'too-few-columns':
      return 'CSV must have at least 2 columns (1 for Status + 1 for attribute)';
    case 'too-many-columns':
      return `CSV has ${problem.columns} columns but maximum is ${MAX_COLUMNS}. Please remove ${problem.columns - MAX_COLUMNS} column(s).`;
    case 'unreadable':
      return 'Failed to parse CSV file';
  }
}
