/**
 * A call that the server did not answer with success. The message is the status, a colon, a space, and the body, or
 * the status text where the body is empty.
 */
export class ApiError extends Error {
  readonly status: number;
  /** What the server says to the reader; null where its answer has no such text. */
  readonly reason: string | null;
  /** What the server says to the program. */
  readonly code: string | null;

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`);
    this.name = 'ApiError';
    this.status = status;
    const answer = parseObject(body);
    this.reason = textOf(answer['message']);
    this.code = textOf(answer['code']);
  }
}

/** Whether a call failed because nobody is signed in (a wrong password is a 401 too, with another text). */
export function isUnauthorized(error: unknown): boolean {
  return (
    error instanceof Error && error.message.startsWith('401: ') && error.message.includes('Unauthorized')
  );
}

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is, instead of `json`. */
  body?: BodyInit;
  headers?: Record<string, string>;
}

/** One call with the visitor's cookies. Rejects with an ApiError, or where no answer came with what `fetch` throws. */
export async function send(path: string, { json, headers, ...call }: Call = {}): Promise<Response> {
  const body = json === undefined ? call.body : JSON.stringify(json);
  const type = json === undefined ? undefined : { 'Content-Type': 'application/json' };
  const response = await fetch(path, {
    method: call.method ?? 'GET',
    credentials: 'include',
    headers: { Accept: 'application/json', ...type, ...headers },
    body,
  });
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text());
  return response;
}

/** A call whose answer says no more than that it succeeded. It has come to its end only when that is read. */
export async function command(path: string, call: Call): Promise<void> {
  await (await send(path, call)).text();
}

/** Reads JSON from the path that a key's segments form, joined by slashes. */
export async function read(key: readonly string[]): Promise<unknown> {
  return (await send(key.join('/'))).json();
}

/** The same, and null where nobody is signed in. */
export async function readOrNull(key: readonly string[]): Promise<unknown> {
  try {
    return await read(key);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    // Any object may be asked for any key; what it has there stays unknown.
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
