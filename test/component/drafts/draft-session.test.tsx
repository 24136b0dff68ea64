import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDraftSession, type DraftState } from '#frontend/drafts/draft-session.ts';
import type { Draft } from '#frontend/drafts/draft-store.ts';
import { signalLeave } from '#frontend/drafts/leave-signal.ts';

// One store for the whole file: a test that fetches the modules anew would give the tests after it another one.
const memory = vi.hoisted(() => import('#test/support/memory-draft-store.ts'));
vi.mock('#frontend/drafts/draft-store.ts', () => memory);
const { draftStore, emptyDraftStore, rememberDrafts } = await memory;

beforeEach(() => {
  emptyDraftStore();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

const fileOf = (name: string) => new File(['Status\nWon\n'], name);

function draftOf(name: string, account: string | null = null): Draft {
  return { file: fileOf(name), choices: `choices for ${name}`, savedAt: 0, account, team: null };
}

interface Start {
  own?: Draft | null;
  opensInstead?: boolean;
}

/** A session over a store that remembers, whose restores the test lets end. */
function beginSession({ own = null, opensInstead = false }: Start = {}) {
  const kept = rememberDrafts(own);
  const opening: PromiseWithResolvers<boolean>[] = [];
  const session = createDraftSession({
    restore: async () => {
      const restored = Promise.withResolvers<boolean>();
      opening.push(restored);
      return restored.promise;
    },
    ...(opensInstead && { openInstead: async () => {} }),
    onKept: () => {},
  });
  session.begin();
  return {
    session,
    kept,
    state: () => session.snapshot().state,
    /** Runs all that waits. */
    settle: () => vi.advanceTimersByTimeAsync(2000),
    restored: (isOpen: boolean) => opening.at(-1)?.resolve(isOpen),
    keep: (file: File | null, choices = 'new choices') => session.keep({ file, pack: () => choices }),
  };
}

type Room = ReturnType<typeof beginSession>;

test('subscribers hear of a change alone: each answer renders the page, which keeps its work again', async () => {
  const room = beginSession();
  await room.settle();
  const heard: unknown[] = [];
  room.session.subscribe(({ state }) => heard.push(state));
  room.keep(NEW);
  room.keep(NEW, 'other choices');
  await room.settle();
  room.keep(NEW);
  expect(heard).toEqual(['open']);
  room.keep(null);
  room.keep(null);
  expect(heard).toEqual(['open', 'none']);
});

const OLD = draftOf('old.csv');
const NEW = fileOf('new.csv');

/** The steps run one after the other, each once all before it is done. */
const TABLE: readonly [
  name: string,
  start: Start,
  steps: readonly ((room: Room) => unknown)[],
  state: DraftState,
  own: string | null,
  aside: readonly string[],
][] = [
  ['before the store has answered', { own: OLD }, [], 'unknown', 'old.csv', []],
  ['without a draft', {}, [(room) => room.settle()], 'none', null, []],
  ['while its draft is being opened', { own: OLD }, [(room) => room.settle()], 'restoring', 'old.csv', []],
  [
    'with its draft open',
    { own: OLD },
    [(room) => room.settle(), (room) => room.restored(true)],
    'open',
    'old.csv',
    [],
  ],
  [
    'with a draft that could not be opened',
    { own: OLD },
    [(room) => room.settle(), (room) => room.restored(false), (room) => room.keep(null)],
    'unopened',
    'old.csv',
    [],
  ],
  [
    'with a new file',
    {},
    [(room) => room.settle(), (room) => room.session.giveWay(), (room) => room.keep(NEW)],
    'open',
    'new.csv',
    [],
  ],
  [
    'with a new file before the store has answered',
    { own: OLD },
    [(room) => room.session.giveWay(), (room) => room.keep(NEW)],
    'open',
    'new.csv',
    ['old.csv'],
  ],
  [
    'with a new file before the store has answered that there is no draft',
    {},
    [(room) => room.session.giveWay(), (room) => room.keep(NEW)],
    'open',
    'new.csv',
    [],
  ],
  [
    'with a new file while its draft is being opened',
    { own: OLD },
    [
      (room) => room.settle(),
      (room) => room.session.giveWay(),
      (room) => room.restored(false),
      (room) => room.keep(NEW),
    ],
    'open',
    'new.csv',
    ['old.csv'],
  ],
  [
    'with a new file after its draft could not be opened',
    { own: OLD },
    [
      (room) => room.settle(),
      (room) => room.restored(false),
      (room) => room.settle(),
      (room) => room.session.giveWay(),
      (room) => room.keep(NEW),
    ],
    'open',
    'new.csv',
    ['old.csv'],
  ],
  [
    'after it has given way to a file that was refused',
    { own: OLD },
    [(room) => room.settle(), (room) => room.session.giveWay(), (room) => room.restored(false)],
    'setAside',
    null,
    ['old.csv'],
  ],
  [
    'with other work to open',
    { own: OLD, opensInstead: true },
    [(room) => room.settle()],
    'setAside',
    null,
    ['old.csv'],
  ],
  [
    'with other work to open and no draft',
    { opensInstead: true },
    [(room) => room.settle()],
    'none',
    null,
    [],
  ],
  [
    'after a new start',
    {},
    [(room) => room.settle(), (room) => room.keep(NEW), (room) => room.settle(), (room) => room.keep(null)],
    'none',
    null,
    [],
  ],
  [
    'after the visitor has signed out',
    {},
    [(room) => room.settle(), () => signalLeave(), (room) => room.keep(NEW)],
    'left',
    null,
    [],
  ],
];

test.each(TABLE)('%s', async (_name, start, steps, state, own, aside) => {
  const room = beginSession(start);
  for (const step of steps) await step(room);
  if (state !== 'unknown') await room.settle();
  expect(room.state()).toBe(state);
  expect(room.kept.own?.file.name ?? null).toBe(own);
  expect([...room.kept.orphans.values()].map(({ file }) => file.name)).toEqual(aside);
});

test('work of a closed tab that is being opened is not cleared by the empty work of this tab', async () => {
  const room = beginSession();
  room.kept.orphans.set('gone', OLD);
  room.session.setAccount(null);
  await room.settle();
  expect(room.session.snapshot().abandoned?.draft).toBe(OLD);
  const adopted = room.session.adoptOrphan();
  await vi.advanceTimersByTimeAsync(0);
  expect(room.state()).toBe('restoring');
  // As when the account becomes known meanwhile.
  room.keep(null);
  await vi.advanceTimersByTimeAsync(2000);
  expect(room.kept.own?.file).toBe(OLD.file);
  room.restored(true);
  await adopted;
  expect(room.state()).toBe('open');
  // The page shows the restored work in a later render.
  room.keep(null);
  await room.settle();
  expect(room.kept.own?.file).toBe(OLD.file);
  room.keep(OLD.file, 'changed');
  await room.settle();
  expect(room.kept.own).toMatchObject({ file: OLD.file, choices: 'changed' });
  expect(draftStore.save).not.toHaveBeenCalled();
  room.keep(null);
  await room.settle();
  expect(room.kept.own).toBeNull();
});

test('only the end of the start is told, and each change once', async () => {
  const room = beginSession({ own: OLD });
  const seen: [DraftState, boolean][] = [];
  const stop = room.session.subscribe(({ state, hasBegun }) => seen.push([state, hasBegun]));
  await room.settle();
  room.restored(true);
  await room.settle();
  expect(seen).toEqual([
    ['restoring', false],
    ['open', false],
    ['open', true],
  ]);
  stop();
  room.keep(null);
  await room.settle();
  expect(seen).toHaveLength(3);
});

test('choices that change one after the other are stored once, and at once before the page is left', async () => {
  const room = beginSession({ own: OLD });
  await room.settle();
  room.restored(true);
  await room.settle();
  for (const choices of ['first', 'second']) {
    room.keep(OLD.file, choices);
    await vi.advanceTimersByTimeAsync(20);
  }
  expect(draftStore.saveChoices).not.toHaveBeenCalled();
  await room.settle();
  room.keep(OLD.file, 'last');
  await room.session.flush();
  expect(draftStore.saveChoices.mock.calls.map(([choices]) => choices)).toEqual(['second', 'last']);
});

test('work that could not be kept stays so when only something was read, or settings were kept, after it', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const room = beginSession();
  await room.settle();
  draftStore.save.mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'));
  room.keep(NEW);
  await room.settle();
  expect(room.session.snapshot().canKeep).toBe(false);
  room.session.setAccount(null);
  room.session.keepSettings(() => 'settings');
  await room.settle();
  expect(room.session.snapshot().canKeep).toBe(false);
  room.keep(NEW, 'other choices');
  await room.settle();
  expect(room.session.snapshot().canKeep).toBe(true);
  warn.mockRestore();
});

test('a browser without drafts is not looked through, and can keep new ones', async () => {
  vi.resetModules();
  vi.stubGlobal('indexedDB', { databases: async () => [] });
  const warn = vi.spyOn(console, 'warn');
  const { createDraftSession: createFirst } = await import('#frontend/drafts/draft-session.ts');
  const session = createFirst({ restore: async () => true, onKept: () => {} });
  session.begin();
  session.setAccount(null);
  await vi.advanceTimersByTimeAsync(2000);
  expect(session.snapshot()).toMatchObject({
    state: 'none',
    hasBegun: true,
    canKeep: true,
    abandoned: null,
  });
  expect(draftStore.load).not.toHaveBeenCalled();
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
  vi.unstubAllGlobals();
});
