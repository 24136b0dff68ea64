import { describe, expect, test } from 'vitest';
import type { StoredToEnter } from '#contract/metrics.ts';
import type { Comparison, SegmentChange } from '#frontend/analysis/compare/compare.ts';
import type { SharedLeads } from '#frontend/analysis/compare/shared-leads.ts';
import type { RateChange } from '#frontend/analysis/compare/rate-change.ts';
import {
  listNotices,
  type ComparedSide,
  compareToEnter,
  describeAdvice,
  describeChanges,
  describeMoved,
  describeOwnRules,
  describeRate,
  describeRateTest,
  describeUntested,
} from '#frontend/features/compare/comparison-words.ts';

const comparison = (fields: object) => fields as Comparison; // only what is read

/** A rule before and after, by the lifts of the table; null for a value that one of them lacks. */
function change(
  [before, after]: readonly [number | null, number | null],
  fields: { label?: [string, string]; isChanged?: boolean; isSignificant?: boolean } = {},
): SegmentChange {
  const { label = ['Use', 'Test'], isChanged = false, isSignificant = true } = fields;
  const side = (lift: number | null, at: 0 | 1) =>
    lift === null ? null : { lift, adjustedLift: Math.sqrt(lift), label: label[at], isSignificant };
  return {
    fieldName: 'Source',
    value: 'Ads',
    before: side(before, 0),
    after: side(after, 1),
    isChanged,
  } as unknown as SegmentChange; // only what is read
}

const stands = change([1.5, 1.4]);
const changed = change([0.51, 0.93], { isChanged: true });
const unclear = change([1.5, 1.4], { isSignificant: false });
const fresh = change([1.1, 1.5], { label: ['Test', 'Use'] });
const other = change([1.1, 1.1], { label: ['Test', 'Test'] });

test.each<[string, SegmentChange[]]>([
  ['The earlier leads gave no clear rule.', [other]],
  ['The earlier leads gave no clear rule. 1 rule is new.', [other, fresh]],
  [
    'The earlier leads gave no clear rule. 2 rules are new.',
    [fresh, change([null, 2], { label: ['', 'Use'] })],
  ],
  ['Your rule is still clear.', [stands]],
  ['Your rule is still clear.', [change([0.5, 0.6])]],
  ['Your rule is still clear.', [change([1.5, 1.4], { label: ['Use', 'Use'] })]],
  ['Your rule has changed (Source: Ads from 0.51x to 0.93x).', [changed]],
  ['Your rule has changed (Source: Ads from 0.51x to 1.00x).', [change([0.51, null], { isChanged: true })]],
  ['Your rule is unclear in the later leads.', [unclear]],
  ['Your rule is unclear in the later leads.', [change([1.5, 0.6])]],
  ['Your rule is unclear in the later leads.', [change([1.5, null])]],
  ['Your rule is unclear in the later leads.', [change([1, 1.5])]],
  ['Your rule is unclear in the later leads.', [change([1.5, 1])]],
  ['Of your 2 rules, 2 are still clear.', [stands, stands]],
  ['Of your 2 rules, 1 is still clear and 1 is unclear in the later leads.', [stands, unclear]],
  [
    'Of your 4 rules, 1 is still clear, 1 has changed (Source: Ads from 0.51x to 0.93x) and 2 are unclear in the later leads. 1 rule is new.',
    [stands, changed, unclear, unclear, fresh],
  ],
  [
    'Of your 4 rules, 4 have changed (Source: Ads from 0.51x to 0.93x; Source: Ads from 0.51x to 0.93x; Source: Ads from 0.51x to 0.93x; 1 more).',
    [changed, changed, changed, changed],
  ],
  [
    'Of your 3 rules, 3 have changed (Source: Ads from 0.51x to 0.93x; Source: Ads from 0.51x to 0.93x; Source: Ads from 0.51x to 0.93x).',
    [changed, changed, changed],
  ],
])('"%s"', (words, segments) => {
  expect(describeOwnRules(comparison({ segments }), null)).toBe(words);
});

