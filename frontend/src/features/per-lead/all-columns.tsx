import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Basis } from '#frontend/analysis/counts/mapping.ts';
import type { Settings } from '#frontend/analysis/judge/settings.ts';
import { MIN_MODEL_CONVERSIONS } from '#frontend/analysis/constants.ts';
import { nameModelColumn } from '#frontend/analysis/model/described-model.ts';
import { countNoun, formatConfidence, formatCount, formatMoney } from '#frontend/lib/format.ts';
import type { ModelAnswer, OfferedModel } from '#frontend/threads/leads/fit-file-model.ts';
import type { LeadFiles } from '#frontend/threads/leads/lead-files.ts';
import { Checkbox } from '#frontend/ui/field.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { useResults, useTabChoice, type TabChoice } from '#frontend/features/results/shown-results.tsx';
import { FailedAnswer } from '#frontend/features/results/answer-progress.tsx';

/** The choice stays while another tab is shown. It is not kept for later, since the offer depends on the file and on the attributes. @internal */
export const USES_ALL_COLUMNS: TabChoice<boolean> = { first: false };

/** The model of all columns for the present results. */
export interface AllColumns {
  /** The last answer, also while the next one is made; null before the first, and after a failure. */
  answer: ModelAnswer | null;
  /** True until the answer for the present results has come. */
  isWaiting: boolean;
  /** The model behind the values: the visitor has chosen it, and it is offered. */
  used: OfferedModel['model'] | null;
  /** True while nobody knows whether the chosen model is still offered: no file can be made. */
  isUndecided: boolean;
  isChosen: boolean;
  choose(isChosen: boolean): void;
  failure: { error: unknown } | null;
  retry(): void;
}

type Answered = { answer: ModelAnswer } | { answer: null; error: unknown };

/** Asks the thread for the model of all columns. */
export function useModelOffer(files: LeadFiles | undefined): AllColumns {
  const { basis } = useResults().analysis;
  const [isChosen, choose] = useTabChoice(USES_ALL_COLUMNS);
  const [attempt, setAttempt] = useState(0);
  const question = useMemo(() => ({ files, basis, attempt }), [files, basis, attempt]);
  /** The last answer with its question. */
  const [last, setLast] = useState<(Answered & { question: typeof question }) | null>(null);
  useEffect(() => {
    const asking = new AbortController();
    const { signal } = asking;
    question.files?.fitModel(question.basis, { onProgress: () => {}, signal }).then(
      (answer) => !signal.aborted && setLast({ question, answer }),
      (error: unknown) => !signal.aborted && setLast({ question, answer: null, error }),
    );
    return () => asking.abort();
  }, [question]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  const isWaiting = files !== undefined && last?.question !== question;
  const answer = last?.answer ?? null;
  return {
    answer,
    isWaiting,
    used: isChosen && !isWaiting && answer?.isOffered ? answer.model : null,
    isUndecided: isChosen && isWaiting,
    isChosen,
    choose,
    failure: !isWaiting && last?.answer === null ? last : null,
    retry,
  };
}

/** 'Use all columns', where it is offered. Its room is kept while the thread looks. */
export function AllColumnsOption({ allColumns }: { allColumns: AllColumns }) {
  const { answer, isWaiting, failure, retry } = allColumns;
  return (
    <section aria-label="All columns" aria-busy={isWaiting} className="min-h-40 sm:min-h-30">
      {failure && (
        <FailedAnswer title="All columns could not be looked at" error={failure.error} onRetry={retry}>
          The values come from the combinations of your attributes.
        </FailedAnswer>
      )}
      {!answer && !failure && <SkeletonLines label="Looking at all columns…" lines={3} />}
      {answer?.isOffered && <Offer offer={answer} allColumns={allColumns} />}
      {answer?.isOffered === false && (
        <p className="max-w-prose text-13 text-muted">{REFUSED_WORDS[answer.why]}</p>
      )}
    </section>
  );
}

const REFUSED_WORDS: Readonly<Record<Exclude<ModelAnswer, OfferedModel>['why'], string>> = {
  'few-conversions': `Values come from the combinations of your attributes. With ${formatCount(MIN_MODEL_CONVERSIONS)} conversions or more, all columns of the file are tried too.`,
  'not-better':
    'Values come from the combinations of your attributes. All columns of the file together were not better on leads that they had not seen.',
};

function Offer({ offer, allColumns }: { offer: OfferedModel; allColumns: AllColumns }) {
  const { analysis } = useResults();
  const { isChosen, choose, isWaiting } = allColumns;
  const { model, leftOut } = offer;
  return (
    <div className="flex flex-col gap-2">
      <Checkbox label="Use all columns" checked={isChosen} disabled={isWaiting} onChange={choose} />
      <p className="max-w-prose text-13 text-muted">
        {describeGain(model, analysis)} Your files and the JavaScript function then carry its values. Rules on
        platforms don’t use it.
      </p>
      <details className="text-13">
        <summary className="w-fit text-muted">
          {countNoun(model.columns.length, 'column')}, most telling first
        </summary>
        <ul className="flex max-w-prose flex-wrap gap-x-3 gap-y-1 pt-2">
          {listColumns(model).map((name) => (
            <li key={name} className="wrap-anywhere">
              {name}
            </li>
          ))}
        </ul>
        {leftOut.length > 0 && (
          <p className="max-w-prose pt-2 text-muted">
            Not used, since they know the outcome or may be known only later:{' '}
            <span className="wrap-anywhere">{leftOut.map(({ header }) => header).join(', ')}</span>. An
            attribute that you choose is always used.
          </p>
        )}
      </details>
    </div>
  );
}

/** The columns of a model, those whose values differ most first. */
function listColumns({ columns }: OfferedModel['model']): string[] {
  return columns
    .toSorted((a, b) => b.spread - a.spread)
    .map(({ header, plan }) => nameModelColumn({ header, kind: plan.kind }));
}

/**
 * 'Sorts leads better: on leads that it had not seen, the best tenth converts at 46% instead of 39%.' The worst half is named where
 * the best tenth is no better, as where nearly all of it converts either way.
 */
function describeGain(
  { bestTenth, worstHalf }: Pick<OfferedModel['model'], 'bestTenth' | 'worstHalf'>,
  { basis, settings: { currency } }: { basis: Basis; settings: Settings },
): string {
  const word = (amount: number) =>
    basis === 'value' ? formatMoney(amount, currency) : formatConfidence(amount);
  const verb = basis === 'value' ? 'is worth' : 'converts at';
  const per = basis === 'value' ? ' per lead' : '';
  const differs = ({ model, attributes }: typeof bestTenth) => word(model) !== word(attributes);
  const compare = (part: string, { model, attributes }: typeof bestTenth) =>
    `Sorts leads better: on leads that it had not seen, the ${part} ${verb} ${word(model)}${per} instead of ${word(attributes)}.`;
  if (bestTenth.model > bestTenth.attributes && differs(bestTenth)) return compare('best tenth', bestTenth);
  if (worstHalf.model < worstHalf.attributes && differs(worstHalf)) return compare('worst half', worstHalf);
  return 'Says a little more of leads that it had not seen, though neither its best tenth nor its worst half tells.';
}
