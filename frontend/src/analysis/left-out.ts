/** Why a lead of the file counts in no figure, in words that files for the visitor hold too. */
export const LEFT_OUT_WORDS = {
  'left-out-test': 'Test lead, left out in step 2',
  'left-out-duplicate': 'Duplicate, left out in step 2',
  'left-out-status': 'Status left out in step 3',
  'left-out-unreadable-date': 'No date that can be read, and only chosen days count',
  'left-out-date': 'Outside the days chosen in step 2',
  'left-out-young': 'Too young, left out in step 3',
} as const;

export type LeftOutReason = keyof typeof LEFT_OUT_WORDS;
