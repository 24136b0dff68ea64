import {
  startTransition,
  useLayoutEffect,
  useRef,
  type Dispatch,
  useEffectEvent,
  type RefObject,
} from 'react';
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

/**
 * Gives each step, and each column of step 3, an entry in the browser's history, so that Back and Forward lead from one to
 * the other. The history follows the wizard; after Back or Forward the wizard follows the history.
 *
 * @param dispatch the dispatch of the reducer itself, without a transition
 * @param isShown false until the first step is known
 * @returns whether Back or Forward led to the step, and no button
 */
export function useStepHistory(
  state: WorkflowState,
  dispatch: Dispatch<WorkflowEvent>,
  isShown: boolean,
): boolean {
  const location = useLocation();
  const navigationType = useNavigationType();
  const navigate = useNavigate();
  const ref = useRef<Track>({ entry: null, isReturning: false });
  const shown = placeOf(state);

  // A layout effect runs with the render, so that no key press comes between a step and its entry.
  useLayoutEffect(() => {
    if (!isShown) return;
    const track = ref.current;
    const now = { state, dispatch, shown, location, navigationType, navigate };
    const hasLocationChanged = track.lastLocation !== location;
    const hasStepChanged = !track.lastShown || !isSame(track.lastShown, shown);
    track.lastLocation = location;
    track.lastShown = shown;
    // A navigation or an event that this hook has just started must arrive before the history is written.
    if (hasLocationChanged ? !readLocation(track, now) : !hasStepChanged) return;
    if (track.entry && !track.isReturning) writeStep(track.entry, track, now);
  });
  return isEntry(location.state) && isSame(location.state.place, shown);
}

/** The state that the wizard stores with an entry of the browser's history. */
interface Entry {
  place: Place;
  /** The place of the entry before it; null where that entry does not belong to the wizard or must not be returned to. */
  before: Place | null;
}

/** The memory of the hook from one render to the next. */
interface Track {
  /** The current entry, with its key as soon as the router has given one. */
  entry: (Entry & { key?: string }) | null;
  /** A button leads to the entry before, and the browser has not arrived there yet. */
  isReturning: boolean;
  lastLocation?: Location;
  lastShown?: Place;
}

interface Now {
  state: WorkflowState;
  dispatch: Dispatch<WorkflowEvent>;
  shown: Place;
  location: Location;
  /** 'POP' after Back or Forward, and after the page has loaded. */
  navigationType: `${NavigationType}`;
  navigate: NavigateFunction;
}

/** Follows a change of the location. False where it has started another navigation or an event. */
function readLocation(track: Track, now: Now): boolean {
  const { entry } = track;
  const found: unknown = now.location.state;
  if (!isEntry(found)) {
    // The page has just loaded, or another part of the application has changed the address.
    const before = now.navigationType === 'REPLACE' && entry ? entry.before : null;
    track.entry = writeEntry(now, { place: entry?.place ?? now.shown, before }, true);
  } else if (!entry || now.navigationType === 'POP') return visitEntry(found, track, now);
  else entry.key = now.location.key;
  return true;
}

/** Shows the place of an entry after Back or Forward. False where it has started another navigation or an event. */
function visitEntry({ place, before }: Entry, track: Track, now: Now): boolean {
  const { entry, isReturning } = track;
  const target = resolvePlace(place, now.state);
  track.isReturning = false;
  if (entry && before && !isReturning && (!target || isDuplicate(place, track, now))) {
    // Back skips the entry. Forward to it leads back to the entry that it came from.
    track.entry = { ...entry, before: null };
    void now.navigate(-1);
    return false;
  }
  if (!target) {
    track.entry = writeEntry(now, { place: now.shown, before }, true);
    return true;
  }
  track.entry = { place: target, before, key: now.location.key };
  // The browser restores the scroll position of the entry, but a step that a button led to begins at the top.
  if (isReturning) requestAnimationFrame(() => window.scrollTo(0, 0));
  if (isReturning || looksLike(target, now.shown)) return true;
  const show = () => now.dispatch({ type: 'stepChosen', step: target.step, position: target.position });
  // The first step of a page is rendered at once, every later one in a transition.
  if (entry) startTransition(show);
  else show();
  return false;
}

