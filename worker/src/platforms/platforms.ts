import type { PlatformId } from '#contract/platforms.ts';
import type { AdPlatform } from './ad-platform.ts';
import { googlePlatform } from './google-ads/google-platform.ts';
import { metaPlatform } from './meta/meta-platform.ts';
import { microsoftPlatform } from './microsoft-advertising/microsoft-platform.ts';

const BY_ID = {
  google: googlePlatform,
  meta: metaPlatform,
  microsoft: microsoftPlatform,
} satisfies Record<PlatformId, AdPlatform<never>>;

type TakesSettings<Platform> =
  Platform extends AdPlatform<infer Settings> ? (settings: Settings) => void : never;

/** The settings of all platforms together. */
export type PlatformSettings =
  TakesSettings<(typeof BY_ID)[PlatformId]> extends (settings: infer All) => void ? All : never;

/** All ad platforms that take rules. */
export const AD_PLATFORMS: Readonly<Record<PlatformId, AdPlatform<PlatformSettings>>> = BY_ID;
