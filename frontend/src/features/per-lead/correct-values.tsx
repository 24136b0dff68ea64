import { useEffect, useId, useMemo, useState } from 'react';
import { DEFAULT_CURRENCY } from '#contract/limits.ts';
import { findLeadWorth, type ValueChoices } from '#frontend/analysis/judge/lead-worth.ts';
import { CORRECTIONS_CHECKED, type CorrectionFormat } from '#frontend/analysis/uploads/correction-format.ts';
import { CORRECTION_FORMATS } from '#frontend/analysis/platforms/correction-formats.ts';
import { stampDate } from '#frontend/exports/table.ts';
import { downloadBlob } from '#frontend/lib/download.ts';
import { countNoun, formatCount } from '#frontend/lib/format.ts';
import type { LeadFiles } from '#frontend/threads/leads/lead-files.ts';
import type {
  CorrectionAnswer,
  CorrectionFile,
  Corrections,
} from '#frontend/threads/leads/make-corrections.ts';
import type { OpenValuesQuestion } from '#frontend/threads/leads/open-values.ts';
import type { FileProgress } from '#frontend/threads/leads/make-leads-file.ts';
import { Button, buttonClasses } from '#frontend/ui/button.tsx';
import { Checkbox } from '#frontend/ui/field.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { useCancellable } from '#frontend/ui/use-cancellable.ts';
import { LeadsProgress } from '#frontend/features/results/answer-progress.tsx';
import { useResults, useTabChoice, type TabChoice } from '#frontend/features/results/shown-results.tsx';
import type { UploadForm } from '#frontend/features/platforms/chosen-upload.ts';
import { useUploadForm } from '#frontend/features/platforms/use-upload-form.ts';
import { CountTable, FirstRows } from '#frontend/features/platforms/upload-tables.tsx';
import {
  CORRECTED_WORDS,
  nameCorrectionDownload,
  nameCorrectionFile,
  describeCorrectionFile,
  describeRetractReason,
  describeSentProblem,
  describeStayReason,
} from './correction-words.ts';
import { MappingFields, PhoneCountry, TimeFields } from './upload-fields.tsx';
import { FailedFile, FormatSources, PartHead } from './upload-files.tsx';
import { useAwaitsStages, useStageForm } from './stage-form.ts';
import { chosenColumns, zoneOf } from './upload-form.ts';

/** Any format of the platforms that take corrections: they all have the same names of conversions. */
const CORRECTED = 'google-enhanced';

interface EarlierFiles {
  files: readonly File[];
  /** Whether conversions are retracted whose lead is no longer in the file. */
  retractsGone: boolean;
}

const NO_FILES: EarlierFiles = { files: [], retractsGone: false };

/** The opened files stay while another tab is shown. They are kept nowhere else. @internal */
export const EARLIER_FILES: TabChoice<EarlierFiles> = { first: NO_FILES };

interface CorrectValuesProps {
  choices: ValueChoices;
  /** The question for the values of open leads. Absent where they have those of leads like them. */
  open?: OpenValuesQuestion | undefined;
  files: LeadFiles;
  /** True while it is open which values leads have. */
  isHeld: boolean;
}

/** Files that correct values which were uploaded before: first the earlier files, then what changed since. */
export function CorrectValues({ choices, open, files, isHeld }: CorrectValuesProps) {
  const [earlier, changeEarlier] = useTabChoice(EARLIER_FILES);
  const hasFiles = earlier.files.length > 0;
  return (
    <section aria-labelledby="correct-values" className="flex flex-col gap-5">
      <PartHead id="correct-values" title="Correct values sent before">
        Deals are won and lost after an upload. Open the file that you uploaded to Google Ads or Microsoft,
        together with corrections of it if there were any: it is compared with your leads of today, in this
        browser, and kept nowhere.
      </PartHead>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <FilesButton
          label={hasFiles ? 'Open other files' : 'Open earlier files'}
          onFiles={(opened) => changeEarlier({ files: opened, retractsGone: false })}
        />
        {hasFiles && (
          <>
            <p className="min-w-0 text-13 wrap-anywhere">
              {earlier.files.map(({ name }) => name).join(', ')}
            </p>
            <Button size="small" variant="ghost" onClick={() => changeEarlier(NO_FILES)}>
              Close
            </Button>
          </>
        )}
      </div>
      {hasFiles && (
        <Comparison
          choices={choices}
          open={open}
          files={files}
          isHeld={isHeld}
          earlier={earlier}
          onRetractGone={(retractsGone) => changeEarlier({ ...earlier, retractsGone })}
        />
      )}
    </section>
  );
}

