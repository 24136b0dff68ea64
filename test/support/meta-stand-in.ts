import { createHmac, randomUUID } from 'node:crypto';
import { META_APP } from './stand-in-keys.ts';
import { personaOf, redirect, withFields, type StandIn, type StandInAnswer } from './stand-in.ts';
import type { StandInPersona, StandInRequest } from './stand-in.ts';

const VERSION = 'v26.0';
const SIXTY_DAYS_SECONDS = 5_183_944; // as in Meta's example

interface Code {
  persona: StandInPersona;
  redirectUri: string;
  scope: string[];
  /** True once its permissions were asked for, as the end of a consent does. */
  isConnected?: boolean;
}

const refuse = (code: number, message: string): StandInAnswer => ({
  status: 400,
  body: { error: { message, type: 'OAuthException', code, fbtrace_id: 'trace' } },
});

const idOf = ({ id, account }: StandInPersona) => id ?? account ?? '1';

/**
 * Facebook Login and the part of the Graph API that a connection needs. Like Meta it takes a code once, with exactly the address
 * of the dialog; exchanges a short token for a long one; wants a right `appsecret_proof` with each call of a user's token; and
 * ends all tokens of an app with `DELETE /me/permissions`. Source: developers.facebook.com, "Manually build a login flow"
 * (2026-03-10), "Get long-lived access tokens" (2026-09-11), "User permissions", read 2026-11-25.
 */
export function makeMetaStandIn(): StandIn {
  const codes = new Map<string, Code>();
  const shorts = new Map<string, Code>();
  const longs = new Map<string, Code>();

  function openDialog(request: StandInRequest): StandInAnswer {
    const query = Object.fromEntries(request.url.searchParams);
    const { client_id, redirect_uri: redirectUri = '', state = '', scope = '', response_type } = query;
    if (client_id !== META_APP.META_APP_ID || response_type !== 'code' || redirectUri === '')
      return refuse(101, 'Error validating application.');
    const persona = personaOf(request);
    if (persona.error !== undefined)
      return redirect(redirectUri, { error: persona.error, error_reason: 'user_denied', state });
    const code = randomUUID();
    codes.set(code, { persona, redirectUri, scope: scope.split(',') });
    return redirect(redirectUri, { code, state });
  }

  function giveToken(query: URLSearchParams): StandInAnswer {
    if (
      query.get('client_id') !== META_APP.META_APP_ID ||
      query.get('client_secret') !== META_APP.META_APP_SECRET
    )
      return refuse(101, 'Error validating client secret.');
    return query.get('grant_type') === 'fb_exchange_token' ? giveLong(query) : giveShort(query);
  }

  function giveShort(query: URLSearchParams): StandInAnswer {
    const code = query.get('code') ?? '';
    const found = codes.get(code);
    codes.delete(code);
    if (!found || query.get('redirect_uri') !== found.redirectUri)
      return refuse(100, 'Error validating verification code.');
    const token = `short-${randomUUID()}`;
    shorts.set(token, found);
    const { status = 200 } = found.persona;
    if (status !== 200) return { status, body: { error: { message: 'An error', code: 2 } } };
    return { status, body: { access_token: token, token_type: 'bearer', expires_in: 5400 } };
  }

  function giveLong(query: URLSearchParams): StandInAnswer {
    const found = shorts.get(query.get('fb_exchange_token') ?? '');
    if (!found) return refuse(190, 'Invalid OAuth access token.');
    const { persona } = found;
    const token = persona.token ?? `long-${randomUUID()}`;
    longs.set(token, found);
    const fields = { access_token: token, token_type: 'bearer', expires_in: SIXTY_DAYS_SECONDS };
    return { status: 200, body: withFields(fields, persona.answer) };
  }

  function asUser({ method, url, headers }: StandInRequest): StandInAnswer {
    const token =
      url.searchParams.get('access_token') ?? headers.get('Authorization')?.replace(/^Bearer /, '') ?? '';
    const proof = createHmac('sha256', META_APP.META_APP_SECRET).update(token).digest('hex');
    if (url.searchParams.get('appsecret_proof') !== proof)
      return refuse(100, 'Invalid appsecret_proof provided in the API argument');
    const found = longs.get(token);
    if (!found) return refuse(190, 'Error validating access token.');
    const { persona, scope } = found;
    if (url.pathname.endsWith('/permissions')) {
      if (method === 'DELETE') return removeApp(persona);
      const declined = [...(persona.declined ?? []), ...(found.isConnected ? (persona.withdrawn ?? []) : [])];
      found.isConnected = true;
      const status = (permission: string) => (declined.includes(permission) ? 'declined' : 'granted');
      return {
        status: 200,
        body: { data: scope.map((permission) => ({ permission, status: status(permission) })) },
      };
    }
    return { status: 200, body: withFields({ id: idOf(persona), name: persona.account ?? null }) };
  }

  /** One account has one app: all of its tokens end. */
  function removeApp(owner: StandInPersona): StandInAnswer {
    for (const [token, { persona }] of longs) if (idOf(persona) === idOf(owner)) longs.delete(token);
    return { status: 200, body: { success: true } };
  }

  return (request) => {
    const { method, url } = request;
    switch (`${method} ${url.pathname}`) {
      case `GET /${VERSION}/dialog/oauth`:
        return openDialog(request);
      case `GET /${VERSION}/oauth/access_token`:
        return giveToken(url.searchParams);
      case `GET /${VERSION}/me`:
      case `GET /${VERSION}/me/permissions`:
      case `DELETE /${VERSION}/me/permissions`:
        return asUser(request);
      default:
        return refuse(2500, 'Unknown path components');
    }
  };
}
