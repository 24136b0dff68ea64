import { describe, expect, test } from 'vitest';
import { compareMeasurements } from '#frontend/analysis/compare/compare.ts';
import { describeRateChange } from '#frontend/analysis/compare/rate-change.ts';
import { describeOwnRules, describeRate } from '#frontend/features/compare/comparison-words.ts';
import { measurementOfCounts, type CountedValues } from '#test/support/analysis-builders.ts';

type Values = CountedValues['values'];

function compare(before: Values, after: Values, isTested = true) {
  const measured = [before, after].map((values) => measurementOfCounts([{ name: 'Source', values }]));
  return compareMeasurements(measured[0]!, measured[1]!, {
    settings: { conversionValue: 100, thresholdPercent: 10 },
    isTested,
  });
}

describe('the change of the rate', () => {
  const before: Values = [
    ['A', 3000, 393],
    ['B', 3000, 393],
  ];

  test('is tested by both totals, and is not by the mix where the shares stay', () => {
    const change = describeRateChange(
      compare(before, [
        ['A', 3000, 351],
        ['B', 3000, 351],
      ]),
      true,
    );
    // 786 and 702 of 6,000: chi-square 5.413168, by Python's math.erfc p 0.019985.
    expect(change.pValue).toBeCloseTo(0.019985, 6);
    expect(change.mix).toEqual({ fieldName: 'Source', part: 'none' });
    expect(describeRate(change)).toBe('Conversion fell from 13.1% to 11.7%; probably real.');
  });

  test('is by the mix where values keep their rates and other shares come', () => {
    const change = describeRateChange(
      compare(
        [
          ['A', 3000, 900],
          ['B', 3000, 300],
        ],
        [
          ['A', 1500, 450],
          ['B', 4500, 450],
        ],
      ),
      true,
    );
    expect(change.mix).toEqual({ fieldName: 'Source', part: 'most' });
    expect(describeRate(change)).toBe(
      'Conversion fell from 20.0% to 15.0%; probably real, and mostly by the mix of Source.',
    );
  });

  test('within chance is said so, and is not tested where the files share leads', () => {
    const after: Values = [
      ['A', 3000, 400],
      ['B', 3000, 400],
    ];
    expect(describeRate(describeRateChange(compare(before, after), true))).toMatch(
      /^Conversion rose from 13\.1% to 13\.3%; it may be chance\.$/,
    );
    expect(describeRate(describeRateChange(compare(before, after, false), false))).toBe(
      'Conversion rose from 13.1% to 13.3%.',
    );
    expect(describeRate(describeRateChange(compare(before, before), true))).toBe(
      'Conversion is 13.1% in both.',
    );
  });
});

test('the solid rules of the earlier file stand, have changed or are unclear in the later one', () => {
  const before: Values = [
    ['Referral', 500, 200],
    ['Partner', 500, 175],
    ['Fair', 60, 25],
    ['Ads', 2000, 200],
    ['Web', 1000, 150],
  ];
  const after: Values = [
    ['Referral', 500, 190],
    ['Partner', 500, 75],
    ['Fair', 20, 5],
    ['Ads', 2000, 205],
    ['Web', 1000, 150],
  ];
  // Partner: 175 of 500 in 750 of 4,060, lift 1.895; then 75 of 500 in 625 of 4,020, lift 0.965.
  expect(describeOwnRules(compare(before, after), null)).toBe(
    'Of your 5 rules, 1 is still clear, 2 have changed (Source: Partner from 1.89x to 0.96x; Source: Ads from 0.54x to 0.66x) and 2 are unclear in the later leads.',
  );
  expect(describeOwnRules(compare(before, before), null)).toBe('Of your 5 rules, 5 are still clear.');
  expect(
    describeOwnRules(
      compare(
        [
          ['A', 100, 20],
          ['B', 100, 21],
        ],
        before,
      ),
      null,
    ),
  ).toBe('The earlier leads gave no clear rule. 5 rules are new.');
});