/** A native file input whose label looks like a button. */
function FilesButton({ label, onFiles }: { label: string; onFiles(files: readonly File[]): void }) {
  const id = useId();
  return (
    <div className="relative">
      <input
        id={id}
        type="file"
        multiple
        accept=".csv"
        className="peer sr-only"
        onChange={({ target }) => {
          const opened = [...(target.files ?? [])];
          if (opened.length > 0) onFiles(opened);
          // Otherwise choosing the same files again would fire no event.
          target.value = '';
        }}
      />
      <label
        htmlFor={id}
        className={`${buttonClasses()} cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent`}
      >
        {label}
      </label>
    </div>
  );
}

interface ComparisonProps extends CorrectValuesProps {
  earlier: EarlierFiles;
  onRetractGone(retractsGone: boolean): void;
}

/** The columns by which today's leads are found, and what changed since the earlier files. */
function Comparison(props: ComparisonProps) {
  const { choices, files, earlier, onRetractGone } = props;
  const { form, change, columns, zone, isPerStage, problem, answer, isNow, ...asking } = useComparison(props);
  const fields = { form, onChange: change, columns: files.columns, chosen: columns };
  if (problem !== null)
    return (
      <p aria-live="polite" className="text-13 text-caution">
        {problem} Corrections take both from the upload above.
      </p>
    );
  if (!answer?.ok)
    return (
      <div aria-live="polite">
        {answer && <Notice tone="caution">{describeSentProblem(answer.error)}</Notice>}
        <Progress {...asking} hasAnswer={answer !== null} />
      </div>
    );
  const corrections = answer.value;
  const format: CorrectionFormat = CORRECTION_FORMATS[corrections.id];
  return (
    <>
      <MappingFields {...fields} fields={format.fields}>
        <TimeFields form={form} onChange={change} zone={zone} dateFormats={corrections.dateFormats} />
        {corrections.asksPhoneCountry && <PhoneCountry form={form} onChange={change} chosen={columns} />}
      </MappingFields>
      <div aria-live="polite" className="flex flex-col gap-4 border-t border-hairline pt-5">
        <Progress {...asking} hasAnswer />
        <Outcome corrections={corrections} format={format} unit={isPerStage ? 'stage' : choices.action} />
        {corrections.bareOrderIds > 0 && !form.keepsOrderIds && (
          <p className="max-w-prose text-13 text-caution">
            <span aria-hidden>! </span>
            {countNoun(corrections.bareOrderIds, 'conversion')} had a bare number or one character as order
            ID: corrections carry the same ID. Choose ‘As before’ under Order IDs above before you upload
            these leads again.
          </p>
        )}
        {corrections.gone > 0 && corrections.found > 0 && (
          <div>
            <Checkbox
              label={`Also retract ${countNoun(corrections.gone, 'conversion')} whose lead is not in your file`}
              checked={earlier.retractsGone}
              onChange={onRetractGone}
            />
            <p className="mt-0.5 max-w-prose pl-7 text-13 text-muted">
              Only if your file has every lead of that time.
            </p>
          </div>
        )}
      </div>
      {format.maxRows && (
        <p className="max-w-prose text-13 text-muted">
          {format.label} takes at most {formatCount(format.maxRows)} rows in a file of corrections: more are
          split into several files.
        </p>
      )}
      {format.addressNote && <p className="max-w-prose text-13 text-muted">{format.addressNote}</p>}
      <Downloads corrections={corrections} format={format} isReady={isNow} />
      <FormatSources {...format} checked={CORRECTIONS_CHECKED} />
    </>
  );
}

