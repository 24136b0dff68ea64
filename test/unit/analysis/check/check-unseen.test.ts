import { describe, expect, test } from 'vitest';
import { startCheck, type UnseenCheck } from '#frontend/analysis/check/check-unseen.ts';
import { byRate, dealTenths, redrawMisses } from '#frontend/analysis/check/tenths.ts';
import { learnRules, METHODS, type Learn } from '#frontend/analysis/check/learn-rules.ts';
import { splitLatest } from '#frontend/analysis/counts/split-leads.ts';
import { createRandom } from '#frontend/analysis/stats/random.ts';
import type { Tally } from '#frontend/analysis/counts/tally.ts';
import { tallyOfCells, type Cell } from '#test/support/analysis-builders.ts';
import { tallyOfDeals } from '#test/support/valued-leads.ts';

type Checked = Extract<UnseenCheck, { kind: 'checked' }>;

const shipped: Learn = (learning) => learnRules(learning, 10);

function check(
  tally: Tally,
  { learn = shipped, seed = 1 }: { learn?: Learn; seed?: number } = {},
): UnseenCheck {
  const running = startCheck(tally, { seed, learn });
  for (let done = 0; done < running.repeats; done++) running.repeat();
  return running.finish();
}

function checked(...asked: Parameters<typeof check>): Checked {
  const answer = check(...asked);
  if (answer.kind !== 'checked') throw new Error(answer.kind);
  return answer;
}

/** Learns the baseline rate, times a factor, for every combination. */
function learnBaseline(factor: number): Learn {
  return ({ leads, totalLeads, totalConversions }) => {
    const rates = new Float64Array(leads.length).fill((factor * totalConversions) / totalLeads);
    return { rules: rates, product: rates, balanced: rates, best: rates };
  };
}

/** A value for each rate, each with this number of leads. */
function sources(leads: number, rates: readonly number[]): Tally {
  const cells = rates.map((rate, at): Cell => [[`source ${at}`], leads, Math.round(rate * leads)]);
  return tallyOfCells(['Source'], cells);
}

describe('what is learned', () => {
  test('comes from 70% of the leads, and is compared with all others only', () => {
    const tally = sources(100, [0.2, 0.3, 0.4, 0.5, 0.1, 0.2, 0.2, 0.2, 0.2, 0.2]);
    const seen: Tally[] = [];
    const learn: Learn = (learning) => {
      seen.push(structuredClone(learning));
      return learnBaseline(1)(learning);
    };
    const { leads, actual, repeats, methods } = checked(tally, { learn });
    expect([repeats, seen.length, leads]).toEqual([20, 20, 300]);
    expect(seen.map(({ totalLeads }) => totalLeads)).toEqual(Array(20).fill(700));
    const mean = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
    expect(actual).toBeCloseTo(mean(seen.map(({ totalConversions }) => 250 - totalConversions)), 9);
    expect(methods.balanced.predicted).toBeCloseTo(
      mean(seen.map(({ totalConversions }) => (300 * totalConversions) / 700)),
      9,
    );
    // The band reaches 1.96 standard deviations of a sample to both sides: the sum of squares is divided by 19.
    const biases = seen.map(
      ({ totalConversions }) => (0.3 * totalConversions) / 0.7 / (250 - totalConversions) - 1,
    );
    const spread = biases.reduce((sum, bias) => sum + (bias - mean(biases)) ** 2, 0) / 19;
    const { bias, band } = methods.balanced;
    expect(band.high - bias).toBeCloseTo(1.959963984540054 * Math.sqrt(spread), 9);
    expect(bias - band.low).toBeCloseTo(1.959963984540054 * Math.sqrt(spread), 9);
    // Other leads each time.
    expect(new Set(seen.map((learning) => learning.leads.join())).size).toBe(20);
  });

  test('does not hold where there is nothing to learn', () => {
    const random = createRandom(4);
    const cells = Array.from({ length: 60 }, (_, at): Cell => {
      const conversions = Array.from({ length: 120 }, random).filter((number) => number < 0.2).length;
      return [[`value ${at}`], 120, conversions];
    });
    const tally = tallyOfCells(['Campaign'], cells);
    const { tenths } = checked(tally).methods.rules;
    // Were rules tried on the leads that they were learned from, the highest and lowest predicted rates would differ in fact.
    const rateOf = (tenth = 0) => (tenths.at(tenth)?.actual ?? NaN) / (tenths.at(tenth)?.leads ?? NaN);
    expect(rateOf(-1) - rateOf(0)).toBeLessThan(0.02);
  });

  test('holds where there is something, and Balanced counts no effect twice', () => {
    // Two fields that nearly say the same.
    const tally = tallyOfCells(
      ['Source', 'Page'],
      [
        [['Ads', 'landing'], 1900, 190],
        [['Ads', 'home'], 100, 12],
        [['Search', 'landing'], 100, 38],
        [['Search', 'home'], 1900, 760],
      ],
    );
    const { methods } = checked(tally);
    expect(Math.abs(methods.balanced.bias)).toBeLessThan(0.02);
    expect(methods.balanced.calibrationError).toBeLessThan(0.08);
    expect(methods.product.calibrationError).toBeGreaterThan(0.15);
    expect(methods.best.calibrationError).toBeLessThan(0.08);
  });
});

