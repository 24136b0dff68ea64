import { nameEncoding } from '#frontend/csv/encoding-names.ts';
import { Fragment, useMemo, type ComponentProps, type ReactNode } from 'react';
import { DEFAULT_CURRENCY } from '#contract/limits.ts';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import { MAX_EXPORTED_COMBINATIONS } from '#frontend/analysis/constants.ts';
import { baseValueOf, findLeadWorth, type ValueChoices } from '#frontend/analysis/judge/lead-worth.ts';
import { countPossibleCombinations } from '#frontend/analysis/judge/lead-values.ts';
import { nameMoney } from '#frontend/analysis/judge/settings.ts';
import { writeCsv } from '#frontend/csv/write.ts';
import { cleanFileName, stampDate } from '#frontend/exports/table.ts';
import {
  isListable,
  listNamedDates,
  lookupJson,
  lookupScript,
  lookupSheet,
} from '#frontend/exports/lookup.ts';
import { modelScript } from '#frontend/exports/model-lookup.ts';
import { downloadBlob, downloadText } from '#frontend/lib/download.ts';
import { countNoun, formatCount, formatExactMoney, formatMoney } from '#frontend/lib/format.ts';
import type { LeadFiles } from '#frontend/threads/leads/lead-files.ts';
import type { FileProgress, LeadsFile } from '#frontend/threads/leads/make-leads-file.ts';
import { Button } from '#frontend/ui/button.tsx';
import { CopyButton } from '#frontend/ui/copy-button.tsx';
import { useCancellable } from '#frontend/ui/use-cancellable.ts';
import { readExportFormat } from '#frontend/features/results/downloads.ts';
import { LeadsProgress } from '#frontend/features/results/answer-progress.tsx';
import { useResults } from '#frontend/features/results/shown-results.tsx';
import type { ExpectedWins } from '#frontend/features/stages/open-by-chance.ts';
import { useStagesRun } from '#frontend/features/stages/stages-run.tsx';
import { AllColumnsOption, useModelOffer, type AllColumns } from './all-columns.tsx';
import { CorrectValues } from './correct-values.tsx';
import { FailedFile, PartHead, UploadFiles } from './upload-files.tsx';

interface PerLeadSource {
  analysis: Analysis;
  choices: ValueChoices;
  context: AnalysisContext;
  allColumns: AllColumns;
}

interface PerLeadValuesProps extends Pick<PerLeadSource, 'choices'> {
  part: 'files' | 'look-up';
}

/** Values for every lead, for attributes that no platform accepts in a rule: in files, or looked up by a form. */
export function PerLeadValues({ choices: { action }, part }: PerLeadValuesProps) {
  // Without `files` only figures are known, and no leads.
  const { analysis, context, leadFiles: files } = useResults();
  const isEstimated = action === 'every-lead';
  const allColumns = useModelOffer(isEstimated ? files : undefined);
  const usesAllColumns = allColumns.used !== null;
  const { open, note, isAwaited } = useOpenValues(isEstimated);
  const isHeld = allColumns.isUndecided || isAwaited;
  const choices = useMemo(
    (): ValueChoices => ({ action, ...(usesAllColumns && { usesAllColumns }) }),
    [action, usesAllColumns],
  );
  const shared = { analysis, choices, context, allColumns };
  const base = formatMoney(baseValueOf(analysis, action), analysis.settings.currency);
  return (
    <section aria-label="Per-lead values" className="flex flex-col gap-8">
      <p className="max-w-prose text-14 text-muted">
        {isEstimated
          ? `Each lead gets the value that leads like it have brought${usesAllColumns ? ', by all columns' : ''}. The average is ${base}.`
          : describeActual(analysis, base)}
        {part === 'files' && note && ` ${note}`}
      </p>
      {files && isEstimated && <AllColumnsOption allColumns={allColumns} />}
      {part === 'look-up' && isEstimated && <FormLookup {...shared} />}
      {part === 'look-up' && !isEstimated && <NoLookup basis={analysis.basis} base={base} />}
      {part === 'files' && files && (
        <>
          <UploadFiles choices={choices} open={open?.values} files={files} isHeld={isHeld} />
          <hr className="border-hairline" />
          <CorrectValues choices={choices} open={open?.values} files={files} isHeld={isHeld} />
          <hr className="border-hairline" />
          <LeadsDownload {...shared} open={open?.values} files={files} isHeld={isHeld} />
        </>
      )}
    </section>
  );
}