/** Compares again whenever files or choices change. While leads are compared again, the last answer stays in view. */
function useComparison({ choices, open, files, isHeld: isValueOpen, earlier }: ComparisonProps) {
  const { analysis } = useResults();
  const [form, changeForm] = useUploadForm(files.columns);
  const { task, start, stop } = useCancellable<CorrectionAnswer, FileProgress>();
  const [attempt, setAttempt] = useState(0);
  const columns = useMemo(() => chosenColumns(form, files.columns), [form, files]);
  const currency = analysis.settings.currency ?? DEFAULT_CURRENCY;
  const zone = zoneOf(form, columns, files.columns);
  const { timeZone } = zone;
  const change = (changes: Partial<UploadForm>) => changeForm({ ...form, ...changes });
  const stageForm = useStageForm({ ...form, kind: CORRECTED }, change);
  const stages = stageForm?.question;
  const isHeld = useAwaitsStages(form) || isValueOpen;
  const problem = stageForm?.problem ?? null;
  const { dateFormat, dropsDays, keepsOrderIds, phoneCountry } = form;
  const question = useMemo(
    () => ({
      worth: findLeadWorth(analysis, choices),
      action: choices.action,
      sent: earlier.files,
      choices: { columns, timeZone, dateFormat, dropsDays, keepsOrderIds, phoneCountry, currency },
      retractsGone: earlier.retractsGone,
      ...(stages && { stages }),
      ...(open && { open }),
    }),
    [
      analysis,
      choices,
      earlier,
      columns,
      timeZone,
      dateFormat,
      dropsDays,
      keepsOrderIds,
      phoneCountry,
      currency,
      stages,
      open,
    ],
  );
  const [last, setLast] = useState<{ question: typeof question; answer: CorrectionAnswer } | null>(null);
  useEffect(() => {
    if (isHeld || problem !== null) return;
    void start((hooks) => files.makeCorrections({ ...question, now: Date.now() }, hooks)).then(
      (answer) => answer && setLast({ question, answer }),
    );
  }, [isHeld, problem, question, files, start, attempt]);
  return {
    form,
    isPerStage: stages !== undefined,
    /** Why nothing is compared; null without a reason. */
    problem,
    change,
    columns,
    zone,
    answer: last?.question.sent === earlier.files ? last.answer : null,
    /** Whether the answer is that for the present choices. */
    isNow: !isHeld && task.state === 'done' && last?.question === question,
    task,
    cancel: () => stop({ state: 'cancelled' }),
    retry: () => setAttempt(attempt + 1),
  };
}

interface ProgressProps extends Pick<ReturnType<typeof useComparison>, 'task' | 'cancel' | 'retry'> {
  hasAnswer: boolean;
}

/** The progress of a comparison, and the way out where there is no answer. */
function Progress({ task, cancel, retry, hasAnswer }: ProgressProps) {
  if (task.state === 'failed') return <FailedFile error={task.error} onRetry={retry} />;
  if (task.state === 'cancelled')
    return (
      <p className="flex flex-wrap items-center gap-3 text-14 text-muted">
        The comparison was cancelled.
        <Button size="small" onClick={retry}>
          Compare Again
        </Button>
      </p>
    );
  if (task.state !== 'running' || hasAnswer) return null;
  return <LeadsProgress label="Comparing your leads" progress={task.progress} onCancel={cancel} />;
}

interface OutcomeProps {
  corrections: Corrections;
  format: CorrectionFormat;
  /** The leads or stages that are conversions today. */
  unit: keyof typeof CORRECTED_WORDS;
}

