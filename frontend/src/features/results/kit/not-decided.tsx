import type { ReactNode } from 'react';
import { measureRate } from '#frontend/analysis/measure/lift.ts';
import type { Counts } from '#frontend/analysis/counts/lead-counts.ts';
import { findStoredOpen } from '#frontend/analysis/preflight/result-findings.ts';
import { NAME_LENGTH, shortText } from '#frontend/features/wizard/kit/short-text.ts';
import { listNames } from '#frontend/features/wizard/kit/terms.tsx';
import { countNoun, formatRate } from '#frontend/lib/format.ts';
import type { ResultsInput } from './results-input.ts';

const MOST_STATUSES = 3;

/** 'New, Open (60 leads)' */
export function wordStatuses(statuses: readonly string[], leads: number): string {
  const names = statuses.map((status) => shortText(status, NAME_LENGTH));
  return `${listNames(names, MOST_STATUSES)} (${countNoun(leads, 'lead')})`;
}

/** 'Without them 28.6% convert, instead of 20.0%.' */
export function wordWithout(without: Counts, total: Counts): string {
  return `Without them ${formatRate(measureRate(without))} convert, instead of ${formatRate(measureRate(total))}.`;
}

/**
 * 'Not decided yet' for figures that can only be read; null without such leads, and for figures that do not tell. Where young leads are
 * left out, older open ones count as not converted, so nothing is said of a rate without them.
 */
export function readNotDecided({
  measurement,
  context,
}: Pick<ResultsInput, 'measurement' | 'context'>): ReactNode {
  const found = findStoredOpen(measurement);
  if (!found) return null;
  const { totalLeads: leads, totalConversions: conversions } = measurement;
  const isCutByAge = (context.leads?.date?.youngerThanDays ?? null) !== null;
  const effect = isCutByAge ? '' : ` ${wordWithout(found.without, { leads, conversions })}`;
  return <NotDecided>{`${wordStatuses(found.statuses, found.leads)}.${effect}`}</NotDecided>;
}

/** The leads that are not decided yet, in words. */
export function NotDecided({ children }: { children: string }) {
  return <p className="text-13 wrap-break-word">{`Not decided yet: ${children}`}</p>;
}