describe('what is entered', () => {
  const entered = (multiplier: number) => [
    {
      fieldName: 'Source',
      fieldValue: 'Ads',
      figures: [{ platform: 'google' as const, multiplier }],
      pairRules: 0,
    },
  ];
  const settings = { conversionValue: 100, thresholdPercent: 10 };
  const compareAt = (before: number, after: number) =>
    compareToEnter({ toEnter: entered(before) }, { toEnter: entered(after), settings });

  test('has moved: the rule does not stand, and the figure is named', () => {
    const of = compareAt(1.5, 1.2);
    expect(describeOwnRules(comparison({ segments: [stands] }), of)).toBe(
      'Your rule has another figure to enter.',
    );
    expect(describeOwnRules(comparison({ segments: [stands, changed, unclear] }), of)).toBe(
      'Of your 3 rules, 1 has changed (Source: Ads from 0.51x to 0.93x), 1 has another figure to enter and 1 is unclear in the later leads.',
    );
    expect(describeMoved(comparison({ segments: [stands] }), of)).toBe(
      'To enter anew: Source: Ads from 1.50x to 1.20x on Google.',
    );
    expect(describeMoved(comparison({ segments: [stands, stands, stands, stands] }), of)).toMatch(
      /on Google; 1 more\.$/,
    );
  });

  test('has not moved by more than the threshold of the later one: the rule stands', () => {
    const of = compareAt(1.5, 1.6);
    expect(describeOwnRules(comparison({ segments: [stands] }), of)).toBe('Your rule still stands.');
    expect(describeMoved(comparison({ segments: [stands] }), of)).toBe(
      'No figure to enter has moved by more than the threshold.',
    );
  });

  test('is not compared in rules of two conditions, which is said', () => {
    const inPairs = [{ fieldName: 'Source', fieldValue: 'Ads', figures: [], pairRules: 2 }];
    const wordsOf = (after: StoredToEnter[], before = entered(1.5)) =>
      describeMoved(
        comparison({ segments: [stands] }),
        compareToEnter({ toEnter: before }, { toEnter: after, settings }),
      );
    const rest = 'Rules of two conditions are not compared: check them against the newest plan.';
    expect(wordsOf(inPairs)).toBe(
      `No figure to enter for a single value has moved by more than the threshold. ${rest}`,
    );
    expect(wordsOf(entered(1.5), inPairs)).toMatch(rest);
    const moved = entered(1.2).map((one) => ({ ...one, pairRules: 1 }));
    expect(wordsOf(moved)).toBe(`To enter anew: Source: Ads from 1.50x to 1.20x on Google. ${rest}`);
  });

  test('is no rule for a value that is not among the figures', () => {
    const of = compareToEnter({ toEnter: entered(1.5) }, { toEnter: [], settings });
    expect(describeMoved(comparison({ segments: [stands] }), of)).toBe(
      'To enter anew: Source: Ads from 1.50x to no rule on Google.',
    );
  });

  test('says nothing of the platforms that the rules in use do not cover', () => {
    const on = (platform: 'google' | 'meta', multiplier: number) => ({ platform, multiplier });
    const figures = (...of: ReturnType<typeof on>[]) => [
      { fieldName: 'Source', fieldValue: 'Ads', figures: of, pairRules: 0 },
    ];
    const later = { toEnter: figures(on('google', 1.5), on('meta', 0.6)), settings };
    const inUse = compareToEnter({ toEnter: figures(on('google', 1.5)), isInUse: true }, later);
    expect(describeMoved(comparison({ segments: [stands] }), inUse)).toBe(
      'No figure in use has moved by more than the threshold.',
    );
    expect(describeOwnRules(comparison({ segments: [stands] }), inUse)).toBe('Your rule still stands.');
    // Of two lists of figures to enter, each tells of all platforms.
    const toEnter = compareToEnter({ toEnter: figures(on('google', 1.5)) }, later);
    expect(describeMoved(comparison({ segments: [stands] }), toEnter)).toBe(
      'To enter anew: Source: Ads from no rule to 0.60x on Meta.',
    );
  });

  test('is kept, changed or joined by more, and there is no advice where that is not known', () => {
    const adviceOf = (segments: SegmentChange[], of: ReturnType<typeof compareToEnter>, tested = 1) =>
      describeAdvice(comparison({ segments, tested }), of);
    const [kept, moved] = [compareAt(1.5, 1.6), compareAt(1.5, 1.2)];
    expect(adviceOf([stands], kept)).toBe('Keep your rule as it is.');
    expect(adviceOf([stands, unclear], kept)).toBe('Keep your rules as they are.');
    expect(adviceOf([stands], moved)).toBe('Change your rule: Source: Ads.');
    const web = { ...changed, value: 'Web' };
    const news = { ...unclear, value: 'News' };
    expect(adviceOf([stands, web, news], moved)).toBe('Change 2 of your 3 rules: Source: Ads, Source: Web.');
    expect(adviceOf([stands, web, news], kept)).toBe('Change 1 of your 3 rules: Source: Web.');
    // A value labelled Test that is entered is a rule too.
    expect(adviceOf([other], moved)).toBe('Change your rule: Source: Ads.');
    const more = compareToEnter(
      { toEnter: [{ fieldName: 'Source', fieldValue: 'News', figures: [], pairRules: 1 }] },
      { toEnter: entered(1.5), settings },
    );
    expect(
      adviceOf(
        [{ ...stands, value: 'Web' }, other],
        compareToEnter({ toEnter: [] }, { toEnter: entered(1.5), settings }),
      ),
    ).toBe('Enter 1 more rule: Source: Ads.');
    expect(adviceOf([news], more)).toBe('');
    expect(adviceOf([stands], null)).toBe('');
    expect(adviceOf([stands], kept, 0)).toBe('');
    expect(adviceOf([fresh], compareToEnter({ toEnter: [] }, { toEnter: entered(1), settings }))).toBe('');
  });

  test.each([
    [1.5, 1.65, 'Keep your rule as it is.', 'Your rule still stands.'],
    [1.5, 1.66, 'Change your rule: Source: Ads.', 'Your rule has another figure to enter.'],
    [1.5, 1.35, 'Keep your rule as it is.', 'Your rule still stands.'],
    [1.5, 1.34, 'Change your rule: Source: Ads.', 'Your rule has another figure to enter.'],
  ])('%d, then %d with a threshold of 10%%: %s', (before, after, advice, rules) => {
    const of = compareAt(before, after);
    expect(describeAdvice(comparison({ segments: [stands], tested: 1 }), of)).toBe(advice);
    expect(describeOwnRules(comparison({ segments: [stands] }), of)).toBe(rules);
  });

  test('is what advice and rules are about once it is in use, and no other rule', () => {
    const web = { ...stands, value: 'Web' };
    const inUse = (after: number) =>
      compareToEnter({ toEnter: entered(1.5), isInUse: true }, { toEnter: entered(after), settings });
    const said = (segments: SegmentChange[], of: ReturnType<typeof compareToEnter>) => [
      describeAdvice(comparison({ segments, tested: 2 }), of),
      describeOwnRules(comparison({ segments }), of),
    ];
    // Web is labelled Use, and was not entered.
    expect(said([stands, web], inUse(1.5))).toEqual(['Keep your rule as it is.', 'Your rule still stands.']);
    expect(said([stands, web], inUse(1.2))).toEqual([
      'Change your rule: Source: Ads.',
      'Your rule has another figure to enter.',
    ]);
    expect(said([web], inUse(1.5))).toEqual(['', 'No rule in use is about one of these values.']);
    // A value labelled Test counts once it is entered.
    expect(said([other], inUse(1.5))).toEqual(['Keep your rule as it is.', 'Your rule still stands.']);
    expect(
      said(
        [stands, fresh].map((one, at) => ({ ...one, value: at ? 'New' : 'Ads' })),
        inUse(1.5),
      )[1],
    ).toBe('Your rule still stands. 1 rule is new.');
  });

  test('keeps nothing while a rule in use is in no attribute of both, and counts it', () => {
    const city = { ...entered(1.3)[0]!, fieldName: 'City', fieldValue: 'Oslo' };
    const adviceAt = (after: number) =>
      describeAdvice(
        comparison({ segments: [stands], tested: 1 }),
        compareToEnter(
          { toEnter: [...entered(1.5), city], isInUse: true },
          { toEnter: entered(after), settings },
        ),
      );
    expect(adviceAt(1.5)).toBe('');
    expect(adviceAt(1.2)).toBe('Change 1 of your 2 rules: Source: Ads.');
  });

  test('changes without a test where its figure has moved', () => {
    const advice = (after: number) =>
      describeAdvice(comparison({ segments: [stands], tested: 0 }), compareAt(1.5, after));
    expect(advice(1.2)).toBe('Change your rule: Source: Ads.');
    expect(advice(1.5)).toBe('');
  });

  test('is joined by rules where none was entered before', () => {
    const of = compareToEnter({ toEnter: [] }, { toEnter: entered(1.5), settings });
    expect(describeAdvice(comparison({ segments: [other], tested: 1 }), of)).toBe(
      'Enter 1 rule: Source: Ads.',
    );
  });

  test('is not known in rules of two conditions: the words tell of the leads', () => {
    const both = entered(1.5).map((one) => ({ ...one, pairRules: 1 }));
    const of = compareToEnter({ toEnter: both }, { toEnter: both, settings });
    expect(describeOwnRules(comparison({ segments: [stands] }), of)).toBe('Your rule is still clear.');
    expect(describeAdvice(comparison({ segments: [stands], tested: 1 }), of)).toBe('');
  });

  test('is not compared where one of both does not tell', () => {
    expect(compareToEnter({ toEnter: null }, { toEnter: entered(1), settings })).toBeNull();
    expect(compareToEnter({ toEnter: entered(1) }, { toEnter: null, settings })).toBeNull();
    // Both tell that there is nothing to enter.
    expect(compareToEnter({ toEnter: [] }, { toEnter: [], settings })).toBeNull();
    expect(describeMoved(comparison({ segments: [stands] }), null)).toBe('');
  });

  test('is not compared with figures of an earlier release, which rest on another estimate', () => {
    const now = entered(1.2).map((one) => ({ ...one, estimate: 'main-effects' as const }));
    expect(compareToEnter({ toEnter: entered(1.5) }, { toEnter: now, settings })).toBeNull();
    expect(compareToEnter({ toEnter: now }, { toEnter: entered(1.5), settings })).toBeNull();
    expect(compareToEnter({ toEnter: now }, { toEnter: now, settings })).not.toBeNull();
    expect(compareToEnter({ toEnter: now }, { toEnter: [], settings })).not.toBeNull();
    const side = (toEnter: StoredToEnter[]) =>
      ({
        settings,
        toEnter,
        context: { fileName: 'a.csv', statusColumn: 'Status', qualifiedValues: ['Won'], attributes: [] },
      }) as unknown as ComparedSide; // only what is read
    const noticesOf = (before: StoredToEnter[], after: StoredToEnter[]) =>
      listNotices(side(before), side(after), {
        comparison: comparison({ onlyBefore: [], onlyAfter: [] }),
        shared: null,
      }).map(({ text }) => text);
    expect(noticesOf(now, now)).not.toContainEqual(expect.stringMatching(/earlier release/));
    expect(noticesOf(entered(1.5), now)).toContainEqual(expect.stringMatching(/^Those of Before are from/));
    expect(noticesOf(now, entered(1.5))).toContainEqual(expect.stringMatching(/^Those of After are from/));
  });
});