describe('the total', () => {
  const tally = sources(1000, [0.2, 0.2, 0.2, 0.2]);

  test('is too low by what the predictions lack, and the band says whether chance can do that', () => {
    const low = checked(tally, { learn: learnBaseline(0.7) }).methods.balanced;
    expect(low.bias).toBeCloseTo(-0.3, 1);
    expect(low.band.low).toBeLessThan(low.bias);
    expect(low.band.high).toBeLessThan(0);
    expect(low.isChance).toBe(false);
    expect(low.calibrationError).toBeGreaterThan(0.25);
    const right = checked(tally, { learn: learnBaseline(1) }).methods.balanced;
    expect(Math.abs(right.bias)).toBeLessThan(0.03);
    expect(right.isChance).toBe(true);
    // 1200 unseen and 2800 other leads at a rate of 0.2: a standard deviation of sqrt(1200 x 0.16 x (1 + 1200 / 2800)) / 240.
    expect((right.band.high - right.band.low) / (2 * 1.96)).toBeGreaterThan(0.5 * 0.069);
    expect((right.band.high - right.band.low) / (2 * 1.96)).toBeLessThan(1.5 * 0.069);
    const high = checked(tally, { learn: learnBaseline(1.3) }).methods.balanced;
    expect(high.bias).toBeCloseTo(0.3, 1);
    expect(high.isChance).toBe(false);
  });

  test('has a limit of chance from 200 redrawn outcomes, the same for each seed', () => {
    const right = checked(tally, { learn: learnBaseline(1) }).methods.balanced;
    expect(right.chanceLimit).toBeGreaterThan(right.chanceError);
    // One rate for all 1,200 unseen leads: all tenths share one outcome, whose deviation is sqrt(1200 x 0.2 x 0.8) = 13.9 of 240.
    expect(right.chanceError).toBeCloseTo((Math.sqrt(2 / Math.PI) * 13.86) / 240, 2);
    expect(right.chanceLimit).toBeCloseTo((1.96 * 13.86) / 240, 1);
    expect(checked(tally, { learn: learnBaseline(1) }).methods.balanced).toEqual(right);
  });

  test('is that of its tenths', () => {
    const { methods, actual, leads } = checked(sources(400, [0.1, 0.2, 0.3, 0.4]));
    for (const method of METHODS) {
      const { tenths, predicted } = methods[method];
      const sum = (figure: 'leads' | 'predicted' | 'actual') =>
        tenths.reduce((total, tenth) => total + tenth[figure], 0);
      expect(tenths).toHaveLength(10);
      tenths.forEach((tenth) => expect(tenth.leads).toBeCloseTo(leads / 10, 9));
      expect([sum('leads'), sum('predicted'), sum('actual')].map(Math.round)).toEqual(
        [leads, predicted, actual].map(Math.round),
      );
    }
  });
});

test('leads of one rate at the border of two tenths are shared in proportion', () => {
  const tally = tallyOfCells(
    ['Source'],
    [
      [['high'], 5, 2],
      [['low'], 15, 3],
    ],
  );
  const groups = dealTenths(byRate(tally, Float64Array.of(0.4, 0.1)));
  expect(groups).toHaveLength(10);
  expect(groups[0]?.leads).toBeCloseTo(2, 12);
  expect(groups[0]?.predicted).toBeCloseTo(0.2, 12);
  expect(groups[0]?.actual).toBeCloseTo(0.4, 12);
  expect(groups[7]?.leads).toBeCloseTo(2, 12);
  expect(groups[7]?.predicted).toBeCloseTo(0.5, 12);
  expect(groups[7]?.actual).toBeCloseTo(0.6, 12);
  expect(groups[9]?.predicted).toBeCloseTo(0.8, 12);
  expect(dealTenths(byRate(tally, Float64Array.of(0, 0))).map(({ actual }) => actual)).toEqual(
    Array(10).fill(0.5),
  );
});

