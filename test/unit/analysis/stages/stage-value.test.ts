import { describe, expect, test } from 'vitest';
import { chancesToWin } from '#frontend/analysis/stages/chance-to-win.ts';
import {
  valueOfReaching,
  valueOfTypedShare,
  type DealChoices,
} from '#frontend/analysis/stages/stage-value.ts';
import type { StagedLeads } from '#frontend/analysis/stages/staged-leads.ts';
import { stageRows, times, type StageRow } from '#test/support/stage-rows.ts';

const chanceToWin = (leads: StagedLeads, stage: number) => chancesToWin(leads)[stage]!;

const FROM_FILE: DealChoices = { typedShare: null, typedAmount: null, margin: 1 };

function valueOf(rows: readonly StageRow[], choices = FROM_FILE, stage = 0) {
  const leads = stageRows(rows, 100);
  return valueOfReaching(leads, chanceToWin(leads, stage), choices);
}

/** 40 of 200 won, at 500 and 1,500 in turn: mean 1,000, variance 40·250,000/39. */
const deals = (count: number): StageRow[] =>
  Array.from({ length: count }, (_, at) => ({ days: [0, 10], amount: at % 2 === 0 ? 500 : 1500 }));
const FILE = [...deals(40), ...times(160, { days: [0, null] })];

/*
 * Quantiles of t are those of R (qt(.975, 39), qt(.975, 9), qt(.975, 29)); the rest follows method G.3 by hand:
 * v = 0.2·1000, interval v·exp(±t·√(0.8/40 + s²/(40·1000²))).
 */
const T39 = 2.022690920036762;
const T9 = 2.262157162798205;

describe('the value of reaching a stage', () => {
  test('is the chance times the mean amount, with the interval of the method', () => {
    const reach = T39 * Math.sqrt(0.8 / 40 + (40 * 250_000) / 39 / (40 * 1e6));
    const value = valueOf(FILE)!;
    expect(value).toMatchObject({ amount: 200, isAtLeast: false });
    expect(value.won).toMatchObject({ deals: 40, mean: 1000, isOfAllWins: false, isTyped: false });
    expect(value.won.variance).toBeCloseTo((40 * 250_000) / 39, 6);
    expect(value.interval!.low).toBeCloseTo(200 * Math.exp(-reach), 9);
    expect(value.interval!.high).toBeCloseTo(200 * Math.exp(reach), 9);
  });

  test('is multiplied by the margin, and so are the ends', () => {
    const [whole, part] = [
      valueOf(FILE)!,
      valueOf(FILE, { typedShare: null, typedAmount: null, margin: 0.3 })!,
    ];
    expect(part.amount).toBeCloseTo(60, 12);
    expect(part.interval!.low).toBeCloseTo(0.3 * whole.interval!.low, 12);
    expect(part.interval!.high).toBeCloseTo(0.3 * whole.interval!.high, 12);
  });

  test('of a typed amount has the interval of the share alone', () => {
    const value = valueOf(FILE, { typedShare: null, typedAmount: 1900, margin: 1 })!;
    expect(value.amount).toBeCloseTo(380, 12);
    expect(value.interval!.high).toBeCloseTo(380 * Math.exp(1.959963984540054 * Math.sqrt(0.02)), 9);
    expect(value.won).toMatchObject({ mean: 1900, isTyped: true });
  });

  test('takes all won leads where the cohort has fewer than 30 amounts', () => {
    // Of the 40 wins 11 have come too lately for the cohort, whose A is 10.
    const of = (young: number) => [
      ...times(40 - young, { days: [0, 10], amount: 1000 }),
      ...times(young, { days: [95, 96], amount: 3000 }),
      ...times(160, { days: [0, null] }),
    ];
    expect(valueOf(of(10))!.won).toMatchObject({ deals: 30, mean: 1000, isOfAllWins: false });
    expect(valueOf(of(11))!.won).toMatchObject({ deals: 40, isOfAllWins: true });
    expect(valueOf(of(11))!.won.mean).toBeCloseTo((29 * 1000 + 11 * 3000) / 40, 9);
  });

  test('has no interval with fewer than 10 amounts, and is not known without one', () => {
    const of = (amounts: number) => [
      ...deals(amounts),
      ...times(30 - amounts, { days: [0, 10] }),
      ...times(170, { days: [0, null] }),
    ];
    expect(valueOf(of(9))!.interval).toBeNull();
    const ten = valueOf(of(10))!;
    const reach = T9 * Math.sqrt(0.85 / 30 + (10 * 250_000) / 9 / (10 * 1e6));
    expect(ten.interval!.high).toBeCloseTo(150 * Math.exp(reach), 7);
    expect(valueOf(of(0))).toBeNull();
    expect(valueOf(of(0), { typedShare: null, typedAmount: 100, margin: 1 })!.amount).toBeCloseTo(15, 12);
  });

  test('gives no money where the chance is a lower bound', () => {
    expect(
      valueOf([...times(30, { days: [0, 80], amount: 5 }), ...times(170, { days: [0, null] })]),
    ).toBeNull();
  });

  test('of won is the mean amount', () => {
    const value = valueOf(FILE, { typedShare: null, typedAmount: null, margin: 0.5 }, 1)!;
    expect(value.amount).toBe(500);
    const reach = T39 * Math.sqrt((40 * 250_000) / 39 / (40 * 1e6));
    expect(value.interval!.low).toBeCloseTo(500 * Math.exp(-reach), 9);
  });

  test('of a typed share has the interval of the amounts alone, of all won leads', () => {
    const leads = stageRows(FILE, 100);
    const value = valueOfTypedShare(leads, 0.25, FROM_FILE)!;
    const reach = T39 * Math.sqrt((40 * 250_000) / 39 / (40 * 1e6));
    expect(value).toMatchObject({ amount: 250, isAtLeast: false });
    expect(value.interval!.high).toBeCloseTo(250 * Math.exp(reach), 9);
    expect(valueOfTypedShare(leads, 0.25, { ...FROM_FILE, typedAmount: 800, margin: 0.5 })).toMatchObject({
      amount: 100,
      interval: null,
    });
    expect(valueOfTypedShare({ ...leads, amounts: null }, 0.25, FROM_FILE)).toBeNull();
  });
});
