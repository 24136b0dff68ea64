import type { AnalysisContext } from '#frontend/analysis/analysis-context.ts';
import type { LeftOutLeads } from '#frontend/analysis/lead-filter.ts';
import type { LeftOutReason } from '#frontend/exports/table.ts';
import { countNoun, formatCount } from '#frontend/lib/format.ts';

/** The reasons that hold for some lead; none where all leads count. */
export function listLeftOut(
  leftOut: LeftOutLeads | undefined,
  { leads: chosen }: Pick<AnalysisContext, 'leads'>,
): LeftOutReason[] {
  if (!leftOut) return [];
  const { from = null, to = null, youngerThanDays = null, column = '' } = chosen?.date ?? {};
  const reasons = [
    { leads: leftOut.byStatus, reason: `by status (${(chosen?.leftOutStatuses ?? []).join(', ')})` },
    { leads: leftOut.unreadableDate, reason: `without a date in ${column}` },
    { leads: leftOut.byDate, reason: wordDays(from, to) },
    { leads: leftOut.young, reason: `younger than ${countNoun(youngerThanDays ?? 0, 'day')}` },
  ];
  return reasons.filter(({ leads }) => leads > 0);
}

function wordDays(from: number | null, to: number | null): string {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  if (from === null) return to === null ? '' : `after ${day(to)}`;
  return to === null ? `before ${day(from)}` : `not from ${day(from)} to ${day(to)}`;
}

/** '412 leads left out: 400 by status (Open), 12 younger than 28 days.'; null where all leads count. */
export function wordLeftOut(reasons: readonly LeftOutReason[]): string | null {
  if (reasons.length === 0) return null;
  const all = reasons.reduce((sum, { leads }) => sum + leads, 0);
  const parts = reasons.map(({ leads, reason }) => `${formatCount(leads)} ${reason}`);
  return `${countNoun(all, 'lead')} left out: ${parts.join(', ')}.`;
}
