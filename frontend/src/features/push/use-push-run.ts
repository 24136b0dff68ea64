import { useContext } from 'react';
import type { PushRequest } from '#contract/pushes.ts';
import type { PlannedRule } from '#frontend/analysis/platforms/platform.ts';
import { PLATFORM_OF, type RuleKind } from '#contract/platforms.ts';
import { findToEnter } from '#frontend/analysis/platforms/to-enter.ts';
import { packEntered } from '#frontend/choices/pack-figures.ts';
import { isUnauthorized } from '#frontend/api/client.ts';
import { hasCode, previewPush, pushRules } from '#frontend/api/pushes.ts';
import { useForgetUser } from '#frontend/api/user.ts';
import { useResults, useTabChoice } from '#frontend/features/results/shown-results.tsx';
import { PlanOf } from './pushed-rules.ts';
import { PUSH_RUNS, type PushRun } from './push-form.ts';
import type { Pushes } from './use-pushes.ts';

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
