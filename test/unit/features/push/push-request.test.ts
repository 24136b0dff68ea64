import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_PUSHED_NAME_LENGTH, MAX_PUSHED_RULES, pushRequestSchema, VALUE_IDS } from '#contract/pushes.ts';
import {
  type PlannedRule,
  type RuleCondition,
  nameOnPlatform,
} from '#frontend/analysis/platforms/platform.ts';
import { PLATFORMS } from '#frontend/analysis/platforms/platforms.ts';
import { PLATFORM_IDS, type PlatformId, type ConditionKind } from '#contract/platforms.ts';
import { cutPushedName, listWanted, makeRequest, type Wanted } from '#frontend/features/push/push-request.ts';
import { choose, planCells, plannedLeads, planLeads } from '../../analysis/platforms/platform-room.ts';

const ACCOUNT = { id: '1234567890', via: null };
const matchOf = ({ kind, value }: Wanted) => ({ id: `${kind} ${value}`.slice(0, 100), name: `the ${value}` });

/** A rule of these conditions, with each value as a platform names it. */
function rule(multiplier: number, ...conditions: [ConditionKind, string][]): PlannedRule {
  const named = (kind: ConditionKind, value: string) =>
    nameOnPlatform(PLATFORMS.meta, kind, value) ?? nameOnPlatform(PLATFORMS.google, kind, value) ?? value;
  return {
    conditions: conditions.map(([kind, value], field): RuleCondition => ({
      field,
      code: 0,
      kind,
      value,
      name: named(kind, value),
    })),
    multiplier,
    limitedBy: null,
    computed: multiplier,
    alone: multiplier,
    leads: 100,
    takenBy: [],
  };
}

const request = (...rules: PlannedRule[]) => makeRequest({ account: ACCOUNT, rules, matchOf });

describe('the body of a push', () => {
  test('has the rules of the plan in their order, with its names and figures', () => {
    expect(
      request(rule(1.3, ['location', 'TX'], ['device', 'Smartphone']), rule(0.5, ['device', 'PC'])),
    ).toEqual({
      account: ACCOUNT,
      rules: [
        {
          name: 'Lead value 1: TX + Mobile',
          multiplier: 1.3,
          conditions: [
            { kind: 'location', values: [{ id: 'location TX', name: 'the TX', value: 'TX' }] },
            { kind: 'device', values: [{ id: 'mobile', name: 'Mobile', value: 'Smartphone' }] },
          ],
        },
        {
          name: 'Lead value 2: Desktop',
          multiplier: 0.5,
          conditions: [{ kind: 'device', values: [{ id: 'desktop', name: 'Desktop', value: 'PC' }] }],
        },
      ],
    });
  });

  test('names values that need no look-up by the words of the contract', () => {
    const idsOf = (kind: ConditionKind, value: string) =>
      request(rule(2, [kind, value]))?.rules[0]?.conditions[0]?.values.map(({ id }) => id);
    expect(idsOf('device', 'iPad')).toEqual(['tablet']);
    expect(idsOf('gender', 'F')).toEqual(['women']);
    expect(idsOf('gender', 'männlich')).toEqual(['men']);
    expect(idsOf('operating-system', 'iPhone iOS')).toEqual(['ios']);
    expect(idsOf('operating-system', 'Android 14')).toEqual(['android']);
    expect(idsOf('age', '25-44')).toEqual(['25-34', '35-44']);
    expect(idsOf('age', '55+')).toEqual(['55-64', '65+']);
  });

  test('has the placements that a code of the exports of Meta stands for, and asks for none of them', () => {
    const rules = ['fb', 'IG', 'an'].map((value) => rule(1.2, ['placement', value]));
    expect(listWanted(rules)).toEqual([]);
    const ids = request(...rules)?.rules.map(({ conditions }) => conditions[0]?.values.map(({ id }) => id));
    expect(ids).toEqual([
      ['FB_FEED', 'FB_STORIES', 'FB_REELS', 'FB_MARKETPLACE', 'FB_SEARCH', 'FB_VIDEO'],
      ['IG_FEED', 'IG_STORIES', 'IG_REELS', 'IG_EXPLORE'],
      ['AUDIENCE_NETWORK'],
    ]);
    expect(pushRequestSchema.safeParse(request(...rules)).success).toBe(true);
    expect(nameOnPlatform(PLATFORMS.meta, 'placement', 'msg')).toBeNull();
    expect(nameOnPlatform(PLATFORMS.meta, 'placement', 'Feed')).toBe('Feed');
    expect(listWanted([rule(1.2, ['placement', 'Feed'])])).toEqual([{ kind: 'placement', value: 'Feed' }]);
  });

  test('waits for each value that has to be matched', () => {
    const rules = [rule(2, ['location', 'TX']), rule(3, ['audience', 'Buyers'])];
    const only = (kind: string) => (wanted: Wanted) => (wanted.kind === kind ? matchOf(wanted) : undefined);
    expect(makeRequest({ account: ACCOUNT, rules, matchOf: only('location') })).toBeNull();
    expect(makeRequest({ account: ACCOUNT, rules, matchOf: only('audience') })).toBeNull();
    expect(makeRequest({ account: ACCOUNT, rules, matchOf })?.rules).toHaveLength(2);
  });

  test('is none for a plan without rules, and for one with more than a push takes', () => {
    const many = (count: number) =>
      request(...Array.from({ length: count }, () => rule(2, ['device', 'PC'])));
    expect(many(0)).toBeNull();
    expect(many(MAX_PUSHED_RULES)?.rules).toHaveLength(MAX_PUSHED_RULES);
    expect(many(MAX_PUSHED_RULES + 1)).toBeNull();
  });

  test('cuts a multiplier to the largest that a push takes, and long names between two characters', () => {
    const [long] = request(rule(1001, ['location', '😀'.repeat(400)]))?.rules ?? [];
    expect(long?.multiplier).toBe(1000);
    expect(long?.conditions[0]?.values[0]?.value).toBe('😀'.repeat(MAX_PUSHED_NAME_LENGTH / 2));
    expect(cutPushedName(`a${'😀'.repeat(200)}`)).toBe(`a${'😀'.repeat(149)}`);
    expect(request(rule(1000, ['device', 'PC']))?.rules[0]?.multiplier).toBe(1000);
  });
});

