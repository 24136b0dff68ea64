import type { ReactNode } from 'react';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { NotEnteredReason } from '#frontend/analysis/platforms/candidates.ts';
import { CONDITION_NAMES, type ConditionKind } from '#contract/platforms.ts';
import type { PlatformPlan } from '#frontend/analysis/platforms/plan.ts';
import type { Platform, EnteredFigure, PlannedRule } from '#frontend/analysis/platforms/platform.ts';
import {
  countNoun,
  DECIMALS,
  formatConfidence,
  formatCount,
  formatLift,
  formatLiftChange,
  formatRatio,
} from '#frontend/lib/format.ts';
import {
  type Column,
  type Columns,
  countColumn,
  downloadColumn,
  liftColumn,
  textColumn,
  wideOnly,
} from '#frontend/features/results/columns.tsx';
import { Lift } from '#frontend/features/results/figures.tsx';
import { ValueName } from '#frontend/features/results/names.tsx';
import { Checkbox } from '#frontend/ui/field.tsx';
import { Term } from '#frontend/ui/tooltip.tsx';

/** The figure as the visitor types it: '1.24' for a multiplied value, '+24%' for a changed bid. */
function describeFigure(platform: Platform, { multiplier }: EnteredFigure): string {
  return platform.adjusts === 'bid' ? formatLiftChange(multiplier) : formatRatio(multiplier);
}

/** 'On Google Ads, 7 rules cover 62% of what separates good from bad leads.' */
export function describePlanVerdict(platform: Platform, plan: PlatformPlan, isRescaled: boolean): string {
  const share = shownShare(platform, plan, isRescaled);
  if (plan.rules.length === 0) return `There is no rule to enter on ${platform.name}.`;
  const [rules, cover] = [countNoun(plan.rules.length, 'rule'), plan.rules.length === 1 ? 'covers' : 'cover'];
  if (share === null) return `${rules} for ${platform.name}.`;
  return `On ${platform.name}, ${rules} ${cover} ${formatPlanShare(share)} of what separates good from bad leads.`;
}

/** The reason why a plan has no rules; null if it has some. */
export function describeEmptyPlan({ rules, leftOutCount }: PlatformPlan): string | null {
  if (rules.length > 0) return null;
  if (leftOutCount === 0) return 'No value differs clearly enough from the average for a rule.';
  return 'No rule of the results can be entered here, for the reasons below.';
}

/** The share of the differences that the plan covers. Rescaling does not change it for bids, which have no base value. */
export function shownShare(platform: Platform, plan: PlatformPlan, isRescaled: boolean): number | null {
  return isRescaled && platform.adjusts === 'value' ? plan.shareRescaled : plan.share;
}

/** The share in percent. A plan that is worse than none has 0%. */
export function formatPlanShare(share: number): string {
  return formatConfidence(Math.max(0, share));
}

/** 'Total reported value rises by 4%', or 'stays the same'. */
export function describeShift(
  platform: Platform,
  { meanMultiplier }: PlatformPlan,
  isRescaled: boolean,
): string {
  const change = formatLiftChange(meanMultiplier);
  if (platform.adjusts === 'bid') return change;
  return isRescaled ? formatLiftChange(1) : change;
}

/** The reason why the plan leaves out a rule of the results, and a remedy. */
export function describePlanReason(
  platform: Platform,
  reason: NotEnteredReason,
  { rules }: Pick<PlatformPlan, 'rules'>,
): string {
  const { shortName, maxRules, unknownAge } = platform;
  const unknownValue = `${shortName} knows no such value, so there is nothing to select.`;
  const primary = rules[0]?.conditions[0]?.kind;
  switch (reason) {
    case 'no-condition':
      return `${shortName} takes no such attribute as a condition. Upload a value per lead instead.`;
    case 'special-offer':
      return `${shortName} does not let offers of housing, employment, or financial products and services adjust by this.`;
    case 'unanswered':
      return 'Left out until you say whether the offer is about housing, employment, or financial products and services.';
    case 'test':
      return 'Labelled Test: it may be chance. Tick the box above to enter it too.';
    case 'no-value':
      return unknownValue;
    case 'no-age':
      return unknownAge ?? unknownValue;
    case 'same-value':
      return `To ${shortName} this is the same as another value with more leads. Give both one name in step 3.`;
    case 'primary':
      return `All rules of an account must have the same primary condition${primary ? `, here ${CONDITION_NAMES[primary]}` : ''}.`;
    case 'same-condition':
      return 'Another attribute of the same kind covers more. Only one of them can be the condition.';
    case 'no-gain':
      return 'It would bring the plan no closer to what these leads are worth.';
    case 'turned':
      return 'Other rules take so many of its leads that the rest lies on the other side of 1. Its label does not support that.';
    case 'too-many':
      return `${shortName} takes ${maxRules ?? 'no more'} rules, and the others cover more.`;
  }
}

/** The title of a plan's rules, and the meaning of their order. */
export const ORDER_WORDS: Readonly<Record<Platform['picks'], { title: string; description: string }>> = {
  first: { title: 'Rules in Their Order', description: 'The first rule that matches applies.' },
  'most-specific': { title: 'Rules to Enter', description: 'Most specific first.' },
};

/** The word for one value of an attribute of this kind: 'device'. */
export function nameKind(kind: ConditionKind): string {
  return CONDITION_NAMES[kind].toLowerCase();
}

/** The most rules that are named as taking leads from another one. */
const MOST_TAKING = 2;

/**
 * How the other rules of a plan change the figure of one: 'Alone 1.96x, here 1.72x, since 534 of its leads go to Reference.' Null where
 * the rule gets all leads that meet its conditions.
 */
