import fc from 'fast-check';
import { expect } from 'vitest';
import type { AccountReference, PushedRule } from '#contract/pushes.ts';
import type { PlannedRule } from '#frontend/analysis/platforms/platform.ts';
import { makeRequest } from '#frontend/features/push/push-request.ts';
import { fuzz } from '#test/support/fuzz.ts';
import { MemoryPushStore } from '#test/support/memory-push-store.ts';
import { makePreview, makePush, makeUndo, type PushRoom, type StoredPush } from '#worker/pushes/push.ts';
import type { Access, RulePlatform } from '#worker/pushes/rule-platform.ts';

/** A stand-in that can be silent at any of its calls. */
interface Interruptible {
  readonly fetch: Access['fetch'];
  calls: readonly unknown[];
  failures: { at: number; isApplied: boolean }[];
  remember(): () => void;
}

/** One user's account at a stand-in, as the page works with it. */
export abstract class RuleRoom<StandIn extends Interruptible, Frame, Call> {
  readonly standIn: StandIn;
  readonly store = new MemoryPushStore<Frame, Call>();
  readonly room: PushRoom<Frame, Call>;

  constructor(standIn: StandIn, platform: RulePlatform<Frame, Call>, reference: AccountReference) {
    this.standIn = standIn;
    this.room = {
      platform,
      access: { accessToken: 'token', fetch: standIn.fetch },
      reference,
      store: this.store,
      now: Date.UTC(2026, 10, 25),
    };
  }

  /** Returns a function that makes the account and the pushes what they are now: each failure of a property begins there. */
  remember(): () => void {
    const [restoreAccount, restorePushes] = [this.standIn.remember(), this.store.remember()];
    return () => {
      restoreAccount();
      restorePushes();
    };
  }

  preview = (rules: readonly PushedRule[]) => makePreview(this.room, rules);

  /** Compares, approves and pushes; the stored push. Null where it cannot be pushed. */
  async push(rules: readonly PushedRule[]): Promise<StoredPush | null> {
    const { problems, picture } = await this.preview(rules);
    return problems.length > 0 ? null : await this.write(rules, picture);
  }

  async write(rules: readonly PushedRule[], picture: string): Promise<StoredPush> {
    try {
      return this.find(await makePush(this.room, { rules, picture }));
    } finally {
      this.#checkMarks();
    }
  }

  async undo(id: string): Promise<StoredPush> {
    try {
      await makeUndo(this.room, id);
    } finally {
      this.#checkMarks();
    }
    return this.find(id);
  }

  /** However a push has ended: the rules of a whole one are in use, and those of one that stopped, or was undone, are not. */
  #checkMarks(): void {
    for (const { id, state } of this.store.pushes) {
      if (state === 'done') expect(this.store.marked).toContain(id);
      if (['writing', 'stopped', 'undone'].includes(state)) expect(this.store.marked).not.toContain(id);
    }
  }

  find = (id: string): StoredPush => this.store.pushes.find((push) => push.id === id)!; // a test has its id

  /** The rules that conversions or bids get, without ids: all rules, those without an order in any order. */
  abstract effect(): string[];
  /** The content of the account before the test, whole. */
  abstract others(): unknown;
}

/** As text in which the order of keys and lists does not count, without some keys. */
export function canonical(value: unknown, without: readonly string[] = []): string {
  const word = (item: unknown) => canonical(item, without);
  if (Array.isArray(value)) return `[${value.map(word).sort().join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([key]) => !without.includes(key));
  const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([key, item]) => `${key}:${word(item)}`).join()}}`;
}

type Room = Pick<
  RuleRoom<Interruptible, unknown, unknown>,
  'standIn' | 'remember' | 'preview' | 'push' | 'write' | 'undo' | 'find' | 'effect' | 'others'
>;

/** The parts that the properties need of a platform. */
export interface Drawn<Account, Edit> {
  plans: fc.Arbitrary<PushedRule[]>;
  accounts: fc.Arbitrary<Account>;
  edits: fc.Arbitrary<Edit[]>;
  /** An account without rules, if none is given. */
  open(account?: Account): Room;
  edit(room: Room, edits: readonly Edit[]): void;
}

async function effectOf<Account, Edit>(
  { open }: Drawn<Account, Edit>,
  plan: readonly PushedRule[],
): Promise<string[]> {
  const room = open();
  await room.push(plan);
  return room.effect();
}

