import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import useSWRImmutable from 'swr/immutable';
import { proposeConverted } from '#frontend/analysis/columns/propose-converted.ts';
import { AMOUNTS } from '#frontend/choices/amounts.ts';
import { LEADS } from '#frontend/choices/leads.ts';
import type { OutcomeMark } from '#frontend/analysis/finder/outcome-marks.ts';
import type {
  ColumnFindings,
  FileColumn,
  FinderProgress,
  FinderQuestion,
} from '#frontend/thread/find-file-columns.ts';
import { useSteady, type OpenAsker } from './file-answers.ts';
import { headerOf } from './workflow-selectors.ts';
import { useColumnDetail } from './thread-answers.tsx';

/** The converted values by which columns are compared. */
export interface GoodEnds {
  /** Chosen by the visitor, else the only plausible ones; empty where none or several are plausible. */
  values: readonly string[];
  isChosen: boolean;
  /** The values whose names tell that they may stand for a conversion, with their leads. */
  plausible: readonly { value: string; leads: number }[];
}

/** The converted values of the status column, chosen or proposed; null without the column, and while it is loading. */
export function useGoodEnds(asker: OpenAsker): GoodEnds | null {
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
    const values = chosen ? [...chosen] : proposed.length === 1 ? proposed : [];
    return { values, isChosen: chosen !== undefined, plausible };
  }, [detail, chosen, header]);
}

/** What the columns of the open file tell, as far as it is known. */
export interface ColumnSearch {
  /** Of the leads and converted values of now; until these are searched, of those before. */
  findings: ColumnFindings | null;
  /** Null while nothing is searched. */
  progress: FinderProgress | 'begun' | null;
  /** Searches again where a search has failed; null otherwise. */
  retry: (() => void) | null;
}

/** Finds the columns that tell most. A change of the leads that count or of the converted values begins another search. */
export function useColumnSearch(asker: OpenAsker, ends: GoodEnds | null): ColumnSearch {
  const question = useQuestion(asker, ends);
  const [progress, setProgress] = useState<FinderProgress | null>(null);
  const running = useRef<{ question: FinderQuestion | null; controller: AbortController }>(undefined);
  const { file } = asker.state;
  const search = useCallback(() => {
    running.current?.controller.abort();
    const controller = new AbortController();
    running.current = { question, controller };
    const { signal } = controller;
    setProgress(null);
    return asker.thread.ask('findColumns', question!, { signal, onProgress: setProgress }); // see the key
  }, [asker.thread, question]);
  const { data, error, isValidating, mutate } = useSWRImmutable<ColumnFindings, unknown>(
    file && question ? [file.number, 'findColumns', question] : null,
    search,
  );
  // A search is of no use once the step is left or nothing is asked. One for another question may have begun before this.
  useEffect(
    () => () => {
      if (running.current?.question === question) running.current.controller.abort();
    },
    [question],
  );
  const findings = useSteady(data ?? null);
  const hasFailed = error !== undefined && !isValidating;
  return {
    findings,
    progress: question && data === undefined && !hasFailed ? (progress ?? 'begun') : null,
    retry: hasFailed ? () => void mutate() : null,
  };
}

/** The same object as long as its parts are the same; null as long as no lead can count as converted. */
function useQuestion({ state }: OpenAsker, ends: GoodEnds | null): FinderQuestion | null {
  const { statusColumn, valueColumn, leftOutStatuses, dateFilter } = state;
  const values = ends && ends.values.length > 0 ? ends.values : null;
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

/** What a column tells, in a word, with a sentence for a column that is not suggested. */
export interface Verdict {
  word: string;
  why: string | null;
  /** Nothing of it can be bid on: the lists put it last. */
  isOut: boolean;
}

/** The verdicts of all columns of the file that were looked at; the best one of the parts of a column of dates. */
export function listVerdicts({ columns, unfit }: ColumnFindings): Map<number, Verdict> {
  const verdicts = new Map<number, Verdict>();
  for (const found of columns)
    if (!verdicts.has(found.column)) verdicts.set(found.column, judgeColumn(found));
  for (const { column, why } of unfit) verdicts.set(column, { word: UNFIT[why], why: null, isOut: true });
  return verdicts;
}

export const UNFIT = { constant: 'Constant', 'almost-unique': 'Almost unique' } as const;

export function judgeColumn({ suggestion, tellsMuch, knows, isKnownLater }: FileColumn): Verdict {
  if (knows) return { word: 'Knows the outcome', why: explainMark(knows), isOut: true };
  if (isKnownLater) return { word: 'May be known only later', why: KNOWN_LATER, isOut: true };
  if (suggestion !== null) return { word: 'Suggested', why: null, isOut: false };
  return { word: tellsMuch ? 'Tells much' : 'Tells little', why: null, isOut: false };
}

const KNOWN_LATER =
  'By its name it may be filled only after the click. Then nobody knows it at the time of the bid.';

function explainMark(mark: OutcomeMark): string {
  switch (mark.why) {
    case 'separates':
      return 'Its values separate converted leads from others almost perfectly: it was probably filled with the outcome.';
    case 'converts':
      return `${percent(mark.share)} of the conversions have values with which all but every lead converted.`;
    case 'never-converts':
      return `${percent(mark.share)} of the other leads have values with which all but no lead converted.`;
    case 'informs':
      return `It tells ${percent(mark.share)} of all there is to know about the outcome, more than columns of lead data do.`;
  }
}

const percent = (share: number) => `${Math.round(100 * share)}%`;
