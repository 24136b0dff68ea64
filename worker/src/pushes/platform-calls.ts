import type * as z from 'zod/mini';
import type { Turn } from '#contract/connection-checks.ts';
import { AccessEnded, PlatformRefused, PlatformSilent, type Access } from './rule-platform.ts';

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
const cutWords = (words: string): string => [...words].slice(0, MAX_WORDS).join('');

/**
 * All rows of a list that comes in pages, each asked for with what the page before says of it.
 *
 * @throws PlatformRefused for a list of more pages than these
 */
export async function readAllPages<Row, Cursor>(
  { maxPages, tooMany }: { maxPages: number; tooMany: string },
  ask: (cursor?: Cursor) => Promise<{ rows: readonly Row[]; next: Cursor | undefined }>,
): Promise<Row[]> {
  const all: Row[] = [];
  let cursor: Cursor | undefined;
  for (let page = 0; page < maxPages; page++) {
    const { rows, next } = await ask(cursor);
    all.push(...rows);
    if (next === undefined) return all;
    cursor = next;
  }
  throw new PlatformRefused(tooMany);
}

/** Whose turn it is after an error, and our words for it, in which '{code}' stands for its code. */
type WordedTurn = readonly [turn: Turn, words: string];

/** Our words for the errors of a platform that somebody can do something about, by their codes. */
export type ErrorTable = Readonly<Record<string, WordedTurn>>;

/** The same words for several codes. */
export const forCodes = (codes: readonly number[], worded: WordedTurn): ErrorTable =>
  Object.fromEntries(codes.map((code) => [code, worded]));

/** The entry of the first of these codes that the table has. */
export function findWords(table: ErrorTable, codes: readonly string[]) {
  const code = codes.find((one) => Object.hasOwn(table, one));
  const [turn, words] = (code !== undefined && table[code]) || [];
  return code === undefined || words === undefined
    ? null
    : { code, turn, own: words.replace('{code}', code) };
}

interface Failure {
  platform: string;
  code: string | null;
  /** Our own words; absent where the table has none. */
  own?: string | undefined;
  turn?: Turn | undefined;
  /** Whether the right has ended, unless our words say something else. */
  isOver: boolean;
  /** Why it counts as no answer: the call may have taken place. Null where it was refused. */
  silence: string | null;
  /** The platform's own message, shown where there are no words of ours. */
  theirs: string;
}

/** A call that failed, as the visitor is told of it. */
export function toError({ platform, code, own, turn, isOver, silence, theirs }: Failure): Error {
  if (isOver && own === undefined)
    return new AccessEnded(`${platform} no longer takes the connection.`, { code, turn });
  if (silence !== null) return new PlatformSilent(silence);
  return new PlatformRefused(own ?? theirs, { code, turn });
}

/** A refusal in the platform's own words. */
export const inTheirWords = (platform: string, theirs: string): string =>
  `${platform} refused it: ${cutWords(theirs)}`;
