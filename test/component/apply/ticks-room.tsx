import { useState, type ContextType } from 'react';
import { screen } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import { SWRConfig } from 'swr';
import type { PlatformId } from '#contract/platforms.ts';
import { fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import { judge, measure } from '#frontend/analysis/judge/analyse.ts';
import { NO_APPLY_CHOICES, type ApplyChoices } from '#frontend/analysis/platforms/apply-choices.ts';
import { planPlatforms, type PlatformPlan } from '#frontend/analysis/platforms/plan.ts';
import type { PlannedRule } from '#frontend/analysis/platforms/platform.ts';
import { PlanOf } from '#frontend/features/platforms/plan-of.ts';
import { AnalysisResults } from '#frontend/pages/results/analysis-results.tsx';
import { tallyOfCells, type Cell } from '#test/support/analysis-builders.ts';
import { CONTEXT, openView } from '../results/results-room.tsx';

const FIELDS = ['State', 'Device'];
const CELLS: Cell[] = [
  [['CA', 'Mobile'], 1000, 300],
  [['CA', 'Desktop'], 1000, 600],
  [['TX', 'Mobile'], 2000, 300],
  [['TX', 'Desktop'], 2000, 600],
];
const SETTINGS = { conversionValue: 100, thresholdPercent: 10 };
const tally = tallyOfCells(FIELDS, CELLS);
const [measurement, fitted] = [measure(tally), fitTally(tally)];

/** The rules that each plan has here, by the names of their values. */
const RULES: Record<PlatformId, readonly (readonly [names: string, multiplier: number])[]> = {
  google: [
    ['CA + Mobile', 1.2],
    ['TX', 0.7],
    ['CA', 1.4],
  ],
  meta: [
    ['CA', 1.5],
    ['TX + Mobile', 0.8],
  ],
  microsoft: [
    ['CA', 1.3],
    ['TX', 0.6],
  ],
};

const asRules = ({ rules }: PlatformPlan, platform: PlatformId): PlannedRule[] =>
  RULES[platform].map(([names, multiplier]) => ({
    ...rules[0]!, // each plan has rules
    takenBy: [],
    multiplier,
    conditions: names.split(' + ').map((value) => {
      const field = value === 'Mobile' ? 1 : 0;
      return { field, code: 0, value, kind: field === 0 ? 'location' : 'device', name: value };
    }),
  }));

function Results() {
  const [choices, setChoices] = useState<ApplyChoices>({
    ...NO_APPLY_CHOICES,
    conversionAction: 'every-lead',
    kinds: [],
  });
  return (
    <AnalysisResults
      context={CONTEXT}
      measurement={measurement}
      combinations={fitted}
      settings={SETTINGS}
      apply={{
        choices,
        onChange: setChoices,
        ask: async (thresholdPercent, chosen) => {
          const plans = planPlatforms(judge(measurement, { ...SETTINGS, thresholdPercent }), fitted, chosen);
          const { google, meta, microsoft } = plans;
          return {
            google: { ...google, rules: asRules(google, 'google') },
            meta: { ...meta, rules: asRules(meta, 'meta') },
            microsoft: { ...microsoft, rules: asRules(microsoft, 'microsoft') },
          };
        },
      }}
    />
  );
}

/** Results with these plans, of this saved analysis. A test is quicker than the seconds in which SWR merges equal calls. */
export function PlansRoom({ planOf }: { planOf: ContextType<typeof PlanOf> }) {
  return (
    <SWRConfig value={{ dedupingInterval: 0 }}>
      <PlanOf value={planOf}>
        <Results />
      </PlanOf>
    </SWRConfig>
  );
}

/** Opens the plan of Google. */
export async function openPlans(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  await openView(user, 'Apply');
  await user.click(await screen.findByRole('button', { name: 'Rules in the platform' }, { timeout: 10_000 }));
  await screen.findByRole('table', { name: /Rules/ }, { timeout: 10_000 });
}
