/** The reasons why a platform does not take a lead, in the order of checking: the first reason counts. */
export const DROP_REASONS = [
  // A lead that counts in no figure is not uploaded either; see `allRows`.
  'left-out-test',
  'left-out-duplicate',
  'left-out-status',
  'left-out-unreadable-date',
  'left-out-date',
  'left-out-young',
  'other-currency',
  'not-converted',
  'no-click-id',
  'several-click-ids',
  'only-braid',
  'damaged-click-id',
  'no-address',
  'bad-address',
  'no-identifier',
  'no-date',
  'unreadable-date',
  'no-time',
  'no-zone',
  'unknown-zone',
  'today',
  'future',
  'too-old',
  'no-value',
  'consent-denied',
  'duplicate',
] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/**
 * The reasons why a lead of the file gets no value, in words that are also written into files for the visitor: it counts in
 * no figure, or its amount has another currency than the values.
 */
export const LEFT_OUT_WORDS = {
  'left-out-test': 'Test lead, left out in step 2',
  'left-out-duplicate': 'Duplicate, left out in step 2',
  'left-out-status': 'Status left out in step 3',
  'left-out-unreadable-date': 'No date that can be read, and only chosen days count',
  'left-out-date': 'Outside the days chosen in step 2',
  'left-out-young': 'Too young, left out in step 3',
  'other-currency': 'Amount in another currency, or in none that the file names',
} as const;

export type LeftOutReason = keyof typeof LEFT_OUT_WORDS;
