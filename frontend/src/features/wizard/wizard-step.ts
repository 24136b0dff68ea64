import { canVisit, columnsToMap } from './workflow-selectors.ts';
import { isOpen, type WizardState } from './workflow-state.ts';

export type Step = 1 | 2 | 3 | 4;

/** A step, or a column of step 3, in one work. A work is an open file with its choices, until another file is opened. */
export interface WizardStep {
  /** The `openedAt` of the work. */
  openedAt: number;
  step: Step;
  /** The column of step 3: 0 is the status column, 1 the first attribute. In another step, the column that step 3 shows next. */
  position: number;
}

/** The state that the wizard stores with an entry of the browser's history. Earlier releases have stored these names too. */
export interface Entry {
  place: WizardStep;
  /** The step of the previous entry; null if that entry does not belong to the wizard or must not be shown again. */
  before: WizardStep | null;
  /** Present if the entry shows a view of the results, and the previous entry their tabs. */
  isView?: true;
}

export function isEntry(state: unknown): state is Entry {
  return typeof state === 'object' && state !== null && 'place' in state && 'before' in state;
}

/** Whether a step can be shown: it belongs to this work, its column is still chosen, its results are up to date. */
export function isPossible(state: WizardState, { openedAt, step, position }: WizardStep): boolean {
  if (openedAt !== state.openedAt) return false;
  if (step === 4) return isOpen(state) && state.hasResults;
  return canVisit(state, step) && (step < 3 || position < columnsToMap(state).length);
}

/** The step itself if it is possible, else the nearest possible step before it; step 1 for earlier work. */
export function nearestStep(state: WizardState, { openedAt, step, position }: WizardStep): WizardStep {
  const isThisWork = openedAt === state.openedAt;
  const last = Math.max(columnsToMap(state).length - 1, 0);
  const nearest = { openedAt: state.openedAt, position: Math.min(position, last) };
  const steps: readonly Step[] = isThisWork ? [4, 3, 2] : [];
  const found = steps.find((each) => each <= step && isPossible(state, { ...nearest, step: each }));
  return { ...nearest, step: found ?? 1 };
}

/** Whether two steps look the same. Only step 3 shows a column. */
function looksLike(a: WizardStep, b: WizardStep): boolean {
  return a.step === b.step && (a.step !== 3 || a.position === b.position);
}

export function isSame(a: WizardStep, b: WizardStep): boolean {
  return a.openedAt === b.openedAt && looksLike(a, b);
}

/** The way of a button to a step: it stays, goes back to the previous entry, replaces this entry, or adds one. */
type Way = { by: 'staying' } | { by: 'returning' } | { by: 'replacing' | 'adding'; entry: Entry };

/** The way from the step of the present entry to a possible next step. */
export function wayTo(next: WizardStep, { place: at, before, isView }: Entry): Way {
  if (isSame(at, next)) return { by: 'staying' };
  if (isView) return { by: 'adding', entry: { place: next, before: null } };
  if (before && at.openedAt === next.openedAt && looksLike(shownAs(before, next), next))
    return { by: 'returning' };
  if (looksLike(at, next)) return { by: 'replacing', entry: { place: next, before } };
  return { by: 'adding', entry: { place: next, before: at } };
}

/** The step that an entry shows: step 1 if it belongs to earlier work. */
function shownAs(at: WizardStep, { openedAt }: WizardStep): WizardStep {
  return at.openedAt === openedAt ? at : { ...at, step: 1 };
}
