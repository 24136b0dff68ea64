import { GOOGLE_CLICKS } from './google-ads/google-clicks.ts';
import { GOOGLE_DATA_MANAGER } from './google-ads/google-data-manager.ts';
import { GOOGLE_ENHANCED } from './google-ads/google-enhanced.ts';
import { LINKEDIN } from './linkedin/linkedin.ts';
import { MICROSOFT_OFFLINE } from './microsoft-advertising/microsoft-offline.ts';
import type { UploadFormat } from '../uploads/upload-format.ts';

/** All files that ad platforms take, in the order in which they are offered. */
export const UPLOAD_FORMATS = {
  'google-data-manager': GOOGLE_DATA_MANAGER,
  'google-enhanced': GOOGLE_ENHANCED,
  'google-clicks': GOOGLE_CLICKS,
  microsoft: MICROSOFT_OFFLINE,
  linkedin: LINKEDIN,
} satisfies Record<string, UploadFormat>;

export type UploadFormatId = keyof typeof UPLOAD_FORMATS;

/** There is at least one, and the object literal has no keys but those of its type. */
export const UPLOAD_FORMAT_IDS = Object.keys(UPLOAD_FORMATS) as [UploadFormatId, ...UploadFormatId[]];
