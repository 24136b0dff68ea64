import { useEffect, useMemo, useRef, useState } from 'react';
import { proposeConverted } from '#frontend/analysis/columns/propose-converted.ts';
import { AMOUNTS } from '#frontend/choices/amounts.ts';
import { LEADS } from '#frontend/choices/leads.ts';
import type { OutcomeMark } from '#frontend/analysis/finder/outcome-marks.ts';
import type {
  ColumnFindings,
  FileColumn,
  FinderProgress,
  FinderQuestion,
} from '#frontend/threads/leads/find-file-columns.ts';
import { formatConfidence, formatCount, formatRate } from '#frontend/lib/format.ts';
import type { UndecidedAnswer } from '#frontend/threads/leads/find-undecided.ts';
import { useSteady, type OpenAsker } from './file-answers.ts';
import { hasChosenLeads, useUndecided } from './undecided.ts';
import { headerOf } from './workflow-selectors.ts';
import { keyOf, useColumnDetail, useKept } from './thread-answers.tsx';

/** The values that count as converted while the finder compares columns. */
export interface ConvertedStatuses {
  /** The visitor's choice, else the plausible values; empty if there are none, or if they are those of all leads. */
  values: readonly string[];
  /** With the proposed values every lead would count as converted. */
  areAll: boolean;
  isChosen: boolean;
  /** The values with names that suggest a conversion, with their leads. */
  plausible: readonly { value: string; leads: number }[];
}

/** The converted values of the status column, chosen or proposed; null without that column and while it is loading. */
export function useConvertedStatuses(asker: OpenAsker): ConvertedStatuses | null {
  const { state } = asker;
  const { statusColumn, qualified } = state;
  const detail = useColumnDetail(asker, statusColumn);
  const header = detail ? headerOf(state, detail.index) : '';
  const chosen = statusColumn === null ? undefined : qualified.get(statusColumn);
  return useMemo(() => {
    if (!detail) return null;
    const proposed = proposeConverted(
      header,
      detail.values.filter((value) => value !== ''),
    );
    const plausible = proposed.map((value) => ({
      value,
      leads: detail.leads[detail.values.indexOf(value)] ?? 0,
    }));
    const areAll =
      plausible.length > 0 && sumLeads(plausible) === detail.leads.reduce((sum, count) => sum + count, 0);
    const values = chosen ? [...chosen] : areAll ? [] : proposed;
    return { values, areAll: areAll && !chosen, isChosen: chosen !== undefined, plausible };
  }, [detail, chosen, header]);
}

const sumLeads = (values: ConvertedStatuses['plausible']): number =>
  values.reduce((sum, { leads }) => sum + leads, 0);

/** The state of the search for the columns that tell most. */
export interface ColumnSearch {
  /** The findings for the present leads and converted values. Until these are searched, the previous findings. */
  findings: ColumnFindings | null;
  /** Null while no search is running. */
  progress: FinderProgress | 'begun' | null;
  /** The proposal about leads that are not decided yet; the search leaves them out. Null without one. */
  undecided: UndecidedAnswer | null;
  /** Starts the first search in a saved analysis, which is searched on request only; null otherwise. */
  begin: (() => void) | null;
  /** Starts a failed search again; null otherwise. */
  retry: (() => void) | null;
}

/** Finds the columns that tell most. A change of the counted leads or of the converted values starts a new search. */
export function useColumnSearch(asker: OpenAsker, statuses: ConvertedStatuses | null): ColumnSearch {
  const [isWanted, setWanted] = useState(asker.state.save.saved === null);
  const undecided = useUndecided(asker, isWanted && statuses ? statuses.values : null);
  const isKnown = undecided !== null || hasChosenLeads(asker.state);
  const found = useQuestion(asker, isWanted ? statuses : null);
  const question = useMemo(() => {
    const leads = undecided?.leads;
    return isKnown ? found && { ...found, ...(leads && { leads }) } : null;
  }, [found, isKnown, undecided]);
  const [progress, setProgress] = useState<FinderProgress | null>(null);
  const running = useRef<{ question: FinderQuestion | null; controller: AbortController }>(undefined);
  const { file } = asker.state;
  const {
    answer: searched,
    error,
    askAgain,
  } = useKept<ColumnFindings>({
    key: file && question ? keyOf('findColumns', question) : null,
    ask() {
      running.current?.controller.abort();
      const controller = new AbortController();
      running.current = { question, controller };
      const { signal } = controller;
      setProgress(null);
      return asker.thread.ask('findColumns', question!, { signal, onProgress: setProgress }); // it is asked with a key only
    },
  });
  // A search is stopped when the step is left or there is no question. A search for the next question may have begun already.
  useEffect(
    () => () => {
      if (running.current?.question === question) running.current.controller.abort();
    },
    [question],
  );
  const findings = useSteady(searched ?? null);
  const hasFailed = error !== undefined;
  return {
    findings,
    progress: found && searched === undefined && !hasFailed ? (progress ?? 'begun') : null,
    undecided,
    begin: isWanted ? null : () => setWanted(true),
    retry: hasFailed ? askAgain : null,
  };
}

