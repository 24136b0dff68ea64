import type { Context } from 'hono';
import type { AppEnv } from '#worker/env.ts';
import { invalidJson, tooLarge, wrongContentType } from '#worker/errors.ts';

/** The most that a body may have, and what is said when it has more. */
export interface SizeLimit {
  maxBytes: number;
  message: string;
}

/** The request's bytes as they come in, never more than the limit, whatever length the request claims. */
export async function* readBody(c: Context<AppEnv>, limit: SizeLimit): AsyncGenerator<Uint8Array> {
  if (Number(c.req.header('Content-Length') ?? 0) > limit.maxBytes) throw tooLarge(limit.message);
  let bytes = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > limit.maxBytes) throw tooLarge(limit.message);
    yield chunk;
  }
}

/** Reads a body whole, as JSON in UTF-8. */
export async function readJson(c: Context<AppEnv>, limit: SizeLimit): Promise<unknown> {
  if (!c.req.raw.body) throw wrongContentType('application/json');
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
  const body = readBody(c, limit);
  try {
    let text = '';
    for await (const chunk of body) text += decoder.decode(chunk, { stream: true });
    return JSON.parse(text + decoder.decode());
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) throw invalidJson();
    throw error;
  }
}
