import type { AnswerOf, BodyOf, ApiCall, WorkCall } from '#contract/calls.ts';
import { PERSONAL_WORK } from '#frontend/lib/tab-team.ts';
import { OFFERS_ATTRIBUTE } from '#contract/offers.ts';
import { send, reasonOf } from './client.ts';

type ParameterOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Exclude<Name, 'team'> | ParameterOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Exclude<Name, 'team'>
    : never;

/** The parameters of the path by their names, the body if the call takes one, and whose work it is about. */
type RequestOf<C extends ApiCall> = Readonly<Record<ParameterOf<C>, string>> &
  ([BodyOf<C>] extends [never] ? unknown : { json: BodyOf<C> }) &
  (C extends WorkCall ? { at: string } : unknown) & { headers?: Record<string, string> };

type AnyRequest = Record<string, unknown> & { at?: string; json?: unknown; headers?: Record<string, string> };

/** Makes a call of the contract. Rejects as `send` does. */
export async function sendCall<C extends ApiCall>(call: C, request: RequestOf<C>): Promise<Response> {
  const { at = PERSONAL_WORK, json, headers = {}, ...parameters }: AnyRequest = request;
  const [method = '', path = ''] = call.split(' ');
  const address = path
    .replace(/^\/api(\/teams\/:team)?/, at)
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(parameters[name])));
  return await send(address, { method, json, headers });
}

/** Makes a call, and reads its answer by the schema. */
export async function ask<C extends ApiCall, Answer extends AnswerOf<C>>(
  call: C,
  request: RequestOf<C>,
  schema: { parse(answer: unknown): Answer },
): Promise<Answer> {
  return schema.parse(await (await sendCall(call, request)).json());
}

/** Makes a call whose answer nobody needs. It is read to its end, since only then is the call complete. */
export async function tell<C extends ApiCall>(call: C, request: RequestOf<C>): Promise<void> {
  await (await sendCall(call, request)).text();
}

/** Reads all pages of a list, one after the other. `next` names the entry before which the next page begins; it is null in the last one. */
export async function readPages<Page extends { next: string | number | null }>(
  readPage: (before: Page['next'] | null) => Promise<Page>,
): Promise<Page[]> {
  const pages: Page[] = [];
  let before: Page['next'] | null = null;
  do {
    const page = await readPage(before);
    pages.push(page);
    before = page.next;
  } while (before !== null);
  return pages;
}

/** Whether the site offers what the word stands for, as the document says. */
export function siteOffers(word: string): boolean {
  return document.documentElement.getAttribute(OFFERS_ATTRIBUTE)?.split(' ').includes(word) ?? false;
}

/** Why an action has failed, in words for the visitor. */
export const describeFailure = (error: unknown): string =>
  reasonOf(error) ?? 'That did not work. Please check your connection and try again.';
