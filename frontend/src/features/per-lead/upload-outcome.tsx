import { UPLOAD_FORMATS, type UploadFormatId } from '#frontend/analysis/platforms/upload-formats.ts';
import { countNoun, formatCount } from '#frontend/lib/format.ts';
import type { UploadFile } from '#frontend/threads/leads/make-upload-file.ts';
import { Checkbox } from '#frontend/ui/field.tsx';
import type { UploadForm } from '#frontend/features/platforms/chosen-upload.ts';
import { describeDropReason } from '#frontend/features/platforms/drop-words.ts';
import { CountTable, FirstRows } from '#frontend/features/platforms/upload-tables.tsx';
import { StageTable } from './stage-fields.tsx';
import { WITHOUT_WORDS } from './upload-form.ts';
import { keysOf } from '#contract/records.ts';

interface UploadOutcomeProps extends DaysNoteProps {
  kind: UploadFormatId;
  currency: string;
}

/** The number of leads in the file, the reasons why others are not in it, and the first rows. */
export function UploadOutcome({ kind, file, currency, ...days }: UploadOutcomeProps) {
  const { taken, dropped, takenWithout, stages } = file;
  const total = dropped.reduce((sum, { leads }) => sum + leads, taken);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <div className="flex flex-col gap-3">
        <p className="text-14">
          <span className="text-20 font-semibold tabular-nums">{formatCount(taken)}</span> of{' '}
          {countNoun(total, stages ? 'conversion' : 'lead')} {taken === 1 ? 'is' : 'are'} in the file
        </p>
        <DaysNote file={file} {...days} />
        <CountTable
          caption="Left out"
          counts={dropped.map(({ reason, leads }) => [describeDropReason(reason, kind), leads])}
        />
        {keysOf(takenWithout).map(
          (part) =>
            takenWithout[part] > 0 && (
              <p key={part} className="text-13 text-caution">
                <span aria-hidden>! </span>
                {formatCount(takenWithout[part])} {WITHOUT_WORDS[part]}.
              </p>
            ),
        )}
        <ConsentNote {...file.lackingConsent} />
      </div>
      <div className="flex min-w-0 flex-col gap-6 empty:hidden">
        {stages && <StageTable stages={stages} currency={currency} />}
        {file.preview.length > 0 && (
          <FirstRows file={file} caption={`First rows for ${UPLOAD_FORMATS[kind].label}`} />
        )}
      </div>
    </div>
  );
}

interface DaysNoteProps extends Pick<UploadForm, 'dropsDays'> {
  file: UploadFile;
  timeZone: string | null;
  onDropDays(dropsDays: boolean): void;
}

/** Says at which second leads count whose date has no time of day, and lets the visitor leave them out. */
function DaysNote({ file: { atDayEnd, dropped }, timeZone, dropsDays, onDropDays }: DaysNoteProps) {
  const hasDays = dropped.some(({ reason }) => reason === 'no-time' || reason === 'today');
  if (atDayEnd === 0 && !hasDays) return null;
  return (
    <div className="flex flex-col gap-2">
      {atDayEnd > 0 && (
        <p className="text-13 text-muted">
          {formatCount(atDayEnd)} of them {atDayEnd === 1 ? 'has' : 'have'} no time of day, and{' '}
          {atDayEnd === 1 ? 'counts' : 'count'} at 23:59:59 of the day in {timeZone}.
        </p>
      )}
      <Checkbox label="Leave out leads without a time of day" checked={dropsDays} onChange={onDropDays} />
    </div>
  );
}

/** Counts the leads in the file that Google ignores for lack of consent. */
function ConsentNote({ known, unknown }: UploadFile['lackingConsent']) {
  if (known + unknown === 0) return null;
  return (
    <p className="text-13 text-caution">
      <span aria-hidden>! </span>
      Google does not use leads from the EEA, the UK and Switzerland without ‘Granted’ for Ad User Data
      {known > 0 && `: ${formatCount(known)} in this file`}.
      {unknown > 0 &&
        ` ${formatCount(unknown)} ${known > 0 ? 'more ' : ''}${unknown === 1 ? 'has' : 'have'} no ‘Granted’ and no country that can be read.`}
    </p>
  );
}
