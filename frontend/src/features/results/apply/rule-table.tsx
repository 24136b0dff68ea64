import type { Analysis } from '#frontend/analysis/analyse.ts';
import { CONDITION_NAMES } from '#frontend/analysis/platforms/conditions.ts';
import { LIMITS, type Platform } from '#frontend/analysis/platforms/limits.ts';
import type { PlannedRule } from '#frontend/analysis/platforms/plan.ts';
import { formatCount, formatLift } from '#frontend/lib/format.ts';
import { countColumn, downloadColumn, liftColumn, textColumn, wideOnly, type Columns } from '../columns.tsx';
import { Lift } from '../figures.tsx';
import { ValueName } from '../names.tsx';
import { wordFigure } from './plan-words.ts';

/** A rule with its place in the order. */
export interface NumberedRule extends PlannedRule {
  place: number;
}

export function numberRules(rules: readonly PlannedRule[]): NumberedRule[] {
  return rules.map((rule, index) => ({ ...rule, place: index + 1 }));
}

/** The columns of a plan's rules. */
export function planColumns(platform: Platform, { fields, totalLeads }: Analysis): Columns<NumberedRule> {
  const { adjusts, shortName } = LIMITS[platform];
  const nameOf = (field: number) => fields[field]?.name ?? '';
  const limitOf = ({ limitedBy }: NumberedRule) => (limitedBy ? `limited by ${shortName}` : '');
  const write = ({ conditions }: NumberedRule) =>
    conditions.map(({ field, value }) => `${nameOf(field)}: ${value}`).join(' + ');
  return [
    countColumn('place', { heading: 'Rule', width: { wide: 44, narrow: 36 }, isLeft: true }),
    textColumn('conditions', {
      heading: 'Condition',
      text: write,
      width: { wide: 260, narrow: 156 },
      grows: true,
      isRowName: true,
      cell: ({ conditions }) => (
        <span className="flex flex-wrap gap-x-6 gap-y-1 max-md:flex-col">
          {conditions.map(({ field, kind, value, name }, index) => (
            <span key={field} className="flex min-w-0 flex-wrap items-baseline gap-x-1.5 md:block md:w-36">
              <span className="text-12 font-normal text-muted md:block">
                {index > 0 && 'and '}
                {CONDITION_NAMES[kind]}
              </span>
              <ValueName name={value} field={nameOf(field)} isWrapped />
              {name !== value && (
                <span className="basis-full text-12 font-normal text-muted md:block">select {name}</span>
              )}
            </span>
          ))}
        </span>
      ),
    }),
    liftColumn('computed', {
      heading: 'Computed',
      width: wideOnly(96),
      draw: (lift) => <span className="text-muted">{formatLift(lift)}</span>,
    }),
    {
      key: 'entered',
      heading: adjusts === 'bid' ? 'Bid to Enter' : 'To Enter',
      meaning: null,
      isNumeric: true,
      screen: {
        width: { wide: 148, narrow: 100 },
        cell: (rule) => (
          <>
            <span className="block text-16 font-semibold">
              {adjusts === 'bid' ? wordFigure(platform, rule) : <Lift lift={rule.multiplier} isLarge />}
            </span>
            {rule.limitedBy && (
              <span className="block text-12 text-caution">
                <span aria-hidden>! </span>
                {limitOf(rule)}
                <span className="md:hidden">, computed {formatLift(rule.computed)}</span>
              </span>
            )}
          </>
        ),
      },
      exported: (rule) => (adjusts === 'bid' ? wordFigure(platform, rule) : rule.multiplier),
      report: null,
    },
    countColumn('leads', {
      heading: 'Leads',
      meaning: 'The leads of the file that the rule applies to.',
      width: { wide: 200, narrow: 64 },
      draw: (leads) => <LeadsBar leads={leads} total={totalLeads} />,
    }),
    { ...downloadColumn('Limit', limitOf), isCopied: true },
  ];
}

/** How many of all leads a rule applies to. */
export function LeadsBar({ leads, total }: { leads: number; total: number }) {
  return (
    <span className="flex items-center justify-end gap-3">
      <span aria-hidden className="h-1.5 w-24 shrink-0 overflow-hidden rounded-full bg-sunken max-md:hidden">
        <span
          className="block h-full rounded-full bg-muted"
          style={{ width: `${(100 * leads) / Math.max(1, total)}%` }}
        />
      </span>
      <span className="text-right md:min-w-[6ch]">{formatCount(leads)}</span>
    </span>
  );
}
