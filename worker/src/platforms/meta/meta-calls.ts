import * as z from 'zod/mini';
import {
  callPlatform,
  inTheirWords,
  findWords,
  forCodes,
  readAnswer,
  readAllPages,
  toError,
  type ErrorTable,
} from '#worker/pushes/platform-calls.ts';
import { PlatformSilent, type Access } from '#worker/pushes/rule-platform.ts';

// Graph and Marketing API of Meta. Shapes: developers.facebook.com, "Value rules", "Error reference", "Rate limiting" and "Targeting
// search" (2026-09-12), "Batch requests", "Handling errors", as read on 2026-11-25.

/** The permissions of a connection to Meta. Source: developers.facebook.com, "Value rules" (2026-09-12), which needs both. */
export const META_PERMISSIONS = ['ads_management', 'ads_read'];

/** The answer of `me/permissions`: each is granted, declined or expired. Source: developers.facebook.com, "User permissions". */
export const metaPermissionsSchema = z.object({
  data: z.array(z.object({ permission: z.string(), status: z.string() })),
});

/** The operator's app at Meta, and the right of one user. */
export interface MetaSite {
  /** With the version of the Graph API. */
  origin: string;
  /** Proves that a call with a token comes from the server of the app. */
  prove(accessToken: string): Promise<string>;
  access: Access;
}

interface MetaCall {
  path: string;
  query?: Record<string, string>;
  /** A POST: JSON, a form, or null for a POST without a body. Absent: a GET. */
  body?: object | URLSearchParams | null;
  isWrite?: boolean;
}

/**
 * Calls the Graph API.
 *
 * @throws PlatformRefused, PlatformSilent
 */
export async function callMeta(
  site: MetaSite,
  { path, query = {}, body, isWrite = false }: MetaCall,
): Promise<unknown> {
  const search = new URLSearchParams({
    ...query,
    appsecret_proof: await site.prove(site.access.accessToken),
  });
  const isJson = body && !(body instanceof URLSearchParams);
  const address = `${site.origin}/${path}?${search.toString()}`;
  const { isOk, status, answer } = await callPlatform(site.access, address, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...(isJson && { 'Content-Type': 'application/json' }) },
    ...(body && { body: isJson ? JSON.stringify(body) : body }),
    isWrite,
  });
  if (isOk && readError(answer) === null) return answer;
  throw toFailure(status, answer);
}

const errorSchema = z.object({
  error: z.object({
    code: z.number(),
    error_subcode: z.optional(z.number()),
    message: z.optional(z.string()),
    error_user_msg: z.optional(z.string()),
    is_transient: z.optional(z.boolean()),
  }),
});
type MetaError = z.infer<typeof errorSchema>['error'];

const readError = (answer: unknown): MetaError | null => errorSchema.safeParse(answer).data?.error ?? null;

/** The token is over, or its owner has removed the app. */
const OVER = [102, 190];
/** Meta has failed itself. */
const FAILED = [1, 2];

const LOG_IN = [
  'user',
  'Facebook asks you to log in at www.facebook.com first (code {code}). Then try again.',
] as const;

/** By code, or by code and subcode. */
const WORDS: ErrorTable = {
  ...forCodes(
    [4, 17, 32, 341, 613, 80000, 80003, 80004, 80014],
    ['nobody', 'Meta takes no more calls right now. Try again in a few minutes.'],
  ),
  ...forCodes(
    [368, 1404078, 2859015],
    ['nobody', 'Meta has blocked such changes for some time. Try again tomorrow.'],
  ),
  ...forCodes(
    [10, ...Array.from({ length: 100 }, (_, at) => 200 + at)],
    [
      'administrator',
      'The connected Facebook account may not manage value rules in this ad account (code {code}). Ask its administrator for the right to manage campaigns.',
    ],
  ),
  294: [
    'operator',
    'Meta does not yet let this site manage ads (code {code}). Its operator has to apply for it.',
  ],
  // The app lacks a capability, whatever the user may do (facebook/facebook-php-business-sdk#363).
  3: [
    'operator',
    'Meta does not let the app of this site make this call (code {code}). Its operator has to add the Marketing API to the app and to apply for its access.',
  ],
  // The token works again once its owner has logged in at Facebook ("Handling errors").
  '190/459': LOG_IN,
  '190/464': LOG_IN,
  // An object that does not exist, or that the user may not see.
  '100/33': ['user', 'Meta knows no such ad account or rule set, or the connection has no access to it.'],
};

