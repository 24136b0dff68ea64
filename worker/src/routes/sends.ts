import { Hono } from 'hono/tiny';
import { MAX_REQUEST_LEADS, SEND_CHANGES, SEND_KEYS, SENDS, SENDS_PAGE } from '#contract/limits.ts';
import {
  newSendSchema,
  sendChangeSchema,
  sendKeyRequestSchema,
  type ListedSend,
  type ReachedSend,
  type RequestOutcome,
  type Send,
} from '#contract/sends.ts';
import { deriveTransactionKey } from '#worker/auth/transaction-key.ts';
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
import type { AppEnv } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';
import { siteOf } from '#worker/middleware/database.ts';
import { limitByUser } from '#worker/middleware/rate-limit.ts';
import { validate } from '#worker/middleware/request-body.ts';
import { requireUser } from '#worker/middleware/session.ts';
import { requireGrowth } from '#worker/store/room.ts';
import { requireService } from './connections/require-access.ts';

/** The bytes that the log of a send will need, and more for each of its requests. */
const SEND_BYTES = 200;
const REQUEST_BYTES = 400;

const sendNotFound = () => new ApiError(404, 'Send not found');

const OFTEN = 'You are sending very often.';

export const sendRoutes = new Hono<AppEnv>();

sendRoutes.use(requireUser);

sendRoutes.get('/', async (c) => {
  const found = await listSends(c.get('db'), c.get('owner').id, c.req.query('before'));
  const page = found.slice(0, SENDS_PAGE);
  const next = found.length > SENDS_PAGE ? (page.at(-1)?.id ?? null) : null;
  return c.json({ sends: page.map(presentListed), next });
});

sendRoutes.get('/:id', async (c) => {
  const found = await findSend(c.get('db'), c.get('owner').id, c.req.param('id'));
  if (!found) throw sendNotFound();
  return c.json(presentSend(found));
});

sendRoutes.post(
  '/key',
  limitByUser('send-key', SEND_KEYS, OFTEN),
  validate(sendKeyRequestSchema),
  async (c) => {
    await requireService(c, 'google-values');
    // Without the operator's secret nothing is offered.
    const key = await deriveTransactionKey(c.env.SESSION_SECRET ?? '', c.req.valid('json'));
    return c.json({ key });
  },
);

sendRoutes.post('/', limitByUser('send', SENDS, OFTEN), validate(newSendSchema), async (c) => {
  await requireService(c, 'google-values');
  const [db, userId, send] = [c.get('db'), c.get('owner').id, c.req.valid('json')];
  const unfinished = await findUnfinished(db, userId, send);
  if (unfinished) return c.json(unfinished satisfies ReachedSend);
  // The first request holds one lead.
  const bytes = SEND_BYTES + (1 + Math.ceil((send.total - 1) / MAX_REQUEST_LEADS)) * REQUEST_BYTES;
  await requireGrowth(siteOf(c), { ownerId: userId, bytes });
  return c.json((await addSend(db, userId, { ...send, now: Date.now() })) satisfies ReachedSend, 201);
});

sendRoutes.patch(
  '/:id',
  limitByUser('send-change', SEND_CHANGES, OFTEN),
  validate(sendChangeSchema),
  async (c) => {
    const change = { ...c.req.valid('json'), id: c.req.param('id'), now: Date.now() };
    const bytes = change.requests.length === 0 ? 0 : bytesOfTexts(JSON.stringify(change.requests));
    const [db, ownerId] = [c.get('db'), c.get('owner').id];
    try {
      await requireGrowth(siteOf(c), { ownerId, bytes });
    } catch (error) {
      // The counts take no room. Without them the send would begin again at an old place.
      await changeSend(db, ownerId, { ...change, requests: [] });
      throw error;
    }
    const changed = await changeSend(db, ownerId, change);
    if (!changed) throw sendNotFound();
    return c.json(changed satisfies ReachedSend);
  },
);

type StoredRequests = Record<string, { events: number; outcome?: RequestOutcome }>;

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
  const readReasons = (text: string) => JSON.parse(text) as ListedSend['outcomes']['errors']; // the query wrote it
  const [errors, warnings] = [readReasons(row.errors), readReasons(row.warnings)];
  return { ...presentFields(row), outcomes: { open, settled, records, errors, warnings } };
}

function presentSend(stored: StoredSend): Send {
  // Only checked changes are in it: see `changeSend`.
  const requests = JSON.parse(stored.requests) as StoredRequests;
  return {
    ...presentFields(stored),
    requests: Object.entries(requests).map(([id, { events, outcome }]) => ({
      id,
      events,
      outcome: outcome ?? null,
    })),
  };
}
