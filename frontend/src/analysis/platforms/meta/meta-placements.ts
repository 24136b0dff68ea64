/** A placement of Meta's value rules. */
interface Placement {
  id: string;
  name: string;
}

/**
 * The placements as Meta's rules name them: the table PLACEMENT of
 * developers.facebook.com/documentation/ads-commerce/marketing-api/bidding/value-rules, copy of 2026-09-12.
 */
export const META_PLACEMENTS: readonly Placement[] = [
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
];

/** The beginning of the ids of each code in the column `platform` of Meta's exports of leads; null for one that no rule takes. */
const CODES: ReadonlyMap<string, string | null> = new Map([
  ['fb', 'FB_'],
  ['ig', 'IG_'],
  ['an', 'AUDIENCE_NETWORK'],
  ['msg', null],
]);

/**
 * The placements that a code of Meta's exports stands for; none for Messenger ('msg'), which rules don't take. Null for any other
 * value. Examples: 'fb' is the six of Facebook, 'ig' the four of Instagram, 'an' is the Audience Network, 'Feed' is null.
 */
export function placementsOf(value: string): readonly Placement[] | null {
  const beginning = CODES.get(value.trim().toLowerCase());
  if (beginning === undefined) return null;
  return beginning === null ? [] : META_PLACEMENTS.filter(({ id }) => id.startsWith(beginning));
}

/** The placements of a value as they are selected in Ads Manager; null where rules have none. */
export function namePlacements(value: string): string | null {
  const placements = placementsOf(value);
  if (placements === null) return value;
  return placements.length === 0 ? null : placements.map(({ name }) => name).join(', ');
}