/** Meta answers 400 for most refusals and 500 for some, so that the code decides; "the Description string is subject to change". */
function toFailure(status: number, answer: unknown): Error {
  const error = readError(answer);
  if (!error) return new PlatformSilent(`status ${status}`);
  const { code: number, error_subcode: subcode, message = '', error_user_msg: theirs = message } = error;
  const code = subcode === undefined ? String(number) : `${number}/${subcode}`;
  return toError({
    platform: 'Meta',
    ...findWords(WORDS, [code, String(number)]),
    code,
    isOver: OVER.includes(number),
    silence: FAILED.includes(number) || error.is_transient ? `code ${number}` : null,
    theirs: inTheirWords('Meta', theirs || `code ${number}`),
  });
}

const pageSchema = z.object({
  data: z.array(z.unknown()),
  paging: z.optional(
    z.object({
      cursors: z.optional(z.object({ after: z.optional(z.string()) })),
      next: z.optional(z.string()),
    }),
  ),
});

/** 3,000 ad accounts, and fewer calls than a Worker may make. */
const MAX_PAGES = 30;

/** All rows of an edge. `paging.next` has the token in it, so the cursor alone is used. */
export async function readEdge<Schema extends z.ZodMiniType>(
  site: MetaSite,
  call: Required<Pick<MetaCall, 'path' | 'query'>>,
  schema: Schema,
): Promise<z.output<Schema>[]> {
  const tooMany = 'Meta holds more of this than this page can show.';
  return await readAllPages({ maxPages: MAX_PAGES, tooMany }, async (after?: string) => {
    const answer = await callMeta(site, { ...call, query: { ...call.query, ...(after && { after }) } });
    const { data, paging } = readAnswer(pageSchema, answer);
    const next = (paging?.next && paging.cursors?.after) || undefined;
    return { rows: data.map((row) => readAnswer(schema, row)), next };
  });
}

const BATCH = 50;
const batchSchema = z.array(z.nullable(z.object({ code: z.number(), body: z.string() })));

/**
 * The answers of many reads, 50 in one call ("Batch requests"). One that Meta did not get to is null. Where an app asks for the proof, each
 * part needs its own (arsduo/koala#507).
 *
 * @param addresses path and query, the latter not empty
 */
export async function readMany(site: MetaSite, addresses: readonly string[]): Promise<unknown[]> {
  const answers: unknown[] = [];
  const proof = new URLSearchParams({
    appsecret_proof: await site.prove(site.access.accessToken),
  }).toString();
  for (let at = 0; at < addresses.length; at += BATCH) {
    const batch = addresses
      .slice(at, at + BATCH)
      .map((address) => ({ method: 'GET', relative_url: `${address}&${proof}` }));
    const body = new URLSearchParams({ batch: JSON.stringify(batch), include_headers: 'false' });
    const parts = readAnswer(batchSchema, await callMeta(site, { path: 'me', body }));
    if (parts.length < batch.length) throw new PlatformSilent('an answer is missing');
    answers.push(...parts.map(readPart));
  }
  return answers;
}

function readPart(part: z.infer<typeof batchSchema>[number]): unknown {
  if (!part) throw new PlatformSilent('an answer is missing');
  const answer = parseJson(part.body);
  if (part.code === 200 && answer !== null && readError(answer) === null) return answer;
  throw toFailure(part.code, answer);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
