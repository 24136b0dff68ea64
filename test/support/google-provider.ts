import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Events, OAuth2Server } from 'oauth2-mock-server';

/** A user of the provider: claims of the id token, and the answers of the provider. */
export interface Persona {
  /** A claim that is null is left out. */
  claims?: Record<string, unknown>;
  /** Status of the token endpoint. */
  status?: number;
  /** Fields of the token endpoint's answer. */
  answer?: Record<string, unknown>;
  /** The provider redirects back with this error instead of a code. */
  error?: string;
  /** Status and fields of the answers to later refreshes: of all, or of the first `times`. */
  refresh?: Pick<Persona, 'status' | 'answer'> & { times?: number };
}

/** A right that the provider has given: whose it is, how often its access token was refreshed, and how often that was asked for. */
interface Grant {
  persona: Persona;
  refreshes: number;
  asked: number;
}

const SOMEBODY = {
  sub: 'google-somebody',
  email: 'somebody@example.com',
  email_verified: true,
  given_name: 'Some',
  family_name: 'Body',
};

/** Name of the provider's own cookie, which holds the persona that is signed in there as URI-encoded JSON. */
export const PERSONA_COOKIE = 'persona';

const HOST = '127.0.0.1';

function readPersona({ url, headers }: IncomingMessage): Persona {
  const hint = new URL(url ?? '', `http://${HOST}`).searchParams.get('login_hint');
  const [, cookie] = new RegExp(`\\b${PERSONA_COOKIE}=([^;]*)`).exec(headers.cookie ?? '') ?? [];
  const text = hint ?? decodeURIComponent(cookie ?? '');
  return text === '' ? {} : (JSON.parse(text) as Persona); // written by a test
}

interface TokenAnswer {
  statusCode: number;
  body: object | '';
}

function refresh(response: TokenAnswer, grant: Grant | undefined): void {
  const { times = Infinity, ...persona } = grant?.persona.refresh ?? {};
  const { status = 200, answer } = grant && grant.asked++ < times ? persona : {};
  response.statusCode = grant ? status : 400;
  if (!grant) response.body = { error: 'invalid_grant' };
  else if (status !== 200) response.body = { ...answer };
  else
    response.body = {
      access_token: `refreshed ${++grant.refreshes} times`,
      token_type: 'Bearer',
      expires_in: 3600,
      ...answer,
    };
}

/** Ends a right and, as Google does, all other ones of the same account. False for an unknown token. */
function endGrants(grants: Map<unknown, Grant>, token: unknown): boolean {
  const email = grants.get(token)?.persona.claims?.['email'];
  for (const [other, { persona }] of grants)
    if (email !== undefined && persona.claims?.['email'] === email && other !== token) grants.delete(other);
  return grants.delete(token);
}

/**
 * An OpenID provider in Google's place, on loopback. Like Google it refuses a code without the right verifier, and
 * returns the nonce as the standard says. The `login_hint` of the authorization request, or else the provider's cookie,
 * holds the persona. For pages on `localhost` it is another site. It grants the scopes that are asked for, gives a refresh
 * token where offline access is asked for, refreshes until a right of the account is revoked at `/revocation`, and counts the refreshes
 * in the access token.
 */
export async function startGoogleProvider(port?: number): Promise<{ url: string; stop(): Promise<void> }> {
  const server = new OAuth2Server();
  const personas = new Map<unknown, Persona>();
  const requests = new Map<unknown, URLSearchParams>();
  const grants = new Map<unknown, Grant>();
  await server.issuer.keys.generate('RS256');
  server.service.on(Events.BeforeAuthorizeRedirect, ({ url }, request) => {
    const persona = readPersona(request);
    personas.set(url.searchParams.get('code'), persona);
    requests.set(url.searchParams.get('code'), new URL(request.url ?? '', `http://${HOST}`).searchParams);
    if (persona.error === undefined) return;
    url.searchParams.delete('code');
    url.searchParams.set('error', persona.error);
  });
  server.service.on(Events.BeforeTokenSigning, ({ payload }, request) => {
    if (!('aud' in payload)) return;
    Object.assign(payload, SOMEBODY, personas.get(request.body.code)?.claims);
    for (const name of Object.keys(payload)) if (payload[name] === null) delete payload[name];
  });
  server.service.on(Events.BeforeResponse, (response, request) => {
    const { body } = request;
    if (body.grant_type === 'refresh_token') return refresh(response, grants.get(body['refresh_token']));
    const persona = personas.get(body.code);
    if (request.body.code_verifier === undefined) {
      response.statusCode = 400;
      response.body = { error: 'invalid_grant', error_description: 'Missing code verifier.' };
    }
    response.statusCode = persona?.status ?? response.statusCode;
    const asked = requests.get(body.code);
    const isOffline = asked?.get('access_type') === 'offline';
    const refreshToken = isOffline ? randomUUID() : undefined;
    Object.assign(
      response.body,
      { scope: asked?.get('scope'), refresh_token: refreshToken },
      persona?.answer,
    );
    if (persona && response.statusCode === 200 && isOffline)
      grants.set((response.body as { refresh_token?: string }).refresh_token, {
        persona,
        refreshes: 0,
        asked: 0,
      });
  });
  server.service.addRoute('POST', '/revocation', (request, response) => {
    const { token } = request.body as { token?: string };
    const isKnown = endGrants(grants, token);
    response.writeHead(isKnown ? 200 : 400, { 'Content-Type': 'application/json' });
    response.end(isKnown ? '{}' : '{"error":"invalid_token"}');
  });
  await server.start(port, HOST);
  const url = `http://${HOST}:${server.address().port}`;
  server.issuer.url = url;
  return { url, stop: () => server.stop() };
}
