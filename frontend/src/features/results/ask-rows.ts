import { CHECK_SEED } from '#frontend/analysis/constants.ts';
import type { Basis, Plan } from '#frontend/analysis/counts/mapping.ts';
import { planOfShown } from '#frontend/choices/list.ts';
import type { LeadThread } from '#frontend/threads/leads/client.ts';
import type { ApplySource, AskStages, ResultsInput } from './results-source.ts';

/** Whether the leads of a plan have dates, so that the latest ones can be counted. */
export function hasDates({ leads }: Plan): boolean {
  return typeof leads?.dateColumn === 'number';
}

interface RowAnswers extends Required<Pick<ResultsInput, 'checkUnseen'>>, Pick<ResultsInput, 'countPeriods'> {
  planPlatforms: ApplySource['ask'];
}

/** The questions about the figures of a basis that only rows can answer. */
export function askRows(thread: Pick<LeadThread, 'ask'>, whole: Plan, basis: Basis): RowAnswers {
  const plan = planOfShown(whole, basis);
  return {
    countPeriods: hasDates(plan)
      ? (question) => thread.ask('countPeriods', { plan, ...question })
      : undefined,
    checkUnseen: (settings, hooks, part) =>
      thread.ask('checkUnseen', { plan, settings, seed: CHECK_SEED, part }, hooks),
    planPlatforms: (thresholdPercent, choices, action) =>
      thread.ask('planPlatforms', { plan: whole, basis, thresholdPercent, choices, action }),
  };
}

/** The questions about stages. They are about won deals, whatever the basis of the figures, so the plan has its amounts. */
export function askStages(thread: Pick<LeadThread, 'ask'>, plan: Plan): AskStages {
  const { statusColumn, qualified } = plan;
  return {
    find: () => thread.ask('findStages', { statusColumn, qualified }),
    measure: (question) => thread.ask('measureStages', { plan, ...question }),
  };
}
