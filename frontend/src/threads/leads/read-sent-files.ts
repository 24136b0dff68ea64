import type { CorrectionFormat } from '#frontend/analysis/uploads/correction-format.ts';
import {
  CORRECTION_FORMATS,
  findCorrectionFormat,
  type CorrectionFormatId,
} from '#frontend/analysis/platforms/correction-formats.ts';
import { createZoneClock, type ZoneClock } from '#frontend/analysis/uploads/moments.ts';
import {
  isOfCorrections,
  listConversionNames,
  type SentFile,
} from '#frontend/analysis/uploads/sent-conversions.ts';
import { readFile } from '#frontend/csv/read-file.ts';
import type { Result } from '#frontend/csv/result.ts';
import { MIB } from '#contract/limits.ts';

/** Why files cannot be read as what was uploaded before. `name` is that of the file. */
export type SentProblem =
  | { reason: 'unreadable' | 'not-an-upload' | 'unknown-zone'; name: string }
  | { reason: 'several-platforms' }
  | { reason: 'several-conversions'; names: readonly string[] }
  /** Conversions that are those of no stage. */
  | { reason: 'other-conversions'; names: readonly string[] }
  | { reason: 'only-corrections' };

export interface SentFiles {
  id: CorrectionFormatId;
  files: readonly SentFile[];
  conversionNames: readonly string[];
}

/** Uploads of the largest file of leads stay below this; anything larger is another file. */
const MAX_SENT_BYTES = 100 * MIB;

/**
 * Reads files that were uploaded to one platform before: uploads of one conversion, and corrections of them.
 *
 * @param ofStages the conversions that there may be, one per stage; absent: one of any name
 */
export async function readSentFiles(
  files: readonly File[],
  ofStages?: readonly string[],
): Promise<Result<SentFiles, SentProblem>> {
  const read: SentFile[] = [];
  const ids = new Set<CorrectionFormatId>();
  for (const file of files) {
    const sent = await readSentFile(file);
    if (!sent.ok) return sent;
    const id = findCorrectionFormat(sent.value.headings);
    if (id === null) return problem({ reason: 'not-an-upload', name: file.name });
    ids.add(id);
    read.push(sent.value);
  }
  const [id] = ids;
  if (id === undefined || ids.size > 1) return problem({ reason: 'several-platforms' });
  return describe(id, read, ofStages);
}

function describe(
  id: CorrectionFormatId,
  files: readonly SentFile[],
  ofStages?: readonly string[],
): Result<SentFiles, SentProblem> {
  const format: CorrectionFormat = CORRECTION_FORMATS[id];
  if (files.every((file) => isOfCorrections(format, file))) return problem({ reason: 'only-corrections' });
  const names = listConversionNames(format, files);
  const others = ofStages ? names.filter((name) => !ofStages.includes(name)) : [];
  if (others.length > 0) return problem({ reason: 'other-conversions', names: others });
  if (!ofStages && names.length > 1) return problem({ reason: 'several-conversions', names });
  return { ok: true, value: { id, files, conversionNames: names } };
}

/** The line above the headings of our files, with the zone of the times: earlier files of ours have others than UTC. A spreadsheet may have added delimiters. */
const ZONE_LINE = /^"?Parameters:TimeZone=(?<zone>[^\s;,"]+)/;
/** The line and much more. */
const FIRST_BYTES = 256;

async function readSentFile(file: File): Promise<Result<SentFile, SentProblem>> {
  const { name } = file;
  if (file.size > MAX_SENT_BYTES) return problem({ reason: 'not-an-upload', name });
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null, // it was moved since it was chosen
  );
  if (!bytes) return problem({ reason: 'unreadable', name });
  const zone = ZONE_LINE.exec(new TextDecoder().decode(bytes.subarray(0, FIRST_BYTES)))?.groups?.zone;
  const clock = zone === undefined ? null : clockOf(zone);
  if (zone !== undefined && !clock) return problem({ reason: 'unknown-zone', name });
  const read = await readFile(bytes, { headerRow: zone === undefined ? 1 : 2, dropFooter: false }, () => {});
  if (!read.ok)
    return problem({ reason: read.error.reason === 'unreadable' ? 'unreadable' : 'not-an-upload', name });
  const { table } = read.value;
  return { ok: true, value: { headings: table.headers, rows: table.readRows(0, table.rowCount), clock } };
}

/** '+0000' is UTC in our files, which have no other offset: not every browser takes an offset for a zone. Null for a zone that this browser does not know. */
function clockOf(zone: string): ZoneClock | null {
  try {
    return createZoneClock(zone === '+0000' ? 'UTC' : zone);
  } catch {
    return null;
  }
}

const problem = (error: SentProblem) => ({ ok: false as const, error });