/**
 * The question for the values of open leads by their chance, where the visitor has chosen it, and what to say of it. Converted leads have
 * what they brought, so an action that counts these alone gets no estimate.
 */
function useOpenValues(isEstimated: boolean) {
  const { stages, analysis } = useResults();
  const told = useStagesRun()?.open ?? null;
  const isChosen = isEstimated && stages?.chosen.openByChance === true;
  const open = isChosen && told?.kind === 'counted' ? told.worth : null;
  return {
    open,
    note: open ? describeOpen(open, analysis) : isChosen && told?.kind === 'not-counted' ? told.text : null,
    isAwaited: isChosen && (told === null || told.kind === 'offered'),
  };
}

/** '1,542 open leads have their chance instead: about 214 will be won, at $1,900 a win.' */
function describeOpen(
  { leads, wins, values }: ExpectedWins,
  { basis, settings: { currency } }: Analysis,
): string {
  const win = `${basis === 'value' ? 'their own amount or ' : ''}${formatExactMoney(values.win, currency)}`;
  return `${countNoun(leads, 'open lead')} ${leads === 1 ? 'has its' : 'have their'} chance instead: about ${formatCount(Math.round(wins))} will be won, at ${win} a win.`;
}

function describeActual({ basis }: Analysis, base: string): string {
  return basis === 'value'
    ? `Each customer gets the amount that it brought. The average is ${base}.`
    : `Each customer gets the same value, ${base}.`;
}

/** The advice in place of a look-up where only customers count: the form is sent before anybody knows whether the lead becomes one. */
function NoLookup({ basis, base }: { basis: Analysis['basis']; base: string }) {
  return (
    <p className="max-w-prose text-14">
      {basis === 'value'
        ? 'When the form is sent, nobody knows yet whether the lead becomes a customer and what it brings. Upload the customers with their amounts, as a value per lead.'
        : `No look-up is needed: enter ${base} as the value of the conversion action, the same for all.`}
    </p>
  );
}

/** 'Download leads with values': the visitor's own file with columns for the value of each lead. */
function LeadsDownload(props: PerLeadSource & Omit<ComponentProps<typeof UploadFiles>, 'choices'>) {
  const { analysis, choices, context, files, allColumns, open, isHeld } = props;
  const { task, start, stop } = useCancellable<LeadsFile, FileProgress>();
  const download = async () => {
    const worth = findLeadWorth(analysis, choices);
    const valueHeading = nameMoney('Lead Value', analysis.settings.currency);
    const file = await start((hooks) =>
      files.makeLeadsFile({ worth, valueHeading, ...(open && { open }) }, hooks),
    );
    if (file)
      downloadBlob(`${cleanFileName(context.fileName)}_lead_values_${stampDate(new Date())}.csv`, file.blob);
  };
  const isMaking = task.state === 'running';
  return (
    <section aria-labelledby="leads-with-values" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
        <PartHead id="leads-with-values" title="Leads with values">
          Your own file with more columns at its end: the value, the segments and the value rules of each lead
          {allColumns.used ? ', and what moved its value most.' : '.'}
          {open && ' Open leads have their chance to be won.'}
        </PartHead>
        <Button disabled={isMaking || isHeld} onClick={() => void download()}>
          Download leads with values
        </Button>
      </div>
      {isMaking && (
        <LeadsProgress
          label="Writing your leads"
          progress={task.progress}
          onCancel={() => stop({ state: 'cancelled' })}
        />
      )}
      {task.state === 'failed' && <FailedFile error={task.error} onRetry={() => void download()} />}
      {/* The element is always there, since screen readers announce only changes of an existing one. */}
      <output className="text-13 text-muted empty:hidden">
        {task.state === 'done' && describeOutcome(task.result, files.encoding)}
        {task.state === 'cancelled' && 'Cancelled. No file was made.'}
      </output>
    </section>
  );
}

