import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as z from 'zod/mini';
import {
  analysisListSchema,
  labelsSchema,
  savedAnalysisSchema,
  savedSchema,
  newShareSchema,
  sharedAnalysisSchema,
  shareStatusSchema,
} from '#contract/answers.ts';
import { accountDeletedSchema, confirmationSchema, pendingLinkSchema, userSchema } from '#contract/auth.ts';
import { errorBodySchema } from '#contract/errors.ts';
import { preferencesSchema } from '#contract/preferences.ts';
import { MAX_DATASET_BYTES } from '#contract/limits.ts';
import { checkedSchema } from '#contract/connection-checks.ts';
import { accessTokenSchema, connectionsSchema, consentSchema } from '#contract/connections.ts';
import { app } from '#worker/app.ts';
import { hashToken } from '#worker/auth/sessions.ts';
import type { Env } from '#worker/env.ts';
import { analysesExamples, exampleSave } from '../contract/analyses.ts';
import { authExamples } from '../contract/auth.ts';
import {
  EXAMPLE_EMAIL,
  EXAMPLE_ID,
  EXAMPLE_PICTURE,
  EXAMPLE_TIME,
  type Example,
} from '../contract/example.ts';
import { preferencesExamples } from '../contract/preferences.ts';
import { EXAMPLE_TOKEN, exampleFigures, sharingExamples } from '../contract/sharing.ts';
import { EXAMPLE_CONSENT, connectionExamples } from '../contract/connections.ts';
import { datasetRequest, gzip, saved, sendDataset, toLines } from './analysis-support.ts';
import { makeFaulty } from './faulty-database.ts';
import { signInWithGoogle } from './google-support.ts';
import { OFFERING, comeBackFrom, grantor, leaveForConsent, userThere } from './connection-support.ts';
import { call, cookieOf, makeUser, request, signedInUser, signIn } from './support.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;
const ADDRESS = { 'CF-Connecting-IP': '192.0.2.200' };
const ROWS = [
  ['Lead Status', 'Source', 'Device'],
  ['Qualified', 'google', 'Mobile'],
  ['', 'Referral', 'Desktop'],
];

/** The state of the world before the call. */
interface Situation {
  cookie?: string | null;
  id?: string;
  headers?: Record<string, string>;
  dataset?: ArrayBuffer;
  isDown?: boolean;
  isFull?: boolean;
  bindings?: Partial<Env>;
}

beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse(EXAMPLE_TIME), toFake: ['Date'] });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await env.DB.batch(['users', 'rate_limits'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function somebody(): Promise<{ cookie: string }> {
  const { cookie } = await signedInUser({ email: EXAMPLE_EMAIL });
  return { cookie };
}

const anAccount = async (): Promise<Situation> => {
  await makeUser({ email: EXAMPLE_EMAIL });
  return {};
};

const anAccountOfGoogle = async (): Promise<Situation> => {
  await makeUser({ email: EXAMPLE_EMAIL, googleId: 'google-somebody' });
  return {};
};

/** A browser in which Google has named the account, whose password is asked for. */
async function aPendingLink(): Promise<Situation> {
  await anAccount();
  const googleId = `google-${crypto.randomUUID()}`;
  const persona = { claims: { sub: googleId, email: EXAMPLE_EMAIL, picture: EXAMPLE_PICTURE } };
  return { cookie: cookieOf(await signInWithGoogle(persona), '__Host-google-link') };
}

const nobody = async (): Promise<Situation> => ({});
const nobodyAtAll = async (): Promise<Situation> => ({ id: EXAMPLE_ID, dataset: await gzip(toLines(ROWS)) });
const down = async (): Promise<Situation> => ({ ...(await somebody()), id: EXAMPLE_ID, isDown: true });

async function anAnalysis(): Promise<Situation & { cookie: string }> {
  const { cookie } = await somebody();
  return { cookie, id: await saved(cookie, exampleSave) };
}

async function anAnalysisThatWaits(): Promise<Situation & { cookie: string; id: string }> {
  const { cookie } = await somebody();
  return { cookie, id: await saved(cookie, { ...exampleSave, datasetFollows: true }) };
}

const withDataset = (text: string) => async (): Promise<Situation> => ({
  ...(await anAnalysisThatWaits()),
  dataset: await gzip(text),
});

const noSuchAnalysis = async (): Promise<Situation> => ({
  ...(await somebody()),
  id: EXAMPLE_ID,
  dataset: await gzip(toLines(ROWS)),
});

const exhaust = async (name: string): Promise<void> => {
  await env.DB.prepare('UPDATE rate_limits SET count = 1000, expires_at = expires_at WHERE key LIKE ?')
    .bind(`${name}:%`)
    .run();
};

type Situations<Examples> = Record<keyof Examples, () => Promise<Situation>>;

const authSituations: Situations<typeof authExamples> = {
  user: somebody,
  googleUser: async () => {
    const situation = await somebody();
    await env.DB.prepare("UPDATE users SET first_name = 'Some', last_name = 'Body', profile_image_url = ?")
      .bind(EXAMPLE_PICTURE)
      .run();
    return situation;
  },
  noUser: nobody,
  userUnavailable: down,
  signedIn: anAccount,
  signInUnknown: anAccount,
  signInWrong: anAccount,
  signInOfGoogle: anAccountOfGoogle,
  signInInvalid: anAccount,
  signInTooOften: async () => {
    await anAccount();
    await signIn(EXAMPLE_EMAIL, 'wrong', { headers: ADDRESS });
    await exhaust('password-of-network');
    return {};
  },
  signInUnavailable: async () => ({ isDown: true }),
  signedUp: nobody,
  signUpTaken: anAccount,
  signUpOfGoogle: anAccountOfGoogle,
  signUpInvalid: nobody,
  signUpWeak: nobody,
  linkShown: aPendingLink,
  linkShownExpired: nobody,
  linked: aPendingLink,
  linkWrong: aPendingLink,
  linkInvalid: aPendingLink,
  linkExpired: nobody,
  linkUnavailable: async () => ({ ...(await aPendingLink()), isDown: true }),
  signUpTooOften: async () => {
    await anAccount();
    const body = { email: EXAMPLE_EMAIL, password: 'long enough' };
    await call('/api/auth/signup', { method: 'POST', body, headers: ADDRESS });
    await exhaust('sign-up');
    return {};
  },
  loggedOut: somebody,
  loggedOutEverywhere: somebody,
  logOutNoUser: nobody,
  logOutEverywhereUnavailable: down,
  passwordChanged: somebody,
  passwordWrong: somebody,
  passwordShort: somebody,
  passwordWeak: somebody,
  passwordOfNobody: nobody,
  passwordUnavailable: down,
  userDeleted: somebody,
  deleteWrong: somebody,
  deleteUnconfirmed: somebody,
  deleteUnavailable: down,
  deleteNoUser: nobody,
};

const preferencesSituations: Situations<typeof preferencesExamples> = {
  defaults: somebody,
  preferences: async () => {
    const { cookie } = await somebody();
    const { body } = preferencesExamples.preferencesSaved;
    await call('/api/preferences', { method: 'POST', body, cookie });
    return { cookie };
  },
  preferencesOfNobody: nobody,
  preferencesSaved: somebody,
  preferencesInvalid: somebody,
  savePreferencesOfNobody: nobody,
  preferencesUnavailable: down,
};

const analysesSituations: Situations<typeof analysesExamples> = {
  list: anAnalysis,
  emptyList: somebody,
  listOfNobody: nobody,
  listUnavailable: down,
  saved: somebody,
  savedInline: somebody,
  savedWaiting: somebody,
  saveOfNobody: nobody,
  saveInvalid: somebody,
  saveFull: async () => {
    const situation = await anAnalysis();
    const columns =
      'user_id, file_name, conversion_value, significance_threshold, overall_rate, total_leads, total_qualified, top_metrics, awaits_dataset, created_at';
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
       INSERT INTO saved_analyses (id, ${columns}) SELECT 'copy-' || i, ${columns} FROM saved_analyses, n`,
    ).run();
    return situation;
  },
  saveTooOften: async () => {
    const situation = await anAnalysis();
    await exhaust('save');
    return situation;
  },
  saveUnavailable: down,
  saveServiceFull: async () => ({ ...(await somebody()), isFull: true }),
  saveAnnouncedTooLarge: async () => {
    const situation = await anAnalysis();
    await env.DB.prepare("UPDATE uploads SET bytes = 10000000 WHERE kind = 'analysis'").run();
    return situation;
  },
  replaced: anAnalysis,
  replaceChanged: async () => {
    const situation = await anAnalysis();
    await env.DB.prepare('UPDATE saved_analyses SET version = 3').run();
    return { ...situation, headers: { 'If-Match': '"2"' } };
  },
  replaceOfNobody: nobodyAtAll,
  replaceNotFound: noSuchAnalysis,
  labelled: anAnalysis,
  renamedToFile: async () => {
    const situation = await anAnalysis();
    await env.DB.prepare("UPDATE saved_analyses SET name = 'Mine'").run();
    return situation;
  },
  labelInvalid: anAnalysis,
  labelOfNobody: nobodyAtAll,
  labelNotFound: noSuchAnalysis,
  labelUnavailable: down,
  datasetSaved: withDataset(toLines(ROWS)),
  datasetOfNobody: nobodyAtAll,
  datasetNotFound: noSuchAnalysis,
  datasetInvalid: withDataset(toLines([ROWS[0] ?? [], ['Qualified']])),
  datasetTooLarge: async () => ({
    ...(await anAnalysisThatWaits()),
    headers: { 'Content-Length': String(MAX_DATASET_BYTES + 1) },
  }),
  datasetNoRoom: async () => {
    const situation = await withDataset(toLines(ROWS))();
    await env.DB.prepare("UPDATE uploads SET bytes = 26214400 WHERE kind = 'analysis'").run();
    return situation;
  },
  analysis: async () => {
    const situation = await anAnalysisThatWaits();
    await sendDataset(situation.id, await gzip(toLines(ROWS)), situation.cookie);
    return situation;
  },
  analysisWithoutDataset: anAnalysis,
  analysisOfNobody: nobodyAtAll,
  analysisNotFound: noSuchAnalysis,
  analysisUnavailable: down,
  deleted: anAnalysis,
  deleteOfNobody: nobodyAtAll,
  deleteNotFound: noSuchAnalysis,
  deleteUnavailable: down,
};

/** An analysis whose link has the token of the examples. */
async function aLink(): Promise<Situation & { cookie: string }> {
  const situation = await anAnalysis();
  const request = {
    method: 'POST',
    cookie: situation.cookie,
    body: { isKept: false, figures: exampleFigures },
  };
  await call(`/api/analyses/${situation.id}/share`, request);
  await env.DB.prepare('UPDATE shared_analyses SET token_hash = ?')
    .bind(await hashToken(EXAMPLE_TOKEN))
    .run();
  return situation;
}

const sharingSituations: Situations<typeof sharingExamples> = {
  shared: anAnalysis,
  sharePersonal: anAnalysis,
  shareSmall: anAnalysis,
  shareFull: async () => {
    const situation = await anAnalysis();
    const columns =
      'user_id, file_name, conversion_value, significance_threshold, overall_rate, total_leads, total_qualified, top_metrics, awaits_dataset, created_at';
    const twenty = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20)';
    await env.DB.batch([
      env.DB.prepare(
        `${twenty} INSERT INTO saved_analyses (id, ${columns}) SELECT 'copy-' || i, ${columns} FROM saved_analyses, n`,
      ),
      env.DB.prepare(
        `${twenty} INSERT INTO shared_analyses SELECT 'copy-' || i, id, 'hash-' || i, '{}', 1, NULL, 0 FROM users, n`,
      ),
    ]);
    return situation;
  },
  shareTooOften: async () => {
    const situation = await aLink();
    await exhaust('share');
    return situation;
  },
  shareOfNobody: nobodyAtAll,
  shareNotFound: noSuchAnalysis,
  shareUnavailable: down,
  published: aLink,
  publishNotShared: anAnalysis,
  kept: aLink,
  keepNotShared: anAnalysis,
  shareRead: async () => {
    const situation = await aLink();
    await call('/api/shared', { method: 'POST', body: { token: EXAMPLE_TOKEN } });
    return situation;
  },
  shareReadNone: anAnalysis,
  shareReadNotFound: noSuchAnalysis,
  shareEnded: aLink,
  opened: aLink,
  openNotFound: nobody,
  openTooOften: async () => {
    await call('/api/shared', { method: 'POST', body: { token: EXAMPLE_TOKEN }, headers: ADDRESS });
    await exhaust('open');
    return {};
  },
  openUnavailable: async () => ({ isDown: true }),
};

const { SESSION_SECRET } = OFFERING;
const offersSheets = { SESSION_SECRET };

async function somebodyThere(): Promise<Situation & { cookie: string }> {
  const { cookie } = await userThere({ email: EXAMPLE_EMAIL });
  return { cookie, bindings: offersSheets };
}

async function aConnection(refresh = {}): Promise<Situation & { cookie: string }> {
  const situation = await somebodyThere();
  const answer = { access_token: 'access-of-the-examples' };
  const persona = grantor({ claims: { email: EXAMPLE_EMAIL }, answer, refresh });
  const consent = await leaveForConsent(situation.cookie, persona);
  await comeBackFrom(consent, situation.cookie);
  return situation;
}

const connectionSituations: Situations<typeof connectionExamples> = {
  noOffers: somebody,
  allOffers: async () => ({
    ...(await somebodyThere()),
    bindings: { ...OFFERING, TRIED: 'google-values' },
  }),
  notConnected: somebodyThere,
  connected: aConnection,
  connectionOver: async () => {
    const situation = await aConnection();
    await env.DB.prepare("UPDATE connections SET key_version = 'another'").run();
    return situation;
  },
  listOfNobody: nobody,
  listUnavailable: async () => ({ ...(await somebodyThere()), isDown: true }),
  consent: somebodyThere,
  consentOfNobody: nobody,
  consentNotOffered: somebody,
  token: aConnection,
  tokenOfNobody: nobody,
  tokenNotOffered: somebody,
  tokenDisconnected: somebodyThere,
  tokenUnavailable: async () => {
    const situation = await aConnection({ status: 503 });
    await env.DB.prepare('UPDATE connections SET access_expires_at = 0').run();
    return situation;
  },
  checked: aConnection,
  checkOfNobody: nobody,
  checkDisconnected: somebodyThere,
  disconnected: aConnection,
  disconnectOfNobody: nobody,
};

function toRequest(
  { method, path, body }: Example,
  { cookie = null, id = '', dataset, headers }: Situation,
): Request {
  const target = path.replace('{id}', id);
  if (path.endsWith('/dataset')) {
    const sent = datasetRequest(id, dataset ?? new ArrayBuffer(), cookie);
    for (const [name, value] of Object.entries(headers ?? {})) sent.headers.set(name, value);
    return sent;
  }
  return request(target, {
    method,
    cookie,
    headers: { ...ADDRESS, ...headers },
    ...(body !== undefined && { body }),
  });
}

async function send(example: Example, situation: Situation): Promise<Response> {
  const { database } = makeFaulty(env.DB, { fault: 'refuses', step: 0, onSilence: () => {} });
  const bindings = {
    ...env,
    ...situation.bindings,
    ...(situation.isDown && { DB: database }),
    ...(situation.isFull && { DATABASE_MB: 0.001 }),
  };
  return await app.fetch(toRequest(example, situation), bindings, createExecutionContext());
}

function connectionSchemaOf(path: string): z.ZodMiniType {
  if (path.endsWith('/connect')) return consentSchema;
  if (path.endsWith('/check')) return checkedSchema;
  return path.endsWith('/token') ? accessTokenSchema : connectionsSchema;
}

/** The answer with the ids, the token and the provider's address of the examples in the place of its own. */
const asExample = (text: string): unknown =>
  JSON.parse(
    text
      .replaceAll(UUID, EXAMPLE_ID)
      .replace(/(?<="token":")[\w-]{43}/, EXAMPLE_TOKEN)
      .replace(/(?<="url":")[^"]*/, EXAMPLE_CONSENT),
  );

/** The schema by which an answer is read. */
function schemaOf({ method, path, status }: Example): z.ZodMiniType {
  if (status >= 400) return errorBodySchema;
  if (path === '/api/shared') return sharedAnalysisSchema;
  if (path.startsWith('/api/connections') && method !== 'DELETE') return connectionSchemaOf(path);
  if (path.endsWith('/share') && method !== 'DELETE')
    return method === 'POST' ? newShareSchema : shareStatusSchema;
  if (path === '/api/preferences') return preferencesSchema;
  if (path === '/api/auth/user') return method === 'DELETE' ? accountDeletedSchema : userSchema;
  if (method === 'DELETE' || /logout|password/.test(path)) return confirmationSchema;
  if (method === 'GET' && path === '/api/auth/google/link') return pendingLinkSchema;
  if (path.startsWith('/api/auth/')) return userSchema;
  if (method === 'PATCH') return labelsSchema;
  if (method !== 'GET') return savedSchema;
  return path.endsWith('{id}') ? savedAnalysisSchema : analysisListSchema;
}

const cases = <Name extends string>(
  list: Record<Name, Example>,
  situations: Record<Name, () => Promise<Situation>>,
) =>
  Object.entries<Example>(list).map(
    ([name, example]) => [name, example, situations[name as Name]] as const, // both have the same names
  );

test.each([
  ...cases(authExamples, authSituations),
  ...cases(preferencesExamples, preferencesSituations),
  ...cases(analysesExamples, analysesSituations),
  ...cases(sharingExamples, sharingSituations),
  ...cases(connectionExamples, connectionSituations),
])(
  'the Worker answers as the example "%s" says',
  async (_name, example, arrange) => {
    const response = await send(example, await arrange());
    const answer = asExample(await response.text());
    const retryAfter = response.headers.get('Retry-After');
    expect([response.status, retryAfter && Number(retryAfter), answer]).toEqual([
      example.status,
      example.retryAfter ?? null,
      example.answer,
    ]);
    expect(schemaOf(example).safeParse(answer).data).toEqual(answer);
  },
  60_000,
);
