import type { Currency } from '#contract/currencies.ts';
import type { BidAdvice } from '#frontend/analysis/stages/platform-volumes.ts';
import { LEAD_STAGE } from '#frontend/analysis/stages/stage-plan.ts';
import type { ShownStages } from '#frontend/features/results/results-source.ts';
import { describeMoney } from '#frontend/features/results/figures.tsx';
import { formatDate } from '#frontend/lib/format-date.ts';
import {
  countNoun,
  formatConfidence,
  formatCount,
  formatMoney,
  formatRate,
  formatRatio,
} from '#frontend/lib/format.ts';

export type StageOf = ShownStages['stages'][number];
export type StageSegmentOf = ShownStages['segments'][number];

/** Below this share '1 of 6' is closer than '2 of 10'. */
const ONE_OF = 0.35;

/** A share as people say it: 0.163 is '1 of 6', 0.44 '4 of 10'. */
export function describeShare(share: number): string {
  if (share >= 0.95) return share === 1 ? 'all' : 'nearly all';
  if (share > 0 && share < ONE_OF) return `1 of ${formatCount(Math.round(1 / share))}`;
  return `${formatCount(Math.round(10 * share))} of 10`;
}

/** '1 of 6 is won', '4 of 10 are won'. */
export const verbOf = (share: number): string => (share > 0 && share < ONE_OF ? 'is' : 'are');

const isFirst = (name: string): boolean => name === LEAD_STAGE;

const BEGINNINGS = /^(date )?(became|entered|reached|moved to)( an?)?\s+(?=\S)/i;
const ENDINGS = /\s+(date|time|at|on)$/i;

/** The name of a stage without the words of its column: 'Became a marketing qualified lead date' is 'Marketing qualified lead'. */
export function shortStage(name: string): string {
  const short = name.trim().replace(BEGINNINGS, '').replace(ENDINGS, '');
  return short.charAt(0).toUpperCase() + short.slice(1);
}

