import { env } from 'cloudflare:workers';
import type { SaveAnalysis } from '#contract/analyses.ts';
import type { MadeSource } from '#contract/sources.ts';
import type { Env } from '#worker/env.ts';
import { makeSave, saved, sendHere } from './analysis-support.ts';
import { ORIGIN, request, type CallOptions } from './support.ts';

/** A site that takes deliveries. */
const OFFERING = { INBOX: 'on' };

/** A call to a site that takes deliveries. */
export const callSite = (path: string, options: CallOptions = {}, bindings: Partial<Env> = {}) =>
  sendHere(request(path, options), { ...OFFERING, ...bindings });

export interface TestInbox {
  analysisId: string;
  id: string;
  token: string;
}

/** Gives an analysis an inbox. */
export async function makeInbox(cookie: string, analysisId: string): Promise<TestInbox> {
  const options = { method: 'PUT', body: { kind: 'inbox' }, cookie };
  const answer = await callSite(`/api/analyses/${analysisId}/source`, options);
  const { token, source } = await answer.json<MadeSource>();
  return { analysisId, id: source.id, token };
}

/** An analysis of the file below, with an inbox. */
export async function anInbox(cookie: string, fields: Partial<SaveAnalysis> = {}): Promise<TestInbox> {
  const { configurationData } = makeSave();
  const plain = { ...configurationData, valueMappings: {}, binningConfig: {} };
  return makeInbox(cookie, await saved(cookie, { configurationData: plain, ...fields }));
}

/** Leads with a status, a source, an age and columns of which nothing is counted. */
export function makeCsv(leads = 40): string {
  const rows = Array.from({ length: leads }, (_, at) => {
    const [status, source] = [at % 4 === 0 ? 'Qualified' : 'Lost', at % 3 === 0 ? 'Google' : 'Facebook'];
    return `${status},${source},${20 + (at % 5)},person-${at}@secret.example,+49 170 ${1_000_000 + at}`;
  });
  return ['Status,Source,Age,E-mail,Telephone', ...rows].join('\n');
}

export interface DeliveryOptions {
  token?: string | null;
  headers?: Record<string, string>;
  bindings?: Partial<Env>;
}

/** A delivery as a program sends it: neither cookie nor origin. */
export function deliveryRequest(
  { id, token: own }: Pick<TestInbox, 'id' | 'token'>,
  body: BodyInit | null,
  { token = own, headers }: DeliveryOptions = {},
): Request {
  return new Request(`${ORIGIN}/api/inbox/${id}`, {
    method: 'PUT',
    body,
    headers: {
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      'Content-Type': 'text/csv',
      ...headers,
    },
  });
}

export const deliver = (
  inbox: Pick<TestInbox, 'id' | 'token'>,
  body: BodyInit | null = makeCsv(),
  options: DeliveryOptions = {},
): Promise<Response> => sendHere(deliveryRequest(inbox, body, options), { ...OFFERING, ...options.bindings });

/** All rows of both tables that belong to an analysis, as they lie in the database. */
export async function storedOf({ analysisId }: Pick<TestInbox, 'analysisId'>) {
  const [sources, versions] = await env.DB.batch(
    ['sources', 'versions'].map((table) =>
      env.DB.prepare(`SELECT * FROM ${table} WHERE analysis_id = ? ORDER BY 1, 2`).bind(analysisId),
    ),
  );
  return { sources: sources?.results ?? [], versions: (versions?.results ?? []) as { number: number }[] };
}
