import { Hono } from 'hono/tiny';
import { SEND_CHANGES, SEND_KEYS, SENDS } from '#contract/limits.ts';
import {
  newSendSchema,
  sendChangeSchema,
  sendKeyRequestSchema,
  type RequestOutcome,
  type Send,
} from '#contract/sends.ts';
import { deriveTransactionKey } from '#worker/auth/transaction-key.ts';
import { addSend, changeSend, findUnfinished, listSends, type StoredSend } from '#worker/db/sends.ts';
import { bytesOfTexts } from '#worker/db/stored-bytes.ts';
import type { AppEnv } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';
import { siteOf } from '#worker/middleware/database.ts';
import { limitByUser } from '#worker/middleware/rate-limit.ts';
import { validate } from '#worker/middleware/request-body.ts';
import { requireUser } from '#worker/middleware/session.ts';
import { requireGrowth } from '#worker/store/room.ts';
import { requireService } from './connections/require-access.ts';

/** The bytes that the log of a send will need, and the leads that one of its requests has at most. */
const SEND_BYTES = 200;
const REQUEST_BYTES = 400;
const LEADS_OF_REQUEST = 2000;

const OFTEN = 'You are sending very often.';

export const sendRoutes = new Hono<AppEnv>();

sendRoutes.use(requireUser);

sendRoutes.get('/', async (c) => {
  const found = await listSends(c.get('db'), c.get('owner').id);
  return c.json({ sends: found.map(presentSend) });
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
  if (unfinished) return c.json(presentSend(unfinished));
  const bytes = SEND_BYTES + Math.ceil(send.total / LEADS_OF_REQUEST) * REQUEST_BYTES;
  await requireGrowth(siteOf(c), { ownerId: userId, bytes });
  return c.json(presentSend(await addSend(db, userId, { ...send, now: Date.now() })), 201);
});

sendRoutes.patch(
  '/:id',
  limitByUser('send-change', SEND_CHANGES, OFTEN),
  validate(sendChangeSchema),
  async (c) => {
    const change = { ...c.req.valid('json'), id: c.req.param('id'), now: Date.now() };
    const bytes = change.requests.length === 0 ? 0 : bytesOfTexts(JSON.stringify(change.requests));
    await requireGrowth(siteOf(c), { ownerId: c.get('owner').id, bytes });
    const changed = await changeSend(c.get('db'), c.get('owner').id, change);
    if (!changed) throw new ApiError(404, 'Send not found');
    return c.json(presentSend(changed));
  },
);

type StoredRequests = Record<string, { events: number; outcome?: RequestOutcome }>;

function presentSend(stored: StoredSend): Send {
  const { id, account, manager, action, total, fingerprint, madeAt, done, refused } = stored;
  // Only checked changes are in it: see `changeSend`.
  const requests = JSON.parse(stored.requests) as StoredRequests;
  return {
    id,
    account,
    manager,
    action,
    total,
    fingerprint,
    madeAt,
    done,
    refused,
    startedAt: new Date(stored.startedAt).toISOString(),
    updatedAt: new Date(stored.updatedAt).toISOString(),
    requests: Object.entries(requests).map(([request, { events, outcome }]) => ({
      id: request,
      events,
      outcome: outcome ?? null,
    })),
  };
}
