import { describe, expect, test } from 'vitest';
import { saveAnalysisSchema } from '#contract/analyses.ts';
import { analyse } from '#frontend/analysis/judge/analyse.ts';
import type { JudgedSegment } from '#frontend/analysis/judge/judge-segments.ts';
import { packAnalysis } from '#frontend/features/saved/pack-analysis.ts';
import { tallyOfCells } from '#test/support/analysis-builders.ts';
import { workedCells, workedFields, workedPValues } from '#test/support/analysis-worked-example.ts';
import { context, packWorked } from '#test/support/packed-analysis.ts';

describe('a packed analysis', () => {
  test('fits the contract, with rates in percent and columns by name', () => {
    const packed = saveAnalysisSchema.parse(packWorked());
    expect(packed).toMatchObject({
      fileName: 'leads.csv',
      conversionValue: 250.5,
      significanceThreshold: 12,
      configurationData: {
        statusColumn: '__proto__',
        attributeColumns: ['Source', 'constructor', 'Device'],
        qualifiedValues: ['Won', '(Blank)'],
        notQualifiedValues: ['Lost'],
      },
      analysisData: { overallRate: 20, totalLeads: 1000, totalQualified: 200, dataSource: 'csv' },
    });
    expect(packed.analysisData).not.toHaveProperty('rows');
  });

  test('has every figure of a segment', () => {
    const referral = packWorked().analysisData.metrics.find(({ fieldValue }) => fieldValue === 'Referral');
    expect(referral).toMatchObject({
      fieldName: 'Source',
      fieldValue: 'Referral',
      totalLeads: 100,
      qualifiedLeads: 40,
      conversionRate: 40,
      confidence: expect.closeTo(200 / 3, 10) as number,
      rawLift: 2,
      adjustedLift: expect.closeTo(5 / 3, 12) as number,
      pValue: expect.closeTo(workedPValues.referral, 15) as number,
      label: 'Use',
      // See the example of `measureLiftInterval`.
      interval: { low: expect.closeTo(1.5944, 4) as number, high: expect.closeTo(2.4801, 4) as number },
    });
    expect(referral?.q).toBeLessThan(0.001);
    expect(referral).not.toHaveProperty('amountSum');
  });

  test('has the balanced multipliers and their constant, which keep the total of conversions', () => {
    const { metrics, balancedScale = NaN, totalLeads } = packWorked().analysisData;
    const source = metrics.filter(({ fieldName }) => fieldName === 'Source');
    const mean = source.reduce((sum, metric) => sum + metric.totalLeads * (metric.balanced ?? NaN), 0);
    expect(mean / totalLeads).toBeCloseTo(1, 8);
    expect(balancedScale).toBeCloseTo(1, 1);
  });

  test('has the sums of amounts of each segment where leads have some', () => {
    const tally = tallyOfCells(workedFields, workedCells);
    const settings = { conversionValue: 250.5, thresholdPercent: 12 };
    const analysis = analyse(tally, settings);
    const first = analysis.segments[0]!; // there are segments
    const amounts = { sum: 40, sumOfSquares: 1600 } as JudgedSegment['amounts'];
    const byValue = { ...analysis, segments: [{ ...first, amounts }] };
    const { metrics } = packAnalysis({ analysis, byValue, context, notQualifiedValues: [] }).analysisData;
    const metricOf = (name: string) => metrics.find(({ fieldValue }) => fieldValue === name);
    expect(metricOf(first.value)).toMatchObject({ amountSum: 40, amountSquares: 1600 });
    expect(metrics.filter(({ amountSum }) => amountSum !== undefined)).toHaveLength(1);
  });

  test('has every figure of a correlation test, significant ones first', () => {
    // Figures of the worked example: rate 35 of 50, confidence min(100, round(3 x sqrt(50))) = 21.
    expect(packWorked().analysisData.correlationTests?.[0]).toEqual({
      attributes: [
        { field: 'Source', value: 'Referral' },
        { field: 'Device', value: 'Desktop' },
      ],
      leads: 50,
      qualifiedLeads: 35,
      conversionRate: 70,
      confidence: 21,
      predictedLift: expect.closeTo(80 / 33, 12) as number,
      actualLift: 3.5,
      difference: expect.closeTo(100 * (3.5 - 80 / 33), 9) as number,
      chiSquare: expect.closeTo(9.26654, 4) as number,
      pValue: expect.closeTo(workedPValues.referralDesktop, 12) as number,
      isSignificant: true,
    });
  });

  test('is not rounded: a third of the leads is 33.333… percent', () => {
    const analysis = analyse(tallyOfCells(['A'], [[['x'], 3, 1]]), {
      conversionValue: 0,
      thresholdPercent: 1,
    });
    const packed = packAnalysis({ analysis, context, notQualifiedValues: [] });
    expect(packed.analysisData.overallRate).toBe(100 / 3);
    expect(packed.analysisData.metrics[0]?.conversionRate).toBe(100 / 3);
  });

  test('of no leads and of no conversions fits the contract as well', () => {
    for (const cells of [[], [[['x'], 40, 0]]] as [string[], number, number][][]) {
      const analysis = analyse(tallyOfCells(['A'], cells), { conversionValue: 100, thresholdPercent: 10 });
      const packed = packAnalysis({ analysis, context, notQualifiedValues: [] });
      expect(saveAnalysisSchema.parse(packed).analysisData.overallRate).toBe(0);
    }
  });

  test('has a file name of at most 255 characters', () => {
    const packed = packWorked({ fileName: `${'x'.repeat(400)}.csv` });
    expect(saveAnalysisSchema.parse(packed).fileName).toHaveLength(255);
  });
});
