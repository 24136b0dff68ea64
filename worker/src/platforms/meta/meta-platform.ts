import type { AdPlatform } from '../ad-platform.ts';
import { metaAds } from './meta-rules.ts';
import * as z from 'zod/mini';
import { DAY } from '#contract/limits.ts';
import type { Challenge } from '#worker/auth/openid.ts';
import {
  REVOCATION_TIMEOUT_MS,
  type ConnectionProvider,
  type Grant,
  type Revocation,
} from '#worker/connections/provider.ts';
import { META_PERMISSIONS, metaPermissionsSchema } from './meta-calls.ts';

interface MetaSettings {
  /** Without these two, nobody can connect Meta. */
  META_APP_ID?: string;
  META_APP_SECRET?: string;
  /** Only tests set these two: they replace Meta. */
  META_ORIGIN?: string;
  META_DIALOG_ORIGIN?: string;
}

export const metaPlatform: AdPlatform<MetaSettings> = {
  company: 'Meta',
  callbackPath: '/auth/meta/callback',
  isOffered: ({ META_APP_ID, META_APP_SECRET }) => Boolean(META_APP_ID && META_APP_SECRET),
  findProvider(settings, { redirectUri }) {
    const { META_APP_ID: appId, META_APP_SECRET: appSecret } = settings;
    if (!appId || !appSecret) return null;
    const origin = settings.META_ORIGIN ?? META_ORIGIN;
    const dialogOrigin = settings.META_DIALOG_ORIGIN ?? META_DIALOG_ORIGIN;
    return metaProvider({ origin, dialogOrigin, appId, appSecret, redirectUri });
  },
  openRules: ({ META_ORIGIN: origin = META_ORIGIN, META_APP_SECRET: appSecret = '' }) =>
    metaAds({
      origin: `${origin}/${GRAPH_VERSION}`,
      prove: (accessToken) => proveSecret({ appSecret }, accessToken),
    }),
};

/** The newest version of the Graph API. Source: developers.facebook.com, "Changelog" (2026-07-29). */
const GRAPH_VERSION = 'v26.0';
const META_ORIGIN = 'https://graph.facebook.com';
const META_DIALOG_ORIGIN = 'https://www.facebook.com';

/** A long-lived token lasts for about 60 days. Source: developers.facebook.com, "Get long-lived access tokens" (2026-09-11). */
const LONG_LIVED_MS = 60 * DAY;
const TIMEOUT_MS = 10_000;
/** The token is over, or its owner has removed the app. Source: developers.facebook.com, "Handling errors". */
const TOKEN_OVER = 190;

/** The operator's app at Meta. */
interface MetaClient {
  origin: string;
  dialogOrigin: string;
  appId: string;
  appSecret: string;
  redirectUri: string;
}

const tokenSchema = z.object({ access_token: z.string(), expires_in: z.optional(z.number()) });
const profileSchema = z.object({
  id: z.string().check(z.minLength(1)),
  name: z.string().check(z.minLength(1)),
});
const errorSchema = z.object({ error: z.object({ code: z.number() }) });

/** Proves to Meta that a call with a token comes from the server of the app. Source: "Secure Graph API calls". @internal */
export async function proveSecret(
  { appSecret }: Pick<MetaClient, 'appSecret'>,
  accessToken: string,
): Promise<string> {
  const encode = (text: string) => new TextEncoder().encode(text);
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encode(appSecret), hmac, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign(hmac, key, encode(accessToken))).toHex();
}

interface GraphCall {
  path: string;
  query: Record<string, string>;
  method?: 'GET' | 'DELETE';
  timeoutMs?: number;
}

/** Calls the Graph API. Rejects if Meta does not answer in time, or not with JSON. */
async function askGraph(
  client: MetaClient,
  { path, query, method = 'GET', timeoutMs = TIMEOUT_MS }: GraphCall,
) {
  const url = new URL(`${client.origin}/${GRAPH_VERSION}/${path}`);
  url.search = new URLSearchParams(query).toString();
  const response = await fetch(url, { method, signal: AbortSignal.timeout(timeoutMs) });
  const answer: unknown = await response.json();
  return { isOk: response.ok, answer };
}

