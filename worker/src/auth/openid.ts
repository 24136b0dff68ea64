import { CodeChallengeMethod, OAuth2Client, type OAuth2Tokens } from 'arctic';
import { decodeBase64urlIgnorePadding } from '@oslojs/encoding';
import * as z from 'zod/mini';

const EXCHANGE_TIMEOUT_MS = 10_000;

/** An OpenID provider: Google, Microsoft, or a stand-in in tests. */
interface Provider {
  /** May hold `{tenantid}`, as that of Microsoft: the tenant of the account stands there in an id token. */
  issuer: string;
  authorizationEndpoint: string;
  tokenEndpoint: string;
}

/** The operator's client at a provider. */
export interface OpenIdClient {
  provider: Provider;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
}

/** Random texts that bind an answer of the provider to the attempt that asked for it. */
export interface Challenge {
  state: string;
  verifier: string;
  nonce: string;
}

export const oauthClient = ({ clientId, clientSecret, redirectUri }: OpenIdClient): OAuth2Client =>
  new OAuth2Client(clientId, clientSecret, redirectUri);

/** The address of the provider's page of consent. `parameters` are added to it. */
export function authorizationUrl(
  client: OpenIdClient,
  challenge: Challenge,
  { scopes, ...parameters }: { scopes: readonly string[]; prompt: string; access_type?: string },
): string {
  const url = oauthClient(client).createAuthorizationURLWithPKCE(
    client.provider.authorizationEndpoint,
    challenge.state,
    CodeChallengeMethod.S256,
    challenge.verifier,
    [...scopes],
  );
  for (const [name, value] of Object.entries({ nonce: challenge.nonce, ...parameters }))
    url.searchParams.set(name, value);
  return url.href;
}

/**
 * Exchanges the code for tokens, and the claims of an id token that is ours, fresh and of this attempt. Its signature need not
 * be checked, since it comes from the provider itself over TLS (OpenID Connect Core 1.0, 3.1.3.7, point 6).
 *
 * @throws when the provider refuses, fails, is silent for 10 s, or a claim is not as it must be
 */
export async function exchangeCode(
  client: OpenIdClient,
  { code, challenge, now }: { code: string; challenge: Challenge; now: number },
): Promise<{ tokens: OAuth2Tokens; claims: unknown }> {
  const exchange = oauthClient(client).validateAuthorizationCode(
    client.provider.tokenEndpoint,
    code,
    challenge.verifier,
  );
  const tokens = await withTimeout(exchange, EXCHANGE_TIMEOUT_MS);
  const claims = readClaims(tokens.idToken());
  const { iss, aud, exp, nonce, tid } = tokenSchema.parse(claims);
  const audiences = typeof aud === 'string' ? [aud] : aud;
  const isOurs = audiences.length === 1 && audiences[0] === client.clientId;
  if (!issuersOf(client.provider, tid).includes(iss) || !isOurs)
    throw new Error('The id token is meant for others');
  if (exp * 1000 <= now) throw new Error('The id token is over');
  if (nonce !== challenge.nonce) throw new Error('The id token belongs to another attempt');
  return { tokens, claims };
}

/** Google documents both forms: with the scheme and without. */
function issuersOf({ issuer }: Provider, tenant = ''): string[] {
  const full = issuer.replace('{tenantid}', tenant);
  return [full, full.replace(/^https?:\/\//, '')];
}

const tokenSchema = z.object({
  iss: z.string(),
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.number(),
  nonce: z.string(),
  /** At Microsoft only. */
  tid: z.optional(z.string()),
});

/** The JSON behind letters and digits. */
export const readLetters = (text: string): unknown =>
  JSON.parse(new TextDecoder().decode(decodeBase64urlIgnorePadding(text)));

/** The claims of an id token, its second of three parts. The reader of arctic would add a second decoder to the bundle. */
const readClaims = (idToken: string): unknown => readLetters(idToken.split('.')[1] ?? '');

export async function withTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The provider did not answer')), milliseconds);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
