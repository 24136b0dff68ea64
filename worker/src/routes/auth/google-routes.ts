import { emailSchema } from '#contract/auth.ts';
import {
  CONFIRMED_PARAMETER,
  GOOGLE_ERROR_PARAMETER,
  GOOGLE_NOTICE_PARAMETER,
  NOTICE_SEPARATOR,
  type EndedPart,
  type GoogleError,
  type GoogleNotice,
} from '#contract/google.ts';
import { FAILED_GOOGLE_SIGN_INS, SESSION_IDLE_MS } from '#contract/limits.ts';
import { PAGES } from '#contract/pages.ts';
import {
  createChallenge,
  readAttemptCookie,
  writeAttemptCookie,
  type Attempt,
} from '#worker/auth/attempts.ts';
import { canTakeAccount } from '#worker/store/require-quota.ts';
import { siteOf } from '#worker/middleware/database.ts';
import { enterWithGoogle } from '#worker/auth/google-account.ts';
import {
  GOOGLE_CALLBACK_PATH,
  googleClientOf,
  readProfile,
  SIGN_IN,
  type GoogleClient,
  type GoogleProfile,
} from '#worker/auth/google.ts';
import { authorizationUrl, exchangeCode } from '#worker/auth/openid.ts';
import { openSession } from '#worker/auth/sessions.ts';
import { findSession, markUsed } from '#worker/db/sessions.ts';
import { findUserById, type HandOver } from '#worker/db/users.ts';
import type { AppContext } from '#worker/env.ts';
import { ApiError, toApiError } from '#worker/errors.ts';
import { noteAuditActor } from '#worker/middleware/note-audit-actor.ts';
import { giveBack, networkCounters, reserve } from '#worker/middleware/rate-limit.ts';
import {
  clearCookie,
  readSealedCookie,
  rememberSession,
  writeSealedCookie,
} from '#worker/middleware/cookies.ts';
import { readPresented, visitOf } from '#worker/middleware/session.ts';
import { comeBackFromConsent, isConsent } from '../connections/consent.ts';
import { giveRightsBack } from '../connections/give-back.ts';
import { tellOfChange } from '../mail/change-letter.ts';
import type { Handlers } from '../mount.ts';

const CONFIRM_PATH = '/api/auth/google/confirm';

/** Ends the sign-in on the sign-in page with a reason. */
class GoogleFailure extends Error {
  readonly reason: GoogleError;

  constructor(reason: GoogleError) {
    super(reason);
    this.reason = reason;
  }
}

function requireClient(c: AppContext): GoogleClient {
  const client = googleClientOf(c.env, new URL(GOOGLE_CALLBACK_PATH, c.req.url).href);
  if (!client) throw new GoogleFailure('google-not-set-up');
  return client;
}

const findAttempt = async (c: AppContext) => readAttemptCookie('google', await readSealedCookie(c, 'google'));

/**
 * The attempt that this browser began, which must be the one that Google answers. A page of another site can send a browser
 * here as often as it likes: what it sends counts for nothing, and ends no sign-in that is under way.
 */
async function requireAttempt(c: AppContext) {
  const attempt = await findAttempt(c);
  if (!attempt || c.req.query('state') !== attempt.state) throw new GoogleFailure('google-expired');
  clearCookie(c, 'google');
  return attempt;
}

async function askGoogle(c: AppContext, attempt: Attempt): Promise<GoogleProfile> {
  const code = c.req.query('code');
  if (c.req.query('error') === 'access_denied') throw new GoogleFailure('google-cancelled');
  if (!code) throw new GoogleFailure('google-failed');
  const client = requireClient(c);
  try {
    const { claims } = await exchangeCode(client, { code, challenge: attempt, now: Date.now() });
    return readProfile(claims, (email) => emailSchema.safeParse(email).data ?? null);
  } catch (error) {
    console.error(`Google sign-in failed: ${error instanceof Error ? error.message : 'unknown'}`);
    throw new GoogleFailure('google-failed');
  }
}

/** Sign-ins with Google have a counter of their own, apart from that of wrong passwords. */
async function comeBack(c: AppContext): Promise<Response> {
  const attempt = await requireAttempt(c);
  const limit = FAILED_GOOGLE_SIGN_INS;
  const counters = await networkCounters(c, 'google', { limit, refusal: '' }); // the sign-in page has the words
  await reserve(c, counters).catch((error: unknown) => {
    throw error instanceof ApiError ? new GoogleFailure('google-limit') : error;
  });
  const isFirst = await markUsed(c.get('db'), attempt.state, attempt.expiresAt);
  if (!isFirst) throw new GoogleFailure('google-expired');
  const response = await takeProfile(c, attempt);
  await giveBack(c, counters);
  return response;
}

async function takeProfile(c: AppContext, attempt: Attempt): Promise<Response> {
  const profile = await askGoogle(c, attempt);
  return await (attempt.confirms === undefined
    ? enter(c, profile)
    : confirmOwner(c, attempt.confirms, profile));
}

