import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzz, FUZZ_TIMEOUT_MS } from '#test/support/fuzz.ts';
import { hashAtOnce } from '#test/support/hash-at-once.ts';
import { accounts, editByHand, GoogleRoom, handEdits, plans } from './google-room.ts';

hashAtOnce();

/** A connection that breaks, or a Google that fails, before or after it has done what it was asked; once, or from then on. */
const failures = fc.record({
  isApplied: fc.boolean(),
  status: fc.constantFrom(0, 503),
  lasts: fc.boolean(),
});

const idsOf = (room: GoogleRoom) => room.customer.rules.map(({ resourceName }) => resourceName);

/** The effect that the plan alone would have in an empty account. */
async function effectOf(plan: Parameters<GoogleRoom['push']>[0]): Promise<string[]> {
  const room = new GoogleRoom();
  await room.push(plan);
  return room.effect();
}

test(
  'the account of any plan holds its rules, and the stand-in refuses nothing',
  { timeout: FUZZ_TIMEOUT_MS },
  () =>
    fuzz({
      name: 'any plan',
      arbitrary: plans,
      cases: 25,
      async check(plan) {
        const room = new GoogleRoom();
        const { problems, difference } = await room.preview(plan);
        expect(problems).toEqual([]);
        expect(difference.map(({ action }) => action)).toEqual(plan.map(() => 'add'));
        expect(await room.push(plan)).toMatchObject({ state: 'done', problem: null });
        expect(room.effect()).toHaveLength(plan.length);
      },
    }),
);

test(
  'after any pushes and changes by hand, a push has the effect of its plan, and its undo that of before',
  { timeout: FUZZ_TIMEOUT_MS },
  () =>
    fuzz({
      name: 'push and undo',
      arbitrary: fc.record({
        customer: accounts,
        earlier: fc.array(fc.record({ plan: plans, edits: handEdits }), { maxLength: 3 }),
        plan: plans,
      }),
      cases: 50,
      async check({ customer, earlier, plan }) {
        const room = new GoogleRoom(customer);
        const others = idsOf(room);
        const theirs = room.of(others);
        for (const { plan: old, edits } of earlier) {
          await room.push(old);
          editByHand(room, edits);
        }
        const before = room.effect();
        const seen = room.watch();
        const push = await room.push(plan);
        if (!push) {
          expect(room.effect()).toEqual(before);
          return;
        }
        expect(push.problem).toBeNull();
        // On the way no rule has an effect that it has neither before nor after.
        const meant = [...before, ...room.effect()];
        expect([...seen].filter((effect) => !meant.includes(effect))).toEqual([]);
        expect(room.effect()).toEqual([...room.effect(others), ...(await effectOf(plan))].sort());
        // There is nothing to undo where the account was as planned already.
        if (push.written.length === 0) {
          expect(room.effect()).toEqual(before);
          return;
        }
        const undone = await room.undo(push.id);
        expect(undone).toMatchObject({ state: 'undone', problem: null });
        expect(room.effect()).toEqual(before);
        expect([...seen].filter((effect) => !meant.includes(effect))).toEqual([]);
        expect(room.of(others)).toEqual(theirs);
        if (earlier.some(({ edits }) => edits.length > 0)) return;
        // Where nobody else has changed anything, all pushes are undone, the last one first.
        for (const { id, written, state } of room.store.pushes)
          if (written.length > 0 && state !== 'undone') await room.undo(id);
        expect(room.effect()).toEqual(room.effect(others));
        expect(room.of(others)).toEqual(theirs);
      },
    }),
);

