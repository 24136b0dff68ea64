import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type * as z from 'zod/mini';
import { MAX_SMALL_BODY_BYTES } from '#contract/limits.ts';
import type { AppEnv } from '#worker/env.ts';
import { invalidInput } from '#worker/errors.ts';
import { readJson } from './request-body.ts';

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

/** The context of a handler behind `validate`. */
export type BodyContext<T> = Context<AppEnv, string, Body<T>>;

/** Checks a small JSON body by a schema and drops unknown keys. Handlers get it as `c.req.valid('json')`. */
export function validate<Schema extends z.ZodMiniType<object>>(schema: Schema) {
  return createMiddleware<AppEnv, string, Body<z.output<Schema>>>(async (c, next) => {
    const result = schema.safeParse(await readJson(c, LIMIT));
    if (!result.success) throw invalidInput(result.error.issues[0]?.message ?? 'Invalid input');
    c.req.addValidatedData('json', result.data);
    await next();
  });
}
