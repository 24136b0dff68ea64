import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Metric } from '#contract/metrics.ts';
import { findSharingProblem, OTHER_SMALL, sharedFiguresSchema } from '#contract/sharing.ts';
import { roundStages } from '#contract/stages.ts';
import { judge, measure, type Analysis, type Measurement } from '#frontend/analysis/judge/analyse.ts';
import { expectSegment } from '#frontend/analysis/judge/expectations.ts';
import { EQUAL_WEIGHTS } from '#frontend/analysis/judge/expected-to-hold.ts';
import { widenDiscoveries } from '#frontend/analysis/judge/widen-discoveries.ts';
import { storedContextOf } from '#frontend/choices/saved.ts';
import { describeProblem, makeSnapshot, type Snapshot } from '#frontend/features/share/snapshot.ts';
import { readShared } from '#frontend/features/share/shared-analysis.tsx';
import {
  measurementOfCounts,
  tallyOfCells,
  type Cell,
  type CountedValues,
} from '#test/support/analysis-builders.ts';
import { STORED_STAGES } from '#test/support/stored-stages.ts';
import { workedCells, workedFields } from '#test/support/analysis-worked-example.ts';

const settings = { conversionValue: 250, thresholdPercent: 10 };

function share(measurement: Measurement, labels: { name?: string; note?: string } = {}): Snapshot {
  const context = storedContextOf({ fileName: 'october.csv', configuration: null });
  return makeSnapshot({ measurement, settings, context, name: null, note: null, ...labels });
}

const shareCounts = (...fields: CountedValues[]) => share(measurementOfCounts(fields));
const source = (...values: CountedValues['values']): CountedValues => ({ name: 'Source', values });

/** Leads and conversions by value. */
const countsOf = ({ figures }: Snapshot) =>
  Object.fromEntries(
    figures.analysisData.metrics.map((metric) => [
      metric.fieldValue,
      [metric.totalLeads, metric.qualifiedLeads],
    ]),
  );

const metricOf = ({ figures }: Snapshot, value: string): Metric | undefined =>
  figures.analysisData.metrics.find(({ fieldValue }) => fieldValue === value);

describe('what is not decided yet', () => {
  /** 100 leads, of which 40 converted and `leads` are new. */
  const shareNew = (leads: number) => {
    const measurement = measurementOfCounts([source(['Web', 50, 25], ['Ads', 50, 15])]);
    const { figures } = share({ ...measurement, otherStatuses: [{ value: 'New', leads }] });
    expect(findSharingProblem(figures)).toBeNull();
    return figures.analysisData.notDecided;
  };

  test.each([
    [4, undefined],
    [5, 5],
    [55, 55],
    [56, undefined], // 4 leads are lost
    [60, undefined], // all decided ones converted
  ])('%i leads are shared as %s', (leads, shared) => {
    expect(shareNew(leads)).toBe(shared);
  });

  test('is shared as a number alone, and not at all where the figures do not tell', () => {
    const measurement = measurementOfCounts([source(['Web', 50, 25], ['Ads', 50, 15])]);
    const { figures } = share({ ...measurement, otherStatuses: [{ value: 'New', leads: 30 }] });
    expect(JSON.stringify(figures)).not.toContain('New');
    expect(share(measurement).figures.analysisData.notDecided).toBeUndefined();
  });
});

