import useSWR from 'swr';
import type { AdAccount, AdAccounts } from '#contract/push-answers.ts';
import type { AccountReference } from '#contract/pushes.ts';
import type { RuleKind } from '#contract/platforms.ts';
import { accountsKey, fetchListing } from '#frontend/api/pushes.ts';
import { TEAM } from '#frontend/lib/tab-team.ts';

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
