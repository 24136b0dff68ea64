import type * as z from 'zod/mini';
import { PlatformSilent, type Access } from './rule-platform.ts';

const READ_TIMEOUT_MS = 15_000;
const WRITE_TIMEOUT_MS = 25_000;

interface PlatformCall extends RequestInit {
  headers?: Record<string, string>;
  isWrite: boolean;
}

/**
 * Calls a platform with the right of a user.
 *
 * @returns its answer; null for one that is no JSON
 * @throws PlatformSilent where none comes
 */
export async function callPlatform(
  access: Access,
  address: string,
  { isWrite, headers, ...init }: PlatformCall,
): Promise<{ isOk: boolean; status: number; answer: unknown }> {
  const response = await access
    .fetch(address, {
      ...init,
      headers: { Authorization: `Bearer ${access.accessToken}`, ...headers },
      signal: AbortSignal.timeout(isWrite ? WRITE_TIMEOUT_MS : READ_TIMEOUT_MS),
    })
    .catch(silent);
  const answer: unknown = await response.json().catch(() => null);
  return { isOk: response.ok && answer !== null, status: response.status, answer };
}

export function silent(error: unknown): never {
  throw new PlatformSilent(error instanceof Error ? error.name : 'unknown');
}

/** An answer by its schema. One of another shape counts as none. */
export function readAnswer<Schema extends z.ZodMiniType>(schema: Schema, answer: unknown): z.output<Schema> {
  const result = schema.safeParse(answer);
  if (!result.success) throw new PlatformSilent('an answer of another shape');
  return result.data;
}

const MAX_WORDS = 300;

/** The beginning of a platform's own words. */
export const cutWords = (words: string): string => [...words].slice(0, MAX_WORDS).join('');
