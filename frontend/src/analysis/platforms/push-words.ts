import type { PlatformId } from '#contract/platforms.ts';
import { GOOGLE_PUSH } from './google-ads/google-push.ts';
import { META_PUSH } from './meta/meta-push.ts';
import { MICROSOFT_PUSH } from './microsoft-advertising/microsoft-push.ts';
import type { PushWords } from './platform.ts';

export const PUSH_WORDS: Readonly<Record<PlatformId, PushWords>> = {
  google: GOOGLE_PUSH,
  meta: META_PUSH,
  microsoft: MICROSOFT_PUSH,
};