function describeOutcome({ rows, withoutValue, encoding }: LeadsFile, own: LeadFiles['encoding']): string {
  const without =
    withoutValue > 0
      ? `, ${formatCount(withoutValue)} of them without a value: the last column says why`
      : '';
  const written = `${countNoun(rows, 'lead')} written in ${nameEncoding(encoding)}${without}`;
  if (encoding === own) return `${written}.`;
  return `${written}. ${nameEncoding(own)}, in which your file is, lacks a character of the added columns.`;
}

/** The lead values for a form or a tag manager, which looks up the value when a lead is sent. */
function FormLookup({ analysis, choices, context, allColumns }: PerLeadSource) {
  const { used, isUndecided } = allColumns;
  const tally = analysis.estimates?.tally ?? null;
  const canList = tally !== null && isListable(analysis);
  const parts = tally && {
    ...choices,
    analysis,
    tally,
    currency: analysis.settings.currency ?? DEFAULT_CURRENCY,
  };
  const nameFile = (extension: string) => `lead_value_lookup_${stampDate(new Date())}.${extension}`;
  const script = () => {
    if (!parts) return '';
    if (!used) return lookupScript({ ...parts, context });
    return modelScript({
      model: used,
      base: baseValueOf(analysis, choices.action),
      currency: parts.currency,
      context,
    });
  };
  const stays = used ? ' It stays with the combinations of your attributes.' : '';
  return (
    <section aria-labelledby="form-lookup" className="flex flex-col gap-4">
      <PartHead id="form-lookup" title="Look-up for the form">
        Sends the value of a lead when its form is sent. An answer that is not in your file counts as unknown:
        the value is then estimated from the other answers.
        {listNamedDates(analysis, context).map(({ field, preset, example }) => (
          <Fragment key={field}>
            {' '}
            <span className="wrap-anywhere">{field}</span> takes the {preset}, such as “{example}”, in place
            of the date.
          </Fragment>
        ))}
      </PartHead>
      <ul className="border-t border-hairline">
        <LookupRow
          name="JavaScript function"
          meaning={
            used
              ? 'For a page or a tag manager. It takes an object of column names with what is known of the lead, and holds the weights of all columns.'
              : 'For a page or a tag manager. It takes what people enter, and puts it into your ranges and names.'
          }
        >
          <CopyButton getText={script} disabled={isUndecided} />
          <Button
            size="small"
            disabled={!parts || isUndecided}
            onClick={() => downloadText(nameFile('js'), script(), 'text/javascript;charset=utf-8')}
          >
            Download JavaScript
          </Button>
        </LookupRow>
        <LookupRow
          name="Combinations as JSON"
          meaning={`For your own server. It lists the values as the results name them.${stays}`}
        >
          <Button
            size="small"
            disabled={!canList}
            onClick={() => parts && downloadText(nameFile('json'), lookupJson(parts), 'application/json')}
          >
            Download JSON
          </Button>
        </LookupRow>
        <LookupRow
          name="Sheet of three columns"
          meaning={`Key, lead value and currency, for the look-up of a server-side tag manager. The key joins the values with |, and * stands for all others.${stays}`}
        >
          <Button
            size="small"
            disabled={!canList}
            onClick={() =>
              parts && downloadText(nameFile('csv'), writeCsv(lookupSheet(parts), readExportFormat()))
            }
          >
            Download sheet
          </Button>
        </LookupRow>
      </ul>
      {parts && !canList && (
        <p className="text-13 text-caution">
          <span aria-hidden>! </span>
          {formatCount(countPossibleCombinations(analysis))} combinations are more than the{' '}
          {formatCount(MAX_EXPORTED_COMBINATIONS)} that a list may have. The function has no limit: for
          combinations with few leads it multiplies.
        </p>
      )}
    </section>
  );
}

function LookupRow({ name, meaning, children }: { name: string; meaning: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-b border-hairline py-3">
      <div className="max-w-prose min-w-0 flex-1 basis-72">
        <p className="text-14">{name}</p>
        <p className="text-13 text-muted">{meaning}</p>
      </div>
      <div className="flex items-center gap-2">{children}</div>
    </li>
  );
}