async function enter(c: AppContext, profile: GoogleProfile): Promise<Response> {
  const presentedSid = (await readPresented(c))?.sid ?? null;
  const result = await enterWithGoogle(c.get('db'), {
    profile,
    presentedSid,
    visit: visitOf(c),
    now: Date.now(),
    canTakeAccount: () => canTakeAccount(siteOf(c)),
    noteAuditActor: (userId) => noteAuditActor(c, userId),
  });
  if (result.kind === 'refused') throw new GoogleFailure(`google-${result.reason}`);
  if (result.kind === 'needs-password') return await askPassword(c, { ...result, profile });
  const { token, userId, handOver } = result;
  if (handOver) tellOfChange(c, userId, { kind: 'hand-over' });
  await rememberSession(c, token, SESSION_IDLE_MS);
  return c.redirect(handOver ? atStart('google-linked', await finishHandOver(c, handOver)) : '/');
}

/** Gives the rights back that went with a hand-over, and lists for the notice what has ended, and where a right may be left. */
async function finishHandOver(c: AppContext, handOver: HandOver): Promise<EndedPart[]> {
  const { connections, hasEndedLinks } = handOver;
  const links: EndedPart[] = hasEndedLinks ? ['links'] : [];
  if (connections.length === 0) return links;
  return [...links, 'connections', ...(await giveRightsBack(c.get('db'), c, connections))];
}

const atStart = (notice: GoogleNotice, ended: readonly EndedPart[] = []): string =>
  `/?${GOOGLE_NOTICE_PARAMETER}=${[notice, ...ended].join(NOTICE_SEPARATOR)}`;

/** The session that the browser presents, where it is alive. */
async function findOpenSession(c: AppContext) {
  const presented = await readPresented(c);
  return presented && openSession(await findSession(c.get('db'), presented.sid), Date.now());
}

/** True if Google has named the owner of the session in which the confirmation began. */
async function confirmOwner(c: AppContext, sid: string, { googleId }: GoogleProfile): Promise<Response> {
  const open = await findOpenSession(c);
  const user = open?.sid === sid ? await findUserById(c.get('db'), open.user.id) : undefined;
  if (user?.googleId !== googleId) throw new GoogleFailure('google-other-account');
  await writeSealedCookie(c, writeAttemptCookie('google-proof', { sid }));
  return c.redirect(`/?${CONFIRMED_PARAMETER}=google`);
}

/** Keeps Google's answer in a signed cookie while the page asks for the password. */
async function askPassword(
  c: AppContext,
  { userId, email, profile }: { userId: string; email: string; profile: GoogleProfile },
): Promise<Response> {
  const { googleId, hostedDomain, fields } = profile;
  const link = { userId, email, googleId, hostedDomain, ...fields };
  await writeSealedCookie(c, writeAttemptCookie('google-link', link));
  return c.redirect(PAGES['link-google'].path);
}

/** True if the visitor left to confirm a deletion, as far as the cookie tells. */
async function isConfirmation(c: AppContext): Promise<boolean> {
  if (c.req.path === CONFIRM_PATH) return true;
  const attempt = await findAttempt(c).catch(() => null);
  return attempt?.confirms !== undefined;
}

async function failOnPage(c: AppContext, error: unknown): Promise<Response> {
  const reason = error instanceof GoogleFailure ? error.reason : 'google-unavailable';
  if (!(error instanceof GoogleFailure)) toApiError(error); // logs it
  if (await isConfirmation(c)) return c.redirect(atStart('google-not-confirmed'));
  return c.redirect(`${PAGES.login.path}?${GOOGLE_ERROR_PARAMETER}=${reason}`);
}

/** Both steps are navigations, so they end on a page, also after an error. */
const navigation = (step: (c: AppContext) => Promise<Response>) => async (c: AppContext) => {
  try {
    return await step(c);
  } catch (error) {
    return await failOnPage(c, error);
  }
};

async function leaveForGoogle(c: AppContext, confirms?: string): Promise<Response> {
  const client = requireClient(c);
  const attempt: Attempt = { ...createChallenge(), ...(confirms !== undefined && { confirms }) };
  await writeSealedCookie(c, writeAttemptCookie('google', attempt));
  return c.redirect(authorizationUrl(client, attempt, SIGN_IN));
}

export const googleHandlers = {
  'GET /api/auth/google': navigation((c) => leaveForGoogle(c)),
  'GET /api/auth/google/confirm': navigation(async (c) => {
    const open = await findOpenSession(c);
    return open ? await leaveForGoogle(c, open.sid) : c.redirect(PAGES.login.path);
  }),
  // The consents of connections to Google come back to the same address.
  'GET /auth/google/callback': (c) => (isConsent(c) ? comeBackFromConsent(c) : navigation(comeBack)(c)),
} satisfies Partial<Handlers>;
