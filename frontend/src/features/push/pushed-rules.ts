import { RULE_KINDS, type RuleKind } from '#contract/platforms.ts';
import type { TabChoice } from '#frontend/features/results/shown-results.tsx';
import { recordOf } from '#contract/records.ts';

/** A choice of the visitor for each kind. */
export const forEachKind = <Value>(first: Value): Readonly<Record<RuleKind, TabChoice<Value>>> =>
  recordOf(RULE_KINDS, () => ({ first }));

/** Whether the push of each is open. */
export const IS_PUSH_OPEN = forEachKind<boolean>(false);

/** The push from these results that has brought its rules into use; null for none, and after its undo. */
export const MARKED_BY: TabChoice<string | null> = { first: null };
