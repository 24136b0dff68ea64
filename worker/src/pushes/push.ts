import { encodeHexLowerCase } from '@oslojs/encoding';
import type { DifferenceRow, PushPreview } from '#contract/push-answers.ts';
import type { PushedRule } from '#contract/pushes.ts';
import type { PushState } from '#worker/db/schema.ts';
import {
  aimAtPlan,
  aimAtRule,
  areBetween,
  compare,
  haveSameEffect,
  listOurs,
  toState,
  describeRule,
  describeState,
} from './difference.ts';
import { reconcile, type Account, type Journal, type Reached } from './engine.ts';
import {
  PlatformRefused,
  type DesiredRules,
  type AccountSnapshot,
  type Ours,
  type RuleState,
  type WriteStep,
} from './rule-platform.ts';

/** A push as it is stored. */
export interface StoredPush<Frame = unknown, Call = unknown> {
  id: string;
  state: PushState;
  accountName: string;
  rules: PushedRule[];
  difference: DifferenceRow[];
  /** The account before the push, of the rules only ours; null once it is too old to be undone. */
  before: AccountSnapshot<Frame> | null;
  /** Our rules as they were read back; null where that failed. */
  after: readonly RuleState[] | null;
  /** The ids of all that the push and its undo have made. */
  ids: readonly string[];
  /** The write that got no answer, and the ids that the account had before it. */
  pending: { step: WriteStep<Call>; known: readonly string[] } | null;
  /** The confirmed writes in words. */
  written: string[];
  problem: string | null;
  next: string[];
  kept: string[];
  undoneAt: number | null;
}

/** @internal */
export type NewPush<Frame, Call> = Omit<StoredPush<Frame, Call>, 'id'>;

/** The small parts of a push. */
export interface PushSummary<Call = unknown> extends Pick<
  StoredPush<unknown, Call>,
  'id' | 'state' | 'ids' | 'pending' | 'written'
> {
  /** Its undo comes next: it is not undone, has written something and is kept, and no later one has. */
  isNextUndo: boolean;
}

/** The pushes of one user to one account. */
export interface PushStore<Frame, Call> {
  /** Newest first. */
  list(): Promise<PushSummary<Call>[]>;
  find(id: string): Promise<StoredPush<Frame, Call> | undefined>;
  /** Stores a push that begins, and returns its id; null while another one to the account is under way. */
  start(push: NewPush<Frame, Call>): Promise<string | null>;
  /** Begins the undo of a push; false while another push or undo is under way. */
  resume(id: string): Promise<boolean>;
  /** Stores what a push or an undo that is under way has come to. */
  save(id: string, fields: Partial<StoredPush<Frame, Call>>): Promise<void>;
  /** Stores how a push or an undo has ended, in one transaction with what its end changes besides. */
  end(id: string, fields: Partial<StoredPush<Frame, Call>>): Promise<void>;
  /** Clears the write without an answer of an earlier push, which stays as ended as it is. */
  forgetPending(id: string): Promise<void>;
}

/** An account of a user, and what is stored of the pushes to it. */
export interface PushRoom<Frame, Call> extends Account<Frame, Call> {
  store: PushStore<Frame, Call>;
  now: number;
}

/** A push or an undo that was not begun. Nothing was written. */
export class PushRefused extends Error {
  readonly reason: 'changed' | 'running' | 'problem';

