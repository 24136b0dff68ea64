import { describe, expect, test } from 'vitest';
import { LISTED_SEGMENTS } from '#contract/limits.ts';
import type { Alert } from '#contract/alerts.ts';
import type { AnalysisVersion } from '#contract/sources.ts';
import { compareMeasurements } from '#frontend/analysis/compare/compare.ts';
import { judge, measure } from '#frontend/analysis/judge/analyse.ts';
import { compareToEnter, type ComparedFigures } from '#frontend/features/compare/comparison-words.ts';
import {
  asCounted,
  findInUse,
  followVersions,
  lineUp,
  nameVersion,
  newValuesBetween,
} from '#frontend/features/sources/timed-versions.ts';
import {
  listRules,
  listWatched,
  describeLeadCounts,
  describeNewest,
  describeNewValues,
  describeRuleFates,
} from '#frontend/features/sources/version-words.ts';
import { measurementOfCounts, tallyOfCells, type CountedValues } from '#test/support/analysis-builders.ts';

/** A figure of a value that no file has, so that both sides tell what is entered. */
const IN_NO_FILE = { fieldName: 'Source', fieldValue: 'Fax', figures: [], pairRules: 0 };
const SETTINGS = { conversionValue: 100, thresholdPercent: 10 };
type Values = CountedValues['values'];

const source = (...values: Values) => measurementOfCounts([{ name: 'Source', values }]);

/** 200 of 1,000 leads: Referral at 2x and Ads at 0.5x are solid, Web is not. */
const SAVED: Values = [
  ['Referral', 200, 80],
  ['Ads', 300, 30],
  ['Web', 500, 90],
];

function version(number: number, values: Values, more: Partial<AnalysisVersion> = {}): AnalysisVersion {
  const total = (at: 1 | 2) => values.reduce((sum, value) => sum + value[at], 0);
  return {
    number,
    madeAt: new Date(2026, 10, 20 + number, 15, 4).toISOString(),
    leads: total(1),
    converted: total(2),
    newValues: [],
    enteredAt: null,
    metrics: values.map(([fieldValue, leads, conversions]) => ({
      fieldName: 'Source',
      fieldValue,
      totalLeads: leads,
      qualifiedLeads: conversions,
      conversionRate: (100 * conversions) / leads,
    })),
    ...more,
  };
}

const saved = { createdAt: new Date(2026, 10, 1), measurement: source(...SAVED), settings: SETTINGS };
const enteredAt = (day: number) => new Date(2026, 11, day).toISOString();

