import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { expectsDraft } from '#frontend/drafts/draft-mark.ts';
import { notePendingSave, takePendingSave } from '#frontend/drafts/pending-save.ts';
import { RETENTION_MS } from '#frontend/drafts/retention.ts';

/** One for all tabs, though each has modules of its own. */
const memory = await vi.hoisted(() => import('#test/support/memory-idb.ts'));
vi.mock('idb', () => memory);
const { countConnections, forgetDatabases, holdWrites, keptEntries, memoryIndexedDb, refuseFiles } = memory;

const ANN = 'ann@example.com';
const LEADS = new File(['Status,Source\nWon,Ads\n'], 'leads.csv');
/** For a database that a store has made before. */
const MADE = { upgrade: () => {} };
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
  closeTabs();
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  forgetDatabases();
  sessionStorage.clear();
});

/** All tabs are closed: nobody holds a lock any more. */
function closeTabs(): void {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: makeLocks() }));
}

/**
 * A document with modules of its own; the databases, and what tells of a sign-out, are those of the browser. It has the session
 * storage of the last one where that was loaded again or duplicated, else a new one.
 */
async function openTab({ isNew = true } = {}) {
  vi.resetModules();
  if (isNew) sessionStorage.clear();
  const { openDraftStore, removeAllDrafts, tidyDrafts } = await import('#frontend/drafts/draft-store.ts');
  const { signalLeave } = await import('#frontend/drafts/leave-signal.ts');
  const store = await openDraftStore();
  const logOut = async () => {
    signalLeave();
    await removeAllDrafts();
  };
  return { store, tidyDrafts, logOut };
}

test('a draft keeps the team in which its file was opened, until the user leaves', async () => {
  sessionStorage.setItem('team', 'team-1');
  sessionStorage.setItem('team-name', 'Growth');
  const team = { id: 'team-1', name: 'Growth' };
  const first = await openTab({ isNew: false });
  await first.store.save(LEADS, 'choices', ANN);
  // The tab shows other work from now on.
  sessionStorage.removeItem('team');
  closeTabs();
  const second = await openTab({ isNew: false });
  expect((await second.store.load())?.team).toEqual(team);
  await second.store.saveChoices('more choices', ANN);
  await second.store.shelve();
  const third = await openTab();
  const abandoned = await third.store.findAbandonedDraft(ANN);
  expect(abandoned?.draft).toMatchObject({ team, choices: 'more choices' });
  // The next file of this tab is personal again.
  await third.store.save(LEADS, 'choices', ANN);
  expect((await third.store.load())?.team).toBeNull();
  sessionStorage.setItem('team', 'team-1');
  await third.logOut();
  expect(sessionStorage.getItem('team')).toBeNull();
});

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

// A page that leaves waits for these calls, so that what they write is not lost.
describe.each(['requests', 'ends'] as const)('the %s of writing are waited for', (part) => {
  const WRITES: [name: string, write: (tab: Awaited<ReturnType<typeof openTab>>) => Promise<unknown>][] = [
    ['save', ({ store }) => store.save(LEADS, 'choices', ANN)],
    ['saveChoices', ({ store }) => store.saveChoices('choices', ANN)],
    ['clear', ({ store }) => store.clear()],
    ['shelve', ({ store }) => store.shelve()],
    ['adopt', async ({ store }) => store.adopt({ id: 'other', draft: (await store.load())! })], // saved below
    ['remove', ({ store }) => store.remove('other')],
    ['keepSettings', ({ store }) => store.keepSettings('settings', ANN)],
    ['tidyDrafts', ({ tidyDrafts }) => tidyDrafts('bob@example.com')],
    ['removeAllDrafts', ({ logOut }) => logOut()],
  ];

  test.each(WRITES)('by %s', async (_name, write) => {
    const tab = await openTab();
    await tab.store.save(LEADS, 'choices', ANN);
    const release = holdWrites(part);
    const ended = vi.fn<() => void>();
    const writing = write(tab).then(ended);
    await new Promise((resolve) => setTimeout(resolve));
    expect(ended).not.toHaveBeenCalled();
    release();
    await writing;
    expect(ended).toHaveBeenCalledOnce();
  });
});