/** The question for the finder. It is the same object while its parts are the same; null while no value counts as converted. */
function useQuestion({ state }: OpenAsker, statuses: ConvertedStatuses | null): FinderQuestion | null {
  const { statusColumn, valueColumn, leftOutStatuses, dateFilter } = state;
  const values = statuses && statuses.values.length > 0 ? statuses.values : null;
  return useMemo(
    () =>
      statusColumn === null || values === null
        ? null
        : {
            statusColumn,
            qualified: new Set(values),
            ...AMOUNTS.plan?.(state),
            ...LEADS.plan?.(state),
          },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- these are the parts of the state that the question reads
    [statusColumn, values, valueColumn, leftOutStatuses, dateFilter],
  );
}

/** The finder's verdict on a column in a word, and a sentence for a column that it does not suggest. */
export interface Verdict {
  word: string;
  why: string | null;
  /** True for a column that cannot be bid on. Lists have it last. */
  isOut: boolean;
  /** 'separates 3% to 41%', for a column that tells much. */
  mark?: string;
}

/** The verdicts on all columns that were searched. A column of dates has the verdict of its best part. */
export function listVerdicts({ columns, unfit }: ColumnFindings): Map<number, Verdict> {
  const verdicts = new Map<number, Verdict>();
  for (const found of columns) if (!verdicts.has(found.column)) verdicts.set(found.column, markColumn(found));
  for (const { column, why } of unfit) verdicts.set(column, { word: UNFIT[why], why: null, isOut: true });
  return verdicts;
}

function markColumn(found: FileColumn): Verdict {
  const verdict = judgeColumn(found);
  const { rates, tellsMuch, suggestion } = found;
  if (!rates || verdict.isOut || (!tellsMuch && suggestion === null)) return verdict;
  return { ...verdict, mark: `separates ${describeSpread(rates)}` };
}

/** Lower rates are written with a decimal. */
const LOW_RATE = 0.1;

/** '3% to 41%': the lowest and the highest rate of the common values of a column. */
function describeSpread({ low, high }: NonNullable<FileColumn['rates']>): string {
  const format = high < LOW_RATE ? formatRate : formatConfidence;
  return `${format(low)} to ${format(high)}`;
}

export const UNFIT = { constant: 'Constant', 'almost-unique': 'Almost unique' } as const;

export function judgeColumn(found: FileColumn): Verdict {
  const { suggestion, tellsMuch, knows } = found;
  if (knows) return { word: 'Knows the outcome', why: explainMark(knows), isOut: true };
  const late = explainLate(found);
  if (late !== null) return { word: 'May be known only later', why: late, isOut: true };
  if (suggestion !== null) return { word: 'Suggested', why: null, isOut: false };
  return { word: tellsMuch ? 'Tells much' : 'Tells little', why: null, isOut: false };
}

function explainLate({ isKnownLater, alwaysConverts, names, counts }: FileColumn): string | null {
  if (isKnownLater) return "By its name it may be known only later. Then you can't bid on it.";
  if (alwaysConverts === null) return null;
  // The `!` here: it is one of the values.
  const [leads, name] = [formatCount(counts[alwaysConverts]!.leads), names[alwaysConverts]!];
  return `All ${leads} leads with '${name}' converted, so it may be known only later. Then you can't bid on it.`;
}

function explainMark(mark: OutcomeMark): string {
  switch (mark.why) {
    case 'separates':
      return 'Its values separate converted leads from others almost perfectly: it was probably filled with the outcome.';
    case 'converts':
      return `${formatConfidence(mark.share)} of the conversions have values with which all but every lead converted.`;
    case 'never-converts':
      return `${formatConfidence(mark.share)} of the other leads have values with which all but no lead converted.`;
    case 'informs':
      return `It tells ${formatConfidence(mark.share)} of all there is to know about the outcome, more than columns of lead data do.`;
  }
}