function describeRefit(
  { alone, computed, takenBy }: PlannedRule,
  { rules }: Pick<PlatformPlan, 'rules'>,
): string | null {
  if (takenBy.length === 0) return null;
  const named = takenBy.length > MOST_TAKING + 1 ? takenBy.slice(0, MOST_TAKING) : takenBy;
  const others = takenBy.slice(named.length);
  const parts = named.map(({ rule, leads }, index) => {
    const name = rules[rule]?.conditions.map(({ value }) => value).join(' + ') ?? '';
    return `${formatCount(leads)} ${index === 0 ? 'of its leads go ' : ''}to ${name}`;
  });
  if (others.length > 0) {
    const leads = others.reduce((sum, other) => sum + other.leads, 0);
    parts.push(`${formatCount(leads)} to ${countNoun(others.length, 'other rule')}`);
  }
  const last = parts.pop() ?? '';
  const listed = parts.length > 0 ? `${parts.join(', ')} and ${last}` : last;
  return `Alone ${formatLift(alone)}, here ${formatLift(computed)}, since ${listed}.`;
}

/** A rule with its number in the order of the plan. */
interface NumberedRule extends PlannedRule {
  number: number;
}

export function numberRules(rules: readonly PlannedRule[]): NumberedRule[] {
  return rules.map((rule, index) => ({ ...rule, number: index + 1 }));
}

/** The columns of a plan's rules. */
export function planColumns(
  platform: Platform,
  { fields, totalLeads }: Analysis,
  plan: Pick<PlatformPlan, 'rules'>,
): Columns<NumberedRule> {
  const { adjusts, shortName } = platform;
  const nameOf = (field: number) => fields[field]?.name ?? '';
  const limitOf = ({ limitedBy }: NumberedRule) => (limitedBy ? `limited by ${shortName}` : '');
  const write = ({ conditions }: NumberedRule) =>
    conditions.map(({ field, value }) => `${nameOf(field)}: ${value}`).join(' + ');
  return [
    countColumn('number', { heading: 'Rule', width: { wide: 44, narrow: 36 }, isLeft: true }),
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
      meaning: 'The mean value of the leads that get the rule, over the mean of all leads.',
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
              <RefitTerm explanation={describeRefit(rule, plan)}>
                {adjusts === 'bid' ? describeFigure(platform, rule) : <Lift lift={rule.multiplier} isLarge />}
              </RefitTerm>
            </span>
            {rule.limitedBy && (
              <span className="block text-12 whitespace-normal text-caution">
                <span aria-hidden>! </span>
                {limitOf(rule)}
                <span className="md:hidden">, computed {formatLift(rule.computed)}</span>
              </span>
            )}
          </>
        ),
      },
      exported: (rule) => (adjusts === 'bid' ? describeFigure(platform, rule) : rule.multiplier),
      precisionOf: () => ({ decimals: DECIMALS.ratio }),
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

/** A figure, explained on hover and focus where other rules have changed it. */
function RefitTerm({ explanation, children }: { explanation: string | null; children: ReactNode }) {
  return explanation === null ? children : <Term explanation={explanation}>{children}</Term>;
}

/** The boxes of a plan: which rules are entered, and how to say so. */
export interface Ticking {
  /** Null where the rule is not entered, else with its figure there. */
  enteredAs(rule: PlannedRule): number | null;
  /** Whether the box has its tick, also while its call is on the way. */
  isTicked(rule: PlannedRule): boolean;
  onTick(rule: PlannedRule, isTicked: boolean): void;
  /** False until it is known what is entered. */
  isKnown: boolean;
}

/** The columns with the boxes of the rules that are entered, beside the figures to enter. They stand on the page alone. */
export function withTicks(
  columns: Columns<NumberedRule>,
  { adjusts }: Platform,
  ticking: Ticking,
): Columns<NumberedRule> {
  const note = (rule: NumberedRule) => {
    const entered = ticking.enteredAs(rule);
    if (entered === null || entered === rule.multiplier || ticking.isTicked(rule)) return null;
    return `entered as ${adjusts === 'bid' ? formatLiftChange(entered) : formatLift(entered)}`;
  };
  const column: Column<NumberedRule> = {
    key: 'ticked',
    heading: 'Entered',
    meaning: null,
    isNumeric: false,
    screen: {
      width: { wide: 104, narrow: 76 },
      cell: (rule) => (
        <>
          <Checkbox
            label={`Entered: ${rule.conditions.map(({ value }) => value).join(' + ')}`}
            checked={ticking.isTicked(rule)}
            disabled={!ticking.isKnown}
            onChange={(isTicked) => ticking.onTick(rule, isTicked)}
          >
            {''}
          </Checkbox>
          <span className="block text-12 whitespace-normal text-muted empty:hidden">{note(rule)}</span>
        </>
      ),
    },
    exported: null,
    report: null,
  };
  return columns.toSpliced(columns.findIndex(({ key }) => key === 'entered') + 1, 0, column);
}

/** The number of leads to which a rule applies, as a bar. */
export function LeadsBar({ leads, total }: { leads: number; total: number }) {
  return (
    <span className="flex items-baseline justify-end gap-3">
      <span
        aria-hidden
        className="h-1.5 w-24 shrink-0 self-center overflow-hidden rounded-full bg-sunken max-md:hidden"
      >
        <span
          className="block h-full rounded-full bg-muted"
          style={{ width: `${(100 * leads) / Math.max(1, total)}%` }}
        />
      </span>
      <span className="text-right md:min-w-[6ch]">{formatCount(leads)}</span>
    </span>
  );
}
