import type { AccountReference } from '#contract/pushes.ts';
import type { RuleKind } from '#contract/platforms.ts';
import type { Database } from '#worker/db/client.ts';
import type { PushKey } from '#worker/db/push-marks.ts';
import {
  endPush,
  findPush,
  forgetPending,
  insertPush,
  listPushedRules,
  listPushes,
  resumePush,
  savePush,
  stateAt,
} from '#worker/db/pushes.ts';
import type { Editor } from '#worker/db/rights.ts';
import type { PushState } from '#worker/db/schema.ts';
import type { Statement } from '#worker/db/uploads.ts';
import type { PushStore, PushSummary, StoredPush } from './push.ts';

/** A user or a team, and an ad account. */
export interface PushOwner {
  userId: string;
  /** The user who pushes, */
  editor: Editor;
  /** and the e-mail address of this user. */
  email: string;
  kind: RuleKind;
  account: AccountReference;
}

/** The statements that go with the end of a push or of an undo in this state. */
export type ChangesAtEnd = (push: PushKey, state: PushState | undefined) => Promise<Statement[]>;

/** The pushes of a user to an account, in the database. What it reads was written by this module, so it has these types. */
export function openStore<Frame, Call>(
  db: Database,
  { userId, editor, email, kind, account }: PushOwner,
  {
    changesAtEnd,
    requireEditor,
  }: {
    changesAtEnd: ChangesAtEnd;
    /** Throws for an editor who has lost the right meanwhile. */
    requireEditor: () => Promise<void>;
  },
): PushStore<Frame, Call> {
  const key = { userId, kind, accountId: account.id };
  const mayBegin = async (hasBegun: boolean) => {
    if (!hasBegun) await requireEditor();
    return hasBegun;
  };
  return {
    async list() {
      const rows = await listPushes(db, key);
      const now = Date.now();
      return rows.map((row) => ({ ...row, state: stateAt(row, now) }) as PushSummary<Call>);
    },
    async find(id) {
      const row = await findPush(db, userId, id);
      return row && ({ ...row, state: stateAt(row, Date.now()) } as StoredPush<Frame, Call>);
    },
    async start(push) {
      const now = Date.now();
      const id = crypto.randomUUID();
      const row = { ...push, ...key, id, via: account.via, madeBy: email, createdAt: now };
      return (await mayBegin(await insertPush(db, row, { editor, now }))) ? id : null;
    },
    resume: async (id) => mayBegin(await resumePush(db, { ...key, id }, { editor, now: Date.now() })),
    save: (id, fields) => savePush(db, { userId, id }, { ...fields, now: Date.now() }),
    async end(id, fields) {
      const push = { userId, id };
      const changes = await changesAtEnd(push, fields.state);
      await endPush(db, push, { fields: { ...fields, now: Date.now() }, changes });
    },
    forgetPending: (id) => forgetPending(db, { userId, id }),
  };
}

/** The values of the file for which this user has confirmed a place or an audience in the last pushes, with its id; the last one counts. */
export async function findConfirmed(
  db: Database,
  { userId, kind }: Pick<PushOwner, 'userId' | 'kind'>,
  condition: 'location' | 'audience',
): Promise<Map<string, string>> {
  const pushes = await listPushedRules(db, userId, kind);
  const confirmed = new Map<string, string>();
  for (const { conditions } of pushes.flat())
    for (const { kind: found, values } of conditions)
      if (found === condition)
        for (const { value, id } of values) if (!confirmed.has(value)) confirmed.set(value, id);
  return confirmed;
}