describe('the time line', () => {
  test('begins with the saved figures, and goes on with the oldest version', () => {
    const versions = lineUp(saved, [version(3, SAVED), version(1, SAVED)]);
    expect(versions.map(({ number }) => number)).toEqual([0, 1, 3]);
    expect(versions.map(nameVersion)).toEqual(['As saved', 'Version 1', 'Version 3']);
    const [first, second] = versions.map(({ analysis }) => analysis);
    expect(second?.segments).toEqual(first?.segments);
  });

  test('says where a version lists its largest values only', () => {
    const values = (count: number): Values => Array.from({ length: count }, (_, at) => [`v${at}`, 10, 1]);
    const [, all, cut] = lineUp(saved, [
      version(2, values(LISTED_SEGMENTS)),
      version(1, values(LISTED_SEGMENTS - 1)),
    ]);
    expect([all?.isCut, cut?.isCut]).toEqual([false, true]);
  });

  test('judges the saved rows as a delivery is judged: without other columns and duplicates', () => {
    const measurement = source(...SAVED);
    const doubted = {
      ...measurement,
      figures: { ...measurement.figures, qValues: new Float64Array(3).fill(0.9) },
      limits: { splitFields: [], hasManyDuplicates: true },
    };
    expect(judge(doubted, SETTINGS).labelCounts.Use).toBe(0);
    expect(judge(asCounted(doubted), SETTINGS).labelCounts.Use).toBe(2);
  });

  test('knows the values that came between two versions', () => {
    const chat = [{ field: 'Source', first: ['Chat'], count: 1 }];
    const others = [
      { field: 'Source', first: ['Fax', 'Fair'], count: 4 },
      { field: 'Device', first: ['Watch'], count: 1 },
    ];
    const [first, second, third, last] = lineUp(saved, [
      version(3, SAVED),
      version(2, SAVED, { newValues: others }),
      version(1, SAVED, { newValues: chat }),
    ]);
    if (!first || !second || !third || !last) throw new Error('There are four');
    const versions = [first, second, third, last];
    expect(newValuesBetween(versions, first, last)).toEqual([
      { field: 'Source', first: ['Chat', 'Fax', 'Fair'], count: 5 },
      { field: 'Device', first: ['Watch'], count: 1 },
    ]);
    expect(newValuesBetween(versions, first, second)).toEqual(chat);
    expect(newValuesBetween(versions, second, third)).toEqual(others);
    expect(newValuesBetween(versions, third, last)).toEqual([]);
  });

  test('has the version in use that was marked last, whatever its number; none without a mark', () => {
    expect(findInUse(lineUp(saved, [version(2, SAVED), version(1, SAVED)]))).toBeNull();
    const marked = lineUp(saved, [
      version(3, SAVED),
      version(2, SAVED, { enteredAt: enteredAt(1) }),
      version(1, SAVED, { enteredAt: enteredAt(2) }),
    ]);
    expect(findInUse(marked)?.number).toBe(1);
    const atOnce = lineUp(saved, [
      version(2, SAVED, { enteredAt: enteredAt(1) }),
      version(1, SAVED, { enteredAt: enteredAt(1) }),
    ]);
    expect(findInUse(atOnce)?.number).toBe(2);
  });

  test('has the saved rules in use once they came into use after the last mark of a version', () => {
    const listed = [version(2, SAVED, { enteredAt: enteredAt(2) }), version(1, SAVED)];
    const inUseWith = (by: 'entered' | 'meta' | 'watched', day: number, number = 0) => {
      const inUse = { version: number, since: enteredAt(day), by, newestDay: null, judgedAt: null };
      return findInUse(lineUp(saved, listed, inUse))?.number;
    };
    expect(inUseWith('entered', 3)).toBe(0);
    expect(inUseWith('meta', 3)).toBe(0);
    // The first run froze them, and nobody said that they are in an ad account.
    expect(inUseWith('watched', 3)).toBe(2);
    expect(inUseWith('entered', 1)).toBe(2);
    expect(inUseWith('entered', 3, 2)).toBe(2);
  });

  test('knows when each was made and entered; the saved figures were never entered', () => {
    const [first, second] = lineUp({ ...saved, createdAt: null }, [
      version(1, SAVED, { enteredAt: enteredAt(1) }),
    ]);
    expect(first).toMatchObject({ number: 0, madeAt: null, enteredAt: null, isCut: false, newValues: [] });
    expect(second).toMatchObject({ madeAt: new Date(2026, 10, 21, 15, 4), enteredAt: new Date(2026, 11, 1) });
    expect(first && describeNewest(first)).toBe('Version 0: 1,000 leads, 20.0% converted.');
  });

  test('follows rules of the same lift in the order of their names, and none without versions', () => {
    const alike: Values = [
      ['Zebra', 200, 80],
      ['Alpha', 200, 80],
      ['Web', 1000, 120],
    ];
    const lines = followVersions(lineUp({ ...saved, measurement: source(...alike) }, []));
    expect(lines.map(({ value }) => value)).toEqual(['Alpha', 'Zebra', 'Web']);
    expect(lines[0]).toMatchObject({ fieldName: 'Source', name: 'Source: Alpha', key: '["Source","Alpha"]' });
    expect(followVersions([])).toEqual([]);
  });

  test('follows the clear rules of the newest version and of the one in use, and no others', () => {
    const now: Values = [
      ['Referral', 200, 42],
      ['Ads', 300, 30],
      ['Chat', 200, 90],
      ['Web', 500, 105],
    ];
    const between: Values = [
      ['Fair', 60, 27],
      ['Web', 940, 173],
    ];
    const lines = followVersions(lineUp(saved, [version(2, now), version(1, between)]));
    expect(lines.map(({ name }) => name)).toEqual(['Source: Chat', 'Source: Referral', 'Source: Ads']);
    expect(lines[0]?.points.map(({ segment }) => segment?.leads ?? null)).toEqual([null, null, 200]);
    const inUse = followVersions(
      lineUp(saved, [version(2, now), version(1, between, { enteredAt: enteredAt(1) })]),
    );
    expect(inUse.map(({ name }) => name)).toEqual(['Source: Chat', 'Source: Ads', 'Source: Fair']);
  });
});

