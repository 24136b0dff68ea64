import type { DifferenceRow, PushRecord } from '#contract/push-answers.ts';
import type { RuleKind } from '#contract/pushes.ts';
import { stateAt, type ShownPush } from '#worker/db/pushes.ts';
import { findUndoable } from '#worker/pushes/push.ts';

const accountOf = ({ kind, accountId }: ShownPush): string => `${kind} ${accountId}`;

/**
 * Pushes of a user as the list shows them. Newest first: so all later pushes to an account are there with each of its pushes, and the
 * one whose undo comes next is known.
 */
export function presentPushes(rows: readonly ShownPush[], now: number): PushRecord[] {
  const states = rows.map((row) => ({ ...row, written: row.written as string[], state: stateAt(row, now) }));
  const undoable = new Set([...Map.groupBy(states, accountOf).values()].map((own) => findUndoable(own)?.id));
  return states.map((row) => ({
    id: row.id,
    kind: row.kind as RuleKind, // only kinds of rules are stored
    account: { id: row.accountId, via: row.via, name: row.accountName },
    by: row.madeBy,
    createdAt: new Date(row.createdAt).toISOString(),
    state: row.state === 'undoing' ? 'writing' : row.state,
    // What `pushes/push.ts` has stored.
    difference: row.difference as DifferenceRow[],
    written: row.written,
    problem: row.problem ?? interruption(row.state),
    next: row.next as string[],
    kept: row.kept as string[],
    undoneAt: row.undoneAt === null ? null : new Date(row.undoneAt).toISOString(),
    canUndo: undoable.has(row.id) && row.state !== 'writing' && row.state !== 'undoing',
  }));
}

/** The problem of a push that never said how it ended. */
const interruption = (state: ShownPush['state']): string | null =>
  state === 'stopped' || state === 'undo-stopped'
    ? 'It was interrupted. Look again to see what the account holds.'
    : null;
