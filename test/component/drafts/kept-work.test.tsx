import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDraftSession } from '#frontend/drafts/draft-session.ts';
import type { Draft } from '#frontend/drafts/draft-store.ts';

// As in `draft-session.test.tsx`.
const memory = vi.hoisted(() => import('#test/support/memory-draft-store.ts'));
vi.mock('#frontend/drafts/draft-store.ts', () => memory);
const { draftStore, emptyDraftStore, rememberDrafts } = await memory;

const ANN = 'ann@example.com';

beforeEach(() => {
  emptyDraftStore();
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** A session that has begun without a draft, or with this one. */
async function begin(own: Draft | null = null) {
  const kept = rememberDrafts(own);
  const onKept = vi.fn<(copy: File, file: File) => void>();
  const session = createDraftSession({ restore: async () => true, onKept });
  session.begin();
  await pass(0);
  return { kept, onKept, session };
}

const FILE = new File(['Status\nWon\n'], 'leads.csv');
const draftOf = (account: string | null): Draft => ({
  file: FILE,
  choices: 'choices',
  savedAt: 0,
  account,
  team: null,
});

describe('settings for the next file', () => {
  test('are stored a second after their last change, as they are then, for the account', async () => {
    const { session } = await begin();
    session.setAccount(ANN);
    let settings = 'first';
    session.keepSettings(() => settings);
    await pass(999);
    session.keepSettings(() => settings);
    settings = 'last';
    await pass(999);
    expect(draftStore.keepSettings).not.toHaveBeenCalled();
    await pass(1);
    expect(draftStore.keepSettings.mock.calls).toEqual([['last', ANN]]);
  });

  test('wait until it is known who is signed in', async () => {
    const { session } = await begin();
    session.keepSettings(() => 'settings');
    const found = session.findSettings();
    await pass(5000);
    expect([draftStore.keepSettings.mock.calls, draftStore.findSettings.mock.calls]).toEqual([[], []]);
    draftStore.findSettings.mockResolvedValue('earlier settings');
    session.setAccount(null);
    await pass(0);
    expect(draftStore.keepSettings.mock.calls).toEqual([['settings', null]]);
    expect(draftStore.findSettings.mock.calls).toEqual([[null]]);
    expect(await found).toBe('earlier settings');
  });

  test('belong to the account of the open work where its session has ended, and are looked for without one', async () => {
    const { session } = await begin(draftOf(ANN));
    session.setAccount(ANN);
    await pass(0);
    session.setAccount(null);
    session.keepSettings(() => 'settings');
    await pass(1000);
    void session.findSettings();
    await pass(0);
    expect(draftStore.keepSettings.mock.calls).toEqual([['settings', ANN]]);
    expect(draftStore.findSettings.mock.calls).toEqual([[null]]);
  });

  test('are stored at once before the page is left', async () => {
    const { session } = await begin();
    session.setAccount(null);
    session.keepSettings(() => 'settings');
    void session.flush();
    await pass(0);
    expect(draftStore.keepSettings).toHaveBeenCalledTimes(1);
  });
});

describe('the open file', () => {
  test('is stored at once, and the page gets the stored copy of it', async () => {
    const { session, onKept, kept } = await begin();
    const copy = new File(['Status\nWon\n'], 'leads.csv');
    draftStore.save.mockImplementation(async () => copy);
    session.keep({ file: FILE, pack: () => 'choices' });
    await pass(0);
    expect(onKept.mock.calls).toEqual([[copy, FILE]]);
    expect(draftStore.save.mock.calls).toEqual([[FILE, 'choices', null]]);
    // From now on only the choices change: they are stored 50 milliseconds after the last one.
    session.keep({ file: copy, pack: () => 'other choices' });
    await pass(49);
    expect(draftStore.saveChoices).not.toHaveBeenCalled();
    await pass(1);
    expect(draftStore.saveChoices.mock.calls).toEqual([['other choices', null]]);
    expect(kept.own).toBeNull();
  });

  test('is kept again once the browser has room for it', async () => {
    const { session } = await begin();
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const full = new DOMException('full', 'QuotaExceededError');
    draftStore.save.mockRejectedValueOnce(full);
    session.keep({ file: FILE, pack: () => 'choices' });
    await pass(0);
    expect(session.snapshot().canKeep).toBe(false);
    expect(warn.mock.calls).toEqual([['The draft could not be kept.', full]]);
    session.keep({ file: FILE, pack: () => 'choices' });
    await pass(0);
    expect(session.snapshot().canKeep).toBe(true);
    warn.mockRestore();
  });
});

describe('work of a closed tab', () => {
  test('is offered to the account that made it, and is gone once it is discarded', async () => {
    const { session, kept } = await begin();
    kept.orphans.set('of Ann', draftOf(ANN));
    session.setAccount(null);
    await pass(0);
    expect(session.snapshot().abandoned).toBeNull();
    session.setAccount(ANN);
    await pass(0);
    expect(session.snapshot().abandoned?.id).toBe('of Ann');
    await session.discardOrphan();
    expect(draftStore.remove.mock.calls).toEqual([['of Ann']]);
    expect(session.snapshot().abandoned).toBeNull();
  });

  test('is neither removed nor opened where there is none', async () => {
    const { session } = await begin();
    for (const end of [session.discardOrphan, session.adoptOrphan]) {
      await end();
      expect(session.snapshot().canKeep).toBe(true);
    }
    expect([draftStore.remove.mock.calls, draftStore.adopt.mock.calls]).toEqual([[], []]);
    expect(session.snapshot().state).toBe('none');
  });

  test('that was put aside for another file is named until it is opened again', async () => {
    const { session, kept } = await begin(draftOf(null));
    session.setAccount(null);
    kept.own = { ...draftOf(null), choices: 'older' };
    draftStore.load.mockResolvedValue(kept.own);
    const second = createDraftSession({ restore: async () => true, onKept: () => {} });
    second.setAccount(null);
    second.begin();
    second.giveWay();
    await pass(0);
    expect(second.snapshot()).toMatchObject({ setAsideFile: 'leads.csv', state: 'setAside', hasBegun: true });
    expect(second.snapshot().abandoned?.draft.choices).toBe('older');
    await second.adoptOrphan();
    expect(second.snapshot()).toMatchObject({ setAsideFile: null, abandoned: null, state: 'open' });
  });
});

test('a draft of another account is removed, and one of a signed-out user is put aside for the next sign-in', async () => {
  const first = await begin(draftOf(ANN));
  first.session.setAccount('bob@example.com');
  await pass(0);
  expect([first.kept.own, first.kept.orphans.size]).toEqual([null, 0]);
  const second = await begin(draftOf(ANN));
  second.session.setAccount(null);
  await pass(0);
  expect([second.kept.own, second.kept.orphans.size, second.session.snapshot().abandoned]).toEqual([
    null,
    1,
    null,
  ]);
});
