import { describe, expect, it } from 'vitest';
import { fitBalanced, predictBalanced } from '#frontend/analysis/balanced/balanced.ts';
import { fitAmountStrength } from '#frontend/analysis/balanced/best-estimate.ts';
import { startCheck } from '#frontend/analysis/check/check-unseen.ts';
import { sumAmounts } from '#frontend/analysis/counts/coding.ts';
import { estimateCombinations, fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import { learnRules } from '#frontend/analysis/check/learn-rules.ts';
import { splitLeads } from '#frontend/analysis/counts/split-leads.ts';
import { DEAL_FIELDS, dealsOf } from '#test/support/analysis-deals.ts';
import { seedRandom } from '#test/support/random-leads.ts';
import { tallyOfDeals } from '#test/support/valued-leads.ts';

const TALLY = tallyOfDeals(DEAL_FIELDS, dealsOf(0));
const TOTAL = 243_980;

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0);

describe('balanced multipliers by value', () => {
  it('predict the worth of every value exactly where no leads are added', () => {
    const rates = predictBalanced(fitBalanced(TALLY, 0), TALLY.codes);
    const predicted = rates.map((rate, at) => rate * (TALLY.leads[at] ?? 0));
    TALLY.fields.forEach(({ values }, field) => {
      const codes = TALLY.codes[field] ?? new Uint32Array();
      const [fitted, observed] = [predicted, TALLY.worth?.sums ?? new Float64Array()].map((amounts) =>
        sumAmounts(amounts, codes, values.length),
      );
      observed?.forEach((amount, code) => expect(fitted?.[code]).toBeCloseTo(amount, 3));
    });
  });

  it('are those of conversions where all conversions are worth the same', () => {
    const equal = tallyOfDeals(
      DEAL_FIELDS,
      dealsOf(0).map((deal) => ({ ...deal, amount: deal.converted ? 12.5 : 0 })),
    );
    const { worth: _, ...conversions } = equal;
    const [byValue, byConversions] = [fitBalanced(equal), fitBalanced(conversions)];
    expect(byValue.baselineRate).toBeCloseTo(12.5 * byConversions.baselineRate, 12);
    expect(byValue.scale).toBeCloseTo(byConversions.scale, 9);
    byConversions.multipliers.forEach((list, field) =>
      list.forEach((multiplier, code) =>
        expect(byValue.multipliers[field]?.[code]).toBeCloseTo(multiplier, 9),
      ),
    );
  });
});

describe('what is known of a combination by value', () => {
  it('is its value per lead, the balanced one, and one between both', () => {
    const { counts, actualRate, balancedRate, bestRate } = estimateCombinations(fitTally(TALLY)).estimate([
      'Referral',
      'Desktop',
    ]);
    // See the program in analysis-deals.ts: 49 of 107, worth 76,779.
    expect(counts).toEqual({ leads: 107, conversions: 49 });
    expect(actualRate).toBeCloseTo(76_779 / 107, 9);
    expect(bestRate).toBeGreaterThan(Math.min(balancedRate, 76_779 / 107));
    expect(bestRate).toBeLessThan(Math.max(balancedRate, 76_779 / 107));
  });

  it('takes its strength from how far the sums are from the predicted ones', () => {
    const amounts = (sums: number[], fitted = 0) => ({
      leads: Uint32Array.of(100, 100),
      worth: {
        sums: Float64Array.from(sums),
        sumsOfSquares: Float64Array.of(10_000, 10_000),
        total: 1000,
      },
      fitted,
      amounts: Float64Array.of(5, 5),
    });
    // X² = 2 x 200² / (20 x 500) = 8, two combinations: 200 / 6.
    expect(fitAmountStrength(amounts([300, 700]))).toBeCloseTo(200 / 6, 12);
    // X² = 2 x 100² / 10,000 = 2: no more than chance.
    expect(fitAmountStrength(amounts([400, 600]))).toBe(Infinity);
    expect(fitAmountStrength(amounts([0, 0]))).toBe(Infinity);
    // Each fitted number explains as much as a combination: 200 / (8 - 1), and 200 / 8 where all is fitted.
    expect(fitAmountStrength(amounts([300, 700], 1))).toBeCloseTo(200 / 7, 12);
    expect(fitAmountStrength(amounts([300, 700], 5))).toBeCloseTo(200 / 8, 12);
    // X² = 4,500² / 500 x 10,000 / 20,000 for each, 40,500 together: 200 leads / 40,498 is below 1.
    expect(fitAmountStrength(amounts([5000, 5000]))).toBe(1);
  });
});

describe('the strength of the best estimate by value', () => {
  it('does not depend on values that no lead has, whose multipliers are not fitted', () => {
    const fields = TALLY.fields.map(({ name, values }) => ({ name, values: [...values, 'Nobody'] }));
    const { strength } = fitTally(TALLY);
    expect(strength).toBeLessThan(Infinity);
    expect(fitTally({ ...TALLY, fields }).strength).toBe(strength);
  });
});

describe('a split of leads by value', () => {
  const { learning, unseen } = splitLeads(TALLY, seedRandom(3));

  it('takes 70% of the leads, and each lead with its amount is in one part', () => {
    expect([learning.totalLeads, unseen.totalLeads]).toEqual([840, 360]);
    expect(learning.totalConversions + unseen.totalConversions).toBe(383);
    expect((learning.worth?.total ?? 0) + (unseen.worth?.total ?? 0)).toBe(TOTAL);
    const listed = [learning, unseen].flatMap(({ valued }) => [...(valued?.amounts ?? [])]);
    expect(listed.toSorted()).toEqual([...(TALLY.valued?.amounts ?? [])].toSorted());
    for (const part of [learning, unseen]) {
      expect(sum(part.leads)).toBe(part.totalLeads);
      expect(sum(part.conversions)).toBe(part.totalConversions);
      expect(sum(part.worth?.sums ?? [])).toBe(part.worth?.total);
      expect(part.conversions.every((count, at) => count <= (part.leads[at] ?? 0))).toBe(true);
    }
  });

  it('gives every lead the same chance, whatever it is worth', () => {
    const random = seedRandom(4);
    let taken = 0;
    for (let draw = 0; draw < 400; draw++) taken += splitLeads(TALLY, random).learning.worth?.total ?? 0;
    expect(taken / 400 / TOTAL).toBeCloseTo(0.7, 2);
  });
});

describe('the check on unseen leads by value', () => {
  const check = (seed: number) => {
    const running = startCheck(TALLY, {
      seed,
      learn: (learning) => learnRules(learning, 10),
    });
    for (let repeat = 0; repeat < running.repeats; repeat++) running.repeat();
    return running.finish();
  };

  it('compares predicted with actual amounts', () => {
    const result = check(2026);
    if (result.kind !== 'checked') throw new Error('383 conversions are enough');
    expect(result.basis).toBe('value');
    expect(result.actual / TOTAL).toBeCloseTo(0.3, 1);
    // Everything was drawn from the same leads, so a fitted total is right on average.
    expect(Math.abs(result.methods.balanced.bias)).toBeLessThan(0.05);
    expect(sum(result.methods.balanced.tenths.map(({ leads }) => leads))).toBeCloseTo(360, 6);
    expect(sum(result.methods.balanced.tenths.map(({ actual }) => actual))).toBeCloseTo(result.actual, 3);
  });

  it('gives the same figures for the same seed', () => {
    expect(check(7)).toEqual(check(7));
  });
});
