import { and, desc, eq, gt, inArray, isNotNull, isNull, notInArray, sql } from 'drizzle-orm';
import { MAX_CONFIRMING_PUSHES, MAX_KEPT_PUSHES, PUSH_BUSY_MS, PUSHES_PAGE } from '#contract/limits.ts';
import { findCause, LogFull, type Database } from './client.ts';
import { inColumnOrder } from './column-order.ts';
import type { PushKey } from './push-marks.ts';
import { pushes, pushMarks, type PushState } from './schema.ts';
import type { Statement } from './uploads.ts';
import type { RuleKind } from '#contract/platforms.ts';
import type { ListedPush } from '#contract/push-answers.ts';
import type { PushedRule } from '#contract/pushes.ts';
import type { Json } from './json.ts';
import { mayChange, type Editor } from './rights.ts';

export type PushRow = typeof pushes.$inferSelect;

/** An ad account of a user. */
export interface AdAccountKey {
  userId: string;
  kind: RuleKind;
  accountId: string;
}

const isOf = ({ userId, kind, accountId }: AdAccountKey) =>
  and(eq(pushes.userId, userId), eq(pushes.kind, kind), eq(pushes.accountId, accountId));

const BUSY: PushState[] = ['writing', 'undoing'];

const isBusy = (key: AdAccountKey, now: number) =>
  and(isOf(key), inArray(pushes.state, BUSY), gt(pushes.busyUntil, now));

const newestFirst = [desc(pushes.createdAt), desc(sql`rowid`)];

/** Condition on rows of `pushes`: some of its writes may have an effect. */
const HAS_EFFECT = sql`state <> 'undone' AND (json_array_length(written) > 0 OR pending IS NOT NULL)`;

/** Condition on rows of `pushes`: more than its ids is kept, so that somebody could undo it, once later ones to its account are undone. */
export const IS_UNDOABLE = sql`before_rules IS NOT NULL AND ${HAS_EFFECT}`;

/** Whether the undo of a push comes next: no later one to its account has an effect. */
const isNextUndo = sql<number>`(${IS_UNDOABLE} AND NOT EXISTS (SELECT 1 FROM pushes AS later
  WHERE later.user_id = pushes.user_id AND later.kind = pushes.kind AND later.target_id = pushes.target_id
    AND (later.created_at, later.rowid) > (pushes.created_at, pushes.rowid) AND ${HAS_EFFECT}))`.mapWith(
  Boolean,
);

const small = {
  id: pushes.id,
  state: pushes.state,
  busyUntil: pushes.busyUntil,
  ids: pushes.ids,
  pending: pushes.pending,
  written: pushes.written,
  isNextUndo,
};

/** The small parts of all pushes to an account, newest first. */
export const listPushes = (db: Database, key: AdAccountKey) =>
  db
    .select(small)
    .from(pushes)
    .where(isOf(key))
    .orderBy(...newestFirst)
    .all();

/** A push of a user, whole. */
export const findPush = (db: Database, userId: string, id: string): Promise<PushRow | undefined> =>
  db
    .select()
    .from(pushes)
    .where(and(eq(pushes.userId, userId), eq(pushes.id, id)))
    .get();

/** A push without its texts: there may be hundreds of rules. */
const listed = {
  id: pushes.id,
  kind: pushes.kind,
  accountId: pushes.accountId,
  via: pushes.via,
  accountName: pushes.accountName,
  madeBy: pushes.madeBy,
  createdAt: pushes.createdAt,
  state: pushes.state,
  busyUntil: pushes.busyUntil,
  undoneAt: pushes.undoneAt,
  /** The actions of its difference with their counts. */
  changes: sql<
    Json<ListedPush['changes']>
  >`(SELECT json_group_array(json_object('action', action, 'count', total)) FROM (
    SELECT value ->> 'action' AS action, count(*) AS total FROM json_each(${pushes.difference}) GROUP BY 1))`,
  isNextUndo,
};

/** A page of the pushes of a user, newest first, and one more where there are more: those before the push `before`, if there is one. */
export const listShownPushes = (
  db: Database,
  userId: string,
  { kind, before }: { kind: RuleKind | undefined; before: string | undefined },
) =>
  db
    .select(listed)
    .from(pushes)
    .where(
      and(
        eq(pushes.userId, userId),
        kind === undefined ? undefined : eq(pushes.kind, kind),
        before === undefined
          ? undefined
          : sql`(created_at, rowid) < (SELECT created_at, rowid FROM pushes WHERE id = ${before} AND user_id = ${userId})`,
      ),
    )
    .orderBy(...newestFirst)
    .limit(PUSHES_PAGE + 1)
    .all();

export type ListedPushRow = Awaited<ReturnType<typeof listShownPushes>>[number];

/** A push of a user with all that is shown of it. */
export const findShownPush = (db: Database, userId: string, id: string) =>
  db
    .select({
      ...listed,
      difference: pushes.difference,
      written: pushes.written,
      problem: pushes.problem,
      next: pushes.next,
      kept: pushes.kept,
      inUse: pushes.inUse,
    })
    .from(pushes)
    .where(and(eq(pushes.userId, userId), eq(pushes.id, id)))
    .get();

