import { vi } from 'vitest';
import type { DraftStore } from '#frontend/lib/draft-store.ts';

/** Takes the place of the draft store, for jsdom has no IndexedDB: it keeps nothing, and tests say what it holds. */
export const draftStore = {
  load: vi.fn<DraftStore['load']>(),
  save: vi.fn<DraftStore['save']>(),
  saveChoices: vi.fn<DraftStore['saveChoices']>(),
  shelve: vi.fn<DraftStore['shelve']>(),
  clear: vi.fn<DraftStore['clear']>(),
  findOrphan: vi.fn<DraftStore['findOrphan']>(),
  adopt: vi.fn<DraftStore['adopt']>(),
  remove: vi.fn<DraftStore['remove']>(),
} satisfies DraftStore;

export const openDraftStore = () => Promise.resolve(draftStore);

export function emptyDraftStore(): void {
  for (const method of Object.values(draftStore)) method.mockReset().mockResolvedValue(undefined as never);
  draftStore.load.mockResolvedValue(null);
  draftStore.findOrphan.mockResolvedValue(null);
  draftStore.shelve.mockResolvedValue(null);
}
