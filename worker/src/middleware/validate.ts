import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type * as z from 'zod/mini';
import { MAX_SMALL_BODY_BYTES } from '#contract/limits.ts';
import type { AppEnv } from '#worker/env.ts';
import { invalidInput, invalidJson, tooLarge, wrongContentType } from '#worker/errors.ts';

const TOO_LARGE = 'The request is too large. Please enter something shorter.';

async function readBytes(c: Context<AppEnv>): Promise<Uint8Array> {
  if (Number(c.req.header('Content-Length') ?? 0) > MAX_SMALL_BODY_BYTES) throw tooLarge(TOO_LARGE);
  if (!c.req.raw.body) throw wrongContentType('application/json');
  const bytes = new Uint8Array(MAX_SMALL_BODY_BYTES);
  let length = 0;
  for await (const chunk of c.req.raw.body) {
    if (length + chunk.byteLength > MAX_SMALL_BODY_BYTES) throw tooLarge(TOO_LARGE);
    bytes.set(chunk, length);
    length += chunk.byteLength;
  }
  return bytes.subarray(0, length);
}

async function readJson(c: Context<AppEnv>): Promise<unknown> {
  const bytes = await readBytes(c);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes));
  } catch {
    throw invalidJson();
  }
}

interface Body<T> {
  in: { json: T };
  out: { json: T };
}

/** The context of a handler behind `validate`. */
export type BodyContext<T> = Context<AppEnv, string, Body<T>>;

/** Checks a small JSON body by a schema and drops unknown keys. Handlers get it as `c.req.valid('json')`. */
export function validate<Schema extends z.ZodMiniType<object>>(schema: Schema) {
  return createMiddleware<AppEnv, string, Body<z.output<Schema>>>(async (c, next) => {
    const result = schema.safeParse(await readJson(c));
    if (!result.success) throw invalidInput(result.error.issues[0]?.message ?? 'Invalid input');
    c.req.addValidatedData('json', result.data);
    await next();
  });
}