test('by value leads are told apart by their amount, also where each is worth more than 64', () => {
  const deals = ['low', 'high'].flatMap((value) =>
    Array.from({ length: 50 }, (_, at) => ({
      values: [value],
      converted: at < 10,
      amount: at < 10 ? (value === 'low' ? 500 : 4500) : 0,
    })),
  );
  const tally = tallyOfDeals(['Source'], deals);
  const groups = dealTenths(byRate(tally, Float64Array.of(100, 900)));
  expect(groups.map(({ predicted }) => predicted)).toEqual([...Array(5).fill(1000), ...Array(5).fill(9000)]);
  expect(groups.map(({ actual }) => actual)).toEqual([...Array(5).fill(1000), ...Array(5).fill(9000)]);
});

test('rates up to 64 are told apart, and the leads of a higher one are in the last group', () => {
  const tally = tallyOfCells(
    ['Source'],
    [
      [['b'], 50, 20],
      [['a'], 50, 10],
      [['none'], 100, 0],
    ],
  );
  const predictedOf = (...rates: number[]) =>
    dealTenths(byRate(tally, Float64Array.from(rates))).map(
      ({ predicted }) => Math.round(predicted * 1000) / 1000,
    );
  const leads = (count: number, each: number) => Array.from({ length: count / 20 }, () => 20 * each);
  // Half of the border at 50 leads: ten of each value.
  expect(predictedOf(63.9, 60, 2)).toEqual([
    ...leads(100, 2),
    ...leads(40, 60),
    10 * 60 + 10 * 63.9,
    ...leads(40, 63.9),
  ]);
  expect(predictedOf(1000, 60, 2)).toEqual([
    ...leads(100, 2),
    ...leads(40, 60),
    10 * 60 + 10 * 1000,
    ...leads(40, 1000),
  ]);
});

test('the same seed gives the same figures, another one others', () => {
  const tally = sources(200, [0.5, 0.3, 0.2, 0.4]);
  expect(check(tally)).toEqual(check(tally));
  expect(check(tally, { seed: 2 })).not.toEqual(check(tally));
  expect(checked(tally, { seed: 2 }).seed).toBe(2);
});

test('a file with fewer than 200 conversions is told apart, without a repeat', () => {
  const small = tallyOfCells(
    ['Source'],
    [
      [['Ads'], 500, 150],
      [['Web'], 500, 49],
    ],
  );
  expect(check(small)).toEqual({ kind: 'too-few-conversions', conversions: 199, needed: 200 });
  const enough = tallyOfCells(
    ['Source'],
    [
      [['Ads'], 500, 150],
      [['Web'], 500, 50],
    ],
  );
  expect(check(enough).kind).toBe('checked');
});

