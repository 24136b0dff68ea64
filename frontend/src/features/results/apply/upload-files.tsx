import { useEffect, useMemo, useState } from 'react';
import type { Analysis } from '#frontend/analysis/analyse.ts';
import { findLeadFactors, type Multipliers } from '#frontend/analysis/lead-values.ts';
import { UPLOAD_FORMATS } from '#frontend/analysis/uploads/upload-formats.ts';
import { stampDate } from '#frontend/exports/file-name.ts';
import { downloadBlob } from '#frontend/lib/download.ts';
import type { FileProgress } from '#frontend/thread/make-leads-file.ts';
import type { UploadFile } from '#frontend/thread/make-upload-file.ts';
import { Button } from '#frontend/ui/button.tsx';
import { SegmentedControl } from '#frontend/ui/segmented-control.tsx';
import type { LeadFiles } from '#frontend/thread/lead-files.ts';
import { FailedFile, MakingFile } from './making-file.tsx';
import { ConversionFields, MappingFields } from './upload-fields.tsx';
import {
  columnsOf,
  currencyProblem,
  findMissing,
  nameProblem,
  toChoices,
  type MissingChoice,
  type UploadForm,
} from './upload-form.ts';
import { FormatSources, UploadOutcome } from './upload-outcome.tsx';
import { KIND_WORDS, UPLOAD_KINDS } from './upload-words.ts';
import { useMadeFile } from './use-made-file.ts';

interface UploadFilesProps {
  analysis: Analysis;
  multipliers: Multipliers;
  currency: string;
  files: LeadFiles;
  form: UploadForm;
  onFormChange(form: UploadForm): void;
}

/** A word is typed in less time than this between two letters. */
const PAUSE_MS = 250;

const LEADS_OF_A_LONG_FILE = 10_000;

const MISSING_WORDS: Readonly<Record<MissingChoice, string>> = {
  time: 'Choose the column with the time of the conversion to see which leads can be uploaded.',
  identifier: 'Choose a column that names the click or the person to see which leads can be uploaded.',
};

/** Files for ad platforms: columns and choices, then what becomes of the leads, then the file. */
export function UploadFiles({
  analysis,
  multipliers,
  files,
  form,
  onFormChange,
  ...props
}: UploadFilesProps) {
  const { making, start, cancel } = useMadeFile<UploadFile>();
  const currency = form.currency ?? props.currency;
  const columns = useMemo(() => columnsOf(form, files.columns), [form, files]);
  const missing = findMissing(form, columns);
  const question = useMemo(
    () => ({
      factors: findLeadFactors(analysis, multipliers),
      choices: toChoices(form, columns, currency),
    }),
    [analysis, multipliers, form, columns, currency],
  );
  const [attempt, setAttempt] = useState(0);
  /** The last file, and what was asked for it. */
  const [last, setLast] = useState<{ question: typeof question; file: UploadFile } | null>(null);

  useEffect(() => {
    if (missing !== null) return;
    const timer = setTimeout(async () => {
      const file = await start((hooks) => files.makeUploadFile({ ...question, now: Date.now() }, hooks));
      if (file) setLast({ question, file });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [missing, question, files, start, attempt]);

  // While leads are checked again, the last outcome stays in view.
  const outcome = missing === null && last?.question.choices.kind === form.kind ? last : null;
  const change = (changes: Partial<UploadForm>) => onFormChange({ ...form, ...changes });
  const fields = { form, onChange: change, columns: files.columns, chosen: columns };
  return (
    <section aria-labelledby="upload-files" className="flex flex-col gap-5">
      <div className="max-w-prose">
        <h3 id="upload-files" className="text-14 font-semibold">
          Upload to an ad platform
        </h3>
        <p className="mt-1 text-13 text-muted">
          A file in the platform’s own format, in which each lead is a conversion with its own value. It is
          made in this browser, and nothing is sent anywhere: you upload it yourself.
        </p>
      </div>
      <div className="flex flex-col gap-2">
        <SegmentedControl
          label="File"
          options={UPLOAD_KINDS.map((value) => ({ value, label: KIND_WORDS[value].label }))}
          value={form.kind}
          onChange={(kind) => change({ kind })}
        />
        <p className="max-w-prose text-13 text-muted">{KIND_WORDS[form.kind].meaning}</p>
      </div>
      <MappingFields {...fields} />
      <ConversionFields {...fields} currency={currency} dateFormats={outcome?.file.dateFormats ?? []} />
      <div aria-live="polite" className="flex flex-col gap-5 border-t border-hairline pt-5">
        {missing !== null && <p className="text-14 text-muted">{MISSING_WORDS[missing]}</p>}
        {missing === null && making.state === 'making' && isLong(making.progress) && (
          <MakingFile label="Checking your leads" progress={making.progress} onCancel={cancel} />
        )}
        {missing === null && making.state === 'failed' && (
          <FailedFile onRetry={() => setAttempt(attempt + 1)} />
        )}
        {missing === null && making.state === 'cancelled' && (
          <p className="flex flex-wrap items-center gap-3 text-14 text-muted">
            The check was cancelled.
            <Button size="small" onClick={() => setAttempt(attempt + 1)}>
              Check Again
            </Button>
          </p>
        )}
        {outcome && <UploadOutcome kind={form.kind} file={outcome.file} />}
      </div>
      {outcome && (
        <UploadDownload
          form={form}
          currency={currency}
          file={making.state === 'made' && outcome.question === question ? outcome.file : null}
        />
      )}
      <FormatSources kind={form.kind} />
    </section>
  );
}

/** A bar that is gone at once would only flicker. */
function isLong(progress: FileProgress | null): boolean {
  return progress !== null && progress.rows > LEADS_OF_A_LONG_FILE;
}

interface UploadDownloadProps {
  form: UploadForm;
  currency: string;
  /** Null while the leads are checked again. */
  file: UploadFile | null;
}

function UploadDownload({ form, currency, file }: UploadDownloadProps) {
  const problem = nameProblem(form) ?? currencyProblem(currency);
  const isReady = file !== null && file.kept > 0 && problem === null;
  const download = () => {
    if (file) downloadBlob(`${KIND_WORDS[form.kind].fileName}_${stampDate(new Date())}.csv`, file.blob);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button variant="primary" disabled={!isReady} onClick={download}>
        Download for {KIND_WORDS[form.kind].label}
      </Button>
      <div className="min-w-0 text-13 text-muted">
        {UPLOAD_FORMATS[form.kind].hasAddresses && <p>Hashed addresses are still personal data.</p>}
        {problem && <p className="text-caution">{problem}</p>}
        {file?.kept === 0 && <p className="text-caution">No lead can be uploaded as it is.</p>}
      </div>
    </div>
  );
}
