import { META_PLACEMENTS } from '#frontend/analysis/platforms/meta/meta-placements.ts';
import type { Match, MatchedKind } from './push-request.ts';

/**
 * The values of conditions that no account adds to, as Meta's rules name them: the table OMNI_CHANNEL of
 * developers.facebook.com/documentation/ads-commerce/marketing-api/bidding/value-rules, copy of 2026-09-12.
 */
export const PLATFORM_WORDS: Readonly<
  Record<Exclude<MatchedKind, 'location' | 'audience'>, readonly Match[]>
> = {
  placement: META_PLACEMENTS,
  'conversion-location': [
    { id: 'WEBSITE', name: 'Website' },
    { id: 'INSTANT_FORM', name: 'Instant form' },
    { id: 'APP', name: 'App' },
    { id: 'PHONE_CALL', name: 'Phone call' },
  ],
};
