import type { ConditionKind, PlatformId } from '#contract/platforms.ts';
import { GOOGLE_ADS } from './google-ads/google-ads.ts';
import { META } from './meta/meta.ts';
import { MICROSOFT_ADVERTISING } from './microsoft-advertising/microsoft-advertising.ts';
import { takesCondition, type Platform } from './platform.ts';

/** All platforms. */
export const PLATFORMS: Readonly<Record<PlatformId, Platform>> = {
  google: GOOGLE_ADS,
  meta: META,
  microsoft: MICROSOFT_ADVERTISING,
};

/** The platforms that take such an attribute as a condition. */
export function listPlatformsTaking(kind: ConditionKind): Platform[] {
  return Object.values(PLATFORMS).filter((platform) => takesCondition(platform, kind));
}
