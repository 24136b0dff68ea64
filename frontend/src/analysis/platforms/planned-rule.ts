import type { ConditionKind } from '#contract/platforms.ts';

/** One condition of a rule. */
export interface RuleCondition {
  field: number;
  code: number;
  value: string;
  kind: ConditionKind;
  /** The value as the platform names it. */
  name: string;
}

/** A figure as a platform accepts it. */
export interface EnteredFigure {
  multiplier: number;
  /** The platform's end of the range, where it cut the figure. */
  limitedBy: 'least' | 'most' | null;
}

/** Leads that meet the conditions of one rule, and to which another one applies. */
export interface TakenLeads {
  /** Index of the other rule. */
  rule: number;
  leads: number;
}

/** A rule to enter. */
export interface PlannedRule extends EnteredFigure {
  /** In the order in which they are entered, the primary one first. */
  conditions: readonly RuleCondition[];
  /** The mean value of the leads that the rule applies to, over the mean of all leads. */
  computed: number;
  /** The same of all leads that meet its conditions: its figure if it were the only rule. */
  alone: number;
  /** Leads that the rule applies to. */
  leads: number;
  /** The other leads that meet its conditions, by the rules that apply to them; most leads first. */
  takenBy: readonly TakenLeads[];
}
