import { startTransition, useLayoutEffect, useRef, type Dispatch } from 'react';
import {
  useLocation,
  useNavigate,
  useNavigationType,
  type Location,
  type NavigateFunction,
  type NavigationType,
} from 'react-router-dom';
import { canReturn } from './workflow-selectors.ts';
import type { Place, WorkflowEvent, WorkflowState } from './workflow-state.ts';

/** What an entry of the browser's history keeps. */
interface Entry {
  place: Place;
  /** What the entry before it shows; null where the wizard did not come from there. */
  before: Place | null;
}

/** What is remembered from one drawing to the next. */
interface Track {
  /** The entry that the browser is at, with its key as soon as the router has told it. */
  here: (Entry & { key?: string }) | null;
  /** A button leads to the entry before, and the browser is not there yet. */
  isReturning: boolean;
  lastLocation?: Location;
  lastShown?: Place;
}

interface Now {
  state: WorkflowState;
  dispatch: Dispatch<WorkflowEvent>;
  shown: Place;
  location: Location;
  /** 'POP' is Back or Forward of the browser, or a page that has just come. */
  cameBy: `${NavigationType}`;
  navigate: NavigateFunction;
}

function isEntry(state: unknown): state is Entry {
  return typeof state === 'object' && state !== null && 'place' in state && 'before' in state;
}

function placeOf({ openedAt, step, valuesPosition }: WorkflowState): Place {
  return { openedAt, step, position: valuesPosition };
}

function looksLike(a: Place, b: Place): boolean {
  return a.step === b.step && (a.step !== 3 || a.position === b.position);
}

function isSame(a: Place, b: Place): boolean {
  return a.openedAt === b.openedAt && looksLike(a, b);
}

/** What a place comes to now: one of earlier work leads to step 1. Null where it cannot be shown any more. */
function leadsTo(place: Place, state: WorkflowState): Place | null {
  if (place.openedAt !== state.openedAt) return { ...placeOf(state), step: 1 };
  return canReturn(state, place) ? place : null;
}

function write({ location: { pathname, search }, navigate }: Now, entry: Entry, replace = false): Entry {
  void navigate({ pathname, search }, { replace, state: entry });
  return { ...entry };
}

/** Whether the browser has gone back to an entry that looks like the one it was at, as after a sign-in. */
function isTwin(place: Place, { here }: Track, { shown, location }: Now): boolean {
  return isSame(place, shown) && here?.before === null && here.key !== undefined && here.key !== location.key;
}

/** Takes in the entry that Back or Forward has come to. False where another step or another entry follows. */
function visit({ place, before }: Entry, track: Track, now: Now): boolean {
  const { here, isReturning } = track;
  const target = leadsTo(place, now.state);
  track.isReturning = false;
  if (here && before && !isReturning && (!target || isTwin(place, track, now))) {
    // Towards the beginning: Back passes over the entry, Forward returns to where it came from.
    track.here = { ...here, before: null };
    void now.navigate(-1);
    return false;
  }
  if (!target) {
    track.here = write(now, { place: now.shown, before }, true);
    return true;
  }
  track.here = { place: target, before, key: now.location.key };
  // The browser scrolls to where the entry was left; a step that a button led to begins at the top.
  if (isReturning) requestAnimationFrame(() => window.scrollTo(0, 0));
  if (isReturning || looksLike(target, now.shown)) return true;
  const ask = () => now.dispatch({ type: 'placeVisited', step: target.step, position: target.position });
  // What is shown first is shown at once; later it is a turn to another page like any.
  if (here) startTransition(ask);
  else ask();
  return false;
}

/** Takes in the location. False as above. */
function arrive(track: Track, now: Now): boolean {
  const { here } = track;
  const entry: unknown = now.location.state;
  if (!isEntry(entry)) {
    // The page has just come, or something else than the wizard has changed the address.
    const before = now.cameBy === 'REPLACE' && here ? here.before : null;
    track.here = write(now, { place: here?.place ?? now.shown, before }, true);
  } else if (!here || now.cameBy === 'POP') return visit(entry, track, now);
  else here.key = now.location.key;
  return true;
}

/** A step that a button led to is the entry before, where that looks like it, or else a new one. */
function keepUp({ place, before }: Entry, track: Track, now: Now): void {
  const { shown, state } = now;
  if (isSame(place, shown)) return;
  const isSameWork = place.openedAt === shown.openedAt;
  const behind = isSameWork && before && leadsTo(before, state);
  if (behind && looksLike(behind, shown)) {
    track.isReturning = true;
    void now.navigate(-1);
  } else if (looksLike(place, shown)) track.here = write(now, { place: shown, before }, true);
  else track.here = write(now, { place: shown, before: place });
}

/**
 * Gives each step, and each column of step 3, an entry in the browser's history, so that Back and Forward go from one to
 * the other. It follows what is shown, and asks the reducer for the place that Back or Forward has come to.
 *
 * @param dispatch the reducer's own
 * @param isShown false until it is known where the wizard begins
 * @returns whether the browser was at the entry of what is shown before that was shown: no button led there
 */
export function useStepHistory(
  state: WorkflowState,
  dispatch: Dispatch<WorkflowEvent>,
  isShown: boolean,
): boolean {
  const location = useLocation();
  const cameBy = useNavigationType();
  const navigate = useNavigate();
  const ref = useRef<Track>({ here: null, isReturning: false });
  const shown = placeOf(state);

  // With the drawing itself, so that no key comes between a step and its entry.
  useLayoutEffect(() => {
    if (!isShown) return;
    const track = ref.current;
    const now = { state, dispatch, shown, location, cameBy, navigate };
    const hasMoved = track.lastLocation !== location;
    const hasTurned = !track.lastShown || !isSame(track.lastShown, shown);
    track.lastLocation = location;
    track.lastShown = shown;
    // What was asked for is on its way: until it is shown, nothing else has changed.
    if (hasMoved ? !arrive(track, now) : !hasTurned) return;
    if (track.here && !track.isReturning) keepUp(track.here, track, now);
  });
  return isEntry(location.state) && isSame(location.state.place, shown);
}