test(
  'a call without an answer at any place leaves an account that the next push repairs',
  { timeout: FUZZ_TIMEOUT_MS },
  () =>
    fuzz({
      name: 'interrupted push',
      arbitrary: fc.record({
        customer: accounts,
        old: plans,
        plan: plans,
        failure: failures,
      }),
      cases: 10,
      async check({ customer, old, plan, failure }) {
        const room = new GoogleRoom(customer);
        const before = room.effect();
        await room.push(old);
        const { problems, picture } = await room.preview(plan);
        if (problems.length > 0) return;
        const restore = room.remember();
        const theirs = [...customer.rules, ...customer.sets].map(({ resourceName }) => resourceName);
        const start = room.standIn.calls.length;
        await room.write(plan, picture);
        const wanted = [...before, ...(await effectOf(plan))].sort();
        expect(room.effect()).toEqual(wanted);
        const count = room.standIn.calls.length - start;
        for (let at = 0; at < count; at++) {
          restore();
          room.standIn.failures = [{ ...failure, at: start + at }];
          const first = await room.write(plan, picture).catch((error: unknown) => error);
          if (!(first instanceof Error))
            expect(['stopped', 'done']).toContain((first as { state: string }).state);
          room.standIn.failures = [];
          expect(await room.push(plan)).toMatchObject({ state: 'done', problem: null });
          expect(room.effect()).toEqual(wanted);
          // Nothing is left over of the lost write: it was found, not made twice, and stays ours.
          const made = [...room.customer.rules, ...room.customer.sets].map(
            ({ resourceName }) => resourceName,
          );
          const kept = room.store.pushes.flatMap(({ ids }) => ids);
          expect(made.filter((id) => !theirs.includes(id) && !kept.includes(id))).toEqual([]);
          expect(room.listLoose().filter((id) => !theirs.includes(id))).toEqual([]);
        }
      },
    }),
);

test('an undo without an answer at any place can be tried again', { timeout: FUZZ_TIMEOUT_MS }, () =>
  fuzz({
    name: 'interrupted undo',
    arbitrary: fc.record({ customer: accounts, old: plans, plan: plans, failure: failures }),
    cases: 10,
    async check({ customer, old, plan, failure }) {
      const room = new GoogleRoom(customer);
      await room.push(old);
      const before = room.effect();
      const push = await room.push(plan);
      if (!push || push.written.length === 0) return;
      const { id } = push;
      const restore = room.remember();
      const start = room.standIn.calls.length;
      await room.undo(id);
      const count = room.standIn.calls.length - start;
      for (let at = 0; at < count; at++) {
        restore();
        room.standIn.failures = [{ ...failure, at: start + at }];
        await room.undo(id).catch((error: unknown) => error);
        room.standIn.failures = [];
        if (room.find(id).state !== 'undone') await room.undo(id);
        expect(room.find(id)).toMatchObject({ state: 'undone', problem: null });
        expect(room.effect()).toEqual(before);
      }
    },
  }),
);

test(
  'a Worker that ends at any place leaves a push that the next one repairs, and its undo takes back',
  { timeout: FUZZ_TIMEOUT_MS },
  () =>
    fuzz({
      name: 'ended Worker',
      arbitrary: fc.record({ customer: accounts, old: plans, plan: plans, undoes: fc.boolean() }),
      cases: 10,
      async check({ customer, old, plan, undoes }) {
        const others = customer.rules.map(({ resourceName }) => resourceName);
        const room = new GoogleRoom(customer);
        await room.push(old);
        const before = room.effect();
        const { problems, picture } = await room.preview(plan);
        if (problems.length > 0) return;
        const wanted = [...room.effect(others), ...(await effectOf(plan))].sort();
        const restore = room.remember();
        for (let saves = 0; ; saves++) {
          restore();
          room.store.endsAfter = saves;
          const ended = await room.write(plan, picture).then(
            () => false,
            () => true,
          );
          room.store.endsAfter = Infinity;
          if (!ended) return;
          const [last] = room.store.pushes;
          if (undoes && last && (last.written.length > 0 || last.pending)) {
            await room.undo(last.id);
            expect(room.effect()).toEqual(before);
          } else {
            expect(await room.push(plan)).toMatchObject({ state: 'done', problem: null });
            expect(room.effect()).toEqual(wanted);
          }
          expect(room.listLoose().filter((id) => !others.includes(id))).toEqual([]);
        }
      },
    }),
);
