import type { StoredToEnter } from '#contract/metrics.ts';
import type { RuleKind } from '#contract/pushes.ts';
import type { PlatformId } from '#frontend/analysis/platforms/platforms.ts';
import type { TabChoice } from '#frontend/features/results/kit/shown-results.tsx';

/** The connection with which the plan of a platform is pushed. A platform without one has a plan only. */
export const RULE_KIND_OF: Readonly<Partial<Record<PlatformId, RuleKind>>> = {
  google: 'google-rules',
  meta: 'meta',
  microsoft: 'microsoft',
};

/** A choice of the visitor for each kind. */
export const forEachKind = <Value>(first: Value): Readonly<Record<RuleKind, TabChoice<Value>>> => ({
  'google-rules': { first },
  meta: { first },
  microsoft: { first },
});

/** Whether the push of each is open. */
export const IS_PUSH_OPEN = forEachKind<boolean>(false);

type Listener = (kind: RuleKind, toEnter?: StoredToEnter[]) => void;
const listeners = new Set<Listener>();

/** Calls back after each push of rules. Returns a function that ends it. */
export function listenToPushes(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Tells that the rules on the page are in an ad account now, with the figures that were pushed. */
export function announcePush(...pushed: Parameters<Listener>): void {
  for (const listener of listeners) listener(...pushed);
}
