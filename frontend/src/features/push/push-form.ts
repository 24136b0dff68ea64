import { forEachKind } from './pushed-rules.ts';
import type { Match, Wanted } from './push-request.ts';
import useSWR from 'swr';
import type { PushPreview, PushRecord, AdAccount, AdAccounts } from '#contract/push-answers.ts';
import type { AccountReference, PushRequest } from '#contract/pushes.ts';
import type { RuleKind } from '#contract/platforms.ts';
import { accountsKey, fetchListing } from '#frontend/api/pushes.ts';
import { TEAM } from '#frontend/lib/tab-team.ts';

/** The visitor's choices for pushes to one platform. They stay while another tab or platform is shown, and after a failure. */
export interface PushForm {
  account: ChosenAccount | null;
  /** The country in which places are looked up; null for all. */
  country: string | null;
  /** By value of the file: another name to look up instead. */
  otherNames: ReadonlyMap<string, string>;
  /** The matches that the visitor has confirmed, by `keyOfMatch`. */
  confirmed: ReadonlyMap<string, Match>;
}

/** Where a push is. */
export type PushRun =
  | { state: 'idle' }
  | { state: 'comparing' }
  /** `isChanged`: the account was another one than the visitor had approved. */
  | { state: 'compared'; request: PushRequest; preview: PushPreview; isChanged: boolean }
  | { state: 'pushing'; request: PushRequest; preview: PushPreview }
  | { state: 'pushed'; push: PushRecord }
  | { state: 'failed'; at: 'compare' | 'push'; error: unknown };

/** Lists of one account are unknown to another one. Places and words are the same in all accounts of a platform. */
export const keyOfMatch = ({ kind, value }: Wanted, account: AccountReference): string =>
  JSON.stringify([kind, value, kind === 'audience' ? account.id : null]);

export const PUSH_FORMS = forEachKind<PushForm>({
  account: null,
  country: null,
  otherNames: new Map(),
  confirmed: new Map(),
});

export const PUSH_RUNS = forEachKind<PushRun>({ state: 'idle' });

/** The account that the visitor has picked from the list, or typed: then it need not be in the list. */
export interface ChosenAccount extends AccountReference {
  isTyped: boolean;
}

export interface Accounts {
  /** Null while they are loading, and after a failure. */
  list: readonly AdAccount[] | null;
  /** How many the list may lack. */
  unread: number;
  error: unknown;
  isLoading: boolean;
  retry(): void;
  /** The chosen one, or the only one there is; null without it. */
  account: AccountReference | null;
}

/** The connection of a team serves what is named for it, which is all in the list. */
export const MAY_TYPE = TEAM === null;

/** The ad accounts that the connection opens. */
export function useAccounts(kind: RuleKind, chosen: ChosenAccount | null): Accounts {
  const { data, error, isValidating, mutate } = useSWR<AdAccounts, unknown>(accountsKey(kind), fetchListing);
  const list = data?.accounts ?? null;
  const typed = MAY_TYPE && chosen?.isTyped ? chosen : null;
  const found =
    typed ??
    list?.find((one) => chosen && isSameAdAccount(one, chosen)) ??
    (list?.length === 1 && data?.unread === 0 ? list[0] : null);
  return {
    list,
    unread: data?.unread ?? 0,
    error: isValidating ? undefined : error,
    isLoading: isValidating && !data,
    retry: () => void mutate(),
    account: found ? { id: found.id, via: found.via } : null,
  };
}

export const isSameAdAccount = (a: AccountReference, b: AccountReference): boolean =>
  a.id === b.id && a.via === b.via;
