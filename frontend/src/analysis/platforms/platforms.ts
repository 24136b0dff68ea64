import type { ConditionKind } from './conditions.ts';
import { GOOGLE_ADS } from './google-ads/google-ads.ts';
import { META } from './meta/meta.ts';
import { MICROSOFT_ADVERTISING } from './microsoft-advertising/microsoft-advertising.ts';
import { takesCondition, type Platform } from './platform.ts';

/** All platforms, in the order in which they are shown. */
export const PLATFORMS = {
  google: GOOGLE_ADS,
  meta: META,
  microsoft: MICROSOFT_ADVERTISING,
} satisfies Record<string, Platform>;

export type PlatformId = keyof typeof PLATFORMS;

/** There is at least one, and the object literal has no keys but those of its type. */
export const PLATFORM_IDS = Object.keys(PLATFORMS) as [PlatformId, ...PlatformId[]];

/** The platforms that take such an attribute as a condition. */
export function listPlatformsTaking(kind: ConditionKind): Platform[] {
  return Object.values(PLATFORMS).filter((platform) => takesCondition(platform, kind));
}
