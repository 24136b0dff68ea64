import type { Settings } from '#frontend/analysis/settings.ts';
import type { ComparedFile } from '#frontend/analysis/shared-leads.ts';

/** One of two analyses to compare, with its name for the reader. */
export interface ComparedSide extends ComparedFile {
  name: string;
  settings: Settings;
}
