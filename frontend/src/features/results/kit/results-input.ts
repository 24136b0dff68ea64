import type { FileCurrency, SettledCurrency } from '#frontend/analysis/counts/amount-currency.ts';
import type { CheckedPart, UnseenCheck } from '#frontend/analysis/check/check-unseen.ts';
import type { FittedTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import type { Measurement } from '#frontend/analysis/counts/measurement.ts';
import type { ApplyChoices } from '#frontend/analysis/platforms/apply-choices.ts';
import type { PlanChoices } from '#frontend/analysis/platforms/candidates.ts';
import type { PlatformPlans } from '#frontend/analysis/platforms/plan.ts';
import type { Settings } from '#frontend/analysis/judge/settings.ts';
import type { Basis } from '#frontend/analysis/counts/worth.ts';
import type { Hooks } from '#frontend/thread/client.ts';
import type { LeadFiles } from '#frontend/thread/lead-files.ts';

/** What the results show. The wizard, a saved analysis and a read-only link each have it, and the page passes it on. */
export interface ResultsInput {
  measurement: Measurement;
  context: AnalysisContext;
  settings: Settings;
  /** Absent where the figures stay as they were stored. */
  onSettingsChange?(settings: Settings): void;
  /** The leads of each combination of values by this basis; null until they are counted, absent where they never are. */
  combinations?: FittedTally | null;
  /** Checks the rules on leads that they were not learned from. Another plan gives another function. */
  checkUnseen?: AskCheck;
  /** The choices for the ad platforms, and their plans. Another plan gives another function to ask. */
  apply?: ApplySource;
  /** Makes files of the leads. */
  leadFiles?: LeadFiles;
  /** The figures that are shown; those of conversions by default. */
  basis?: Basis;
  onBasisChange?(basis: Basis): void;
  /** The currency of the amounts in a column, and where it comes from; null or absent without such a column. */
  amountCurrency?: SettledCurrency | null;
  /** Where the currency of a typed conversion value comes from; null or absent where it is chosen. */
  fileCurrency?: FileCurrency | null;
}

export type AskCheck = (
  settings: Settings,
  hooks: Hooks<'checkUnseen'>,
  part?: CheckedPart,
) => Promise<UnseenCheck>;

export type AskPlans = (thresholdPercent: number, choices: PlanChoices) => Promise<PlatformPlans>;

export interface ApplySource {
  choices: ApplyChoices;
  onChange(choices: ApplyChoices): void;
  ask: AskPlans;
}