/** An empty account takes any plan, and the stand-in refuses nothing. */
export const takesAnyPlan = <Account, Edit>(drawn: Drawn<Account, Edit>, cases: number): Promise<void> =>
  fuzz({
    name: 'any plan',
    arbitrary: drawn.plans,
    cases,
    async check(plan) {
      const room = drawn.open();
      const { problems, difference } = await room.preview(plan);
      expect(problems).toEqual([]);
      expect(difference.map(({ action }) => action)).toEqual(plan.map(() => 'add'));
      expect(await room.push(plan)).toMatchObject({ state: 'done', problem: null });
      const again = await room.preview(plan);
      expect(again.difference.map(({ action }) => action)).toEqual(plan.map(() => 'leave'));
    },
  });

/** After any pushes and changes by hand a push has the effect of its plan beside that of others, and its undo that of before. */
export const pushesAndUndoes = <Account, Edit>(drawn: Drawn<Account, Edit>, cases: number): Promise<void> =>
  fuzz({
    name: 'push and undo',
    arbitrary: fc.record({
      account: drawn.accounts,
      earlier: fc.array(fc.record({ plan: drawn.plans, edits: drawn.edits }), { maxLength: 3 }),
      plan: drawn.plans,
    }),
    cases,
    async check({ account, earlier, plan }) {
      const room = drawn.open(account);
      const [theirs, theirEffect] = [room.others(), room.effect()];
      for (const { plan: old, edits } of earlier) {
        await room.push(old);
        drawn.edit(room, edits);
      }
      const before = room.effect();
      const push = await room.push(plan);
      if (!push) return expect(room.effect()).toEqual(before);
      expect(push.problem).toBeNull();
      expect(room.effect()).toEqual([...theirEffect, ...(await effectOf(drawn, plan))].sort());
      if (push.written.length === 0) return expect(room.effect()).toEqual(before);
      expect(await room.undo(push.id)).toMatchObject({ state: 'undone', problem: null });
      expect(room.effect()).toEqual(before);
      return expect(room.others()).toEqual(theirs);
    },
  });

interface Interrupted<Account> {
  account: Account;
  old: PushedRule[];
  plan: PushedRule[];
  isApplied: boolean;
}

const interrupted = <Account, Edit>({
  accounts,
  plans,
}: Drawn<Account, Edit>): fc.Arbitrary<Interrupted<Account>> =>
  fc.record({ account: accounts, old: plans, plan: plans, isApplied: fc.boolean() });

/** A call without an answer at any place of a push leaves an account that the next push repairs. */
export const repairsPushes = <Account, Edit>(drawn: Drawn<Account, Edit>, cases: number): Promise<void> =>
  fuzz({
    name: 'interrupted push',
    arbitrary: interrupted(drawn),
    cases,
    async check({ account, old, plan, isApplied }) {
      const room = drawn.open(account);
      await room.push(old);
      const { problems, picture } = await room.preview(plan);
      if (problems.length > 0) return;
      const restore = room.remember();
      const start = room.standIn.calls.length;
      await room.write(plan, picture);
      const wanted = room.effect();
      const count = room.standIn.calls.length - start;
      for (let at = 0; at < count; at++) {
        restore();
        room.standIn.failures = [{ at: start + at, isApplied }];
        const first = await room.write(plan, picture).catch((error: unknown) => error);
        if (!(first instanceof Error)) expect(['stopped', 'done']).toContain((first as StoredPush).state);
        expect(await room.push(plan)).toMatchObject({ state: 'done', problem: null });
        expect(room.effect()).toEqual(wanted);
      }
    },
  });

/** An undo without an answer at any place can be tried again. */
export const repairsUndoes = <Account, Edit>(drawn: Drawn<Account, Edit>, cases: number): Promise<void> =>
  fuzz({
    name: 'interrupted undo',
    arbitrary: interrupted(drawn),
    cases,
    async check({ account, old, plan, isApplied }) {
      const room = drawn.open(account);
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
        room.standIn.failures = [{ at: start + at, isApplied }];
        await room.undo(id).catch((error: unknown) => error);
        if (room.find(id).state !== 'undone') await room.undo(id);
        expect(room.find(id)).toMatchObject({ state: 'undone', problem: null });
        expect(room.effect()).toEqual(before);
      }
    },
  });

/** The rules of a plan as the page pushes them; `match` gives the id that the visitor chooses. Null where one is missing. */
export const toPushed = (
  rules: readonly PlannedRule[],
  match: (kind: string, value: string) => string | undefined,
): PushedRule[] | null => {
  const matchOf = ({ kind, value }: { kind: string; value: string }) => {
    const id = match(kind, value);
    return id === undefined ? undefined : { id, name: value };
  };
  return makeRequest({ account: { id: '1', via: null }, rules, matchOf })?.rules ?? null;
};
