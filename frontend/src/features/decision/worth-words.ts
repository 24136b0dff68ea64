import { conversionValueOf } from '#frontend/analysis/measure/choose-basis.ts';
import type { NamedSegment, StrongestPair } from '#frontend/analysis/decision/decide.ts';
import { explainWorth, type WorthReason } from '#frontend/analysis/decision/segment-worth.ts';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import { describeMoney } from '#frontend/features/results/figures.tsx';
import { formatExactMoney, formatMoney, formatWholeMoney } from '#frontend/lib/format.ts';
import { nameLead, figure, plain, type Line, type Part } from './line.ts';

type Worth = NamedSegment & { worth: number };

/**
 * 'At $100 per conversion a Referral lead is worth about $26, a Paid Social lead $6.' By value and at the average deal the average lead
 * follows. Without estimates it is what leads have brought, by value; by conversions then null, as the rates say the same.
 *
 * @param meanDeal the mean amount of a won deal; null without amounts
 */
export function describePairWorth(
  { raise, cut }: StrongestPair,
  analysis: Analysis,
  meanDeal: number | null,
): Line | null {
  const named = [raise, cut].filter((one) => one !== null);
  const worths = named.filter((one): one is Worth => one.worth !== null);
  const [first] = worths;
  if (!first) return analysis.basis === 'value' ? describeBrought(named, analysis) : null;
  const { currency } = analysis.settings;
  const reason = chooseReason(worths, analysis);
  return [
    ...beginWorth(analysis, meanDeal),
    ...worths.flatMap((one, at): Part[] => [
      plain(at > 0 ? ', ' : ' '),
      ...nameLead(one.segment, analysis, true),
      plain(at > 0 ? ' ' : ' is worth about '),
      figure(describeMoney(one.worth, currency)),
      ...(reason?.after === one ? [plain(` (${reason.words})`)] : []),
    ]),
    ...endWorth(analysis, meanDeal),
  ];
}

const isMeanDeal = ({ settings }: Analysis, meanDeal: number | null) =>
  meanDeal !== null && settings.conversionValue === conversionValueOf(meanDeal);

function beginWorth(analysis: Analysis, meanDeal: number | null): Part[] {
  if (analysis.basis === 'value') return [plain('With your amounts')];
  const { conversionValue, currency } = analysis.settings;
  const end = isMeanDeal(analysis, meanDeal) ? ', your average deal,' : ' per conversion';
  return [
    plain('At '),
    { text: formatExactMoney(conversionValue, currency), kind: 'conversion-value' },
    plain(end),
  ];
}

function endWorth(analysis: Analysis, meanDeal: number | null): Part[] {
  const { baselineLeadValue, basis, settings } = analysis;
  if (basis === 'conversions' && !isMeanDeal(analysis, meanDeal)) return [plain('.')];
  return [
    plain(', the average lead '),
    figure(describeMoney(baselineLeadValue, settings.currency)),
    plain('.'),
  ];
}

/** Amounts per lead from here on have no cents. */
const WHOLE_FROM = 100;

/** The amount that was counted per lead: '$49.20', '$1,423'. */
export function describeCounted(amount: number, currency: Analysis['settings']['currency']): string {
  return amount >= WHOLE_FROM ? formatWholeMoney(amount, currency) : formatMoney(amount, currency);
}

/** 'A Referral lead has brought $49.20, a Paid Social lead $20.40, the average lead $26.87.' */
function describeBrought(named: readonly NamedSegment[], analysis: Analysis): Line | null {
  if (named.length === 0) return null;
  const { baselineLeadValue, settings } = analysis;
  const money = (amount: number) => figure(describeCounted(amount, settings.currency));
  return [
    ...named.flatMap(({ segment }, at): Part[] => [
      ...nameLead(segment, analysis, at > 0),
      plain(at > 0 ? ' ' : ' has brought '),
      money(segment.lift * baselineLeadValue),
      plain(', '),
    ]),
    plain('the average lead '),
    money(baselineLeadValue),
    plain('.'),
  ];
}

interface ToldReason {
  /** The words stand behind the money of this lead. */
  after: Worth;
  words: string;
}

/**
 * Why the money is not rate x value. One reason that holds for both leads is said once; of two different ones that of the larger
 * difference, as the chart says both.
 */
function chooseReason(known: readonly Worth[], analysis: Analysis): ToldReason | null {
  const average = analysis.baselineLeadValue;
  const told = known.flatMap((one) => {
    const reason = explainWorth(one.segment, one.worth, analysis);
    return reason ? [{ one, reason }] : [];
  });
  const [first, second] = told;
  if (!first) return null;
  if (first.reason === second?.reason)
    return {
      after: second.one,
      words: `both ${WORTH_REASONS[first.reason]}`,
    };
  const distanceOf = ({ segment, worth }: Worth) => Math.abs(Math.log(worth / (segment.lift * average)));
  const { one, reason } = second && distanceOf(second.one) > distanceOf(first.one) ? second : first;
  return { after: one, words: WORTH_REASONS[reason] };
}

/** Why the worth of a segment is not its rate x value. */
export const WORTH_REASONS: Readonly<Record<WorthReason, string>> = {
  drawn: 'drawn to the average',
  columns: 'with the other columns counted',
};

/**
 * A sentence about worth that is as long as any can get once the combinations are counted, for its room; it needs no estimate. Null where
 * there is none.
 */
export function roomOfWorth(pair: StrongestPair, analysis: Analysis, meanDeal: number | null): string | null {
  const guess = (named: NamedSegment | null) =>
    named && { ...named, worth: named.segment.lift * analysis.baselineLeadValue };
  const { raise, cut } = pair;
  const line = describePairWorth({ raise: guess(raise), cut: guess(cut) }, analysis, meanDeal);
  const both = raise && cut ? 'both ' : '';
  return line && `${line.map(({ text }) => text).join('')} (${both}${WORTH_REASONS.columns})`;
}