describe('the figures of a link', () => {
  const worked = measure(tallyOfCells(workedFields, workedCells));

  test('give the same results where no value is small', () => {
    const { figures, folded, hiddenPairs } = share(worked);
    const { measurement, settings: shown } = readShared(figures);
    const [original, restored] = [judge(worked, settings), judge(measurement, shown)];
    const rules = ({ valueRules }: typeof original) =>
      valueRules.map(({ segment, suggested }) => [segment.value, suggested.toFixed(9)]);
    expect(rules(restored)).toEqual(rules(original));
    expect(restored.interactionTests.map(({ attributes }) => attributes)).toEqual(
      original.interactionTests.map(({ attributes }) => attributes),
    );
    expect([folded, hiddenPairs]).toEqual([[], 0]);
  });

  test('say that their owner looks by value, and nothing where results are by conversions', () => {
    const named = (basis?: 'conversions' | 'value') => {
      const context = { ...storedContextOf({ fileName: 'october.csv', configuration: null }), basis };
      const { figures } = makeSnapshot({ measurement: worked, settings, context, name: null, note: null });
      return sharedFiguresSchema.parse(JSON.parse(JSON.stringify(figures)));
    };
    expect(named('value').configurationData.basis).toBe('value');
    expect(named('conversions').configurationData).not.toHaveProperty('basis');
    expect(named().configurationData).not.toHaveProperty('basis');
  });

  test('hold the figures of stages as they were saved, rounded', () => {
    const measurement = measurementOfCounts([source(['Web', 50, 25], ['Ads', 50, 15])]);
    const context = storedContextOf({ fileName: 'october.csv', configuration: null });
    const shared = { measurement, settings, context, name: null, note: null };
    const { figures } = makeSnapshot({ ...shared, stageFigures: STORED_STAGES });
    expect(figures.analysisData.stages).toEqual(roundStages(STORED_STAGES));
    expect(readShared(figures).stageFigures).toEqual(roundStages(STORED_STAGES));
    expect(describeProblem(figures)).toBeNull();
    expect(makeSnapshot(shared).figures.analysisData).not.toHaveProperty('stages');
  });

  test('hold the name and the note only where the owner shows them', () => {
    expect(share(worked).figures).toMatchObject({ name: null, note: null });
    expect(share(worked, { name: ' October ', note: 'No fairs.' }).figures).toMatchObject({
      name: 'October',
      note: 'No fairs.',
    });
    expect(JSON.stringify(share(worked))).not.toContain('october.csv');
  });

  test('hold the columns and converted values of the analysis, and nothing else of its choices', () => {
    const configuration = {
      statusColumn: 'Status',
      attributeColumns: ['Source', 'Device'],
      qualifiedValues: ['Won', 'Sold'],
      notQualifiedValues: ['Lost'],
      valueMappings: { Source: { adwords: 'Ads' } },
      binningConfig: {},
    };
    const context = storedContextOf({ fileName: 'october.csv', configuration });
    const { figures } = makeSnapshot({ measurement: worked, settings, context, name: null, note: null });
    expect(figures.configurationData).toEqual({
      statusColumn: 'Status',
      attributeColumns: workedFields,
      qualifiedValues: ['Won', 'Sold'],
      currency: undefined,
    });
    expect(figures).toMatchObject({ conversionValue: 250, significanceThreshold: 10 });
    expect(JSON.stringify(figures)).not.toMatch(/adwords|Lost/);
  });

  test('have a name of at most 255 characters', () => {
    expect(share(worked, { name: ` ${'x'.repeat(300)}` }).figures.name).toBe('x'.repeat(255));
    expect(share(worked, { name: '  ' }).figures.name).toBe('');
  });

  test('have the rule of each segment outside the threshold, and overlaps only beside a tested pair', () => {
    const alone = shareCounts(source(['Web', 600, 60], ['Ads', 300, 90], ['Fair', 100, 16]));
    const owner = judge(
      measurementOfCounts([source(['Web', 600, 60], ['Ads', 300, 90], ['Fair', 100, 16])]),
      settings,
    );
    const rules = owner.valueRules.map(({ segment, suggested }) => [segment.value, suggested]);
    expect(rules.length).toBeGreaterThan(1);
    for (const [value, suggested] of rules) expect(metricOf(alone, String(value))?.rule).toBe(suggested);
    expect(alone.figures.analysisData.metrics.filter(({ rule }) => rule !== undefined)).toHaveLength(
      rules.length,
    );
    expect(alone.figures.analysisData.metrics.some((metric) => 'overlaps' in metric)).toBe(false);
    const withPairs = share(worked).figures.analysisData.metrics;
    const partners = new Map(
      judge(worked, settings).significantSegments.map(({ value, partners: list }) => [value, list.length]),
    );
    expect(withPairs.some(({ overlaps = 0 }) => overlaps > 0)).toBe(true);
    for (const { fieldValue, overlaps } of withPairs)
      if (overlaps !== undefined) expect(overlaps).toBe(partners.get(fieldValue));
  });

  test('hold the currency of the money', () => {
    const context = storedContextOf({ fileName: 'october.csv', configuration: null });
    const inEuro = { ...settings, currency: 'EUR' as const };
    const { figures } = makeSnapshot({
      measurement: worked,
      settings: inEuro,
      context,
      name: null,
      note: null,
    });
    expect(readShared(sharedFiguresSchema.parse(figures)).settings).toEqual(inEuro);
    const worth = { kind: 'column', column: 'Deal', currency: { column: 'Cur', code: 'EUR' } } as const;
    const byValue = { ...context, worth, basis: 'value' as const };
    const shared = makeSnapshot({
      measurement: worked,
      settings: inEuro,
      context: byValue,
      name: null,
      note: null,
    });
    expect(readShared(sharedFiguresSchema.parse(shared.figures)).settings.currency).toBe('EUR');
    expect(JSON.stringify(shared.figures)).not.toContain('Cur');
  });

  test('hold nothing of a segment but its counts, its lift and its test', () => {
    for (const metric of share(worked).figures.analysisData.metrics)
      expect(Object.keys(metric)).toEqual([
        'fieldName',
        'fieldValue',
        'totalLeads',
        'qualifiedLeads',
        'conversionRate',
        'confidence',
        'rawLift',
        'adjustedLift',
        'pValue',
        'label',
        'q',
        ...('rule' in metric ? ['rule'] : []),
        ...('overlaps' in metric ? ['overlaps'] : []),
      ]);
  });

  test('are taken by the contract', () => {
    const { figures } = share(worked);
    expect(sharedFiguresSchema.parse(figures)).toEqual(figures);
    expect(describeProblem(figures)).toBeNull();
  });
});

