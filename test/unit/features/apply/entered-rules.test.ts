import { describe, expect, test } from 'vitest';
import type { StoredToEnter } from '#contract/metrics.ts';
import type { PlatformId } from '#contract/platforms.ts';
import { findToEnter } from '#frontend/analysis/platforms/to-enter.ts';
import { packToEnter } from '#frontend/choices/pack-figures.ts';
import {
  findEntered,
  listWithTick,
  namedRule,
  ruleKey,
  type PlansInUse,
  type RuleToTick,
} from '#frontend/features/apply/entered-rules.ts';

const FIELDS = [
  { name: 'State', values: ['CA', 'TX'] },
  { name: 'Device', values: ['Mobile', 'Desktop'] },
];

/** 'CA + Mobile' */
const rule = (names: string, multiplier: number): RuleToTick => ({
  multiplier,
  conditions: names.split(' + ').map((value) => {
    const field = FIELDS.findIndex(({ values }) => values.includes(value));
    return { field, code: 0, value, kind: 'none', name: value };
  }),
});

const PLANS: PlansInUse['plans'] = {
  google: { rules: [rule('CA', 1.4), rule('CA + Mobile', 1.2), rule('CA + Desktop', 1.1)] },
  meta: { rules: [rule('TX', 0.7), rule('CA + Mobile', 1.3)] },
  microsoft: { rules: [rule('TX + Desktop', 0.5)] },
};
type Use = PlansInUse['inUse'];
const shown = (inUse: Use): PlansInUse => ({ fields: FIELDS, plans: PLANS, inUse });

/** The figures that come into use with these plans as a whole. */
const packed = (plans: Partial<PlansInUse['plans']>) => packToEnter(FIELDS, findToEnter(plans));

/** The rules that are ticked, by their platforms. */
const ticked = (inUse: Use) => {
  const entered = findEntered(shown(inUse));
  return (Object.keys(PLANS) as PlatformId[]).flatMap((platform) =>
    PLANS[platform].rules
      .filter((one) => entered.get(ruleKey(namedRule(platform, one, FIELDS)))?.multiplier === one.multiplier)
      .map(({ conditions }) => `${platform} ${conditions.map(({ value }) => value).join(' + ')}`),
  );
};

/** The list after these ticks, one after the other. */
const after = (inUse: Use, ...ticks: [PlatformId, names: string, isTicked?: boolean][]) =>
  ticks.reduce<StoredToEnter[]>((toEnter, [platform, names, isTicked = true], at) => {
    const own = PLANS[platform].rules.find(
      ({ conditions }) => conditions.map(({ value }) => value).join(' + ') === names,
    )!; // the plan has it
    const by = at === 0 ? (inUse?.by ?? 'watched') : 'entered';
    return listWithTick(shown({ by, toEnter }), namedRule(platform, own, FIELDS), isTicked);
  }, inUse?.toEnter ?? []);

const ALL = [
  'google CA',
  'google CA + Mobile',
  'google CA + Desktop',
  'meta TX',
  'meta CA + Mobile',
  'microsoft TX + Desktop',
];

describe('rules that came into use together', () => {
  test('as the plans of all platforms are all ticked', () => {
    expect(ticked({ by: 'entered', toEnter: packed(PLANS) })).toEqual([
      'google CA',
      'google CA + Mobile',
      'google CA + Desktop',
      'meta TX',
      'meta CA + Mobile',
      'microsoft TX + Desktop',
    ]);
  });

  test('by a push are those of its platform', () => {
    const toEnter = packed({ google: PLANS.google });
    expect(ticked({ by: 'google-rules', toEnter })).toEqual(ALL.slice(0, 3));
    // Mobile is in one pair, and CA in two.
    expect(ticked({ by: 'microsoft', toEnter: packed({ microsoft: PLANS.microsoft }) })).toEqual(
      ALL.slice(5),
    );
  });

  test('with other numbers of pairs have none of them ticked', () => {
    const toEnter = packed(PLANS).map((one) => ({ ...one, pairRules: one.pairRules + 1 }));
    expect(ticked({ by: 'entered', toEnter })).toEqual(['google CA', 'meta TX']);
  });

  test('none are, where they are not known', () => {
    expect(ticked(null)).toEqual([]);
    expect(ticked({ by: 'watched' })).toEqual([]);
  });
});