/** 'A Qualified lead', 'An MQL', 'A lead that reaches Demo booked'. @internal */
export function nameLeadAt(stage: string): string {
  const name = shortStage(stage);
  const article = /^[aeiou]/i.test(name) ? 'An' : 'A';
  if (/^[MS]QL$|^SAL$/i.test(name)) return `An ${name}`;
  if (/\blead$/i.test(name)) return `${article} ${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  return /^\S+ed$/i.test(name) ? `${article} ${name} lead` : `A lead that reaches ${name}`;
}

/** The stage that the first sentence is about: the earliest chosen conversion, or, where won itself is chosen, the first stage with a value. */
export function findLedStage({ stages, conversion }: ShownStages): number {
  const won = stages.length - 1;
  if (conversion.stage !== null && conversion.stage < won) return conversion.stage;
  const first = stages.findIndex(({ value }) => value !== null);
  return first === -1 ? 0 : first;
}

/** ', and 40% of it stays'; nothing where all of an amount stays, and for NaN. */
export const describeMargin = (margin: number): string =>
  margin < 0.995 ? `, and ${formatConfidence(margin)} of it stays` : '';

/** 'A Qualified lead is worth about $310: 1 of 6 is won, at $1,900 on average.' Without a value it says what is missing, to a reader who may type it. */
export function describeStageWorth(
  name: string,
  { chance, value }: Pick<StageOf, 'chance' | 'value'>,
  currency: Currency | undefined,
  mayType = true,
): string {
  const lead = nameLeadAt(name);
  switch (chance.kind) {
    case 'known': {
      const [share, verb] = [describeShare(chance.share), verbOf(chance.share)];
      const won = `${share} ${verb} won`;
      if (!value)
        return `${share.charAt(0).toUpperCase()}${share.slice(1)} leads${isFirst(name) ? '' : ` that reach ${shortStage(name)}`} ${verb} won.${mayType ? ' Type what a won deal brings to see what that is worth.' : ''}`;
      const { mean } = value.won;
      // The rounded figures of a read-only link, which have no counts, do not tell the margin.
      const each =
        chance.leads === undefined
          ? ''
          : `, at ${describeMoney(mean, currency)} on average${describeMargin(value.amount / (chance.share * mean))}`;
      return `${lead} is worth about ${describeMoney(value.amount, currency)}: ${won}${each}.`;
    }
    case 'between': {
      const ends = `${formatConfidence(chance.ofAll.share)} (of all) and ${formatConfidence(chance.ofDecided.share)} (of decided)`;
      const worth = value
        ? `is worth at least ${describeMoney(value.amount, currency)}: b`
        : 'has no value yet: b';
      return `${lead} ${worth}etween ${ends} are won. The file has no dates.`;
    }
    case 'at-least':
      return `Too few leads are old enough to say what ${lead.charAt(0).toLowerCase()}${lead.slice(1)} is worth: at least ${formatConfidence(chance.share)} are won within ${countNoun(chance.days, 'day')}; later wins are not in this file yet.`;
    case 'unknown':
      return `The file does not say how many leads at ${shortStage(name)} are won.`;
  }
}

/** 'between $144 and $278 (95%)'; why there is no interval otherwise. */
export function describeWorthRange(
  { interval, isAtLeast, won }: NonNullable<StageOf['value']>,
  currency: Currency | undefined,
): string {
  if (interval) return `${describeMoney(interval.low, currency)} – ${describeMoney(interval.high, currency)}`;
  if (isAtLeast) return 'at least';
  return won.isTyped ? '' : 'few won deals';
}

/** One sentence per platform: the stage to bid on, and the need of the next one. */
export function describeBid(
  { volume, bidOn, next }: BidAdvice,
  { names, stages }: ShownStages,
  currency: Currency | undefined,
): string {
  const nameOf = (stage: number) => shortStage(names[stage] ?? '');
  const count = (conversions: number) =>
    `${formatCount(Math.floor(conversions))} in ${countNoun(volume.days, 'day')}`;
  const needs = volume.isNeeded
    ? `${volume.name} asks for ${formatCount(volume.conversions)} per ${volume.per}`
    : `${volume.name} asks for none, and can be judged from ${formatCount(volume.conversions)}`;
  const far = next && `${nameOf(next.stage)}: ${count(next.conversions)}, ${needs}`;
  if (!bidOn) return `${far ?? needs}. No stage has enough yet.`;
  const value = volume.bidsBy === 'value' ? stages[bidOn.stage]?.value : null;
  const bid = `bid on ${nameOf(bidOn.stage)}${value ? ` at ${describeMoney(value.amount, currency)}` : ''}`;
  return far
    ? `${far}; ${bid} until then (${count(bidOn.conversions)}).`
    : `${nameOf(bidOn.stage)}: ${count(bidOn.conversions)}, ${needs}; ${bid}.`;
}

/** '(its help, read 29 November 2026)' */
export const describeRead = (read: string): string =>
  `read ${formatDate(new Date(`${read}T12:00:00`), 'long')}`;

/** The values whose leads clearly go on differently, Use first, then by q. */
export function listClear(segments: readonly StageSegmentOf[]): StageSegmentOf[] {
  return segments
    .filter(({ label }) => label === 'Use' || label === 'Test')
    .toSorted((a, b) => (a.label === b.label ? a.q - b.q : a.label === 'Use' ? -1 : 1));
}

/** The values of which early and late stage say the most different things, each once. */
export function listMissed(segments: readonly StageSegmentOf[]): StageSegmentOf[] {
  const far = ({ ratio }: StageSegmentOf) => Math.abs(Math.log(ratio));
  const missed = segments
    .filter(({ isMissedEarlier }) => isMissedEarlier)
    .toSorted((a, b) => far(b) - far(a));
  const isFirstOf = ({ field, value }: StageSegmentOf, at: number) =>
    missed.findIndex((other) => other.field === field && other.value === value) === at;
  return missed.filter(isFirstOf).slice(0, MOST_MISSED);
}

const MOST_MISSED = 2;

/** 'LinkedIn leads reach Qualified about as often as others, but are won 2.0 times as often: a value per Qualified lead alone would miss that.' */
export function describeMissed(segment: StageSegmentOf, names: readonly string[]): string {
  const { value, stage, reaching, ratio } = segment;
  const name = shortStage(names[stage] ?? '');
  const { low = 0, high = 0 } = reaching?.interval ?? {};
  const often = low > 1 ? 'more often than' : high < 1 ? 'less often than' : 'about as often as';
  return `${value} leads reach ${name} ${often} others, but are won ${formatRatio(ratio)} times as often: a value per conversion at ${name} alone would miss that.`;
}

/** '18.2% (8 of 44), against …' */
export const describeWins = ({ wins, leads }: { wins: number; leads: number }): string =>
  `${formatRate(leads === 0 ? 0 : wins / leads)} (${formatCount(wins)} of ${formatCount(leads)})`;

/** The parts of a conversion value, one line each. */
export function listWorthParts(
  { value, share }: { value: NonNullable<StageOf['value']>; share: string },
  { margin, currency }: { margin: number; currency: Currency | undefined },
): string[] {
  const { won } = value;
  const deals = won.isTyped
    ? 'typed'
    : `${countNoun(won.deals ?? 0, 'won deal')}${won.isOfAllWins ? ', all of the file' : ''}`;
  return [
    share,
    `Average won deal: ${formatMoney(won.mean, currency)} (${deals})`,
    ...(margin === 1 ? [] : [`Margin: ${formatRate(margin)}`]),
  ];
}
