import * as z from 'zod/mini';
import type { AccountReference } from '#contract/pushes.ts';
import {
  callPlatform,
  inTheirWords,
  findWords,
  forCodes,
  readAnswer,
  toError,
  type ErrorTable,
} from '#worker/pushes/platform-calls.ts';
import { PlatformRefused, type Access } from '#worker/pushes/rule-platform.ts';

// REST of the Bing Ads API v13. Shapes: MicrosoftDocs/Advertising, advertising/bingads-13 (2026-08-17), with the Python and .NET SDKs
// 13.0.28 (2026-05-13), as read on 2026-11-25. SOAP ends in January 2027.

const VERSION = 'v13';

/** The hosts of the two services; the sandbox is an operator's choice (guides/sandbox.md). */
export const MICROSOFT_ADS_HOSTS = {
  live: {
    campaigns: 'https://campaign.api.bingads.microsoft.com',
    customers: 'https://clientcenter.api.bingads.microsoft.com',
  },
  sandbox: {
    campaigns: 'https://campaign.api.sandbox.bingads.microsoft.com',
    customers: 'https://clientcenter.api.sandbox.bingads.microsoft.com',
  },
} as const;

/** The operator's keys, and the right of one user. */
export interface MicrosoftSite {
  hosts: { campaigns: string; customers: string };
  isSandbox: boolean;
  developerToken: string;
  access: Access;
}

const SERVICES = { campaigns: 'CampaignManagement', customers: 'CustomerManagement' } as const;

interface MicrosoftRequest {
  service: keyof typeof SERVICES;
  path: string;
  method?: 'POST' | 'PUT';
  body: object;
  /** The account that the call is about; absent for calls about the user. */
  account?: AccountReference;
  isWrite?: boolean;
}

const DIGITS = /^\d{1,19}$/;

/** The account is named in headers, too (campaign-management-service/includes/request-header-rest.md). */
function headersOf({ id, via }: AccountReference): Record<string, string> {
  if (!DIGITS.test(id) || via === null || !DIGITS.test(via))
    throw new PlatformRefused('Microsoft Advertising knows no such account.');
  return { CustomerAccountId: id, CustomerId: via };
}

/**
 * Calls the API. Reads are POST too.
 *
 * @throws PlatformRefused, PlatformSilent
 */
export async function callMicrosoft(
  { hosts, developerToken, access }: MicrosoftSite,
  { service, path, method = 'POST', body, account, isWrite = false }: MicrosoftRequest,
): Promise<unknown> {
  const address = `${hosts[service]}/${SERVICES[service]}/${VERSION}/${path}`;
  const { isOk, status, answer } = await callPlatform(access, address, {
    method,
    headers: {
      DeveloperToken: developerToken,
      'Content-Type': 'application/json',
      Accept: 'application/json',
      ...(account && headersOf(account)),
    },
    body: JSON.stringify(body),
    isWrite,
  });
  if (isOk) return answer;
  throw toFailure(status, answer);
}

const text = z.nullish(z.string());
const errorSchema = z.object({ Code: z.optional(z.number()), ErrorCode: text, Message: text });
const errors = z.nullish(z.array(errorSchema));
/** campaign-management-service/apifaultdetail.md, adapifaultdetail.md: which lists there are depends on the type. */
const faultSchema = z.object({ Errors: errors, OperationErrors: errors, BatchErrors: errors });

/** guides/operation-error-codes.md (2026-08-10). */
const TOKEN_OVER = 109;
/** After these codes it is the user's turn, though Microsoft's own words tell more. */
const USERS = [108, TOKEN_OVER];
const INTERNAL = 0;

const PLATFORM = 'Microsoft Advertising';
const BUSY = '117';

const WORDS: ErrorTable = {
  105: [
    'operator',
    'Microsoft Advertising refused the keys (code 105). The developer token of this site may be wrong or meant for the other environment, sandbox or live: its operator can check that. Or the ad account is inactive: its administrator can tell.',
  ],
  ...forCodes(
    [106, 1001],
    [
      'administrator',
      'The connected Microsoft account may not change this ad account (code {code}). Ask its administrator for the role Standard User or Advertiser Campaign Manager.',
    ],
  ),
  [BUSY]: ['nobody', 'Microsoft Advertising takes no more calls right now. Try again in a minute.'],
  120: [
    'user',
    'Microsoft Advertising knows this person by another sign-in (code 120). Connect again with the primary Microsoft account, the one that you open Microsoft Advertising with.',
  ],
  ...forCodes(
    [122, 124, 125],
    [
      'user',
      'Connect again with your work account: Microsoft Advertising does not take the personal one (code {code}).',
    ],
  ),
  123: [
    'user',
    'Connect again with your personal Microsoft account: Microsoft Advertising does not take the work account (code 123).',
  ],
  1008: [
    'administrator',
    'This ad account is not active at Microsoft (code 1008). Its administrator can tell why.',
  ],
  ...forCodes(
    [1029, 1030],
    [
      'operator',
      'This site did not name the ad account as Microsoft asks for it (code {code}). Its operator has to update it.',
    ],
  ),
  1102: [
    'user',
    'Microsoft Advertising knows no ad account of this ID (code 1102). Choose it from the list, or check the ID that you typed.',
  ],
};

function toFailure(status: number, answer: unknown): Error {
  const { data } = faultSchema.safeParse(answer);
  const [error] = [...(data?.Errors ?? []), ...(data?.OperationErrors ?? []), ...(data?.BatchErrors ?? [])];
  const number = error?.Code ?? INTERNAL;
  const known = findWords(WORDS, [status === 429 ? BUSY : String(number)]);
  // A failure of theirs: the call may have taken place. So may one with an answer that is no JSON.
  const isFailed = !known && (error === undefined || error.Code === INTERNAL);
  const isSilent = isFailed && (status < 400 || status === 408 || status >= 500);
  return toError({
    platform: PLATFORM,
    turn: USERS.includes(number) ? 'user' : undefined,
    ...known,
    code: error?.Code === undefined ? null : String(number),
    isOver: status === 401 || number === TOKEN_OVER,
    silence: isSilent ? `status ${status}` : null,
    theirs: error ? wordError(error) : inTheirWords(PLATFORM, `status ${status}`),
  });
}

/** Microsoft's own words; a feature that an account does not have yet has ours. */
function wordError({ ErrorCode: name, Message: message }: z.infer<typeof errorSchema>): string {
  if (name?.includes('Pilot'))
    return 'This account does not have conversion value rules yet. Microsoft gives them to one account after the other: ask its support.';
  return inTheirWords(PLATFORM, message || name || 'no reason given');
}

/** campaign-management-service/batcherror.md: they come with status 200, and name the place in the request. */
const partialSchema = z.object({
  PartialErrors: z.nullish(z.array(z.nullable(z.extend(errorSchema, { Index: z.optional(z.number()) })))),
});

/** The items of a request that were refused, and the first reason in words; null where all were taken. */
export function readRefused(answer: unknown): { count: number; message: string } | null {
  const found = (readAnswer(partialSchema, answer).PartialErrors ?? []).filter((error) => error !== null);
  const [first] = found;
  if (!first) return null;
  return { count: new Set(found.map(({ Index }) => Index)).size, message: wordError(first) };
}