describe('the draft of a tab', () => {
  test('has a copy of the file: its bytes, its name, its type and its time', async () => {
    const { store } = await openTab();
    const file = new File(['Status\nWon\n'], 'a.csv', { type: 'text/csv', lastModified: 7 });
    const copy = await store.save(file, 'choices', null);
    expect(copy).not.toBe(file);
    expect(copy).toMatchObject({ name: 'a.csv', type: 'text/csv', lastModified: 7 });
    expect(await copy.text()).toBe('Status\nWon\n');
    const gone = Object.assign(new File([], 'b.csv'), {
      arrayBuffer: () => Promise.reject(new Error('gone')),
    });
    expect(await store.save(gone, 'choices', null)).toBe(gone);
  });

  test('is there after a reload, with its latest choices, and is no work of a closed tab meanwhile', async () => {
    const { store } = await openTab();
    await store.save(LEADS, 'choices', null);
    await store.saveChoices('other choices', ANN);
    closeTabs();
    expect(await store.findAbandonedDraft(ANN)).toBeNull();
    const again = await openTab({ isNew: false });
    expect(expectsDraft()).toBe(true);
    expect(await again.store.load()).toMatchObject({ choices: 'other choices', account: ANN, savedAt: NOW });
    expect(await again.store.findAbandonedDraft(ANN)).toBeNull();
    await again.store.clear();
    expect([keptEntries(), expectsDraft()]).toEqual([[], false]);
    expect(await again.store.load()).toBeNull();
  });

  test('is copied where the tab is duplicated, and either can be cleared', async () => {
    const first = await openTab();
    await first.store.save(LEADS, 'choices', null);
    const second = await openTab({ isNew: false });
    expect(await second.store.load()).toMatchObject({ choices: 'choices' });
    await second.store.saveChoices('other choices', null);
    expect(await first.store.load()).toMatchObject({ choices: 'choices' });
    await first.store.clear();
    expect(await second.store.load()).toMatchObject({ choices: 'other choices' });
  });

  test('is offered for a week from the moment when it was put aside for another file', async () => {
    const { store, tidyDrafts } = await openTab();
    expect(await store.shelve()).toBeNull();
    await store.save(LEADS, 'choices', ANN);
    vi.setSystemTime(NOW + RETENTION_MS.draft);
    expect(await store.shelve()).toBe('leads.csv');
    expect([expectsDraft(), await store.load()]).toEqual([false, null]);
    await store.save(new File([], 'next.csv'), 'next choices', ANN);
    vi.setSystemTime(NOW + 2 * RETENTION_MS.draft);
    await tidyDrafts(ANN);
    expect((await store.findAbandonedDraft(ANN))?.draft).toMatchObject({ choices: 'choices', savedAt: NOW });
    expect(await store.findAbandonedDraft(null)).toBeNull();
    expect(await store.load()).toMatchObject({ choices: 'next choices' });
  });
});

test('a browser that stores bytes and no files gives the file back', async () => {
  refuseFiles();
  const { store } = await openTab();
  const file = new File(['Status\nWon\n'], 'leads.csv', {
    type: 'text/csv',
    lastModified: 1_700_000_000_000,
  });
  await store.save(file, 'choices', null);
  const draft = await store.load();
  expect(draft?.file).toBeInstanceOf(File);
  expect(draft?.file).toMatchObject({ name: 'leads.csv', type: 'text/csv', lastModified: 1_700_000_000_000 });
  expect(await draft?.file.text()).toBe('Status\nWon\n');
});

describe('a sign-out that no page has seen', () => {
  test.each([
    ['opens the store', async () => void (await openTab())],
    ['knows its user', async () => (await tidyOnly())(null)],
  ])(
    'removes all drafts and settings as soon as a page %s, once, and other tabs store no more',
    async (_, open) => {
      const { store } = await openTab();
      await store.save(LEADS, 'choices', ANN);
      await store.keepSettings('settings', ANN);
      document.cookie = 'signed-out=1; Path=/';
      const connections = countConnections();
      await open();
      expect(keptEntries()).toEqual([]);
      expect(document.cookie).not.toContain('signed-out');
      expect(expectsDraft()).toBe(false);
      // A store stays open as long as its page.
      expect(countConnections() - connections).toBeLessThanOrEqual(1);
      await store.save(LEADS, 'choices', ANN);
      expect(keptEntries()).toEqual([]);
      const next = await openTab();
      await next.store.save(LEADS, 'choices', null);
      expect(keptEntries()).toEqual(['drafts.files', 'drafts.choices']);
    },
  );

  async function tidyOnly() {
    vi.resetModules();
    return (await import('#frontend/drafts/draft-store.ts')).tidyDrafts;
  }
});

