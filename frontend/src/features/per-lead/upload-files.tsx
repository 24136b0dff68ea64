import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { DEFAULT_CURRENCY } from '#contract/limits.ts';
import { OPEN_FACTS } from '#frontend/analysis/uploads/check-lead.ts';
import { findLeadWorth, type ValueChoices } from '#frontend/analysis/judge/lead-worth.ts';
import { FORMATS_CHECKED, type UploadFormat } from '#frontend/analysis/uploads/upload-format.ts';
import { UPLOAD_FORMATS, UPLOAD_FORMAT_IDS } from '#frontend/analysis/platforms/upload-formats.ts';
import { stampDate } from '#frontend/exports/table.ts';
import { downloadBlob } from '#frontend/lib/download.ts';
import { formatCount } from '#frontend/lib/format.ts';
import type { LeadFiles } from '#frontend/threads/leads/lead-files.ts';
import type { FileProgress } from '#frontend/threads/leads/make-leads-file.ts';
import type { OpenValuesQuestion } from '#frontend/threads/leads/open-values.ts';
import type { UploadFile } from '#frontend/threads/leads/make-upload-file.ts';
import { Button } from '#frontend/ui/button.tsx';
import { SegmentedControl } from '#frontend/ui/segmented-control.tsx';
import { useCancellable } from '#frontend/ui/use-cancellable.ts';
import { FailedAnswer, LeadsProgress } from '#frontend/features/results/answer-progress.tsx';
import { useResults } from '#frontend/features/results/shown-results.tsx';
import type { UploadForm } from '#frontend/features/platforms/chosen-upload.ts';
import { useUploadForm } from '#frontend/features/platforms/use-upload-form.ts';
import { useSendOffer } from '#frontend/features/send-leads/send-offer.tsx';
import { NextSteps } from '#frontend/features/platforms/upload-steps.tsx';
import { OrderIdChoice, ConversionFields, MappingFields } from './upload-fields.tsx';
import {
  chosenColumns,
  conversionNameOf,
  findMissing,
  findStatusInName,
  type MissingChoice,
  nameProblem,
  toChoices,
  zoneOf,
} from './upload-form.ts';
import { SendUploaded } from './send-uploaded.tsx';
import { StageFields } from './stage-fields.tsx';
import { useAwaitsStages, useStageForm } from './stage-form.ts';
import { UploadOutcome } from './upload-outcome.tsx';

interface UploadFilesProps {
  choices: ValueChoices;
  /** The question for the values of open leads. Absent where they have those of leads like them. */
  open?: OpenValuesQuestion | undefined;
  files: LeadFiles;
  /** True while it is open which values leads have. */
  isHeld: boolean;
}

/** The leads are checked again after a pause of this time in typing. */
const PAUSE_MS = 250;

const LEADS_OF_A_LONG_FILE = 10_000;

const UNITS = [
  { value: 'lead', label: 'One per lead' },
  { value: 'stage', label: 'One per stage' },
] as const;

const MISSING_WORDS: Readonly<Record<MissingChoice, string>> = {
  time: 'Choose the column with the time of the conversion to see which leads can be uploaded.',
  identifier: 'Choose a column that names the click or the person to see which leads can be uploaded.',
};

