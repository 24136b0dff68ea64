import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judge, measure, type Measurement, type Settings } from '#frontend/analysis/judge/analyse.ts';
import { labelSegment } from '#frontend/analysis/judge/label-segment.ts';
import { expectSegment, weighFields } from '#frontend/analysis/judge/expectations.ts';
import { judgePairs } from '#frontend/analysis/judge/judge-pairs.ts';
import { isSegmentSignificant } from '#frontend/analysis/judge/judge-segments.ts';
import { compareSegments, type Segment } from '#frontend/analysis/measure/segments.ts';
import { exceedsThreshold } from '#frontend/analysis/judge/settings.ts';
import { anySettings, datasets } from '#test/support/analysis-arbitraries.ts';
import { listSegments, tallyOfLeads } from '#test/support/analysis-builders.ts';

/** Every segment judged on its own, then everything sorted. */
function judgeNaively(measurement: Measurement, { thresholdPercent }: Settings, baselineRate: number) {
  const segments = listSegments(measurement);
  const significance = segments.map((segment) => isSegmentSignificant(segment, thresholdPercent));
  const spreads = weighFields(measurement);
  const labelNaively = (segment: Segment & { isSignificant: boolean }) => {
    const label = labelSegment(segment, thresholdPercent);
    const outlook = () =>
      expectSegment(
        { ...segment, amounts: null },
        { ...measurement, spreads, settings: { conversionValue: 100, thresholdPercent } },
      );
    return label === 'Use' && outlook().kind !== 'likely' ? 'Test' : label;
  };
  const { tests, partners } = judgePairs(measurement.pairs, significance, thresholdPercent);
  const judged = segments.map((segment, position) => {
    const others = (partners.get(position) ?? []).map((other) => segments[other]!); // positions of segments
    const names = others.map(({ fieldName, value }) => ({ field: fieldName, value }));
    return {
      ...segment,
      isSignificant: significance[position] ?? false,
      label: labelNaively({ ...segment, isSignificant: significance[position] ?? false }),
      partners: names,
      liftAfterCut: names.length > 0 ? segment.adjustedLift * 0.85 : segment.adjustedLift,
      baselineRate,
    };
  });
  return {
    segments: judged.toSorted((a, b) => b.adjustedLift - a.adjustedLift || compareSegments(a, b)),
    significantSegments: judged
      .filter(({ isSignificant }) => isSignificant)
      .sort((a, b) => b.adjustedLift - a.adjustedLift || compareSegments(a, b)),
    interactionTests: tests,
    valueRules: judged
      .filter(({ adjustedLift }) => exceedsThreshold(adjustedLift - 1, thresholdPercent))
      .sort((a, b) => b.liftAfterCut - a.liftAfterCut || compareSegments(a, b))
      .map((segment) => ({ segment, suggested: segment.liftAfterCut, isCut: segment.partners.length > 0 })),
    significantInteractions: tests.filter(({ isSignificant }) => isSignificant).length,
  };
}

test('judging a few segments gives what judging each of them does, under one setting after another', () => {
  fc.assert(
    fc.property(
      datasets,
      fc.array(anySettings, { minLength: 1, maxLength: 5 }),
      ({ fields, leads }, turns) => {
        const measurement = measure(tallyOfLeads(fields, leads));
        for (const settings of turns) {
          const analysis = judge(measurement, settings);
          expect(analysis).toMatchObject(judgeNaively(measurement, analysis.settings, analysis.baselineRate));
          expect(analysis).toEqual(judge(measure(tallyOfLeads(fields, leads)), settings));
        }
      },
    ),
  );
});
