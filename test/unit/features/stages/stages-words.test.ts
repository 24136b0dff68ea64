import { describe, expect, test } from 'vitest';
import { adviseBids } from '#frontend/analysis/stages/platform-volumes.ts';
import type { StageSegment } from '#frontend/analysis/stages/stage-segments.ts';
import {
  describeBid,
  describeMissed,
  describeShare,
  describeStageWorth,
  findLedStage,
  listMissed,
  nameLeadAt,
  shortStage,
  type StageOf,
} from '#frontend/features/stages/stages-words.ts';
import type { ShownStages } from '#frontend/features/results/results-source.ts';

const interval = { low: 0.1, high: 0.2 };
const won = { deals: 163, mean: 1900, variance: 0, isOfAllWins: false, isTyped: false };
const known = (leads: number, wins: number): StageOf['chance'] => ({
  kind: 'known',
  days: 30,
  since: 'stage',
  period: null,
  leads,
  wins,
  share: wins / leads,
  interval,
});
const valued = (amount: number): StageOf['value'] => ({ amount, isAtLeast: false, interval: null, won });

test.each([
  [0.163, '1 of 6'],
  [0.02, '1 of 50'],
  [0.34, '1 of 3'],
  [0.35, '4 of 10'],
  [0.62, '6 of 10'],
  [0.96, 'nearly all'],
  [1, 'all'],
  [0, '0 of 10'],
])('a share of %s is said as %s', (share, words) => {
  expect(describeShare(share)).toBe(words);
});

test.each([
  ['Became a marketing qualified lead date', 'Marketing qualified lead', 'A marketing qualified lead'],
  ['Lead', 'Lead', 'A lead'],
  ['MQL', 'MQL', 'An MQL'],
  ['Qualified', 'Qualified', 'A Qualified lead'],
  ['Demo booked at', 'Demo booked', 'A lead that reaches Demo booked'],
  ['date', 'Date', 'A lead that reaches Date'],
])('%s is called %s, and its leads %s', (name, short, lead) => {
  expect([shortStage(name), nameLeadAt(name)]).toEqual([short, lead]);
});

describe('what a stage is worth', () => {
  const say = (chance: StageOf['chance'], value: StageOf['value'], name = 'Qualified') =>
    describeStageWorth(name, { chance, value }, 'USD');
  const share = (leads: number, wins: number) => ({ leads, wins, share: wins / leads, interval });

  test('is said in one sentence, as in the example of the documentation', () => {
    // 163 of 1,000 at $1,900.
    expect(say(known(1000, 163), valued((163 / 1000) * 1900))).toBe(
      'A Qualified lead is worth about $310: 1 of 6 is won, at $1,900 on average.',
    );
  });

  test.each([
    [0.4, '$120', ', at $1,900 on average, and 40% of it stays'],
    [0.996, '$310', ', at $1,900 on average'],
  ])('names a margin of %s unless it is said as 100%%', (margin, worth, rest) => {
    expect(say(known(1000, 163), valued((163 / 1000) * 1900 * margin))).toBe(
      `A Qualified lead is worth about ${worth}: 1 of 6 is won${rest}.`,
    );
  });

  test('names no margin where none of the leads is won', () => {
    expect(say(known(1000, 0), valued(0))).toMatch(/: 0 of 10 are won, at \$1,900 on average\.$/);
  });

  test('names no mean in rounded figures, which do not tell the margin', () => {
    const rounded: StageOf['chance'] = {
      kind: 'known',
      days: 30,
      since: 'stage',
      period: null,
      share: 0.16,
      interval,
    };
    expect(say(rounded, valued(120))).toBe('A Qualified lead is worth about $120: 1 of 6 is won.');
  });

  test('is not said where it is not known; what is missing is', () => {
    expect(say(known(1000, 163), null)).toBe(
      '1 of 6 leads that reach Qualified is won. Type what a won deal brings to see what that is worth.',
    );
    expect(say(known(1000, 440), null, 'Lead')).toMatch(/^4 of 10 leads are won\./);
    expect(say({ kind: 'at-least', days: 80, share: 0.09, since: 'stage' }, null)).toBe(
      'Too few leads are old enough to say what a Qualified lead is worth: at least 9% are won within 80 days; later wins are not in this file yet.',
    );
    expect(say({ kind: 'unknown' }, null)).toBe('The file does not say how many leads at Qualified are won.');
  });

  test('has two ends without dates', () => {
    const between: StageOf['chance'] = { kind: 'between', ofAll: share(200, 20), ofDecided: share(83, 20) };
    expect(say(between, { ...won, won, amount: 190, isAtLeast: true, interval: null })).toBe(
      'A Qualified lead is worth at least $190: between 10% (of all) and 24% (of decided) are won. The file has no dates.',
    );
    expect(say(between, null)).toMatch(/^A Qualified lead has no value yet: between 10%/);
  });
});