describe('a tick', () => {
  test('stores a pair once, whichever value comes first, and its number at both values', () => {
    expect(after(null, ['google', 'CA + Mobile'], ['google', 'CA + Desktop'])).toEqual([
      {
        fieldName: 'State',
        fieldValue: 'CA',
        figures: [],
        pairRules: 2,
        estimate: 'main-effects',
        pairs: [
          { platform: 'google', fieldName: 'Device', fieldValue: 'Mobile', multiplier: 1.2 },
          { platform: 'google', fieldName: 'Device', fieldValue: 'Desktop', multiplier: 1.1 },
        ],
      },
      { fieldName: 'Device', fieldValue: 'Mobile', figures: [], pairRules: 1, estimate: 'main-effects' },
      { fieldName: 'Device', fieldValue: 'Desktop', figures: [], pairRules: 1, estimate: 'main-effects' },
    ]);
    const turned = namedRule('google', rule('Mobile + CA', 1.2), FIELDS);
    expect(ruleKey(turned)).toBe(ruleKey(namedRule('google', rule('CA + Mobile', 1.2), FIELDS)));
  });

  test('that is taken back leaves nothing', () => {
    expect(after(null, ['google', 'CA + Mobile'], ['google', 'CA + Mobile', false])).toEqual([]);
    expect(after(null, ['meta', 'TX'], ['meta', 'TX', false])).toEqual([]);
  });

  test('in rules that came into use together changes one of them', () => {
    const inUse = { by: 'entered' as const, toEnter: packed(PLANS) };
    for (const gone of ALL) {
      const [platform, names] = [gone.split(' ', 1)[0] as PlatformId, gone.slice(gone.indexOf(' ') + 1)];
      const toEnter = after(inUse, [platform, names, false]);
      expect(ticked({ by: 'entered', toEnter })).toEqual(ALL.filter((one) => one !== gone));
    }
    // The last pair of Google goes too, while those of Meta stay.
    const toEnter = after(inUse, ['google', 'CA + Mobile', false], ['google', 'CA + Desktop', false]);
    expect(ticked({ by: 'entered', toEnter })).toEqual(ALL.filter((one) => !/^google .*\+/.test(one)));
  });

  test('after a push leaves the rules of the push', () => {
    const toEnter = after(
      { by: 'meta', toEnter: packed({ meta: PLANS.meta }) },
      ['google', 'CA + Desktop'],
      ['google', 'CA'],
    );
    expect(ticked({ by: 'entered', toEnter })).toEqual([
      'google CA',
      'google CA + Desktop',
      'meta TX',
      'meta CA + Mobile',
    ]);
  });

  test('leaves the figures of other platforms, and drops those on its own that the plan has no more', () => {
    const figures = [
      { platform: 'google' as const, multiplier: 3 },
      { platform: 'meta' as const, multiplier: 2 },
    ];
    const toEnter = [{ fieldName: 'State', fieldValue: 'FL', figures, pairRules: 0 }];
    expect(after({ by: 'entered', toEnter }, ['google', 'CA'])).toEqual([
      { ...toEnter[0]!, figures: figures.slice(1) },
      {
        fieldName: 'State',
        fieldValue: 'CA',
        figures: [{ platform: 'google', multiplier: 1.4 }],
        pairRules: 0,
        // FL stays as an earlier release has stored it.
        estimate: 'main-effects',
      },
    ]);
  });

  test('keeps a number of pairs that no plan explains', () => {
    const toEnter = [{ fieldName: 'State', fieldValue: 'CA', figures: [], pairRules: 5 }];
    expect(after({ by: 'entered', toEnter }, ['google', 'CA'])).toEqual([
      { ...toEnter[0]!, figures: [{ platform: 'google', multiplier: 1.4 }] },
    ]);
  });
});
