import { expect, test } from 'vitest';
import type { Metric } from '#contract/metrics.ts';
import type { VersionFigures } from '#contract/sources.ts';
import { judge } from '#frontend/analysis/judge/analyse.ts';
import { packAnalysis } from '#frontend/features/saved/kit/pack-analysis.ts';
import { DEAL_FIELDS, dealsOf } from '#test/support/analysis-deals.ts';
import { context } from '#test/support/packed-analysis.ts';
import { measureDeals } from '#test/support/valued-leads.ts';
import { packVersion } from '#worker/runs/pack-version.ts';

/** The part of the stored metrics that is counted, by name. */
const countsOf = (metrics: readonly Metric[]) =>
  new Map(
    metrics.map(
      ({ fieldName, fieldValue, totalLeads, qualifiedLeads, conversionRate, amountSum, amountSquares }) => [
        `${fieldName}: ${fieldValue}`,
        [totalLeads, qualifiedLeads, conversionRate, amountSum, amountSquares],
      ],
    ),
  );

// `same-figures.test.ts` and `count-file.test.ts` hold that browser and Worker measure the same in a file.
test('a version has the figures that the browser saves of the same measurement, to the last bit', () => {
  const deals = dealsOf(0).map((deal) => ({
    ...deal,
    converted: deal.converted || deal.values.join() === 'Referral,Desktop',
  }));
  const measurement = measureDeals(DEAL_FIELDS, deals);
  const settings = { conversionValue: 100, thresholdPercent: 10 };
  const { analysisData: own } = packAnalysis({
    analysis: judge(measurement, settings),
    byValue: measurement.byValue && judge(measurement.byValue, settings),
    context,
    notQualifiedValues: [],
  });
  const version = packVersion(measurement, settings.thresholdPercent);
  const counted = JSON.parse(version.figures) as VersionFigures['analysisData']; // as it was packed
  expect(own.metrics.length).toBe(6);
  expect(
    countsOf(own.metrics)
      .get('Source: Ads')
      ?.every((figure) => Number(figure) > 0),
  ).toBe(true);
  expect(countsOf(counted.metrics)).toEqual(countsOf(own.metrics));
  expect(countsOf(JSON.parse(version.metrics) as Metric[])).toEqual(countsOf(own.metrics));
  expect([version.leads, version.converted]).toEqual([own.totalLeads, own.totalQualified]);
  expect([counted.totalLeads, counted.totalQualified, counted.overallRate]).toEqual([
    own.totalLeads,
    own.totalQualified,
    own.overallRate,
  ]);
  // The record has the pairs that are tested at its threshold, the version those of every threshold.
  expect(own.correlationTests?.length).toBeGreaterThan(0);
  expect(counted.correlationTests).toEqual(expect.arrayContaining(own.correlationTests ?? []));
});
