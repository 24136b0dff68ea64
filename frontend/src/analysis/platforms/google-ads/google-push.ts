import type { PushWords } from '../platform.ts';

/** The end of a right at Google, which is the same for all of its connections. */
export const END_AT_GOOGLE =
  'This site deletes its tokens. It also gives the permission back at Google, unless another connection here uses the same Google account.';

export const GOOGLE_PUSH: PushWords = {
  right: 'See and change everything in the Google Ads accounts that a Google account can open.',
  use: 'This site reads conversion actions and value rules. It changes only value rules, and only those that you approve.',
  teamUse:
    'This site reads conversion actions and value rules, only of the ad accounts that an admin has named below. It changes only value rules, and only those that a member approves.',
  end: END_AT_GOOGLE,
  accountId: { label: 'Account ID', hint: 'Ten digits, such as 123-456-7890.' },
  managerId: {
    label: 'Manager account ID',
    hint: 'Only if you reach the account through a manager account.',
    isRequired: false,
  },
  testsWrites: true,
};