  constructor(reason: PushRefused['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

const running = () =>
  new PushRefused('running', 'Another push to this account is under way. Please wait until it has ended.');

/**
 * The ids of all that this user's pushes have made in an account. A write without an answer may have taken place: what it would have
 * made, and the account did not have before, is ours.
 */
function findOurs<Frame, Call>(
  { platform }: Account<Frame, Call>,
  held: AccountSnapshot<Frame>,
  pushes: readonly PushSummary<Call>[],
): Ours {
  const ids = new Set(pushes.flatMap((push) => push.ids));
  for (const { pending } of pushes) {
    if (!pending) continue;
    const known = new Set([...pending.known, ...ids]);
    for (const id of platform.findMade(held, pending.step, known)) ids.add(id);
  }
  return ids;
}

interface Looked<Frame, Call> {
  pushes: PushSummary<Call>[];
  /** With names. */
  held: AccountSnapshot<Frame>;
  ours: Ours;
  aim: DesiredRules;
  picture: string;
  preview: Pick<PushPreview, 'difference' | 'problems'>;
}

/** Reads the account and compares it with a plan. */
async function look<Frame, Call>(
  room: PushRoom<Frame, Call>,
  rules: readonly PushedRule[],
): Promise<Looked<Frame, Call>> {
  const { platform, access, reference, store } = room;
  const pushes = await store.list();
  const read = await platform.read(access, reference);
  const ours = findOurs(room, read, pushes);
  const plan = {
    ours,
    rules: rules.map((rule) => aimAtRule(platform, rule)),
    restores: false,
    label: labelOf(room.now),
  };
  const held = await platform.addNames(access, reference, read);
  const aim = aimAtPlan(platform, held, plan);
  const preview = { difference: compare(platform, held, aim), problems: platform.check(held, aim) };
  return { pushes, held, ours, aim, picture: await hash([read, [...ours].sort(), rules]), preview };
}

/** The name of sets that are made on that day. */
const labelOf = (now: number): string => `Lead values ${new Date(now).toISOString().slice(0, 10)}`;

async function hash(value: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return encodeHexLowerCase(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** The changes that a push would make, tested by the platform where it can; nothing is written. */
export async function makePreview<Frame, Call>(
  room: PushRoom<Frame, Call>,
  rules: readonly PushedRule[],
): Promise<PushPreview> {
  const { platform, access, reference } = room;
  const { held, ours, aim, picture, preview } = await look(room, rules);
  const touches = await platform.listTouched(access, reference);
  const problems = preview.problems.length > 0 ? preview.problems : await testFirst(room, held, aim);
  return {
    picture,
    accountName: held.accountName,
    difference: preview.difference,
    others: held.rules
      .filter(({ id }) => !ours.has(id))
      .map((rule, place) => ({ rule: describeRule(rule), effect: describeState(platform, rule, place) })),
    touches,
    notes: platform.noteChanges(held, aim),
    problems,
    isTested: platform.test !== undefined,
  };
}

/** Has the platform test the first write. The later ones build on it, so that they can't be tested before it is made. */
async function testFirst<Frame, Call>(
  { platform, access, reference }: PushRoom<Frame, Call>,
  held: AccountSnapshot<Frame>,
  aim: DesiredRules,
): Promise<PushPreview['problems']> {
  const step = platform.nextStep(held, aim);
  if (!step || !platform.test) return [];
  try {
    await platform.test(access, reference, step);
    return [];
  } catch (error) {
    if (!(error instanceof PlatformRefused)) throw error;
    return [{ rule: null, message: error.message }];
  }
}

/** Writes a plan that the visitor approved, reads it back, and stores every step of it. Returns the id of the push. */
export async function makePush<Frame, Call>(
  room: PushRoom<Frame, Call>,
  { rules, picture }: { rules: readonly PushedRule[]; picture: string },
): Promise<string> {
  const { platform, store } = room;
  const { pushes, held, ours, aim, picture: present, preview } = await look(room, rules);
  if (present !== picture)
    throw new PushRefused(
      'changed',
      'The account has changed since it was compared. Nothing was written. Look again.',
    );
  const [problem] = preview.problems;
  if (problem) throw new PushRefused('problem', problem.message);
  const id = await store.start({
    state: 'writing',
    accountName: held.accountName,
    rules: [...rules],
    difference: preview.difference,
    before: { ...held, rules: listOurs(held, ours) },
    after: null,
    ids: [...ours],
    pending: null,
    written: [],
    problem: null,
    next: [],
    kept: [],
    undoneAt: null,
  });
  if (id === null) throw running();
  for (const earlier of pushes) if (earlier.pending) await store.forgetPending(earlier.id);
  const journal = new StoredJournal(store, { id, ids: [...ours], written: [] }, ours);
  const reached = await reconcile(room, { held, aim, journal });
  await store.end(id, {
    state: reached.problem === null ? 'done' : 'stopped',
    problem: reached.problem,
    after: reached.held && statesOf(reached.held, journal.ours),
    next: reached.held ? platform.listNext(reached.held, journal.ours) : [],
  });
  return id;
}

const statesOf = <Frame>(held: AccountSnapshot<Frame>, ours: Ours): RuleState[] =>
  listOurs(held, ours).map(({ id: _id, ...state }) => state);

/** Restores the effect that our rules had before a push: conditions, figures, order and states. */
export async function makeUndo<Frame, Call>(room: PushRoom<Frame, Call>, id: string): Promise<void> {
  const { platform, access, reference, store } = room;
  const pushes = await store.list();
  const isNext = pushes.some((one) => one.id === id && one.isNextUndo);
  const push = isNext ? await store.find(id) : undefined;
  if (!push?.before)
    throw new PushRefused(
      'changed',
      'This push was undone already, or a later one has taken its place. Undo the last one first.',
    );
  const held = await platform.read(access, reference);
  const ours = findOurs(room, held, pushes);
  if (!isAsLeft(room, push, listOurs(held, ours)))
    throw new PushRefused(
      'changed',
      `Somebody has changed these rules in ${platform.name} since. Nothing was undone. Look again to see what the account holds.`,
    );
  const rules = push.before.rules.map(({ id: _id, ...state }) => state);
  const aim = { ours, rules, restores: true, label: labelOf(room.now) };
  const [problem] = platform.check(held, aim);
  if (problem) throw new PushRefused('problem', `Nothing was undone. ${problem.message}`);
  if (!(await store.resume(id))) throw running();
  await store.save(id, { ids: [...ours] });
  const journal = new StoredJournal(store, { ...push, ids: [...ours] }, ours);
  const reached = await reconcile(room, { held, aim, journal });
  await store.end(id, endOfUndo(room, push.before, reached));
}

function endOfUndo<Frame, Call>(
  { platform, now }: PushRoom<Frame, Call>,
  before: AccountSnapshot<Frame>,
  { held, problem }: Reached<Frame>,
): Partial<StoredPush<Frame, Call>> {
  if (problem !== null || !held) return { state: 'undo-stopped', problem };
  return { state: 'undone', problem: null, kept: platform.listKept(before, held), undoneAt: now };
}

/** Whether our rules are as the push has left them. One that stopped has left them somewhere on its way, and so has an undo. */
function isAsLeft<Frame, Call>(
  { platform }: PushRoom<Frame, Call>,
  { state, before, after, rules }: StoredPush<Frame, Call>,
  now: readonly RuleState[],
): boolean {
  if (state === 'done' && after) return haveSameEffect(platform, now, after);
  // An earlier release may have made it.
  const plans = [rules.map((rule) => aimAtRule(platform, rule)), rules.map(toState)];
  return plans.some((plan) => areBetween(now, before?.rules ?? [], [...plan, ...(after ?? [])]));
}

/** A journal in the record of a push. */
class StoredJournal<Frame, Call> implements Journal<Call> {
  readonly #store: PushStore<Frame, Call>;
  readonly #push: Pick<StoredPush<Frame, Call>, 'id' | 'ids' | 'written'>;
  ours: Ours;

  constructor(
    store: PushStore<Frame, Call>,
    push: Pick<StoredPush<Frame, Call>, 'id' | 'ids' | 'written'>,
    ours: Ours,
  ) {
    this.#store = store;
    this.#push = { id: push.id, ids: push.ids, written: push.written };
    this.ours = ours;
  }

  begin(step: WriteStep<Call>, known: readonly string[]): Promise<void> {
    return this.#store.save(this.#push.id, { pending: { step, known } });
  }

  end({ words }: WriteStep<Call>, made: readonly string[]): Promise<void> {
    const { id } = this.#push;
    this.#push.ids = [...this.#push.ids, ...made];
    this.#push.written = [...this.#push.written, words];
    this.ours = new Set([...this.ours, ...made]);
    const { ids, written } = this.#push;
    return this.#store.save(id, { ids, written, pending: null });
  }

  drop(): Promise<void> {
    return this.#store.save(this.#push.id, { pending: null });
  }
}
