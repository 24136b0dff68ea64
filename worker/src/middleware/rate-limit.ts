import type { LimitName } from '#contract/calls.ts';
import {
  AD_READS,
  AUDIT_READS,
  CONSENTS,
  INVITATION_LOOKS,
  MAIL_CHANGES,
  PUSHES,
  RULE_CHANGES,
  RUNS_BY_HAND,
  SAVES,
  SEND_CHANGES,
  SEND_KEYS,
  SENDS,
  SHARE_CHANGES,
  SHARE_OPENS,
  SOURCE_CHANGES,
  TEAM_CHANGES,
} from '#contract/limits.ts';
import { toNetwork } from '#worker/auth/client-network.ts';
import { sign } from '#worker/auth/signing.ts';
import { countAttempt, giveBackAttempt, type Counter, type UsedUp } from '#worker/db/rate-limits.ts';
import { writeInReserve } from '#worker/db/reserve.ts';
import type { AppContext } from '#worker/env.ts';
import { findDatabaseFailure, tooManyRequests } from '#worker/errors.ts';
import { signingKey } from './cookies.ts';

/** A counter, and the answer to an attempt once it is used up. */
export interface GuardCounter extends Counter {
  refusal: string;
}

/**
 * HMAC of the client's network with the signing key, to count by. A plain hash would give the address away to anybody with
 * time to hash all addresses, and another purpose has another one. Only the header that Cloudflare sets is trusted; null without it, as in local development.
 */
export async function networkOf(c: AppContext, purpose = 'network'): Promise<string | null> {
  const address = c.req.header('CF-Connecting-IP');
  return address ? await sign(await signingKey(c), `${purpose}:${toNetwork(address)}`) : null;
}

/** The key of a counter of an account or of its browser. It names neither, since a counter may outlive the account. */
export async function accountKey(c: AppContext, name: string, id: string): Promise<string> {
  return `${name}:${await sign(await signingKey(c), `account:${id}`)}`;
}

/**
 * Counts an attempt in all of these counters, or in the memory of this isolate while the database takes no writes.
 *
 * @throws 429 with the longest wait where a counter is used up; then no counter has counted the attempt
 */
export async function reserve(c: AppContext, counters: readonly GuardCounter[]): Promise<void> {
  if (counters.length === 0) return;
  const now = Date.now();
  const db = c.get('db');
  const count = () => countAttempt(db, counters, now);
  const usedUp = await writeInReserve(db, count).catch((error: unknown) => {
    if (!findDatabaseFailure(error)) throw error;
    return countInMemory(counters, now);
  });
  const [last] = usedUp.toSorted((a, b) => b.expiresAt - a.expiresAt);
  if (!last) return;
  const refusal = counters.find(({ key }) => key === last.key)?.refusal ?? '';
  throw tooManyRequests(refusal, Math.max(1, Math.ceil((last.expiresAt - now) / 1000)));
}

/** Takes back the count of an attempt that succeeded. */
export async function giveBack(c: AppContext, counters: readonly GuardCounter[]): Promise<void> {
  if (counters.length === 0) return;
  await giveBackAttempt(c.get('db'), counters).catch((error: unknown) => {
    if (!findDatabaseFailure(error)) throw error;
    giveBackInMemory(counters);
  });
}

/** The counter of the client's network; none if the network is unknown. */
export async function networkCounters(
  c: AppContext,
  name: string,
  counter: Omit<GuardCounter, 'key'>,
): Promise<GuardCounter[]> {
  const network = await networkOf(c);
  return network === null ? [] : [{ ...counter, key: `${name}:${network}` }];
}

const SAVING = 'You are saving very often.';
const SENDING = 'You are sending very often.';

const LIMITS: Readonly<Record<LimitName, Omit<GuardCounter, 'key'>>> = {
  'ad-reads': { limit: AD_READS, refusal: 'You are asking very often.' },
  audit: { limit: AUDIT_READS, refusal: 'You are reading the log very often.' },
  consent: { limit: CONSENTS, refusal: 'You are connecting very often.' },
  dataset: { limit: SAVES, refusal: SAVING },
  invitation: { limit: INVITATION_LOOKS, refusal: 'You are opening very many invitations.' },
  label: { limit: SAVES, refusal: SAVING },
  'mail-change': { limit: MAIL_CHANGES, refusal: 'You are changing this very often.' },
  open: { limit: SHARE_OPENS, refusal: 'Your network has opened very many links.' },
  pushes: { limit: PUSHES, refusal: 'You are pushing very often.' },
  'rules-in-use': { limit: RULE_CHANGES, refusal: 'You are changing rules very often.' },
  run: { limit: RUNS_BY_HAND, refusal: 'You are running sources very often.' },
  save: { limit: SAVES, refusal: SAVING },
  send: { limit: SENDS, refusal: SENDING },
  'send-change': { limit: SEND_CHANGES, refusal: SENDING },
  'send-key': { limit: SEND_KEYS, refusal: SENDING },
  share: { limit: SHARE_CHANGES, refusal: 'You are changing links very often.' },
  source: { limit: SOURCE_CHANGES, refusal: 'You are changing sources very often.' },
  team: { limit: TEAM_CHANGES, refusal: 'You are changing teams very often.' },
};

/** Counts a call of the list, also where it fails. */
export async function countCall(c: AppContext, name: LimitName, by: 'user' | 'network'): Promise<void> {
  if (by === 'network') return await reserve(c, await networkCounters(c, name, LIMITS[name]));
  await reserve(c, [{ ...LIMITS[name], key: await accountKey(c, name, c.get('requester').id) }]);
}

/** The memory holds at most this many counters. One more replaces the counter that was used longest ago. */
const MAX_COUNTERS = 10_000;

const counters = new Map<string, { count: number; expiresAt: number }>();

/** Counts like `countAttempt`, in the memory of this isolate, while the database takes no writes. */
function countInMemory(wanted: readonly Counter[], now: number): UsedUp[] {
  const known = wanted.map(({ key, limit, amount = 1 }) => {
    const kept = counters.get(key);
    return { key, limit, amount, kept: kept && kept.expiresAt > now ? kept : null };
  });
  const usedUp = known.flatMap(({ key, limit, amount, kept }) =>
    kept && kept.count > limit.count - amount ? [{ key, expiresAt: kept.expiresAt }] : [],
  );
  if (usedUp.length > 0) return usedUp;
  for (const { key, limit, amount, kept } of known) {
    counters.delete(key); // set again, it is the youngest
    counters.set(key, {
      count: (kept?.count ?? 0) + amount,
      expiresAt: kept?.expiresAt ?? now + limit.windowMs,
    });
  }
  for (const key of counters.keys()) {
    if (counters.size <= MAX_COUNTERS) break;
    counters.delete(key);
  }
  return [];
}

function giveBackInMemory(wanted: readonly Counter[]): void {
  for (const { key } of wanted) {
    const kept = counters.get(key);
    if (kept && kept.count > 0) kept.count--;
  }
}