export type ShownPushRow = NonNullable<Awaited<ReturnType<typeof findShownPush>>>;

/** The rules of the last pushes of a user to a platform, newest first. */
export async function listPushedRules(db: Database, userId: string, kind: RuleKind): Promise<PushedRule[][]> {
  const rows = await db
    .select({ rules: pushes.rules })
    .from(pushes)
    .where(and(eq(pushes.userId, userId), eq(pushes.kind, kind), isNotNull(pushes.before)))
    .orderBy(...newestFirst)
    .limit(MAX_CONFIRMING_PUSHES)
    .all();
  return rows.map(({ rules }) => rules);
}

/** The beginning of a push or an undo. The editor may lose the right while the account is read. */
interface Beginning {
  editor: Editor;
  now: number;
}

/**
 * Stores a push that begins, and empties those that are too old. False while another one of the user to the account is under way, and for
 * an editor who may not push any more.
 */
export async function insertPush(
  db: Database,
  push: Omit<PushRow, 'busyUntil' | 'inUse'>,
  { editor, now }: Beginning,
): Promise<boolean> {
  const kept = db
    .select({ id: pushes.id })
    .from(pushes)
    .where(isOf(push))
    .orderBy(...newestFirst)
    .limit(MAX_KEPT_PUSHES);
  const [inserted] = await db.batch([
    db
      .insert(pushes)
      .select(
        sql`SELECT ${inColumnOrder(pushes, { ...push, busyUntil: now + PUSH_BUSY_MS })}
          FROM users WHERE id = ${push.userId} AND ${mayChange(push.userId, editor)}
            AND NOT EXISTS (SELECT 1 FROM ${pushes} WHERE ${isBusy(push, now)})`,
      )
      .returning({ id: pushes.id }),
    db
      .update(pushes)
      .set({ rules: [], difference: [], before: null, after: null, next: [], kept: [] })
      .where(and(isOf(push), isNotNull(pushes.before), notInArray(pushes.id, kept))),
    db.delete(pushMarks).where(
      inArray(
        pushMarks.pushId,
        db
          .select({ id: pushes.id })
          .from(pushes)
          .where(and(isOf(push), isNull(pushes.before))),
      ),
    ),
  ]);
  return inserted.length > 0;
}

/** Begins the undo of a push. False while another push or undo of the user to the account is under way, and for an editor who may not push any more. */
export async function resumePush(
  db: Database,
  { id, ...key }: AdAccountKey & { id: string },
  { editor, now }: Beginning,
): Promise<boolean> {
  const rows = await db
    .update(pushes)
    .set({ state: 'undoing', busyUntil: now + PUSH_BUSY_MS })
    .where(
      and(
        isOf(key),
        eq(pushes.id, id),
        mayChange(key.userId, editor),
        sql`NOT EXISTS (SELECT 1 FROM pushes AS other WHERE other.user_id = ${key.userId} AND other.kind = ${key.kind}
          AND other.target_id = ${key.accountId} AND other.state IN ('writing', 'undoing') AND other.busy_until > ${now})`,
      ),
    )
    .returning({ id: pushes.id });
  return rows.length > 0;
}

type Changed = Partial<PushRow> & { now: number };

const changePush = (db: Database, { userId, id }: PushKey, { now, ...fields }: Changed) =>
  db
    .update(pushes)
    .set({ ...fields, busyUntil: now + PUSH_BUSY_MS })
    .where(and(eq(pushes.userId, userId), eq(pushes.id, id)));

/** Changes what is stored of a push of a user by its own request: it is under way for some more time. */
export async function savePush(db: Database, push: PushKey, fields: Changed): Promise<void> {
  await changePush(db, push, fields);
}

/**
 * Stores how a push or an undo has ended, in one transaction with the changes that belong to its end. It ends without them where the log of
 * its team takes no more entries today.
 */
export async function endPush(
  db: Database,
  push: PushKey,
  { fields, changes }: { fields: Changed; changes: readonly Statement[] },
): Promise<void> {
  try {
    await db.batch([changePush(db, push, fields), ...changes]);
  } catch (error) {
    if (!findCause(error, LogFull)) throw error;
    await savePush(db, push, { ...fields, ...(fields.state === 'done' && { inUse: 'not-marked' }) });
  }
}

/** Clears the write without an answer of a push that has ended, once what it made is known. The push is not under way again. */
export async function forgetPending(db: Database, { userId, id }: PushKey): Promise<void> {
  await db
    .update(pushes)
    .set({ pending: null })
    .where(and(eq(pushes.userId, userId), eq(pushes.id, id)));
}

/** The state of a push: one that has not ended in time was interrupted. */
export function stateAt({ state, busyUntil }: Pick<PushRow, 'state' | 'busyUntil'>, now: number): PushState {
  if (busyUntil > now) return state;
  if (state === 'writing') return 'stopped';
  return state === 'undoing' ? 'undo-stopped' : state;
}
