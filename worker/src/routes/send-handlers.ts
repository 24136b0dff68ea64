import { MAX_REQUEST_LEADS, SENDS_PAGE } from '#contract/limits.ts';
import type { ListedSend, Send } from '#contract/sends.ts';
import { deriveTransactionKey } from '#worker/auth/signing.ts';
import {
  addSend,
  changeSend,
  findSend,
  findUnfinished,
  listSends,
  type ListedSendRow,
  type StoredSend,
} from '#worker/db/sends.ts';
import { bytesOfTexts } from '#worker/db/stored-bytes.ts';
import type { AppContext } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';
import { siteOf } from '#worker/middleware/database.ts';
import type { Handlers } from './mount.ts';
import { requireGrowth } from '#worker/store/require-quota.ts';
import { requireService } from './connections/require-access.ts';
import { parseJson } from '#worker/db/json.ts';

/** The bytes that the log of a send will need, and more for each of its requests. */
const SEND_BYTES = 200;
const REQUEST_BYTES = 400;

const sendOf = (c: AppContext): string => c.req.param('id') ?? ''; // the routes have it

const sendNotFound = () => new ApiError(404, 'Send not found');

const presentFields = (row: Omit<StoredSend, 'requests'>): Omit<Send, 'requests'> => ({
  id: row.id,
  account: row.account,
  manager: row.manager,
  action: row.action,
  total: row.total,
  fingerprint: row.fingerprint,
  madeAt: row.madeAt,
  done: row.done,
  refused: row.refused,
  startedAt: new Date(row.startedAt).toISOString(),
  updatedAt: new Date(row.updatedAt).toISOString(),
});

function presentListed(row: ListedSendRow): ListedSend {
  const { open, settled, records } = row;
  const [errors, warnings] = [parseJson(row.errors), parseJson(row.warnings)];
  return { ...presentFields(row), outcomes: { open, settled, records, errors, warnings } };
}

function presentSend(stored: StoredSend): Send {
  return {
    ...presentFields(stored),
    requests: Object.entries(parseJson(stored.requests)).map(([id, { events, outcome }]) => ({
      id,
      events,
      outcome: outcome ?? null,
    })),
  };
}

export const sendHandlers = {
  'GET /api/sends': async (c) => {
    const found = await listSends(c.get('db'), c.get('workspace').id, c.req.query('before'));
    const page = found.slice(0, SENDS_PAGE);
    const next = found.length > SENDS_PAGE ? (page.at(-1)?.id ?? null) : null;
    return { sends: page.map(presentListed), next };
  },
  'POST /api/sends': async (c) => {
    await requireService(c, 'google-values');
    const [db, userId, send] = [c.get('db'), c.get('workspace').id, c.req.valid('json')];
    const unfinished = await findUnfinished(db, userId, send);
    if (unfinished) return unfinished;
    // The first request holds one lead.
    const bytes = SEND_BYTES + (1 + Math.ceil((send.total - 1) / MAX_REQUEST_LEADS)) * REQUEST_BYTES;
    await requireGrowth(siteOf(c), { workspaceId: userId, bytes });
    c.status(201);
    return await addSend(db, userId, { ...send, now: Date.now() });
  },
  'POST /api/sends/key': async (c) => {
    await requireService(c, 'google-values');
    // Without the operator's secret nothing is offered.
    const key = await deriveTransactionKey(c.env.SESSION_SECRET ?? '', c.req.valid('json'));
    return { key };
  },
  'GET /api/sends/:id': async (c) => {
    const found = await findSend(c.get('db'), c.get('workspace').id, sendOf(c));
    if (!found) throw sendNotFound();
    return presentSend(found);
  },
  'PATCH /api/sends/:id': async (c) => {
    const change = { ...c.req.valid('json'), id: sendOf(c), now: Date.now() };
    const bytes = change.requests.length === 0 ? 0 : bytesOfTexts(JSON.stringify(change.requests));
    const [db, workspaceId] = [c.get('db'), c.get('workspace').id];
    try {
      await requireGrowth(siteOf(c), { workspaceId, bytes });
    } catch (error) {
      // The counts take no room. Without them the send would begin again at an old place.
      await changeSend(db, workspaceId, { ...change, requests: [] });
      throw error;
    }
    const changed = await changeSend(db, workspaceId, change);
    if (!changed) throw sendNotFound();
    return changed;
  },
} satisfies Partial<Handlers>;
