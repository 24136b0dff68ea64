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
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...save, wishedAt: Date.now() } satisfies PendingSave));
  } catch {
    // Storage is forbidden here, or full.
  }
}

/** Returns this tab's pending save and deletes it. Null without one, and for one that is too old. */
export function takePendingSave(): PendingSave | null {
  try {
    const stored = sessionStorage.getItem(KEY);
    deletePendingSave();
    const save = stored === null ? null : (JSON.parse(stored) as PendingSave); // only `notePendingSave` writes it
    return save && Date.now() - save.wishedAt < RETENTION_MS.pendingSave ? save : null;
  } catch {
    return null;
  }
}

export function deletePendingSave(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is forbidden here, so no save is pending.
  }
}