describe('on the latest leads', () => {
  /** 2,000 older leads with 400 conversions, and 1,000 latest ones. */
  function checkLatest(conversions: number): UnseenCheck {
    const tally = tallyOfCells(['Source'], [[['Ads'], 3000, 400 + conversions]]);
    const latest = splitLatest(tally, {
      leads: Uint32Array.of(1000),
      conversions: Uint32Array.of(conversions),
      isValuedLatest: new Uint8Array(),
    });
    const running = startCheck(tally, { seed: 1, learn: learnBaseline(1), latest });
    running.repeat();
    return running.finish();
  }

  test('nothing is compared where none has converted', () => {
    expect(checkLatest(0)).toEqual({ kind: 'nothing-happened', basis: 'conversions', leads: 1000 });
  });

  test.each([
    [1, false],
    [150, false],
    [190, true],
    [210, true],
    [250, false],
  ])('chance can turn 200 predicted conversions into %i: %s', (conversions, isChance) => {
    const answer = checkLatest(conversions);
    if (answer.kind !== 'checked') throw new Error(answer.kind);
    // Chance moves 200 conversions of 1,000 leads by 1.96 x sqrt(1,000 x 0.2 x 0.8) = 24.8.
    expect(answer.methods.balanced.predicted).toBeCloseTo(200, 9);
    expect(answer.methods.balanced.isChance).toBe(isChance);
  });

  test('by value the older leads keep their amounts, and the band has the spread of those of the latest', () => {
    // 1,000 latest leads: 50 worth 10 and 50 worth 190. 1,000 older ones: 100 worth 60.
    const group = (leads: number, amounts: readonly number[]) =>
      Array.from({ length: leads }, (_, at) => ({
        values: ['Ads'],
        converted: at < amounts.length,
        amount: amounts[at] ?? 0,
      }));
    const repeat = (count: number, amount: number) => Array.from({ length: count }, () => amount);
    const older = group(1000, repeat(100, 60));
    const newer = group(1000, [...repeat(50, 10), ...repeat(50, 190)]);
    const tally = tallyOfDeals(['Source'], [...older, ...newer]);
    const latest = splitLatest(tally, {
      leads: Uint32Array.of(1000),
      conversions: Uint32Array.of(100),
      isValuedLatest: Uint8Array.from({ length: 200 }, (_, at) => Number(at >= 100)),
    });
    const learn: Learn = (learning) => {
      expect(learning.worth?.total).toBe(6000);
      const perLead = (learning.worth?.total ?? NaN) / learning.totalLeads;
      const rates = new Float64Array(learning.leads.length).fill(perLead);
      return { rules: rates, product: rates, balanced: rates, best: rates };
    };
    const running = startCheck(tally, { seed: 1, learn, latest });
    running.repeat();
    const answer = running.finish();
    if (answer.kind !== 'checked') throw new Error(answer.kind);
    const { predicted, bias, band } = answer.methods.balanced;
    expect([answer.actual, predicted]).toEqual([10_000, 6000]);
    expect(bias).toBeCloseTo(-0.4, 12);
    // As often as predicted, and then as much as they did: 0.6 x (50 x 10² + 50 x 190²) / 1,000 = 1,086 less 6².
    const reach = (1.959963984540054 * Math.sqrt(1000 * (1086 - 36))) / 10_000;
    expect(band.low).toBeCloseTo(bias - reach, 9);
    expect(band.high).toBeCloseTo(bias + reach, 9);
  });
});

describe('what chance alone misses', () => {
  const mean = (numbers: readonly number[]) =>
    numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const redraw = (steps: Parameters<typeof redrawMisses>[0], squaresPerUnit: number | null = null) =>
    redrawMisses(steps, { random: createRandom(5), draws: 4000, squaresPerUnit });

  test('is that of outcomes drawn from the predictions: sqrt(2 v / pi) where each tenth has a rate of its own', () => {
    // Ten rates of 100 leads each; v = n p (1 - p) of each tenth.
    const rates = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5];
    const steps = rates.map((rate) => ({ leads: 100, predicted: 100 * rate, actual: 0 }));
    const misses = rates.map((rate) => Math.sqrt((2 / Math.PI) * 100 * rate * (1 - rate)));
    const all = 100 * rates.reduce((sum, rate) => sum + rate, 0);
    const expected = misses.reduce((sum, miss) => sum + miss, 0) / all;
    expect(mean(redraw(steps)) / expected).toBeCloseTo(1, 1);
  });

  test('is less where leads of one rate lie in several tenths, since these share their outcome', () => {
    // 1,000 leads of one rate: |drawn - 200| / 200, not ten times the miss of 100 leads, which is 16%.
    const misses = redraw([{ leads: 1000, predicted: 200, actual: 0 }]);
    expect(mean(misses)).toBeCloseTo(Math.sqrt((2 / Math.PI) * 160) / 200, 2);
  });

  test('by value has the spread of the amounts, and is 0 where nothing can happen', () => {
    // 1,000 leads, 200 conversions of 10 each: variance 1,000 x (20 - 4) = 16,000 of 2,000.
    const misses = redraw([{ leads: 1000, predicted: 2000, actual: 0 }], 10);
    expect(mean(misses)).toBeCloseTo(Math.sqrt((2 / Math.PI) * 16_000) / 2000, 2);
    expect(redraw([{ leads: 10, predicted: 0, actual: 0 }]).every((miss) => miss === 0)).toBe(true);
    expect(redraw([])[0]).toBe(0);
  });
});