/** Writes the step that a button led to: as a return to the entry before where that shows the same, else as a new entry. */
function writeStep({ place, before }: Entry, track: Track, now: Now): void {
  const { shown, state } = now;
  if (isSame(place, shown)) return;
  const isSameWork = place.openedAt === shown.openedAt;
  const placeBefore = isSameWork && before && resolvePlace(before, state);
  if (placeBefore && looksLike(placeBefore, shown)) {
    track.isReturning = true;
    void now.navigate(-1);
  } else if (looksLike(place, shown)) track.entry = writeEntry(now, { place: shown, before }, true);
  else track.entry = writeEntry(now, { place: shown, before: place });
}

function writeEntry({ location: { pathname, search }, navigate }: Now, entry: Entry, replace = false): Entry {
  void navigate({ pathname, search }, { replace, state: entry });
  return { ...entry };
}

/** The place to show for an entry: step 1 for earlier work, null for a place that is no longer possible. */
function resolvePlace(place: Place, state: WorkflowState): Place | null {
  if (place.openedAt !== state.openedAt) return { ...placeOf(state), step: 1 };
  return canReturn(state, place) ? place : null;
}

/** Whether Back led to another entry of the place that is shown, as after a sign-in. */
function isDuplicate(place: Place, { entry }: Track, { shown, location }: Now): boolean {
  return (
    isSame(place, shown) && entry?.before === null && entry.key !== undefined && entry.key !== location.key
  );
}

function isEntry(state: unknown): state is Entry {
  return typeof state === 'object' && state !== null && 'place' in state && 'before' in state;
}

function placeOf({ openedAt, step, valuesPosition }: WorkflowState): Place {
  return { openedAt, step, position: valuesPosition };
}

function isSame(a: Place, b: Place): boolean {
  return a.openedAt === b.openedAt && looksLike(a, b);
}

function looksLike(a: Place, b: Place): boolean {
  return a.step === b.step && (a.step !== 3 || a.position === b.position);
}

/**
 * Scrolls to the top and focuses the heading at every change of step, or of column in step 3, so that the change is seen and
 * heard. After Back or Forward the browser scrolls instead. The first place (after null) takes neither focus nor scroll position.
 *
 * @returns the ref of the element around the steps or columns
 */
export function useStepArrival(place: number | null, isRevisited: boolean): RefObject<HTMLDivElement | null> {
  const container = useRef<HTMLDivElement>(null);
  const lastPlace = useRef(place);
  const start = useEffectEvent((element: HTMLElement) => scrollAndFocus(element, !isRevisited));

  useLayoutEffect(() => {
    const before = lastPlace.current;
    lastPlace.current = place;
    const element = container.current;
    if (!element || before === place) return;
    const stops = [hideForOneFrame(element)];
    if (before !== null) stops.push(start(element));
    return () => stops.forEach((stop) => stop());
  }, [place]);

  return container;
}

/** Hides the part below the steps (by CSS) for a frame: its place depends on the length of the step. */
function hideForOneFrame(container: HTMLElement): () => void {
  container.dataset['arriving'] = '';
  const show = () => delete container.dataset['arriving'];
  let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(show)));
  return () => cancelAnimationFrame(frame);
}

/** Waits for the next frame: scroll and focus need a layout, and the frame computes one anyway. */
function scrollAndFocus(container: HTMLElement, toTop: boolean): () => void {
  const focused = document.activeElement;
  const focusOnce = () => {
    // A visitor who has moved the focus meanwhile keeps it.
    const hasMoved = document.activeElement !== focused;
    if (hasMoved || focusHeading(container)) observer.disconnect();
  };
  // The code of the step or its data may still be loading.
  const observer = new MutationObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(focusOnce);
  });
  let frame = requestAnimationFrame(() => {
    if (toTop) window.scrollTo(0, 0);
    observer.observe(container, { childList: true, subtree: true });
    focusOnce();
  });
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
  };
}

function focusHeading(container: HTMLElement): boolean {
  const heading = container.querySelector<HTMLElement>('h1');
  if (!heading) return false;
  heading.tabIndex = -1;
  heading.style.outline = 'none';
  heading.focus({ preventScroll: true });
  return true;
}
