import useSWR from 'swr';
import type { PushRecord } from '#contract/push-answers.ts';
import type { RuleKind } from '#contract/pushes.ts';
import { fetchPushes, pushesKey } from '#frontend/api/pushes.ts';

export interface Pushes {
  /** Newest first; null while they are loading, and after a failure. */
  list: readonly PushRecord[] | null;
  error: unknown;
  askAgain(): void;
  /** Shows a record of an answer at once, and then what the server knows: an earlier push can no longer be undone. */
  accept(push: PushRecord): void;
}

/** The pushes of the user to accounts of a platform. */
export function usePushes(kind: RuleKind): Pushes {
  const { data, error, isValidating, mutate } = useSWR<PushRecord[], unknown>(pushesKey(kind), fetchPushes, {
    revalidateOnMount: true,
  });
  return {
    list: data ?? null,
    error: isValidating ? undefined : error,
    askAgain: () => void mutate(),
    accept: (push) =>
      void mutate((known = []) =>
        known.some(({ id }) => id === push.id)
          ? known.map((one) => (one.id === push.id ? push : one))
          : [push, ...known],
      ),
  };
}