/** The result for the conversions that were sent, and for the leads of today. */
function Outcome({ corrections, format, unit }: OutcomeProps) {
  const { sent, found, unchanged, added, conversionNames, retracted, stay, strayCorrections } = corrections;
  const restated = corrections.files.reduce(
    (sum, { kind, taken }) => sum + (kind === 'restate' ? taken : 0),
    0,
  );
  const counts: [string, number][] = [
    ['Another value than before: restated', restated],
    ['The same value as before: not sent again', unchanged],
    ['New leads, not sent yet: the upload above has them', added],
  ];
  return (
    <>
      <p className="text-14">
        <span className="text-20 font-semibold tabular-nums">{formatCount(found)}</span> of{' '}
        {countNoun(sent, 'conversion')} {conversionNames.map((name) => `“${name}”`).join(', ')} for{' '}
        {format.label} {found === 1 ? 'is a lead' : 'are leads'} of your file. {CORRECTED_WORDS[unit]}.
      </p>
      {found === 0 && (
        <p className="text-13 text-caution">
          <span aria-hidden>! </span>Check the columns above and the time zone, and whether this is the file
          of the same leads.
        </p>
      )}
      <div className="grid items-start gap-x-12 gap-y-6 md:grid-cols-2 lg:grid-cols-3">
        <CountTable caption="Compared" counts={counts.filter(([, count]) => count > 0)} />
        <CountTable
          caption="Retracted, since the lead does not count any more"
          counts={retracted.map(({ reason, conversions }) => [describeRetractReason(reason), conversions])}
        />
        <CountTable
          caption="Stay as they are"
          counts={stay.map(({ reason, conversions }) => [describeStayReason(reason, format), conversions])}
        />
      </div>
      {retracted.some(({ reason }) => reason === 'not-converted') && (
        <p className="text-13 text-caution">
          <span aria-hidden>! </span>If the earlier upload was of every lead, choose ‘Every lead’ above:
          otherwise its leads that did not convert are retracted for good.
        </p>
      )}
      {strayCorrections > 0 && (
        <p className="text-13 text-caution">
          <span aria-hidden>! </span>
          {countNoun(strayCorrections, 'earlier correction')} of conversions that are in no upload you opened.
        </p>
      )}
    </>
  );
}

interface DownloadsProps {
  corrections: Corrections;
  format: CorrectionFormat;
  /** False while leads are compared again. */
  isReady: boolean;
}

/** A row for each file, and what to do with the files. */
function Downloads({ corrections: { files }, format, isReady }: DownloadsProps) {
  if (files.length === 0) return <p className="text-14 text-muted">Nothing to correct.</p>;
  return (
    <>
      <ul className="border-t border-hairline">
        {files.map((file) => (
          <DownloadRow key={nameCorrectionFile(file)} file={file} format={format} isReady={isReady} />
        ))}
      </ul>
      <ol className="max-w-prose list-decimal pl-5 text-13 text-muted">
        {[...format.steps, ...STEPS].map((step) => (
          <li key={step} className="py-0.5">
            {step}
          </li>
        ))}
      </ol>
    </>
  );
}

/** The last steps with the files, the same for every platform. */
const STEPS = [
  'Keep these files, and open them together with the upload next time: a later correction of the same conversion needs a later time, and a value that was restated already is not sent again.',
];

interface DownloadRowProps extends Omit<DownloadsProps, 'corrections'> {
  file: CorrectionFile;
}

function DownloadRow({ file, format, isReady }: DownloadRowProps) {
  const name = nameCorrectionFile(file);
  const download = () => {
    const part = `${format.fileName}_${nameCorrectionDownload(file)}`;
    downloadBlob(`${part}_${stampDate(new Date())}.csv`, file.blob);
  };
  return (
    <li className="flex flex-col gap-2 border-b border-hairline py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <div className="max-w-prose min-w-0 flex-1 basis-72">
          <p className="text-14">{name}</p>
          <p className={file.kind === 'retract' ? 'text-13 text-caution' : 'text-13 text-muted'}>
            {file.kind === 'retract' && <span aria-hidden>! </span>}
            {describeCorrectionFile(file)}
          </p>
        </div>
        <Button size="small" disabled={!isReady} onClick={download}>
          Download {name}
        </Button>
      </div>
      <FirstRows file={file} caption={`First rows of ${name}`} />
    </li>
  );
}
