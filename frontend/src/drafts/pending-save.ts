import { tabStorage } from '#frontend/lib/storage.ts';
import { RETENTION_MS } from './retention.ts';

const KEY = 'save-wish';

/** 'new' saves another analysis, 'update' replaces the saved one. */
export type SaveWay = 'new' | 'update';

/** A save that waits until the visitor has signed in. */
interface PendingSave {
  way: SaveWay;
  /** The time at which the file was opened, which identifies the work. */
  openedAt: number;
  /** The content of the work; other content is not saved. */
  content: string;
  wishedAt: number;
}

/** Stores a pending save in this tab. Without storage the visitor presses the button again after the sign-in. */
export function notePendingSave(save: Omit<PendingSave, 'wishedAt'>): void {
  tabStorage.keepValue(KEY, { ...save, wishedAt: Date.now() } satisfies PendingSave);
}

/** Returns this tab's pending save and deletes it. Null without one, and for one that is too old. */
export function takePendingSave(): PendingSave | null {
  const save = tabStorage.readValue<PendingSave>(KEY);
  deletePendingSave();
  return save && Date.now() - save.wishedAt < RETENTION_MS.pendingSave ? save : null;
}

export const deletePendingSave = (): void => tabStorage.forget(KEY);