test.each([
  [0, 0, 'No value could be tested.'],
  [1, 0, 'None of 1 tested value has changed beyond chance.'],
  [24, 1, '1 of 24 tested values has changed; all else is within chance.'],
  [24, 2, '2 of 24 tested values have changed; all else is within chance.'],
])('of %d tested values %d changed: %s', (tested, count, words) => {
  expect(describeChanges(comparison({ tested, changed: count }), null)).toBe(words);
  expect(describeChanges(comparison({ tested, changed: count }), 'same-file')).toBe(
    'Nothing is tested, since the two seem to share leads.',
  );
});

test('values without a test are counted, unless nothing may be tested', () => {
  const verdicts = (...names: string[]) => names.map((verdict) => ({ verdict }));
  const untested = (tested: number, ...names: string[]) =>
    describeUntested(comparison({ tested, segments: verdicts(...names) }));
  expect(untested(2, 'Changed', 'Same')).toBe('');
  expect(untested(1, 'Changed', 'Not tested')).toBe('');
  expect(untested(1, 'Changed', 'Too few')).toBe(
    '1 value could not be tested: in one file only, fewer than 10 leads in one, or all leads of one.',
  );
  expect(untested(0, 'Too few', 'Too few')).toMatch(/^2 values could not/);
});

test.each<[Partial<RateChange>, string]>([
  [{ after: 0.1001 }, 'Conversion is 10.0% in both.'],
  [{ after: 0.05, pValue: null }, 'Conversion fell from 10.0% to 5.0%.'],
  [{ after: 0.15, pValue: null }, 'Conversion rose from 10.0% to 15.0%.'],
  [{ after: 0.15, pValue: 0.5, isClear: false }, 'Conversion rose from 10.0% to 15.0%; it may be chance.'],
  [{ after: 0.15, pValue: 1, isClear: false }, 'Conversion rose from 10.0% to 15.0%; it may be chance.'],
  [{ after: 0.15, isClear: false }, 'Conversion rose from 10.0% to 15.0%; it may be chance.'],
  [{ after: 0.15 }, 'Conversion rose from 10.0% to 15.0%; probably real.'],
  [
    { after: 0.15, mix: { fieldName: 'Source', part: 'none' } as RateChange['mix'] },
    'Conversion rose from 10.0% to 15.0%; probably real.',
  ],
  [
    { after: 0.15, mix: { fieldName: 'Source', part: 'some' } as RateChange['mix'] },
    'Conversion rose from 10.0% to 15.0%; probably real, and partly by the mix of Source.',
  ],
  [
    { after: 0.15, mix: { fieldName: 'Source', part: 'most' } as RateChange['mix'] },
    'Conversion rose from 10.0% to 15.0%; probably real, and mostly by the mix of Source.',
  ],
])('a change of the rate with %j: %s', (fields, words) => {
  const rate = { before: 0.1, after: 0.1, pValue: 0.02, isClear: true, mix: null, ...fields };
  expect(describeRate(rate as RateChange)).toBe(words);
});

