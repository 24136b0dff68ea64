import { fieldsOf } from '#contract/records.ts';
/** A failed call. Its message is '{status}: {body}', with the status text instead of an empty body. */
export class CallFailure extends Error {
  readonly status: number;
  /** The text of the server for the visitor; null without one. */
  readonly reason: string | null;
  /** The code of the server for the program; null without one. */
  readonly code: string | null;
  /** The stored version, if a change was made for another version. No schema has read it. */
  readonly current: unknown;

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`);
    this.name = 'CallFailure';
    this.status = status;
    const answer = parseObject(body);
    this.reason = textOrNull(answer['message']);
    this.code = textOrNull(answer['code']);
    this.current = answer['current'];
  }
}

/** The text of the server for the visitor, where a call failed with one. */
export const reasonOf = (error: unknown): string | null =>
  error instanceof CallFailure ? error.reason : null;

/** Whether a call failed for lack of a session. A wrong password is a 401 too, with another text. */
export function isUnauthorized(error: unknown): boolean {
  return (
    error instanceof Error && error.message.startsWith('401: ') && error.message.includes('Unauthorized')
  );
}

/** The event with each failure that has a code, for whoever shows what concerns the whole page. */
export const REFUSAL_EVENT = 'refusal';

export interface CallOptions {
  method?: string;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is, instead of `json`. */
  body?: BodyInit;
  headers?: Record<string, string>;
}

/** One call with the cookies of the visitor. Rejects with a CallFailure, or without an answer with the error of `fetch`. */
export async function send(path: string, { json, headers, ...call }: CallOptions = {}): Promise<Response> {
  const body = json === undefined ? call.body : JSON.stringify(json);
  const type = json === undefined ? undefined : { 'Content-Type': 'application/json' };
  const response = await fetch(path, {
    method: call.method ?? 'GET',
    credentials: 'include',
    headers: { Accept: 'application/json', ...type, ...headers },
    body,
  });
  if (response.ok) return response;
  const failure = new CallFailure(response.status, response.statusText, await response.text());
  // The page around it may have to change: a membership has ended, or needs another sign-in.
  if (failure.code) dispatchEvent(new CustomEvent(REFUSAL_EVENT, { detail: failure }));
  throw failure;
}

/** A call with no data in its answer. It reads the answer to the end, since only then is the call complete. */
export async function command(path: string, call: CallOptions): Promise<void> {
  await (await send(path, call)).text();
}

/** Reads JSON. The segments of the SWR key, joined by slashes, are the path. */
export async function read(key: readonly string[]): Promise<unknown> {
  return (await send(key.join('/'))).json();
}

/** Like `read`, but null for a visitor without a session. */
export async function readOrNull(key: readonly string[]): Promise<unknown> {
  try {
    return await read(key);
  } catch (error) {
    if (error instanceof CallFailure && error.status === 401) return null;
    throw error;
  }
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return {};
  }
}

/** A text that is not empty; else null. */
export function textOrNull(value: unknown): string | null {
  return (typeof value === 'string' && value) || null;
}
