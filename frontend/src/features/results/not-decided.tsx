import type { ReactNode } from 'react';
import { measureRate } from '#frontend/analysis/measure/lift.ts';
import { findOpenStatuses, type OpenStatuses } from '#frontend/analysis/preflight/result-findings.ts';
import { listNames } from '#frontend/lib/cut-name.ts';
import { NAME_LENGTH, shortText, countNoun, formatRate } from '#frontend/lib/format.ts';
import type { ResultsInput } from './results-source.ts';

const MOST_STATUSES = 3;

/** 'New, Open (60 leads)' */
export function describeStatuses(statuses: readonly string[], leads: number): string {
  const names = statuses.map((status) => shortText(status, NAME_LENGTH));
  return `${listNames(names, MOST_STATUSES)} (${countNoun(leads, 'lead')})`;
}

/** The effect of the open leads on the rate. With young leads left out, older open ones count as not converted. */
export function describeOpen(
  { statuses, leads, without }: OpenStatuses,
  youngerThanDays: number | null,
): string {
  const named = describeStatuses(statuses, leads);
  if (youngerThanDays !== null)
    return `${named}. They are ${countNoun(youngerThanDays, 'day')} old or more, so they count as not converted.`;
  return `${named}. Without them ${formatRate(measureRate(without))} convert.`;
}

/** 'Not decided yet' for figures that can only be read; null without such leads, and for figures that do not tell. */
export function readNotDecided({
  measurement,
  context,
}: Pick<ResultsInput, 'measurement' | 'context'>): ReactNode {
  const found = findOpenStatuses(measurement);
  const youngerThanDays = context.leads?.date?.youngerThanDays ?? null;
  return found && <NotDecided>{describeOpen(found, youngerThanDays)}</NotDecided>;
}

/** The leads that are not decided yet, in words. */
export function NotDecided({ children }: { children: string }) {
  return <p className="text-13 wrap-break-word">{`Not decided yet: ${children}`}</p>;
}