/** Files for ad platforms: first columns and choices, then the checked leads, then the file. */
export function UploadFiles({ choices, open, files, isHeld: isValueOpen }: UploadFilesProps) {
  const { analysis, context } = useResults();
  const [form, changeForm] = useUploadForm(files.columns);
  const { task, start, stop } = useCancellable<UploadFile, FileProgress>();
  const currency = analysis.settings.currency ?? DEFAULT_CURRENCY;
  const columns = useMemo(() => chosenColumns(form, files.columns), [form, files]);
  const missing = findMissing(form, columns);
  const zone = zoneOf(form, columns, files.columns);
  const { timeZone } = zone;
  const change = (changes: Partial<UploadForm>) => changeForm({ ...form, ...changes });
  const stageForm = useStageForm(form, change);
  const stages = stageForm?.question;
  const isHeld = useAwaitsStages(form) || isValueOpen;
  const question = useMemo(
    () => ({
      worth: findLeadWorth(analysis, choices),
      action: choices.action,
      choices: toChoices(form, { columns, timeZone, currency }),
      ...(stages && { stages }),
      ...(open && { open }),
    }),
    [analysis, choices, form, columns, timeZone, currency, stages, open],
  );
  const [attempt, setAttempt] = useState(0);
  /** The last file, with its question. */
  const [last, setLast] = useState<{ question: typeof question; file: UploadFile } | null>(null);

  useEffect(() => {
    if (missing !== null || isHeld) return;
    const timer = setTimeout(async () => {
      const file = await start((hooks) => files.makeUploadFile({ ...question, now: Date.now() }, hooks));
      if (file) setLast({ question, file });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [missing, isHeld, question, files, start, attempt]);

  // While leads are checked again, the last outcome stays in view.
  const isSameUnit = (last?.question.stages === undefined) === (stages === undefined);
  const outcome = missing === null && isSameUnit && last?.question.choices.kind === form.kind ? last : null;
  /** Null while the leads are checked again. */
  const file = !isHeld && task.state === 'done' && outcome?.question === question ? outcome.file : null;
  const offer = useSendOffer(form);
  const problem = stageForm?.isChosen ? stageForm.problem : nameProblem(form);
  const fields = { form, onChange: change, columns: files.columns, chosen: columns };
  // Until the leads were checked once, nothing is known to be settled.
  const leftOpen = last?.file.leftOpen ?? OPEN_FACTS;
  return (
    <section aria-labelledby="upload-files" className="flex flex-col gap-5">
      <PartHead id="upload-files" title="Upload to an ad platform">
        A file in the platform’s own format, in which each {stages ? 'stage of a lead' : 'lead'} is a
        conversion with its own value. It is made in this browser, and you upload it yourself
        {offer.isOffered ? ', or send its values from here.' : ': nothing is sent anywhere.'}
      </PartHead>
      <div className="flex flex-col gap-2">
        <SegmentedControl
          label="File"
          options={UPLOAD_FORMAT_IDS.map((value) => ({ value, label: UPLOAD_FORMATS[value].label }))}
          value={form.kind}
          onChange={(kind) => change({ kind })}
        />
        <p className="max-w-prose text-13 text-muted">
          {UPLOAD_FORMATS[form.kind].meaning} {describeLimits(UPLOAD_FORMATS[form.kind])}
        </p>
        <p className="max-w-prose text-13 text-muted">
          There is no file for Meta: conversions reach it by its API only. Use value rules there, or let your
          CRM or tag server send it the values of ‘Leads with values’ below.
        </p>
      </div>
      {stageForm && (
        <SegmentedControl
          label="Conversions"
          isLabelHidden={false}
          options={UNITS}
          value={stageForm.isChosen ? 'stage' : 'lead'}
          onChange={(unit) => change({ isPerStage: unit === 'stage' })}
        />
      )}
      <MappingFields {...fields} fields={UPLOAD_FORMATS[form.kind].fields} isShort />
      {stageForm?.isChosen && (
        <StageFields
          form={form}
          stageForm={stageForm}
          counts={outcome?.file.stages ?? []}
          currency={currency}
        />
      )}
      <ConversionFields
        {...fields}
        {...{ currency, leftOpen, zone }}
        asksName={!stageForm?.isChosen}
        dateFormats={outcome?.file.dateFormats ?? []}
      />
      <OrderIdChoice
        leads={outcome?.file.bareOrderIds ?? 0}
        keepsOrderIds={form.keepsOrderIds}
        onChange={change}
      />
      {choices.action === 'every-lead' && !stages && (
        <NameWarning form={form} statuses={context.qualifiedValues} />
      )}
      <div aria-live="polite" className="flex flex-col gap-5 border-t border-hairline pt-5">
        {missing !== null && <p className="text-14 text-muted">{MISSING_WORDS[missing]}</p>}
        {missing === null && task.state === 'running' && isLong(task.progress) && (
          <LeadsProgress
            label="Checking your leads"
            progress={task.progress}
            onCancel={() => stop({ state: 'cancelled' })}
          />
        )}
        {missing === null && task.state === 'failed' && (
          <FailedFile error={task.error} onRetry={() => setAttempt(attempt + 1)} />
        )}
        {missing === null && task.state === 'cancelled' && (
          <p className="flex flex-wrap items-center gap-3 text-14 text-muted">
            The check was cancelled.
            <Button size="small" onClick={() => setAttempt(attempt + 1)}>
              Check Again
            </Button>
          </p>
        )}
        {outcome && (
          <UploadOutcome
            kind={form.kind}
            file={outcome.file}
            currency={currency}
            timeZone={timeZone}
            dropsDays={form.dropsDays}
            onDropDays={(dropsDays) => change({ dropsDays })}
          />
        )}
      </div>
      {outcome && (
        <UploadDownload form={form} file={file} problem={problem}>
          {offer.isOffered && (
            <Button aria-expanded={offer.isOpen} onClick={offer.toggle}>
              Send to Google Ads
            </Button>
          )}
        </UploadDownload>
      )}
      {outcome && offer.isOpen && (
        <SendUploaded
          question={question}
          stages={outcome.file.stages}
          files={files}
          isReady={file !== null && file.taken > 0 && (!stages || problem === null)}
          download={mayDownload(file, problem) ? () => downloadUpload(form, file) : null}
        />
      )}
      <FormatSources {...UPLOAD_FORMATS[form.kind]} checked={FORMATS_CHECKED} />
    </section>
  );
}

/** The limits of a file, before it is made. */
function describeLimits({ label, limits }: UploadFormat): string {
  return limits
    ? `${label} takes at most ${formatCount(limits.rows)} rows and ${limits.megabytes} MB a file.`
    : '';
}

const MEGABYTE = 1_000_000;

/** Whether the platform refuses a file for its size. */
function isTooLarge({ limits }: UploadFormat, { taken, blob }: UploadFile): boolean {
  return limits !== undefined && (taken > limits.rows || blob.size > limits.megabytes * MEGABYTE);
}

/** Warns that the conversion is named after a converted status, while the file has all leads. */
function NameWarning({ form, statuses }: { form: UploadForm; statuses: readonly string[] }) {
  const name = conversionNameOf(form);
  const status = findStatusInName(name, statuses);
  if (status === null) return null;
  return (
    <p className="max-w-prose text-13 text-caution">
      <span aria-hidden>! </span>The name “{name}” holds the converted status “{status}”, but this file has
      all leads. If the action counts customers only, choose ‘Only customers’ above.
    </p>
  );
}

/** The heading of a part of 'Per-lead values', and its purpose. */
export function PartHead({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <div className="max-w-prose min-w-0">
      <h3 id={id} className="text-14 font-semibold">
        {title}
      </h3>
      <p className="mt-1 text-13 text-muted">{children}</p>
    </div>
  );
}

/** Says that a file could not be made. */
export function FailedFile(props: { error: unknown; onRetry(): void }) {
  return (
    <FailedAnswer {...props} title="The file could not be made">
      Your leads are still open, and nothing was sent.
    </FailedAnswer>
  );
}

/** Whether the file is long enough for a progress bar. A bar that disappears at once would flicker. */
function isLong(progress: FileProgress | null): boolean {
  return progress !== null && progress.rows > LEADS_OF_A_LONG_FILE;
}

interface UploadDownloadProps {
  form: UploadForm;
  /** Null while the leads are checked again. */
  file: UploadFile | null;
  /** The fault in the names of conversions; null without one. */
  problem: string | null;
  /** Other ways than the file. */
  children: ReactNode;
}

const mayDownload = (file: UploadFile | null, problem: string | null): file is UploadFile =>
  file !== null && file.taken > 0 && problem === null;

function nameUpload({ kind }: UploadForm, { stages }: UploadFile): string {
  return `${UPLOAD_FORMATS[kind].fileName}${stages ? '_per_stage' : ''}_${stampDate(new Date())}.csv`;
}

function downloadUpload(form: UploadForm, file: UploadFile): void {
  downloadBlob(nameUpload(form, file), file.blob);
}

function UploadDownload({ form, file, problem, children }: UploadDownloadProps) {
  const format: UploadFormat = UPLOAD_FORMATS[form.kind];
  /** After a change of settings or choices the downloaded file is another one, and nothing is said of it. */
  const [downloaded, setDownloaded] = useState<UploadFile | null>(null);
  const download = () => {
    if (!file) return;
    downloadUpload(form, file);
    setDownloaded(file);
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="primary" disabled={!mayDownload(file, problem)} onClick={download}>
          Download for {UPLOAD_FORMATS[form.kind].label}
        </Button>
        {children}
        <div className="min-w-0 text-13 text-muted">
          {format.fields.includes('email') && (
            <p>
              {format.fields.includes('lastName')
                ? 'Names and hashed addresses are personal data.'
                : 'Hashed addresses are still personal data.'}
            </p>
          )}
          {format.waits && <p>{format.waits}</p>}
          {problem && <p className="text-caution">{problem}</p>}
          {file && isTooLarge(format, file) && (
            <p className="text-caution">
              This file is too large for {format.label}: leave out leads by their date in step 2, and upload
              several files.
            </p>
          )}
          {file?.taken === 0 && !(file.stages && problem) && (
            <p className="text-caution">No {file.stages ? 'conversion' : 'lead'} can be uploaded as it is.</p>
          )}
        </div>
      </div>
      {/* The element is always there, since screen readers announce only changes of an existing one. */}
      <output className="empty:hidden">
        {file !== null && downloaded === file && (
          <NextSteps kind={form.kind} name={nameUpload(form, file)} isPerStage={file.stages !== undefined} />
        )}
      </output>
    </>
  );
}

interface FormatSourcesProps extends Pick<UploadFormat, 'sources' | 'doubt'> {
  /** The day on which the format was compared with its sources. */
  checked: string;
}

/** Links to the descriptions of a format. */
export function FormatSources({ sources, doubt, checked }: FormatSourcesProps) {
  return (
    <p className="max-w-prose text-12 text-muted">
      Format and limits as of {checked}, from{' '}
      {Object.entries(sources).map(([title, url], index) => (
        <span key={url}>
          {index > 0 && '; '}
          <a href={url} rel="noreferrer" target="_blank" className="underline underline-offset-2">
            {title}
          </a>
        </span>
      ))}
      . {doubt} Platforms change them: check in your account.
    </p>
  );
}