test('each value that has to be matched is asked for once, in the order of the rules', () => {
  const rules = [
    rule(2, ['location', 'TX'], ['device', 'PC']),
    rule(2, ['audience', 'TX']),
    rule(2, ['location', 'CA']),
    rule(2, ['location', 'TX'], ['placement', 'Feed']),
    rule(2, ['conversion-location', 'Web'], ['gender', 'F']),
  ];
  expect(listWanted(rules)).toEqual([
    { kind: 'location', value: 'TX' },
    { kind: 'audience', value: 'TX' },
    { kind: 'location', value: 'CA' },
    { kind: 'placement', value: 'Feed' },
    { kind: 'conversion-location', value: 'Web' },
  ]);
});

test('a plan of Google is pushed as it stands in the table', () => {
  const plans = planCells(
    ['State', 'Device'],
    [
      [['CA', 'Mobile'], 1000, 300],
      [['CA', 'Desktop'], 1000, 600],
      [['TX', 'Mobile'], 2000, 100],
      [['TX', 'Desktop'], 2000, 900],
    ],
    choose(['location', 'device']),
  );
  const { rules } = plans.google;
  expect(rules.length).toBeGreaterThan(1);
  const body = request(...rules);
  expect(body?.rules.map(({ multiplier }) => multiplier)).toEqual(rules.map(({ multiplier }) => multiplier));
  expect(body?.rules.map(({ conditions }) => conditions.map(({ kind }) => kind))).toEqual(
    rules.map(({ conditions }) => conditions.map(({ kind }) => kind)),
  );
});

/** The ids that each platform takes of the kinds whose ids are words. */
const KNOWN_IDS = Object.values(VALUE_IDS).flat() as string[];

test('for any plan that the planner can make, the body fits the contract', () => {
  let rulesSeen = 0;
  fc.assert(
    fc.property(
      plannedLeads,
      fc.constantFrom<PlatformId>(...PLATFORM_IDS),
      ({ fields, leads, choices }, id) => {
        const { rules } = planLeads(fields, leads, choices).plans[id];
        const body = request(...rules);
        if (rules.length === 0) {
          expect(body).toBeNull();
          return;
        }
        rulesSeen += rules.length;
        const read = pushRequestSchema.safeParse(body);
        expect(read.error?.issues ?? []).toEqual([]);
        const values = read.data?.rules.flatMap(({ conditions }) => conditions) ?? [];
        for (const { kind, values: ids } of values) {
          if (!Object.hasOwn(VALUE_IDS, kind)) continue;
          expect(ids.every((value) => KNOWN_IDS.includes(value.id))).toBe(true);
        }
      },
    ),
    { numRuns: 60 },
  );
  expect(rulesSeen).toBeGreaterThan(20);
});
