import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RETENTION_MS } from '#frontend/drafts/retention.ts';

/** One for all tabs, though each has modules of its own. */
const memory = await vi.hoisted(() => import('#test/support/memory-idb.ts'));
vi.mock('idb', () => memory);
const { forgetDatabases, keptEntries, memoryIndexedDb } = memory;

const ANN = 'ann@example.com';
const LEADS = new File(['Status,Source\nWon,Ads\n'], 'leads.csv');
const NOW = Date.parse('2026-11-20T12:00:00Z');

/** The locks of a browser, as far as drafts need them. */
function makeLocks() {
  const held = new Map<string, unknown>();
  return {
    async request(name: string, _options: object, work: (lock: object | null) => Promise<void> | void) {
      if (held.has(name)) return await work(null);
      held.set(name, null);
      await work({});
      held.delete(name);
    },
    query: async () => ({ held: Array.from(held.keys(), (name) => ({ name })) }),
  };
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', memoryIndexedDb);
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: makeLocks() }));
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  forgetDatabases();
  sessionStorage.clear();
});

/** A document with modules and a name of its own; the databases, and what tells of a sign-out, are those of the browser. */
async function openTab() {
  vi.resetModules();
  sessionStorage.clear();
  const { openDraftStore, removeAllDrafts, tidyDrafts } = await import('#frontend/drafts/draft-store.ts');
  const { signalLeave } = await import('#frontend/drafts/leave-signal.ts');
  const store = await openDraftStore();
  const logOut = async () => {
    signalLeave();
    await removeAllDrafts();
  };
  return { store, tidyDrafts, logOut };
}

describe('after a log-out in one tab', () => {
  test('another tab stores no file that is opened in it, no choices and no settings', async () => {
    const [first, second] = [await openTab(), await openTab()];
    await first.store.save(LEADS, 'choices', ANN);
    await first.logOut();
    expect(keptEntries()).toEqual([]);
    expect((await second.store.save(LEADS, 'choices', ANN)).name).toBe('leads.csv');
    await second.store.saveChoices('choices', ANN);
    await second.store.keepSettings('settings', ANN);
    expect(keptEntries()).toEqual([]);
  });

  test('a document that is opened afterwards stores as ever', async () => {
    await (await openTab()).logOut();
    const next = await openTab();
    await next.store.save(LEADS, 'choices', null);
    expect(keptEntries()).toEqual(['drafts.files', 'drafts.choices']);
    expect(await next.store.load()).toMatchObject({ choices: 'choices', account: null });
  });
});

describe('the settings for the next file', () => {
  test('go with a log-out, whoever made them', async () => {
    for (const account of [ANN, null]) {
      const { store, logOut } = await openTab();
      await store.keepSettings('settings', account);
      expect(await store.findSettings(account)).toBe('settings');
      await logOut();
      expect(await store.findSettings(account)).toBeNull();
      expect(keptEntries()).toEqual([]);
    }
  });

  test.each([
    [90, 0, true],
    [90, 1, false],
  ])('are offered for %i days and %i milliseconds: %s', async (days, ms, isOffered) => {
    const { store, tidyDrafts } = await openTab();
    await store.keepSettings('settings', ANN);
    vi.setSystemTime(NOW + days * 86_400_000 + ms);
    expect(await store.findSettings(ANN)).toBe(isOffered ? 'settings' : null);
    await tidyDrafts(ANN);
    expect(keptEntries()).toEqual(isOffered ? ['settings.settings'] : []);
  });

  test.each([
    [ANN, ANN, true, true],
    [ANN, null, false, true],
    [null, ANN, false, true],
    [ANN, 'bob@example.com', false, false],
  ])('of %s are offered to %s: %s, and stay: %s', async (owner, account, isOffered, stays) => {
    const { store, tidyDrafts } = await openTab();
    await store.keepSettings('settings', owner);
    expect(await store.findSettings(account)).toBe(isOffered ? 'settings' : null);
    await tidyDrafts(account);
    expect(await store.findSettings(owner)).toBe(stays ? 'settings' : null);
  });
});

describe('work of a closed tab', () => {
  /** Leaves a draft whose tab is gone. */
  async function leaveDraft() {
    await (await openTab()).store.save(LEADS, 'choices', null);
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: makeLocks() }));
  }

  test.each([
    [0, true],
    [1, false],
  ])('is offered for a week and %i milliseconds: %s', async (ms, isOffered) => {
    await leaveDraft();
    vi.setSystemTime(NOW + RETENTION_MS.draft + ms);
    const { store, tidyDrafts } = await openTab();
    expect((await store.findOrphan(null))?.draft.choices).toBe(isOffered ? 'choices' : undefined);
    await tidyDrafts(null);
    expect(keptEntries()).toEqual(isOffered ? ['drafts.files', 'drafts.choices'] : []);
  });

  test('that another tab takes over after a log-out is not stored again', async () => {
    await leaveDraft();
    const [first, second] = [await openTab(), await openTab()];
    const orphan = await second.store.findOrphan(null);
    if (!orphan) throw new Error('No work is offered');
    await first.logOut();
    await second.store.adopt(orphan);
    expect(keptEntries()).toEqual([]);
  });
});
