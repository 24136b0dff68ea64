import useSWR from 'swr';
import type { AdAccount } from '#contract/push-answers.ts';
import type { AccountReference, RuleKind } from '#contract/pushes.ts';
import { accountsKey, fetchAccounts } from '#frontend/api/pushes.ts';

export interface Accounts {
  /** Null while they are loading, and after a failure. */
  list: readonly AdAccount[] | null;
  error: unknown;
  isLoading: boolean;
  retry(): void;
  /** The chosen one, or the only one; null without it. */
  account: AccountReference | null;
}

/** The ad accounts that the connection opens. */
export function useAccounts(kind: RuleKind, chosen: AccountReference | null): Accounts {
  const { data, error, isValidating, mutate } = useSWR<AdAccount[], unknown>(
    accountsKey(kind),
    fetchAccounts,
  );
  const list = data ?? null;
  const found =
    list?.find((one) => chosen && isSameAdAccount(one, chosen)) ?? (list?.length === 1 ? list[0] : null);
  return {
    list,
    error: isValidating ? undefined : error,
    isLoading: isValidating && !data,
    retry: () => void mutate(),
    account: found ? { id: found.id, via: found.via } : null,
  };
}

export const isSameAdAccount = (a: AccountReference, b: AccountReference): boolean =>
  a.id === b.id && a.via === b.via;