describe('a value of few leads', () => {
  test('is folded with 4 leads and stays with 5', () => {
    const shared = shareCounts(source(['Web', 60, 30], ['Fair', 5, 2], ['Fax', 4, 1], ['Mail', 3, 3]));
    expect(countsOf(shared)).toEqual({ Web: [60, 30], Fair: [5, 2], [OTHER_SMALL]: [7, 4] });
    expect(shared.folded).toEqual([{ field: 'Source', small: 2, larger: [] }]);
  });

  test('is measured together with the others by the sum of their counts', () => {
    const shared = shareCounts(source(['Web', 90, 12], ['A', 4, 4], ['B', 4, 3], ['C', 2, 1]), {
      name: 'Device',
      values: [['All', 100, 20]],
    });
    // 8 of 10 in 20 of 100: lift 4, confidence 10/60, adjusted lift 1 + 3/6; chi-square
    // 100 (8 x 78 - 2 x 12)² / (10 x 90 x 20 x 80) = 25, p = erfc(sqrt(12.5)) by Python's math.
    expect(metricOf(shared, OTHER_SMALL)).toMatchObject({ totalLeads: 10, conversionRate: 80, rawLift: 4 });
    expect(metricOf(shared, OTHER_SMALL)?.confidence).toBeCloseTo(100 / 6, 10);
    expect(metricOf(shared, OTHER_SMALL)?.adjustedLift).toBeCloseTo(1.5, 10);
    expect(metricOf(shared, OTHER_SMALL)?.pValue).toBeCloseTo(5.733031437583873e-7, 15);
  });

  test('takes the next smallest along where it could be told from all leads less the others', () => {
    const shared = shareCounts(source(['Web', 60, 30], ['Fair', 9, 4], ['Fax', 3, 1], ['Mail', 1, 1]));
    expect(countsOf(shared)).toEqual({ Web: [60, 30], [OTHER_SMALL]: [13, 6] });
    expect(shared.folded).toEqual([{ field: 'Source', small: 2, larger: ['Fair'] }]);
    expect(JSON.stringify(shared.figures)).not.toMatch(/Fair|Fax|Mail/);
  });

  test('takes none along once five leads are folded, and all there are where these are fewer', () => {
    const five = shareCounts(source(['Fair', 6, 3], ['Web', 60, 30], ['Fax', 3, 1], ['Mail', 2, 1]));
    expect(countsOf(five)).toEqual({ Fair: [6, 3], Web: [60, 30], [OTHER_SMALL]: [5, 2] });
    const four = shareCounts(source(['Fair', 6, 3], ['Web', 60, 30], ['Fax', 3, 1], ['Mail', 1, 1]));
    expect(four.folded).toEqual([{ field: 'Source', small: 2, larger: ['Fair'] }]);
    const all = shareCounts(source(['Fax', 3, 1], ['Mail', 1, 1]));
    expect(countsOf(all)).toEqual({ [OTHER_SMALL]: [4, 2] });
    expect(all.folded).toEqual([{ field: 'Source', small: 2, larger: [] }]);
  });

  test('that is called like the fold stays as it is where nothing is folded, and is not counted among the folded', () => {
    const without = shareCounts(source(['Web', 60, 30], [OTHER_SMALL, 40, 9]));
    expect(countsOf(without)).toEqual({ Web: [60, 30], [OTHER_SMALL]: [40, 9] });
    expect(without.folded).toEqual([]);
    const joined = shareCounts(source(['Web', 60, 30], [OTHER_SMALL, 40, 9], ['Fax', 2, 1]));
    expect(joined.folded).toEqual([{ field: 'Source', small: 1, larger: [] }]);
  });

  test('joins a value that has the name of the fold already', () => {
    const shared = shareCounts(source(['Web', 60, 30], [OTHER_SMALL, 40, 9], ['Fax', 2, 1]));
    expect(countsOf(shared)).toEqual({ Web: [60, 30], [OTHER_SMALL]: [42, 10] });
  });

  test('leaves the other columns as they are', () => {
    const device: CountedValues = {
      name: 'Device',
      values: [
        ['Phone', 40, 20],
        ['Fax', 32, 12],
      ],
    };
    const shared = shareCounts(source(['Web', 66, 30], ['Fax', 4, 1], ['Mail', 2, 1]), device);
    expect(metricOf(shared, 'Fax')).toMatchObject({ fieldName: 'Device', totalLeads: 32 });
    expect(shared.folded.map(({ field }) => field)).toEqual(['Source']);
  });

  test('is nowhere, whatever the counts, and no lead is lost', () => {
    const counts = fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.nat()), {
      minLength: 1,
      maxLength: 9,
    });
    fc.assert(
      fc.property(counts, (list) => {
        const values = list.map(([leads, any], at) => [`v${at}`, leads, any % (leads + 1)] as const);
        const shared = shareCounts(source(...values));
        const { metrics, totalLeads, totalQualified } = shared.figures.analysisData;
        const sum = (pick: (metric: Metric) => number) => metrics.reduce((all, one) => all + pick(one), 0);
        expect(sum((metric) => metric.totalLeads)).toBe(totalLeads);
        expect(sum((metric) => metric.qualifiedLeads)).toBe(totalQualified);
        expect(metrics.every((metric) => metric.totalLeads >= Math.min(5, totalLeads))).toBe(true);
        if (totalLeads >= 5) expect(findSharingProblem(shared.figures)).toBeNull();
      }),
    );
  });
});

