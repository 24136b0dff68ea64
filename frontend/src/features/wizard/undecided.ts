import { useMemo } from 'react';
import { asksForDate } from '#frontend/analysis/counts/mapping.ts';
import type { UndecidedAnswer, UndecidedQuestion } from '#frontend/threads/leads/find-undecided.ts';
import type { OpenAsker } from './file-answers.ts';
import { useAnswer } from './thread-answers.tsx';

const NO_ATTRIBUTES: UndecidedQuestion['attributes'] = [];

/**
 * Whether the visitor has said which leads count, by status, by date or by their chance: then nothing is proposed. A file with dates
 * opens with its first column of dates, which is no choice.
 */
export function hasChosenLeads(state: OpenAsker['state']): boolean {
  const { file, statusColumn, leftOutStatuses, dateFilter, stages } = state;
  const { dateColumn, dateFormat } = dateFilter;
  const isPreset = dateColumn === (file?.dateColumns[0] ?? null) && dateFormat === null;
  const hasStatuses = statusColumn !== null && leftOutStatuses.has(statusColumn);
  return hasStatuses || !isPreset || asksForDate(dateFilter) || stages.openByChance === true;
}

/**
 * The proposal of the file about leads that are not decided yet. Null while it is counted, and where the visitor has chosen.
 *
 * @param values the values that count as converted; nothing is asked without them or without attributes
 */
export function useUndecided(
  asker: OpenAsker,
  values: readonly string[] | null,
  attributes: UndecidedQuestion['attributes'] | null = NO_ATTRIBUTES,
): UndecidedAnswer | null {
  const { state } = asker;
  const { statusColumn } = state;
  const isOpen = !hasChosenLeads(state);
  const question = useMemo(
    () =>
      isOpen && statusColumn !== null && attributes && values && values.length > 0
        ? { statusColumn, qualified: new Set(values), attributes }
        : null,
    [isOpen, statusColumn, values, attributes],
  );
  return useAnswer(asker, 'findUndecided', question);
}