describe('what changed in words', () => {
  const compare = (before: Values, after: Values) =>
    compareMeasurements(source(...before), source(...after), { settings: SETTINGS, isTested: false });
  const NOTHING_MOVED = compareToEnter({ toEnter: [] }, { toEnter: [IN_NO_FILE], settings: SETTINGS });
  const rulesOf = (after: Values, before = SAVED, entered: ComparedFigures = NOTHING_MOVED) =>
    describeRuleFates(listRules(compare(before, after), entered), entered?.isInUse);

  test.each<[string, Values, string]>([
    ['stand where nothing moves', SAVED, 'All 2 clear rules still stand.'],
    [
      'are unclear, gone and new',
      [
        ['Ads', 300, 62],
        ['Chat', 200, 90],
        ['Web', 500, 60],
      ],
      'Of 2 clear rules, none still stands. Not there now: Source: Referral. Unclear now: Source: Ads. New: Source: Chat, Source: Web.',
    ],
    [
      'turn round',
      [
        ['Referral', 200, 80],
        ['Ads', 300, 120],
        ['Web', 500, 50],
      ],
      'Of 2 clear rules, 1 still stands. Turned round: Source: Ads. New: Source: Web.',
    ],
  ])('rules %s', (_, after, words) => {
    expect(rulesOf(after)).toBe(words);
  });

  test('a single rule, and none', () => {
    const one: Values = [
      ['Referral', 50, 30],
      ['Web', 975, 190],
      ['Mail', 975, 190],
    ];
    const none: Values = [
      ['Referral', 50, 10],
      ['Web', 975, 195],
      ['Mail', 975, 195],
    ];
    expect(rulesOf(one, one)).toBe('The clear rule still stands.');
    expect(rulesOf(none, one)).toBe('The clear rule does not stand. Unclear now: Source: Referral.');
    expect(rulesOf(one, none)).toBe('There was no clear rule before. New: Source: Referral.');
  });

  test('rules of one kind are listed with the highest lift of now first', () => {
    const grown: Values = [
      ['Web', 900, 90],
      ['Fair', 100, 40],
      ['Chat', 100, 60],
    ];
    const listed = listRules(compare([['Web', 1000, 200]], grown), null);
    expect(listed.filter(({ fate }) => fate === 'New').map(({ value }) => value)).toEqual([
      'Chat',
      'Fair',
      'Web',
    ]);
    const gone = listRules(compare(grown, [['Other', 1000, 200]]), null);
    expect(gone.map(({ value, fate }) => [value, fate])).toEqual([
      ['Chat', 'Not there now'],
      ['Fair', 'Not there now'],
      ['Web', 'Not there now'],
    ]);
  });

  test('watched rules are listed whatever their label is, and those that no longer hold come first', () => {
    const watched = (value: string) => ({ field: 'Source', value, side: 'cut' as const, weeks: 2 });
    const alert = { field: 'Source', value: 'Web' } as Alert; // only what is read
    const list = (rules: ReturnType<typeof watched>[], alerts: Alert[] = []) =>
      listWatched(compare(SAVED, SAVED), NOTHING_MOVED, { rules, alerts }).map(
        ({ value, fate, alert: raised }) => [value, fate, raised !== null],
      );
    const own = [
      ['Referral', 'Still stands', false],
      ['Ads', 'Still stands', false],
    ];
    expect(list([])).toEqual(own);
    // Web is not labelled Use.
    expect(list([watched('Web'), watched('Ads')])).toEqual([['Web', 'Unclear now', false], ...own]);
    expect(list([], [alert])).toEqual([['Web', 'Unclear now', true], ...own]);
    expect(listRules(compare(SAVED, SAVED), NOTHING_MOVED)).toHaveLength(2);
    const referral = { field: 'Source', value: 'Referral' } as Alert; // only what is read
    expect(list([watched('Web')], [referral])[0]).toEqual(['Referral', 'Still stands', true]);
  });

  test('several of three rules stand, and a single rule that stands has its verb', () => {
    const one = (fate: string) =>
      ({ fate, fieldName: 'Source', value: 'x' }) as unknown as ReturnType<typeof listRules>[number];
    const said = (...fates: string[]) => describeRuleFates(fates.map(one));
    expect(said('Still stands', 'Still stands', 'Unclear now')).toBe(
      'Of 3 clear rules, 2 still stand. Unclear now: Source: x.',
    );
    expect(said('Unclear now', 'Still stands')).toMatch(/^Of 2 clear rules, 1 still stands\./);
    expect(said('New', 'Still stands')).toBe('The clear rule still stands. New: Source: x.');
    expect(said('Turned round', 'Turned round', 'Turned round', 'Turned round')).toBe(
      'Of 4 clear rules, none still stands. Turned round: Source: x, Source: x, Source: x and 1 more.',
    );
  });

  describe('what is entered', () => {
    const google = (fieldValue: string, multiplier: number) => ({
      fieldName: 'Source',
      fieldValue,
      figures: [{ platform: 'google' as const, multiplier }],
      pairRules: 0,
    });
    const entered = (before: number, after: number, isInUse: boolean) =>
      compareToEnter(
        { toEnter: [google('Referral', before)], isInUse },
        { toEnter: [google('Referral', after)], settings: SETTINGS },
      );

    test.each([
      [1.65, 'All 2 clear rules still stand.'],
      [1.66, 'Of 2 clear rules, 1 still stands. Other figure: Source: Referral.'],
      [1.35, 'All 2 clear rules still stand.'],
      [1.34, 'Of 2 clear rules, 1 still stands. Other figure: Source: Referral.'],
    ])('1.5, then %d, within 10%% or not: %s', (after, words) => {
      expect(rulesOf(SAVED, SAVED, entered(1.5, after, false))).toBe(words);
    });

    test('is what the words are about once it is in use', () => {
      expect(rulesOf(SAVED, SAVED, entered(1.5, 1.65, true))).toBe(
        'The rule in use still stands. New: Source: Ads.',
      );
      expect(rulesOf(SAVED, SAVED, entered(1.5, 1.66, true))).toBe(
        'The rule in use does not stand. Other figure: Source: Referral. New: Source: Ads.',
      );
    });

    test('is not known: the words tell of the leads', () => {
      expect(rulesOf(SAVED, SAVED, null)).toBe('All 2 clear rules are still clear.');
      const inPairs = { ...google('Ads', 1), figures: [], pairRules: 1 };
      const some = compareToEnter(
        { toEnter: [google('Referral', 1.5), inPairs] },
        { toEnter: [google('Referral', 1.5), inPairs], settings: SETTINGS },
      );
      expect(rulesOf(SAVED, SAVED, some)).toBe('Of 2 clear rules, 1 still stands. Still clear: Source: Ads.');
    });
  });

  test('at most three rules of a kind are named', () => {
    const many: Values = [
      ...['a', 'b', 'c', 'd', 'e'].map((name) => [name, 200, 100] as const),
      ['Web', 2000, 100],
    ];
    expect(rulesOf(many, [['Web', 1000, 200]])).toMatch(
      /^There was no clear rule before\. New: Source: a, Source: b, Source: c and 3 more\.$/,
    );
  });

  test('leads, new values and the newest version', () => {
    const lead = (count: number): Values => [['Web', count, 10]];
    expect(describeLeadCounts(compare(lead(100), lead(1340)), { number: 3 })).toBe(
      '1,340 leads, 1,240 more than in version 3.',
    );
    expect(describeLeadCounts(compare(lead(100), lead(90)), { number: 0 })).toBe(
      '90 leads, 10 fewer than as saved.',
    );
    expect(describeLeadCounts(compare(lead(90), lead(90)), { number: 3 })).toBe(
      '90 leads, as many as in version 3.',
    );
    expect(describeLeadCounts(compare(lead(90), lead(90)), { number: 0 })).toBe(
      '90 leads, as many as were saved.',
    );
    expect(describeNewValues({ field: 'Source', first: ['Chat', 'Fax'], count: 5 })).toBe(
      'Source: Chat, Fax and 3 more',
    );
    expect(describeNewValues({ field: 'Source', first: ['Chat'], count: 1 })).toBe('Source: Chat');
    const [, newest] = lineUp(saved, [version(1, SAVED)]);
    expect(newest && describeNewest(newest)).toBe(
      'Version 1 came on November 21, 2026 3:04 PM: 1,000 leads, 20.0% converted.',
    );
  });

  test('a measurement of rows compares with stored counts without a difference', () => {
    const rows = measure(
      tallyOfCells(
        ['Source'],
        SAVED.map(([value, leads, conversions]) => [[value], leads, conversions]),
      ),
    );
    const [, stored] = lineUp({ ...saved, measurement: rows }, [version(1, SAVED)]);
    expect(judge(asCounted(rows), SETTINGS).labelCounts).toEqual(stored?.analysis.labelCounts);
  });
});

