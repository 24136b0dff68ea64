import { PLATFORM_IDS, type PlatformId } from '#contract/platforms.ts';
import type { TabChoice } from '#frontend/features/results/shown-results.tsx';

/** The platform whose plan 'Apply' shows. */
export const SHOWN_PLATFORM: TabChoice<PlatformId> = { first: PLATFORM_IDS[0] };