test('work of other accounts is removed once the user is known, and no connection stays open', async () => {
  for (const account of [ANN, 'bob@example.com', null]) {
    await (await openTab()).store.save(LEADS, account, account);
    await (await openTab()).store.keepSettings(account, account);
  }
  closeTabs();
  const { store, tidyDrafts } = await openTab();
  const connections = countConnections();
  await tidyDrafts(ANN);
  expect(countConnections()).toBe(connections);
  expect((await store.findAbandonedDraft(ANN))?.draft.choices).toBe(ANN);
  expect((await store.findAbandonedDraft(null))?.draft.choices).toBeNull();
  expect(await store.findAbandonedDraft('bob@example.com')).toBeNull();
});

test('a draft whose file is gone, or whose choices are, is none, and an older one is offered instead', async () => {
  for (const lost of ['none', 'choices', 'files'] as const) {
    vi.setSystemTime(NOW + (lost === 'none' ? 0 : 1000));
    const { store } = await openTab();
    await store.save(LEADS, `without ${lost}`, null);
    const id = sessionStorage.getItem('draft-tab') ?? '';
    const database = await memory.openDB('drafts', 1, MADE);
    if (lost !== 'none') await database.delete(lost, id);
    database.close();
    expect((await store.load())?.choices).toBe(lost === 'none' ? 'without none' : undefined);
  }
  closeTabs();
  const { store } = await openTab();
  expect((await store.findAbandonedDraft(null))?.draft.choices).toBe('without none');
});

test('a save that waits for the sign-in goes with a log-out: the next user of the tab may be another one', async () => {
  const { logOut } = await openTab();
  notePendingSave({ way: 'new', openedAt: NOW, content: 'choices' });
  await logOut();
  expect(takePendingSave()).toBeNull();
});

describe('the settings for the next file', () => {
  test('of an earlier release are found where that has kept them', async () => {
    const { store } = await openTab();
    await store.keepSettings('settings', null);
    const database = await memory.openDB('settings', 1, MADE);
    await database.put('settings', { settings: 'earlier', account: null, savedAt: NOW }, 'last');
    database.close();
    expect(await store.findSettings(null)).toBe('earlier');
  });

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
    closeTabs();
  }

  test.each([
    [0, true],
    [1, false],
  ])('is offered for a week and %i milliseconds: %s', async (ms, isOffered) => {
    await leaveDraft();
    vi.setSystemTime(NOW + RETENTION_MS.draft + ms);
    const { store, tidyDrafts } = await openTab();
    expect((await store.findAbandonedDraft(null))?.draft.choices).toBe(isOffered ? 'choices' : undefined);
    await tidyDrafts(null);
    expect(keptEntries()).toEqual(isOffered ? ['drafts.files', 'drafts.choices'] : []);
  });

  test('is offered newest first, and its database is not made to look for it', async () => {
    const { store: open, tidyDrafts } = await openTab();
    forgetDatabases();
    await open.keepSettings('settings', null);
    await tidyDrafts(null);
    expect(await memoryIndexedDb.databases()).toEqual([{ name: 'settings' }]);
    for (const days of [2, 0, 1]) {
      vi.setSystemTime(NOW - days * 86_400_000);
      await (await openTab()).store.save(LEADS, days, null);
    }
    closeTabs();
    vi.setSystemTime(NOW);
    const { store } = await openTab();
    for (const days of [0, 1, 2]) {
      const abandoned = await store.findAbandonedDraft(null);
      expect(abandoned?.draft.choices).toBe(days);
      await store.remove(abandoned?.id ?? '');
    }
    expect(await store.findAbandonedDraft(null)).toBeNull();
  });

  test('that another tab takes over after a log-out is not stored again', async () => {
    await leaveDraft();
    const [first, second] = [await openTab(), await openTab()];
    const abandoned = await second.store.findAbandonedDraft(null);
    if (!abandoned) throw new Error('No work is offered');
    await first.logOut();
    await second.store.adopt(abandoned);
    expect(keptEntries()).toEqual([]);
  });
});
