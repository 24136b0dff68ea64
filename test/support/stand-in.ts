/** A request as a stand-in for another service reads it. */
export interface StandInRequest {
  method: string;
  url: URL;
  headers: Headers;
  body: string;
}

/** Its answer. A `body` that is no text is sent as JSON. */
export interface StandInAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** A service in the place of another one: it enforces the published shapes and remembers what it was told. */
export type StandIn = (request: StandInRequest) => StandInAnswer;

/** A user of a service, as a test describes it: in the `login_hint` of its page of consent. */
export interface StandInPersona {
  /** Name or address of the account; null for an account that is not named. */
  account?: string | null;
  /** The id of the account at Meta; its name without one. */
  id?: string;
  /** The right to begin the names of tokens with; random without it. */
  token?: string;
  /** The permissions that are not ticked. */
  declined?: string[];
  /** The permissions that the user takes back once the connection is made. */
  withdrawn?: string[];
  /** The service redirects back with this error instead of a code. */
  error?: string;
  /** Status of the answer to the code. */
  status?: number;
  /** Fields of that answer, instead of those of the stand-in; null leaves one out. */
  answer?: Record<string, unknown>;
  /** Status and fields of the answers to refreshes: of all, or of the first `times`. */
  refresh?: { status?: number; answer?: Record<string, unknown>; times?: number };
}

/** The persona of a request to a page of consent: the one of the test, else somebody. */
export const personaOf = ({ url }: StandInRequest): StandInPersona => ({
  account: 'somebody@example.com',
  ...(JSON.parse(url.searchParams.get('login_hint') ?? '{}') as StandInPersona), // written by a test
});

/** An answer that sends the browser on. */
export function redirect(to: string, parameters: Record<string, string>): StandInAnswer {
  const url = new URL(to);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { status: 302, headers: { Location: url.href } };
}

/** The fields of an answer with those of a persona instead. A field that is null is left out. */
export const withFields = (fields: object, instead: object = {}): object =>
  Object.fromEntries(Object.entries({ ...fields, ...instead }).filter(([, value]) => value !== null));

export const toText = ({ body = '' }: StandInAnswer): string =>
  typeof body === 'string' ? body : JSON.stringify(body);
