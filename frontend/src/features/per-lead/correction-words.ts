import type { ConversionAction } from '#frontend/analysis/counts/analysis-context.ts';
import { LEFT_OUT_WORDS } from '#frontend/analysis/uploads/drop-reasons.ts';
import type { RetractReason, StayReason } from '#frontend/analysis/uploads/compare-sent.ts';
import type {
  CorrectionFormat,
  CorrectionKey,
  CorrectionKind,
} from '#frontend/analysis/uploads/correction-format.ts';
import { CORRECTION_FORMATS } from '#frontend/analysis/platforms/correction-formats.ts';
import { countNoun } from '#frontend/lib/format.ts';
import type { CorrectionFile } from '#frontend/threads/leads/make-corrections.ts';
import type { SentProblem } from '#frontend/threads/leads/read-sent-files.ts';

const PLATFORMS = Object.values(CORRECTION_FORMATS)
  .map(({ label }) => label)
  .join(' or ');

/** Why files cannot be compared, in words. */
export function describeSentProblem(problem: SentProblem): string {
  switch (problem.reason) {
    case 'unreadable':
      return `“${problem.name}” could not be read.`;
    case 'not-an-upload':
      return `“${problem.name}” is not an upload file for ${PLATFORMS} as this page makes them.`;
    case 'unknown-zone':
      return `“${problem.name}” names a time zone that this browser does not know.`;
    case 'several-platforms':
      return 'The files are for several platforms. Open those of one.';
    case 'several-conversions':
      return `The files are for several conversions: ${problem.names.map((name) => `“${name}”`).join(', ')}. Open those of one.`;
    case 'other-conversions':
      return `No stage above has the conversion action ${problem.names.map((name) => `“${name}”`).join(', ')}.`;
    case 'only-corrections':
      return 'These files have corrections only. Open the upload that they correct as well.';
  }
}

const STAY_WORDS: Readonly<Record<Exclude<StayReason, 'too-old' | 'without-key' | 'other-time'>, string>> = {
  ...LEFT_OUT_WORDS,
  unreadable: 'A time or value in the earlier files that cannot be read',
  retracted: 'Retracted before, which is final',
  'short-order-id': 'An order ID of one character, which Google does not correct',
  'not-later': 'Sent or corrected later than the clock of this device says',
  gone: 'The lead is not in your file',
  'stage-without-value': 'Of a stage without a value of its own today',
  'sent-currency': 'Sent in another currency than that of your results',
};

/** Why a conversion stays as it is, in words. */
export function describeStayReason(
  reason: StayReason,
  { label, maxAgeDays, columns }: CorrectionFormat,
): string {
  switch (reason) {
    case 'too-old':
      return `Older than ${maxAgeDays} days`;
    case 'without-key':
      return columns.address
        ? 'Sent without a click ID and without an address'
        : `Sent by address alone: ${label} corrects by order ID or click ID`;
    case 'other-time':
      return `The click ID${columns.address ? ' or address' : ''} is in your file with another time: check the column and the time zone`;
    default:
      return STAY_WORDS[reason];
  }
}

const RETRACT_WORDS: Readonly<Record<RetractReason, string>> = {
  ...LEFT_OUT_WORDS,
  'not-converted': 'Not converted: your ad account counts only customers',
  'not-reached': 'The lead has not reached the stage',
  'no-value': 'A lead value of zero or less',
  gone: 'The lead is not in your file',
};

/** Why a conversion is retracted, in words. */
export const describeRetractReason = (reason: RetractReason): string => RETRACT_WORDS[reason];

type NamedFile = Pick<CorrectionFile, 'kind' | 'key' | 'part' | 'parts' | 'taken'>;

const KIND_NAMES: Readonly<Record<CorrectionKind, string>> = { restate: 'Restate', retract: 'Retract' };
const KEY_NAMES: Readonly<Record<CorrectionKey, string>> = {
  orderId: 'order ID',
  clickId: 'click ID and time',
  address: 'hashed address and time',
};

/** 'Restate by order ID'; of several files 'Restate by order ID (1 of 2)'. */
export function nameCorrectionFile({ kind, key, part, parts }: Omit<NamedFile, 'taken'>): string {
  return `${KIND_NAMES[kind]} by ${KEY_NAMES[key]}${parts > 1 ? ` (${part} of ${parts})` : ''}`;
}

const KEY_FILES: Readonly<Record<CorrectionKey, string>> = {
  orderId: 'order_id',
  clickId: 'click_id',
  address: 'hashed_address',
};

/** The same as part of the name of the download: 'restate_by_order_id_1_of_2'. */
export function nameCorrectionDownload({ kind, key, part, parts }: Omit<NamedFile, 'taken'>): string {
  return `${kind}_by_${KEY_FILES[key]}${parts > 1 ? `_${part}_of_${parts}` : ''}`;
}

/** The effect of a file of corrections, in words. */
export function describeCorrectionFile({ kind, taken }: Pick<NamedFile, 'kind' | 'taken'>): string {
  const conversions = countNoun(taken, 'conversion');
  return kind === 'restate'
    ? `${conversions} with a new value. The number of conversions stays.`
    : `${conversions} taken back for good: a retracted conversion cannot be restated or restored.`;
}

/** Says which conversions the values of today are of: of the leads that the conversion counts, or of stages. */
export const CORRECTED_WORDS: Readonly<Record<ConversionAction | 'stage', string>> = {
  'every-lead': 'Today’s values are those of every lead, as chosen above',
  'converted-leads': 'Today’s values are those of customers only, as chosen above',
  stage: 'Today’s values are those of stages, as chosen above',
};
