import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { StagePlan } from '#frontend/analysis/stages/stage-plan.ts';
import type { OpenValuesQuestion } from '#frontend/threads/leads/open-values.ts';
import type { StagesAnswer } from '#frontend/threads/leads/stage-answers.ts';
import { describeMoney } from '#frontend/features/results/figures.tsx';
import { countNoun, formatCount } from '#frontend/lib/format.ts';

/** The open leads by their chance, in words. */
export type OpenByChance =
  /** They may count so; `label` is that of the button. */
  | { kind: 'offered'; label: string; text: string; limits: string }
  | { kind: 'counted'; text: string; limits: string; worth: ExpectedWins }
  /** The visitor has chosen it for another file or other stages, and it does not hold here. */
  | { kind: 'not-counted'; text: string };

/** The wins that are expected from open leads, and what they bring. */
export interface ExpectedWins {
  leads: number;
  wins: number;
  amount: number;
  /** 'Of 220 open leads about 14 will be won, which are worth about $14,000.' */
  text: string;
  /** The question for the values of single leads. */
  values: OpenValuesQuestion;
}

interface Told {
  isChosen: boolean;
  /** Null where the file tells none, or where they could not be counted. */
  answer: Pick<StagesAnswer, 'openLeads' | 'stages' | 'conversion'> | null;
  plan: StagePlan | null;
  /** The typed share of the conversions that are won; null without one. */
  typedShare: number | null;
  analysis: Pick<Analysis, 'basis' | 'settings'>;
}

/** The words about open leads by their chance; null where it is neither chosen nor right. */
export function describeOpenByChance({ isChosen, plan, ...told }: Told): OpenByChance | null {
  const found = told.answer?.openLeads ?? null;
  const win = worthOfWin(told);
  const why = whyNot(found, win);
  if (why !== null || !found || win === null || !plan)
    return isChosen
      ? { kind: 'not-counted', text: `Open leads do not count by their chance: ${why}.` }
      : null;
  const { leads, wins, gate, byValue } = found;
  const [count, expected] = [countNoun(leads, 'open lead'), formatCount(Math.round(wins))];
  const limits = `Rates and labels do not change. A change in the last ${countNoun(gate.check?.days ?? 0, 'day')} cannot be seen.`;
  if (!isChosen)
    return {
      kind: 'offered',
      label: `Count ${count} by their chance`,
      text: `Or by their chance: each of ${count} counts in money with the share of earlier leads that were won from where it stands, about ${expected} wins in all.`,
      limits,
    };
  const { basis, settings } = told.analysis;
  const amount = basis === 'value' && byValue ? byValue.total : wins * win;
  const money = describeMoney(amount, settings.currency);
  return {
    kind: 'counted',
    text: `Counted in money by their chance: ${count}, of which about ${expected} will be won.`,
    limits,
    worth: {
      leads,
      wins,
      amount,
      text: `Of ${count} about ${expected} will be won, which are worth about ${money}.`,
      values: { plan, win },
    },
  };
}

/**
 * The worth of a won lead on the scale of the other values. By value it is the mean amount of won leads. By conversions it is the conversion
 * value over the share of the conversions that are won, so that a conversion of today is worth the conversion value: where that value was
 * worked out from the file, this is the mean amount x margin. Null where the file does not tell it.
 * Example: $1,000 for a sales qualified lead, of which 0.5 are won: $2,000.
 */
function worthOfWin({ answer, typedShare, analysis: { basis, settings } }: Omit<Told, 'isChosen' | 'plan'>) {
  if (!answer) return null;
  if (basis === 'value') return answer.openLeads?.byValue?.win ?? null;
  const chance = answer.stages[answer.conversion.stage ?? -1]?.chance;
  const share = typedShare ?? (chance?.kind === 'known' ? chance.share : null);
  return share === null ? null : settings.conversionValue / share;
}

/** Null where open leads may count by their chance. */
function whyNot(found: StagesAnswer['openLeads'], win: number | null): string | null {
  if (!found)
    return 'that takes a date for each stage, for wins and for losses, and enough leads that were won';
  const { check, isPassed } = found.gate;
  if (!isPassed) {
    if (!check) return 'too few leads were won to check the chances';
    const { days, predicted, came } = check;
    return `of the leads that were open ${countNoun(days, 'day')} before the newest date, ${formatCount(Math.round(predicted))} were expected to be won, and ${formatCount(came)} were`;
  }
  return win === null ? 'the file does not tell what a won lead is worth' : null;
}
