import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType, type Location } from 'react-router-dom';
import {
  isEntry,
  isPossible,
  isSame,
  nearestStep,
  wayTo,
  type Entry,
  type WizardStep,
} from './wizard-step.ts';
import { columnsToMap } from './workflow-selectors.ts';
import type { WizardState } from './workflow-state.ts';

/** The present entry of the browser's history; null if the wizard has not written it. */
export function useEntry(): Entry | null {
  const { state } = useLocation();
  return isEntry(state) ? state : null;
}

/**
 * The step or column to show: that of the present entry of the browser's history. If the entry has none, or one that is no
 * longer possible, the last step stays.
 *
 * @returns the step, and a function that sets the step of restored work; an entry of this work has priority
 */
export function useWizardStep(state: WizardState): { at: WizardStep; beginAt(at: WizardStep): void } {
  const entry = useEntry();
  const [last, setLast] = useState<{ at: WizardStep; columns: string | null } | null>(null);
  const columns = columnsToMap(state).join();
  const beginAt = useCallback((at: WizardStep) => setLast({ at, columns: null }), []);

  // With other columns, step 3 starts with the first one.
  const isSameColumns = last !== null && (last.columns ?? columns) === columns;
  const position = isSameColumns ? last.at.position : 0;
  const found = stepToShow(state, entry?.place ?? null, last?.at ?? null);
  const { step } = found;
  const at = step === 3 ? found : { openedAt: state.openedAt, step, position };
  const isLast = last?.columns === columns && isSame(last.at, at) && last.at.position === at.position;
  if (!isLast) setLast({ at, columns });
  return { at: isLast ? last.at : at, beginAt };
}

function stepToShow(state: WizardState, wanted: WizardStep | null, last: WizardStep | null): WizardStep {
  if (wanted && isPossible(state, wanted)) return wanted;
  const isOfEarlierWork = wanted !== null && wanted.openedAt !== state.openedAt;
  const first: WizardStep = { openedAt: state.openedAt, step: 1, position: 0 };
  return last === null || isOfEarlierWork ? first : nearestStep(state, last);
}

/** If the browser has not gone back after this time, it will not. */
const RETURN_MS = 1000;

/** A step back to the previous entry, made by a button. */
interface Return {
  from: Location;
  to: WizardStep;
  since: number;
  /** The location after the step; absent until the browser has gone back. */
  arrived?: Location;
}

/**
 * Writes the entries of the browser's history, one for each step and each column of step 3, so that Back and Forward go
 * through them.
 *
 * @param isKnown false while work is being restored
 * @returns whether Back or Forward led to the step and no button did; and the function with which buttons lead to a step
 */
export function useSteps(
  at: WizardStep,
  isKnown: boolean,
): { isRevisited: boolean; leadTo(next: WizardStep): void } {
  const location = useLocation();
  const entry = useEntry();
  const isPop = useNavigationType() === 'POP';
  const isReplaced = useNavigationType() === 'REPLACE';
  const navigate = useNavigate();
  const [returned, setReturned] = useState<Return | null>(null);
  /** The entry that a button has written, until the page shows it. */
  const written = useRef<{ entry: Entry; from: Location } | null>(null);
  /** The last shown location and step, and the entry of that location. */
  const shown = useRef<{ location: Location; at: WizardStep; entry: Entry; key: string } | null>(null);

  const current = returned && followReturn(returned, location, at);
  if (current !== returned) setReturned(current);
  const isReturned = current?.arrived !== undefined;

  const write = useCallback(
    (next: Entry, replace: boolean) => {
      const { pathname, search } = location;
      void navigate({ pathname, search }, { replace, state: next });
    },
    [location, navigate],
  );

  const leadTo = useCallback(
    (next: WizardStep) => {
      const isReturning = returned !== null && !returned.arrived && Date.now() - returned.since < RETURN_MS;
      if (isReturning) return;
      const base =
        written.current?.from === location
          ? written.current.entry
          : { ...entry, place: at, before: entry?.before ?? null };
      const way = wayTo(next, base);
      if (way.by === 'staying') return;
      if (way.by === 'returning') {
        setReturned({ from: location, to: next, since: Date.now() });
        void navigate(-1);
        return;
      }
      written.current = { entry: way.entry, from: location };
      write(way.entry, way.by === 'replacing');
    },
    [returned, location, at, entry, navigate, write],
  );

  // A layout effect runs with the render, so that no key press comes before the entry of a step is written.
  useLayoutEffect(() => {
    const before = shown.current;
    if (!isKnown || (before?.location === location && isSame(before.at, at))) return;
    const { key } = location;
    if (!entry) {
      const own = { place: at, before: (isReplaced && before?.entry.before) || null };
      shown.current = { location, at, entry: own, key };
      write(own, true);
      return;
    }
    const isThisWork = entry.place.openedAt === at.openedAt;
    const isImpossible = isThisWork && !isSame(entry.place, at);
    // After a sign-in, the entries before it show the same step again.
    const isRepeated =
      before !== null && isSame(entry.place, before.at) && before.entry.before === null && before.key !== key;
    if (before && isPop && !isReturned && entry.before && (isImpossible || isRepeated)) {
      // Back skips this entry. Forward to it returns to the entry after which it was skipped.
      shown.current = { ...before, location, at, entry: { ...before.entry, before: null } };
      void navigate(-1);
      return;
    }
    shown.current = { location, at, entry: { place: at, before: entry.before }, key };
    if (isImpossible || (!isThisWork && !before)) write({ place: at, before: entry.before }, true);
  }, [isKnown, isPop, isReplaced, isReturned, location, at, entry, navigate, write]);

  // A step that a button leads to begins at the top, although the browser restores the scroll position of the entry.
  useLayoutEffect(() => {
    if (!isReturned) return;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => window.scrollTo(0, 0));
    });
    return () => cancelAnimationFrame(frame);
  }, [isReturned]);

  return { isRevisited: isPop && !isReturned, leadTo };
}

/** The state of a step back at this location: under way, arrived, or null if it is over. */
function followReturn(returned: Return, location: Location, at: WizardStep): Return | null {
  if (returned.arrived) return returned.arrived === location ? returned : null;
  if (returned.from === location) return returned;
  return isSame(returned.to, at) ? { ...returned, arrived: location } : null;
}