describe('versions with q and spreads', () => {
  const spreads = [{ fieldName: 'Source', values: 3, weights: [0, 0, 0, 0, 0, 0, 1, 0] }];
  const withQ = (q: number, weights = spreads[0]!.weights) =>
    version(1, SAVED, {
      metrics: version(1, SAVED).metrics.map((metric) => ({ ...metric, q })),
      spreads: [{ ...spreads[0]!, weights }],
    });
  const useOf = (versions: readonly AnalysisVersion[]) =>
    lineUp(saved, versions).map(({ analysis }) => analysis.labelCounts.Use);

  test('are judged by them; those of earlier releases keep labels of counts alone', () => {
    expect(useOf([withQ(0.01)])).toEqual([2, 2]);
    expect(useOf([withQ(0.06)])).toEqual([2, 0]);
    // No spread at all: no rule is likely to hold.
    expect(useOf([withQ(0.01, [1, 0, 0, 0, 0, 0, 0, 0])])).toEqual([2, 0]);
    expect(useOf([version(1, SAVED)])).toEqual([2, 2]);
  });

  test('are compared with the saved labels, and those of earlier releases with labels of counts', () => {
    const doubted = {
      ...saved,
      measurement: {
        ...saved.measurement,
        figures: { ...saved.measurement.figures, qValues: new Float64Array(3).fill(0.9) },
      },
    };
    const firstOf = (versions: readonly AnalysisVersion[]) =>
      lineUp(doubted, versions)[0]?.analysis.labelCounts.Use;
    expect(firstOf([withQ(0.01)])).toBe(0);
    expect(firstOf([version(1, SAVED)])).toBe(2);
  });
});