/** The answer of a call that must succeed. The error says the code of Meta and nothing of the visitor. */
async function requireGraph(client: MetaClient, call: GraphCall): Promise<unknown> {
  const { isOk, answer } = await askGraph(client, call);
  if (!isOk) throw new Error(`Meta refused: ${errorSchema.safeParse(answer).data?.error.code ?? 'unknown'}`);
  return answer;
}

const askToken = async (client: MetaClient, query: Record<string, string>) => {
  const app = { client_id: client.appId, client_secret: client.appSecret };
  return tokenSchema.parse(
    await requireGraph(client, { path: 'oauth/access_token', query: { ...app, ...query } }),
  );
};

const asUser = async (client: MetaClient, accessToken: string) => ({
  access_token: accessToken,
  appsecret_proof: await proveSecret(client, accessToken),
});

/** The visitor may have unticked single permissions in the dialog. */
async function hasPermissions(client: MetaClient, accessToken: string): Promise<boolean> {
  const query = await asUser(client, accessToken);
  const { data } = metaPermissionsSchema.parse(await requireGraph(client, { path: 'me/permissions', query }));
  return META_PERMISSIONS.every((wanted) =>
    data.some(({ permission, status }) => permission === wanted && status === 'granted'),
  );
}

async function readAccount(
  client: MetaClient,
  accessToken: string,
): Promise<Pick<Grant, 'account' | 'accountId'>> {
  const query = { fields: 'id,name', ...(await asUser(client, accessToken)) };
  const { data } = profileSchema.safeParse(await requireGraph(client, { path: 'me', query }));
  return data ? { account: data.name, accountId: data.id } : { account: null };
}

function dialogUrl({ dialogOrigin, appId, redirectUri }: MetaClient, { state }: Challenge): string {
  const url = new URL(`${dialogOrigin}/${GRAPH_VERSION}/dialog/oauth`);
  url.search = new URLSearchParams({
    client_id: appId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: META_PERMISSIONS.join(),
    auth_type: 'rerequest', // asks again for what was unticked before
    state,
  }).toString();
  return url.href;
}

/** Removes the app from the account. Source: developers.facebook.com, "User permissions". */
async function removeApp(client: MetaClient, accessToken: string): Promise<Revocation> {
  const query = await asUser(client, accessToken);
  const call = { path: 'me/permissions', query, method: 'DELETE', timeoutMs: REVOCATION_TIMEOUT_MS } as const;
  const { isOk, answer } = await askGraph(client, call).catch(() => ({ isOk: false, answer: null }));
  if (isOk) return 'revoked';
  return errorSchema.safeParse(answer).data?.error.code === TOKEN_OVER ? 'unknown-token' : 'unanswered';
}

/**
 * The right to manage ads at Meta. Facebook Login documents PKCE for OpenID only: the state, which is bound to the session, and the
 * secret protect the code. There is one token, of 60 days, and none to refresh it with. Source: developers.facebook.com, "Manually
 * build a login flow" (2026-03-10).
 *
 * @internal
 */
export function metaProvider(client: MetaClient): ConnectionProvider {
  return {
    consentUrl: (challenge) => dialogUrl(client, challenge),
    async exchange({ code, now }) {
      const short = await askToken(client, { redirect_uri: client.redirectUri, code });
      const long = await askToken(client, {
        grant_type: 'fb_exchange_token',
        fb_exchange_token: short.access_token,
      });
      const { access_token: accessToken, expires_in: seconds } = long;
      const endsAt = now + (seconds === undefined ? LONG_LIVED_MS : seconds * 1000);
      return {
        ...(await readAccount(client, accessToken)),
        isAllowed: await hasPermissions(client, accessToken),
        refreshToken: accessToken,
        accessToken,
        accessExpiresAt: endsAt,
        endsAt,
      };
    },
    revoke: (token) => removeApp(client, token),
  };
}