test.each([
  [0.15, 0.02, 'The change of the rate has p 0.02.'],
  [0.15, 1, 'The change of the rate has p 1.'],
  [0.15, null, ''],
  [0.1001, 0.9, ''],
])('the test of a rate of 10%% that becomes %d with p %j: "%s"', (after, pValue, words) => {
  expect(describeRateTest({ before: 0.1, after, pValue, isClear: false, mix: null })).toBe(words);
});

describe('notices about a comparison', () => {
  const side = (thresholdPercent = 10, fields: object = {}) =>
    ({
      name: 'x',
      settings: { conversionValue: 100, thresholdPercent },
      context: {
        fileName: 'a.csv',
        statusColumn: 'Status',
        qualifiedValues: ['Won'],
        attributes: [],
        ...fields,
      },
    }) as unknown as ComparedSide; // only what is read
  const found = (fields: Partial<Comparison> = {}, shared: SharedLeads | null = null) => ({
    comparison: comparison({ onlyBefore: [], onlyAfter: [], splits: [{}], ...fields }),
    shared,
  });

  test('are none where both count the same things', () => {
    expect(listNotices(side(), side(), found())).toEqual([]);
  });

  test.each([
    [
      'same-file',
      'Both seem to be the same file',
      /^They have the same file name and as many rows, so nothing is tested/,
    ],
    [
      'same-counts',
      'Both files seem to hold the same leads',
      /^They have as many leads in all and in most values/,
    ],
    [
      'dates-overlap',
      'The dates of the two files overlap',
      /Limit the days of one of them and save it again\.$/,
    ],
  ] as const)('say why %s forbids a test', (shared, title, text) => {
    expect(listNotices(side(), side(), found({}, shared))).toEqual([
      { tone: 'caution', title, text: expect.stringMatching(text) as string },
    ]);
  });

  test.each(['before', 'after'])('say that conversions are compared where %s has amounts', (which) => {
    const valued = side(10, { worth: { kind: 'column', header: 'Amount' } });
    const [before, after] = which === 'before' ? [valued, side()] : [side(), valued];
    expect(listNotices(before, after, found()).map(({ title }) => title)).toContain(
      'Compared by conversions',
    );
  });

  test('name the attributes that only one of both has', () => {
    const only = (onlyBefore: string[], onlyAfter: string[], splits: object[] = [{}]) =>
      listNotices(side(), side(), found({ onlyBefore, onlyAfter, splits: splits as Comparison['splits'] }));
    expect(only(['City', 'Device'], ['Age'])).toEqual([
      {
        tone: 'info',
        title: 'Only attributes of both are compared',
        text: 'Only before: City, Device. Only after: Age. ',
      },
    ]);
    expect(only([], ['Age'])[0]?.text).toBe('Only after: Age. ');
    expect(only(['City'], [])[0]?.text).toBe('Only before: City. ');
    expect(only(['City'], ['Age'], [])[0]?.title).toBe('The two have no attribute in common');
  });

  test('say which threshold rules follow, and what both count in other ways', () => {
    expect(listNotices(side(5), side(12), found())).toEqual([
      {
        tone: 'info',
        title: 'Rules of both follow one threshold',
        text: 'The significance threshold is that of After, 12%. Before was saved with 5%.',
      },
    ]);
    const others = listNotices(
      side(5),
      side(10, { qualifiedValues: ['Sold'] }),
      found({ onlyAfter: ['Age'] }, 'same-file'),
    );
    expect(others.map(({ tone, title }) => [tone, title])).toEqual([
      ['caution', 'Both seem to be the same file'],
      ['caution', 'The two do not count the same things'],
      ['info', 'Only attributes of both are compared'],
      ['info', 'Rules of both follow one threshold'],
    ]);
    expect(others[1]?.text).toMatch(/Sold/);
  });
});
