import { MAX_PUSH_BYTES, PUSHES_PAGE } from '#contract/limits.ts';
import { pushRequestSchema, pushSchema, type AccountReference } from '#contract/pushes.ts';
import { bytesOfTexts } from '#worker/db/stored-bytes.ts';
import type { AppContext } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';
import { siteOf, withTimeToSave } from '#worker/middleware/database.ts';
import { parseBody, readJson } from '#worker/middleware/request-body.ts';
import { editorOf, requireTeamAgain } from '#worker/middleware/team.ts';
import { makePreview, makePush, makeUndo, type PushRoom } from '#worker/pushes/push.ts';
import { openStore } from '#worker/pushes/store.ts';
import { changeAtEnd, planMark, type PlannedMark } from '#worker/runs/pushed-marks.ts';
import { requireGrowth } from '#worker/store/require-quota.ts';
import type { Handlers } from '../mount.ts';
import { askPlatform, openPlatform, type OpenPlatform } from './platforms.ts';
import type { Pushed, ListedPush, PushRecord } from '#contract/push-answers.ts';
import { RULE_KINDS } from '#contract/platforms.ts';
import {
  findPush,
  findShownPush,
  listShownPushes,
  stateAt,
  type ListedPushRow,
  type ShownPushRow,
} from '#worker/db/pushes.ts';
import type { PushState } from '#worker/db/schema.ts';
import { parseJson } from '#worker/db/json.ts';

/** A push stores its plan, the difference, and what the account held before and after: each takes about as many bytes as the plan. */
const PUSH_TEXTS = 4;

/** A mark stores its rules, and its figures with them and beside them. */
const bytesOfMark = (mark?: PlannedMark): number =>
  mark ? bytesOfTexts(mark.rules.rules) + 2 * bytesOfTexts(JSON.stringify(mark.own ?? [])) : 0;

const SIZE = { maxBytes: MAX_PUSH_BYTES, message: 'This plan is too large to be pushed.' };

function openRoom(
  c: AppContext,
  { kind, platform, access }: OpenPlatform,
  { account, mark }: { account: AccountReference; mark?: PlannedMark | null },
): PushRoom<unknown, unknown> {
  const { email } = c.get('requester');
  const owner = { userId: c.get('workspace').id, editor: editorOf(c), email, kind, account };
  const store = openStore(c.get('db'), owner, {
    changesAtEnd: changeAtEnd(c.get('db'), kind, mark),
    requireEditor: () => requireTeamAgain(c),
  });
  return { platform, access, reference: account, store, now: Date.now() };
}

const pushOf = (c: AppContext): string => c.req.param('id') ?? ''; // the routes have it

const pushNotFound = () => new ApiError(404, 'Push not found');

/** Waits for a push, which goes on to its end where the visitor leaves. */
function finish<T>(c: AppContext, { platform }: OpenPlatform, writing: Promise<T>): Promise<T> {
  c.executionCtx.waitUntil(writing.catch(() => {})); // the answer has the failure
  return askPlatform(platform.name, () => writing);
}

async function showPush(c: AppContext, id: string): Promise<Pushed> {
  const row = await findShownPush(c.get('db'), c.get('workspace').id, id);
  if (!row) throw pushNotFound();
  return { push: presentPush(row, Date.now()) };
}

export const pushHandlers = {
  'GET /api/pushes': async (c) => {
    const wanted = c.req.query('kind');
    const kind = RULE_KINDS.find((one) => one === wanted);
    if (wanted !== undefined && !kind) throw new ApiError(404, 'Not found');
    const found = await listShownPushes(c.get('db'), c.get('workspace').id, {
      kind,
      before: c.req.query('before'),
    });
    const [page, now] = [found.slice(0, PUSHES_PAGE), Date.now()];
    const next = found.length > PUSHES_PAGE ? (page.at(-1)?.id ?? null) : null;
    return { pushes: page.map((row) => presentListedPush(row, now)), next };
  },
  'GET /api/pushes/:id': (c) => showPush(c, pushOf(c)),
  'POST /api/pushes/:kind/preview': async (c) => {
    const { account, rules } = parseBody(pushRequestSchema, await readJson(c, SIZE));
    const open = await openPlatform(c, { reads: account.id });
    return await askPlatform(open.platform.name, () => makePreview(openRoom(c, open, { account }), rules));
  },
  // A push notes each write before and after it.
  'POST /api/pushes/:kind': withTimeToSave(async (c) => {
    const { account, rules, picture, analysis } = parseBody(pushSchema, await readJson(c, SIZE));
    const workspaceId = c.get('workspace').id;
    const mark = analysis && (await planMark(siteOf(c), workspaceId, analysis));
    if (mark === null)
      throw new ApiError(400, 'The analysis has no such version.', { code: 'INVALID_INPUT' });
    const bytes = PUSH_TEXTS * bytesOfTexts(JSON.stringify(rules)) + bytesOfMark(mark);
    await requireGrowth(siteOf(c), { workspaceId, bytes });
    const open = await openPlatform(c, { reads: account.id });
    const id = await finish(c, open, makePush(openRoom(c, open, { account, mark }), { rules, picture }));
    c.status(201);
    return await showPush(c, id);
  }),
  'POST /api/pushes/:id/undo': withTimeToSave(async (c) => {
    const id = pushOf(c);
    const push = await findPush(c.get('db'), c.get('workspace').id, id);
    if (!push) throw pushNotFound();
    const open = await openPlatform(c, { reads: push.accountId }, push.kind);
    const account = { id: push.accountId, via: push.via };
    await finish(c, open, makeUndo(openRoom(c, open, { account }), id));
    return await showPush(c, id);
  }),
} satisfies Partial<Handlers>;

/** A push as the list shows it. */
function presentListedPush(row: ListedPushRow, now: number): ListedPush {
  const state = stateAt(row, now);
  return {
    id: row.id,
    kind: row.kind,
    account: { id: row.accountId, via: row.via, name: row.accountName },
    by: row.madeBy,
    createdAt: new Date(row.createdAt).toISOString(),
    state: state === 'undoing' ? 'writing' : state,
    changes: parseJson(row.changes),
    undoneAt: row.undoneAt === null ? null : new Date(row.undoneAt).toISOString(),
    canUndo: row.isNextUndo && state !== 'writing' && state !== 'undoing',
  };
}

/** A push with its texts. */
const presentPush = (row: ShownPushRow, now: number): PushRecord => ({
  ...presentListedPush(row, now),
  difference: row.difference,
  written: row.written,
  problem: row.problem ?? interruption(stateAt(row, now)),
  next: row.next,
  kept: row.kept,
  rulesInUse: row.inUse,
});

/** The problem of a push that never said how it ended. */
const interruption = (state: PushState): string | null =>
  state === 'stopped' || state === 'undo-stopped'
    ? 'It was interrupted. Look again to see what the account holds.'
    : null;