test('a pair with a folded value is left out, and others stay', () => {
  const worked = measure(
    tallyOfCells(workedFields, [...workedCells, [['Fax', 'Mobile'], 2, 0], [['Fax', 'Desktop'], 1, 0]]),
  );
  const { figures, folded, hiddenPairs } = share(worked);
  // Referral is the smallest of the others, and is in two of the four pairs.
  expect(folded).toEqual([{ field: 'Source', small: 1, larger: ['Referral'] }]);
  const pairs = figures.analysisData.correlationTests.map(({ attributes }) =>
    attributes.map(({ value }) => value).join(' '),
  );
  expect(pairs.toSorted()).toEqual(['Ads Desktop', 'Ads Mobile']);
  expect(hiddenPairs).toBe(2);
});

test('rule, label and q are those that the owner sees, although pairs and with them the cut are not shown', () => {
  const measurement = measure(
    tallyOfCells(workedFields, [...workedCells, [['Fax', 'Mobile'], 2, 0], [['Fax', 'Desktop'], 1, 0]]),
  );
  const { figures, hiddenPairs } = share(measurement);
  const stored = sharedFiguresSchema.parse(figures);
  const page = readShared(stored);
  const [owner, reader] = [judge(measurement, settings), judge(page.measurement, page.settings)];
  expect(owner.valueRules.some(({ partners }) => partners.some(({ value }) => value === 'Referral'))).toBe(
    true,
  );
  const seen = ({ valueRules }: typeof owner) =>
    valueRules
      .filter(({ segment }) => !['Referral', 'Fax', OTHER_SMALL].includes(segment.value))
      .map(({ segment, suggested, isCut, partners }) => [
        segment.value,
        suggested,
        isCut,
        partners.length,
        segment.label,
        segment.q,
      ]);
  expect(seen(owner).some(([, , isCut]) => isCut)).toBe(true);
  expect(seen(reader)).toEqual(seen(owner));
  // The pairs that stay have the label and the q of all pairs.
  const pairs = ({ interactionTests }: typeof owner) =>
    new Map(interactionTests.map(({ attributes, label, q }) => [JSON.stringify(attributes), [label, q]]));
  for (const [pair, found] of pairs(reader)) expect(pairs(owner).get(pair)).toEqual(found);
  expect(reader.hidden.tests).toBe(hiddenPairs);
  // Partners of hidden pairs have no name.
  expect(JSON.stringify(stored)).not.toMatch(/Referral|Fax/);
});

