import { useRef } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import type { ListedPush, PushRecord } from '#contract/push-answers.ts';
import type { RuleKind } from '#contract/platforms.ts';
import { useAskInUse } from '#frontend/api/alerts.ts';
import { fetchPushes, pushesKey, pushKey, type PushPages } from '#frontend/api/pushes.ts';
import { useTabChoice } from '#frontend/features/results/shown-results.tsx';
import { MARKED_BY } from './pushed-rules.ts';

export interface Pushes {
  /** Newest first; null while they are loading, and after a failure. */
  list: readonly ListedPush[] | null;
  error: unknown;
  isLoading: boolean;
  askAgain(): void;
  /** Reads one page more; null where all are shown. */
  showMore: (() => void) | null;
  /** Shows a record of an answer at once, and then what the server knows: an earlier push can no longer be undone. */
  accept(push: PushRecord): void;
}

/** The pushes of the user to accounts of a platform. */
export function usePushes(kind: RuleKind): Pushes {
  const pages = useRef(1);
  const { mutate: mutateAny } = useSWRConfig();
  const [markedBy, setMarkedBy] = useTabChoice(MARKED_BY);
  const askInUse = useAskInUse();
  const { data, error, isValidating, mutate } = useSWR<PushPages, unknown>(
    pushesKey(kind),
    (key: string[]) => fetchPushes(key, pages.current),
    { revalidateOnMount: true },
  );
  const showMore = () => {
    pages.current += 1;
    void mutate();
  };
  return {
    list: data?.pushes ?? null,
    error: isValidating ? undefined : error,
    isLoading: isValidating,
    askAgain: () => void Promise.all([mutate(), askInUse()]),
    showMore: data?.hasMore ? showMore : null,
    accept: (push) => {
      void mutateAny(pushKey(push.id), push, { revalidate: false });
      void mutate((known) => withPush(known, push));
      if (push.rulesInUse === 'marked') setMarkedBy(push.id);
      else if (push.id === markedBy) setMarkedBy(null);
      void askInUse();
    },
  };
}

function withPush(known: PushPages = { pushes: [], hasMore: false }, push: PushRecord): PushPages {
  const isKnown = known.pushes.some(({ id }) => id === push.id);
  const pushes = isKnown
    ? known.pushes.map((one) => (one.id === push.id ? push : one))
    : [push, ...known.pushes];
  return { ...known, pushes };
}
