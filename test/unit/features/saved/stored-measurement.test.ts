import { describe, expect, test } from 'vitest';
import { judge, measure } from '#frontend/analysis/judge/analyse.ts';
import { restoreMeasurement, type StoredFigures } from '#frontend/features/saved/stored-measurement.ts';
import { packAnalysis } from '#frontend/features/saved/pack-analysis.ts';
import { listSegments, tallyOfCells } from '#test/support/analysis-builders.ts';
import { workedCells, workedFields } from '#test/support/analysis-worked-example.ts';

const settings = { conversionValue: 100, thresholdPercent: 10 };

/** The figures that are stored of an analysis, as a reader gets them. */
function storedFigures(): StoredFigures {
  const { analysisData } = packAnalysis({
    analysis: judge(measure(tallyOfCells(workedFields, workedCells)), settings),
    context: { fileName: 'x.csv', statusColumn: 'S', qualifiedValues: [], attributes: [] },
    notQualifiedValues: [],
  });
  return JSON.parse(JSON.stringify(analysisData)) as StoredFigures; // what was packed, as JSON carries it
}

/** Figures that went to percent and back may differ in their last bit. */
function rounded(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, item: unknown) =>
      typeof item === 'number' ? Number(item.toPrecision(12)) : item,
    ),
  );
}

