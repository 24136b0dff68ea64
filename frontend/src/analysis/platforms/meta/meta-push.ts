import type { PushWords } from '../platform.ts';
import { META_PLACEMENTS } from './meta-placements.ts';

export const META_PUSH: PushWords = {
  right: 'See and change ads and their settings in the ad accounts that a Facebook account can open.',
  use: 'This site reads value rules. It adds only those that you approve.',
  teamUse:
    'This site reads value rules, only of the ad accounts that an admin has named below. It adds only those that a member approves.',
  end: 'This site deletes its token and gives the permission back at Meta.',
  accountId: { label: 'Ad account ID', hint: 'The digits behind act= in the address of Ads Manager.' },
  managerId: null,
  testsWrites: false,
  // The table OMNI_CHANNEL of developers.facebook.com/documentation/ads-commerce/marketing-api/bidding/value-rules, copy of 2026-09-12.
  fixedValues: {
    placement: META_PLACEMENTS,
    'conversion-location': [
      { id: 'WEBSITE', name: 'Website' },
      { id: 'INSTANT_FORM', name: 'Instant form' },
      { id: 'APP', name: 'App' },
      { id: 'PHONE_CALL', name: 'Phone call' },
    ],
  },
};
