import { describe, expect, test } from 'vitest';
import { estimateCombinations, fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import { decide, type SolidDifferences } from '#frontend/analysis/decision/decide.ts';
import { explainWorth } from '#frontend/analysis/decision/segment-worth.ts';
import { judge, type Analysis } from '#frontend/analysis/judge/analyse.ts';
import { createRandom } from '#frontend/analysis/stats/random.ts';
import { describeDecision } from '#frontend/features/decision/decision-words.ts';
import type { Line } from '#frontend/features/decision/line.ts';
import { roomOfWorth, describePairWorth } from '#frontend/features/decision/worth-words.ts';
import { describeMoney } from '#frontend/features/results/figures.tsx';
import { sampleCsv } from '#frontend/features/open-file/sample-csv.ts';
import { measureDeals, tallyOfDeals, type Deal } from '#test/support/valued-leads.ts';

const FIELDS = ['Source', 'Country', 'Device'];
const [headers = [], ...rows] = sampleCsv()
  .trimEnd()
  .split('\r\n')
  .map((line) => line.split(','));
const random = createRandom(11);

/** The leads of the sample. Converted ones have a deal, which is about eight times as large from LinkedIn. */
const LEADS: readonly Deal[] = rows.map((row) => {
  const cell = (header: string) => row[headers.indexOf(header)] || '(Blank)';
  const converted = cell('Lead Status') === 'Qualified';
  const size = cell('Source') === 'LinkedIn Ads' ? 8000 : 1000;
  const amount = converted ? Math.round(size * (0.5 + random())) : 0;
  return { values: FIELDS.map(cell), converted, amount };
});

const measurement = measureDeals(FIELDS, LEADS);
const tally = tallyOfDeals(FIELDS, LEADS);
const { worth: _worth, ...conversionsOnly } = tally;
const textOf = (line: Line) => line.map(({ text }) => text).join('');

function analyseBy(basis: 'conversions' | 'value', conversionValue = 100): Analysis {
  const settings = { conversionValue, thresholdPercent: 10 };
  return basis === 'value'
    ? judge(measurement.byValue!, settings, estimateCombinations(fitTally(tally))) // the leads have amounts
    : judge(measurement, settings, estimateCombinations(fitTally(conversionsOnly)));
}

function solidOf(analysis: Analysis): SolidDifferences {
  const decision = decide({ analysis, byValue: null });
  if (decision.pattern !== 'solid') throw new Error(decision.pattern);
  return decision;
}

/** The leads of a value, counted one by one: their rate, their mean amount, the mean of their best estimates. */
function count(analysis: Analysis, field: number, value: string) {
  const own = LEADS.filter(({ values }) => values[field] === value);
  const mean = (figureOf: (lead: Deal) => number) =>
    own.reduce((sum, lead) => sum + figureOf(lead), 0) / own.length;
  return {
    leads: own.length,
    rate: mean(({ converted }) => Number(converted)),
    amount: mean(({ amount }) => amount),
    estimate: mean(({ values }) => analysis.estimates?.estimate(values).bestRate ?? Number.NaN),
  };
}

const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
const twoDigits = (amount: number) => Number(amount.toPrecision(2));
const dollars = (amount: number) =>
  Number.isInteger(twoDigits(amount))
    ? `$${twoDigits(amount).toLocaleString('en-US')}`
    : `$${twoDigits(amount).toFixed(2)}`;

describe('the sentences about the sample', () => {
  test('give rates and money at $100 per conversion, as counted lead by lead', () => {
    const analysis = analyseBy('conversions');
    const [referral, facebook] = ['Referral', 'Facebook Ads'].map((value) => count(analysis, 0, value));
    const average = LEADS.filter(({ converted }) => converted).length / LEADS.length;
    expect(describeDecision(solidOf(analysis), analysis, null).lines.map(textOf)).toEqual([
      `Referral leads convert at ${percent(referral!.rate)}, Facebook Ads leads at ${percent(facebook!.rate)}. The average is ${percent(average)}.`,
      `At $100 per conversion a Referral lead is worth about ${dollars(100 * referral!.estimate)}, a Facebook Ads lead ${dollars(100 * facebook!.estimate)}.`,
    ]);
  });

  test('say that the number is the average deal, and what the average lead is worth', () => {
    const deals = LEADS.filter(({ converted }) => converted);
    const meanDeal = deals.reduce((sum, { amount }) => sum + amount, 0) / deals.length;
    const analysis = analyseBy('conversions', Math.round(meanDeal));
    const [referral, facebook] = ['Referral', 'Facebook Ads'].map((value) => count(analysis, 0, value));
    const at = Math.round(meanDeal);
    const said = textOf(describePairWorth(solidOf(analysis), analysis, meanDeal)!);
    expect(said).toBe(
      `At $${at.toLocaleString('en-US')}, your average deal, a Referral lead is worth about ${dollars(at * referral!.estimate)}, a Facebook Ads lead ${dollars(at * facebook!.estimate)}, the average lead ${dollars((at * deals.length) / LEADS.length)}.`,
    );
    // Another number is no average deal.
    const other = analyseBy('conversions', at + 1);
    expect(textOf(describePairWorth(solidOf(other), other, meanDeal)!)).toMatch(
      /^At \$[\d,]+ per conversion a /,
    );
  });

  test('by value give the money of the amounts', () => {
    const analysis = analyseBy('value');
    const { raise, cut } = solidOf(analysis);
    expect(raise?.segment.value).toBe('LinkedIn Ads');
    const of = (named: typeof raise) => count(analysis, named!.segment.field, named!.segment.value);
    const average = LEADS.reduce((sum, { amount }) => sum + amount, 0) / LEADS.length;
    const said = textOf(describePairWorth({ raise, cut }, analysis, null)!);
    expect(said.replace(/ \([^)]*\)/, '')).toBe(
      `With your amounts a LinkedIn Ads lead is worth about ${dollars(of(raise).estimate)}, a ${cut!.segment.value} lead ${dollars(of(cut).estimate)}, the average lead ${dollars(average)}.`,
    );
  });

  test('hold no multiplier', () => {
    const byValue = analyseBy('value');
    for (const analysis of [analyseBy('conversions'), byValue]) {
      const { lines, beside } = describeDecision(decide({ analysis, byValue }), analysis, null);
      expect([...lines, ...beside].map(textOf).join(' ')).not.toMatch(/\d\.\d\dx/);
    }
  });

  test('have room for the longest reason before the combinations are counted', () => {
    const counted = analyseBy('conversions');
    const waiting = { ...counted, estimates: null };
    const room = roomOfWorth(solidOf(waiting), waiting, null) ?? '';
    expect(room).toBe(roomOfWorth(solidOf(counted), counted, null));
    expect(room.length).toBeGreaterThan(textOf(describePairWorth(solidOf(counted), counted, null)!).length);
  });
});