describe('results restored from stored figures', () => {
  test('are the results that were stored', () => {
    const original = judge(measure(tallyOfCells(workedFields, workedCells)), settings);
    const restored = judge(restoreMeasurement(storedFigures(), workedFields), settings);
    // Segments and pairs are stored, combinations of values are not.
    expect(rounded(restored)).toEqual(rounded(original));
    expect(restored.significantInteractions).toBe(1);
  });

  test('have the spreads that were stored, and for a field without them those of its counts', () => {
    const figures = storedFigures();
    const weights = [0.3, 0.2, 0.1, 0.1, 0.1, 0.1, 0.05, 0.05];
    const spreads = [{ fieldName: 'Device', values: 7, weights }];
    const counted = judge(measure(tallyOfCells(workedFields, workedCells)), settings).spreads;
    expect(judge(restoreMeasurement({ ...figures, spreads }, workedFields), settings).spreads).toEqual([
      counted[0],
      { values: 7, weights },
    ]);
    // Records of earlier releases have none, and those of later ones may have more spreads.
    const { spreads: _, ...earlier } = figures;
    expect(restoreMeasurement(earlier, workedFields).spreads).toEqual(counted);
    const later = [{ fieldName: 'Device', values: 7, weights: [...weights, 0] }];
    expect(restoreMeasurement({ ...figures, spreads: later }, workedFields).spreads).toEqual(counted);
  });

  test('keep the fields in the order in which they were chosen, others after them', () => {
    const { fields } = restoreMeasurement(storedFigures(), ['Device']);
    expect(fields).toEqual([
      { name: 'Device', values: ['Desktop', 'Mobile'] },
      { name: 'Source', values: ['Ads', 'Email', 'Referral'] },
    ]);
  });

  test('stand as stored also where the counts would give others', () => {
    const figures = storedFigures();
    const metrics = figures.metrics.map((metric) =>
      metric.fieldValue === 'Referral'
        ? { ...metric, conversionRate: 41, confidence: 50, rawLift: 3, adjustedLift: 2, pValue: 0.5 }
        : metric,
    );
    const segments = listSegments(restoreMeasurement({ ...figures, metrics }, workedFields));
    expect(segments.find(({ value }) => value === 'Referral')).toMatchObject({
      leads: 100,
      conversions: 40,
      conversionRate: 0.41,
      confidence: 0.5,
      lift: 3,
      adjustedLift: 2,
      pValue: 0.5,
    });
  });

  test('follow from the counts where only counts were stored', () => {
    const figures = storedFigures();
    const metrics = figures.metrics.map(
      ({ fieldName, fieldValue, totalLeads, qualifiedLeads, conversionRate }) => ({
        fieldName,
        fieldValue,
        totalLeads,
        qualifiedLeads,
        conversionRate,
      }),
    );
    const correlationTests = figures.correlationTests.map((test) => ({ ...test, chiSquare: undefined }));
    const restored = restoreMeasurement({ ...figures, metrics, correlationTests }, workedFields);
    const original = measure(tallyOfCells(workedFields, workedCells));
    expect(rounded(listSegments(restored))).toEqual(rounded(listSegments(original)));
    expect(rounded(judge(restored, settings).interactionTests)).toEqual(
      rounded(judge(original, settings).interactionTests),
    );
  });

  test('are empty, and finite, where nothing was stored', () => {
    const analysis = judge(
      restoreMeasurement({ metrics: [], correlationTests: [], totalLeads: 0, totalQualified: 0 }, ['Gone']),
      settings,
    );
    expect(analysis).toMatchObject({ baselineRate: 0, fields: [], segments: [], interactionTests: [] });
  });

  test('leave out a test whose segments were not stored, and read more conversions than leads as all', () => {
    const figures = storedFigures();
    const metrics = figures.metrics.flatMap((metric) =>
      metric.fieldName === 'Device' ? [] : [{ ...metric, qualifiedLeads: 5 * metric.totalLeads }],
    );
    const restored = restoreMeasurement({ ...figures, metrics, totalQualified: 5000 }, workedFields);
    expect(restored.pairs).toEqual([]);
    expect(listSegments(restored).map(({ conversions, leads }) => conversions === leads)).toEqual([
      true,
      true,
      true,
    ]);
    expect(judge(restored, settings).baselineRate).toBe(1);
  });

  test('have the q that were stored, and the leads that were left out', () => {
    const figures = storedFigures();
    const leftOutLeads = { byStatus: 1, unreadableDate: 0, byDate: 0, young: 0 };
    const metrics = figures.metrics.map((metric, at) => (at === 0 ? { ...metric, q: 0.77 } : metric));
    const restored = restoreMeasurement({ ...figures, metrics, leftOutLeads }, workedFields);
    const position = listSegments(restored).findIndex(({ value }) => value === metrics[0]?.fieldValue);
    expect(restored.figures.qValues[restored.figureOf[position] ?? -1]).toBe(0.77);
    expect(restored.leftOut).toEqual(leftOutLeads);
    expect(restored).toMatchObject({ value: null, byValue: null, worth: null });
    expect(restoreMeasurement(figures, workedFields)).not.toHaveProperty('leftOut');
  });

  test('keep segments at Test that were labelled Test', () => {
    const figures = storedFigures();
    const useOf = ({ metrics }: StoredFigures) => {
      const { segments } = judge(restoreMeasurement({ ...figures, metrics }, workedFields), settings);
      return segments.filter(({ label }) => label === 'Use').map(({ value }) => value);
    };
    expect(useOf(figures)).toContain('Referral');
    const metrics = figures.metrics.map((metric) =>
      metric.fieldValue === 'Referral' ? { ...metric, label: 'Test' as const } : metric,
    );
    expect(useOf({ ...figures, metrics })).toEqual(useOf(figures).filter((value) => value !== 'Referral'));
  });

  test('keep Use where it was stored, also where today it would need more', () => {
    const figures = storedFigures();
    const useOf = ({ metrics, spreads }: Partial<StoredFigures> & Pick<StoredFigures, 'metrics'>) => {
      const { segments } = judge(
        restoreMeasurement({ ...figures, metrics, ...(spreads && { spreads }) }, workedFields),
        settings,
      );
      return segments.filter(({ label }) => label === 'Use').map(({ value }) => value);
    };
    // No spread: no rule is likely to hold.
    const none = workedFields.map((fieldName) => ({
      fieldName,
      values: 3,
      weights: [1, 0, 0, 0, 0, 0, 0, 0],
    }));
    const unlabelled = figures.metrics.map((metric) => ({ ...metric, label: undefined }));
    expect(useOf({ metrics: figures.metrics, spreads: none })).toContain('Referral');
    expect(useOf({ metrics: unlabelled, spreads: none })).toEqual([]);
    // Figures of earlier releases, without labels and spreads: q alone decides.
    expect(useOf({ metrics: unlabelled })).toContain('Referral');
  });

  test('of shared figures have labels, rules and overlaps as their owner saw them', () => {
    const figures = storedFigures();
    const metrics = figures.metrics.map((metric, at) => ({
      ...metric,
      ...(at === 0 && { rule: 1.5, overlaps: 2 }),
      label: at === 1 ? undefined : metric.label,
    }));
    const shared = restoreMeasurement({ ...figures, metrics, hiddenTests: 0 }, workedFields);
    const positionOf = (at: number) =>
      listSegments(shared).findIndex(({ value }) => value === metrics[at]?.fieldValue);
    expect(shared.ownerJudgement?.hiddenTests).toBe(0);
    expect(shared.ownerJudgement?.rules).toEqual(new Map([[positionOf(0), 1.5]]));
    expect(shared.ownerJudgement?.overlaps).toEqual(new Map([[positionOf(0), 2]]));
    expect(shared.ownerJudgement?.labels.size).toBe(metrics.length - 1);
    expect(shared.ownerJudgement?.labels.has(positionOf(1))).toBe(false);
    // Other figures are judged again.
    expect(restoreMeasurement({ ...figures, metrics }, workedFields)).not.toHaveProperty('ownerJudgement');
  });

  test('have pairs with the label and q that their owner saw, where both are stored', () => {
    const figures = storedFigures();
    const seen = { q: 0.01, label: 'Real' } as const;
    const pairsOf = (more: object) => {
      const correlationTests = figures.correlationTests.map((test) => ({ ...test, ...more }));
      return restoreMeasurement({ ...figures, correlationTests }, workedFields).pairs;
    };
    expect(pairsOf(seen)[0]?.ownerJudgement).toEqual(seen);
    for (const more of [{}, { q: 0.01 }, { label: 'Real' }])
      expect(pairsOf(more)[0]).not.toHaveProperty('ownerJudgement');
  });

  test('read more conversions of a pair than leads as all of them', () => {
    const figures = storedFigures();
    const correlationTests = figures.correlationTests.map((test) => ({
      ...test,
      qualifiedLeads: 2 * test.leads,
    }));
    const { pairs } = restoreMeasurement({ ...figures, correlationTests }, workedFields);
    expect(pairs.length).toBeGreaterThan(0);
    for (const { figures: pair } of pairs) expect(pair.conversions).toBe(pair.leads);
  });
});
