import { vi } from 'vitest';
import type { Draft, DraftStore } from '#frontend/drafts/draft-store.ts';
import { isOffered } from '#frontend/drafts/kept-settings.ts';

/** Replaces the draft store, since jsdom has no IndexedDB. It keeps nothing; tests set its contents. */
export const draftStore = {
  load: vi.fn<DraftStore['load']>(),
  save: vi.fn<DraftStore['save']>(),
  saveChoices: vi.fn<DraftStore['saveChoices']>(),
  shelve: vi.fn<DraftStore['shelve']>(),
  clear: vi.fn<DraftStore['clear']>(),
  findAbandonedDraft: vi.fn<DraftStore['findAbandonedDraft']>(),
  adopt: vi.fn<DraftStore['adopt']>(),
  remove: vi.fn<DraftStore['remove']>(),
  keepSettings: vi.fn<DraftStore['keepSettings']>(),
  findSettings: vi.fn<DraftStore['findSettings']>(),
} satisfies DraftStore;

export const openDraftStore = () => Promise.resolve(draftStore);

export function emptyDraftStore(): void {
  for (const method of Object.values(draftStore)) method.mockReset().mockResolvedValue(undefined as never);
  draftStore.load.mockResolvedValue(null);
  draftStore.save.mockImplementation(async (file) => file);
  draftStore.findAbandonedDraft.mockResolvedValue(null);
  draftStore.shelve.mockResolvedValue(null);
}

/** Makes the store keep drafts: that of this tab and, by id, the orphans that other tabs may take over. */
export function rememberDrafts(own: Draft | null): { own: Draft | null; orphans: Map<string, Draft> } {
  const kept = { own, orphans: new Map<string, Draft>() };
  draftStore.load.mockImplementation(async () => kept.own);
  draftStore.save.mockImplementation(async (file, choices, account) => {
    kept.own = { file, choices, account, team: null, savedAt: Date.now() };
    return file;
  });
  draftStore.saveChoices.mockImplementation(async (choices, account) => {
    if (kept.own) kept.own = { ...kept.own, choices, account };
  });
  draftStore.clear.mockImplementation(async () => {
    kept.own = null;
  });
  draftStore.shelve.mockImplementation(async () => {
    const draft = kept.own;
    if (!draft) return null;
    kept.orphans.set(crypto.randomUUID(), draft);
    kept.own = null;
    return draft.file.name;
  });
  draftStore.findAbandonedDraft.mockImplementation(async (account) => {
    const [newest] = [...kept.orphans].filter(([, draft]) => isOffered(draft.account, account)).toReversed();
    return newest ? { id: newest[0], draft: newest[1] } : null;
  });
  draftStore.adopt.mockImplementation(async ({ id, draft }) => {
    kept.own = draft;
    kept.orphans.delete(id);
  });
  return kept;
}
