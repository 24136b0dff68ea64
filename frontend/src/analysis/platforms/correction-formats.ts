import type { CorrectionFormat } from '../uploads/correction-format.ts';
import { GOOGLE_CORRECTIONS } from './google-ads/google-corrections.ts';
import { MICROSOFT_CORRECTIONS } from './microsoft-advertising/microsoft-corrections.ts';

/** The platforms that take corrections of conversions as files. */
export const CORRECTION_FORMATS = {
  google: GOOGLE_CORRECTIONS,
  microsoft: MICROSOFT_CORRECTIONS,
} satisfies Record<string, CorrectionFormat>;

export type CorrectionFormatId = keyof typeof CORRECTION_FORMATS;

/** The platform for which a file with these headings was made; null for none that takes corrections. */
export function findCorrectionFormat(headings: readonly string[]): CorrectionFormatId | null {
  if (!headings.includes(GOOGLE_CORRECTIONS.sent.name)) return null;
  const { clickId, email, phone } = MICROSOFT_CORRECTIONS.sent;
  return headings.some((heading) => [clickId, email, phone].includes(heading)) ? 'microsoft' : 'google';
}
