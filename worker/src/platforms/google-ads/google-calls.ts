import * as z from 'zod/mini';
import {
  callPlatform,
  inTheirWords,
  findWords,
  readAnswer,
  readAllPages,
  toError,
  type ErrorTable,
} from '#worker/pushes/platform-calls.ts';
import type { Access } from '#worker/pushes/rule-platform.ts';

// Google Ads API over REST. Shapes: googleapis/googleapis, google/ads/googleads/v25 (2026-08-19), and the reference pages of v26,
// developers.google.com/google-ads/api/reference/rpc/v26 (2026-10), as read on 2026-11-25.

/** The major version; minor ones have the same path. Published on 2026-10-14; a version lives for about a year. */
const VERSION = 'v26';
export const GOOGLE_ADS_ORIGIN = 'https://googleads.googleapis.com';

/** An account of Google Ads, with the right to call it. */
export interface GoogleAccount {
  origin: string;
  access: Access;
  /** Digits. */
  id: string;
  /** The manager account that it is reached through, digits; null for an account that the user has access to. */
  via: string | null;
}

/**
 * Calls the Google Ads API. There is no `developer-token`: the access level has belonged to the Cloud project since 2026-09-09.
 * `login-customer-id` is required where the account is reached through a manager
 * (developers.google.com/google-ads/api/docs/concepts/call-structure, 2026-08).
 *
 * @param path behind the version
 * @param body null for a GET
 */
export async function callGoogleAds(
  { origin, access, via }: Omit<GoogleAccount, 'id'>,
  path: string,
  { body, isWrite = false }: { body: object | null; isWrite?: boolean },
): Promise<unknown> {
  const { isOk, status, answer } = await callPlatform(access, `${origin}/${VERSION}/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body && { 'Content-Type': 'application/json' }),
      ...(via !== null && { 'login-customer-id': via }),
    },
    ...(body && { body: JSON.stringify(body) }),
    isWrite,
  });
  if (isOk) return answer;
  throw toFailure(status, answer);
}

/**
 * google/ads/googleads/v25/errors/errors.proto: an error code has exactly one key, that of its enum, and `details` may hold other messages.
 * A call that did not reach the API has a reason (google.rpc.ErrorInfo), and every refusal a status (google.rpc.Code).
 */
const failureSchema = z.object({
  error: z.object({
    status: z.optional(z.string()),
    details: z.optional(
      z.array(
        z.object({
          reason: z.optional(z.string()),
          errors: z.optional(
            z.array(
              z.object({
                errorCode: z.optional(z.record(z.string(), z.unknown())),
                message: z.optional(z.string()),
              }),
            ),
          ),
        }),
      ),
    ),
  }),
});

/** The first error of an answer: its codes, the most exact one first, and Google's own words. */
function readError(answer: unknown): { codes: string[]; message: string } {
  const { status, details = [] } = failureSchema.safeParse(answer).data?.error ?? {};
  const [first] = details.flatMap(({ errors = [] }) => errors);
  const codes = [...Object.values(first?.errorCode ?? {}), ...details.map(({ reason }) => reason), status];
  return { codes: codes.filter((code) => typeof code === 'string'), message: first?.message ?? '' };
}

const PLATFORM = 'Google Ads';

const WORDS: ErrorTable = {
  NOT_ADS_USER: [
    'user',
    'The connected Google account has no Google Ads account. Connect the one that you use for Google Ads.',
  ],
  TWO_STEP_VERIFICATION_NOT_ENROLLED: [
    'user',
    'Google Ads asks for 2-Step Verification of the connected Google account. Turn it on there, then try again.',
  ],
  ADVANCED_PROTECTION_NOT_ENROLLED: [
    'user',
    'Google Ads asks for Advanced Protection of the connected Google account. Turn it on there, then try again.',
  ],
  USER_PERMISSION_DENIED: [
    'administrator',
    'The connected Google account has no access to this Google Ads account.',
  ],
  ACTION_NOT_PERMITTED: [
    'administrator',
    'The connected Google account may only read this Google Ads account. Ask its administrator for Standard access.',
  ],
  CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION: [
    'operator',
    'Google lets this site call test accounts only so far. Its operator has to apply for Explorer access.',
  ],
  CUSTOMER_NOT_ENABLED: ['administrator', 'This Google Ads account is not active.'],
  ACTION_NOT_PERMITTED_FOR_SUSPENDED_ACCOUNT: [
    'administrator',
    'Google has suspended this Google Ads account.',
  ],
  EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED: [
    'administrator',
    'Google takes no change of this account until its campaigns declare whether they hold political advertising in the EU. Declare it in Google Ads first.',
  ],
  RESOURCE_EXHAUSTED: [
    'nobody',
    'This site has used up the calls that Google Ads allows it in a day. Try again tomorrow.',
  ],
  RESOURCE_TEMPORARILY_EXHAUSTED: [
    'nobody',
    'Google Ads takes no more calls right now. Try again in a few minutes.',
  ],
  CONCURRENT_MODIFICATION: ['nobody', 'Somebody else changed the account at the same time. Look again.'],
  UNSUPPORTED_VERSION: [
    'operator',
    'Google Ads no longer takes the calls of this site. Its operator has to update it.',
  ],
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: [
    'user',
    'The connection lacks the permission to manage Google Ads. Connect again, and leave its box ticked.',
  ],
  SERVICE_DISABLED: ['operator', 'The API of Google Ads is not enabled for this site.'],
};

function toFailure(status: number, answer: unknown): Error {
  const { codes, message } = readError(answer);
  const known = findWords(WORDS, codes);
  // 408 and 5xx: the call may have taken place. So may one with an answer that is no JSON.
  const isSilent = status < 400 || status === 408 || status >= 500;
  return toError({
    platform: PLATFORM,
    code: codes[0] ?? null,
    ...known,
    isOver: status === 401,
    silence: isSilent ? `status ${status}` : null,
    theirs: inTheirWords(PLATFORM, message || `status ${status}`),
  });
}

const pageSchema = z.object({
  results: z.optional(z.array(z.unknown())),
  nextPageToken: z.optional(z.string()),
});

/** A list cannot have more pages than this, of up to 10,000 rows. */
const MAX_PAGES = 20;

/**
 * All rows of a query, through `googleAds:search` (reference/rpc/v26/GoogleAdsService/Search). Its pages have a fixed size, and a whole
 * search counts as one call. Fields without a value are absent, and so are rows that the schema does not know.
 */
export async function searchRows<Schema extends z.ZodMiniType>(
  { id, ...account }: GoogleAccount,
  query: string,
  schema: Schema,
): Promise<z.output<Schema>[]> {
  const tooMany = 'Google Ads holds more of this than this page can show.';
  return await readAllPages({ maxPages: MAX_PAGES, tooMany }, async (pageToken?: string) => {
    const answer = await callGoogleAds(account, `customers/${id}/googleAds:search`, {
      body: { query, ...(pageToken && { pageToken }) },
    });
    const { results = [], nextPageToken } = readAnswer(pageSchema, answer);
    return { rows: results.map((row) => readAnswer(schema, row)), next: nextPageToken || undefined };
  });
}
