import { expect, test } from 'vitest';
import { fuzz, FUZZ_TIMEOUT_MS } from '#test/support/fuzz.ts';
import { hashAtOnce } from '#test/support/hash-at-once.ts';
import { AUDIENCE_LABELS } from '#worker/platforms/meta/meta-conditions.ts';
import { plannedLeads, planLeads } from '../../analysis/platforms/platform-room.ts';
import { DRAWN, MetaRoom } from './meta-room.ts';
import { pushesAndUndoes, repairsPushes, repairsUndoes, takesAnyPlan, toPushed } from './rule-room.ts';

hashAtOnce();

const PLACEMENTS = [
  'FB_FEED',
  'FB_STORIES',
  'FB_REELS',
  'FB_MARKETPLACE',
  'FB_SEARCH',
  'IG_FEED',
  'IG_REELS',
];
const CHANNELS = ['APP', 'WEBSITE', 'PHONE_CALL', 'INSTANT_FORM'];

/** The id that the visitor chooses for the value with this number; undefined where the platform has fewer. */
const idOf = (kind: string, number: number): string | undefined =>
  ({
    location: `region:${1000 + number}`,
    audience: AUDIENCE_LABELS[number],
    placement: PLACEMENTS[number],
    'conversion-location': CHANNELS[number],
  })[kind];

const timeout = { timeout: FUZZ_TIMEOUT_MS };

test('Meta takes any plan, in its order', timeout, () => takesAnyPlan(DRAWN, 30));

test('a push to Meta has the effect of its plan, and its undo that of before', timeout, () =>
  pushesAndUndoes(DRAWN, 50),
);

test('a push to Meta that gets no answer at any place is repaired by the next one', timeout, () =>
  repairsPushes(DRAWN, 10),
);

test('an undo at Meta that gets no answer at any place can be tried again', timeout, () =>
  repairsUndoes(DRAWN, 10),
);

test('Meta refuses nothing that the planner plans for it', timeout, () =>
  fuzz({
    name: 'plans of the planner',
    arbitrary: plannedLeads,
    cases: 25,
    async check({ fields, leads, choices }) {
      const { rules } = planLeads(fields, leads, choices).plans.meta;
      // A visitor matches each value of the file to one of the platform's.
      const values = [...new Set(rules.flatMap(({ conditions }) => conditions.map(({ value }) => value)))];
      const match = (kind: string, value: string) => idOf(kind, values.indexOf(value));
      const pushed = toPushed(rules, match);
      if (!pushed) return;
      const room = new MetaRoom();
      expect((await room.preview(pushed)).problems).toEqual([]);
      expect(await room.push(pushed)).toMatchObject({ state: 'done', problem: null });
      expect(room.own[0]?.rules.map(({ adjust_sign: sign, adjust_value: value }) => [sign, value])).toEqual(
        rules.map(({ multiplier }) => [
          multiplier > 1 ? 'INCREASE' : 'DECREASE',
          Math.abs(Math.round((multiplier - 1) * 100)),
        ]),
      );
    },
  }),
);
