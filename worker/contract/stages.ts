import './zod-without-eval.ts';
import * as z from 'zod/mini';
import { listOf, textSchema } from './bounded.ts';
import { MAX_STAGE_SEGMENTS, MAX_STAGES, MIN_SHARED_LEADS } from './limits.ts';
import { countSchema, notNegative, probability, ratio, SEGMENT_LABELS } from './metrics.ts';

const intervalOf = (end: typeof ratio | typeof notNegative) => z.object({ low: end, high: end });

/** A share of leads with its 95% interval. A read-only link has no counts. */
const shareOfLeads = {
  leads: z.optional(countSchema),
  wins: z.optional(countSchema),
  share: probability,
  interval: intervalOf(ratio),
};

const days = z.number().check(z.minimum(0));
const since = z.enum(['stage', 'lead']);

const stageSchema = z.object({
  reached: countSchema,
  open: z.optional(countSchema),
  /** The chance to be won. */
  chance: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('known'),
      ...shareOfLeads,
      days,
      since,
      /** The first and the last day of the leads, counted from 1970. */
      period: z.nullable(z.object({ first: z.number(), last: z.number() })),
    }),
    z.object({ kind: z.literal('at-least'), days, share: probability, since }),
    z.object({
      kind: z.literal('between'),
      ofAll: z.object(shareOfLeads),
      ofDecided: z.object(shareOfLeads),
    }),
    z.object({ kind: z.literal('unknown') }),
  ]),
  /** The step to the next stage; null for won. */
  step: z.nullable(z.object({ goesOn: z.object(shareOfLeads), medianDays: z.nullable(days) })),
  value: z.nullable(
    z.object({
      amount: notNegative,
      isAtLeast: z.boolean(),
      interval: z.nullable(intervalOf(notNegative)),
      won: z.object({
        deals: z.optional(countSchema),
        mean: notNegative,
        isOfAllWins: z.boolean(),
        isTyped: z.boolean(),
      }),
    }),
  ),
  /** Leads of the last 30 days. */
  volume: z.nullable(z.object({ leads: countSchema, by: since })),
});

/** A value whose leads go on from a stage as often as others, or differently. */
const stageSegmentSchema = z.object({
  stage: countSchema,
  field: textSchema,
  value: textSchema,
  leads: countSchema,
  wins: countSchema,
  ratio,
  lift: ratio,
  interval: intervalOf(ratio),
  q: probability,
  label: z.enum(SEGMENT_LABELS),
  reaching: z.nullable(z.object({ lift: ratio, interval: intervalOf(ratio) })),
  isMissedEarlier: z.boolean(),
});

/**
 * The figures of the stages of a file (method G): the last stage is won. Shares are 0 to 1. A read-only link has neither counts
 * but those of leads that reached a stage, nor segments.
 */
export const stageFiguresSchema = z
  .object({
    kind: z.enum(['columns', 'beside-outcome', 'status']),
    names: listOf(textSchema, MAX_STAGES),
    stages: listOf(stageSchema, MAX_STAGES),
    segments: listOf(stageSegmentSchema, MAX_STAGE_SEGMENTS),
    /** The stage of the earliest chosen conversion; null without one. */
    conversion: z.object({ stage: z.nullable(countSchema) }),
  })
  .check(
    z.refine(({ names, stages }) => names.length === stages.length, 'names and stages must be as many'),
    z.refine(
      ({ segments, stages, conversion }) =>
        [conversion, ...segments].every(({ stage }) => stage === null || stage < stages.length),
      'names a stage that is not there',
    ),
  );

export type StoredStageFigures = z.infer<typeof stageFiguresSchema>;

type Stage = StoredStageFigures['stages'][number];

const roundCount = (count: number): number => count - (count % MIN_SHARED_LEADS);
const roundShare = (share: number): number => Math.round(100 * share) / 100;
const roundMoney = (amount: number): number => Number(amount.toPrecision(2));

type Ends = { low: number; high: number };
const roundEnds = ({ low, high }: Ends, round: (end: number) => number): Ends => ({
  low: round(low),
  high: round(high),
});

const withoutCounts = ({ share, interval }: { share: number; interval: Ends }) => ({
  share: roundShare(share),
  interval: roundEnds(interval, roundShare),
});

function roundChance(chance: Stage['chance']): Stage['chance'] {
  switch (chance.kind) {
    case 'known': {
      const { kind, days, since } = chance;
      return { kind, ...withoutCounts(chance), days, since, period: null };
    }
    case 'at-least':
      return { ...chance, share: roundShare(chance.share) };
    case 'between':
      return {
        kind: chance.kind,
        ofAll: withoutCounts(chance.ofAll),
        ofDecided: withoutCounts(chance.ofDecided),
      };
    case 'unknown':
      return chance;
  }
}

function roundValue(value: Stage['value']): Stage['value'] {
  if (!value) return null;
  const { amount, isAtLeast, interval, won } = value;
  const { deals, mean, isOfAllWins, isTyped } = won;
  if (deals !== undefined && deals < MIN_SHARED_LEADS && !isTyped) return null;
  return {
    amount: roundMoney(amount),
    isAtLeast,
    interval: interval && roundEnds(interval, roundMoney),
    won: { mean: roundMoney(mean), isOfAllWins, isTyped },
  };
}

/**
 * The figures that a read-only link may show. Counts become the next lower multiple of `MIN_SHARED_LEADS`, shares whole percents and money two
 * significant digits, and everything else that counts leads goes. So no sum or difference, also with the other figures of the link,
 * tells how many leads a small group has, and no amount is that of a few deals. Values at a stage are groups of their own and are left out. Rounding twice changes nothing.
 *
 * @example 163 leads reached it, 12.6% of 119 were won, worth $310.40: 160 leads, 13%, $310
 */
export const roundStages = ({ kind, names, stages, conversion }: StoredStageFigures): StoredStageFigures => ({
  kind,
  names,
  stages: stages.map(({ reached, chance, step, value, volume }) => ({
    reached: roundCount(reached),
    chance: roundChance(chance),
    step: step && {
      goesOn: withoutCounts(step.goesOn),
      medianDays: step.medianDays && Math.round(step.medianDays),
    },
    value: roundValue(value),
    volume: volume && { leads: roundCount(volume.leads), by: volume.by },
  })),
  segments: [],
  conversion: { stage: conversion.stage },
});
