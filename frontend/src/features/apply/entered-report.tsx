import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { PlatformPlans } from '#frontend/analysis/platforms/plan.ts';
import { PLATFORM_IDS } from '#contract/platforms.ts';
import type { EnteredOn } from '#frontend/analysis/platforms/to-enter.ts';
import { type Columns, textColumn } from '#frontend/features/results/columns.tsx';
import { useResults } from '#frontend/features/results/shown-results.tsx';
import { ReportTable } from '#frontend/features/results/table-section.tsx';
import { usePlansRun } from '#frontend/features/platforms/platform-plans.tsx';
import { describeToEnter } from '#frontend/features/platforms/to-enter-words.ts';

/** A rule with its figures on the platforms that have it. */
interface EnteredRule {
  name: string;
  figures: EnteredOn[];
}

const COLUMNS: Columns<EnteredRule> = [
  textColumn('rule', { heading: 'Rule', text: ({ name }) => name, width: 300, isRowName: true }),
  textColumn('toEnter', {
    heading: 'To Enter',
    text: ({ figures }) => describeToEnter({ figures, pairRules: 0 }),
    width: 300,
  }),
];

/** The rules of all plans in the report, each once. Absent without plans. */
export function EnteredRulesSection() {
  const { analysis, apply } = useResults();
  const { shown, isWaiting } = usePlansRun();
  if (!apply || !shown) return null;
  return (
    <section>
      <ReportTable
        title="Rules to Enter"
        Heading="h2"
        columns={COLUMNS}
        items={isWaiting ? [] : listEnteredRules(shown.plans, analysis)}
        empty={
          isWaiting
            ? 'They are being made anew. Print again in a moment.'
            : 'No platform has a rule to enter.'
        }
      />
      <p className="mt-1 text-muted">
        Each figure is what the leads that get the rule are worth, as a multiple of the average. Meta takes it
        as a change of the bid.
      </p>
    </section>
  );
}

/** The rules of the plans by their conditions, in the order of the first platform that has them. */
function listEnteredRules(plans: PlatformPlans, { fields }: Pick<Analysis, 'fields'>): EnteredRule[] {
  const rules = new Map<string, EnteredRule>();
  for (const platform of PLATFORM_IDS) {
    for (const { conditions, multiplier } of plans[platform].rules) {
      // A platform may have the conditions of a pair in another order.
      const name = conditions
        .toSorted((a, b) => a.field - b.field)
        .map(({ field, value }) => `${fields[field]?.name ?? ''}: ${value}`)
        .join(' + ');
      const rule = rules.get(name) ?? { name, figures: [] };
      rule.figures.push({ platform, multiplier });
      rules.set(name, rule);
    }
  }
  return [...rules.values()];
}
