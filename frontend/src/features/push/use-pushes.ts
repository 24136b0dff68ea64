import useSWR, { useSWRConfig } from 'swr';
import type { ListedPush, PushRecord } from '#contract/push-answers.ts';
import { useAskInUse } from '#frontend/api/alerts.ts';
import { PLATFORM_OF, type RuleKind } from '#contract/platforms.ts';
import { useRef, useContext } from 'react';
import type { PushRequest } from '#contract/pushes.ts';
import type { PlannedRule } from '#frontend/analysis/platforms/platform.ts';
import { findToEnter } from '#frontend/analysis/platforms/to-enter.ts';
import { packEntered } from '#frontend/choices/pack-figures.ts';
import { isUnauthorized } from '#frontend/api/client.ts';
import {
  fetchPushes,
  pushesKey,
  pushKey,
  type PushPages,
  hasCode,
  previewPush,
  pushRules,
} from '#frontend/api/pushes.ts';
import { useForgetUser } from '#frontend/api/user.ts';
import { PlanOf } from '#frontend/features/platforms/plan-of.ts';
import { useTabChoice, useResults } from '#frontend/features/results/shown-results.tsx';
import { MARKED_BY } from './pushed-rules.ts';
import { PUSH_RUNS, type PushRun } from './push-form.ts';

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

/** Compares, and writes what was approved. Where it is stays while another tab is shown. */
export function usePushRun(kind: RuleKind, rules: readonly PlannedRule[], pushes: Pushes) {
  const { fields } = useResults().analysis;
  const planOf = useContext(PlanOf);
  const [run, setRun] = useTabChoice(PUSH_RUNS[kind]);
  const forgetUser = useForgetUser();

  /** After the end of a session the panel asks to sign in; the choices stay. */
  const fail = (at: 'compare' | 'push', error: unknown) => {
    setRun(isUnauthorized(error) ? { state: 'idle' } : { state: 'failed', at, error });
    if (isUnauthorized(error)) forgetUser();
    else if (at === 'push') pushes.askAgain();
  };

  const compare = async (request: PushRequest, isChanged = false) => {
    setRun({ state: 'comparing' });
    try {
      setRun({ state: 'compared', request, preview: await previewPush(kind, request), isChanged });
    } catch (error) {
      fail('compare', error);
    }
  };

  const push = async ({ request, preview }: Extract<PushRun, { state: 'compared' }>) => {
    setRun({ state: 'pushing', request, preview });
    try {
      const toEnter = packPushed(fields, kind, rules);
      const analysis = planOf ? { id: planOf.id, version: planOf.version, toEnter } : undefined;
      const record = await pushRules(kind, { ...request, picture: preview.picture, analysis });
      pushes.accept(record);
      setRun({ state: 'pushed', push: record });
    } catch (error) {
      if (hasCode(error, 'ACCOUNT_CHANGED')) await compare(request, true);
      else fail('push', error);
    }
  };

  return { run, compare, push };
}

/** The figures that a plan enters on the platform of this connection. */
export function packPushed(
  fields: Parameters<typeof packEntered>[0],
  kind: RuleKind,
  rules: readonly PlannedRule[],
) {
  return packEntered(fields, findToEnter({ [PLATFORM_OF[kind]]: { rules } }));
}
