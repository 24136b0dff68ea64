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

/**
 * An OpenID provider in Google's place, on loopback. Like Google it refuses a code without the right verifier, and
 * returns the nonce as the standard says. The `login_hint` of the authorization request, or else the provider's cookie,
 * holds the persona. For pages on `localhost` it is another site.
 */
export async function startGoogleProvider(port?: number): Promise<{ url: string; stop(): Promise<void> }> {
  const server = new OAuth2Server();
  const personas = new Map<unknown, Persona>();
  await server.issuer.keys.generate('RS256');
  server.service.on(Events.BeforeAuthorizeRedirect, ({ url }, request) => {
    const persona = readPersona(request);
    personas.set(url.searchParams.get('code'), persona);
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
    const persona = personas.get(request.body.code);
    if (request.body.code_verifier === undefined) {
      response.statusCode = 400;
      response.body = { error: 'invalid_grant', error_description: 'Missing code verifier.' };
    }
    response.statusCode = persona?.status ?? response.statusCode;
    Object.assign(response.body, persona?.answer);
  });
  await server.start(port, HOST);
  const url = `http://${HOST}:${server.address().port}`;
  server.issuer.url = url;
  return { url, stop: () => server.stop() };
}