test('q and labels beside other columns are those that the owner sees, except the q of a small value', () => {
  const alone = measure(
    tallyOfCells(workedFields, [...workedCells, [['Fax', 'Mobile'], 2, 0], [['Fax', 'Desktop'], 1, 0]]),
  );
  const measurement = widenDiscoveries(alone, {
    conversions: new Float64Array(200).fill(0.9),
    value: null,
    priors: { conversions: EQUAL_WEIGHTS, value: null },
  });
  const { figures } = share(measurement);
  const page = readShared(sharedFiguresSchema.parse(figures));
  const [owner, reader] = [judge(measurement, settings), judge(page.measurement, page.settings)];
  const seen = ({ segments }: typeof owner) =>
    segments
      .filter(({ value }) => !['Referral', 'Fax', OTHER_SMALL].includes(value))
      .map(({ value, label, q }) => [value, label, q]);
  expect(seen(owner).length).toBeGreaterThan(2);
  expect(seen(reader)).toEqual(seen(owner));
  expect(seen(owner)).not.toEqual(seen(judge(alone, settings)));
});

test('a q that comes from a folded value is left out, and one of its own stays', () => {
  const shownQ = (...values: CountedValues['values']) => {
    const { metrics } = share(measurementOfCounts([source(...values)])).figures.analysisData;
    return Object.fromEntries(metrics.map(({ fieldValue, q }) => [fieldValue, q]));
  };
  // 'Fair' joins 'Fax', which has under 5 leads. Its p is nearly that of 'A', whose q is that of 'Fair' then.
  const few = ['Fax', 3, 0] as const;
  const foreign = shownQ(['C', 800, 160], ['A', 100, 35], ['Fair', 98, 34], few);
  expect(foreign).toEqual({ C: expect.any(Number), A: undefined, [OTHER_SMALL]: undefined });
  const own = shownQ(['C', 800, 160], ['A', 100, 35], ['Fair', 98, 20], few);
  expect(own).toEqual({ C: expect.any(Number), A: expect.any(Number), [OTHER_SMALL]: undefined });
});

describe('what to expect of a rule', () => {
  const prior = [0.05, 0.05, 0.1, 0.1, 0.1, 0.2, 0.2, 0.2];
  const expectedOf = (analysis: Analysis) =>
    Object.fromEntries(analysis.segments.map((segment) => [segment.value, expectSegment(segment, analysis)]));
  const seenBy = (values: CountedValues['values']) => {
    const priors = { conversions: prior, value: null };
    const others = { conversions: new Float64Array(), value: null, priors };
    const measurement = widenDiscoveries(measurementOfCounts([source(...values)]), others);
    const page = readShared(sharedFiguresSchema.parse(share(measurement).figures));
    return {
      owner: expectedOf(judge(measurement, settings)),
      reader: expectedOf(judge(page.measurement, page.settings)),
    };
  };

  test('is what the owner sees', () => {
    const { owner, reader } = seenBy([
      ['Web', 600, 120],
      ['Ads', 300, 45],
      ['Fax', 3, 1],
      ['Mail', 4, 1],
    ]);
    expect([owner['Web'], owner['Ads']]).toEqual([reader['Web'], reader['Ads']]);
  });

  test('is left out of a column of which a value with 10 leads is folded, and of no other', () => {
    const spreadsOf = (fair: number) =>
      shareCounts(source(['Web', 600, 120], ['Fair', fair, 4], ['Fax', 3, 1]), {
        name: 'Device',
        values: [['Phone', 603 + fair, 125]],
      }).figures.analysisData.spreads?.map(({ fieldName }) => fieldName);
    expect(spreadsOf(9)).toEqual(['Source', 'Device']);
    expect(spreadsOf(10)).toEqual(['Device']);
  });

  test('tells nothing of a folded value with 10 leads or more', () => {
    const values = (conversions: number): CountedValues['values'] => [
      ['Web', 600, 120],
      ['Ads', 300, 45],
      ['Fair', 30, conversions],
      ['Fax', 3, 12 - conversions],
    ];
    // Both have 33 folded leads with 12 conversions.
    expect(seenBy(values(10)).reader).toEqual(seenBy(values(11)).reader);
    expect(seenBy(values(10)).owner).not.toEqual(seenBy(values(11)).owner);
  });
});

