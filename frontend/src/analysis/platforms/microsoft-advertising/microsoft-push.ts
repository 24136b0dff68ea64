import type { PushWords } from '../platform.ts';

export const MICROSOFT_PUSH: PushWords = {
  right: 'See and change everything in the Microsoft Advertising accounts that a Microsoft account can open.',
  use: 'This site reads conversion value rules. It changes only those that you approve.',
  teamUse:
    'This site reads conversion value rules, only of the ad accounts that an admin has named below. It changes only those that a member approves.',
  end: 'This site deletes its tokens. Microsoft offers no way to give a permission back from here, so please remove it on Microsoft’s own page too.',
  accountId: {
    label: 'Account ID',
    hint: 'The digits behind aid= in the address of Microsoft Advertising.',
  },
  managerId: { label: 'Customer ID', hint: 'The digits behind cid= there.', isRequired: true },
  testsWrites: false,
};
