import { expect, test } from 'vitest';
import { fuzz, FUZZ_TIMEOUT_MS } from '#test/support/fuzz.ts';
import { hashAtOnce } from '#test/support/hash-at-once.ts';
import { plannedLeads, planLeads } from '../../analysis/platforms/platform-room.ts';
import { DRAWN, MicrosoftRoom } from './microsoft-room.ts';
import { pushesAndUndoes, repairsPushes, repairsUndoes, takesAnyPlan, toPushed } from './rule-room.ts';

hashAtOnce();

const timeout = { timeout: FUZZ_TIMEOUT_MS };

test('Microsoft takes any plan', timeout, () => takesAnyPlan(DRAWN, 30));

test('a push to Microsoft has the effect of its plan, and its undo that of before', timeout, () =>
  pushesAndUndoes(DRAWN, 50),
);

test('a push to Microsoft that gets no answer at any place is repaired by the next one', timeout, () =>
  repairsPushes(DRAWN, 10),
);

test('an undo at Microsoft that gets no answer at any place can be tried again', timeout, () =>
  repairsUndoes(DRAWN, 10),
);

test('Microsoft refuses nothing that the planner plans for it', timeout, () =>
  fuzz({
    name: 'plans of the planner',
    arbitrary: plannedLeads,
    cases: 25,
    async check({ fields, leads, choices }) {
      const { rules } = planLeads(fields, leads, choices).plans.microsoft;
      const values = [...new Set(rules.flatMap(({ conditions }) => conditions.map(({ value }) => value)))];
      const pushed = toPushed(
        rules,
        (kind, value) => `${kind === 'audience' ? 'Custom' : 'City'}:${100 + values.indexOf(value)}`,
      );
      if (!pushed) return;
      const room = new MicrosoftRoom();
      expect((await room.preview(pushed)).problems).toEqual([]);
      expect(await room.push(pushed)).toMatchObject({ state: 'done', problem: null });
      expect(room.own.map(({ Value }) => Value)).toEqual(rules.map(({ multiplier }) => multiplier));
    },
  }),
);
