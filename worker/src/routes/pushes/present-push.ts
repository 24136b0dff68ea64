import type { DifferenceRow, ListedPush, PushRecord } from '#contract/push-answers.ts';
import type { RuleKind } from '#contract/platforms.ts';
import { stateAt, type ListedPushRow, type ShownPushRow } from '#worker/db/pushes.ts';
import type { PushState } from '#worker/db/schema.ts';

/** A push as the list shows it. */
export function presentListedPush(row: ListedPushRow, now: number): ListedPush {
  const state = stateAt(row, now);
  return {
    id: row.id,
    kind: row.kind as RuleKind, // only kinds of rules are stored
    account: { id: row.accountId, via: row.via, name: row.accountName },
    by: row.madeBy,
    createdAt: new Date(row.createdAt).toISOString(),
    state: state === 'undoing' ? 'writing' : state,
    changes: JSON.parse(row.changes) as ListedPush['changes'], // of a stored difference
    undoneAt: row.undoneAt === null ? null : new Date(row.undoneAt).toISOString(),
    canUndo: row.isNextUndo && state !== 'writing' && state !== 'undoing',
  };
}

/** A push with its texts. */
export const presentPush = (row: ShownPushRow, now: number): PushRecord => ({
  ...presentListedPush(row, now),
  // `pushes/push.ts` has stored these.
  difference: row.difference as DifferenceRow[],
  written: row.written as string[],
  problem: row.problem ?? interruption(stateAt(row, now)),
  next: row.next as string[],
  kept: row.kept as string[],
  rulesInUse: row.inUse,
});

/** The problem of a push that never said how it ended. */
const interruption = (state: PushState): string | null =>
  state === 'stopped' || state === 'undo-stopped'
    ? 'It was interrupted. Look again to see what the account holds.'
    : null;
