import type { ReactNode } from 'react';
import type { FileCurrency, SettledCurrency } from '#frontend/analysis/counts/amount-currency.ts';
import type { CheckedPart, UnseenCheck } from '#frontend/analysis/check/check-unseen.ts';
import type { FittedTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import type { AnalysisContext, ConversionAction } from '#frontend/analysis/counts/analysis-context.ts';
import type { LatestCounts, Measurement } from '#frontend/analysis/measure/measurement.ts';
import type { ApplyChoices } from '#frontend/analysis/platforms/apply-choices.ts';
import type { PlanChoices } from '#frontend/analysis/platforms/candidates.ts';
import type { PlatformPlans } from '#frontend/analysis/platforms/plan.ts';
import type { OpenStatuses } from '#frontend/analysis/preflight/result-findings.ts';
import type { Settings } from '#frontend/analysis/judge/settings.ts';
import type { OverTime } from '#frontend/analysis/over-time/over-time.ts';
import type { Basis } from '#frontend/analysis/counts/worth.ts';
import type { Hooks } from '#frontend/thread/client.ts';
import type { LeadFiles } from '#frontend/thread/lead-files.ts';
import type { PeriodsQuestion } from '#frontend/counting/count-periods.ts';

/** The input of the results, from the wizard, a saved analysis or a read-only link. */
export interface ResultsInput {
  measurement: Measurement;
  context: AnalysisContext;
  settings: Settings;
  /** Absent if the figures are shown as stored. */
  onSettingsChange?(settings: Settings): void;
  /** The leads of each combination of values by this basis; null until they are counted, absent if they cannot be. */
  combinations?: FittedTally | null;
  /** The leads by their dates, by this basis; null until they are counted, absent without a column of dates. */
  latest?: LatestCounts | null;
  /** Counts rules by week, month or quarter; absent without a column of dates. A new plan gives a new function. */
  countPeriods?: AskPeriods;
  /** Checks the rules on leads that they were not learned from. A new plan gives a new function. */
  checkUnseen?: AskCheck;
  /** The choices for the ad platforms, and the function that asks for their plans. A new plan gives a new function. */
  apply?: ApplySource;
  /** Makes files with the leads. */
  leadFiles?: LeadFiles;
  /** The basis of the figures; conversions by default. */
  basis?: Basis;
  onBasisChange?(basis: Basis): void;
  /** The currency of the amounts in a column, with its source; null or absent without such a column. */
  amountCurrency?: SettledCurrency | null;
  /** How many definitions of converted the visitor has analysed for this file; absent outside the wizard. */
  definitions?: number;
  /** The source of the currency of a typed conversion value; null or absent if the visitor chose it. */
  fileCurrency?: FileCurrency | null;
  /** The leads that are not decided yet; null without such leads, absent where the statuses are not known. */
  openLeads?: OpenLeads | null;
  /** Goes back to a choice; absent outside the wizard. */
  goTo?(choice: 'columns' | 'converted'): void;
  /** The findings that may mislead in the results, with their remedies. */
  findings?: ReactNode;
}

interface OpenLeads extends OpenStatuses {
  leaveOut(): void;
}

export type AskCheck = (
  settings: Settings,
  hooks: Hooks<'checkUnseen'>,
  part?: CheckedPart,
) => Promise<UnseenCheck>;

export type AskPeriods = (question: Omit<PeriodsQuestion, 'plan'>) => Promise<OverTime | null>;

export type AskPlans = (
  thresholdPercent: number,
  choices: PlanChoices,
  action?: ConversionAction,
) => Promise<PlatformPlans>;

export interface ApplySource {
  choices: ApplyChoices;
  onChange(choices: ApplyChoices): void;
  ask: AskPlans;
}
