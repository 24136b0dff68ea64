import { CONNECTION_KINDS, CONNECTION_NAMES, type ConnectionKind } from '#contract/platforms.ts';
import type { ConsentOutcome, ReturnTo } from '#contract/connections.ts';
import { PAGES } from '#contract/pages.ts';
import {
  createChallenge,
  readAttemptCookie,
  writeAttemptCookie,
  type ConsentAttempt,
} from '#worker/auth/attempts.ts';
import { randomToken } from '#worker/auth/signing.ts';
import { openSession } from '#worker/auth/sessions.ts';
import { revoke, sealGrant } from '#worker/connections/access.ts';
import type { ConnectionService, Grant } from '#worker/connections/provider.ts';
import {
  deleteRevoked,
  findConnection,
  isSameAccount,
  listSameAccount,
  saveConnection,
  type ConnectionKey,
  type ConnectionRow,
} from '#worker/db/connections.ts';
import type { Database } from '#worker/db/client.ts';
import { findSession, markUsed } from '#worker/db/sessions.ts';
import type { AppContext } from '#worker/env.ts';
import { toApiError } from '#worker/errors.ts';
import { noteAuditActor } from '#worker/middleware/note-audit-actor.ts';
import { clearCookie, readSealedCookie, writeSealedCookie } from '#worker/middleware/cookies.ts';
import { readPresented } from '#worker/middleware/session.ts';
import { tellOfChange } from '../mail/change-letter.ts';
import { giveRightsBack } from './give-back.ts';
import { callbackPathOf, findService } from './services.ts';

/** The parts of the state of a consent, which say where it ends even if nothing else is left of the attempt. */
const STATE = new RegExp(`^(${CONNECTION_KINDS.join('|')})\\.(start|connections)\\.`);

type End = Pick<ConsentAttempt, 'kind' | 'returnTo'>;

function readState(c: AppContext): End | null {
  const [, kind, returnTo] = STATE.exec(c.req.query('state') ?? '') ?? [];
  return kind === undefined ? null : { kind: kind as ConnectionKind, returnTo: returnTo as ReturnTo }; // as STATE has them
}

/** True for the way back of a consent: its state says so. */
export const isConsent = (c: AppContext): boolean => readState(c) !== null;

/** Begins a consent of the signed-in user, for themselves or a team. Returns the address of the page of consent. */
export async function beginConsent(c: AppContext, service: ConnectionService, end: End): Promise<string> {
  const workspaceId = c.get('workspace').id;
  await endEarlier(c, service, { userId: workspaceId, kind: end.kind });
  const challenge = createChallenge(`${end.kind}.${end.returnTo}.${randomToken()}`);
  const sid = c.get('presentedSid') ?? ''; // a user has a session
  const userId = c.get('requester').id;
  const team = c.get('team')?.id;
  await writeSealedCookie(
    c,
    writeAttemptCookie('consent', { ...challenge, ...end, sid, userId, ...(team !== undefined && { team }) }),
  );
  return service.provider.consentUrl(challenge);
}

/**
 * Ends a connection before its owner grants another one. Afterwards would be too late: with one right Google and Meta end all of
 * the same account. For the same reason it stays where another connection has the same account. A connection that is not
 * confirmed to have ended stays too, and the next one takes its place.
 */
async function endEarlier(c: AppContext, service: ConnectionService, key: ConnectionKey): Promise<void> {
  const db = c.get('db');
  const earlier = await findConnection(db, key);
  if (!earlier || (await isShared(db, earlier))) return;
  const result = await revoke(service, earlier);
  if (result === 'revoked' || result === 'unknown-token') await deleteRevoked(db, earlier);
}

/** True if another connection has a right of the same account. */
export const isShared = async (db: Database, connection: ConnectionRow): Promise<boolean> =>
  (await listSameAccount(db, connection)).some(
    ({ userId, kind }) => kind !== connection.kind || userId !== connection.userId,
  );

const endOn = (c: AppContext, { kind, returnTo }: End, outcome: ConsentOutcome): Response =>
  c.redirect(`${PAGES[returnTo === 'start' ? 'home' : 'connections'].path}?${kind}=${outcome}`);

/** Ends a consent on a page. What another site sends here counts for nothing, and ends no attempt that is under way. */
export async function comeBackFromConsent(c: AppContext): Promise<Response> {
  const end = readState(c);
  if (!end) return c.redirect(PAGES.connections.path);
  try {
    return endOn(c, end, await finishConsent(c));
  } catch (error) {
    toApiError(error); // logs it
    return endOn(c, end, 'failed');
  }
}

