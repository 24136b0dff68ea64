import { useContext, useState, type ReactNode } from 'react';
import { MAX_ENTERED } from '#contract/limits.ts';
import type { PlatformId } from '#contract/platforms.ts';
import type { PlannedRule } from '#frontend/analysis/platforms/platform.ts';
import { fetchAlerts, useAlertCalls, useAlerts, useAskAlerts } from '#frontend/api/alerts.ts';
import { useMay } from '#frontend/api/teams.ts';
import { areKept } from '#frontend/choices/pack-figures.ts';
import { PlanOf } from '#frontend/features/platforms/plan-of.ts';
import type { ShownPlans } from '#frontend/features/platforms/platform-plans.tsx';
import { FailedCall } from '#frontend/features/saved/login-required.tsx';
import { findEntered, listWithTick, namedRule, ruleKey, type PlansInUse } from './entered-rules.ts';
import type { Ticking } from './plan-columns.tsx';

/** A change of a box whose call has not ended yet. */
interface Tick {
  rule: ReturnType<typeof namedRule>;
  isTicked: boolean;
}

/** The boxes 'Entered' of all plans of a saved analysis. */
export interface Ticks {
  of(platform: PlatformId, shown: ShownPlans): Ticking;
  /** Why the last change was not kept, or why it is not known what is entered; null without a problem. */
  problem: ReactNode;
}

/** The end of the last call. A list that is read before it would lack its change. */
let lastEnd: Promise<unknown> = Promise.resolve();

/** Null without a saved analysis, and for a visitor who may not edit it. */
export function useTicks(): Ticks | null {
  const planOf = useContext(PlanOf);
  const mayEdit = useMay()('edit');
  const { id, version } = planOf ?? { id: '', version: 0 };
  const isOffered = planOf !== null && mayEdit;
  const { data, error } = useAlerts(id, isOffered);
  const { markInUse } = useAlertCalls(id);
  const askAgain = useAskAlerts(id);
  const [waiting, setWaiting] = useState<readonly Tick[]>([]);
  const [problem, setProblem] = useState<ReactNode>(null);
  if (!isOffered) return null;

  const keep = async ({ rule, isTicked }: Tick, plans: Omit<PlansInUse, 'inUse'>) => {
    // Another tab or member may have changed the list.
    const { inUse } = await fetchAlerts(id);
    const toEnter = listWithTick({ ...plans, inUse }, rule, isTicked);
    if (areKept(toEnter)) await markInUse({ version, by: 'entered', toEnter });
    else setProblem(TOO_MUCH);
  };
  const change = (tick: Tick, plans: Omit<PlansInUse, 'inUse'>) => {
    setProblem(null);
    setWaiting((before) => [...before, tick]);
    lastEnd = lastEnd
      .then(() => keep(tick, plans))
      .catch((failure: unknown) => {
        setProblem(<FailedCall error={failure} />);
        // The server may have kept it nevertheless.
        void askAgain();
      })
      .finally(() => setWaiting((before) => before.filter((one) => one !== tick)));
  };

  return {
    problem: problem ?? (error && !data ? <FailedCall error={error} /> : null),
    of: (platform, { plans, analysis: { fields } }) => {
      const entered = findEntered({ fields, plans, inUse: data?.inUse ?? null });
      const name = (rule: PlannedRule) => namedRule(platform, rule, fields);
      const enteredAs = (rule: PlannedRule) => entered.get(ruleKey(name(rule)))?.multiplier ?? null;
      return {
        isKnown: data !== undefined,
        enteredAs,
        isTicked: (rule) => {
          const key = ruleKey(name(rule));
          const last = waiting.findLast((tick) => ruleKey(tick.rule) === key);
          return last ? last.isTicked : enteredAs(rule) === rule.multiplier;
        },
        onTick: (rule, isTicked) => change({ rule: name(rule), isTicked }, { fields, plans }),
      };
    },
  };
}

const TOO_MUCH = `This was not kept: an analysis keeps what is entered for at most ${MAX_ENTERED} values, with names that are not too long.`;