const NAMES = ['Qualified', 'Demo', 'Won'];
const answerWith = (more: Partial<ShownStages>): ShownStages => ({
  kind: 'columns',
  names: NAMES,
  stages: NAMES.map((_, at) => ({
    reached: 10,
    open: 0,
    chance: known(1000, 163),
    step: null,
    value: at === 0 ? valued(309.7) : null,
    volume: null,
  })),
  segments: [],
  conversion: { stage: 0 },
  ...more,
});

describe('the conversion to bid on', () => {
  const say = (...leads: number[]) =>
    adviseBids(leads.map((own) => ({ chance: known(1000, 163), volume: { leads: own, by: 'stage' } }))).map(
      (advice) => describeBid(advice, answerWith({}), 'USD'),
    );

  test('is the deepest one with enough volume, until the next one has it too', () => {
    expect(say(40, 20, 9)[0]).toBe(
      'Won: 9 in 30 days, Google Ads value-based bidding asks for 15 per campaign; bid on Demo until then (20 in 30 days).',
    );
    expect(say(40, 9, 8)[0]).toMatch(/bid on Qualified at \$310 until then \(40 in 30 days\)\.$/);
    expect(say(400, 100, 50)[0]).toBe(
      'Won: 50 in 30 days, Google Ads value-based bidding asks for 15 per campaign; bid on Won.',
    );
  });

  test('is none where even the first stage is too rare, and a number that is not needed is not asked for', () => {
    const [google, smart, meta] = say(14, 3, 1);
    expect(google).toBe(
      'Qualified: 14 in 30 days, Google Ads value-based bidding asks for 15 per campaign. No stage has enough yet.',
    );
    expect(smart).toContain('asks for none, and can be judged from 50');
    // 14 in 30 days are 3.27 in 7.
    expect(meta).toContain('Qualified: 3 in 7 days, Meta asks for 50 per ad set.');
  });
});

test('the first sentence is about the earliest chosen conversion, and without one before won about the first stage with a value', () => {
  expect(findLedStage(answerWith({ conversion: { stage: 1 } }))).toBe(1);
  expect(findLedStage(answerWith({ conversion: { stage: 2 } }))).toBe(0);
  expect(findLedStage(answerWith({ conversion: { stage: null } }))).toBe(0);
});

describe('values of which early and late stage disagree', () => {
  const segment = (value: string, ratio: number, more: Partial<StageSegment> = {}): StageSegment => ({
    stage: 1,
    field: 'Source',
    value,
    leads: 100,
    wins: 40,
    ratio,
    lift: ratio,
    interval,
    q: 0.001,
    label: 'Use',
    limit: null,
    reaching: { lift: 1, interval: { low: 0.9, high: 1.1 } },
    isMissedEarlier: true,
    ...more,
  });

  test('are named once each, the two most different ones', () => {
    const all = [
      segment('Mail', 1.2),
      segment('Ads', 0.4),
      segment('Fair', 1.5),
      segment('Ads', 0.5, { stage: 0 }),
      segment('Web', 9, { isMissedEarlier: false }),
    ];
    expect(listMissed(all).map(({ value, ratio }) => [value, ratio])).toEqual([
      ['Ads', 0.4],
      ['Fair', 1.5],
    ]);
  });

  test.each([
    [0.9, 1.1, 'about as often as'],
    [1.1, 1.4, 'more often than'],
    [0.5, 0.8, 'less often than'],
  ])('reach the stage from %s to %s times as often: %s others', (low, high, words) => {
    expect(
      describeMissed(segment('LinkedIn', 2, { reaching: { lift: 1, interval: { low, high } } }), NAMES),
    ).toBe(
      `LinkedIn leads reach Demo ${words} others, but are won 2.00 times as often: a value per conversion at Demo alone would miss that.`,
    );
  });
});
