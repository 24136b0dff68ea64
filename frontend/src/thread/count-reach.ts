import { listUploadGaps } from '#frontend/analysis/platforms/ways-to-apply.ts';
import { guessFields, type FieldColumns } from '#frontend/analysis/uploads/guess-fields.ts';
import {
  REACHED_FORMATS,
  type ReachedFormat,
  type UploadReach,
} from '#frontend/analysis/uploads/upload-reach.ts';
import { UPLOAD_FORMATS } from '#frontend/analysis/uploads/upload-formats.ts';
import { checkLeads, readChoices, type LeadCounts, type UploadQuestion } from './check-leads.ts';
import type { ColumnSummary } from './file-facts.ts';
import type { FileProgress } from './make-leads-file.ts';
import type { LoadedFile } from './loaded-file.ts';

/** Asks how many leads uploads reach, with the columns as they are guessed. */
export interface ReachQuestion extends Omit<UploadQuestion, 'choices'> {
  columns: readonly ColumnSummary[];
  timeZone: string;
}

/**
 * How many of the leads that count pass all checks of a platform's file. Phone numbers count by their digits only, since the
 * numbering plans of all countries are large. Awaits `onSlice` after every 2,000 rows.
 */
export async function countReach(
  loaded: LoadedFile,
  { columns, timeZone, ...question }: ReachQuestion,
  onSlice: (progress: FileProgress) => Promise<void>,
): Promise<UploadReach> {
  const guessed = guessFields(columns);
  const gaps = listUploadGaps(columns);
  const taken: Record<ReachedFormat, number> = { 'google-data-manager': 0, microsoft: 0, linkedin: 0 };
  let leads = 0;
  for (const kind of REACHED_FORMATS) {
    if (!isPossible(kind, guessed)) continue;
    const choices = { ...NOTHING_TYPED, kind, columns: guessed, timeZone };
    const read = readChoices(loaded, { ...question, choices });
    const counts = await checkLeads(loaded, { ...question, read, readPhone }, onSlice);
    taken[kind] = counts.taken;
    leads = countCounted(counts);
  }
  return { leads, taken, gaps };
}

/** What reaches no further and no less far, whatever it is. */
const NOTHING_TYPED = {
  dateFormat: null,
  conversionName: '',
  currency: '',
  phoneCountry: null,
  adUserData: null,
  adPersonalization: null,
};

function isPossible(kind: ReachedFormat, columns: FieldColumns): boolean {
  return columns.time !== null && UPLOAD_FORMATS[kind].identifiers.some((field) => columns[field] !== null);
}

/** Seven digits make a local number, and E.164 has at most 15. */
function readPhone(cell: string): string | null {
  const digits = cell.replace(/\D/g, '');
  return digits.length >= 7 && digits.length <= 15 ? digits : null;
}

/** The leads without those that the results leave out and those that the conversion action does not count. */
function countCounted({ taken, dropped }: LeadCounts): number {
  return dropped.reduce((sum, { reason, leads }) => (NOT_COUNTED.test(reason) ? sum : sum + leads), taken);
}

const NOT_COUNTED = /^(?:left-out-|other-currency$|not-converted$)/;
