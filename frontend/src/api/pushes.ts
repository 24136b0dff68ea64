import {
  adAccountsSchema,
  conversionActionsSchema,
  audiencesSchema,
  foundPlacesSchema,
  previewSchema,
  pushedSchema,
  pushListSchema,
  type AdAccounts,
  type ConversionActions,
  type Audience,
  type FoundPlaces,
  type ListedPush,
  type PushPreview,
  type PushRecord,
} from '#contract/push-answers.ts';
import {
  MAX_PLACE_NAMES,
  type AccountReference,
  type PlacesRequest,
  type PushBody,
  type PushRequest,
} from '#contract/pushes.ts';
import type { RuleKind } from '#contract/platforms.ts';
import { PERSONAL_WORK, WORK } from '#frontend/lib/tab-team.ts';
import { ask } from './ask.ts';
import { CallFailure, read } from './client.ts';

/** Keys of the cache: their segments, joined by slashes, are the path. */
export const accountsKey = (kind: RuleKind) => [`${WORK}/platforms`, kind, 'accounts'];
/** With the connection of the user's own, as values are sent. */
export const OWN_ACCOUNTS_KEY = [`${PERSONAL_WORK}/platforms/google-rules/accounts`];
export const audiencesKey = (kind: RuleKind, { id, via }: AccountReference) => [
  `${WORK}/platforms`,
  kind,
  'accounts',
  encodeURIComponent(id),
  `audiences${via === null ? '' : `?via=${encodeURIComponent(via)}`}`,
];
export const conversionActionsKey = ({ id, via }: AccountReference) => [
  ...OWN_ACCOUNTS_KEY,
  encodeURIComponent(id),
  `conversion-actions${via === null ? '' : `?via=${encodeURIComponent(via)}`}`,
];
export const pushesKey = (kind: RuleKind) => [`${WORK}/pushes?kind=${kind}`];
export const pushKey = (id: string) => [`${WORK}/pushes`, encodeURIComponent(id)];

export async function fetchListing(key: readonly string[]): Promise<AdAccounts> {
  return adAccountsSchema.parse(await read(key));
}

export async function fetchAudiences(key: readonly string[]): Promise<Audience[]> {
  return audiencesSchema.parse(await read(key)).audiences;
}

export async function fetchConversionActions(key: readonly string[]): Promise<ConversionActions> {
  return conversionActionsSchema.parse(await read(key));
}

/** Pushes of the user to accounts of a kind, newest first. */
export interface PushPages {
  pushes: readonly ListedPush[];
  hasMore: boolean;
}

/** The first pages of the list. */
export async function fetchPushes(key: readonly string[], pages: number): Promise<PushPages> {
  const pushes: ListedPush[] = [];
  let next: string | null = null;
  for (let at = 0; at < pages && (at === 0 || next !== null); at++) {
    const before = next === null ? '' : `&before=${encodeURIComponent(next)}`;
    const page = pushListSchema.parse(await read([key.join('/') + before]));
    pushes.push(...page.pushes);
    next = page.next;
  }
  return { pushes, hasMore: next !== null };
}

export async function fetchPush(key: readonly string[]): Promise<PushRecord> {
  return pushedSchema.parse(await read(key)).push;
}

/** The candidates of any number of names, in their order: as many calls as that takes. */
export async function findPlaces(kind: RuleKind, asked: PlacesRequest): Promise<FoundPlaces['places']> {
  const portions: string[][] = [];
  for (let at = 0; at < asked.names.length; at += MAX_PLACE_NAMES)
    portions.push(asked.names.slice(at, at + MAX_PLACE_NAMES));
  const places: FoundPlaces['places'] = [];
  // One after the other: platforms limit calls.
  for (const names of portions) {
    const request = { at: WORK, kind, json: { ...asked, names } };
    places.push(...(await ask('POST /api/platforms/:kind/places', request, foundPlacesSchema)).places);
  }
  return places;
}

/** Compares the account with the rules of a plan, and tests the writes. Nothing is written. */
export async function previewPush(kind: RuleKind, request: PushRequest): Promise<PushPreview> {
  return await ask('POST /api/pushes/:kind/preview', { at: WORK, kind, json: request }, previewSchema);
}

/** Writes what the user has approved. The record also tells where a push has stopped on the way. */
export async function pushRules(kind: RuleKind, body: PushBody): Promise<PushRecord> {
  return (await ask('POST /api/pushes/:kind', { at: WORK, kind, json: body }, pushedSchema)).push;
}

export async function undoPush(id: string): Promise<PushRecord> {
  return (await ask('POST /api/pushes/:id/undo', { at: WORK, id }, pushedSchema)).push;
}

/** Whether a call failed with this code of the contract. */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof CallFailure && error.code === code;
