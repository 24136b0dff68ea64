import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { DEFAULT_CURRENCY } from '#contract/limits.ts';
import { findLeadWorth, type ValueChoices } from '#frontend/analysis/judge/lead-worth.ts';
import type { TakenWithout } from '#frontend/analysis/uploads/check-lead.ts';
import { FORMATS_CHECKED, type UploadFormat } from '#frontend/analysis/uploads/upload-format.ts';
import { UPLOAD_FORMATS, UPLOAD_FORMAT_IDS } from '#frontend/analysis/uploads/upload-formats.ts';
import { stampDate } from '#frontend/exports/table.ts';
import { downloadBlob } from '#frontend/lib/download.ts';
import { countNoun, formatCount } from '#frontend/lib/format.ts';
import type { LeadFiles } from '#frontend/thread/lead-files.ts';
import type { FileProgress, MadeFile } from '#frontend/thread/make-leads-file.ts';
import type { UploadFile } from '#frontend/thread/make-upload-file.ts';
import { Button } from '#frontend/ui/button.tsx';
import { SegmentedControl } from '#frontend/ui/segmented-control.tsx';
import { Table, TableScroll, Th } from '#frontend/ui/table.tsx';
import { useCancellable } from '#frontend/ui/use-cancellable.ts';
import { FailedAnswer, ThreadProgress } from '#frontend/features/results/kit/answer-progress.tsx';
import { useShownResults, useTabChoice } from '#frontend/features/results/kit/shown-results.tsx';
import { ConversionFields, MappingFields } from './upload-fields.tsx';
import {
  chosenColumns,
  conversionNameOf,
  findMissing,
  findStatusInName,
  type MissingChoice,
  nameProblem,
  toChoices,
  UPLOAD_FORM,
  type UploadForm,
  WITHOUT_WORDS,
  wordDropReason,
} from './upload-form.ts';

interface UploadFilesProps {
  choices: ValueChoices;
  files: LeadFiles;
  /** True while it is open which values leads have. */
  isHeld: boolean;
}

/** The leads are checked again after a pause of this time in typing. */
const PAUSE_MS = 250;

const LEADS_OF_A_LONG_FILE = 10_000;

const MISSING_WORDS: Readonly<Record<MissingChoice, string>> = {
  time: 'Choose the column with the time of the conversion to see which leads can be uploaded.',
  identifier: 'Choose a column that names the click or the person to see which leads can be uploaded.',
};

