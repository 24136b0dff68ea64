import { canVisit, columnsToMap } from './workflow-selectors.ts';
import { isOpen, type WizardState } from './workflow-state.ts';

export type Step = 1 | 2 | 3 | 4;

/** A step, or a column of step 3, in one work. A work is an open file with its choices, until another file is opened. */
export interface Place {
  /** The `openedAt` of the work. */
  openedAt: number;
  step: Step;
  /** The column of step 3: 0 is the status column, 1 the first attribute. In another step, the column that step 3 shows next. */
  position: number;
}

/** The state that the wizard stores with an entry of the browser's history. */
export interface Entry {
  place: Place;
  /** The place of the previous entry; null if that entry does not belong to the wizard or must not be shown again. */
  before: Place | null;
}

export function isEntry(state: unknown): state is Entry {
  return typeof state === 'object' && state !== null && 'place' in state && 'before' in state;
}

/** Whether a place can be shown: it belongs to this work, its column is still chosen, its results are up to date. */
export function isPossible(state: WizardState, { openedAt, step, position }: Place): boolean {
  if (openedAt !== state.openedAt) return false;
  if (step === 4) return isOpen(state) && state.hasResults;
  return canVisit(state, step) && (step < 3 || position < columnsToMap(state).length);
}

/** The place itself if it is possible, else the nearest possible place before it; step 1 for earlier work. */
export function nearestPlace(state: WizardState, { openedAt, step, position }: Place): Place {
  const isThisWork = openedAt === state.openedAt;
  const last = Math.max(columnsToMap(state).length - 1, 0);
  const nearest = { openedAt: state.openedAt, position: Math.min(position, last) };
  const steps: readonly Step[] = isThisWork ? [4, 3, 2] : [];
  const found = steps.find((each) => each <= step && isPossible(state, { ...nearest, step: each }));
  return { ...nearest, step: found ?? 1 };
}

/** Whether two places look the same. Only step 3 shows a column. */
function looksLike(a: Place, b: Place): boolean {
  return a.step === b.step && (a.step !== 3 || a.position === b.position);
}

export function isSame(a: Place, b: Place): boolean {
  return a.openedAt === b.openedAt && looksLike(a, b);
}

/** The way of a button to a place: it stays, goes back to the previous entry, replaces this entry, or adds one. */
type Way = { by: 'staying' } | { by: 'returning' } | { by: 'replacing' | 'adding'; entry: Entry };

/** The way from the place of the present entry to a possible next place. */
export function wayTo(next: Place, { place, before }: Entry): Way {
  if (isSame(place, next)) return { by: 'staying' };
  if (before && place.openedAt === next.openedAt && looksLike(shownAs(before, next), next))
    return { by: 'returning' };
  if (looksLike(place, next)) return { by: 'replacing', entry: { place: next, before } };
  return { by: 'adding', entry: { place: next, before: place } };
}

/** The place that an entry shows: step 1 if it belongs to earlier work. */
function shownAs(place: Place, { openedAt }: Place): Place {
  return place.openedAt === openedAt ? place : { ...place, step: 1 };
}
