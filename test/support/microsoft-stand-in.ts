import { createHash, randomUUID } from 'node:crypto';
import { MICROSOFT_APP } from './stand-in-keys.ts';
import { personaOf, redirect, withFields, type StandIn, type StandInAnswer } from './stand-in.ts';
import type { StandInPersona, StandInRequest } from './stand-in.ts';

const TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad'; // that of personal accounts

interface Code {
  persona: StandInPersona;
  asked: URLSearchParams;
}

interface Right {
  persona: StandInPersona;
  scope: string;
  refreshes: number;
  /** How often a refresh was asked for. */
  asked: number;
}

const refuse = (error: string): StandInAnswer => ({
  status: 400,
  body: { error, error_description: 'AADSTS70000: The provided grant is not valid.' },
});

const toLetters = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * The identity platform of Microsoft: a code flow with PKCE, refresh tokens that change with each use, and no call to give a right
 * back. Source: learn.microsoft.com, "OAuth 2.0 authorization code flow"; MicrosoftDocs/Advertising, "Get access and refresh
 * tokens" (2026-08-17), read 2026-11-25.
 */
export function makeMicrosoftStandIn(): StandIn {
  const codes = new Map<string, Code>();
  const rights = new Map<string, Right>();

  function authorize(request: StandInRequest): StandInAnswer {
    const asked = request.url.searchParams;
    const [to, state] = [asked.get('redirect_uri') ?? '', asked.get('state') ?? ''];
    if (asked.get('client_id') !== MICROSOFT_APP.MICROSOFT_CLIENT_ID || to === '')
      return refuse('unauthorized_client');
    if (asked.get('code_challenge_method') !== 'S256') return refuse('invalid_request');
    const persona = personaOf(request);
    if (persona.error !== undefined) return redirect(to, { error: persona.error, state });
    const code = randomUUID();
    codes.set(code, { persona, asked });
    return redirect(to, { code, state });
  }

  function isOurs({ headers }: StandInRequest): boolean {
    const { MICROSOFT_CLIENT_ID: id, MICROSOFT_CLIENT_SECRET: secret } = MICROSOFT_APP;
    return headers.get('Authorization') === `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  }

  function exchange(form: URLSearchParams, origin: string): StandInAnswer {
    const code = form.get('code') ?? '';
    const found = codes.get(code);
    codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (found?.asked.get('code_challenge') !== challenge) return refuse('invalid_grant');
    if (found.asked.get('redirect_uri') !== form.get('redirect_uri')) return refuse('invalid_grant');
    const { persona, asked } = found;
    if (persona.status !== undefined) return { status: persona.status, body: { error: 'server_error' } };
    const scopes = (asked.get('scope') ?? '').split(' ');
    const ofResource = scopes.filter(
      (scope) => scope.startsWith('https:') && !persona.declined?.includes(scope),
    );
    const right = { persona, scope: ofResource.join(' '), refreshes: 0, asked: 0 };
    const idToken = scopes.includes('openid') ? toIdToken({ persona, asked }, origin) : null;
    return {
      status: 200,
      body: withFields({ ...giveTokens(right, scopes), id_token: idToken }, persona.answer),
    };
  }

  function toIdToken({ persona, asked }: Code, origin: string): string {
    const claims = {
      iss: `${origin}/${TENANT}/v2.0`,
      aud: MICROSOFT_APP.MICROSOFT_CLIENT_ID,
      exp: Math.floor(Date.now() / 1000) + 3600,
      nonce: asked.get('nonce'),
      tid: TENANT,
      preferred_username: asked.get('scope')?.includes('profile') ? persona.account : undefined,
    };
    return `${toLetters({ alg: 'RS256' })}.${toLetters(claims)}.x`;
  }

  function giveTokens(right: Right, scopes: string[]) {
    const name = right.persona.token ?? `right-${randomUUID()}`;
    const refreshToken = `${name}-refresh-${right.refreshes}`;
    if (scopes.includes('offline_access')) rights.set(refreshToken, right);
    return {
      token_type: 'Bearer',
      scope: right.scope,
      expires_in: 3599,
      access_token: `${name}-access-${right.refreshes}`,
      refresh_token: scopes.includes('offline_access') ? refreshToken : null,
    };
  }

  function refresh(form: URLSearchParams): StandInAnswer {
    const token = form.get('refresh_token') ?? '';
    const right = rights.get(token);
    // Microsoft lets an old token work for a while. Here it does not, so that a test sees which one was stored.
    rights.delete(token);
    if (!right) return refuse('invalid_grant');
    const { times = Infinity, ...persona } = right.persona.refresh ?? {};
    const { status = 200, answer } = right.asked++ < times ? persona : {};
    if (status !== 200) {
      rights.set(token, right);
      return { status, body: { error: 'temporarily_unavailable', ...answer } };
    }
    const scopes = (form.get('scope') ?? '').split(' ');
    return {
      status,
      body: withFields(giveTokens({ ...right, refreshes: right.refreshes + 1 }, scopes), answer),
    };
  }

  return (request) => {
    const { method, url } = request;
    if (method === 'GET' && url.pathname === '/common/oauth2/v2.0/authorize') return authorize(request);
    if (method !== 'POST' || url.pathname !== '/common/oauth2/v2.0/token') return { status: 404 };
    if (!isOurs(request)) return { status: 401, body: { error: 'invalid_client' } };
    const form = new URLSearchParams(request.body);
    return form.get('grant_type') === 'refresh_token' ? refresh(form) : exchange(form, url.origin);
  };
}
