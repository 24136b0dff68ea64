import { tabStorage } from '#frontend/lib/storage.ts';
import type { ViewName } from './shown-results.tsx';

const LEFT_VIEW = 'left-view';

interface LeftView {
  /** The time at which the work was opened. */
  openedAt: number;
  view: ViewName;
}

/** Keeps the view with which the results of a work begin: the one that was left for another page, such as that of signing in. */
export const keepLeftView = (left: LeftView): void => tabStorage.keepValue(LEFT_VIEW, left);

export const forgetLeftView = (): void => tabStorage.forget(LEFT_VIEW);

/** Takes out the kept view, if it is of this work. */
export function takeLeftView(openedAt: number | undefined): ViewName | null {
  const left = tabStorage.readValue<LeftView>(LEFT_VIEW);
  forgetLeftView();
  return left?.openedAt === openedAt ? (left?.view ?? null) : null;
}