/**
 * The attempt that this browser began, if it is the one that its service answers, and for the first time. Each service has a way
 * back of its own, so that the code of one is never sent to another (RFC 9700, 4.4).
 */
async function takeAttempt(c: AppContext): Promise<ConsentAttempt | null> {
  const attempt = readAttemptCookie('consent', await readSealedCookie(c, 'consent'));
  if (!attempt || c.req.query('state') !== attempt.state) return null;
  if (c.req.path !== callbackPathOf(attempt.kind)) return null;
  clearCookie(c, 'consent');
  return (await markUsed(c.get('db'), attempt.state, attempt.expiresAt)) ? attempt : null;
}

/** A consent counts only in the session that it began in: its way back in another session connects nobody. */
async function isInItsSession(c: AppContext, { sid, userId }: ConsentAttempt): Promise<boolean> {
  const presented = await readPresented(c);
  const open = presented && openSession(await findSession(c.get('db'), presented.sid), Date.now());
  return open?.sid === sid && open.user.id === userId;
}

/** Stores what was granted. A right that cannot be used is given back. */
async function finishConsent(c: AppContext): Promise<ConsentOutcome> {
  const attempt = await takeAttempt(c);
  if (!attempt) return 'expired';
  const isHere = await isInItsSession(c, attempt);
  const service = await findService(c, attempt.kind);
  const code = c.req.query('code');
  if (!service || !code) return isHere ? outcomeWithoutCode(c) : 'expired';
  const grant = await askGrant(service, attempt, code);
  if (!grant) return isHere ? 'failed' : 'expired';
  const workspaceId = attempt.team ?? attempt.userId;
  const granted = { attempt, workspaceId, grant };
  const outcome = isHere ? await keepGrant(c, service, granted) : 'expired';
  if (outcome !== 'connected') await revokeGrant(c, service, granted);
  return outcome;
}

const outcomeWithoutCode = (c: AppContext): ConsentOutcome =>
  c.req.query('error') === 'access_denied' ? 'cancelled' : 'failed';

/** The rights that the service granted; null if its answer is not as expected. */
async function askGrant(
  { provider }: ConnectionService,
  attempt: ConsentAttempt,
  code: string,
): Promise<Grant | null> {
  try {
    return await provider.exchange({ code, challenge: attempt, now: Date.now() });
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    console.error(`${CONNECTION_NAMES[attempt.kind]} was not connected: ${reason}`);
    return null;
  }
}

interface Granted {
  attempt: ConsentAttempt;
  /** The user, or the team. */
  workspaceId: string;
  grant: Grant;
}

/** Stores the granted connection, and gives back the right of an earlier one to another account. */
async function keepGrant(
  c: AppContext,
  service: ConnectionService,
  { attempt, workspaceId, grant }: Granted,
): Promise<ConsentOutcome> {
  if (!grant.isAllowed) return 'not-allowed';
  const { sid, userId, kind } = attempt;
  const connection = await sealGrant(service.key, { userId: workspaceId, kind }, grant);
  if (!connection) {
    console.error(
      `${CONNECTION_NAMES[kind]} was not connected: the answer lacks a lasting token or an account`,
    );
    return 'failed';
  }
  if (attempt.team !== undefined) await noteAuditActor(c, userId);
  const earlier = await findConnection(c.get('db'), connection);
  if (!(await saveConnection(c.get('db'), connection, { sid, by: userId, now: Date.now() })))
    return 'expired';
  // Not for the same account: the new right would end with the old one.
  if (earlier && !isSameAccount(earlier, connection)) await giveRightsBack(c.get('db'), c, [earlier]);
  tellOfChange(c, userId, { kind: 'connected', connection: kind, isOfTeam: attempt.team !== undefined });
  return 'connected';
}

/** Gives back a right that cannot be used. Not for an account that is connected: its rights would end too. */
async function revokeGrant(
  c: AppContext,
  { provider }: ConnectionService,
  { attempt, grant }: Granted,
): Promise<void> {
  const { account, accountId = null, refreshToken, accessToken } = grant;
  const connected =
    account === null ? [] : await listSameAccount(c.get('db'), { kind: attempt.kind, account, accountId });
  if (connected.length > 0 || !provider.revoke) return;
  if ((await provider.revoke(refreshToken ?? accessToken)) === 'unanswered')
    console.error('A lost consent was not given back');
}
