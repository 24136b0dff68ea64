import { listUploadGaps } from '#frontend/analysis/platforms/ways-to-apply.ts';
import { guessFields, zoneInHeader, type FieldColumns } from '#frontend/analysis/uploads/guess-fields.ts';
import type { DropReason } from '#frontend/analysis/uploads/drop-reasons.ts';
import {
  forEachReached,
  REACHED_FORMATS,
  type ReachedFormat,
  type UploadReach,
} from '#frontend/analysis/platforms/upload-reach.ts';
import { UPLOAD_FORMATS } from '#frontend/analysis/platforms/upload-formats.ts';
import { checkLeads, readChoices, type LeadCounts, type UploadQuestion } from './check-leads.ts';
import type { ColumnSummary } from '#frontend/counting/file-facts.ts';
import type { FileProgress } from './make-leads-file.ts';
import type { LoadedFile } from '#frontend/counting/loaded-file.ts';

/** The answers of the form that decide which leads are taken. */
interface ReachChoices extends Pick<UploadQuestion['choices'], 'dateFormat' | 'dropsDays' | 'adUserData'> {
  /** Columns that differ from the guess. */
  columns: Partial<FieldColumns>;
  /** Absent until it is chosen. Null where none is. */
  timeZone?: string | null;
  /** The guess where neither the visitor nor the header of the times names a zone. */
  deviceZone: string;
}

/** Asks how many leads uploads reach. */
export interface ReachQuestion extends Omit<UploadQuestion, 'choices'> {
  columns: readonly ColumnSummary[];
  choices: ReachChoices;
}

/**
 * How many of the leads that count pass all checks of a platform's file. Phone numbers count by their digits only, since the
 * numbering plans of all countries are large. Awaits `onSlice` after every 2,000 rows.
 */
export async function countReach(
  loaded: LoadedFile,
  { columns, choices: chosen, ...question }: ReachQuestion,
  onSlice: (progress: FileProgress) => Promise<void>,
): Promise<UploadReach> {
  const { deviceZone, ...answers } = chosen;
  const fields = { ...guessFields(columns), ...chosen.columns };
  const { timeZone = zoneInHeader(loaded.table.headers[fields.time ?? -1] ?? '') ?? deviceZone } = answers;
  const taken = forEachReached(0);
  const missed = forEachReached<DropReason | null>(null);
  let leads = 0;
  for (const kind of REACHED_FORMATS) {
    if (!isPossible(kind, fields)) continue;
    const takesConsent = UPLOAD_FORMATS[kind].fields.includes('adUserData');
    const adUserData = takesConsent ? answers.adUserData : null;
    const choices = { ...NOTHING_TYPED, ...answers, kind, columns: fields, timeZone, adUserData };
    const read = readChoices(loaded, { ...question, choices });
    const counts = await checkLeads(loaded, { ...question, read, readPhone }, onSlice);
    const missing = counts.dropped.filter(isOfCounted);
    taken[kind] = counts.taken;
    missed[kind] = missing[0]?.reason ?? null;
    leads = missing.reduce((sum, reason) => sum + reason.leads, counts.taken);
  }
  return { leads, taken, missed, gaps: listUploadGaps(fields) };
}

/** The answers of the form that leave the reach as it is. */
const NOTHING_TYPED = { conversionName: '', currency: '', phoneCountry: null, adPersonalization: null };

function isPossible(kind: ReachedFormat, columns: FieldColumns): boolean {
  return columns.time !== null && UPLOAD_FORMATS[kind].identifiers.some((field) => columns[field] !== null);
}

/** Seven digits make a local number, and E.164 has at most 15. */
function readPhone(cell: string): string | null {
  const digits = cell.replace(/\D/g, '');
  return digits.length >= 7 && digits.length <= 15 ? digits : null;
}

/** Without leads that the results leave out and those that the conversion action does not count. */
const isOfCounted = ({ reason }: LeadCounts['dropped'][number]) => !NOT_COUNTED.test(reason);
const NOT_COUNTED = /^(?:left-out-|other-currency$|not-converted$)/;
