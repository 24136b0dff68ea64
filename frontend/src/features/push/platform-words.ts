import type { Match, MatchedKind } from './push-request.ts';

/**
 * The values of conditions that no account adds to, as Meta's rules name them: the tables PLACEMENT and OMNI_CHANNEL of
 * developers.facebook.com/documentation/ads-commerce/marketing-api/bidding/value-rules, copy of 2026-09-12.
 */
export const PLATFORM_WORDS: Readonly<
  Record<Exclude<MatchedKind, 'location' | 'audience'>, readonly Match[]>
> = {
  placement: [
    { id: 'FB_FEED', name: 'Facebook Feed' },
    { id: 'FB_STORIES', name: 'Facebook Stories' },
    { id: 'FB_REELS', name: 'Facebook Reels' },
    { id: 'FB_MARKETPLACE', name: 'Facebook Marketplace' },
    { id: 'FB_SEARCH', name: 'Facebook Search' },
    { id: 'FB_VIDEO', name: 'Facebook Video' },
    { id: 'IG_FEED', name: 'Instagram Feed' },
    { id: 'IG_STORIES', name: 'Instagram Stories' },
    { id: 'IG_REELS', name: 'Instagram Reels' },
    { id: 'IG_EXPLORE', name: 'Instagram Explore' },
    { id: 'AUDIENCE_NETWORK', name: 'Audience Network' },
  ],
  'conversion-location': [
    { id: 'WEBSITE', name: 'Website' },
    { id: 'INSTANT_FORM', name: 'Instant form' },
    { id: 'APP', name: 'App' },
    { id: 'PHONE_CALL', name: 'Phone call' },
  ],
};
