import type { CandidatePlan } from '../finder/code-candidate.ts';
import { DATE_PRESETS, type DatePreset } from '../columns/dates.ts';
import type { FittedModel } from './fit-model.ts';
import { spreadsOf } from './reasons.ts';

/** The weights of the values of a column. */
interface ValueWeights {
  /** Of log odds. */
  odds: readonly number[];
  /** Of the logarithm of the amount; null without an amount model. */
  amounts: readonly number[] | null;
}

/** A column of a model as plain data. */
export interface DescribedColumn extends ValueWeights {
  /** The header of the column. */
  header: string;
  column: number;
  /** How a cell becomes one of the values. */
  plan: DescribedPlan;
  names: readonly string[];
  /** The standard deviation of its weights over the leads, as log odds. */
  spread: number;
}

/** A date becomes the name of its part. */
type DescribedPlan = Exclude<CandidatePlan, { reading: unknown }> | { kind: DatePreset };

/** A fitted model as plain data: the value of a lead is its probability to convert x its amount / `mean`, as a multiple of the mean lead. */
export interface DescribedModel extends Pick<FittedModel, 'bestTenth' | 'worstHalf'> {
  intercept: number;
  amount: { intercept: number; unit: number } | null;
  mean: number;
  columns: readonly DescribedColumn[];
  combination: DescribedCombination | null;
}

/** The combination of the attributes. The last weight is that of all other combinations, if there is one more than there are names. */
export interface DescribedCombination extends ValueWeights {
  /** For each combination the name of the value of each attribute. */
  names: readonly (readonly string[])[];
}

/**
 * The columns and values that the weights of a model belong to, in the order of its columns; the combination, if it has one, stands last.
 */
export interface ModelNames {
  columns: readonly { column: number; header: string; names: readonly string[]; plan: CandidatePlan }[];
  combination: readonly (readonly string[])[] | null;
}

/** The weights of a model with the names that they belong to. */
export function describeModel(model: FittedModel, { columns, combination }: ModelNames): DescribedModel {
  const { design, weights, amountModel, mean, bestTenth, worstHalf } = model;
  const spreads = spreadsOf(design, weights);
  const weightsOf = (at: number): ValueWeights => {
    // The `!` here: an offset and a number of values per column.
    const [from, to] = [design.offsets[at]!, design.offsets[at]! + design.columns[at]!.values];
    return {
      odds: [...weights.subarray(from, to)],
      amounts: amountModel && [...amountModel.weights.subarray(from, to)],
    };
  };
  return {
    intercept: weights[0]!, // every design has it
    amount: amountModel && { intercept: amountModel.weights[0]!, unit: amountModel.unit }, // as above
    mean,
    bestTenth,
    worstHalf,
    columns: columns.map(({ plan, ...named }, at) => ({
      ...named,
      plan: 'reading' in plan ? { kind: plan.kind } : plan,
      ...weightsOf(at),
      spread: spreads[at]!, // one per column
    })),
    combination: combination && { names: combination, ...weightsOf(columns.length) },
  };
}

/** 'Created (weekday)' for a part of dates, else the header. */
export function nameModelColumn({
  header,
  kind,
}: {
  header: string;
  kind: CandidatePlan['kind'] | DatePreset;
}): string {
  return kind === 'values' || kind === 'ranges'
    ? header
    : `${header} (${DATE_PRESETS[kind].name.toLowerCase()})`;
}
