import { call, cookieOf } from './support.ts';

export interface Persona {
  claims?: Record<string, unknown>;
  status?: number;
  answer?: Record<string, unknown>;
  error?: string;
  refresh?: Pick<Persona, 'status' | 'answer'> & { times?: number };
}

export interface Start {
  cookie: string | null;
  /** Path and query with which the provider sends the browser back. */
  back: string;
  authorization: URL;
}

interface From {
  path?: string;
  cookie?: string | null;
}

/** Opens the provider's page as the persona: path and query with which it sends the browser back. */
export async function visitProvider(authorization: URL, persona: object): Promise<string> {
  const atProvider = new URL(authorization);
  atProvider.searchParams.set('login_hint', JSON.stringify(persona));
  const answer = await fetch(atProvider, { redirect: 'manual' });
  const back = new URL(answer.headers.get('Location') ?? '');
  return back.pathname + back.search;
}

/** Leaves for the provider, signs in there as the persona, and stops at the door back. */
export async function leave(
  persona: Persona = {},
  { path = '/api/auth/google', cookie = null }: From = {},
): Promise<Start> {
  const response = await call(path, { cookie });
  const authorization = new URL(response.headers.get('Location') ?? '');
  const back = await visitProvider(authorization, persona);
  return { cookie: cookieOf(response, '__Host-google'), back, authorization };
}

export const comeBack = ({ back, cookie }: Start, more = ''): Promise<Response> =>
  call(back, { cookie: [cookie, more].filter(Boolean).join('; ') });

export async function signInWithGoogle(persona: Persona = {}, more = ''): Promise<Response> {
  return await comeBack(await leave(persona), more);
}
