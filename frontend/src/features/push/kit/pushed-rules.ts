import { createContext } from 'react';
import type { PlannedAnalysis, RuleKind } from '#contract/pushes.ts';
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

/** The saved analysis whose plans are shown, and the version that they are of; null for none. A push brings its rules into use. */
export const PlanOf = createContext<Pick<PlannedAnalysis, 'id' | 'version'> | null>(null);

/** The push from these results that has brought its rules into use; null for none, and after its undo. */
export const MARKED_BY: TabChoice<string | null> = { first: null };
