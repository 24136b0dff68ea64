import type { Context } from 'hono';
import type * as z from 'zod/mini';
import { MAX_NESTING, MAX_SMALL_BODY_BYTES } from '#contract/limits.ts';
import type { Expected } from '#worker/db/saved-analyses.ts';
import type { AppContext, AppEnv } from '#worker/env.ts';
import { requireTeamAgain } from './team.ts';
import { invalidInput, invalidJson, bodyTooLarge, wrongContentType } from '#worker/errors.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const isOpening = (code: number): boolean => code === 0x5b || code === 0x7b;
const isClosing = (code: number): boolean => code === 0x5d || code === 0x7d;

/** The largest size of a body, and the text for a larger one. */
interface SizeLimit {
  maxBytes: number;
  message: string;
}

/** The request's bytes as they arrive, never more than the limit, whatever length the request states. */
export async function* readBody(c: AppContext, limit: SizeLimit): AsyncGenerator<Uint8Array> {
  if (Number(c.req.header('Content-Length') ?? 0) > limit.maxBytes) throw bodyTooLarge(limit.message);
  let bytes = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > limit.maxBytes) throw bodyTooLarge(limit.message);
    yield chunk;
  }
}

/** Refuses deep JSON: a parser needs memory for each level, so that a body of brackets would take far more than its bytes. */
function isTooDeep(json: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) isInString = !isInString;
    else if (isInString) at += Number(code === BACKSLASH); // an escaped character ends no text
    else if (isOpening(code) && ++depth > MAX_NESTING) return true;
    else if (isClosing(code)) depth--;
  }
  return false;
}

/** Reads a body whole, as JSON in UTF-8. The right in a team must hold at its end too. */
export async function readJson(c: AppContext, limit: SizeLimit): Promise<unknown> {
  if (!c.req.raw.body) throw wrongContentType('application/json');
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
  const body = readBody(c, limit);
  let json: unknown;
  try {
    let text = '';
    for await (const chunk of body) text += decoder.decode(chunk, { stream: true });
    text += decoder.decode();
    if (isTooDeep(text)) throw invalidInput('The request is nested too deeply.');
    json = JSON.parse(text);
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) throw invalidJson();
    throw error;
  }
  await requireTeamAgain(c);
  return json;
}

const LIMIT = {
  maxBytes: MAX_SMALL_BODY_BYTES,
  message: 'The request is too large. Please enter something shorter.',
};

interface Body<T> {
  in: { json: T };
  out: { json: T };
}

/** Checks a body by a schema, drops unknown keys, and names the place of the first problem. */
export function parseBody<Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw invalidInput(`${issue?.path.join('.') || 'The body'}: ${issue?.message}`);
}

/** The context of a handler with a checked body, `c.req.valid('json')`. */
export type BodyContext<T, Path extends string = string> = Context<AppEnv, Path, Body<T>>;

/** Reads a small JSON body, checks it by a schema and drops unknown keys. */
export async function readSmallBody<Schema extends z.ZodMiniType<object>>(
  c: AppContext,
  schema: Schema,
): Promise<z.output<Schema>> {
  const result = schema.safeParse(await readJson(c, LIMIT));
  if (!result.success) throw invalidInput(result.error.issues[0]?.message ?? 'Invalid input');
  return result.data;
}

const TAG = /^"(\d{1,15})"$/;

/**
 * The versions that a change was made for, by the header `If-Match`: '"3"', a list of these, or '*'. Null where any version
 * will do: for '*', and without the header, as older pages send it. The version stands in the answers themselves: none of them has
 * the header `ETag`, so that no network between keeps an answer or tells it apart.
 */
export function readIfMatch(c: AppContext): Expected {
  const header = c.req.header('If-Match');
  if (header === undefined || header.trim() === '*') return null;
  return header.split(',').map((part) => {
    const [, version] = TAG.exec(part.trim()) ?? [];
    if (version === undefined) throw invalidInput('If-Match must be a version in quotes, as "3"');
    return Number(version);
  });
}