describe('a worth that is not rate x value', () => {
  test.each([
    // Average 20: a rate of twice the average gives 40.
    { lift: 2, adjustedLift: 1.6, worth: 37, reason: null },
    { lift: 2, adjustedLift: 1.6, worth: 44, reason: null },
    { lift: 2, adjustedLift: 1.6, worth: 33, reason: 'drawn' },
    { lift: 2, adjustedLift: 1.6, worth: 35.1, reason: 'drawn' },
    { lift: 2, adjustedLift: 1.6, worth: 35.3, reason: 'columns' },
    { lift: 2, adjustedLift: 1.6, worth: 28, reason: 'columns' },
    // Beyond the rate, though within 10% of the adjusted lift's 40.
    { lift: 1.8, adjustedLift: 2, worth: 41, reason: 'columns' },
    // A rate of half the average gives 10.
    { lift: 0.5, adjustedLift: 0.7, worth: 14, reason: 'drawn' },
    { lift: 0.5, adjustedLift: 0.7, worth: 8, reason: 'columns' },
    { lift: 0, adjustedLift: 0.3, worth: 6, reason: 'drawn' },
    { lift: 0, adjustedLift: 0.3, worth: 0, reason: null },
  ] as const)('at lift $lift, adjusted $adjustedLift and $worth is explained: $reason', (case_) => {
    const average = { baselineLeadValue: 20, fields: FIELDS.map((name) => ({ name, values: [] })) };
    expect(explainWorth(case_, case_.worth, average)).toBe(case_.reason);
    // Without other columns all of them are drawn.
    const single = { ...average, fields: average.fields.slice(0, 1) };
    expect(explainWorth(case_, case_.worth, single)).toBe(case_.reason && 'drawn');
  });

  const analysis = analyseBy('conversions');
  const solid = solidOf(analysis);
  const average = analysis.baselineLeadValue;
  const say = (raise: number, cut: number) =>
    textOf(
      describePairWorth(
        { raise: { ...solid.raise!, worth: raise }, cut: { ...solid.cut!, worth: cut } },
        analysis,
        null,
      )!,
    );
  const counted = ({ segment }: { segment: { lift: number } }) => segment.lift * average;
  const [high, low] = [counted(solid.raise!), counted(solid.cut!)];

  test('is said once where it holds for both, beside the larger difference where two differ', () => {
    expect(say(high, low)).not.toContain('(');
    expect(say(1.3 * high, low)).toBe(
      `At $100 per conversion a Referral lead is worth about ${describeMoney(1.3 * high, undefined)} (with the other columns counted), a Facebook Ads lead ${describeMoney(low, undefined)}.`,
    );
    expect(say(1.3 * high, 0.5 * low)).toMatch(/ \(both with the other columns counted\)\.$/);
    const drawn = { ...solid.cut!.segment, adjustedLift: 1.3 * solid.cut!.segment.lift };
    const pair = {
      raise: { ...solid.raise!, worth: 1.2 * high },
      cut: { segment: drawn, worth: 1.3 * low },
    };
    expect(textOf(describePairWorth(pair, analysis, null)!)).toMatch(/ \(drawn to the average\)\.$/);
  });
});
