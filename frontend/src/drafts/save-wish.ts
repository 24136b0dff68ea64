import { KEPT_FOR_MS } from './kept-for.ts';

const KEY = 'save-wish';

/** 'new' saves another analysis, 'update' replaces the saved one. */
export type SaveWay = 'new' | 'update';

/** What a visitor wanted to save when the sign-in came between. */
interface SaveWish {
  way: SaveWay;
  /** Identifies the work. */
  openedAt: number;
  content: string;
  wishedAt: number;
}

/** Notes a wish for the time of the sign-in, in this tab. Without storage the visitor presses the button again. */
export function noteWish(wish: Omit<SaveWish, 'wishedAt'>): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...wish, wishedAt: Date.now() } satisfies SaveWish));
  } catch {
    // Storage is forbidden here, or full.
  }
}

/** The wish of this tab, which is over with that. Null if there is none, or if it is too old. */
export function takeWish(): SaveWish | null {
  try {
    const noted = sessionStorage.getItem(KEY);
    forgetWish();
    const wish = noted === null ? null : (JSON.parse(noted) as SaveWish); // only `noteWish` writes it
    return wish && Date.now() - wish.wishedAt < KEPT_FOR_MS.saveWish ? wish : null;
  } catch {
    return null;
  }
}

export function forgetWish(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is forbidden here, so there is no wish.
  }
}
