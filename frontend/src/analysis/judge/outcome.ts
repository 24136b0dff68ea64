import type { Basis, ValueFigures } from '../counts/mapping.ts';

/** Whether the figures of an analysis are of conversions or of amounts, and their unit. */
export interface Outcome {
  basis: Basis;
  /** The lifts are relative to this: the baseline rate, or by value the value per lead. */
  baseline: number;
  /** Money for each unit of a rate: the conversion value; by value 1, since rates are money per lead. */
  rateValue: number;
}

/** Calls one of two functions: by conversions, or by value with the amounts behind the figures. */
export function byOutcome<T>(
  { value: amounts }: { value: ValueFigures | null },
  { conversions, value }: { conversions(): T; value(amounts: ValueFigures): T },
): T {
  return amounts ? value(amounts) : conversions();
}

/** Example: 20% of all leads convert, and a conversion is worth 100: a baseline of 0.2, and 100 for each unit of it. */
export function measureOutcome(
  measured: { value: ValueFigures | null },
  { baselineRate, conversionValue }: { baselineRate: number; conversionValue: number },
): Outcome {
  return byOutcome<Outcome>(measured, {
    conversions: () => ({ basis: 'conversions', baseline: baselineRate, rateValue: conversionValue }),
    value: ({ perLead }) => ({ basis: 'value', baseline: perLead, rateValue: 1 }),
  });
}

/** The highest rate that leads can have: more conversions than leads are impossible, and money has no limit. */
export const HIGHEST_RATES: Readonly<Record<Basis, number>> = { conversions: 1, value: Infinity };