test('links of two thresholds show no pair that one of them must not show', () => {
  const cells: Cell[] = [
    [['Web', 'Berlin'], 300, 210],
    [['Ads', 'Berlin'], 400, 190],
    [['Fair', 'Berlin'], 2, 1],
    [['Web', 'Bonn'], 400, 110],
    [['Ads', 'Bonn'], 300, 20],
    [['Fair', 'Bonn'], 300, 66],
  ];
  const measurement = measure(tallyOfCells(['Source', 'City'], cells));
  const context = storedContextOf({ fileName: 'october.csv', configuration: null });
  const pairsAt = (thresholdPercent: number) =>
    makeSnapshot({
      measurement,
      settings: { conversionValue: 100, thresholdPercent },
      context,
      name: null,
      note: null,
    }).figures.analysisData.correlationTests.map(({ attributes }) =>
      attributes.map(({ value }) => value).join(' '),
    );
  // At 20% Ads is no finding, and the owner sees 'Web Berlin' without 'Ads Berlin'.
  const seenAt = (thresholdPercent: number) =>
    judge(measurement, { conversionValue: 100, thresholdPercent }).interactionTests.map(({ attributes }) =>
      attributes.map(({ value }) => value).join(' '),
    );
  expect(seenAt(10)).toEqual(expect.arrayContaining(['Web Berlin', 'Ads Berlin']));
  expect(seenAt(20)).toContain('Web Berlin');
  expect(seenAt(20)).not.toContain('Ads Berlin');
  // 'Berlin outside Web and Ads: 2 leads, 1 converted.'
  expect([1, 5, 10, 20, 30, 50].flatMap(pairsAt)).not.toContain('Web Berlin');
  expect(pairsAt(10)).toContain('Ads Berlin');
});

describe('figures that cannot be shared', () => {
  test('are those with what looks like an e-mail address or telephone number, which is named', () => {
    const { figures } = shareCounts(source(['Web', 60, 30], ['ann@example.com', 5, 2]));
    expect(describeProblem(figures)).toMatch(/"ann@example.com" of "Source" looks like an e-mail address/);
    const telephone = shareCounts(source(['Web', 60, 30], ['+49 30 1234567', 5, 2]));
    expect(describeProblem(telephone.figures)).toMatch(/looks like a telephone number/);
  });

  test('are not those whose only such values are folded', () => {
    const { figures } = shareCounts(
      source(['Web', 60, 30], ['ann@example.com', 4, 2], ['b@example.com', 1, 0]),
    );
    expect(describeProblem(figures)).toBeNull();
  });

  test('are those of 4 leads, and not those of 5', () => {
    expect(describeProblem(shareCounts(source(['Web', 4, 2])).figures)).toMatch(/fewer than 5 leads/);
    expect(describeProblem(shareCounts(source(['Web', 5, 2])).figures)).toBeNull();
  });

  test('are those of more than 512 KB, to the byte', () => {
    const { figures } = shareCounts(source(['Web', 60, 30]));
    const sizeOf = (note: string) => JSON.stringify({ isKept: false, figures: { ...figures, note } }).length;
    const room = 512 * 1024 - sizeOf('');
    expect(describeProblem({ ...figures, note: 'x'.repeat(room) })).toBeNull();
    expect(describeProblem({ ...figures, note: 'x'.repeat(room + 1) })).toBe(
      'These figures are too large to share: more than 512 KB. Choose attributes with fewer values.',
    );
    expect(describeProblem({ ...figures, note: 'é'.repeat(room / 2 + 1) })).toMatch(/too large to share/);
  });

  test('are those without any value, and those over 512 KB', () => {
    expect(describeProblem(shareCounts().figures)).toMatch(/no figures/);
    const many = Array.from({ length: 3000 }, (_, at) => [`value ${at} ${'x'.repeat(80)}`, 5, 2] as const);
    expect(describeProblem(shareCounts(source(...many)).figures)).toMatch(/more than 512 KB/);
  });
});
