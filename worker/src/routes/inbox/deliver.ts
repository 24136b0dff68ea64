import { INBOX_CALLS, INBOX_DELIVERIES, INBOX_REFUSALS } from '#contract/limits.ts';
import type { Delivery } from '#contract/sources.ts';
import { hashToken } from '#worker/auth/sessions.ts';
import { endRun, findInbox, takeRun, type Inbox, type RunLease } from '#worker/db/sources.ts';
import { findDelivery, storeVersion, type DeliveredVersion } from '#worker/db/versions.ts';
import type { AppContext } from '#worker/env.ts';
import { ApiError, toApiError, unauthorized } from '#worker/errors.ts';
import { siteOf, tryWrite } from '#worker/middleware/database.ts';
import {
  accountKey,
  giveBack,
  networkCounters,
  reserve,
  type GuardCounter,
} from '#worker/middleware/rate-limit.ts';
import { compareVersion } from '#worker/runs/compare-version.ts';
import { notify } from '#worker/runs/notify.ts';
import { NotCounted, OutOfMemory } from '#worker/runs/count-file.ts';
import { bytesOf, countSaved } from '#worker/runs/count-saved.ts';
import type { ReceivedFile } from '#worker/runs/held-file.ts';
import { limitsOf, requireVersionQuota } from '#worker/store/require-quota.ts';
import { readKey } from '../analyses/save.ts';
import { inboxNotOffered, offersInbox } from '../analyses/source.ts';
import { readEncoding, serverBusy, withDelivery } from './read-delivery.ts';
import { parseJson } from '#worker/db/json.ts';

/** The last error of a run of which nothing more was heard: the runtime has ended it, or the sender has gone. */
const UNFINISHED = 'The last delivery was begun and not finished. Please send it again.';

/**
 * `PUT /api/inbox/{id}`. Receives a file, counts it, stores its figures and forgets it, all within the call: no row is written
 * anywhere, and an answer means that the version is stored.
 */
export async function handleDelivery(c: AppContext): Promise<Delivery> {
  if (!offersInbox(c.env)) throw inboxNotOffered();
  const inbox = await requireInbox(c);
  const encoding = readEncoding(c);
  const key = readKey(c);
  if (inbox.state === 'paused')
    throw new ApiError(409, 'This inbox is paused. Nothing was stored.', { code: 'PAUSED' });
  await reserve(c, [await counterOf(c, inbox, CALLS)]);
  const version = await withRun(c, inbox, (run) =>
    withDelivery(c, encoding, (file) => deliver(c, { inbox, run, key, file })),
  );
  return presentDelivery(version);
}

/**
 * The inbox of the address, for whoever sends its token. All others get one answer, so that nobody can probe for ids. They are
 * counted per network afterwards: a stranger in the network of a sender cannot use up the limit of that sender.
 */
async function requireInbox(c: AppContext): Promise<Inbox> {
  const [, token = ''] = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '') ?? [];
  const tokenHash = await hashToken(token);
  const id = c.req.param('id') ?? ''; // the route has it
  const inbox = tokenHash === null ? undefined : await findInbox(c.get('db'), id, tokenHash);
  if (inbox) return inbox;
  const refusal = 'Your network has sent very many deliveries without a valid token.';
  await reserve(c, await networkCounters(c, 'inbox', { limit: INBOX_REFUSALS, refusal }));
  c.header('WWW-Authenticate', 'Bearer');
  throw unauthorized();
}

const CALLS = { name: 'inbox-call', limit: INBOX_CALLS, refusal: 'This inbox was called very often today.' };
const DELIVERIES = {
  name: 'inbox-delivery',
  limit: INBOX_DELIVERIES,
  refusal: `This inbox stores ${INBOX_DELIVERIES.count} deliveries a day, and they are stored.`,
};

const counterOf = async (
  c: AppContext,
  inbox: Inbox,
  { name, ...counter }: typeof CALLS | typeof DELIVERIES,
): Promise<GuardCounter> => ({ ...counter, key: await accountKey(c, name, inbox.id) });

/** Runs a delivery while no other one of the same source runs. Notes for the owner why it failed. */
async function withRun<T>(c: AppContext, inbox: Inbox, work: (run: RunLease) => Promise<T>): Promise<T> {
  const db = c.get('db');
  const run = { sourceId: inbox.id, lease: crypto.randomUUID() };
  if (!(await takeRun(db, inbox, { lease: run.lease, now: Date.now(), unfinished: UNFINISHED })))
    throw new ApiError(429, 'Another delivery of this inbox is being counted. Please send this one again.', {
      code: 'TOO_MANY_REQUESTS',
      retryAfterSeconds: 10,
    });
  try {
    return await work(run);
  } catch (error) {
    const failure = toApiError(asRefusal(error));
    await tryWrite(() => endRun(db, run, failure.message), 'The end of a run was not noted');
    throw failure;
  }
}

function asRefusal(error: unknown): unknown {
  if (error instanceof NotCounted) return new ApiError(422, error.message, { code: 'NOT_COUNTED' });
  return error instanceof OutOfMemory ? serverBusy() : error;
}

interface Delivered {
  inbox: Inbox;
  run: RunLease;
  key: string | null;
  file: ReceivedFile;
}

/** Stores the version of a file, or finds the one that was stored for its key. */
async function deliver(c: AppContext, delivered: Delivered): Promise<DeliveredVersion> {
  const { inbox, run, key, file } = delivered;
  const db = c.get('db');
  const before = key === null ? undefined : await findDelivery(db, inbox.id, key);
  if (before && before.bodyHash !== file.hash)
    throw new ApiError(409, 'This Idempotency-Key came with another file before.', { code: 'KEY_REUSED' });
  if (before) {
    await endRun(db, run, null);
    return before;
  }
  const counter = await counterOf(c, inbox, DELIVERIES);
  await reserve(c, [counter]);
  try {
    return await count(c, delivered);
  } catch (error) {
    await giveBack(c, [counter]);
    throw error;
  }
}

async function count(c: AppContext, { inbox, run, key, file }: Delivered): Promise<DeliveredVersion> {
  const { userId, analysisId } = inbox;
  const site = siteOf(c);
  const target = { userId, id: analysisId };
  const counted = await countSaved(site, target, file);
  await requireVersionQuota(site, target, bytesOf(counted));
  const stored = await storeVersion(site.db, run, {
    ...counted,
    userId,
    deliveryKey: key,
    bodyHash: file.hash,
    now: Date.now(),
    ...limitsOf(c.env),
  });
  if (!stored)
    throw new ApiError(
      409,
      'This inbox was paused or ended while the file was counted. Nothing was stored.',
      { code: 'PAUSED' },
    );
  // The figures are stored: whatever fails now is no reason to send the file again. The next run judges then.
  await tryWrite(async () => {
    await compareVersion(site.db, target, stored.number);
    await notify(site, target, stored.number);
  }, 'A version was not judged, or not told of');
  return stored;
}

const presentDelivery = ({ number, leads, converted, newValues }: DeliveredVersion): Delivery => ({
  version: number,
  leads,
  converted,
  newValues: parseJson(newValues),
});
