import { checkMessage } from './check-message.ts';
import DATA_MANAGER from './data-manager.json' with { type: 'json' };
import type { Digest } from './digest.ts';
import GOOGLE_ADS from './google-ads.json' with { type: 'json' };
import { META, META_LIMITS, META_VALUES } from './meta.ts';
import { MICROSOFT } from './microsoft.ts';
import { findUnknownFields } from '../support/google-ads-query.ts';
import type { StandInAnswer } from '../support/stand-in.ts';

export interface SentRequest {
  method: string;
  /** With the version of the API, and without its query. */
  path: string;
  query?: URLSearchParams;
  /** JSON; empty for a request without one. */
  body: string;
}

type Json = Record<string, unknown>;

// The digests that the script has written have literal types of their own.
const GOOGLE_DIGEST = GOOGLE_ADS as unknown as Digest;
const DATA_DIGEST = DATA_MANAGER as unknown as Digest;

/**
 * Lists the breaches of the published definitions in a request to the Google Ads API. Its version is not compared: digests are of the
 * newest package.
 */
export function checkGoogleAds(request: SentRequest): string[] {
  const { problems, fields } = checkCall(GOOGLE_DIGEST, withoutVersion(request));
  const unknown = typeof fields['query'] === 'string' ? findUnknownFields(fields['query']) : [];
  return [...problems, ...unknown.map((field) => `query: ${field} cannot be selected`)];
}

export const checkDataManager = (request: SentRequest): string[] =>
  checkCall(DATA_DIGEST, withoutVersion(request)).problems;

export const checkMicrosoft = (request: SentRequest): string[] =>
  checkCall(MICROSOFT, { ...request, path: request.path.replace(/^\//, '') }).problems;

/** Of requests to Meta only the writes of value rules are published as fields. */
export function checkMeta(request: SentRequest): string[] {
  const isWrite = request.method === 'POST' && !request.path.endsWith('/me');
  if (!isWrite) return [];
  const { problems, fields } = checkCall(META, withoutVersion({ ...request, query: new URLSearchParams() }));
  return problems.length > 0 ? problems : checkRules(fields);
}

const withoutVersion = (request: SentRequest): SentRequest => ({
  ...request,
  path: request.path.replace(/^\/v[\d.]+\//, ''),
});

/** The fields of a request are those of its body, its query and its path. */
function checkCall(
  digest: Digest,
  { method, path, query, body }: SentRequest,
): { problems: string[]; fields: Json } {
  for (const [call, type] of Object.entries(digest.calls)) {
    const pattern = call.replaceAll(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>[^/]+)`);
    const match = new RegExp(`^${pattern}$`).exec(`${method} ${path}`);
    if (!match) continue;
    const inPath = Object.entries(match.groups ?? {}).map(([name, value]) => [toField(name), value]);
    const fields = {
      ...(JSON.parse(body || '{}') as Json),
      ...Object.fromEntries(query ?? []),
      ...(Object.fromEntries(inPath) as Json),
    };
    return { problems: checkMessage(digest, type, fields, type.split('.').at(-1)), fields };
  }
  return { problems: [`no such call: ${method} ${path}`], fields: {} };
}

const toField = (name: string): string =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

interface Rule {
  adjust_sign: 'INCREASE' | 'DECREASE';
  adjust_value: number;
  criterias: { criteria_type: string; criteria_values: string[]; criteria_value_types: string[] }[];
}

/** The limits of a set of rules, and the values of their criteria. */
function checkRules({ rules = [] }: { rules?: unknown }): string[] {
  const given = rules as Rule[]; // their shape has been checked
  const isWithin = (number: number, [least, most]: readonly [number, number]) =>
    number >= least && number <= most;
  return [
    ...(given.length > META_LIMITS.rules ? [`Set: ${given.length} rules`] : []),
    ...given.flatMap(({ adjust_sign: sign, adjust_value: percent, criterias }, at) => [
      ...(isWithin(percent, META_LIMITS[sign]) ? [] : [`Set.rules[${at}]: ${sign} by ${percent}`]),
      ...(isWithin(criterias.length, [1, META_LIMITS.criteria])
        ? []
        : [`Set.rules[${at}]: ${criterias.length} criteria`]),
      ...criterias.flatMap(
        ({ criteria_type: type, criteria_values: values, criteria_value_types: types }) => [
          ...(values.length === types.length
            ? []
            : [`Set.rules[${at}]: ${type} has as many types as values`]),
          ...values
            .filter((value) => META_VALUES[type]?.includes(value) === false)
            .map((value) => `Set.rules[${at}]: ${type} has no ${value}`),
          ...types
            .filter((kind) => (kind === 'NONE') === (type === 'LOCATION'))
            .map((kind) => `Set.rules[${at}]: ${type} as ${kind}`),
        ],
      ),
    ]),
  ];
}

const broken: string[] = [];

/** Keeps what a request breaks for the end of the test, since callers take a failure of the network for an answer. */
export function keepProblems(problems: readonly string[], { method, path, body }: SentRequest): void {
  broken.push(...problems.map((problem) => `${problem}\n  in ${method} ${path} ${body.slice(0, 2000)}`));
}

/** The answer of a stand-in with its own process to a request that breaks something, which no test takes for a service at work; else null. */
export function refuseBroken(
  problems: readonly string[],
  { method, path }: SentRequest,
): StandInAnswer | null {
  if (problems.length === 0) return null;
  const text = [`${method} ${path}`, ...problems].join('\n  ');
  console.error(text);
  return { status: 599, body: text };
}

/** The breaches of all requests since it was last asked. */
export const takeProblems = (): string[] => broken.splice(0);