/** Files for ad platforms: first columns and choices, then the checked leads, then the file. */
export function UploadFiles({ choices, files, isHeld }: UploadFilesProps) {
  const { analysis, context } = useShownResults();
  const [form, changeForm] = useTabChoice(UPLOAD_FORM);
  const { task, start, stop } = useCancellable<UploadFile, FileProgress>();
  const currency = analysis.settings.currency ?? DEFAULT_CURRENCY;
  const columns = useMemo(() => chosenColumns(form, files.columns), [form, files]);
  const missing = findMissing(form, columns);
  const question = useMemo(
    () => ({
      worth: findLeadWorth(analysis, choices),
      action: choices.action,
      choices: toChoices(form, columns, currency),
    }),
    [analysis, choices, form, columns, currency],
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
  const outcome = missing === null && last?.question.choices.kind === form.kind ? last : null;
  const change = (changes: Partial<UploadForm>) => changeForm({ ...form, ...changes });
  const fields = { form, onChange: change, columns: files.columns, chosen: columns };
  return (
    <section aria-labelledby="upload-files" className="flex flex-col gap-5">
      <PartHead id="upload-files" title="Upload to an ad platform">
        A file in the platform’s own format, in which each lead is a conversion with its own value. It is made
        in this browser, and nothing is sent anywhere: you upload it yourself.
      </PartHead>
      <div className="flex flex-col gap-2">
        <SegmentedControl
          label="File"
          options={UPLOAD_FORMAT_IDS.map((value) => ({ value, label: UPLOAD_FORMATS[value].label }))}
          value={form.kind}
          onChange={(kind) => change({ kind })}
        />
        <p className="max-w-prose text-13 text-muted">{UPLOAD_FORMATS[form.kind].meaning}</p>
      </div>
      <MappingFields {...fields} fields={UPLOAD_FORMATS[form.kind].fields} />
      <ConversionFields {...fields} currency={currency} dateFormats={outcome?.file.dateFormats ?? []} />
      {choices.action === 'every-lead' && <NameWarning form={form} statuses={context.qualifiedValues} />}
      <div aria-live="polite" className="flex flex-col gap-5 border-t border-hairline pt-5">
        {missing !== null && <p className="text-14 text-muted">{MISSING_WORDS[missing]}</p>}
        {missing === null && task.state === 'running' && isLong(task.progress) && (
          <ThreadProgress
            label="Checking your leads"
            done={task.progress?.done}
            of={task.progress?.rows}
            unit="leads"
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
        {outcome && <UploadOutcome kind={form.kind} file={outcome.file} />}
      </div>
      {outcome && (
        <UploadDownload
          form={form}
          file={!isHeld && task.state === 'done' && outcome.question === question ? outcome.file : null}
        />
      )}
      <FormatSources {...UPLOAD_FORMATS[form.kind]} checked={FORMATS_CHECKED} />
    </section>
  );
}

/** Warns that the conversion is named after a converted status, while the file has all leads. */
function NameWarning({ form, statuses }: { form: UploadForm; statuses: readonly string[] }) {
  const name = conversionNameOf(form);
  const status = findStatusInName(name, statuses);
  if (status === null) return null;
  return (
    <p className="max-w-prose text-13 text-caution">
      <span aria-hidden>! </span>The name “{name}” holds the converted status “{status}”, but this file has
      all leads. If the action counts converted leads only, choose ‘Only converted leads’ above.
    </p>
  );
}

interface PartHeadProps {
  id: string;
  title: string;
  children: ReactNode;
}

/** The heading of a part of 'Per-lead values', and its purpose. */
export function PartHead({ id, title, children }: PartHeadProps) {
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
}

function UploadDownload({ form, file }: UploadDownloadProps) {
  const problem = nameProblem(form);
  const isReady = file !== null && file.taken > 0 && problem === null;
  const download = () => {
    if (file) downloadBlob(`${UPLOAD_FORMATS[form.kind].fileName}_${stampDate(new Date())}.csv`, file.blob);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button variant="primary" disabled={!isReady} onClick={download}>
        Download for {UPLOAD_FORMATS[form.kind].label}
      </Button>
      <div className="min-w-0 text-13 text-muted">
        {UPLOAD_FORMATS[form.kind].fields.includes('email') && (
          <p>
            {UPLOAD_FORMATS[form.kind].fields.includes('lastName')
              ? 'Names and hashed addresses are personal data.'
              : 'Hashed addresses are still personal data.'}
          </p>
        )}
        {problem && <p className="text-caution">{problem}</p>}
        {file?.taken === 0 && <p className="text-caution">No lead can be uploaded as it is.</p>}
      </div>
    </div>
  );
}

interface UploadOutcomeProps {
  kind: UploadForm['kind'];
  file: UploadFile;
}

/** The number of leads in the file, the reasons why others are not in it, and the first rows. */
function UploadOutcome({ kind, file }: UploadOutcomeProps) {
  const { taken, dropped, takenWithout } = file;
  const total = dropped.reduce((sum, { leads }) => sum + leads, taken);
  const withouts = Object.entries(takenWithout) as [TakenWithout, number][]; // `entries` loses the type of the keys
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <div className="flex flex-col gap-3">
        <p className="text-14">
          <span className="text-20 font-semibold tabular-nums">{formatCount(taken)}</span> of{' '}
          {countNoun(total, 'lead')} {taken === 1 ? 'is' : 'are'} in the file
        </p>
        <Counts
          caption="Left out"
          counts={dropped.map(({ reason, leads }) => [wordDropReason(reason, kind), leads])}
        />
        {withouts.map(
          ([part, leads]) =>
            leads > 0 && (
              <p key={part} className="text-13 text-caution">
                <span aria-hidden>! </span>
                {formatCount(leads)} {WITHOUT_WORDS[part]}.
              </p>
            ),
        )}
        <ConsentNote {...file.lackingConsent} />
      </div>
      {file.preview.length > 0 && (
        <FirstRows file={file} caption={`First rows for ${UPLOAD_FORMATS[kind].label}`} />
      )}
    </div>
  );
}

interface CountsProps {
  caption: string;
  /** What is counted, in words, with its count. */
  counts: readonly (readonly [string, number])[];
}

/** A table of counts with their words; nothing where there are none. */
export function Counts({ caption, counts }: CountsProps) {
  if (counts.length === 0) return null;
  return (
    <table className="text-13">
      <caption className="pb-1 text-left text-muted">{caption}</caption>
      <tbody>
        {counts.map(([words, count]) => (
          <tr key={words} className="align-baseline">
            <td className="border-t border-hairline py-1.5 pr-4 text-right tabular-nums">
              {formatCount(count)}
            </td>
            <th scope="row" className="w-full border-t border-hairline py-1.5 text-left font-normal">
              {words}
            </th>
          </tr>
        ))}
      </tbody>
    </table>
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

interface FirstRowsProps {
  file: Pick<MadeFile, 'headings' | 'preview'>;
  caption: string;
}

/** The first rows of a file. A cell shows only its beginning, since hashes are long. */
export function FirstRows({ file: { headings, preview }, caption }: FirstRowsProps) {
  return (
    <TableScroll label={caption}>
      <Table caption={caption} isCaptionHidden={false} className="text-13">
        <thead>
          <tr>
            {headings.map((heading) => (
              <Th key={heading}>{heading}</Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows of a file that does not change
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={headings[column]} title={cell} className="max-w-48 truncate tabular-nums">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </TableScroll>
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
